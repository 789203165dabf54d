import { expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import { findInTurns, redactInTurns } from "../../src/redact/redact.ts";
import { type Bodies, deflated, pdf } from "../fixtures/pdf.ts";

/** A document of many pages of prose, of which the first alone says the word. */
function document(count: number): Uint8Array {
  const pages = Array.from({ length: count }, (_, at) => 10 + 2 * at);
  const bodies: Bodies = {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: `<</Type/Pages/Kids[${pages.map((number) => `${number} 0 R`).join(" ")}]/Count ${count}>>`,
    5: "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
  };
  for (const [at, number] of pages.entries()) {
    const lines = Array.from({ length: 60 }, (_, line) => `(Line ${line} of page ${at} has some words) Tj T*`);
    const first = at === 0 ? "(Secret) Tj T*" : "";
    bodies[number] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 800]/Contents ${number + 1} 0 R/Resources<</Font<</F 5 0 R>>>>>>`;
    bodies[number + 1] = deflated(`BT /F 10 Tf 12 TL 20 780 Td ${first} ${lines.join("\n")} ET`);
  }
  return pdf(bodies);
}

/** What the meter says of cutting the word, and of a search alone. */
function costs(count: number): { cut: number; search: number } {
  const file = document(count);
  const [cut, search] = [openPdf(file), openPdf(file)];
  atOnce(redactInTurns(cut, { rules: [{ words: "Secret" }] }));
  const pages = pageSet([{ first: 1, last: count }]);
  atOnce(findInTurns(search, { rules: [{ words: "Secret", pages }] }));
  return { cut: cut.work.used.steps, search: search.work.used.steps };
}

it("a page that does not say the word is searched, and checked for less than that; it is not read again", () => {
  const [few, many] = [costs(10), costs(20)];
  const [cut, search] = [many.cut - few.cut, many.search - few.search];
  expect(cut).toBeLessThan(2 * search);
});

/** A page in many fonts, each of which says what its codes mean. */
function manyFonts(count: number): Uint8Array {
  const fonts = Array.from({ length: count }, (_, at) => 10 + 2 * at);
  const lines = fonts.map((_, at) => `/F${at} 10 Tf (Words ${at}) Tj T*`);
  const codes = Array.from({ length: 224 }, (_, at) => (32 + at).toString(16));
  const texts = codes.map((code) => `<${code}> <00${code}>`).join("\n");
  const bodies: Bodies = {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 9000]/Contents 4 0 R/Resources<</Font<<${fonts
      .map((number, at) => `/F${at} ${number} 0 R`)
      .join("")}>>>>>>`,
    4: deflated(`BT /F0 10 Tf 12 TL 20 8900 Td (Secret) Tj T* ${lines.join("\n")} ET`),
  };
  for (const number of fonts) {
    bodies[number] = `<</Type/Font/Subtype/Type1/BaseFont/Courier/ToUnicode ${number + 1} 0 R>>`;
    bodies[number + 1] = deflated(
      `1 begincodespacerange <00> <ff> endcodespacerange 224 beginbfchar\n${texts} endbfchar`,
    );
  }
  return pdf(bodies);
}

it("fonts of the old file and of the new one are not held at once, and none are when the proof ends", () => {
  const [cut, search] = [manyFonts(200), manyFonts(200)].map((file) => openPdf(file)) as [PdfDocument, PdfDocument];
  const before = cut.work.held;
  atOnce(redactInTurns(cut, { rules: [{ words: "Secret" }] }));
  atOnce(findInTurns(search, { rules: [{ words: "Secret", pages: pageSet([{ first: 1, last: 1 }]) }] }));
  const all = search.work.used.bytes;
  expect(all).toBeGreaterThan(4 << 20);
  expect(cut.work.used.bytes).toBeLessThan(1.2 * all);
  expect(cut.work.held - before).toBeLessThan(0.05 * all);
});
