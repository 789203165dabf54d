import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { assemble } from "../../../src/api/operations/assemble.ts";
import { inspect } from "../../../src/engine.ts";
import { BrowserPool } from "../../../src/html/browser/pool/sessions.ts";
import { SessionProblem } from "../../../src/html/html-problem.ts";
import { pagesOf, pdf, stream } from "../../fixtures/pdf.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";
import { browser, dead } from "../../support/no-browser.ts";
import { type Answer, scriptedPlatform } from "../../support/scripted-browser.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi([assemble] as unknown as DescribedOperation[]);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Two pages of 200 by 100 points: nothing, and a text. */
const SCAN = pdf({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 100]>>",
  3: "<</Type/Page/Parent 2 0 R>>",
  4: "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>>>",
  5: stream("BT /F 12 Tf 9 9 Td (printed) Tj ET"),
  6: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
});

const FOUND = {
  lines: [
    {
      words: [
        { text: "Hello", box: [20, 20, 60, 32], confidence: 91 },
        { text: "~;", box: [70, 20, 80, 32], confidence: 12 },
      ],
      ...{ angle: 0, language: "eng" },
    },
  ],
  ...{ confidence: 84, turn: 0, resolution: 300 },
};
const reading: Answer = ({ params }) =>
  (params.expression as string).startsWith("ocr.read") ? { result: { value: FOUND } } : undefined;

function post(fields: Record<string, unknown>, BROWSER: unknown, query = "", ...files: Uint8Array[]) {
  const texts = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]);
  const body = form(Object.fromEntries(texts));
  for (const file of files.length > 0 ? files : [SCAN]) {
    body.append("file", new File([file as Uint8Array<ArrayBuffer>], "scan.pdf"));
  }
  return api.request(`/v1/pdf/assemble${query}`, { method: "POST", body }, { BROWSER: BROWSER as Env["BROWSER"] });
}

describe("ocr", () => {
  it("reads the pages that have no text, and lays the words of which it is sure", async () => {
    const { platform, asked } = scriptedPlatform({ "Runtime.evaluate": reading });
    const response = await post({ ocr: true }, platform.binding, "?format=binary");
    expect(response.status).toBe(200);
    const { pages } = await inspect(new Uint8Array(await response.arrayBuffer()), { text: "lines" });
    expect(pages.map(({ text }) => text!.lines.map((line) => line.text))).toEqual([["Hello"], ["printed"]]);
    const read = asked.map(({ params }) => String(params.expression)).filter((text) => text.startsWith("ocr.read"));
    expect(read.map((text) => JSON.parse(text.slice("ocr.read(".length, -1)).page)).toEqual([1]);
  });

  it.each([
    { orientation: "turn", rotations: [180, 0] },
    { orientation: "keep", rotations: [0, 0] },
  ])(
    "turns pages that stand on their head where that is asked for: $orientation",
    async ({ orientation, rotations }) => {
      const found = { result: { value: { ...FOUND, turn: 180 } } };
      const answer: Answer = ({ params }) => ((params.expression as string).startsWith("ocr.read") ? found : undefined);
      const { platform } = scriptedPlatform({ "Runtime.evaluate": answer });
      const response = await post({ ocr: { orientation } }, platform.binding, "?format=binary");
      const { pages } = await inspect(new Uint8Array(await response.arrayBuffer()));
      expect(pages.map(({ rotation }) => rotation)).toEqual(rotations);
    },
  );

  it("says what was read, what was left out, and which pages have text", async () => {
    const { platform } = scriptedPlatform({ "Runtime.evaluate": reading });
    expect(await (await post({ ocr: true }, platform.binding)).json()).toMatchObject({
      textLayer: {
        ...{ pages: [1], words: 1, skipped: [2], unread: [] },
        recognised: [{ page: 1, confidence: 84, words: 1, leftOut: 1, turn: 0 }],
      },
    });
  });

  it("asks for no browser where every page has text", async () => {
    const { platform, requests } = scriptedPlatform();
    const response = await post({ ocr: { pages: "2" } }, platform.binding);
    expect(await response.json()).toMatchObject({ textLayer: { pages: [], skipped: [2], recognised: [] } });
    expect(requests).toEqual([]);
  });

  it("is busy with browsers that are: 503, and when to come again", async () => {
    vi.spyOn(BrowserPool.prototype, "borrow").mockRejectedValue(new SessionProblem("All are full", { limited: true }));
    const response = await post({ ocr: true }, scriptedPlatform().platform.binding);
    expect([response.status, (await errorOf(response)).code]).toEqual([503, "BUSY"]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("fails, to be tried again, where there are none", async () => {
    const error = await errorOf(await post({ ocr: true }, browser({ sessions: dead }).BROWSER));
    expect(error).toMatchObject({ code: "PROCESSING_FAILED", field: "ocr", retryable: true });
  });

  it("fails by name when its program cannot begin", async () => {
    const failed = { text: "Uncaught", exception: { description: "Error: eng.traineddata.gz is not there (404)" } };
    const open: Answer = ({ params }) =>
      (params.expression as string).startsWith("ocr.open") ? { result: {}, exceptionDetails: failed } : undefined;
    const { platform } = scriptedPlatform({ "Runtime.evaluate": open });
    const error = await errorOf(await post({ ocr: true }, platform.binding));
    expect(error).toMatchObject({ code: "PROCESSING_FAILED", message: expect.stringContaining("eng.traineddata.gz") });
  });

  it.each([
    ["more pages than are read", { ocr: true }, [pdf(pagesOf(21))], "ocr.pages", "21 pages are to be read"],
    ["several documents", { ocr: true }, [SCAN, SCAN], "ocr", "expected one document"],
    ["words that were brought", { ocr: true, textLayer: { pages: [] } }, [SCAN], "ocr", "send one of the two"],
    ["a language without a model", { ocr: { languages: ["tlh"] } }, [SCAN], "ocr.languages", '"tlh"; there are'],
    ["no language", { ocr: { languages: [] } }, [SCAN], "ocr.languages", "at least 1"],
    ["a page that is not there", { ocr: { pages: "3" } }, [SCAN], "ocr.pages", "The document has 2 pages"],
  ])("is refused with %s", async (_, fields, files, field, says) => {
    const response = await post(fields, scriptedPlatform().platform.binding, "", ...files);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ field, message: expect.stringContaining(says) });
  });
});
