import type { Portions } from "../../meter/turns.ts";
import type { PdfObject } from "../../pdf-file/syntax/objects.ts";
import type { ObjectSink, Tile } from "../image.ts";
import { writeRows } from "./write-rows.ts";

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What the frames of an animation are drawn onto, one after the other. Transparent at first. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** RGBA, not premultiplied. */
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 4);
  }

  /** Replaces the pixel at byte `to` by the colour at byte `from`. */
  put(to: number, colour: Uint8Array, from: number, opacity: number): void {
    const { pixels } = this;
    pixels[to] = colour[from]!;
    pixels[to + 1] = colour[from + 1]!;
    pixels[to + 2] = colour[from + 2]!;
    pixels[to + 3] = opacity;
  }

  /** Draws over what is there: "source over", with colours that are not premultiplied (RFC 9649 §2.7.1.1). */
  blend(to: number, colour: Uint8Array, from: number, opacity: number): void {
    if (opacity === 0) return;
    if (opacity === 255) {
      this.put(to, colour, from, 255);
      return;
    }
    const { pixels } = this;
    const below = (pixels[to + 3]! * (255 - opacity)) / 255;
    const sum = opacity + below;
    for (let c = 0; c < 3; c++) {
      pixels[to + c] = Math.round((colour[from + c]! * opacity + pixels[to + c]! * below) / sum);
    }
    pixels[to + 3] = Math.round(sum);
  }

  clear(part: Rectangle): void {
    this.#eachRow(part, (start, end) => this.pixels.fill(0, start, end));
  }

  /** Returns a function that restores this part of the canvas as it is now. */
  remember(part: Rectangle): () => void {
    const saved = new Uint8Array(part.width * part.height * 4);
    this.#eachRow(part, (start, end, row) => saved.set(this.pixels.subarray(start, end), row * part.width * 4));
    const rowBytes = part.width * 4;
    return () =>
      this.#eachRow(part, (start, _, row) =>
        this.pixels.set(saved.subarray(row * rowBytes, (row + 1) * rowBytes), start),
      );
  }

  /** Writes the canvas as an image, in a colour space with that number of components. */
  write(sink: ObjectSink, components: 1 | 3, colourSpace: PdfObject): Portions<Tile[]> {
    const { width, height, pixels } = this;
    return writeRows({ width, height, components, bits: 8, colourSpace }, sink, function* (take) {
      const colour = new Uint8Array(width * components);
      const alpha = new Uint8Array(width);
      for (let y = 0, at = 0; y < height; y++) {
        for (let x = 0; x < width; x++, at += 4) {
          for (let c = 0; c < components; c++) colour[x * components + c] = pixels[at + c]!;
          alpha[x] = pixels[at + 3]!;
        }
        take(colour, 0, alpha);
        yield colour.length + width;
      }
    });
  }

  #eachRow({ left, top, width, height }: Rectangle, use: (start: number, end: number, row: number) => void): void {
    for (let row = 0; row < height; row++) {
      const start = ((top + row) * this.width + left) * 4;
      use(start, start + width * 4, row);
    }
  }
}
