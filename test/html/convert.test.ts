import { describe, expect, it, vi } from "vitest";
import { LedgerBook } from "../../src/html/browser/pool/ledger.ts";
import type { BrowserPool } from "../../src/html/browser/pool/sessions.ts";
import { composePdf } from "../../src/html/compose.ts";
import { type ConversionContext, convertHtml, readPieces, readPrinted } from "../../src/html/convert.ts";
import { documentFields, type Mark } from "../../src/html/fields/documents.ts";
import { htmlOptions } from "../../src/html/fields/options.ts";
import { HTML_LIMITS, POOL_LIMITS } from "../../src/html/html-limits.ts";
import { SessionProblem } from "../../src/html/html-problem.ts";
import { localSource } from "../../src/html/resources/html-source.ts";
import { pagesOf, pdf } from "../fixtures/pdf.ts";

/** The account's limit of sessions is reached: no further attempt is worth a pause. */
const NO_BROWSERS = {
  limits: POOL_LIMITS,
  borrow: () => Promise.reject(new SessionProblem("No browser", { limited: true })),
} as unknown as BrowserPool;

/** No session is to be had; the quick action gives this PDF. */
function platform(quick: () => Response) {
  const grown: number[] = [];
  const times: number[] = [];
  let quickly = 0;
  const context: ConversionContext = {
    binding: {
      quickAction: async () => {
        quickly++;
        return quick();
      },
    } as unknown as ConversionContext["binding"],
    ledger: new LedgerBook(),
    pool: NO_BROWSERS,
    network: { memory: { grow: async (bytes: number) => void grown.push(bytes), shrink: () => {} } },
    signal: new AbortController().signal,
    onBrowserTime: (milliseconds) => times.push(milliseconds),
    waitUntil: () => {},
  };
  return { context, grown, times, quick: () => quickly };
}
const source = () => localSource(new TextEncoder().encode("<p>x"), undefined);
const options = (changes: object = {}) => htmlOptions.parse(changes);
const printed = (pages: number) => () => new Response(pdf(pagesOf(pages)));
const documents = (count: number, changes: object = {}) =>
  Array.from({ length: count }, (_, i) => ({ source: source(), options: options(changes), name: `${i}` }));
const whole = { marks: [], information: undefined };

describe("the way that a document is rendered", () => {
  it("is the quick action where there is no session", async () => {
    const quick = platform(printed(2));
    expect(await convertHtml(source(), options(), quick.context)).toMatchObject({
      conversionMethod: "browser-quick-action",
      usedFallback: true,
      originalSize: 4,
    });
    expect(quick.quick()).toBe(1);
  });

  it("is busy where there is no session and the renderer gives what is no PDF, or one without pages", async () => {
    for (const answer of ["<html>", pdf(pagesOf(0))]) {
      const { context } = platform(() => new Response(answer));
      await expect(convertHtml(source(), options(), context)).rejects.toMatchObject({ kind: "busy" });
    }
  });

  it("is none but a session with fallback: none, and none where each fails", async () => {
    const strict = platform(printed(1));
    await expect(convertHtml(source(), options({ fallback: "none" }), strict.context)).rejects.toMatchObject({
      kind: "busy",
    });
    expect(strict.quick()).toBe(0);
    // The quick action cannot make fields.
    await expect(convertHtml(source(), options({ forms: "fields" }), strict.context)).rejects.toMatchObject({
      kind: "busy",
    });
    expect(strict.quick()).toBe(0);
    const failing = platform(() => new Response("no", { status: 500 }));
    await expect(convertHtml(source(), options({ singlePage: true }), failing.context)).rejects.toMatchObject({
      kind: "busy",
    });
  });

  it("reports how long the quick action took, also where it failed", async () => {
    const well = platform(printed(1));
    await convertHtml(source(), options(), well.context);
    const failing = platform(() => new Response("no", { status: 500 }));
    await expect(convertHtml(source(), options(), failing.context)).rejects.toThrow("full, slow or gone");
    expect([well.times, failing.times]).toEqual([[expect.any(Number)], [expect.any(Number)]]);
  });
});

describe("the pages of what was printed", () => {
  it("are counted before any of it is answered: as many as the limit are accepted, one more is not", async () => {
    expect(readPrinted([pdf(pagesOf(HTML_LIMITS.outputPages))]).pageCount).toBe(HTML_LIMITS.outputPages);
    const { context } = platform(printed(HTML_LIMITS.outputPages + 1));
    // It is the page's doing: no other way is tried.
    await expect(convertHtml(source(), options(), context)).rejects.toMatchObject({ kind: "too-large" });
  });

  it("are counted over all documents", async () => {
    const half = HTML_LIMITS.outputPages / 2;
    const { pageCount } = await composePdf(documents(2), whole, platform(printed(half)).context);
    expect(pageCount).toBe(HTML_LIMITS.outputPages);
    const three = composePdf(documents(3), whole, platform(printed(half)).context);
    await expect(three).rejects.toMatchObject({ kind: "too-large", message: expect.stringContaining("pages") });
  });

  it("are bounded in bytes over all documents", async () => {
    const large = new Uint8Array(HTML_LIMITS.outputBytes / 3 + 1);
    large.fill(0x20 /* space */);
    large.set(pdf(pagesOf(1)));
    // The same bytes three times, held once.
    const shared = {
      ok: true,
      headers: new Headers(),
      body: {
        [Symbol.asyncIterator]: async function* () {
          yield large;
        },
      },
    };
    const { context } = platform(() => shared as unknown as Response);
    // Were they let through, there would be no room for them.
    const network = { memory: refusing(3 * large.length) };
    const three = composePdf(documents(3), whole, { ...context, network });
    await expect(three).rejects.toMatchObject({ kind: "too-large", message: expect.stringContaining("bytes") });
  });
});

describe("marks on pages", () => {
  /** Each page has a size of its own, for which the mark is laid out again. */
  const sized = (count: number) => () =>
    new Response(pdf(pagesOf(count, (index) => `/MediaBox[0 0 ${200 + index} 100]`)));
  const marks = [documentFields.watermark.parse({ text: "Draft" })].flat() as Mark[];
  const marked = (count: number) =>
    composePdf(documents(1), { marks, information: undefined }, platform(sized(count)).context);

  it("are refused where they are for pages that there are not, and else printed", async () => {
    const on = (pages: string) => {
      const some = [documentFields.watermark.parse({ text: "Draft", pages })].flat() as Mark[];
      return composePdf(documents(1), { marks: some, information: undefined }, platform(sized(1)).context);
    };
    const message = "watermark.pages names no page that the result has.";
    await expect(on("2-")).rejects.toMatchObject({ kind: "input", field: "watermark", message });
    await expect(on("1")).rejects.toMatchObject({ kind: "busy" });
  });

  it("are made for as many sizes of pages as the limit, and not for one more", async () => {
    // The marks of these are printed, for which there is no browser here.
    await expect(marked(200)).rejects.toMatchObject({ kind: "busy" });
    const message = "watermark: the pages have too many sizes: it would be made more than 200 times.";
    await expect(marked(201)).rejects.toMatchObject({ kind: "input", field: "watermark", message });
  });
});

describe("the documents of one request", () => {
  it("are rendered three at a time", async () => {
    let going = 0;
    let most = 0;
    const { context } = platform(printed(1));
    const quickAction = async () => {
      most = Math.max(most, ++going);
      await new Promise((resolve) => setTimeout(resolve));
      going--;
      return printed(1)();
    };
    const binding = { quickAction } as unknown as ConversionContext["binding"];
    expect((await composePdf(documents(7), whole, { ...context, binding })).pageCount).toBe(7);
    expect(most).toBe(3);
  });

  it("have one time together: a document whose turn comes after it is not begun", async () => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(1e12);
    try {
      const slow = platform(() => {
        clock.mockReturnValue(1e12 + 1000);
        return printed(1)();
      });
      await expect(composePdf(documents(4, { timeout: 1000 }), whole, slow.context)).rejects.toMatchObject({
        kind: "timeout",
        field: "timeout",
        message: "The documents were not ready within 1000 ms.",
      });
      expect(slow.quick()).toBe(3);
    } finally {
      clock.mockRestore();
    }
  });
});

describe("the memory of what was printed", () => {
  const { length } = pdf(pagesOf(2));
  it("is taken twice while pieces are joined, and once where there is one piece", async () => {
    const whole = pdf(pagesOf(2));
    for (const [pieces, most] of [
      [[whole.subarray(0, 100), whole.subarray(100)], length],
      [[whole], 0],
    ] as const) {
      const held = { now: 0, most: 0 };
      const grow = async (bytes: number) => {
        held.now += bytes;
        held.most = Math.max(held.most, held.now);
      };
      const shrink = (bytes: number) => {
        held.now -= bytes;
      };
      expect((await readPieces(pieces, { grow, shrink })).pageCount).toBe(2);
      expect(held).toEqual({ now: 0, most });
    }
  });

  it("is taken before the new file is made beside it", async () => {
    const { context, grown } = platform(printed(2));
    const { printedBytes } = await composePdf(documents(1), whole, context);
    expect([printedBytes, grown.at(-1)]).toEqual([length, length]);
    const none = { ...context, network: { memory: refusing(length) } };
    await expect(composePdf(documents(1), whole, none)).rejects.toThrow("no room");
  });

  it("is taken for all documents, and for the pages that are chosen of them", async () => {
    const all = platform(printed(2));
    expect((await composePdf(documents(2), whole, all.context)).printedBytes).toBe(2 * length);
    expect(all.grown.at(-1)).toBe(2 * length);
    const some = platform(printed(2));
    expect((await composePdf(documents(2, { pageRanges: "2-3" }), whole, some.context)).pageCount).toBe(2);
    const [printedBytes = 0, merged = 0] = some.grown.slice(-2);
    expect(printedBytes).toBe(2 * length);
    expect(merged).toBeGreaterThan(length);
  });
});

/** Memory that has room for everything but so much at once. */
function refusing(bytes: number) {
  const grow = (asked: number) => (asked === bytes ? Promise.reject(new Error("no room")) : Promise.resolve());
  return { grow, shrink: () => {} };
}
