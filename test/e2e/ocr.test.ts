import * as mupdf from "mupdf";
import { expect, inject, it } from "vitest";
import { photographed, scanned } from "../support/scanned.ts";

const { api, key } = inject("service");

async function ask(path: string, file: Uint8Array, fields: Record<string, unknown>): Promise<Response> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(file)]), "scan.pdf");
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return fetch(`${api}${path}`, { method: "POST", headers: { authorization: `Bearer ${key}` }, body: form });
}

function textsOf(bytes: Uint8Array): string[] {
  const document = mupdf.Document.openDocument(bytes, "application/pdf");
  return Array.from({ length: document.countPages() }, (_, index) =>
    document.loadPage(index).toStructuredText("").asText().trim(),
  );
}

const LINES = ["The quick brown fox jumps over the lazy dog.", "Invoice 4711 is due within thirty days."];

it("a scan goes in, and a PDF that can be searched comes out", async () => {
  const scan = await scanned([{ lines: LINES }, { lines: LINES, turned: 180 }]);
  const answer = await ask("/v1/pdf/assemble?format=binary", scan, { ocr: true });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const pdf = new Uint8Array(await answer.arrayBuffer());
  for (const text of textsOf(pdf)) expect(text.replace(/\s+/g, " ")).toContain(LINES.join(" "));
  expect(Buffer.from(pdf.subarray(0, scan.length)).equals(scan)).toBe(true);
});

it("a file's own headers say how much was read, and where no word was", async () => {
  const scan = await scanned([{ lines: LINES }, { lines: [] }]);
  const answer = await ask("/v1/pdf/assemble?format=binary", scan, { ocr: true });
  const { textLayer } = JSON.parse(answer.headers.get("Quire-Result") ?? "");
  expect(textLayer).toEqual({ pages: 1, words: 16, skipped: 0, leftOut: 0, unread: 0 });
  expect(answer.headers.get("Quire-Warnings")).toContain("ocr: no word was read on page 2.");
});

it("an answer says what was read, with what confidence, and what was left", async () => {
  const scan = await scanned([{ lines: LINES, turned: 180 }, { lines: [] }, { lines: LINES }]);
  const answer = await ask("/v1/pdf/assemble", scan, { ocr: { pages: "1-2" } });
  const { textLayer } = (await answer.json()) as { textLayer: Record<string, unknown> };
  expect(textLayer).toEqual({
    ...{ pages: [1], words: 16, skipped: [], unread: [] },
    recognised: [
      { page: 1, confidence: expect.any(Number), words: 16, leftOut: 0, turn: 180 },
      { page: 2, confidence: 0, words: 0, leftOut: 0, turn: 0 },
    ],
  });
});

it("photographs become a PDF/A that can be searched, in one call", async () => {
  const answer = await ask("/v1/convert/image-to-pdf", await photographed(LINES), {
    ocr: true,
    conformance: "pdfa-2u",
  });
  const { conformance, textLayer, downloadUrl } = (await answer.json()) as Record<string, unknown>;
  expect(conformance).toMatchObject({ level: "pdfa-2u", met: true });
  expect(textLayer).toMatchObject({ pages: [1], words: 16 });
  const pdf = new Uint8Array(await (await fetch(downloadUrl as string)).arrayBuffer());
  expect(textsOf(pdf)[0]!.replace(/\s+/g, " ")).toContain(LINES.join(" "));
  const checked = await ask("/v1/pdf/inspect", pdf, { conformance: "pdfa-2u" });
  expect(await checked.json()).toMatchObject({ conformance: { met: true } });
});

it("the text of a scan is inspected", async () => {
  const answer = await ask("/v1/pdf/inspect", await scanned([{ lines: LINES }]), { ocr: true, text: "lines" });
  const { pages } = (await answer.json()) as { pages: { text: { lines: { text: string }[] } }[] };
  expect(pages[0]!.text.lines.map(({ text }) => text)).toEqual(LINES);
});

it("scans are cut where a text says so", async () => {
  const scan = await scanned([{ lines: ["Invoice 1", "Paper"] }, { lines: ["More of it"] }, { lines: ["Invoice 2"] }]);
  const answer = await ask("/v1/pdf/split", scan, { ocr: true, splitMode: "ranges", text: { contains: "Invoice" } });
  const { files } = (await answer.json()) as { files: { pages: string }[] };
  expect(files.map(({ pages }) => pages)).toEqual(["1-2", "3"]);
});

it("a cropped scan can be searched", async () => {
  const area = { cropArea: { x: 40, y: 400, width: 360, height: 180 }, pageNumber: 1 };
  const fields = { ocr: true, cropData: [area] };
  const answer = await ask("/v1/pdf/crop?format=binary", await scanned([{ lines: LINES }]), fields);
  expect(answer.status).toBe(200);
  expect(textsOf(new Uint8Array(await answer.arrayBuffer()))[0]).toContain("Invoice");
});

it.each([
  { ocr: { languages: ["tlh"] }, field: "ocr.languages", says: "there are those for de, en, fr" },
  { ocr: { pages: "9" }, field: "ocr.pages", says: "3 pages" },
  { ocr: { resolution: 20 }, field: "ocr.resolution", says: "100" },
])("$field is refused with what is accepted", async ({ ocr, field, says }) => {
  const scan = await scanned([{ lines: [] }, { lines: [] }, { lines: [] }]);
  const answer = await ask("/v1/pdf/assemble", scan, { ocr });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { field, message: expect.stringContaining(says) } });
});
