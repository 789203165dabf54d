import { instantiateJpx, JPX_SEGMENT_BYTES, type JpxKernel } from "../../../../wasm/jpx.ts";
import { atOnce, type Turns } from "../../../meter/turns.ts";
import { COST } from "../../../meter/work-limits.ts";
import { IdleKernels } from "../../idle-kernels.ts";
import { corrupt } from "../../image-problem.ts";
import type { Meter } from "./meter.ts";
import type { Band, Block } from "./tile.ts";

/** A row of samples: whole numbers when nothing is lost. */
export type Row = Int32Array | Float32Array;

const kernels = new IdleKernels(instantiateJpx);
const MAX_KERNEL_PLANES = 30;
/** Memory of a band without samples. */
const BAND_BYTES = 400;

/** The rows of a subband from its top, of which a row of code-blocks is held. */
export class BandRows {
  readonly #band: Band;
  readonly #style: number;
  readonly #isReversible: boolean;
  readonly #work: Meter;
  readonly #width: number;
  readonly #strip: Row;
  #next: number;
  /** The rows that the strip has. */
  #top = 0;
  #bottom = 0;

  constructor(band: Band, style: number, isReversible: boolean, work: Meter) {
    this.#band = band;
    this.#style = style;
    this.#isReversible = isReversible;
    this.#work = work;
    this.#width = band.right - band.left;
    this.#next = this.#top = this.#bottom = band.top;
    const height = Math.max(0, Math.min(2 ** band.blockHeight, band.bottom - band.top));
    const count = Math.max(0, this.#width) * height;
    work.hold(BAND_BYTES + count * 4);
    this.#strip = isReversible ? new Int32Array(count) : new Float32Array(count);
  }

  /** The next row, valid until another is asked for. */
  next(): Row {
    if (this.#next >= this.#bottom) atOnce(this.decode());
    const at = (this.#next++ - this.#top) * this.#width;
    return this.#strip.subarray(at, at + this.#width);
  }

  /** Whether all rows that are decoded were given, and there are more. */
  get isUsedUp(): boolean {
    return this.#next >= this.#bottom && this.#next < this.#band.bottom;
  }

  /** Decodes the next rows, which `next` does at once when they are not there. Those that were given are lost. */
  *decode(): Turns<void> {
    const band = this.#band;
    const number = Math.floor(this.#next / 2 ** band.blockHeight);
    this.#top = Math.max(band.top, number * 2 ** band.blockHeight);
    this.#bottom = Math.min(band.bottom, (number + 1) * 2 ** band.blockHeight);
    this.#strip.fill(0);
    for (const block of band.rows.get(number) ?? []) {
      if (block.segments.length === 0) continue;
      const kernel = kernels.take();
      this.#block(kernel, block);
      kernels.giveBack(kernel);
      if (this.#work.isTurnOver) yield;
    }
    band.rows.delete(number);
  }

  #block(kernel: JpxKernel, block: Block): void {
    const { kind, planes, step, left } = this.#band;
    const own = planes - block.zeroPlanes;
    if (own > MAX_KERNEL_PLANES) throw corrupt("The JPEG 2000 has samples of impossible sizes.");
    if (own <= 0) return;
    const [width, height] = [block.right - block.left, block.bottom - block.top];
    kernel.begin(width, height, kind, this.#style, own);
    const input = new Uint8Array(kernel.memory.buffer, kernel.inputPlace(), JPX_SEGMENT_BYTES);
    for (const { passes, isRaw, pieces } of block.segments) {
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
      let to = (block.top + y - this.#top) * this.#width + block.left - left;
      const from = y * width;
      if (this.#isReversible) for (let x = 0; x < width; x++) strip[to++] = (samples[from + x]! / 2) | 0;
      else for (let x = 0; x < width; x++) strip[to++] = samples[from + x]! * (step / 2);
    }
  }
}
