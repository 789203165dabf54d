import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { damaged, pagesOf, pdf, text, withUpdate } from "../../fixtures/pdf.ts";
import { partBytes } from "../../split/parts.ts";
import { inspectPdf } from "../../support/at-once.ts";

const WHOLE = pdf(pagesOf(2));
const entry = (number: number): string => text(WHOLE).match(new RegExp(`\n${number} 1\n\\d{10} 00000 n `))![0];

/** What each page shows, and what is wrong with the file. */
function shown(file: Uint8Array) {
  const { pages, damage, partial } = inspectPdf(openPdf(file), { from: 1, limit: 9, content: true });
  return { blank: pages.map(({ blank }) => blank), partial, ...damage };
}

const SOUND = { blank: [false, false], partial: [], missingPages: 0, missingObjects: 0 };

describe("an object that the cross-reference does not know, and that a page needs", () => {
  it("is found where the table has fewer entries than it announces", () => {
    const numbers = text(WHOLE).match(/\n(\d+) 1\n\d{10} 00000 n /g)!;
    const table = `xref\n0 7\n0000000000 65535 f ${numbers
      .slice(0, 4)
      .map((one) => one.replace(/\n\d+ 1\n/, "\n"))
      .join("")}\ntrailer`;
    const file = damaged(WHOLE, text(WHOLE).match(/xref\n[\s\S]*?trailer/)![0], table);
    expect(shown(file)).toEqual({ ...SOUND, repaired: true });
  });

  it("is found by one search where no entry names it", () => {
    const file = damaged(WHOLE, entry(6), "\n900 1\n0000000000 00000 f ");
    expect(shown(file)).toEqual({ ...SOUND, repaired: true });
    const parts = partBytes(file, ["1", "2"]).map(shown);
    expect(parts.map(({ blank }) => blank)).toEqual([[false], [false]]);
  });

  it("is counted where it is not in the file, and its page is not said to be blank", () => {
    const bodies = pagesOf(2);
    delete bodies[6];
    expect(shown(pdf(bodies))).toEqual({ ...SOUND, partial: [2], repaired: false, missingObjects: 1 });
  });

  it("is not looked for where an update deleted it", () => {
    const file = damaged(withUpdate(WHOLE, { 900: "null" }), "\n900 1\n", "\n6 1\n0000000000 00001 f \n900 1\n");
    expect(shown(file)).toEqual({ ...SOUND, partial: [2], repaired: false, missingObjects: 1 });
  });
});
