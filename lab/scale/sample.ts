/** Values that each stand for some number of requests. */
export class Sample {
  readonly #values: number[] = [];
  readonly #weights: number[] = [];
  total = 0;

  add(value: number, weight = 1): void {
    this.#values.push(value);
    this.#weights.push(weight);
    this.total += weight;
  }

  /** Adds another sample, each of whose values stands for this many times as many requests. */
  join(other: Sample, weight: number): void {
    for (const [index, value] of other.#values.entries()) this.add(value, (other.#weights[index] as number) * weight);
  }

  /** The value that this share does not exceed; NaN when there are no values. */
  percentile(share: number): number {
    const order = [...this.#values.keys()].sort((a, b) => (this.#values[a] as number) - (this.#values[b] as number));
    let left = share * this.total;
    for (const index of order) {
      left -= this.#weights[index] as number;
      if (left <= 1e-9) return this.#values[index] as number;
    }
    return Number.NaN;
  }

  get mean(): number {
    return this.#values.reduce((sum, value, index) => sum + value * (this.#weights[index] as number), 0) / this.total;
  }
}
