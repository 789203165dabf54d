import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { assemble } from "../../../src/api/operations/assemble.ts";
import { checkConformance, imagesToPdf, inspect, newExtras } from "../../../src/engine.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { pdf, stream, text } from "../../fixtures/pdf.ts";
import { png } from "../../fixtures/png.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi([assemble] as unknown as DescribedOperation[]);
});

const toBase64 = (bytes: Uint8Array): string => btoa(text(bytes));

/** Pages of these widths, 100 points high, each with its width as text. */
function pagesOf(...widths: number[]): Uint8Array {
  return pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: `<</Type/Pages/Count ${widths.length}/Kids[${widths.map((_, at) => `${10 + at} 0 R`).join(" ")}]>>`,
    3: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...Object.fromEntries(
      widths.flatMap((width, at) => [
        [
          10 + at,
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} 100]/Contents ${50 + at} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
        ],
        [50 + at, stream(`BT /F 12 Tf 9 9 Td (page ${width}) Tj ET`)],
      ]),
    ),
  });
}

const FRONTS = pagesOf(101, 103, 105);
const BACKS = pagesOf(104, 102);
const IMAGE = png({ width: 96, height: 48, colourType: 0, depth: 8, pixel: () => [90] });

type Part = readonly [name: string, bytes: Uint8Array];

const post = (parts: readonly Part[], fields: Record<string, unknown> = {}, query = "") => {
  const body = form(
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
    ),
  );
  for (const [name, bytes] of parts) body.append("file", new File([bytes as Uint8Array<ArrayBuffer>], name));
  return api.request(`/v1/pdf/assemble${query}`, { method: "POST", body });
};

/** The widths of the pages that come out, with the turn of those that are turned. */
async function shown(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const { pages } = await inspect(new Uint8Array(await response.arrayBuffer()));
  return pages.map(({ width, rotation }) => `${width}${rotation ? ` turned ${rotation}` : ""}`).join(", ");
}

const binary = (parts: readonly Part[], fields?: Record<string, unknown>) => post(parts, fields, "?format=binary");
const TWO: readonly Part[] = [
  ["fronts.pdf", FRONTS],
  ["backs.pdf", BACKS],
];

describe("POST /v1/pdf/assemble", () => {
  it("answers a link, and how many pages each document has in the PDF", async () => {
    const response = await post(TWO);
    const answer = await response.json();
    expect(answer, JSON.stringify(answer)).toMatchObject({
      success: true,
      message: "5 pages of 2 documents.",
      fileName: "assembled.pdf",
      downloadUrl: expect.stringContaining("http"),
      pageCount: 5,
      documents: [
        { name: "fronts.pdf", pages: 3 },
        { name: "backs.pdf", pages: 2 },
      ],
      skipped: [],
      notes: [],
    });
  });

  it("joins PDFs and images in their order, with their text", async () => {
    const parts: Part[] = [TWO[1]!, ["photo.png", IMAGE], TWO[0]!];
    const response = await binary(parts);
    const file = new Uint8Array(await response.arrayBuffer());
    const { pages } = await inspect(file, { text: "lines" });
    expect(pages.map((page) => page.text?.lines.map((line) => line.text).join())).toEqual([
      ...["page 104", "page 102", ""],
      ...["page 101", "page 103", "page 105"],
    ]);
    expect([pages[2]?.width, pages[2]?.height]).toEqual([72, 36]);
  });

  it("takes pages in any order, again, and turned", async () => {
    const documents = [{ pages: "3,1,1", rotate: 90 }, { pages: "!2" }];
    expect(await shown(await binary(TWO, { documents }))).toBe("100 turned 90, 100 turned 90, 100 turned 90, 104");
  });

  it("orders, turns and deletes pages of one document", async () => {
    const order = [
      { document: 1, pages: "r1" },
      { document: "fronts.pdf", pages: "odd", rotate: 180 },
    ];
    expect(await shown(await binary([TWO[0]!], { order }))).toBe("105, 101 turned 180, 105 turned 180");
  });

  it("puts empty pages of the size of the page before, or at the beginning of the next", async () => {
    const blank = { blank: true };
    const order = [blank, { document: 1, pages: "2", rotate: 90 }, { document: 2, pages: "1" }, blank, blank];
    expect(await shown(await binary(TWO, { order }))).toBe("100 turned 90, 100 turned 90, 104, 104, 104");
    const answer = await post(TWO, { order });
    expect(await answer.json()).toMatchObject({
      pageCount: 5,
      documents: [
        { name: "fronts.pdf", pages: 1 },
        { name: "backs.pdf", pages: 1 },
      ],
    });
  });

  it("puts fronts and backs together that were scanned apart", async () => {
    const documents = [{}, { pages: "z-1" }];
    expect(await shown(await binary(TWO, { documents, collate: true }))).toBe("101, 102, 103, 104, 105");
  });

  it("begins each document on a front where it is asked to", async () => {
    expect(await shown(await binary(TWO, { blankAfterOdd: true }))).toBe("101, 103, 105, 105, 104, 102");
  });

  it("joins as many documents as a request may bring", async () => {
    const parts = Array.from({ length: 200 }, (_, at): Part => [`${at + 1}.pdf`, pagesOf(200 + at)]);
    const pages = (await shown(await binary(parts))).split(", ");
    expect([pages.length, pages[0], pages[199]]).toEqual([200, "200", "399"]);
  });

  it("takes the documents of a JSON body", async () => {
    const documents = [{ base64: toBase64(FRONTS), name: "a.pdf", pages: "2" }, { base64: toBase64(IMAGE) }];
    const response = await api.request("/v1/pdf/assemble?format=binary", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ documents }),
    });
    expect(await shown(response)).toBe("103, 72");
  });

  it("leaves out what cannot be read where it is asked to, and says so", async () => {
    const parts: Part[] = [TWO[0]!, ["broken.pdf", latin1("%PDF-1.7\nnothing")]];
    const answer = (await (await post(parts, { onDamaged: "skip" })).json()) as Record<string, unknown>;
    expect(answer.message).toBe("3 pages of 1 document. 1 document was left out.");
    expect(answer.skipped).toEqual([{ name: "broken.pdf", message: "The file holds no PDF objects." }]);
  });

  it("says that a stamp is on no page where its document cannot be read", async () => {
    const parts: Part[] = [TWO[0]!, ["broken.pdf", latin1("%PDF-1.7\nnothing")]];
    const answer = (await (await post(parts, { onDamaged: "skip", stamp: { document: 2 } })).json()) as {
      notes: string[];
    };
    expect(answer.notes).toEqual(["stamp is on no page: its document cannot be read."]);
  });
});

describe("a request that cannot be fulfilled names what is wrong with it", () => {
  const refused = async (response: Response) => {
    const { status } = response;
    const { code, field, message } = await errorOf(response);
    return [status, code, field, message];
  };

  it("the document that is damaged", async () => {
    const parts: Part[] = [TWO[0]!, ["broken.pdf", latin1("%PDF-1.7\nnothing")]];
    expect(await refused(await post(parts))).toEqual([
      400,
      "CORRUPTED_FILE",
      "file[1]",
      expect.stringMatching(/^broken\.pdf: /),
    ]);
  });

  it.each([
    [{ documents: [{ pages: "9" }] }, "documents[0].pages", "it goes beyond the last page"],
    [{ documents: [{}, {}, {}] }, "documents", "3 items for 2 files"],
    [{ documents: [{ url: "https://example.com/a.pdf" }] }, "documents[0]", "was sent as well"],
    [{ order: [{ document: 3 }] }, "order[0].document", "no document is 3. There are 2 documents"],
    [{ order: [{ document: "c.pdf" }] }, "order[0].document", 'no document is "c.pdf"'],
    [{ order: [{ document: 1, blank: true }] }, "order[0]", "names a document, or is"],
    [{ order: [{ pages: "1" }] }, "order[0]", "names a document, or is"],
    [{ order: [{ blank: false }] }, "order[0].blank", "true"],
    [{ order: [{ blank: true }] }, "order", "only empty ones"],
    [{ documents: [{ rotate: 45 }] }, "documents[0].rotate", "90"],
    [{ urls: ["https://example.com/a.pdf"] }, "urls", "Both urls and file"],
  ])("%j", async (fields, field, text) => {
    expect(await refused(await post(TWO, fields))).toEqual([
      400,
      "INVALID_INPUT",
      field,
      expect.stringContaining(text),
    ]);
  });

  it("no document", async () => {
    expect(await refused(await post([]))).toEqual([
      400,
      "INVALID_INPUT",
      "file",
      "No document was sent: send file parts, urls or documents.",
    ]);
  });

  it("more pages than are made", async () => {
    const pages = `${"1-3,".repeat(2000)}1`;
    const order = Array.from({ length: 4 }, () => ({ document: 1, pages }));
    expect(await refused(await post(TWO, { order }))).toEqual([
      400,
      "INVALID_INPUT",
      "order",
      "order: the PDF would have more than 20000 pages; no more are made.",
    ]);
  });
});

describe("documents that keep PDF/A", () => {
  const archived = async (): Promise<Uint8Array> => {
    const extras = await newExtras({ claim: "pdfa-2b" });
    return (await imagesToPdf([{ name: "a.png", bytes: IMAGE }], { extras })).file.bytes();
  };
  const two = async (): Promise<Part[]> => [
    ["a.pdf", await archived()],
    ["b.pdf", await archived()],
  ];

  it("make a PDF that keeps it, and says so", async () => {
    const response = await binary(await two(), { conformance: "pdfa-2b", outline: "none" });
    expect(response.status).toBe(200);
    const file = new Uint8Array(await response.arrayBuffer());
    expect(await checkConformance(file, "pdfa-2b")).toMatchObject({ met: true });
    expect(text(file)).toContain("<pdfaid:part>2</pdfaid:part>");
  });

  it("make one with images", async () => {
    const response = await binary([...(await two()), ["c.png", IMAGE]], { conformance: "PDF/A-2b" });
    expect(await checkConformance(new Uint8Array(await response.arrayBuffer()), "pdfa-2b")).toMatchObject({
      met: true,
    });
  });

  it("make one that does not say so where nobody asks, and the answer says that", async () => {
    const { notes } = (await (await post(await two())).json()) as { notes: string[] };
    expect(notes).toEqual([expect.stringContaining("keep PDF/A")]);
    const file = new Uint8Array(await (await binary(await two())).arrayBuffer());
    expect(text(file)).toContain("x:xmpmeta");
    expect(text(file)).not.toContain("pdfaid:part");
  });

  it("are refused together with one that does not, by its rule and page", async () => {
    const error = await errorOf(await post([...(await two()), ["c.pdf", FRONTS]], { conformance: "pdfa-2b" }));
    expect(error).toMatchObject({ code: "INVALID_INPUT", field: "conformance" });
    expect(error.message).toMatch(/would not be pdfa-2b: rule [-.\d]+ on page 3: /);
  });

  it("are joined with it without the claim where a report is enough", async () => {
    const parts: Part[] = [...(await two()), ["c.pdf", FRONTS]];
    const fields = { conformance: "pdfa-2b", conformanceMode: "report" };
    const answer = (await (await post(parts, fields)).json()) as { conformance: { met: boolean } };
    expect(answer.conformance.met).toBe(false);
    expect(text(new Uint8Array(await (await binary(parts, fields)).arrayBuffer()))).not.toContain("pdfaid:part");
  });

  it("are not encrypted as well", async () => {
    const error = await errorOf(await post(await two(), { conformance: "pdfa-2b", protect: { userPassword: "x" } }));
    expect(error).toMatchObject({ code: "INVALID_INPUT", field: "protect" });
  });
});
