import { expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
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
