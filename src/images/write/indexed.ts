import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import type { IccProfile, ObjectSink } from "../image.ts";
import { deviceSpace, indexed } from "./colour.ts";
import { writeImage } from "./xobject.ts";

/** Rows of palette indices, packed into as few bits as the palette needs. */
export class IndexedRows {
  readonly bits: number;
  readonly #width: number;
  readonly #encoder: RowEncoder;
  readonly #packed: Uint8Array;

  constructor(width: number, entries: number) {
    this.bits = entries <= 2 ? 1 : entries <= 4 ? 2 : entries <= 16 ? 4 : 8;
    this.#width = width;
    this.#packed = new Uint8Array(this.bits === 8 ? 0 : Math.ceil((width * this.bits) / 8));
    // The differences of indices mean nothing: deflate does better on the indices themselves.
    this.#encoder = new RowEncoder(this.bits === 8 ? width : this.#packed.length, "none", 5);
  }

  add(pixels: Uint8Array, at: number): void {
    const { bits } = this;
    if (bits === 8) {
      this.#encoder.row(pixels, at);
      return;
    }
    const packed = this.#packed.fill(0);
    for (let x = 0; x < this.#width; x++) {
      const bit = x * bits;
      packed[bit >> 3] = packed[bit >> 3]! | (pixels[at + x]! << (8 - bits - (bit & 7)));
    }
    this.#encoder.row(packed);
  }

  write(sink: ObjectSink, height: number, palette: Uint8Array, transparent: number | undefined, profile?: IccProfile) {
    return writeImage(sink, {
      width: this.#width,
      height,
      colourSpace: indexed(profile ? sink.profile(profile) : deviceSpace(3), palette, palette.length / 3),
      bits: this.bits,
      mask: transparent === undefined ? undefined : [transparent, transparent],
      filter: "FlateDecode",
      data: this.#encoder.end(),
    });
  }
}
