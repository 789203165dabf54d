import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { ComponentCoding } from "./coding.ts";
import type { Rect } from "./size.ts";

/** A subband of a component in a tile (ISO/IEC 15444-1 §B.5). */
export interface Subband extends Rect {
  /** Whether it has the high frequencies across, and down: 1 where it does. */
  readonly high: readonly [across: number, down: number];
  /** How many decompositions it comes from. */
  readonly level: number;
  /** Exponents of the width and height of its code-blocks, which lie in a grid. */
  readonly block: readonly [across: number, down: number];
}

/**
 * The code-blocks of a subband that belong to one precinct: the first one's place in the grid, and how many there are.
 */
interface Blocks {
  readonly band: Subband;
  readonly column: number;
  readonly row: number;
  readonly across: number;
  readonly down: number;
}

export interface PrecinctBand extends Blocks {
  readonly inclusion: TagTree;
  readonly planes: TagTree;
  /** Of each block: the bits of its next length, 0 before the first packet that holds it, and what follows here. */
  readonly blocks: Uint8Array;
}

/** Where a block's passes are among its values, and the planes that are zero; and how many values there are. */
export const PASSES = 1;
export const ZERO_PLANES = 2;
export const BLOCK_VALUES = 3;

interface Precinct {
  readonly bands: readonly PrecinctBand[];
  /** How many code-blocks they have. */
  readonly blocks: number;
  readonly held: number;
}

/** Memory of a code-block in two trees and the list, of a band, and of a precinct. */
const BLOCK_BYTES = 16;
const BAND_BYTES = 500;
const PRECINCT_BYTES = 200;

/** The subbands of the lowest resolution, and of the others: HL, LH and HH. */
const LOWEST: readonly Subband["high"][] = [[0, 0]];
const OTHERS: readonly Subband["high"][] = [
  [1, 0],
  [0, 1],
  [1, 1],
];

/** One resolution of a component in a tile (§B.5 to B.7). */
export class Resolution implements Rect {
  readonly index: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly precinctsAcross: number;
  readonly precinctsDown: number;
  readonly #coding: ComponentCoding;
  /** The component's samples in the tile. */
  readonly #samples: Rect;
  readonly #exponents: readonly [number, number];
  #bands: readonly Subband[] | undefined;
  #precincts: Map<number, Precinct> | undefined;

  constructor(index: number, samples: Rect, coding: ComponentCoding) {
    this.index = index;
    this.#coding = coding;
    this.#samples = samples;
    const { left, top, right, bottom } = reduced(samples, coding.decompositions - index, 0, 0);
    [this.left, this.top, this.right, this.bottom] = [left, top, right, bottom];
    this.#exponents = coding.precincts[Math.min(index, coding.precincts.length - 1)]!;
    const [across, down] = this.#exponents;
    const isEmpty = right <= left || bottom <= top;
    this.precinctsAcross = isEmpty ? 0 : cells(left, right, across);
    this.precinctsDown = isEmpty ? 0 : cells(top, bottom, down);
  }

  get precincts(): number {
    return this.precinctsAcross * this.precinctsDown;
  }

  /** LL for the lowest one; otherwise HL, LH and HH. */
  get bands(): readonly Subband[] {
    this.#bands ??= this.#layBands();
    return this.#bands;
  }

  /** Where a precinct begins, in samples of the full resolution. */
  place(precinct: number): { x: number; y: number } {
    const { column, row } = this.#at(precinct);
    const scale = 2 ** (this.#coding.decompositions - this.index);
    return { x: column * 2 ** this.#exponents[0] * scale, y: row * 2 ** this.#exponents[1] * scale };
  }

  /** Made when its first packet with data is read: most of a file's precincts may have none. */
  precinct(index: number, work: Work): Precinct {
    this.#precincts ??= new Map();
    const known = this.#precincts.get(index);
    if (known) return known;
    const laid = this.bands.map((band) => this.#blocksOf(band, index)).filter(({ across, down }) => across * down > 0);
    const blocks = laid.reduce((sum, { across, down }) => sum + across * down, 0);
    const held = PRECINCT_BYTES + laid.length * BAND_BYTES + blocks * BLOCK_BYTES;
    work.spend(COST.precinct + laid.length * COST.resolution);
    work.hold(held);
    const bands = laid.map((own) => ({
      ...own,
      inclusion: new TagTree(own.across, own.down),
      planes: new TagTree(own.across, own.down),
      blocks: new Uint8Array(own.across * own.down * BLOCK_VALUES),
    }));
    const made = { bands, blocks, held };
    this.#precincts.set(index, made);
    return made;
  }

  /** No packet of the precinct follows. */
  end(index: number, work: Work): void {
    work.letGo(this.#precincts?.get(index)?.held ?? 0);
    this.#precincts?.delete(index);
  }

  /** Gives back what its precincts held. */
  letGo(work: Work): void {
    for (const { held } of this.#precincts?.values() ?? []) work.letGo(held);
    this.#precincts = undefined;
  }

  /** Of a precinct's part of a band: above the lowest resolution, bands have half its samples each way. */
  get #bandExponents(): readonly [number, number] {
    const less = this.index === 0 ? 0 : 1;
    return [this.#exponents[0] - less, this.#exponents[1] - less];
  }

  #at(precinct: number): { column: number; row: number } {
    const across = precinct % this.precinctsAcross;
    const down = (precinct - across) / this.precinctsAcross;
    return {
      column: Math.floor(this.left / 2 ** this.#exponents[0]) + across,
      row: Math.floor(this.top / 2 ** this.#exponents[1]) + down,
    };
  }

  #layBands(): Subband[] {
    const isLowest = this.index === 0;
    const { decompositions, block: most } = this.#coding;
    const level = decompositions - (isLowest ? 0 : this.index - 1);
    const [across, down] = this.#bandExponents;
    const block = [Math.min(most[0], across), Math.min(most[1], down)] as const;
    return (isLowest ? LOWEST : OTHERS).map((high) => ({
      ...reduced(this.#samples, level, ...high),
      ...{ high, level, block },
    }));
  }

  #blocksOf(band: Subband, precinct: number): Blocks {
    const { column, row } = this.#at(precinct);
    const [width, height] = this.#bandExponents;
    const left = Math.max(band.left, column * 2 ** width);
    const top = Math.max(band.top, row * 2 ** height);
    const right = Math.min(band.right, (column + 1) * 2 ** width);
    const bottom = Math.min(band.bottom, (row + 1) * 2 ** height);
    const isEmpty = right <= left || bottom <= top;
    const [across, down] = band.block;
    return {
      band,
      column: Math.floor(left / 2 ** across),
      row: Math.floor(top / 2 ** down),
      across: isEmpty ? 0 : cells(left, right, across),
      down: isEmpty ? 0 : cells(top, bottom, down),
    };
  }
}

/** How many cells of a grid, whose side is a power of 2, a stretch lies in. */
function cells(from: number, to: number, exponent: number): number {
  return Math.ceil(to / 2 ** exponent) - Math.floor(from / 2 ** exponent);
}

/** A band after this many decompositions (§B.5, equation B-15): `x` and `y` say which half it is. */
function reduced({ left, top, right, bottom }: Rect, level: number, x: number, y: number): Rect {
  const scale = 2 ** level;
  const across = (scale / 2) * x;
  const down = (scale / 2) * y;
  return {
    left: Math.ceil((left - across) / scale),
    top: Math.ceil((top - down) / scale),
    right: Math.ceil((right - across) / scale),
    bottom: Math.ceil((bottom - down) / scale),
  };
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
class TagTree {
  readonly #shape: Shape;
  /** The values, and behind them what is known of each. */
  readonly #nodes: Uint16Array;

  constructor(width: number, height: number) {
    this.#shape = shapeOf(width, height);
    this.#nodes = new Uint16Array(2 * this.#shape.nodes).fill(UNKNOWN, 0, this.#shape.nodes);
  }

  /** Whether the leaf's value is below the limit; reads as many bits as that takes. */
  isBelow(bits: { bit(): number }, leaf: number, limit: number): boolean {
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
