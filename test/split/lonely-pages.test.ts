import { describe, expect, it } from "vitest";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { type Bodies, pdf, stream } from "../fixtures/pdf.ts";
import { splitDocument } from "../support/at-once.ts";
import { annotations, bytesOf, checkComplete, destinationPage, dictOf, split } from "./parts.ts";

const PAGE = 1000;
const CONTENT = 2000;

/**
 * A document whose tree is nested as `tree` is, a number standing for that many pages. Each page has a link to the one
 * before it, an outline item and a named destination; all but contents lies in an object stream.
 */
function nested(tree: Nested): Uint8Array {
  const bodies: Bodies = {};
  let [pages, nodes] = [0, 10];
  const node = (kids: Nested, parent: string): [ref: string, count: number] => {
    const own = nodes++;
    const inside = (kid: Nested | number): [string, number][] => {
      if (Array.isArray(kid)) return [node(kid, `/Parent ${own} 0 R`)];
      return Array.from({ length: kid }, () => {
        const number = PAGE + pages++;
        const before = Math.max(PAGE, number - 1);
        const link = `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Border[0 0 0]/Dest[${before} 0 R/Fit]>>`;
        bodies[number] =
          `<</Type/Page/Parent ${own} 0 R/MediaBox[0 0 200 100]/Contents ${number + CONTENT} 0 R/Annots[${link}]>>`;
        bodies[number + CONTENT] = stream(`${pages} 0 50 50 re f`);
        return [`${number} 0 R`, 1];
      });
    };
    const found = kids.flatMap(inside);
    const count = found.reduce((sum, [, many]) => sum + many, 0);
    bodies[own] = `<</Type/Pages/Count ${count}/Kids[${found.map(([ref]) => ref).join(" ")}]${parent}>>`;
    return [`${own} 0 R`, count];
  };
  const [root] = node(tree, "");
  const names = Array.from({ length: pages }, (_, i) => `(${String(i).padStart(4, "0")})[${PAGE + i} 0 R/Fit]`);
  bodies[1] = `<</Type/Catalog/Pages ${root}/Outlines 2 0 R/Names<</Dests<</Names[${names.join("")}]>>>>>>`;
  bodies[2] = `<</First 5000 0 R/Last ${4999 + pages} 0 R/Count ${pages}>>`;
  for (let i = 0; i < pages; i++) {
    const next = i + 1 < pages ? `/Next ${5001 + i} 0 R` : "";
    bodies[5000 + i] = `<</Title(${i})/Parent 2 0 R${next}/Dest[${PAGE + i} 0 R/Fit]>>`;
  }
  const compressed = Object.keys(bodies).map(Number);
  return pdf(bodies, { style: "stream", compressed: compressed.filter((n) => n < PAGE + CONTENT || n >= 5000) });
}

type Nested = (Nested | number)[];

/** How many pages the outline, the named destinations and the links of a document lead to. */
function ledTo(part: PdfDocument): { outline: number; names: number; links: number } {
  const names = part.array(dictOf(part, dictOf(part, part.catalog.get("Names")).get("Dests")).get("Names")) ?? [];
  let outline = 0;
  const items = part.dict(part.catalog.get("Outlines"));
  for (let item = part.dict(items?.get("First")); item; item = part.dict(item.get("Next"))) {
    if (destinationPage(part, item.get("Dest")) >= 0) outline++;
  }
  let links = 0;
  for (let page = 0; page < part.pageCount; page++) {
    for (const link of annotations(part, page)) if (destinationPage(part, link.get("Dest")) >= 0) links++;
  }
  return { outline, names: names.filter((name) => destinationPage(part, name) >= 0).length, links };
}

describe("outline, named destinations and links are kept of pages that are alone in their node", () => {
  const sixes = (count: number): Nested => Array.from({ length: count }, () => [6]);
  it.each<[string, Nested]>([
    ["each", Array.from({ length: 5 }, () => [1])],
    ["each, of more files than are looked at", Array.from({ length: 80 }, () => [1])],
    ["as the last of 37 pages in groups of six", [sixes(6), [[1]]]],
    ["as the last of 73", [sixes(6), sixes(6), [[1]]]],
    ["in the middle of a long list", [1, 40, [1], 40, 1]],
    ["in the middle of a list further down", [[30, [1], 40], 3]],
  ])("%s", (_, tree) => {
    const file = nested(tree);
    const { pageCount: count } = openPdf(file);
    const [part] = split(file, [`1-${count}`]).parts;
    const document = openPdf(bytesOf(part!));
    checkComplete(document);
    expect(document.pageCount).toBe(count);
    expect(ledTo(document)).toEqual({ outline: count, names: count, links: count });
  });

  it("when the parts begin at outline items", () => {
    const document = openPdf(nested([1, 40, [1], 40, 1]));
    const { parts } = splitDocument(document, { outlineLevel: 1 }, { outputBytes: 1e9 });
    expect(parts.map(({ title }) => title)).toEqual(Array.from({ length: 83 }, (_, index) => `${index}`));
  });
});

it("a page whose node is not among the part's pages does not come along", () => {
  const file = nested([1, 40, [1], 40, 1]);
  const [part] = split(file, ["44-45"]).parts;
  const document = openPdf(bytesOf(part!));
  checkComplete(document);
  expect([document.pageCount, ledTo(document)]).toEqual([2, { outline: 2, names: 2, links: 1 }]);
});
