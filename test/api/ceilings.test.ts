import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { crop } from "../../src/api/operations/crop.ts";
import { split } from "../../src/api/operations/split.ts";
import { type Bodies, deflated, pdf, text } from "../fixtures/pdf.ts";
import { errorOf, form, type TestApi, testApi } from "../support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi([crop, split] as unknown as DescribedOperation[]);
});

const CATALOG = "<</Type/Catalog/Pages 2 0 R>>";
const PAGE = "<</Type/Page/MediaBox[0 0 500 500]>>";

const withPages = (count: number): Uint8Array =>
  pdf({ 1: CATALOG, 2: `<</Type/Pages/Count ${count}/Kids[${"3 0 R ".repeat(count)}]>>`, 3: PAGE });

function withLevels(levels: number): Uint8Array {
  const bodies: Bodies = { 1: CATALOG, [levels + 2]: PAGE };
  for (let level = 0; level < levels; level++) bodies[level + 2] = `<</Type/Pages/Count 1/Kids[${level + 3} 0 R]>>`;
  return pdf(bodies);
}

/** One page, and a cross-reference that says of so many more objects that they are in an object stream. */
function withStreamedObjects(count: number): Uint8Array {
  const base = text(pdf({ 1: CATALOG, 2: "<</Type/Pages/Count 1/Kids[3 0 R]>>", 3: PAGE }));
  const [, prev] = /startxref\s+(\d+)/.exec(base)!;
  const dict = `/Type/XRef/W[1 1 1]/Index[9 ${count}]/Size ${count + 9}/Root 1 0 R/Prev ${prev}`;
  const xref = deflated("\x02\x05\x00".repeat(count), dict);
  return Buffer.from(`${base}8 0 obj\n${xref}\nendobj\nstartxref\n${base.length}\n%%EOF\n`, "latin1");
}

const REQUESTS = {
  crop: { cropData: '[{"pageNumber":1,"cropArea":{"x":0,"y":0,"width":100,"height":100}}]' },
  split: { splitMode: "ranges", ranges: '["1"]' },
};

async function post(operation: keyof typeof REQUESTS, file: Uint8Array): Promise<[number, string?, string?]> {
  const body = form({ file: ["a.pdf", file], ...REQUESTS[operation] });
  const response = await api.request(`/v1/pdf/${operation}?format=binary`, { method: "POST", body });
  if (response.status === 200) return [200];
  const { code, message } = await errorOf(response);
  return [response.status, code, message];
}

describe.each([
  ["crop", "INVALID_INPUT"],
  ["split", "INVALID_PDF"],
] as const)("to %s, a document", (operation, code) => {
  it("may have 100,000 pages, and no more", async () => {
    expect(await post(operation, withPages(100_000))).toEqual([200]);
    expect(await post(operation, withPages(100_001))).toEqual([400, code, "The document has more than 100000 pages."]);
  });

  it("may have 256 levels of nodes above its pages, and no more", async () => {
    expect(await post(operation, withLevels(256))).toEqual([200]);
    expect(await post(operation, withLevels(257))).toEqual([400, code, "The page tree has more than 256 levels."]);
  });
});

describe("a document whose objects take more memory than an isolate has", () => {
  const file = withStreamedObjects(1_800_000);

  it("is not split: what must be known of each does not fit", async () => {
    const [status, code, message] = await post("split", file);
    expect([status, code]).toEqual([413, "FILE_TOO_LARGE"]);
    expect(message).toMatch(/^Splitting this document needs 14\d MiB; 110 MiB are available\.$/);
  });

  it("is cropped all the same, since most objects are not read", async () => {
    expect(await post("crop", file)).toEqual([200]);
  });

  it("is split below that", async () => {
    expect(await post("split", withStreamedObjects(1_000_000))).toEqual([200]);
  });
});
