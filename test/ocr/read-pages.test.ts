import { describe, expect, it } from "vitest";
import { BrowserPool } from "../../src/html/browser/pool/sessions.ts";
import { POOL_LIMITS } from "../../src/html/html-limits.ts";
import { readPages } from "../../src/ocr/read-pages.ts";
import { type Answer, type Asked, SILENCE, scriptedPlatform } from "../support/scripted-browser.ts";

const WORD = { text: "Hello", box: [10, 20, 60, 32], confidence: 91 };
const FOUND = { lines: [{ words: [WORD], angle: 0, language: "deu" }], confidence: 91, turn: 0, resolution: 300 };

/** Reads with a browser whose program answers for a page what is said here. */
async function read(pages: number[], answer: (page: number, asked: Asked) => unknown, pageMs = 10_000) {
  const evaluate: Answer = (asked) => {
    const expression = asked.params.expression as string;
    if (!expression.startsWith("ocr.read")) return undefined;
    const { page } = JSON.parse(expression.slice("ocr.read(".length, -1)) as { page: number };
    const value = answer(page, asked);
    return value === SILENCE ? SILENCE : (value as object);
  };
  const scripted = scriptedPlatform({ "Runtime.evaluate": evaluate });
  const cleaning: Promise<unknown>[] = [];
  const found = await readPages(
    { bytes: new Uint8Array(9) },
    { pages, languages: ["deu"], resolution: 300, deskew: true, orientation: true, confidence: 30, pageMs },
    {
      ...scripted.platform,
      ...{ pool: new BrowserPool(POOL_LIMITS), network: {}, assets: {} as Fetcher },
      signal: new AbortController().signal,
      waitUntil: (work) => void cleaning.push(work),
    },
  );
  await Promise.all(cleaning);
  return { ...found, ...scripted };
}

const value = (found: object) => ({ result: { value: found } });

describe("pages", () => {
  it("are read one after the other in one page of a browser", async () => {
    const { pages, unread, asked } = await read([1, 2], () => value(FOUND));
    expect(pages).toMatchObject([
      { page: 1, leftOut: 0, lines: [{ words: [WORD], language: "de" }] },
      { page: 2, leftOut: 0, lines: [{ words: [WORD], language: "de" }] },
    ]);
    expect(unread).toEqual([]);
    const said = asked.map(({ params }) => String(params.expression)).filter((text) => text.startsWith("ocr.open"));
    expect(said).toEqual([`ocr.open({"languages":["deu"],"length":9})`]);
  });

  it("that take too long are named, and those after them are read in a new page", async () => {
    const { pages, unread } = await read([1, 2], (page) => (page === 1 ? SILENCE : value(FOUND)), 200);
    expect(unread).toEqual([{ page: 1, reason: "it took too long" }]);
    expect(pages).toMatchObject([{ page: 2 }]);
  });

  it("that crash the browser twice are named, and the others are read", async () => {
    const { pages, unread } = await read([1, 2], (page, { say }) => {
      if (page === 2) return value(FOUND);
      say("Inspector.targetCrashed");
      return SILENCE;
    });
    expect(unread).toEqual([{ page: 1, reason: "it crashed the browser, twice" }]);
    expect(pages).toMatchObject([{ page: 2 }]);
  });

  it("that cannot be drawn are named with the reason", async () => {
    const failed = { exceptionDetails: { text: "Uncaught", exception: { description: "Error: bad XRef entry" } } };
    const { unread } = await read([1], () => ({ result: {}, ...failed }));
    expect(unread).toEqual([{ page: 1, reason: "it cannot be drawn or read (Error: bad XRef entry)" }]);
  });

  it("so large that nothing could be read are not called empty", async () => {
    const { pages, unread } = await read([1], () => value({ ...FOUND, lines: [], confidence: 0, resolution: 25 }));
    expect([pages, unread]).toEqual([[], [{ page: 1, reason: expect.stringContaining("too large") }]]);
  });
});
