import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import { unfilter } from "../../codecs/predictors.ts";
import type { Portions } from "../../meter/turns.ts";
import type { PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { ObjectSink, Tile } from "../image.ts";
import { type ImageXObject, pngRows, wholeTile, writeImage, writeSoftMask } from "../write/xobject.ts";
import { areRowsThere, inflateRows, type Shortfall } from "./inflate-rows.ts";
import type { PaletteTransparency } from "./palette.ts";
import { colourSpace, type PngImage } from "./png-colour.ts";
import { hasAlphaChannel, type PngHeader } from "./png-header.ts";

/**
 * Writes the image data as it is: PDF's Predictor 15 is PNG's row filters. It is inflated once to see that all its rows
 * are there: otherwise damage would show only when someone opens the PDF. Of damaged data the complete rows are
 * compressed again.
 */
export function* writePassthrough(sink: ObjectSink, image: PngImage): Portions<Tile[]> {
  const { header, palette } = image;
  const alpha = palette?.transparency.kind === "alpha" ? new AlphaRows(header, palette.transparency.table) : undefined;
  const isWhole = alpha ? (yield* addAlphas(image, alpha)) === undefined : yield* hasAllRows(image);
  const { data, height } = isWhole ? { data: image.data, height: header.height } : yield* rowsThatAreThere(sink, image);
  return writeRows(sink, image, { height, data, softMask: alpha?.write(sink, height) });
}

/** Rows of colours that carry PNG filters. */
export function writeRows(
  sink: ObjectSink,
  image: PngImage,
  { height, data, softMask }: Pick<ImageXObject, "height" | "data" | "softMask">,
): Tile[] {
  const { width, depth, channels } = image.header;
  const xobject = writeImage(sink, {
    width,
    height,
    colourSpace: colourSpace(sink, image),
    bits: depth,
    mask: colourKeyMask(image.palette?.transparency, image.key),
    softMask,
    ...pngRows(width, hasAlphaChannel(image.header) ? channels - 1 : channels, depth),
    data,
  });
  return wholeTile(xobject, width, height);
}

/** Rows keep their own filters. */
function* rowsThatAreThere(sink: ObjectSink, { header, data }: PngImage) {
  const { rowBytes, height } = header;
  const rows = new RowEncoder(rowBytes, "given");
  const shortfall = yield* inflateRows(data, [{ rowBytes, rows: height }], (source, at) => {
    const { target, at: to } = rows.filtered();
    target.set(source.subarray(at, at + rowBytes + 1), to);
  });
  if (shortfall) sink.warn(shortfall.message);
  return { data: rows.end(), height: shortfall?.rows ?? height };
}

/** /Mask by colour key (ISO 32000-2 §8.9.6.4): a range for each component. */
function colourKeyMask(transparency: PaletteTransparency | undefined, key: number[] | undefined): number[] | undefined {
  if (transparency?.kind === "range") return [transparency.from, transparency.to];
  return key?.flatMap((sample) => [sample, sample]);
}

function* hasAllRows({ header, data, isVouchedFor }: PngImage): Portions<boolean> {
  const rows = { rowBytes: header.rowBytes, rows: header.height };
  if (isVouchedFor) return yield* areRowsThere(data, rows);
  return (yield* inflateRows(data, [rows], () => undefined)) === undefined;
}

/** The alpha of each pixel's palette entry: the colours stay as in the file. */
function addAlphas({ header, data }: PngImage, alpha: AlphaRows): Portions<Shortfall | undefined> {
  let row: Uint8Array = new Uint8Array(header.rowBytes);
  let previous: Uint8Array = new Uint8Array(header.rowBytes);
  const add = (source: Uint8Array, at: number): void => {
    row.set(source.subarray(at + 1, at + 1 + header.rowBytes));
    unfilter(source[at]!, row, 0, row.length, previous, 0, header.pixelBytes);
    alpha.add(row, 0);
    [row, previous] = [previous, row];
  };
  return inflateRows(data, [{ rowBytes: header.rowBytes, rows: header.height }], add);
}

/** Builds an 8-bit soft mask from rows of palette indices. */
export class AlphaRows {
  readonly #header: PngHeader;
  readonly #table: Uint8Array;
  readonly #encoder: RowEncoder;
  readonly #alphas: Uint8Array;

  constructor(header: PngHeader, table: Uint8Array) {
    this.#header = header;
    this.#table = table;
    this.#encoder = new RowEncoder(header.width);
    this.#alphas = new Uint8Array(header.width);
  }

  add(row: Uint8Array, at: number): void {
    const { depth, width } = this.#header;
    const mask = (1 << depth) - 1;
    for (let x = 0; x < width; x++) {
      const bit = x * depth;
      const index = (row[at + (bit >> 3)]! >> (8 - depth - (bit & 7))) & mask;
      this.#alphas[x] = this.#table[index]!;
    }
    this.#encoder.row(this.#alphas);
  }

  write(sink: ObjectSink, height: number): PdfRef {
    return writeSoftMask(sink, { width: this.#header.width, height, bits: 8 }, this.#encoder.end());
  }
}
