import { readFileSync } from "node:fs";
import path from "node:path";
import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import * as engine from "../../../src/engine.ts";
import { tinyPdf } from "../../fixtures/pdf.ts";
import { png } from "../../fixtures/png.ts";

const SOURCE = readFileSync(path.join(import.meta.dirname, "../../../src/engine.ts"), "utf8");

/** The examples in the comments of src/engine.ts, by the function that each stands above. */
const EXAMPLES = [
  ...SOURCE.matchAll(/\/\*\*(?:(?!\*\/)[\s\S])*? \* @example\n((?: \*.*\n)+?) \*\/\nexport async function (\w+)/g),
].map(([, code, name]) => [name as string, (code as string).replace(/^ \* ?/gm, "")] as const);

/** What only the service asks for. */
const OF_THE_SERVICE = ["splitMemory", "inspectRanges"];

type Made = { file?: engine.PdfFile; files?: engine.PdfFile[] };

/** Runs an example with what the page around it would have, and gives the files that it makes. */
async function run(code: string): Promise<Record<string, unknown> & Made> {
  const names = [...code.matchAll(/^const (?:\{ (.+?) \}|(\w+)) =/gm)].flatMap(
    ([, many, one]) => many?.split(", ") ?? [one],
  );
  const around = {
    ...engine,
    pdf: tinyPdf(3),
    png: png({ width: 4, height: 3, depth: 8, colourType: 2, pixel: (x, y) => [x * 60, y * 80, 9] }),
  };
  const Program = Object.getPrototypeOf(run).constructor as new (
    ...parts: string[]
  ) => (...args: unknown[]) => Promise<Made>;
  const program = new Program(...Object.keys(around), `${code}\nreturn { ${names.join(", ")} };`);
  return program(...Object.values(around)) as Promise<Record<string, unknown> & Made>;
}

async function sizes(file: engine.PdfFile | undefined): Promise<[number, number][]> {
  const read = await PDFDocument.load((file as engine.PdfFile).bytes());
  return read.getPages().map((page) => [page.getCropBox().width, page.getCropBox().height]);
}

describe("an example of the engine", () => {
  it("is there for each operation", () => {
    const operations = Object.entries(engine).filter(
      ([name, value]) => isOperation(value) && !OF_THE_SERVICE.includes(name),
    );
    expect(EXAMPLES.map(([name]) => name).sort()).toEqual(operations.map(([name]) => name).sort());
  });

  it("inspects", async () => {
    const { pageCount, pages } = (await run(example("inspect"))) as unknown as engine.Inspection;
    expect(pages).toHaveLength(pageCount);
  });

  it("crops one page, and leaves the others", async () => {
    const [first, second] = await sizes((await run(example("crop"))).file);
    expect(first).toEqual([200, 100]);
    expect(second).not.toEqual(first);
  });

  it("crops to what pages show", async () => {
    const all = await sizes((await run(example("autoCrop"))).file);
    expect(all).toHaveLength(3);
  });

  it("removes what is outside, and proves it", async () => {
    const { file, removal } = await run(example("removeOutside"));
    expect((removal as engine.RemovalReport).verified).toBe(true);
    expect(new Set((await sizes(file)).map(String))).toEqual(new Set(["200,400"]));
  });

  it("splits", async () => {
    const { files = [] } = await run(example("split"));
    expect(await Promise.all(files.map(async (file) => (await sizes(file)).length))).toEqual([2, 1]);
  });

  it("finds the parts that an expression begins", async () => {
    const { parts } = (await run(example("matching"))) as unknown as { parts: unknown[] };
    expect(parts).toHaveLength(1);
  });

  it("protects a file, and the parts of a split", async () => {
    const made = await run(example("protect"));
    const [part] = (await run(example("protectParts"))).encrypted as { file: engine.PdfFile }[];
    const files = [made.encrypted, part?.file] as { pieces: Iterable<Uint8Array> }[];
    for (const { pieces } of files) {
      const bytes = Buffer.concat(Array.from(pieces, (piece) => piece.slice()));
      expect(() => engine.openPdf(bytes)).toThrow(/password/);
      expect(engine.openPdf(bytes, { password: "open sesame" }).pageCount).toBeGreaterThan(0);
    }
    expect(await run(example("newProtection"))).toHaveProperty("protection");
  });

  it("joins", async () => {
    expect(await sizes((await run(example("merge"))).file)).toHaveLength(6);
  });

  it("claims a standard, and keeps it", async () => {
    expect(await run(example("newExtras"))).toHaveProperty("met", true);
  });

  it("knows what is no invoice", async () => {
    expect(await run(example("readInvoice"))).toEqual({ invoice: expect.stringContaining("got <Invoice>") });
  });

  it("finds no active content where there is none", async () => {
    expect(await run(example("dropActiveContent"))).toEqual({ file: undefined, dropped: 0 });
  });

  it("makes a page of an image", async () => {
    const [[width, height] = []] = await sizes((await run(example("imagesToPdf"))).file);
    expect([width, height].map((side) => Math.round(side as number))).toEqual([595, 842]);
  });
});

describe("a file that was made", () => {
  it("gives the same bytes as a stream, and its size before", async () => {
    const { file } = await engine.crop(tinyPdf(3), {
      definitions: [{ page: 2, area: { x: 0, y: 0, width: 50, height: 50 } }],
    });
    const streamed = new Uint8Array(await new Response(file.stream()).arrayBuffer());
    expect(streamed.length).toBe(file.size);
    expect(Buffer.compare(streamed, file.bytes())).toBe(0);
  });
});

describe("what cannot be done", () => {
  it("is a problem of its kind", async () => {
    const nowhere = engine.split(tinyPdf(3), { parts: [{ from: 2, to: 4 }] });
    await expect(nowhere).rejects.toThrow(engine.MisfitProblem);
    await expect(engine.inspect(new Uint8Array(100))).rejects.toMatchObject({ kind: "corrupt" });
  });

  it("ends when its signal does", async () => {
    const signal = AbortSignal.abort();
    const work = new engine.Work(0, {});
    work.beginTurn();
    await expect(engine.autoCrop(tinyPdf(2000), { signal, work })).rejects.toThrow(/abort/i);
  });
});

function example(name: string): string {
  return (EXAMPLES.find(([own]) => own === name) as readonly [string, string])[1];
}

function isOperation(value: unknown): boolean {
  return typeof value === "function" && value.constructor.name === "AsyncFunction";
}
