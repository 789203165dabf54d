import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { assemble } from "../../../src/api/operations/assemble.ts";
import { inspect } from "../../../src/engine.ts";
import { pagesOf, pdf } from "../../fixtures/pdf.ts";
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

describe("what numbers may cost", () => {
  it("grows with the pages: each of 2,000 has its own", async () => {
    const texts = await numbers(2_000, { number: { prefix: "A" } });
    expect([texts[0], texts.at(-1)]).toEqual(["A000001", "A002000"]);
  });

  it("is bounded where a small file asks for a long text on each of many pages", async () => {
    const order = Array.from({ length: 4 }, () => ({ document: 1, pages: `${"1,".repeat(4_900)}1` }));
    const once = await post(1, { order, number: { format: "x".repeat(200) } });
    expect(once.status).toBe(200);
    expect((await once.arrayBuffer()).byteLength).toBeLessThan(300_000);
    const response = await post(1, { order, number: { format: `${"{bates}".repeat(20)}{page}`, digits: 12 } });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toContain("The request needs more than its size");
  });
});
