import { expect, it } from "vitest";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { finishPdf } from "../../src/pdf-file/repack.ts";
import type { PdfObject } from "../../src/pdf-file/syntax/objects.ts";
import { setOutline } from "../../src/pdf-pages/new-outline.ts";
import { pagesOf, pdf } from "../fixtures/pdf.ts";

/** Three pages, with an outline of one item that leads to the last. */
const file = () => {
  const bodies = pagesOf(3, () => "");
  bodies[1] = "<</Type/Catalog/Pages 2 0 R/Outlines 40 0 R>>";
  bodies[40] = "<</Type/Outlines/First 41 0 R/Last 41 0 R/Count 1>>";
  bodies[41] = "<</Title(Old)/Parent 40 0 R/Dest[7 0 R/Fit]>>";
  return openPdf(pdf(bodies));
};
const item = (title: string, level: number, page = 1) => ({ title, level, page, x: 10, y: 700.5 });
const saved = (document: PdfDocument) => openPdf(finishPdf(document, undefined).rope.toBytes());

/** Titles with those below them, and how many each counts; read forwards, and checked backwards. */
function tree(document: PdfDocument, at: PdfObject = document.catalog.get("Outlines") ?? null): unknown[] {
  const dict = document.dict(at);
  const read: unknown[] = [];
  let before: PdfObject | undefined;
  for (let next = dict?.get("First"); next !== undefined; next = document.dict(next)?.get("Next")) {
    const own = document.dict(next);
    expect([own?.get("Parent"), own?.get("Prev")]).toEqual([at, before]);
    read.push([document.text(own?.get("Title")), own?.get("Count") ?? 0, ...tree(document, next)]);
    before = next;
  }
  expect(dict?.get("Last")).toEqual(before);
  return read;
}

it("items are below the last one before them of a lower level, whatever levels are left out", () => {
  const document = file();
  setOutline(document, [item("Deep", 4), item("A", 1), item("B", 2), item("C", 4), item("D", 3), item("E", 1)]);
  const made = saved(document);
  expect(tree(made)).toEqual([
    ["Deep", 0],
    ["A", 3, ["B", 2, ["C", 0], ["D", 0]]],
    ["E", 0],
  ]);
  expect(made.dict(made.catalog.get("Outlines"))?.get("Count")).toBe(6);
});

it("an item leads to its place on its page, and none to a page that is not there", () => {
  const document = file();
  setOutline(document, [item("Größe 文", 1, 2), item("Nowhere", 1, 4)]);
  const made = saved(document);
  expect(tree(made)).toEqual([["Größe 文", 0]]);
  const first = made.dict(made.dict(made.catalog.get("Outlines"))?.get("First"));
  const [page, kind, x, y, zoom] = made.array(first?.get("Dest")) ?? [];
  expect(page).toEqual(made.pages.leaf(1).ref);
  expect([kind, x, y, zoom]).toEqual(["XYZ", 10, 700.5, null]);
});

it("the old outline is gone from the file, also where there is no new one", () => {
  for (const items of [[], [item("New", 1)]]) {
    const document = file();
    setOutline(document, items);
    const bytes = finishPdf(document, undefined).rope.toBytes();
    expect(openPdf(bytes).catalog.has("Outlines")).toBe(items.length > 0);
    expect(document.catalog.has("Outlines")).toBe(items.length > 0);
    expect(Buffer.from(bytes).includes("Old")).toBe(false);
  }
});

it("levels may be as deep as there are items", () => {
  const document = file();
  setOutline(
    document,
    Array.from({ length: 5_000 }, (_, index) => item(`${index}`, index + 1)),
  );
  const made = saved(document);
  expect(made.dict(made.catalog.get("Outlines"))?.get("Count")).toBe(5_000);
});
