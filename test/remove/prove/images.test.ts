import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { startReading } from "../../../src/pdf-content/read-page.ts";
import { Resources } from "../../../src/pdf-content/resources.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import type { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { ImageJudge } from "../../../src/remove/prove/images.ts";
import { arithmeticJpeg, type Block } from "../../fixtures/arithmetic.ts";
import { pagesOf, pdf, stream, text } from "../../fixtures/pdf.ts";

/** Blocks of 8 by 8 samples in each direction, over a page of 400 by 400 points: the area begins within the seventh. */
const BLOCKS = 25;
const FLAT: Block = Array<number>(64).fill(0);
const DETAILED: Block = FLAT.with(1, 5);

/** What is wrong with a gray JPEG whose only block that is not flat is the one in this row and column. */
function faultOf(row: number, column: number, progressive: boolean): string | undefined {
  const blocks = Array<Block>(BLOCKS * BLOCKS)
    .fill(FLAT)
    .with(row * BLOCKS + column, DETAILED);
  const jpeg = arithmeticJpeg({ width: BLOCKS * 8, height: BLOCKS * 8, blocks, progressive });
  const size = `/Width ${BLOCKS * 8}/Height ${BLOCKS * 8}`;
  const dict = `/Subtype/Image${size}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode`;
  const document = openPdf(pdf({ ...pagesOf(1), 10: stream(text(jpeg), dict) }));
  const image = document.get(10) as PdfStream;
  const judge = new ImageJudge(startReading(document, () => undefined));
  const resources = new Resources(document, undefined);
  const shown = { dict: image.dict, stream: image, data: undefined, resources };
  return atOnce(judge.fault(shown, [400, 0, 0, 400, 0, 0], [100, 100, 300, 300]));
}

describe.each([
  ["in one scan", false],
  ["in several scans", true],
])("a JPEG %s across the edge", (_, progressive) => {
  it.each([
    ["above", 0, 12],
    ["below", 24, 12],
    ["on the left", 12, 0],
    ["on the right", 12, 24],
  ])("has samples outside when a block %s is not flat", (_where, row, column) => {
    expect(faultOf(row, column, progressive)).toBe("an image with samples outside");
  });

  it.each([
    ["in the middle of the area", 12, 12],
    ["on its edge", 6, 12],
  ])("has none when the only block with a picture is one %s", (_where, row, column) => {
    expect(faultOf(row, column, progressive)).toBeUndefined();
  });
});
