import { describe, expect, it } from "vitest";
import { huffmanSegment } from "../../../src/codecs/jpeg/tables.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { startReading } from "../../../src/pdf-content/read-page.ts";
import { Resources } from "../../../src/pdf-content/resources.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import type { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { ImageJudge } from "../../../src/remove/prove/images.ts";
import { be16, bytes } from "../../fixtures/bytes.ts";
import { pagesOf, pdf, stream, text } from "../../fixtures/pdf.ts";

/** Blocks of 8 by 8 samples in each direction, over a page of 400 by 400 points: the area begins within the seventh. */
const BLOCKS = 25;
/** Codes of annex K.3 of ITU-T T.81: no difference; a 5 after the block's mean; the end of a block. */
const CODES = { mean: "00", detail: "100101", end: "1010" };

/** A gray JPEG whose blocks are all flat but for this one; in two scans where it is progressive. */
function grayJpeg(detailed: number, progressive: boolean): Uint8Array {
  const means = Array<string>(BLOCKS * BLOCKS).fill(CODES.mean);
  const details = Array<string>(BLOCKS * BLOCKS)
    .fill(CODES.end)
    .with(detailed, CODES.detail + CODES.end);
  const segment = (marker: number, ...data: (number | Uint8Array)[]) => {
    const body = bytes(...data);
    return bytes([0xff, marker], be16(body.length + 2), body);
  };
  const scan = (from: number, to: number, codes: readonly string[]) => [
    segment(0xda, 1, 1, 0, from, to, 0),
    Uint8Array.from(codes.join("").match(/.{1,8}/g)!, (byte) => Number.parseInt(byte.padEnd(8, "1"), 2)),
  ];
  const size = Uint8Array.from(be16(BLOCKS * 8));
  return bytes(
    [0xff, 0xd8],
    segment(0xdb, 0, new Uint8Array(64).fill(1)),
    segment(progressive ? 0xc2 : 0xc0, 8, size, size, 1, 1, 0x11, 0),
    huffmanSegment(),
    ...(progressive
      ? [scan(0, 0, means), scan(1, 63, details)].flat()
      : scan(
          0,
          63,
          means.map((mean, i) => mean + details[i]!),
        )),
    [0xff, 0xd9],
  );
}

/** What is wrong with a gray JPEG whose only block that is not flat is the one in this row and column. */
function faultOf(row: number, column: number, progressive: boolean): string | undefined {
  const jpeg = grayJpeg(row * BLOCKS + column, progressive);
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
