import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { assemble } from "../../../src/api/operations/assemble.ts";
import { inspect } from "../../../src/engine.ts";
import { pdf, stream, text } from "../../fixtures/pdf.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi([assemble] as unknown as DescribedOperation[]);
});

/** Two pages of 200 by 100 points: a picture, and a text. */
const SCAN = pdf({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 100]>>",
  3: "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</XObject<</Im 6 0 R>>>>>>",
  4: "<</Type/Page/Parent 2 0 R/Contents 7 0 R/Resources<</Font<</F 8 0 R>>>>>>",
  5: stream("q 200 0 0 100 0 0 cm /Im Do Q"),
  6: stream("\x55\xaa", "/Type/XObject/Subtype/Image/Width 8/Height 2/BitsPerComponent 1/ColorSpace/DeviceGray"),
  7: stream("BT /F 12 Tf 9 9 Td (printed) Tj ET"),
  8: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
});

const words = (...given: [string, number, number, number, number][]) =>
  given.map(([said, ...box]) => ({ text: said, box }));
const LAYER = { pages: [{ page: 1, words: words(["Hello", 20, 20, 60, 32], ["scan", 66, 20, 100, 32]) }] };

function post(fields: Record<string, unknown>, query = "", ...files: Uint8Array[]): Promise<Response> {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const body = form(Object.fromEntries(texts));
  for (const file of files.length > 0 ? files : [SCAN]) {
    body.append("file", new File([file as Uint8Array<ArrayBuffer>], "scan.pdf"));
  }
  return api.request(`/v1/pdf/assemble${query}`, { method: "POST", body });
}

const linesOf = async (bytes: Uint8Array): Promise<string[][]> => {
  const { pages } = await inspect(bytes, { text: "lines" });
  return pages.map((page) => page.text!.lines.map((line) => line.text));
};

const made = async (fields: Record<string, unknown>): Promise<Uint8Array> => {
  const response = await post(fields, "?format=binary");
  expect(response.status, response.ok ? "" : await response.text()).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
};

describe("a text layer", () => {
  it("makes one PDF searchable by an update: every byte that was sent stays", async () => {
    const file = await made({ textLayer: LAYER });
    expect(text(file).startsWith(text(SCAN))).toBe(true);
    expect(await linesOf(file)).toEqual([["Hello scan"], ["printed"]]);
  });

  it("is answered with the pages that have it, and those that have text and stay as they are", async () => {
    const both = { pages: [...LAYER.pages, { page: 2, words: words(["lost", 1, 1, 9, 9]) }] };
    const answer = await (await post({ textLayer: both })).json();
    expect(answer).toMatchObject({ textLayer: { pages: [1], words: 2, skipped: [2] } });
  });

  it("is laid beside text where that is asked for", async () => {
    const beside = { pages: [{ page: 2, words: words(["beside", 20, 20, 60, 32]) }] };
    expect((await linesOf(await made({ textLayer: beside, existing: "add" })))[1]).toEqual(["beside", "printed"]);
  });

  it("is in a file that is made anew as well", async () => {
    const file = await made({ textLayer: LAYER, metadata: { title: "Scan" } });
    expect(await linesOf(file)).toEqual([["Hello scan"], ["printed"]]);
  });

  it("is measured in the size that its source gives the page", async () => {
    const pages = [{ page: 1, width: 1, height: 1, words: words(["part", 0.5, 0.5, 0.75, 0.75]) }];
    const { pages: read } = await inspect(await made({ textLayer: { pages } }), { text: "words" });
    expect(read[0]!.text!.lines[0]).toMatchObject({
      x: expect.closeTo(100, 0),
      y: expect.closeTo(25, 0),
      width: expect.closeTo(50, 0),
    });
  });

  it.each<[string, unknown, string]>([
    ["a page that is not there", { pages: [{ page: 3, words: [] }] }, "textLayer.pages[0].page"],
    [
      "a box beside the page",
      { pages: [{ page: 1, words: words(["x", 20, 20, 1e9, 40]) }] },
      "textLayer.pages[0].words[0].box",
    ],
    [
      "a box that is turned over",
      { pages: [{ page: 1, words: words(["x", 20, 20, 10, 40]) }] },
      "textLayer.pages[0].words[0].box",
    ],
    ["a page of other proportions", { pages: [{ page: 1, width: 100, height: 100, words: [] }] }, "textLayer.pages[0]"],
    ["a strange member", { pages: [{ page: 1, words: [{ text: "x", bbox: [] }] }] }, "textLayer.pages[0].words[0]"],
    ["a text of no format", "Hello", "textLayer"],
  ])("of %s is refused by field", async (_, textLayer, field) => {
    const response = await post({ textLayer });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: "INVALID_INPUT", field });
  });

  it("belongs to one document", async () => {
    const response = await post({ textLayer: LAYER }, "", SCAN, SCAN);
    expect(await errorOf(response)).toMatchObject({ code: "INVALID_INPUT", field: "textLayer" });
  });
});
