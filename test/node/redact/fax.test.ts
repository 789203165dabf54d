import { expect, it } from "vitest";
import { faxWriter } from "../../../src/codecs/fax/fax-writer.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { redactInTurns } from "../../../src/redact/redact.ts";
import { stream, text } from "../../fixtures/pdf.ts";
import { onePage } from "../../fixtures/removal/construct.ts";
import { openWithMupdf } from "../../support/finder/finder.ts";
import { pixels } from "../../support/finder/inside-pixels.ts";

const SIZE = 400;
/** Where the scan is black: behind the word and above it, and further on in the same rows. */
const [WORD, OTHER] = [
  [56, 72],
  [240, 320],
] as const;

/** A scan with the text that was read from it. */
function scan(isBlackOne: boolean): Uint8Array {
  const rows = faxWriter(SIZE, isBlackOne ? 1 : 0);
  const [ink, paper] = isBlackOne ? [0xff, 0] : [0, 0xff];
  for (let y = 0; y < SIZE; y++) {
    const row = new Uint8Array(SIZE / 8).fill(paper);
    if (y >= 90 && y < 102) for (const [from, to] of [WORD, OTHER]) row.fill(ink, from / 8, to / 8);
    rows.row(row, 0);
  }
  const image = stream(
    text(Buffer.concat(rows.end())),
    `/Type/XObject/Subtype/Image/Width ${SIZE}/Height ${SIZE}/BitsPerComponent 1/ColorSpace/DeviceGray` +
      `/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${SIZE}/BlackIs1 ${isBlackOne}>>${isBlackOne ? "/Decode[1 0]" : ""}`,
  );
  return onePage("q 400 0 0 400 0 0 cm /X Do Q BT 3 Tr /F2 10 Tf 50 300 Td (Jane) Tj ET", {
    resources: "/XObject<</X 7 0 R>>",
    objects: { 7: image },
    inside: "",
  });
}

/** How much of a part of the word's rows is black. */
function blackIn(file: Uint8Array, [from, to]: readonly [number, number]): number {
  const document = openWithMupdf(file, undefined);
  const { data } = pixels(document.loadPage(0) as never, { x: from, y: 298, width: to - from, height: 12 });
  document.destroy();
  return data.filter((value) => value < 128).length / data.length;
}

it.each([
  ["black is 0", false],
  ["black is 1", true],
])("cuts a word out of a fax, and keeps the rest of its rows (%s)", (_, isBlackOne) => {
  const file = scan(isBlackOne);
  const { rope, redaction } = atOnce(
    redactInTurns(openPdf(file), { rules: [{ words: "Jane" }], onUnreadable: "report" }),
  );
  expect(redaction).toMatchObject({ verified: false, pages: [{ cut: { images: 1 } }] });
  const result = rope.toBytes();
  expect(blackIn(file, WORD)).toBeGreaterThan(0.9);
  expect(blackIn(result, WORD)).toBe(0);
  expect(blackIn(result, OTHER)).toBe(blackIn(file, OTHER));
});
