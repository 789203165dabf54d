import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readDocuments } from "../../../src/api/operations/html-sources.ts";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { lastingText, unpackedAtMost } from "../../../src/html/resources/html-source.ts";
import { MemoryBudget } from "../../../src/intake/memory-budget.ts";

const MIB = 1024 * 1024;

/** What a document counts for, beside its own file, once it was read. */
async function counted(html: string) {
  const reservation = new MemoryBudget(110 * MIB).open({ waitMs: 0 });
  const file = { field: "file", name: "a.html", bytes: new Uint8Array(gzipSync(html)) };
  const call = { fields: {}, files: [file], reservation } as unknown as Parameters<typeof readDocuments>[0];
  const [document] = await readDocuments(call, htmlOptions.parse({}));
  if (document?.source.kind !== "local") throw new Error("expected a document of the request");
  const { held, peak } = reservation;
  const atMost = unpackedAtMost(file.bytes);
  return { held, peak, atMost, textBytes: document.source.textBytes, length: document.source.bytes.length };
}

it("a compressed document counts for what it is, not for what it might have been", async () => {
  const noise = Array.from({ length: 20_000 }, (_, index) => Math.imul(index, 2_654_435_761) >>> 0).join(" ");
  const { held, textBytes, length } = await counted(`<p>${noise}`);
  expect([held, textBytes]).toEqual([length, 0]);
});

it("a large one also counts for the text in which a browser is given it", async () => {
  const { held, textBytes, length } = await counted(`<p>Large</p><!--${"x".repeat(12 * MIB)}-->`);
  expect(textBytes).toBe(lastingText(length));
  expect(textBytes).toBeGreaterThan(length);
  expect(held).toBe(length + lastingText(length));
});

it("a compressed document counts for its pieces, for the whole and for that text while it is unpacked", async () => {
  const { peak, atMost } = await counted(`<p>Large</p><!--${"x".repeat(8 * MIB)}-->`);
  expect(peak).toBe(2 * atMost + lastingText(atMost));
  expect(lastingText(atMost)).toBeGreaterThan(atMost);
});

it.each([
  ["Markdown", { markdown: "# One" }, 5 * 3 + 5 * 40, 20_000],
  ["HTML", { html: "<p>One" }, 6 * 3, 0],
])(
  "%s of a field counts for its text and its bytes, and Markdown for its parser's tokens and its page",
  async (...row) => {
    const [, fields, least, page] = row;
    const reservation = new MemoryBudget(110 * MIB).open({ waitMs: 0 });
    const call = { fields, files: [], reservation } as unknown as Parameters<typeof readDocuments>[0];
    await readDocuments(call, htmlOptions.parse({}));
    expect(reservation.peak).toBeGreaterThanOrEqual(least);
    expect(reservation.peak).toBeLessThanOrEqual(least + page);
  },
);

it.each([
  ["UTF-8", Buffer.from("# Größe")],
  ["UTF-8 with a byte order mark", Buffer.from("\ufeff# Größe")],
  ["UTF-16, little end first", Buffer.from("\ufeff# Größe", "utf16le")],
  ["UTF-16, big end first", Buffer.from("\ufeff# Größe", "utf16le").swap16()],
  ["Latin-1", Buffer.from("# Größe", "latin1")],
])("a Markdown file in %s is read as it was written", async (_, bytes) => {
  const reservation = new MemoryBudget(110 * MIB).open({ waitMs: 0 });
  const file = { field: "file", name: "a.md", bytes: new Uint8Array(bytes) };
  const call = { fields: {}, files: [file], reservation } as unknown as Parameters<typeof readDocuments>[0];
  const [document] = await readDocuments(call, htmlOptions.parse({}));
  if (document?.source.kind !== "local") throw new Error("expected a document of the request");
  expect(new TextDecoder().decode(document.source.bytes)).toContain(">Größe</h1>");
  // Other documents of the request refer to it by this name.
  expect(document.file).toBe("a.md");
});
