import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import type { Portions } from "../../meter/turns.ts";
import type { PdfObject } from "../../pdf-file/syntax/objects.ts";
import type { ObjectSink, Tile } from "../image.ts";
import { softMaskRows } from "./soft-mask.ts";
import { pngRows, wholeTile, writeImage } from "./xobject.ts";

/**
 * Takes a row of colour samples that begins at `at`, and its alpha if there is any. Both are views that are used again.
 */
export type TakeRow = (colour: Uint8Array, at: number, alpha: Uint8Array | undefined) => void;

export interface RowsOfSamples {
  width: number;
  height: number;
  components: 1 | 3;
  bits: 8 | 16;
  colourSpace: PdfObject;
}

/**
 * Writes a picture whose rows are decoded from the first to the last, with a soft mask when not all of it is opaque.
 * When `produce` gives fewer rows, the picture becomes that much lower.
 */
export function* writeRows(
  picture: RowsOfSamples,
  sink: ObjectSink,
  produce: (take: TakeRow) => Portions<void>,
): Portions<Tile[]> {
  const { width, components, bits, colourSpace } = picture;
  const colours = new RowEncoder((width * components * bits) / 8);
  const alphas = softMaskRows(width, bits);
  let height = 0;
  yield* produce((colour, at, alpha) => {
    colours.row(colour, at);
    if (alpha) alphas.row(alpha);
    height++;
  });
  const xobject = writeImage(sink, {
    width,
    height,
    colourSpace,
    bits,
    ...pngRows(width, components, bits),
    softMask: alphas.write(sink, height),
    data: colours.end(),
  });
  return wholeTile(xobject, width, height);
}

/** What is missing of a picture whose rows end early. */
export function missingRows(format: string, there: number, height: number): string {
  const percent = Math.max(1, Math.round(((height - there) / height) * 100));
  return `The ${format} is cut off: ${percent} % of the picture is missing.`;
}
