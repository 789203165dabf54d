import { BlockSamples, WAVES, wavesOf } from "../../codecs/jpeg/dct.ts";
import { ZIGZAG } from "../../codecs/jpeg/tables.ts";

/** A block of a JPEG that the edge cuts. */
export class EdgeBlock {
  /** The samples [first, end) of each row that are visible; first ≥ end where none is. */
  readonly first = new Float64Array(8);
  readonly end = new Float64Array(8);
  /** How many rows and columns are the picture's. Beyond its edge its last samples are repeated. */
  rows = 8;
  columns = 8;
  readonly #samples = new BlockSamples();
  readonly #waves = new Float64Array(64);
  readonly #missing = new Float64Array(64);
  readonly #weights = new Float64Array(64);

  /** Makes invisible samples like the nearest visible ones, row by row, and then column by column. */
  flatten(block: Int16Array, quantizer: Float64Array): void {
    const samples = this.#samples.of(block, 0, quantizer);
    const isRowSeen = Array.from(this.first, (from, y) => from < this.end[y]!);
    for (let y = 0; y < 8; y++) {
      if (!isRowSeen[y]) continue;
      const [first, end] = [this.first[y]!, this.end[y]!];
      for (let x = 0; x < first; x++) samples[y * 8 + x] = samples[y * 8 + first]!;
      for (let x = end; x < 8; x++) samples[y * 8 + x] = samples[y * 8 + end - 1]!;
    }
    for (let y = 0; y < 8; y++) {
      const from = isRowSeen[y] ? y : nearestSeen(isRowSeen, y);
      samples.copyWithin(y * 8, from * 8, from * 8 + 8);
    }
    wavesOf(samples, this.#waves);
    // In a whole block rounding is closest, since no wave has any of another.
    for (let k = 0; k < 64; k++) block[k] = Math.round(this.#waves[ZIGZAG[k]!]! / quantizer[k]!);
    if (this.rows < 8 || this.columns < 8) this.#comeCloser(block, quantizer);
  }

  /**
   * Rounds each coefficient once more, so that the samples of the picture come as close as they can to what they were.
   * Those beyond its edge only have to be like them.
   */
  #comeCloser(block: Int16Array, quantizer: Float64Array): void {
    const missing = this.#missing.fill(0);
    for (let k = 0; k < 64; k++) addWave(missing, k, this.#waves[ZIGZAG[k]!]! - block[k]! * quantizer[k]!);
    const weights = this.#weights;
    for (let i = 0; i < 64; i++) {
      const [y, x] = [i >> 3, i & 7];
      weights[i] = y < this.rows && x < this.columns ? 1 : BEYOND_WEIGHT;
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (let k = 0; k < 64; k++) {
        const steps = Math.round(shareOf(missing, k, weights) / quantizer[k]!);
        if (steps === 0) continue;
        block[k]! += steps;
        addWave(missing, k, -steps * quantizer[k]!);
      }
    }
  }
}

/** More rounds change little. */
const ROUNDS = 2;
/**
 * How much a sample beyond the edge of the picture counts beside one in it. Viewers mix the others when they enlarge.
 */
const BEYOND_WEIGHT = 0.01;

/** Adds this much of the wave of a coefficient to samples. */
function addWave(samples: Float64Array, k: number, amount: number): void {
  const [down, across] = [ZIGZAG[k]! & 56, (ZIGZAG[k]! & 7) * 8];
  for (let y = 0; y < 8; y++) {
    const high = WAVES[down + y]! * amount;
    for (let x = 0; x < 8; x++) samples[y * 8 + x]! += high * WAVES[across + x]!;
  }
}

/** How much of the wave of a coefficient comes closest to samples of these weights. */
function shareOf(samples: Float64Array, k: number, weights: Float64Array): number {
  const [down, across] = [ZIGZAG[k]! & 56, (ZIGZAG[k]! & 7) * 8];
  let [sum, all] = [0, 0];
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      const wave = WAVES[down + y]! * WAVES[across + x]!;
      const weighted = wave * weights[y * 8 + x]!;
      sum += weighted * samples[y * 8 + x]!;
      all += weighted * wave;
    }
  }
  return sum / all;
}

function nearestSeen(seen: readonly boolean[], row: number): number {
  for (let distance = 1; distance < 8; distance++) {
    if (seen[row - distance]) return row - distance;
    if (seen[row + distance]) return row + distance;
  }
  return row;
}
