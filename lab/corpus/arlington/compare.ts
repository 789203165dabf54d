import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { imagesToPdf, openPdf, PdfFile } from "../../../src/engine.ts";
import { listFile } from "../qpdf-json.ts";
import { refusalText } from "../refusal.ts";
import { check, type Judged } from "./check.ts";
import { MAKERS } from "./makers.ts";
import { type Model, readModel } from "./model.ts";
import { prints } from "./prints.ts";
import { schemaDifferences } from "./schema.ts";

const MAX_BYTES = 4_000_000;
const MAX_PAGES = 60;

/**
 * Checks what we write against the PDF Association's model of the standard's objects, entry by entry. What the document
 * breaks itself is not counted. Whether nothing new was broken.
 */
export async function compareWithArlington(
  modelFolder: string,
  folder: string,
  files: readonly string[],
  images: readonly string[],
  withPrints: boolean,
) {
  const model = readModel(modelFolder);
  const differences = schemaDifferences(model);
  console.log(`What removal copies: ${differences.length} differences from the model.`);
  for (const difference of differences) console.log(`  ${difference}`);
  const scratch = mkdtempSync(join(tmpdir(), "quire-arlington-"));
  const tally = new Tally();
  try {
    for (const file of files) {
      const bytes = new Uint8Array(readFileSync(file));
      const own = bytes.length > MAX_BYTES ? undefined : await judgedFile(file, model);
      if (!own || pagesOf(bytes) > MAX_PAGES) {
        tally.left++;
        continue;
      }
      tally.inputs(own);
      for (const [name, make] of Object.entries(MAKERS)) {
        await tally.made(name, relative(folder, file), own, () => make(bytes), scratch, model);
      }
    }
    for (const file of images) {
      const bytes = new Uint8Array(readFileSync(file));
      if (bytes.length > MAX_BYTES) continue;
      const make = async () => (await imagesToPdf([{ name: "image", bytes }])).file;
      await tally.made("images", relative(folder, file), undefined, make, scratch, model);
    }
    if (withPrints) {
      for await (const { name, plain, finished } of prints()) {
        writeFileSync(join(scratch, "plain.pdf"), plain);
        const own = await judgedFile(join(scratch, "plain.pdf"), model);
        for (const [way, bytes] of finished) {
          const make = async () => new PdfFile({ length: bytes!.length, pieces: [bytes!] });
          if (bytes) await tally.made(`HTML, ${way}`, name, own, make, scratch, model);
        }
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return tally.tell() && differences.length === 0;
}

async function judgedFile(path: string, model: Model): Promise<Judged | undefined> {
  const listing = await listFile(path, "", ["--json-stream-data=none"]);
  return listing && check(listing, model);
}

/** None for a file that is no PDF for us. */
function pagesOf(bytes: Uint8Array): number {
  try {
    return openPdf(bytes).pageCount;
  } catch (error) {
    refusalText(error);
    return Number.POSITIVE_INFINITY;
  }
}

class Tally {
  left = 0;
  readonly #made = new Map<string, { files: number; objects: number; refused: number; unread: number }>();
  readonly #new = new Map<string, { count: number; first: string }>();
  #files = 0;
  #theirs = 0;
  #unjudged = 0;

  inputs({ breaches }: Judged): void {
    this.#files++;
    this.#theirs += breaches.size;
  }

  async made(
    operation: string,
    name: string,
    own: Judged | undefined,
    make: () => Promise<PdfFile>,
    scratch: string,
    model: Model,
  ): Promise<void> {
    const counts = this.#made.get(operation) ?? { files: 0, objects: 0, refused: 0, unread: 0 };
    this.#made.set(operation, counts);
    let file: PdfFile;
    try {
      file = await make();
    } catch (error) {
      refusalText(error);
      counts.refused++;
      return;
    }
    const path = join(scratch, "made.pdf");
    writeFileSync(path, file.bytes());
    const judged = await judgedFile(path, model);
    if (!judged) {
      counts.unread++;
      console.log(`qpdf does not read: ${operation} of ${name}`);
      return;
    }
    counts.files++;
    counts.objects += judged.objects;
    this.#unjudged += judged.unjudged;
    for (const [breach, place] of judged.breaches) {
      // A sign # that stands for itself is written so here, and read by qpdf as a NUL.
      if (own?.breaches.has(breach) || own?.breaches.has(breach.replaceAll("#", "\0"))) continue;
      const seen = this.#new.get(`${operation}: ${breach}`);
      if (seen) seen.count++;
      else this.#new.set(`${operation}: ${breach}`, { count: 1, first: `${name}, ${place}` });
    }
  }

  /** Prints the result; whether nothing new is broken. */
  tell(): boolean {
    console.log(
      `${this.#files} PDFs, which break the model in ${this.#theirs} kinds themselves; ${this.left} left out:`,
    );
    console.log(`over ${MAX_BYTES} bytes or ${MAX_PAGES} pages, or not read by qpdf or us.\n`);
    console.log("| made by | files | objects checked | refused | not read by qpdf |\n|---|---:|---:|---:|---:|");
    for (const [name, { files, objects, refused, unread }] of this.#made)
      console.log(`| ${name} | ${files} | ${objects} | ${refused} | ${unread} |`);
    console.log(`\n${this.#unjudged} times a condition of the model was not judged.`);
    console.log(`${this.#new.size} kinds of new breaches${this.#new.size > 0 ? ":" : "."}`);
    for (const [kind, { count, first }] of [...this.#new].sort(([, a], [, b]) => b.count - a.count))
      console.log(`${String(count).padStart(5)}  ${kind}   (${first})`);
    return this.#new.size === 0 && [...this.#made.values()].every(({ unread }) => unread === 0);
  }
}
