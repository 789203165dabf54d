import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { crop } from "../../../src/api/operations/crop.ts";
import { inspect, inspectByPath } from "../../../src/api/operations/inspect.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { pagesOf, pdf, stream } from "../../fixtures/pdf.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

/** Page i of three has a square of 50 points at (i, i); the fourth is blank. */
const FILE = pdf({ ...pagesOf(4), 10: stream("1 g 0 0 200 100 re f") });
let api: TestApi;
beforeAll(async () => {
  api = await testApi([crop, inspectByPath, inspect] as unknown as DescribedOperation[]);
});

const send = (fields: Record<string, string>, query = "", file = FILE) =>
  api.request(`/v1/pdf/crop${query}`, { method: "POST", body: form({ file: ["report.pdf", file], ...fields }) });
const auto = (options: unknown, query = "") => send({ auto: JSON.stringify(options) }, query);
const square = (x: number, y: number, width: number, height: number) => ({ x, y, width, height, unit: "pt" });

async function areas(response: Response): Promise<unknown[]> {
  const { boxes } = (await response.json()) as { boxes: { cropArea: unknown }[] };
  return boxes.map(({ cropArea }) => cropArea);
}

function mediaBoxes(file: ArrayBuffer): unknown[] {
  const document = openPdf(new Uint8Array(file));
  return Array.from({ length: document.pageCount }, (_, index) => document.page(index).dict.get("MediaBox"));
}

describe("POST /v1/pdf/crop with auto", () => {
  it("crops each page to what it shows, and names blank pages", async () => {
    const response = await send({ auto: "true" });
    expect(response.status).toBe(200);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ pagesCropped: 3, pageCount: 4, blankPages: [4] });
    expect(body.boxes).toEqual([0, 1, 2].map((i) => ({ pageNumber: i + 1, cropArea: square(i, i, 50, 50) })));
    expect(body.notes).toEqual([expect.stringContaining("hides"), expect.stringContaining("Nothing shows on page 4")]);
    const file = await api.follow(body.downloadUrl as string);
    expect(mediaBoxes(await file.arrayBuffer())).toEqual([[0, 0, 50, 50], [1, 1, 51, 51], [2, 2, 52, 52], undefined]);
  });

  it("answers boxes that can be sent back as cropData", async () => {
    const { boxes } = (await (await auto({ margin: 3 })).json()) as { boxes: unknown };
    const sent = await send({ cropData: JSON.stringify(boxes) }, "?format=binary");
    const direct = await auto({ margin: 3 }, "?format=binary");
    expect(mediaBoxes(await sent.arrayBuffer())).toEqual(mediaBoxes(await direct.arrayBuffer()));
  });

  it("answers boxes without the noise of binary fractions", async () => {
    const file = pdf({ ...pagesOf(1), 4: stream(".1 w 10.1 20.2 m 76.61 20.2 l 76.61 33.3 l h f") });
    const text = await (await send({ auto: '{"margin":0.1,"unit":"mm"}' }, "", file)).text();
    expect(text).toContain('"boxes":');
    expect(text).not.toMatch(/\.\d{6,}/);
  });

  it("keeps a margin by side, within the page", async () => {
    const margin = { top: 0.5, left: 1, right: 0.25 };
    expect(await areas(await auto({ margin, unit: "in", pages: "3" }))).toEqual([square(0, 2, 70, 86)]);
  });

  it("leaves out specks of an image that are smaller than a length in the unit asked for", async () => {
    // A scan of 100 by 100 points, a sample a point: a square of 20, and a speck of one sample near a corner.
    const isInk = (x: number, y: number) => (x >= 40 && x < 60 && y >= 40 && y < 60) || (x === 5 && y === 5);
    const samples = Array.from({ length: 10_000 }, (_, at) => (isInk(at % 100, Math.floor(at / 100)) ? "00" : "ff"));
    const image = "/Type/XObject/Subtype/Image/Width 100/Height 100/BitsPerComponent 8/ColorSpace/DeviceGray";
    const scan = pdf({
      ...pagesOf(1, () => "/Contents 20 0 R/Resources<</XObject<</Im 21 0 R>>>>"),
      20: stream("100 0 0 100 0 0 cm /Im Do"),
      21: stream(`${samples.join("")}>`, `${image}/Filter/ASCIIHexDecode`),
    });
    const found = async (specks: number) =>
      areas(await send({ auto: JSON.stringify({ specks, unit: "mm" }) }, "", scan));
    expect(await found(0.6)).toEqual([square(40, 40, 20, 20)]);
    expect(await found(0)).toEqual([square(5, 40, 55, 55)]);
  });

  it("gives all pages one box, or odd and even pages one each", async () => {
    const all = square(0, 0, 52, 52);
    expect(await areas(await auto({ uniform: "all" }))).toEqual([all, all, all]);
    const odd = square(0, 0, 52, 52);
    expect(await areas(await auto({ uniform: "oddEven" }))).toEqual([odd, square(1, 1, 50, 50), odd]);
  });

  it("leaves the most extreme pages out of the common box", async () => {
    expect((await areas(await auto({ uniform: "all", ignore: 1 })))[0]).toEqual(square(1, 1, 50, 50));
  });

  it("crops the named pages only", async () => {
    const body = (await (await auto({ pages: "2-3" })).json()) as { boxes: { pageNumber: number }[] };
    expect(body.boxes.map(({ pageNumber }) => pageNumber)).toEqual([2, 3]);
  });

  it("makes all results as large as the largest", async () => {
    const file = pdf({ ...pagesOf(2), 6: stream("90 90 5 5 re f") });
    const response = await send({ auto: '{"keepSize":true}' }, "", file);
    expect(await areas(response)).toEqual([square(0, 0, 50, 50), square(67.5, 50, 50, 50)]);
  });

  it("answers the file as it is when every page is blank", async () => {
    const file = pdf({ ...pagesOf(1), 4: stream("") });
    const response = await send({ auto: "true" }, "?format=binary", file);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(file);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      "auto beside cropData",
      { auto: "true", cropData: '[{"pageNumber":1,"cropArea":{"x":0,"y":0,"width":9,"height":9}}]' },
      "auto",
    ],
    ["auto beside cropMode", { auto: "true", cropMode: "all" }, "auto"],
    ["neither", {}, "cropData"],
    ["auto that is false, and nothing else", { auto: "false" }, "cropData"],
    ["pages beyond the document", { auto: '{"pages":"3-9"}' }, "auto.pages"],
    ["pages that are no ranges", { auto: '{"pages":"a few"}' }, "auto.pages"],
    ["a negative margin", { auto: '{"margin":-1}' }, "auto.margin"],
    ["a threshold beyond 255", { auto: '{"threshold":300}' }, "auto.threshold"],
    ["another word for uniform", { auto: '{"uniform":"each"}' }, "auto.uniform"],
  ])("refuses %s, naming the field", async (_, fields, field) => {
    const response = await send(fields);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: "INVALID_INPUT", field });
  });
});

describe("Inspection with content", () => {
  it("reports what each page shows, in the unit asked for", async () => {
    const body = form({ file: ["report.pdf", FILE], content: "true", unit: "in", from: "3" });
    const response = await api.request("/v1/pdf/inspect", { method: "POST", body });
    const { pages } = (await response.json()) as { pages: unknown[] };
    expect(pages).toMatchObject([
      { pageNumber: 3, blank: false, contentBox: { x: 0.0278, y: 0.0278, width: 0.6944, height: 0.6944 } },
      { pageNumber: 4, blank: true, contentBox: null },
    ]);
  });

  it("leaves content out unless it is asked for", async () => {
    const body = form({ file: ["report.pdf", FILE] });
    const response = await api.request("/v1/pdf/inspect", { method: "POST", body });
    const { pages } = (await response.json()) as { pages: object[] };
    expect(Object.keys(pages[0]!)).not.toContain("contentBox");
  });
});
