import { unfilter } from "../../codecs/predictors.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDict } from "../../pdf-file/syntax/objects.ts";
import { numberOf } from "./image-facts.ts";

/** Takes a row's bytes, valid during the call. */
export type TakeRow = (row: Uint8Array, y: number) => void;

/** What PNG's filters take of a predicted sample's price: none, the sample before, the one above, the mean, Paeth's. */
const FILTER_SHARES = [0, 0.25, 0.25, 0.5, 0.75];

/** Assembles rows from decoded bytes as they arrive, and undoes a predictor (7.4.4.4). */
export class RowAssembler {
  readonly #row: Uint8Array;
  #previous: Uint8Array;
  #current: Uint8Array;
  #filled = 0;
  #y = 0;
  #filter = -1;
  readonly #hasFilters: boolean;
  readonly #pixelBytes: number;
  readonly #height: number;
  readonly #take: TakeRow;
  readonly #work: Work;

  constructor(rowBytes: number, height: number, parameters: PdfDict, take: TakeRow, work: Work) {
    this.#work = work;
    this.#hasFilters = numberOf(parameters, "Predictor", 1) >= 10;
    const bits = numberOf(parameters, "Colors", 1) * numberOf(parameters, "BitsPerComponent", 8);
    this.#pixelBytes = Math.max(1, bits >> 3);
    this.#row = new Uint8Array(rowBytes);
    this.#current = this.#row;
    this.#previous = new Uint8Array(rowBytes);
    this.#height = height;
    this.#take = take;
  }

  get isWhole(): boolean {
    return this.#y >= this.#height;
  }

  add(bytes: Uint8Array): void {
    const size = this.#row.length;
    for (let at = 0; at < bytes.length && this.#y < this.#height; ) {
      if (this.#hasFilters && this.#filter < 0) {
        this.#filter = bytes[at++]!;
        continue;
      }
      // A whole row without a predictor is passed on without a copy.
      if (!this.#hasFilters && this.#filled === 0 && bytes.length - at >= size) {
        this.#take(bytes.subarray(at, at + size), this.#y++);
        at += size;
        continue;
      }
      const count = Math.min(size - this.#filled, bytes.length - at);
      this.#current.set(bytes.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === size) this.#finish();
    }
  }

  #finish(): void {
    if (this.#hasFilters) {
      const share = FILTER_SHARES[this.#filter] ?? 0;
      this.#work.spend(COST.predictedRow + this.#row.length * share * COST.predictedSample);
      unfilter(this.#filter, this.#current, 0, this.#row.length, this.#previous, 0, this.#pixelBytes);
    }
    this.#take(this.#current, this.#y++);
    if (this.#hasFilters) [this.#previous, this.#current] = [this.#current, this.#previous];
    this.#filled = 0;
    this.#filter = -1;
  }
}
