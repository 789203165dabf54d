import { expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { redactInTurns } from "../../../src/redact/redact.ts";
import { stream } from "../../fixtures/pdf.ts";
import { onePage } from "../../fixtures/removal/construct.ts";
import { openWithMupdf } from "../../support/finder/finder.ts";
import { pixels } from "../../support/finder/inside-pixels.ts";

/** A letter of 8 points above the base line and 6 wide, of a font of this matrix, shown by this text matrix. */
const written = (matrix: string, glyph: string, width: number, size: number, text = "1 0 0 1 50 300"): Uint8Array =>
  onePage(`BT /T ${size} Tf ${text} Tm (ab) Tj ET`, {
    resources: "/Font<</T 7 0 R>>",
    objects: {
      7:
        `<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[${matrix}]/FirstChar 97/LastChar 98` +
        `/Widths[${width} ${width}]/Encoding<</Differences[97/a/b]>>/CharProcs<</a 8 0 R/b 8 0 R>>/ToUnicode 9 0 R>>`,
      8: stream(`${width} 0 d0 ${glyph} re f`),
      9: stream("1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <61> <0041> <62> <0042> endbfchar"),
    },
    inside: "",
  });

/** How many pixels of the square above the text's place are dark. */
function darkOf(file: Uint8Array): number {
  const document = openWithMupdf(file, undefined);
  const { data } = pixels(document.loadPage(0) as never, { x: 40, y: 290, width: 40, height: 30 });
  document.destroy();
  return data.filter((value) => value < 128).length / data.length;
}

it.each([
  ["thousandths", written("0.001 0 0 0.001 0 0", "0 0 600 800", 600, 10)],
  ["units of one", written("1 0 0 1 0 0", "0 0 6 8", 6, 1)],
  ["units of ten", written("10 0 0 10 0 0", "0 0 0.6 0.8", 0.6, 1)],
  ["upside down", written("0.001 0 0 -0.001 0 0", "0 -800 600 800", 600, 10)],
  [
    "upside down, with the text turned back",
    written("0.001 0 0 -0.001 0 0", "0 0 600 800", 600, 10, "1 0 0 -1 50 300"),
  ],
  ["mirrored", written("-0.001 0 0 0.001 0 0", "0 0 -600 800", -600, 10)],
  ["leaning", written("0.001 0 0.0004 0.001 0 0", "0 0 600 800", 600, 10)],
  ["leaning a lot, and low", written("0.001 0 0.0002 0.0001 0 0", "0 0 600 8000", 600, 10)],
  ["wide and low", written("0.01 0 0 0.0001 0 0", "0 0 60 8000", 60, 10)],
  ["turned, with its text", written("0.001 0 0 0.001 0 0", "0 0 600 800", 600, 10, "0 1 -1 0 60 300")],
  ["pixels, as TeX writes them", written("0.24 0 0 -0.24 0 0", "0 -33 25 33", 25, 1)],
])("a bar over letters of Type 3 is as high as they are (%s)", (_, file) => {
  const before = darkOf(file);
  expect(before).toBeGreaterThan(0.05);
  const request = { rules: [{ contains: "AB" }], mark: { colour: [0, 0, 0] } } as const;
  const { rope, findings } = atOnce(redactInTurns(openPdf(file), request));
  expect(findings).toHaveLength(1);
  expect(darkOf(rope.toBytes())).toBeGreaterThan(before * 0.8);
});
