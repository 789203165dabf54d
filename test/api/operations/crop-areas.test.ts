import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { crop } from "../../../src/api/operations/crop.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { pagesOf, pdf } from "../../fixtures/pdf.ts";
import { errorOf, type TestApi, testApi } from "../../support/api.ts";

/** Pages of 200 by 100. */
const FILE = Buffer.from(pdf(pagesOf(3))).toString("base64");
const LEFT = { x: 0, y: 0, width: 100, height: 100 };
const RIGHT = { x: 100, y: 0, width: 100, height: 100 };
const BOTH = [LEFT, RIGHT].map((cropArea) => ({ pageNumber: 2, cropArea }));
let api: TestApi;
beforeAll(async () => {
  api = await testApi([crop] as unknown as DescribedOperation[]);
});

const post = (fields: object, format = "json") =>
  api.request(`/v1/pdf/crop?format=${format}`, {
    method: "POST",
    body: JSON.stringify({ fileBase64: FILE, ...fields }),
    headers: { "Content-Type": "application/json" },
  });

async function boxes(fields: object): Promise<unknown[]> {
  const answer = await post(fields, "binary");
  expect(answer.status).toBe(200);
  const document = openPdf(new Uint8Array(await answer.arrayBuffer()));
  return Array.from({ length: document.pageCount }, (_, at) => document.page(at).dict.get("MediaBox") ?? "whole");
}

const [LEFT_BOX, RIGHT_BOX] = [
  [0, 0, 100, 100],
  [100, 0, 200, 100],
];

describe("several areas of a page", () => {
  it("are a page each with multiple, in the order given", async () => {
    expect(await boxes({ multiple: true, cropData: [...BOTH].reverse() })).toEqual([
      "whole",
      RIGHT_BOX,
      LEFT_BOX,
      "whole",
    ]);
    const answer = (await (await post({ multiple: true, cropData: BOTH })).json()) as Record<string, string>;
    expect(answer).toMatchObject({ pagesCropped: 1, pageCount: 3, resultPages: 4 });
    expect(answer.message).toContain("1 page was cropped of 3. The result has 4 pages.");
  });

  it("are all put on every page with cropMode all", async () => {
    const expected = [0, 1, 2].flatMap(() => [LEFT_BOX, RIGHT_BOX]);
    expect(await boxes({ multiple: true, cropMode: "all", cropData: BOTH })).toEqual(expected);
  });

  it("are refused without multiple, and the message names it", async () => {
    const answer = await post({ cropData: BOTH });
    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).message).toContain("multiple: true");
  });

  it("with removeOutside each page holds its own only", async () => {
    const answer = await (await post({ multiple: true, cropData: BOTH, removeOutside: true })).json();
    expect(answer).toMatchObject({ resultPages: 4, removal: { verified: true } });
  });

  it("that lie outside their page are refused under their own place in the list", async () => {
    const outside = { pageNumber: 1, cropArea: { x: 900, y: 0, width: 5, height: 5 } };
    const answer = await post({ multiple: true, cropData: [...BOTH, outside] });
    expect((await errorOf(answer)).field).toBe("cropData[2].cropArea");
  });
});

describe("halves", () => {
  it("makes two pages of each page, or of those that are named", async () => {
    expect(await boxes({ halves: "vertical", pages: "2" })).toEqual(["whole", LEFT_BOX, RIGHT_BOX, "whole"]);
    const answer = (await (await post({ halves: "horizontal", pages: "odd" })).json()) as Record<string, string[]>;
    expect(answer).toMatchObject({ pagesCropped: 2, resultPages: 5 });
    expect(answer.boxes?.[0]).toEqual({
      pageNumber: 1,
      cropArea: { x: 0, y: 50, width: 200, height: 50, unit: "pt" },
    });
  });

  it("auto cuts blank pages in the middle", async () => {
    expect(await boxes({ halves: "auto" })).toEqual([0, 1, 2].flatMap(() => [LEFT_BOX, RIGHT_BOX]));
  });

  it.each([
    [{ halves: "auto", cropData: BOTH }, "halves"],
    [{ halves: "auto", coordinates: "userspace" }, "halves"],
    [{ auto: true, halves: "auto" }, "auto"],
    [{ auto: true, pages: "1" }, "pages"],
    [{ halves: "vertical", pages: "9" }, "pages"],
    [{ halves: "diagonal" }, "halves"],
  ])("%j is refused, naming the field", async (fields, field) => {
    const answer = await post(fields);
    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).field).toBe(field);
  });
});
