/** Gives the bits of a packet's header, one by one. */
interface Bits {
  bit(): number;
}

const UNKNOWN = 0xffff;

/** A tree of minima, whose leaves are a band's code-blocks in a precinct (ISO/IEC 15444-1 §B.10.2). */
export class TagTree {
  readonly #width: number;
  /** From the leaves to the root: where each level begins, and how wide it is. */
  readonly #levels: { readonly start: number; readonly width: number }[] = [];
  readonly #values: Uint16Array;
  readonly #known: Uint16Array;

  constructor(width: number, height: number) {
    this.#width = width;
    let nodes = 0;
    for (let [w, h] = [width, height]; ; [w, h] = [Math.ceil(w / 2), Math.ceil(h / 2)]) {
      this.#levels.push({ start: nodes, width: w });
      nodes += w * h;
      if (w * h <= 1) break;
    }
    this.#values = new Uint16Array(nodes).fill(UNKNOWN);
    this.#known = new Uint16Array(nodes);
  }

  /** Whether the leaf's value is below the limit; reads as many bits as that takes. */
  isBelow(bits: Bits, leaf: number, limit: number): boolean {
    const x = leaf % this.#width;
    const y = (leaf - x) / this.#width;
    let low = 0;
    for (let level = this.#levels.length - 1; level >= 0; level--) {
      const { start, width } = this.#levels[level]!;
      const node = start + (y >> level) * width + (x >> level);
      low = Math.max(low, this.#known[node]!);
      while (low < limit && low < this.#values[node]!) {
        if (bits.bit() === 1) this.#values[node] = low;
        else low++;
      }
      this.#known[node] = low;
    }
    return this.#values[leaf]! < limit;
  }
}
