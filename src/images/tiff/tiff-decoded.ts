import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import { faxWriter } from "../../codecs/fax/fax-writer.ts";
import type { Portions } from "../../meter/turns.ts";
import type { IccProfile, ObjectSink, Tile } from "../image.ts";
import { type Components, deviceSpace } from "../write/colour.ts";
import { softMaskRows } from "../write/soft-mask.ts";
import { pngRows, wholeTile, writeImage } from "../write/xobject.ts";
import { bands } from "./compressions/bands.ts";
import { Damage } from "./compressions/damage.ts";
import { bytesOf, type ConvertedRow, type PixelRows } from "./pixel-rows.ts";
import { isDirect } from "./samples/row-samples.ts";
import { type Layout, PHOTOMETRIC } from "./tiff-layout.ts";

/** Writes a picture whose rows had to be decoded, a few rows at a time. */
export function* writeDecoded(
  layout: Layout,
  rows: PixelRows,
  profile: IccProfile | undefined,
  sink: ObjectSink,
): Portions<Tile[]> {
  const { width, height } = layout;
  const damage = new Damage();
  const colourSpace = rows.colourSpace ?? (profile ? sink.profile(profile) : deviceSpace(rows.components));
  if (rows.blackBit !== undefined) {
    const fax = faxWriter(width, rows.blackBit);
    yield* eachRow(rows, height, damage, ({ colour, at }) => fax.row(colour, at));
    damage.settle(width, height, sink.warn);
    const image = { width, height, colourSpace, bits: 1, filter: "CCITTFaxDecode" as const };
    const parms = new Map([
      ["K", -1],
      ["Columns", width],
      ["Rows", height],
    ]);
    return wholeTile(writeImage(sink, { ...image, parms, data: fax.end() }), width, height);
  }
  const differences = areDifferences(layout, rows);
  const colour = new RowEncoder(rowBytes(width, rows.components, rows.bits), differences ? "left" : "up");
  const alpha = softMaskRows(width, rows.bits === 16 ? 16 : 8);
  const read = differences ? { ...rows, layout: { ...layout, predictor: 1 } } : rows;
  if (rows.measure) {
    for (const band of bands(layout, new Damage())) {
      for (let row = 0; row < band.rows; row++) rows.measure(band, row);
      yield bytesOf(band);
    }
  }
  yield* eachRow(read, height, damage, (row) => {
    colour.row(row.colour, row.at);
    if (row.alpha) alpha.row(row.alpha);
  });
  damage.settle(width, height, sink.warn);
  const softMask = alpha.write(sink, height);
  const xobject = writeImage(sink, {
    width,
    height,
    colourSpace,
    bits: rows.bits,
    ...pngRows(width, rows.components, rows.bits),
    decode: rows.decode,
    softMask,
    data: colour.end(),
  });
  return wholeTile(xobject, width, height);
}

/** For bytes, predictor 2 is the same as PNG's Sub filter: such rows are compressed as they are. */
function areDifferences(layout: Layout, rows: PixelRows): boolean {
  const { predictor, bits, tiled, photometric } = layout;
  if (predictor !== 2 || bits !== 8 || tiled || rows.layout !== layout) return false;
  return isDirect(layout, rows.components) && photometric <= PHOTOMETRIC.separated;
}

function* eachRow(rows: PixelRows, height: number, damage: Damage, use: (row: ConvertedRow) => void): Portions<void> {
  const { rowsPerBandRow } = rows;
  let left = height;
  for (const band of bands(rows.layout, damage)) {
    for (let row = 0; row < band.rows; row++) {
      const converted = rows.convert(band, row);
      if (rowsPerBandRow === 1) {
        use(converted);
        continue;
      }
      const stride = converted.colour.length / rowsPerBandRow;
      for (let line = 0; line < rowsPerBandRow && left > 0; line++, left--) use({ ...converted, at: line * stride });
    }
    yield bytesOf(band);
  }
}

function rowBytes(width: number, components: Components, bits: number): number {
  return Math.ceil((width * components * bits) / 8);
}
