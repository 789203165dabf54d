import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { assemble } from "../../../src/api/operations/assemble.ts";
import { inspect } from "../../../src/engine.ts";
import { pagesOf, pdf, text } from "../../fixtures/pdf.ts";
import { png } from "../../fixtures/png.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi([assemble] as unknown as DescribedOperation[]);
});

/** Documents of so many pages without text. */
const post = (pageCounts: number | readonly number[], fields: Record<string, unknown>) => {
  const body = form(Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, JSON.stringify(value)])));
  for (const count of [pageCounts].flat()) {
    body.append("file", new File([pdf(pagesOf(count)) as Uint8Array<ArrayBuffer>], `${count}.pdf`));
  }
  return api.request("/v1/pdf/assemble?format=binary", { method: "POST", body });
};

interface Text {
  text: string;
  x: number;
  y: number;
}

/** The lines of each page, with where they begin. */
async function written(response: Response): Promise<Text[][]> {
  expect(response.status, await response.clone().text()).toBe(200);
  const { pages } = await inspect(new Uint8Array(await response.arrayBuffer()), { text: "lines" });
  return pages.map(({ text }) => text!.lines.map(({ text: line, x, y }) => ({ text: line, x, y })));
}

const numbers = async (pageCount: number | readonly number[], fields: Record<string, unknown>) =>
  (await written(await post(pageCount, fields))).map((lines) => lines.map(({ text }) => text).join());

describe("page numbers", () => {
  it("are at the bottom of each page without further wishes", async () => {
    expect(await numbers(3, { number: {} })).toEqual(["1 / 3", "2 / 3", "3 / 3"]);
  });

  it("count the pages of the result, empty ones too", async () => {
    const asked = { documents: [{ pages: "3,1,1" }, { pages: "2" }], blankAfterOdd: true, number: {} };
    expect(await numbers([3, 2], asked)).toEqual(["1 / 5", "2 / 5", "3 / 5", "4 / 5", "5 / 5"]);
  });

  it.each([
    [{ prefix: "ACME-" }, ["ACME-000001", "ACME-000002", "ACME-000003"]],
    [{ digits: 3, start: 98 }, ["098", "099", "100"]],
    [{ format: "{page:roman}", start: 3998 }, ["mmmcmxcviii", "mmmcmxcix", "4000"]],
    [{ format: "{page:ROMAN}", start: 4 }, ["IV", "V", "VI"]],
    [{ format: "{page:alpha}-{page:ALPHA}", start: 26 }, ["z-Z", "aa-AA", "ab-AB"]],
    [{ format: "{page:roman}/{page:alpha}", start: 0 }, ["0/0", "i/a", "ii/b"]],
    [{ skip: 1 }, ["", "1 / 2", "2 / 2"]],
    [{ skip: 3 }, ["", "", ""]],
    [{ pages: "!1" }, ["", "2 / 3", "3 / 3"]],
    [{ pages: "r1", skip: 1, start: 10 }, ["", "", "11 / 11"]],
    [{ format: "{page}\nof {pages}" }, ["1,of 3", "2,of 3", "3,of 3"]],
  ])("%j are %j", async (number, expected) => {
    expect(await numbers(3, { number })).toEqual(expected);
  });

  it("lie where they are asked for, in points or in other lengths", async () => {
    const at = async (number: Record<string, unknown>) => (await written(await post(1, { number })))[0]![0]!;
    const inPoints = await at({ position: "bottom-left", margin: 72, fontSize: 12 });
    expect(inPoints.x).toBeCloseTo(72, 1);
    expect(await at({ position: "bottom-left", margin: "1in", fontSize: "12pt" })).toEqual(inPoints);
    expect(await at({ position: "bottom-left", margin: "25.4mm", fontSize: "1pc" })).toEqual(inPoints);
    // From the baseline of one to the top of the other's capitals.
    const atTop = await at({ position: "top-left", margin: 72, fontSize: 12 });
    expect(inPoints.y - atTop.y).toBeCloseTo(72 + 72 + 0.714 * 12 - 100, 1);
  });
});

describe("a number that cannot be written names what is wrong with it", () => {
  it.each([
    [{ format: "第{page}页" }, "number.format", 'it lacks "第", "页".'],
    [{ prefix: "עמוד " }, "number.prefix", 'it lacks "ע", "מ", "ו", "ד".'],
    [{ format: "{seite}" }, "number.format", "expected {page}, {pages} or {bates}"],
    [{ format: "{page" }, "number.format", "expected {page}, {pages} or {bates}"],
    [{ format: "{bates:roman}" }, "number.format", "expected {page}, {pages} or {bates}"],
    [{ pages: "9" }, "number.pages", "it goes beyond the last page"],
    [{ position: "middle" }, "number.position", "bottom-right"],
    [{ margin: "10" }, "number.margin", 'expected points, or a length such as "10mm"'],
    [{ color: "red" }, "number.color", "expected a color as #RRGGBB"],
    [{ start: -1 }, "number.start", "0"],
  ])("%j", async (number, field, text) => {
    const response = await post(2, { number });
    expect(await errorOf(response)).toMatchObject({
      code: "INVALID_INPUT",
      field,
      message: expect.stringContaining(text),
    });
    expect(response.status).toBe(400);
  });
});

describe("stamps", () => {
  it("are a text across each page, or where they are asked for", async () => {
    expect(await numbers(2, { stamp: { text: "Draft", position: "top", fontSize: 20 } })).toEqual(["Draft", "Draft"]);
    const stamp = [
      { text: "First", position: "top-left", fontSize: "8pt", pages: "1" },
      { text: "Paid\nin full", position: "bottom-right", fontSize: 8, opacity: 1, color: "#AA0000", pages: "r1" },
    ];
    expect(await numbers(3, { stamp, number: { position: "center" } })).toEqual([
      "First,1 / 3",
      "2 / 3",
      "3 / 3,Paid,in full",
    ]);
  });

  it("are pages of PDFs and images, of the request's own documents or beside them", async () => {
    const documents = [{}, {}];
    const named = await post([2, 3], {
      documents,
      stamp: { document: "3.pdf", page: 3, width: "50%", layer: "under" },
    });
    expect(await written(named)).toHaveLength(2);
    const base64 = btoa(text(png({ width: 96, height: 48, colourType: 0, depth: 8, pixel: () => [90] })));
    const image = await post(1, { stamp: { base64, position: "bottom-left", margin: 10 } });
    const { pages } = await inspect(new Uint8Array(await image.arrayBuffer()), { content: true });
    // The image is 72 by 36 points; the page has a square of its own.
    expect(pages[0]!.contentBox).toMatchObject({ x: 0, y: 0, width: 82, height: 50 });
  });

  it.each([
    [{}, "stamp", "expected exactly one of text, url, base64 and document"],
    [{ text: "a", document: 1 }, "stamp", "expected exactly one of text, url, base64 and document"],
    [{ text: "機密" }, "stamp.text", 'it lacks "機", "密".'],
    [[{ text: "a" }, { document: 9 }], "stamp[1].document", "no document is 9. There is 1 document"],
    [{ document: 1 }, "file", "No page is left"],
    [{ text: "a", width: "wide" }, "stamp.width", '"50%" of the page'],
    [Array.from({ length: 21 }, () => ({ text: "a" })), "stamp", "20"],
  ])("%j is refused by name", async (stamp, field, message) => {
    const response = await post(2, { stamp });
    expect(await errorOf(response)).toMatchObject({
      code: "INVALID_INPUT",
      field: expect.stringContaining(field),
      message: expect.stringContaining(message),
    });
  });

  it("show no document that is in the order too, or that cannot be read, and no page that it does not have", async () => {
    const inOrder = await post([1, 1], { stamp: { document: 2 }, order: [{ document: 1 }, { document: 2 }] });
    expect(await errorOf(inOrder)).toMatchObject({ code: "INVALID_INPUT", field: "order[1].document" });
    const broken = await post(1, { stamp: { base64: btoa("nothing") } });
    expect(await errorOf(broken)).toMatchObject({ code: "CORRUPTED_FILE", field: "stamp" });
    const beyond = await post([1, 1], { stamp: { document: 2, page: 2 } });
    expect(await errorOf(beyond)).toMatchObject({ code: "INVALID_INPUT", field: "stamp.page" });
  });
});

describe("what numbers and stamps may cost", () => {
  it("grows with the pages: each of 2,000 has its own", async () => {
    const texts = await numbers(2_000, { number: { prefix: "A" } });
    expect([texts[0], texts.at(-1)]).toEqual(["A000001", "A002000"]);
  });

  it("is bounded where a small file asks for a long text on each of many pages", async () => {
    const order = Array.from({ length: 4 }, () => ({ document: 1, pages: `${"1,".repeat(4_900)}1` }));
    const once = await post(1, { order, number: { format: "x".repeat(200) } });
    expect(once.status).toBe(200);
    expect((await once.arrayBuffer()).byteLength).toBeLessThan(300_000);
    const many = Array.from({ length: 20 }, (_, at) => ({ text: `${at}`, fontSize: 8 }));
    expect((await errorOf(await post(1, { order, stamp: many }))).message).toContain("needs more than its size");
    const response = await post(1, { order, number: { format: `${"{bates}".repeat(20)}{page}`, digits: 12 } });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toContain("The request needs more than its size");
  });
});
