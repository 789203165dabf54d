/** Gives the bits of a packet's header, one by one. */
interface Bits {
  bit(): number;
}

const UNKNOWN = 0xffff;

/** From the leaves to the root: where each level begins, and how wide it is. */
interface Shape {
  readonly width: number;
  readonly height: number;
  readonly levels: readonly { readonly start: number; readonly width: number }[];
  readonly nodes: number;
}

/** A picture has very many trees, and most have the shape of the one before. */
let lastShape: Shape | undefined;

function shapeOf(width: number, height: number): Shape {
  if (lastShape?.width === width && lastShape.height === height) return lastShape;
  const levels: { start: number; width: number }[] = [];
  let nodes = 0;
  for (let [w, h] = [width, height]; ; [w, h] = [Math.ceil(w / 2), Math.ceil(h / 2)]) {
    levels.push({ start: nodes, width: w });
    nodes += w * h;
    if (w * h <= 1) break;
  }
  lastShape = { width, height, levels, nodes };
  return lastShape;
}

/** A tree of minima, whose leaves are a band's code-blocks in a precinct (ISO/IEC 15444-1 §B.10.2). */
export class TagTree {
  readonly #shape: Shape;
  /** The values, and behind them what is known of each. */
  readonly #nodes: Uint16Array;

  constructor(width: number, height: number) {
    this.#shape = shapeOf(width, height);
    this.#nodes = new Uint16Array(2 * this.#shape.nodes).fill(UNKNOWN, 0, this.#shape.nodes);
  }

  /** Whether the leaf's value is below the limit; reads as many bits as that takes. */
  isBelow(bits: Bits, leaf: number, limit: number): boolean {
    const { width: leaves, levels, nodes: behind } = this.#shape;
    const nodes = this.#nodes;
    const x = leaf % leaves;
    const y = (leaf - x) / leaves;
    let low = 0;
    for (let level = levels.length - 1; level >= 0; level--) {
      const { start, width } = levels[level]!;
      const node = start + (y >> level) * width + (x >> level);
      low = Math.max(low, nodes[behind + node]!);
      while (low < limit && low < nodes[node]!) {
        if (bits.bit() === 1) nodes[node] = low;
        else low++;
      }
      nodes[behind + node] = low;
    }
    return nodes[leaf]! < limit;
  }
}
