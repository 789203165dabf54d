import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import type { Portions } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { ObjectSink, Tile } from "../image.ts";
import { deviceSpace } from "../write/colour.ts";
import { IndexedRows } from "../write/indexed.ts";
import { pngRows, wholeTile, writeImage, writeSoftMask } from "../write/xobject.ts";
import type { GifFrame, GifLayout } from "./blocks.ts";
import { frameRows, warnOfPlace, warnOfShare } from "./frame-rows.ts";

const OPAQUE = 0xff000000;
/** What a pixel counts as beside its index, where there are too many colours for indices. */
const TRUE_COLOUR_BYTES = 1.5;

/** Draws the frames of an animation over one another, and writes the canvas after each frame. */
export class Animation {
  readonly #bytes: Uint8Array;
  readonly #layout: GifLayout;
  readonly #work: Work;
  /** The number of each pixel's colour; 0 where nothing was drawn. */
  #canvas: Uint32Array | undefined;
  readonly #colours = new ColourNumbers();
  #dispose: (canvas: Uint32Array) => void = () => undefined;

  constructor(bytes: Uint8Array, layout: GifLayout, work: Work) {
    this.#bytes = bytes;
    this.#layout = layout;
    this.#work = work;
  }

  *writeFrame(sink: ObjectSink, frame: GifFrame): Portions<Tile[]> {
    const { width, height } = this.#layout;
    this.#canvas ??= new Uint32Array(width * height);
    this.#dispose(this.#canvas);
    this.#dispose = this.#disposalOf(frame, this.#canvas);
    warnOfPlace(frame, this.#layout, sink.warn);
    warnOfShare(yield* this.#draw(frame, this.#canvas), sink.warn);
    const xobject =
      (yield* this.#writeIndexed(sink, this.#canvas)) ?? (yield* this.#writeTrueColour(sink, this.#canvas));
    return wholeTile(xobject, width, height);
  }

  /** Returns for which share of the frame's pixels there was data. */
  *#draw(frame: GifFrame, canvas: Uint32Array): Portions<number> {
    const { width, height } = this.#layout;
    const colours = new Uint32Array(257);
    for (let i = 0; i < 256; i++) {
      const [red, green, blue] = frame.palette.subarray(i * 3, i * 3 + 3);
      colours[i] = this.#colours.numberOf((OPAQUE | ((blue ?? 0) << 16) | ((green ?? 0) << 8) | (red ?? 0)) >>> 0);
    }
    if (frame.transparent !== undefined) colours[frame.transparent] = 0;
    const columns = Math.max(0, Math.min(frame.width, width - frame.left));
    const { share } = yield* frameRows(this.#bytes, frame, frame.transparent ?? 0, (pixels, at, y) => {
      if (frame.top + y >= height) return;
      let to = (frame.top + y) * width + frame.left;
      for (let x = 0; x < columns; x++, to++) {
        const colour = colours[pixels[at + x]!]!;
        if (colour !== 0) canvas[to] = colour;
      }
    });
    return share;
  }

  /** What happens to the canvas before the next frame is drawn. */
  #disposalOf(frame: GifFrame, canvas: Uint32Array): (canvas: Uint32Array) => void {
    if (frame.disposal === "keep") return () => undefined;
    const { width, height } = this.#layout;
    const right = Math.min(width, frame.left + frame.width);
    const bottom = Math.min(height, frame.top + frame.height);
    if (frame.left >= right || frame.top >= bottom) return () => undefined;
    const span = right - frame.left;
    const saved = frame.disposal === "restore" ? new Uint32Array(span * (bottom - frame.top)) : undefined;
    for (let y = frame.top; saved && y < bottom; y++) {
      const from = y * width + frame.left;
      saved.set(canvas.subarray(from, from + span), (y - frame.top) * span);
    }
    return (target) => {
      for (let y = frame.top; y < bottom; y++) {
        const to = y * width + frame.left;
        if (saved) target.set(saved.subarray((y - frame.top) * span, (y - frame.top + 1) * span), to);
        else target.fill(0, to, to + span);
      }
    };
  }

  /** The canvas with its own palette, when it has at most 256 colours; transparency counts as one. */
  *#writeIndexed(sink: ObjectSink, canvas: Uint32Array): Portions<PdfRef | undefined> {
    const { width, height } = this.#layout;
    const indices = new Uint8Array(canvas.length);
    const { values } = this.#colours;
    const places = new Int16Array(values.length).fill(-1);
    const palette: number[] = [];
    for (let i = 0; i < canvas.length; i++) {
      const number = canvas[i]!;
      let index = places[number]!;
      if (index < 0) {
        if (palette.length === 256) return undefined;
        index = places[number] = palette.length;
        palette.push(number);
      }
      indices[i] = index;
    }
    const rows = new IndexedRows(width, palette.length);
    for (let y = 0; y < height; y++) {
      rows.add(indices, y * width);
      yield width;
    }
    const table = palette.flatMap((number) => [0, 8, 16].map((shift) => (values[number]! >> shift) & 0xff));
    const transparent = places[0]! < 0 ? undefined : places[0];
    return rows.write(sink, height, Uint8Array.from(table), transparent, this.#layout.profile);
  }

  #writeTrueColour(sink: ObjectSink, canvas: Uint32Array): Portions<PdfRef> {
    const { width, height } = this.#layout;
    this.#work.spend(width * height * TRUE_COLOUR_BYTES * COST.decodedByte);
    return writeTrueColour(sink, canvas, this.#colours.values, width, height);
  }
}

/**
 * The colours of all frames, as 0xAABBGGRR. Pixels hold their numbers: which of them are on the canvas is then found
 * without looking each up by its value.
 */
class ColourNumbers {
  readonly values = [0];
  readonly #numbers = new Map([[0, 0]]);

  numberOf(colour: number): number {
    const known = this.#numbers.get(colour);
    if (known !== undefined) return known;
    this.#numbers.set(colour, this.values.length);
    return this.values.push(colour) - 1;
  }
}

/** Frames that each have their own palette can make a canvas of many colours. */
function* writeTrueColour(
  sink: ObjectSink,
  canvas: Uint32Array,
  values: readonly number[],
  width: number,
  height: number,
): Portions<PdfRef> {
  const colourRow = new Uint8Array(width * 3);
  const alphaRow = new Uint8Array(width);
  const colours = new RowEncoder(colourRow.length);
  const alpha = new RowEncoder(width);
  let opaque = true;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = values[canvas[y * width + x]!]!;
      colourRow[x * 3] = pixel;
      colourRow[x * 3 + 1] = pixel >>> 8;
      colourRow[x * 3 + 2] = pixel >>> 16;
      alphaRow[x] = pixel >>> 24;
      opaque &&= pixel !== 0;
    }
    colours.row(colourRow);
    alpha.row(alphaRow);
    yield colourRow.length;
  }
  const size = { width, height, bits: 8 };
  const softMask = opaque ? undefined : writeSoftMask(sink, size, alpha.end());
  return writeImage(sink, {
    ...size,
    colourSpace: deviceSpace(3),
    softMask,
    ...pngRows(width, 3, 8),
    data: colours.end(),
  });
}
