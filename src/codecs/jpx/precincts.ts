import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { ComponentCoding } from "./coding.ts";
import { TagTree } from "./tag-tree.ts";

/** From left and top to before right and bottom. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The code-blocks of a band that belong to one precinct. */
export interface Band {
  readonly inclusion: TagTree;
  readonly planes: TagTree;
  /** Of each block: the bits of its next length, 0 before the first packet that holds it, and its passes. */
  readonly blocks: Uint16Array;
}

/** Where a block's passes are among its values, and how many values there are. */
export const PASSES = 1;
export const BLOCK_VALUES = 2;

interface Precinct {
  readonly bands: readonly Band[];
  readonly held: number;
}

/** Memory of a code-block in two trees and the list, of a band, and of a precinct. */
const BLOCK_BYTES = 16;
const BAND_BYTES = 500;
const PRECINCT_BYTES = 200;

/** One resolution of a component in a tile (ISO/IEC 15444-1 §B.5 to B.7). */
export class Resolution {
  readonly index: number;
  readonly precinctsAcross: number;
  readonly precinctsDown: number;
  readonly #coding: ComponentCoding;
  /** The component's samples in the tile. */
  readonly #samples: Rect;
  readonly #rect: Rect;
  readonly #exponents: readonly [number, number];
  #precincts: Map<number, Precinct> | undefined;

  constructor(index: number, samples: Rect, coding: ComponentCoding) {
    this.index = index;
    this.#coding = coding;
    this.#samples = samples;
    this.#rect = reduced(samples, coding.decompositions - index, 0, 0);
    this.#exponents = coding.precincts[Math.min(index, coding.precincts.length - 1)]!;
    const { left, top, right, bottom } = this.#rect;
    const [across, down] = this.#exponents;
    const count = (from: number, to: number, exponent: number): number =>
      to > from ? Math.ceil(to / 2 ** exponent) - Math.floor(from / 2 ** exponent) : 0;
    const isEmpty = right <= left || bottom <= top;
    this.precinctsAcross = isEmpty ? 0 : count(left, right, across);
    this.precinctsDown = isEmpty ? 0 : count(top, bottom, down);
  }

  get precincts(): number {
    return this.precinctsAcross * this.precinctsDown;
  }

  /** Where a precinct begins, in samples of the full resolution. */
  place(precinct: number): { x: number; y: number } {
    const { column, row } = this.#at(precinct);
    const scale = 2 ** (this.#coding.decompositions - this.index);
    return { x: column * 2 ** this.#exponents[0] * scale, y: row * 2 ** this.#exponents[1] * scale };
  }

  /** The bands of a precinct, made when its first packet with data is read: most of a file's may have none. */
  bands(index: number, work: Work): readonly Band[] {
    this.#precincts ??= new Map();
    const known = this.#precincts.get(index);
    if (known) return known.bands;
    const sizes = this.#blockCounts(index).filter(([across, down]) => across * down > 0);
    const blocks = sizes.reduce((sum, [across, down]) => sum + across * down, 0);
    const held = PRECINCT_BYTES + sizes.length * BAND_BYTES + blocks * BLOCK_BYTES;
    work.spend(COST.precinct + sizes.length * COST.precinctBand);
    work.hold(held);
    const bands = sizes.map(([across, down]) => ({
      inclusion: new TagTree(across, down),
      planes: new TagTree(across, down),
      blocks: new Uint16Array(across * down * BLOCK_VALUES),
    }));
    this.#precincts.set(index, { bands, held });
    return bands;
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

  #at(precinct: number): { column: number; row: number } {
    const across = precinct % this.precinctsAcross;
    const down = (precinct - across) / this.precinctsAcross;
    return {
      column: Math.floor(this.#rect.left / 2 ** this.#exponents[0]) + across,
      row: Math.floor(this.#rect.top / 2 ** this.#exponents[1]) + down,
    };
  }

  /** Code-blocks of each band, across and down. */
  #blockCounts(precinct: number): [across: number, down: number][] {
    const { column, row } = this.#at(precinct);
    const { decompositions, block } = this.#coding;
    const isLowest = this.index === 0;
    // Bands above the lowest resolution have half its samples each way.
    const [width, height] = this.#exponents.map((exponent) => exponent - (isLowest ? 0 : 1)) as [number, number];
    const kinds = isLowest
      ? [[0, 0]]
      : [
          [1, 0],
          [0, 1],
          [1, 1],
        ];
    const level = isLowest ? decompositions : decompositions - this.index + 1;
    return kinds.map(([right, down]) => {
      const band = reduced(this.#samples, level, right!, down!);
      const left = Math.max(band.left, column * 2 ** width);
      const top = Math.max(band.top, row * 2 ** height);
      const end = Math.min(band.right, (column + 1) * 2 ** width);
      const bottom = Math.min(band.bottom, (row + 1) * 2 ** height);
      if (end <= left || bottom <= top) return [0, 0];
      const across = 2 ** Math.min(block[0], width);
      const tall = 2 ** Math.min(block[1], height);
      return [Math.ceil(end / across) - Math.floor(left / across), Math.ceil(bottom / tall) - Math.floor(top / tall)];
    });
  }
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
