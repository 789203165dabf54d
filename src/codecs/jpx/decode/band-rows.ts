import { instantiateJpx, JPX_SEGMENT_BYTES, type JpxKernel } from "../../../../wasm/jpx.ts";
import { atOnce, type Turns } from "../../../meter/turns.ts";
import type { Holding, Work } from "../../../meter/work.ts";
import { COST } from "../../../meter/work-limits.ts";
import { IdleKernels } from "../../idle-kernels.ts";
import { corrupt } from "../../image-problem.ts";
import type { Subband } from "../precincts.ts";
import type { CodedBand, CodedBlock } from "./coded-bands.ts";

/** A row of samples: whole numbers when nothing is lost. */
export type Row = Int32Array | Float32Array;

const kernels = new IdleKernels(instantiateJpx);
const MAX_KERNEL_PLANES = 30;
/** Memory of a band without samples. */
const BAND_BYTES = 400;

/** The rows of a subband from its top, of which a row of code-blocks is held. */
export class BandRows {
  readonly #coded: CodedBand;
  readonly #work: Work;
  readonly #width: number;
  readonly #strip: Row;
  #next: number;
  /** The rows that the strip has. */
  #top = 0;
  #bottom = 0;

  constructor(coded: CodedBand, holding: Holding) {
    const { left, top, right, bottom, block } = coded.band;
    this.#coded = coded;
    this.#work = holding.work;
    this.#width = right - left;
    this.#next = this.#top = this.#bottom = top;
    const height = Math.max(0, Math.min(2 ** block[1], bottom - top));
    const count = Math.max(0, this.#width) * height;
    holding.take(BAND_BYTES + count * 4);
    this.#strip = coded.coding.isReversible ? new Int32Array(count) : new Float32Array(count);
  }

  /** The next row, valid until another is asked for. */
  next(): Row {
    if (this.#next >= this.#bottom) atOnce(this.decode());
    const at = (this.#next++ - this.#top) * this.#width;
    return this.#strip.subarray(at, at + this.#width);
  }

  /** Whether all rows that are decoded were given, and there are more. */
  get isUsedUp(): boolean {
    return this.#next >= this.#bottom && this.#next < this.#coded.band.bottom;
  }

  /** Decodes the next rows, which `next` does at once when they are not there. Those that were given are lost. */
  *decode(): Turns<void> {
    const { band, rows } = this.#coded;
    const height = 2 ** band.block[1];
    const row = Math.floor(this.#next / height);
    this.#top = Math.max(band.top, row * height);
    this.#bottom = Math.min(band.bottom, (row + 1) * height);
    this.#strip.fill(0);
    for (const [column, block] of rows.get(row) ?? []) {
      const kernel = kernels.take();
      this.#block(kernel, column, block);
      kernels.giveBack(kernel);
      if (this.#work.isTurnOver) yield;
    }
    rows.delete(row);
  }

  #block(kernel: JpxKernel, column: number, { zeroPlanes, segments }: CodedBlock): void {
    const { band, coding, planes, step } = this.#coded;
    const own = planes - zeroPlanes;
    if (own > MAX_KERNEL_PLANES) throw corrupt("The JPEG 2000 has samples of impossible sizes.");
    if (own <= 0) return;
    const left = Math.max(band.left, column * 2 ** band.block[0]);
    const width = Math.min(band.right, (column + 1) * 2 ** band.block[0]) - left;
    const height = this.#bottom - this.#top;
    kernel.begin(width, height, kindOf(band), coding.style, own);
    const input = new Uint8Array(kernel.memory.buffer, kernel.inputPlace(), JPX_SEGMENT_BYTES);
    for (const { passes, isRaw, pieces } of segments) {
      let length = 0;
      for (const piece of pieces) {
        const part = piece.subarray(0, JPX_SEGMENT_BYTES - length);
        input.set(part, length);
        length += part.length;
      }
      const done = Math.min(passes, 3 * own);
      this.#work.spend(done * width * height * COST.codedPass + length * COST.jpxByte);
      kernel.segment(length, passes, isRaw);
    }
    const samples = new Int32Array(kernel.memory.buffer, kernel.samplesPlace(), width * height);
    const strip = this.#strip;
    for (let y = 0; y < height; y++) {
      let to = y * this.#width + left - band.left;
      const from = y * width;
      if (coding.isReversible) for (let x = 0; x < width; x++) strip[to++] = (samples[from + x]! / 2) | 0;
      else for (let x = 0; x < width; x++) strip[to++] = samples[from + x]! * (step / 2);
    }
  }
}

/** 0 for LL and LH, 1 for HL, 2 for HH: what the kernel calls it. */
function kindOf({ high: [across, down] }: Subband): number {
  return across === 1 ? 1 + down : 0;
}
