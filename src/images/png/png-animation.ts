import { unfilter } from "../../codecs/predictors.ts";
import type { Portions } from "../../meter/turns.ts";
import type { ObjectSink, Tile } from "../image.ts";
import { Canvas } from "../write/canvas.ts";
import { deviceSpace } from "../write/colour.ts";
import { deinterlace } from "./adam7.ts";
import type { PngFrame } from "./frames.ts";
import { inflateRows, type Shortfall } from "./inflate-rows.ts";
import type { Palette } from "./palette.ts";
import { isColour, type PngImage } from "./png-colour.ts";
import { hasAlphaChannel, type PngHeader, sizedHeader } from "./png-header.ts";

/** Draws the frames of an animated PNG over one another, and writes the canvas after each frame. */
export class Animation {
  readonly #image: PngImage;
  #canvas: Canvas | undefined;
  #dispose: () => void = () => undefined;

  constructor(image: PngImage) {
    this.#image = image;
  }

  *writeFrame(sink: ObjectSink, frame: PngFrame): Portions<Tile[]> {
    const { header, profile } = this.#image;
    const isFirst = this.#canvas === undefined;
    const canvas = this.#canvas ?? new Canvas(header.width, header.height);
    this.#canvas = canvas;
    this.#dispose();
    // Before the first frame there is nothing to restore: the canvas is cleared (PNG, third edition, §11.3.6.2).
    if (frame.dispose === "restore" && !isFirst) this.#dispose = canvas.remember(frame);
    else if (frame.dispose === "keep") this.#dispose = () => undefined;
    else this.#dispose = () => canvas.clear(frame);
    const shortfall = yield* this.#draw(frame, canvas);
    if (shortfall) sink.warn(shortfall.message);
    const components = isColour(header) ? 3 : 1;
    return yield* canvas.write(sink, components, profile ? sink.profile(profile) : deviceSpace(components));
  }

  #draw(frame: PngFrame, canvas: Canvas): Portions<Shortfall | undefined> {
    const header = sizedHeader(this.#image.header, frame.width, frame.height);
    const rgba = new Uint8Array(frame.width * 4);
    const toRgba = rgbaOf(header, this.#image.palette, this.#image.key);
    let to = (frame.top * canvas.width + frame.left) * 4;
    return unfilteredRows(header, frame.data(), (row) => {
      toRgba(row, rgba);
      for (let at = 0; at < rgba.length; at += 4) {
        if (frame.blend) canvas.blend(to + at, rgba, at, rgba[at + 3]!);
        else canvas.put(to + at, rgba, at, rgba[at + 3]!);
      }
      to += canvas.width * 4;
    });
  }
}

function unfilteredRows(
  header: PngHeader,
  data: readonly Uint8Array[],
  onRow: (row: Uint8Array) => void,
): Portions<Shortfall | undefined> {
  if (header.interlaced) return deinterlace(header, data, onRow);
  const { rowBytes, height } = header;
  let row: Uint8Array = new Uint8Array(rowBytes);
  let previous: Uint8Array = new Uint8Array(rowBytes);
  return inflateRows(data, [{ rowBytes, rows: height }], (source, at) => {
    row.set(source.subarray(at + 1, at + 1 + rowBytes));
    unfilter(source[at]!, row, 0, row.length, previous, 0, header.pixelBytes);
    onRow(row);
    [row, previous] = [previous, row];
  });
}

/** Writes a row of unfiltered samples to `target` as RGBA; gray gives three equal colours. */
type ToRgba = (row: Uint8Array, target: Uint8Array) => void;

/** Makes 8-bit RGBA for a canvas; palettes and transparent colours are looked up. */
function rgbaOf(
  { width, depth, channels, ...header }: PngHeader,
  palette: Palette | undefined,
  key: readonly number[] | undefined,
): ToRgba {
  const sample = sampleReader(depth);
  if (palette) {
    const { table, entries, transparency } = palette;
    const alphaOf = (index: number): number => {
      if (transparency.kind === "alpha") return transparency.table[index]!;
      return transparency.kind === "range" && index >= transparency.from && index <= transparency.to ? 0 : 255;
    };
    return (row, target) => {
      for (let x = 0; x < width; x++) {
        const index = sample(row, x);
        const isThere = index < entries;
        for (let c = 0; c < 3; c++) target[x * 4 + c] = isThere ? table[index * 3 + c]! : 0;
        target[x * 4 + 3] = alphaOf(index);
      }
    };
  }
  const hasAlpha = hasAlphaChannel({ width, depth, channels, ...header });
  const colours = hasAlpha ? channels - 1 : channels;
  const scale = 255 / (2 ** depth - 1);
  return (row, target) => {
    for (let x = 0, from = 0; x < width; x++, from += channels) {
      let isKey = key !== undefined;
      for (let c = 0; c < 3; c++) {
        const value = sample(row, from + (colours === 3 ? c : 0));
        isKey &&= value === key?.[colours === 3 ? c : 0];
        target[x * 4 + c] = Math.round(value * scale);
      }
      target[x * 4 + 3] = hasAlpha ? Math.round(sample(row, from + colours) * scale) : isKey ? 0 : 255;
    }
  };
}

function sampleReader(depth: number): (row: Uint8Array, index: number) => number {
  if (depth === 8) return (row, index) => row[index]!;
  if (depth === 16) return (row, index) => (row[index * 2]! << 8) | row[index * 2 + 1]!;
  const mask = (1 << depth) - 1;
  return (row, index) => {
    const bit = index * depth;
    return (row[bit >> 3]! >> (8 - depth - (bit & 7))) & mask;
  };
}
