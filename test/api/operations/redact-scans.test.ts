import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { redact } from "../../../src/api/operations/redact.ts";
import { pdf, stream } from "../../fixtures/pdf.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";
import { browser, dead } from "../../support/no-browser.ts";
import { type Answer, scriptedPlatform } from "../../support/scripted-browser.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi([redact] as unknown as DescribedOperation[]);
});

/** Pages of 300 by 200 points: a picture with a number over it, text, and a picture beside text. */
const SCAN = pdf({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 300 200]/Resources 9 0 R>>",
  3: "<</Type/Page/Parent 2 0 R/Contents 6 0 R>>",
  4: "<</Type/Page/Parent 2 0 R/Contents 7 0 R>>",
  5: "<</Type/Page/Parent 2 0 R/Contents 8 0 R>>",
  6: stream("q 300 0 0 200 0 0 cm /I Do Q BT /F 10 Tf 240 10 Td (No 7) Tj ET"),
  7: stream("BT /F 12 Tf 9 9 Td (printed Jane Doe) Tj ET"),
  8: stream("q 150 0 0 150 0 50 cm /I Do Q BT /F 12 Tf 160 100 Td (beside it) Tj ET"),
  9: "<</Font<</F 10 0 R>>/XObject<</I 11 0 R>>>>",
  10: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  11: stream(
    "\x55".repeat(1600),
    "/Type/XObject/Subtype/Image/Width 40/Height 40/BitsPerComponent 8/ColorSpace/DeviceGray",
  ),
});

const word = (said: string, left: number, confidence: number, top = 40) => {
  return { text: said, box: [left, top, left + 30, top + 12], confidence };
};
const WORDS = [word("Jane", 20, 91), word("Doe", 60, 64), word("writes", 100, 95), word("~;", 140, 7)];
const LAYER = { pages: [{ page: 1, words: WORDS.slice(0, 3) }] };
const text = [{ words: "Jane Doe" }];

const reading: Answer = ({ params }) => {
  if (!String(params.expression).startsWith("ocr.read")) return undefined;
  const beside = [word("beside", 165, 90, 90), word("it", 210, 90, 90)];
  const lines = [{ words: [...WORDS, ...beside], angle: 0, language: "eng" }];
  return { result: { value: { lines, confidence: 80, turn: 0, resolution: 300 } } };
};

function post(fields: Record<string, unknown>, BROWSER: unknown = scriptedPlatform().platform.binding) {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const body = form({ file: ["scan.pdf", SCAN], ...Object.fromEntries(texts) });
  return api.request("/v1/pdf/redact", { method: "POST", body }, { BROWSER: BROWSER as Env["BROWSER"] });
}

interface Answered {
  findings: { pageNumber: number; text: string; recognised?: true; confidence?: number }[];
  coverage: Record<string, unknown> & { pages: unknown[] };
  redaction?: { verified: boolean };
  textLayer?: unknown;
  notes: string[];
  log?: string;
}

const answered = async (response: Response): Promise<Answered> => {
  expect(response.status, response.ok ? "" : await response.clone().text()).toBe(200);
  return response.json();
};

describe("words of scans", () => {
  it("that are brought are found like any text, and findings say on what they rest", async () => {
    const made = await answered(
      await post({ text, textLayer: LAYER, existing: "add", onUnreadable: "report", log: "csv" }),
    );
    expect(made.findings).toMatchObject([
      { pageNumber: 1, text: "Jane Doe", recognised: true, confidence: 64 },
      { pageNumber: 2, text: "Jane Doe" },
    ]);
    expect(made.findings[1]).not.toHaveProperty("recognised");
    expect(made.coverage).toMatchObject({ read: 1, recognised: 1, partly: 1, pictures: 0 });
    expect(made.redaction!.verified).toBe(false);
    expect(made.textLayer).toMatchObject({ pages: [1], words: 3, skipped: [] });
    expect(made.notes.join(" ")).toContain("1 finding rests on words that were recognised (least confidence 64)");
    const [head, first, second] = made.log!.split("\r\n");
    expect(head).toBe("id,page,place,count,x,y,width,height,rule,code,recognised,confidence");
    expect(first).toMatch(/,yes,64$/);
    expect(second).toMatch(/,,$/);
  });

  it("are read of the pages that are not searched, and laid where these have no text", async () => {
    const { platform, asked } = scriptedPlatform({ "Runtime.evaluate": reading });
    const made = await answered(await post({ text, onUnreadable: "ocr" }, platform.binding));
    const read = asked.map(({ params }) => String(params.expression)).filter((one) => one.startsWith("ocr.read"));
    expect(read.map((one) => JSON.parse(one.slice("ocr.read(".length, -1)).page)).toEqual([1, 3]);
    expect(made.findings.map(({ pageNumber }) => pageNumber)).toEqual([1, 2, 3]);
    expect(made.coverage).toMatchObject({ read: 1, recognised: 2, partly: 0, pictures: 0 });
    // What stands beside the picture is text of the page already.
    expect(made.coverage.pages).toMatchObject([
      { pageNumber: 1, state: "recognised" },
      { pageNumber: 3, state: "recognised", why: [{ kind: "recognised", characters: 13, leftOut: 1 }] },
    ]);
    expect(made.notes.join(" ")).toContain("1 word left out");
  });

  it("are read with what ocr says, and beside words that are brought", async () => {
    const { platform, asked } = scriptedPlatform({ "Runtime.evaluate": reading });
    const asking = {
      text,
      onUnreadable: "ocr",
      ocr: { languages: ["de"] },
      textLayer: LAYER,
      existing: "add",
      dryRun: true,
    };
    const made = await answered(await post(asking, platform.binding));
    const open = asked.map(({ params }) => String(params.expression)).find((one) => one.startsWith("ocr.open"));
    expect(open).toContain('"deu"');
    expect(made.findings.map(({ pageNumber }) => pageNumber)).toEqual([1, 2, 3]);
    expect(made.coverage).toMatchObject({ read: 1, recognised: 2, partly: 0, pictures: 0 });
  });

  it("are not read where all is searched", async () => {
    const { platform, requests } = scriptedPlatform({ "Runtime.evaluate": reading });
    const made = await answered(
      await post({ text: [{ words: "Jane Doe", pages: "2" }], onUnreadable: "ocr" }, platform.binding),
    );
    expect(requests).toEqual([]);
    expect(made.redaction!.verified).toBe(true);
  });

  it("are not read where no browser is there: the request can be tried again", async () => {
    const error = await errorOf(await post({ text, onUnreadable: "ocr" }, browser({ sessions: dead }).BROWSER));
    expect(error).toMatchObject({ code: "PROCESSING_FAILED", field: "ocr", retryable: true });
  });

  it("are refused with the page that could not be read", async () => {
    const failing: Answer = ({ params }) =>
      String(params.expression).startsWith("ocr.read")
        ? { result: {}, exceptionDetails: { text: "Uncaught", exception: { description: "Error: no such filter" } } }
        : undefined;
    const { platform } = scriptedPlatform({ "Runtime.evaluate": failing });
    const response = await post({ text, onUnreadable: "ocr" }, platform.binding);
    expect(response.status).toBe(400);
    const error = await errorOf(response);
    expect(error).toMatchObject({ field: "onUnreadable", message: expect.stringContaining("page 1 was not read") });
  });
});
