import { BlockSamples, blockCoefficients, WAVES, ZIGZAG } from "../../pdf-content/images/dct.ts";

/** A block of a JPEG that the edge cuts. */
export class EdgeBlock {
  /** The samples [first, end) of each row that are visible; first ≥ end where none is. */
  readonly first = new Float64Array(8);
  readonly end = new Float64Array(8);
  readonly #samples = new BlockSamples();
  readonly #waves = new Float64Array(64);
  readonly #line = new Float64Array(8);
  /** By `first` × 9 + `end`. */
  readonly #spreads = new Map<number, Float64Array>();

  /** Makes invisible samples equal to the nearest visible ones, row by row, and then column by column. */
  flatten(block: Int16Array, quantizer: Float64Array): void {
    const { first, end } = this;
    const top = first.findIndex((from, y) => from < end[y]!);
    const bottom = 1 + first.findLastIndex((from, y) => from < end[y]!);
    for (let y = top; y < bottom; y++) {
      if (first[y] !== first[top] || end[y] !== end[top]) {
        this.#flattenSamples(block, quantizer);
        return;
      }
    }
    // A line's samples can be changed while the other direction stays in waves.
    const waves = this.#waves;
    for (let k = 0; k < 64; k++) waves[ZIGZAG[k]!] = block[k]! * quantizer[k]!;
    this.#spread(first[top]!, end[top]!, 1);
    this.#spread(top, bottom, 8);
    for (let k = 0; k < 64; k++) block[k] = Math.round(waves[ZIGZAG[k]!]! / quantizer[k]!);
  }

  /** Makes samples of all lines equal to the nearest one in [first, end). `step`: 1 for rows, 8 for columns. */
  #spread(first: number, end: number, step: 1 | 8): void {
    if (end - first === 8) return;
    const waves = this.#waves;
    const line = this.#line;
    const shares = this.#sharesOf(first, end);
    for (let index = 0; index < 8; index++) {
      const start = (index * 8) / step;
      for (let u = 0; u < 8; u++) line[u] = waves[start + u * step]!;
      for (let u = 0; u < 8; u++) {
        let sum = 0;
        for (let w = 0; w < 8; w++) sum += shares[u * 8 + w]! * line[w]!;
        waves[start + u * step] = sum;
      }
    }
  }

  /** How much of each wave of a line is in each wave of the new line. */
  #sharesOf(first: number, end: number): Float64Array {
    const key = first * 9 + end;
    const known = this.#spreads.get(key);
    if (known) return known;
    const shares = Float64Array.from({ length: 64 }, (_, i) => {
      let sum = 0;
      for (let x = 0; x < 8; x++) {
        const nearest = Math.min(Math.max(x, first), end - 1);
        sum += WAVES[(i & 56) + x]! * WAVES[(i & 7) * 8 + nearest]!;
      }
      return sum;
    });
    this.#spreads.set(key, shares);
    return shares;
  }

  #flattenSamples(block: Int16Array, quantizer: Float64Array): void {
    const samples = this.#samples.of(block, 0, quantizer);
    const isRowSeen = Array.from(this.first, (from, y) => from < this.end[y]!);
    for (let y = 0; y < 8; y++) {
      if (!isRowSeen[y]) continue;
      const [first, end] = [this.first[y]!, this.end[y]!];
      for (let x = 0; x < first; x++) samples[y * 8 + x] = samples[y * 8 + first]!;
      for (let x = end; x < 8; x++) samples[y * 8 + x] = samples[y * 8 + end - 1]!;
    }
    for (let y = 0; y < 8; y++) {
      if (isRowSeen[y]) continue;
      const nearest = nearestSeen(isRowSeen, y);
      for (let x = 0; x < 8; x++) samples[y * 8 + x] = samples[nearest * 8 + x]!;
    }
    blockCoefficients(samples, quantizer, block);
  }
}

function nearestSeen(seen: readonly boolean[], row: number): number {
  for (let distance = 1; distance < 8; distance++) {
    if (seen[row - distance]) return row - distance;
    if (seen[row + distance]) return row + distance;
  }
  return row;
}
