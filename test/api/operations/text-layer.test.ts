import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { assemble } from "../../../src/api/operations/assemble.ts";
import { crop } from "../../../src/api/operations/crop.ts";
import { imageToPdf } from "../../../src/api/operations/images.ts";
import { inspect as inspectPdf } from "../../../src/api/operations/inspect.ts";
import { split } from "../../../src/api/operations/split.ts";
import { inspect } from "../../../src/engine.ts";
import { pdf, stream, text } from "../../fixtures/pdf.ts";
import { png } from "../../fixtures/png.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

let api: TestApi;
beforeAll(async () => {
  const operations = [assemble, crop, imageToPdf, inspectPdf, split];
  api = await testApi(operations as unknown as DescribedOperation[]);
});

/** Two pages of 200 by 100 points: a picture, and a text. */
const PARTS = {
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 100]>>",
  3: "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</XObject<</Im 6 0 R>>>>>>",
  4: "<</Type/Page/Parent 2 0 R/Contents 7 0 R/Resources<</Font<</F 8 0 R>>>>>>",
  5: stream("q 200 0 0 100 0 0 cm /Im Do Q"),
  6: stream("\x55\xaa", "/Type/XObject/Subtype/Image/Width 8/Height 2/BitsPerComponent 1/ColorSpace/DeviceGray"),
  7: stream("BT /F 12 Tf 9 9 Td (printed) Tj ET"),
  8: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
};
const SCAN = pdf(PARTS);

interface Read {
  pages: { text: { lines: { text: string }[] } }[];
}

interface Parts {
  files: { downloadUrl: string }[];
  textLayer: unknown;
}

const words = (...given: [string, number, number, number, number][]) =>
  given.map(([said, ...box]) => ({ text: said, box }));
const LAYER = { pages: [{ page: 1, words: words(["Hello", 20, 20, 60, 32], ["scan", 66, 20, 100, 32]) }] };

function send(
  path: string,
  fields: Record<string, unknown>,
  files: readonly (readonly [name: string, bytes: Uint8Array])[] = [["scan.pdf", SCAN]],
): Promise<Response> {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const body = form(Object.fromEntries(texts));
  for (const [name, bytes] of files) body.append("file", new File([bytes as Uint8Array<ArrayBuffer>], name));
  return api.request(path, { method: "POST", body });
}

const ASSEMBLE = "/v1/pdf/assemble";

async function bytesOf(response: Response): Promise<Uint8Array> {
  expect(response.status, response.ok ? "" : await response.text()).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

const linesOf = async (bytes: Uint8Array): Promise<string[][]> => {
  const { pages } = await inspect(bytes, { text: "lines" });
  return pages.map((page) => page.text!.lines.map((line) => line.text));
};

const made = async (fields: Record<string, unknown>) => bytesOf(await send(`${ASSEMBLE}?format=binary`, fields));

describe("a text layer", () => {
  it("makes one PDF searchable by an update: every byte that was sent stays", async () => {
    const file = await made({ textLayer: LAYER });
    expect(text(file).startsWith(text(SCAN))).toBe(true);
    expect(await linesOf(file)).toEqual([["Hello scan"], ["printed"]]);
  });

  it("is answered with the pages that have it, and those that have text and stay as they are", async () => {
    const both = { pages: [...LAYER.pages, { page: 2, words: words(["lost", 1, 1, 9, 9]) }] };
    const answer = await (await send(ASSEMBLE, { textLayer: both })).json();
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
    const response = await send(ASSEMBLE, { textLayer });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: "INVALID_INPUT", field });
  });

  it("belongs to one document", async () => {
    const two = ["one.pdf", "two.pdf"].map((name) => [name, SCAN] as const);
    const response = await send(ASSEMBLE, { textLayer: LAYER }, two);
    expect(await errorOf(response)).toMatchObject({ code: "INVALID_INPUT", field: "textLayer" });
  });

  it("may be a file of its own", async () => {
    const body = form({});
    body.append("file", new File([SCAN as Uint8Array<ArrayBuffer>], "scan.pdf"));
    body.append("textLayer", new File([JSON.stringify(LAYER)], "words.json", { type: "application/json" }));
    const file = await bytesOf(await api.request(`${ASSEMBLE}?format=binary`, { method: "POST", body }));
    expect((await linesOf(file))[0]).toEqual(["Hello scan"]);
  });

  it("is read by an inspection, which makes no file", async () => {
    const answer = await (await send("/v1/pdf/inspect", { textLayer: LAYER, text: "lines" })).json<Read>();
    expect(answer.pages.map((page) => page.text.lines.map((line) => line.text))).toEqual([["Hello scan"], ["printed"]]);
  });

  it("stays with a crop, and goes with what the crop removes", async () => {
    const cropData = [{ pageNumber: 1, cropArea: { x: 0, y: 0, width: 63, height: 100 } }];
    const hidden = await bytesOf(await send("/v1/pdf/crop?format=binary", { textLayer: LAYER, cropData }));
    expect(text(hidden).startsWith(text(SCAN))).toBe(true);
    expect((await linesOf(hidden))[0]).toEqual(["Hello"]);
    const asked = { textLayer: LAYER, cropData, removeOutside: true };
    const removed = await bytesOf(await send("/v1/pdf/crop?format=binary", asked));
    const whole = [{ pageNumber: 1, cropArea: { x: 0, y: 0, width: 200, height: 100 } }];
    expect((await linesOf(removed))[0]).toEqual(["Hello"]);
    const back = await bytesOf(await send("/v1/pdf/crop?format=binary", { cropData: whole }, [["cut.pdf", removed]]));
    expect((await linesOf(back))[0]).toEqual(["Hello"]);
  });

  it("stays where an automatic crop finds nothing to cut", async () => {
    const blank = pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>",
      3: "<</Type/Page/Parent 2 0 R>>",
    });
    const file = await bytesOf(
      await send("/v1/pdf/crop?format=binary", { textLayer: LAYER, auto: true }, [["blank.pdf", blank]]),
    );
    expect(await linesOf(file)).toEqual([["Hello scan"]]);
  });

  it("goes with its page into the part of a split, and is what a split by text looks for", async () => {
    const layer = { pages: [...LAYER.pages, { page: 2, words: words(["Invoice", 20, 20, 70, 32]) }] };
    const asked = { textLayer: layer, existing: "add", splitMode: "ranges", text: { contains: "Invoice" } };
    const { files, textLayer } = await (await send("/v1/pdf/split", asked)).json<Parts>();
    expect(textLayer).toEqual({ pages: [1, 2], words: 3, skipped: [] });
    const parts = files.map(async ({ downloadUrl }) => linesOf(await bytesOf(await api.follow(downloadUrl))));
    expect(await Promise.all(parts)).toEqual([[["Hello scan"]], [["Invoice", "printed"]]]);
  });

  it("makes no blank page one that shows something: a split by blank pages takes it for a divider still", async () => {
    const image = (sample: string) =>
      stream(
        sample.repeat(400),
        "/Type/XObject/Subtype/Image/Width 20/Height 20/BitsPerComponent 8/ColorSpace/DeviceGray",
      );
    const shows = (name: string) =>
      `<</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources<</XObject<</Im ${name} 0 R>>>>>>`;
    const scan = pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 200 100]>>",
      ...{ 3: shows("7"), 4: shows("8"), 5: shows("7") },
      6: stream("q 200 0 0 100 0 0 cm /Im Do Q"),
      ...{ 7: image("\x20"), 8: image("\xff") },
    });
    const said = [1, 2, 3].map((page) => ({ page, words: words([`page${page}`, 20, 20, 70, 32]) }));
    const asked = { textLayer: { pages: said }, splitMode: "ranges", blankPages: {} };
    const answer = await send("/v1/pdf/split", asked, [["scan.pdf", scan]]);
    const { files } = await answer.json<Parts>();
    const parts = files.map(async ({ downloadUrl }) => linesOf(await bytesOf(await api.follow(downloadUrl))));
    expect(await Promise.all(parts)).toEqual([[["page1"]], [["page3"]]]);
  });

  it("is laid on the pages of images, also where their PDF is encrypted", async () => {
    const picture = png({ width: 200, height: 100, colourType: 0, depth: 8, pixel: () => [90] });
    const layer = { pages: [{ page: 1, width: 200, height: 100, words: words(["Hello", 20, 20, 60, 32]) }] };
    const path = "/v1/convert/image-to-pdf?format=binary";
    const open = await bytesOf(await send(path, { textLayer: layer }, [["scan.png", picture]]));
    expect(await linesOf(open)).toEqual([["Hello"]]);
    const protect = { ownerPassword: "mine", userPassword: "yours" };
    const locked = await bytesOf(await send(path, { textLayer: layer, protect }, [["scan.png", picture]]));
    const { pages } = await inspect(locked, { text: "lines", password: "yours" });
    expect(pages[0]!.text!.lines.map((line) => line.text)).toEqual(["Hello"]);
  });
});

it("a layer over a document of which active content is dropped leaves none in earlier revisions", async () => {
  const script = "/OpenAction<</S/JavaScript/JS(app.alert)>>";
  const active = pdf({ ...PARTS, 1: `<</Type/Catalog/Pages 2 0 R${script}>>` });
  const fields = { textLayer: LAYER, activeContent: "drop" };
  const response = await send(`${ASSEMBLE}?format=binary`, fields, [["scan.pdf", active]]);
  const bytes = await bytesOf(response);
  expect(Buffer.from(bytes).toString("latin1")).not.toContain("app.alert");
});
