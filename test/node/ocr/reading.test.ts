import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readingFiles } from "../../../scripts/lib/reading.ts";
import { type PagesRead, type ReadingOptions, readPages } from "../../../src/ocr/read-pages.ts";
import { scanned } from "../../support/scanned.ts";
import { chromiumBinding, type TestBinding } from "../html/chromium.ts";
import { patientPool } from "../html/patient-pool.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PDFJS = path.join(ROOT, "node_modules", "pdfjs-dist");
const PDFJS_PATH = "/assets/pdfjs-0.0.0";
const pool = patientPool();
let files: Map<string, Uint8Array>;
let binding: TestBinding;

beforeAll(async () => {
  const [reading, browser] = await Promise.all([readingFiles(ROOT, PDFJS_PATH), chromiumBinding()]);
  files = reading.files;
  binding = browser;
});
afterAll(() => binding.close());

/** The static assets, as the build makes them; `without` some. */
function assetsWithout(without: readonly string[] = []): { assets: Fetcher; asked: string[] } {
  const asked: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const name = pathname.split("/").at(-1) as string;
    if (without.includes(name)) return new Response("", { status: 404 });
    const own = files.get(pathname.slice(1));
    if (own) return new Response(own as BodyInit);
    const file = [pathname.slice(PDFJS_PATH.length), `/legacy/build/${name}`].find((each) => existsSync(PDFJS + each));
    return file ? new Response(readFileSync(PDFJS + file)) : new Response("", { status: 404 });
  };
  return { assets: { fetch } as unknown as Fetcher, asked };
}

const OPTIONS: ReadingOptions = {
  ...{ pages: [1], languages: ["eng"], deskew: true, orientation: true, confidence: 30 },
};

async function read(
  bytes: Uint8Array,
  options: Partial<ReadingOptions> = {},
  { assets } = assetsWithout(),
): Promise<PagesRead & { browserMs: number }> {
  const cleaning: Promise<unknown>[] = [];
  let browserMs = 0;
  try {
    const context = {
      ...{ binding, ledger: binding.ledger, pool, network: {}, assets, signal: new AbortController().signal },
      waitUntil: (work: Promise<unknown>) => void cleaning.push(work),
      onBrowserTime: (ms: number) => {
        browserMs += ms;
      },
    };
    return { ...(await readPages({ bytes }, { ...OPTIONS, ...options }, context)), browserMs };
  } finally {
    await Promise.all(cleaning);
  }
}

const LINES = [
  "The quick brown fox jumps over the lazy dog.",
  "Invoice 4711 of 12 March 2024, due within thirty days.",
  "Payment by transfer to the account that is named below.",
  "Questions are answered on weekdays between nine and five.",
];

function textOf({ pages }: PagesRead, at = 0): string {
  return (pages[at]?.lines ?? []).map(({ words }) => words.map(({ text }) => text).join(" ")).join("\n");
}

describe("pages that are pictures", () => {
  it("are read, each word with its place on the page", async () => {
    const found = await read(await scanned([{ lines: LINES }]));
    expect(textOf(found)).toBe(LINES.join("\n"));
    const [left, top, right, bottom] = found.pages[0]!.lines[0]!.words[0]!.box;
    expect([left, bottom, right - left].map(Math.round)).toEqual([50, 60, 20]);
    expect(bottom - top).toBeGreaterThan(7);
    expect(found.unread).toEqual([]);
    expect(found.browserMs).toBeGreaterThan(100);
  });

  it.each([
    { how: "on its head", turned: 180, turn: 180 },
    { how: "on its left side", turned: 270, turn: 90 },
    { how: "on its right side", turned: 90, turn: 270 },
    { how: "on its head, which the page itself makes upright", turned: 180, rotate: 180, turn: 0 },
  ])("is read when it lies $how", async ({ turned, rotate = 0, turn }) => {
    const found = await read(await scanned([{ lines: LINES, turned, rotate }]));
    expect(textOf(found)).toBe(LINES.join("\n"));
    const [page] = found.pages;
    expect(page!.turn).toBe(turn);
    for (const { angle = 0 } of page!.lines) expect((Math.round(angle) + 360) % 360).toBe(turn);
  });

  it("is read straight when it lies askew, and its lines say by how much", async () => {
    const found = await read(await scanned([{ lines: LINES, turned: 2 }]));
    expect(textOf(found)).toBe(LINES.join("\n"));
    for (const { angle = 0 } of found.pages[0]!.lines) expect(angle).toBeCloseTo(-2, 0);
  });

  it.each([
    { resolution: 150, drawn: 150 },
    { resolution: 600, drawn: 300 },
    { resolution: 72, drawn: 144 },
  ])("is drawn with the pixels of its own picture: $resolution to the inch", async ({ resolution, drawn }) => {
    const found = await read(await scanned([{ lines: LINES, resolution, turned: 90 }]));
    expect(Math.abs(found.pages[0]!.resolution - drawn)).toBeLessThan(2);
  });

  it("has no words where there are none", async () => {
    const found = await read(await scanned([{ lines: [] }]));
    expect(found.pages).toMatchObject([{ page: 1, lines: [], leftOut: 0, confidence: 0 }]);
  });

  it("leaves out and counts words of which it is not sure", async () => {
    const bytes = await scanned([{ lines: LINES }]);
    const found = await read(bytes, { confidence: 100 });
    expect(found.pages).toMatchObject([{ lines: [], leftOut: 38 }]);
  });

  it("reads the pages that are asked for, and loads only what these need of the document", async () => {
    const bytes = await scanned([{ lines: ["One"] }, { lines: LINES }, { lines: ["Three words here"] }]);
    const found = await read(bytes, { pages: [3, 2] });
    expect(found.pages.map(({ page }) => page)).toEqual([3, 2]);
    expect(textOf(found)).toBe("Three words here");
  });

  it("names a page that cannot be drawn, and reads the others", async () => {
    const found = await read(await scanned([{ lines: LINES }]), { pages: [7, 1] });
    expect(found.pages.map(({ page }) => page)).toEqual([1]);
    expect(found.unread).toMatchObject([{ page: 7 }]);
  });

  it("asks for the models of its languages alone", async () => {
    const serving = assetsWithout();
    await read(await scanned([{ lines: ["Straße und Fuß"] }]), { languages: ["deu"] }, serving);
    const models = serving.asked.filter((name) => name.includes("traineddata"));
    expect(models.map((name) => path.basename(name))).toEqual(["deu.traineddata.gz"]);
  });

  it("says which model does not load", async () => {
    const bytes = await scanned([{ lines: LINES }]);
    const serving = assetsWithout(["eng.traineddata.gz"]);
    await expect(read(bytes, {}, serving)).rejects.toThrow("eng.traineddata.gz is not there (404)");
  });
});
