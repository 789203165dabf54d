import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PROJECT } from "../../scripts/lib/service.ts";

type Engine = typeof import("../../src/engine.ts");

interface Made {
  readonly files: readonly Uint8Array[];
  readonly facts: unknown;
}

const MAX_BYTES = 8 << 20;
const area = { x: 50, y: 50, width: 300, height: 400 };
const definitions = [{ page: 1, area }];

const operations: Readonly<Record<string, (engine: Engine, file: Uint8Array, name: string) => Promise<Made>>> = {
  inspect: async (engine, file) => ({ files: [], facts: await engine.inspect(file) }),
  crop: async (engine, file) => {
    const { file: cropped, ...facts } = await engine.crop(file, { definitions, all: true });
    return { files: [cropped.bytes()], facts };
  },
  auto: async (engine, file) => ({ files: [], facts: await engine.autoCrop(file) }),
  split: async (engine, file) => {
    const { parts, notes } = await engine.split(file, { every: 1 });
    return { files: parts.slice(0, 40).map((part) => part.file.bytes()), facts: [parts.length, notes] };
  },
  remove: async (engine, file) => {
    const { file: rest, removal } = await engine.removeOutside(file, { definitions, onUnremovable: "drop" });
    return { files: [rest.bytes()], facts: removal };
  },
  images: async (engine, file, name) => {
    const { file: pdf, failures } = await engine.imagesToPdf([{ name, bytes: file }]);
    return { files: [pdf.bytes()], facts: failures };
  },
};

/**
 * Whether the package gives what the service's own engine gives, for each file of a folder: byte for byte, or the same
 * objects and decoded streams where something is drawn at random (a removal's identifiers and names of subsets).
 */
export async function compareResults(folder: string): Promise<boolean> {
  const dist = path.join(PROJECT, "engine", "dist");
  const sources: Engine = await import("../../src/engine.ts");
  const builds: [string, Engine][] = [
    ["node", await import(path.join(dist, "node", "index.js"))],
    ["page", await import(path.join(dist, "page", "index.js"))],
  ];
  const scratch = mkdtempSync(path.join(tmpdir(), "same-results-"));
  let isSame = true;
  try {
    for (const [operation, run] of Object.entries(operations)) {
      const counts = { files: 0, refused: 0, equal: 0, "equal when decoded": 0, different: 0 };
      for (const name of globSync(operation === "images" ? "**/*.{[jp][pn]g,jpeg,gif,tif*,webp,bmp}" : "**/*.pdf", {
        cwd: folder,
      })) {
        const file = new Uint8Array(readFileSync(path.join(folder, name)));
        if (file.length > MAX_BYTES) continue;
        const wanted = await outcomeOf(() => run(sources, file, name));
        counts.files++;
        if (typeof wanted === "string") counts.refused++;
        for (const [build, engine] of builds) {
          const verdict = compare(wanted, await outcomeOf(() => run(engine, file, name)), scratch);
          counts[verdict]++;
          if (verdict === "different") console.log(`${operation} in the build for ${build}: ${name} differs`);
        }
      }
      isSame &&= counts.different === 0;
      console.log(
        `${operation}: ${Object.entries(counts)
          .map(([what, count]) => `${count} ${what}`)
          .join(", ")}`,
      );
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return isSame;
}

/** What was made, or how it was refused. */
async function outcomeOf(run: () => Promise<Made>): Promise<Made | string> {
  try {
    return await run();
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

function compare(wanted: Made | string, made: Made | string, scratch: string) {
  if (typeof wanted === "string" || typeof made === "string") return wanted === made ? "equal" : "different";
  const sameFacts = JSON.stringify(wanted.facts) === JSON.stringify(made.facts);
  if (!sameFacts || wanted.files.length !== made.files.length) return "different";
  const pairs = wanted.files.map((file, index) => [file, made.files[index]!] as const);
  if (pairs.every(([a, b]) => Buffer.compare(a, b) === 0)) return "equal";
  const areAlike = pairs.every(([a, b]) => decoded(a, scratch) === decoded(b, scratch));
  return areAlike ? "equal when decoded" : "different";
}

/** The file's objects in order with decoded streams, without what is drawn at random. */
function decoded(file: Uint8Array, scratch: string): string {
  const [from, to] = [path.join(scratch, "in.pdf"), path.join(scratch, "out.pdf")];
  writeFileSync(from, file);
  const options = ["--qdf", "--no-original-object-ids", "--static-id", "--stream-data=uncompress", "--warning-exit-0"];
  const { status } = spawnSync("qpdf", [...options, from, to]);
  // Files of which only the attachments are encrypted, for one.
  if (status !== 0) return `${file.length} bytes that qpdf cannot read`;
  return readFileSync(to, "latin1")
    .replace(/\/ID \[[^\]]*\]/g, "")
    .replace(/\/[A-Z]{6}\+/g, "/");
}
