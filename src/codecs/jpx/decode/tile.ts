import { COST } from "../../../meter/work-limits.ts";
import { corrupt } from "../../image-problem.ts";
import { type Component, type Size, tileRect } from "../codestream.ts";
import type { TagTree } from "../tag-tree.ts";
import type { Meter } from "./meter.ts";
import { bitsOf, type Coding, type Parameters, type Quantization } from "./parameters.ts";

/** Passes that are coded together, and the pieces of data that they are in. */
export interface CodedSegment {
  passes: number;
  readonly most: number;
  readonly isRaw: boolean;
  readonly pieces: Uint8Array[];
}

/** A code-block: its place in the subband, and what packets say of it. */
export interface Block {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Its place in the precinct. */
  readonly leaf: number;
  isIncluded: boolean;
  zeroPlanes: number;
  lengthBits: number;
  /** Passes that packets have given. */
  passes: number;
  readonly segments: CodedSegment[];
}

/** The code-blocks of one subband in one precinct. */
export interface Group {
  readonly blocks: readonly Block[];
  readonly across: number;
  readonly down: number;
  /** Made when a packet has data: most of a file's precincts may have none. */
  trees: { readonly inclusion: TagTree; readonly planes: TagTree } | undefined;
}

/** A part of a precinct that has no samples. */
const EMPTY: Group = { blocks: [], across: 0, down: 0, trees: undefined };

export interface Precinct {
  readonly component: number;
  readonly resolution: number;
  /** Where it begins in the reference grid. */
  readonly left: number;
  readonly top: number;
  readonly groups: readonly Group[];
}

export interface Band {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** 0 for LL and LH, 1 for HL, 2 for HH: what the kernel calls it. */
  readonly kind: number;
  /** Bits of the samples, those that are zero in all of a code-block included. */
  readonly planes: number;
  /** The size of a step; 1 when nothing is lost. */
  readonly step: number;
  /** The rows of code-blocks, by their number in the grid. */
  readonly rows: Map<number, Block[]>;
  readonly blockHeight: number;
}

export interface Resolution {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** LL for the lowest one; otherwise HL, LH and HH. */
  readonly bands: readonly Band[];
}

export interface TileComponent {
  readonly coding: Coding;
  readonly resolutions: readonly Resolution[];
}

export interface Tile {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly components: readonly TileComponent[];
  readonly precincts: readonly Precinct[];
}

/** Memory that a code-block takes, with its trees, and a precinct with its groups, and a resolution with its bands. */
const BLOCK_BYTES = 300;
const PRECINCT_BYTES = 300;
const GROUP_BYTES = 300;
const RESOLUTION_BYTES = 1000;

/** The geometry of a tile (annex B). */
export function layTile(size: Size, number: number, parameters: Parameters, work: Meter): Tile {
  const { left, top, right, bottom } = tileRect(size.grid, number);
  const precincts: Precinct[] = [];
  const components = size.components.map((component, index): TileComponent => {
    const coding = parameters.coding(index);
    work.spend(COST.resolution * (coding.levels + 1));
    work.hold(RESOLUTION_BYTES * (coding.levels + 1));
    const box: Bounds = {
      left: Math.ceil(left / component.across),
      top: Math.ceil(top / component.down),
      right: Math.ceil(right / component.across),
      bottom: Math.ceil(bottom / component.down),
    };
    const resolutions = Array.from({ length: coding.levels + 1 }, (_, resolution) =>
      layResolution(resolution, box, coding, parameters.quantization(index), component),
    );
    resolutions.forEach((one, resolution) => {
      const grid = { ...component, left, top };
      for (const made of layPrecincts(one, resolution, coding, grid, work)) {
        precincts.push({ component: index, resolution, ...made });
      }
    });
    return { coding, resolutions };
  });
  return { left, top, right, bottom, components, precincts };
}

type Bounds = Pick<Band, "left" | "top" | "right" | "bottom">;

function layResolution(
  resolution: number,
  box: Bounds,
  coding: Coding,
  quantization: Quantization,
  component: Component,
): Resolution {
  const scale = 2 ** (coding.levels - resolution);
  const level = resolution === 0 ? coding.levels : coding.levels - resolution + 1;
  const kinds =
    resolution === 0
      ? [[0, 0, 0]]
      : [
          [1, 0, 1],
          [0, 1, 1],
          [1, 1, 2],
        ];
  const bands = kinds.map(([x, y, gain], index): Band => {
    const half = 2 ** (level - 1);
    const edge = (value: number, high: number): number =>
      Math.ceil((value - (level === 0 ? 0 : half * high)) / 2 ** level);
    const at = resolution === 0 ? 0 : 3 * (resolution - 1) + index + 1;
    const step = quantization.isDerived ? quantization.steps[0]! : quantization.steps[at];
    if (!step) throw corrupt("The JPEG 2000 lacks the steps of a subband.");
    // A derived step halves with each level (E-5).
    const exponent = quantization.isDerived ? Math.max(0, step.exponent - (coding.levels - level)) : step.exponent;
    return {
      left: edge(box.left, x!),
      top: edge(box.top, y!),
      right: edge(box.right, x!),
      bottom: edge(box.bottom, y!),
      kind: x === 1 ? (y === 1 ? 2 : 1) : 0,
      planes: quantization.guard + exponent - 1,
      step: coding.isReversible ? 1 : 2 ** (bitsOf(component) + gain! - exponent) * (1 + step.mantissa / 2048),
      rows: new Map(),
      blockHeight: blockSize(coding, resolution)[1],
    };
  });
  return {
    left: Math.ceil(box.left / scale),
    top: Math.ceil(box.top / scale),
    right: Math.ceil(box.right / scale),
    bottom: Math.ceil(box.bottom / scale),
    bands,
  };
}

/** Powers of 2. A code-block is no larger than the part of a precinct in its subband (§B.7). */
function blockSize(coding: Coding, resolution: number): readonly [number, number] {
  const [across, down] = coding.precincts[resolution]!;
  const less = resolution > 0 ? 1 : 0;
  return [Math.min(coding.blockWidth, across - less), Math.min(coding.blockHeight, down - less)];
}

function* layPrecincts(
  resolution: Resolution,
  number: number,
  coding: Coding,
  grid: Component & { left: number; top: number },
  work: Meter,
): Generator<Pick<Precinct, "left" | "top" | "groups">> {
  const { left, top, right, bottom, bands } = resolution;
  if (right <= left || bottom <= top) return;
  const [powerX, powerY] = coding.precincts[number]!;
  const [width, height] = [2 ** powerX, 2 ** powerY];
  const scale = 2 ** (coding.levels - number);
  const half = number > 0 ? 2 : 1;
  for (let y = Math.floor(top / height); y * height < bottom; y++) {
    for (let x = Math.floor(left / width); x * width < right; x++) {
      work.spend(COST.precinct);
      work.hold(PRECINCT_BYTES);
      const groups = bands.map((band) =>
        layGroup(
          band,
          blockSize(coding, number),
          {
            left: (x * width) / half,
            top: (y * height) / half,
            right: ((x + 1) * width) / half,
            bottom: ((y + 1) * height) / half,
          },
          work,
        ),
      );
      yield {
        left: Math.max(grid.left, x * width * scale * grid.across),
        top: Math.max(grid.top, y * height * scale * grid.down),
        groups,
      };
    }
  }
}

/** The code-blocks of a subband in a part of it. */
function layGroup(band: Band, [powerX, powerY]: readonly [number, number], part: Bounds, work: Meter): Group {
  const left = Math.max(band.left, part.left);
  const top = Math.max(band.top, part.top);
  const right = Math.min(band.right, part.right);
  const bottom = Math.min(band.bottom, part.bottom);
  const [width, height] = [2 ** powerX, 2 ** powerY];
  if (right <= left || bottom <= top) return EMPTY;
  const [firstX, firstY] = [Math.floor(left / width), Math.floor(top / height)];
  const [endX, endY] = [Math.ceil(right / width), Math.ceil(bottom / height)];
  const [across, down] = [endX - firstX, endY - firstY];
  work.spend(COST.precinctBand + across * down * COST.laidBlock);
  work.hold(GROUP_BYTES + across * down * BLOCK_BYTES);
  const blocks: Block[] = [];
  for (let y = firstY; y < endY; y++) {
    let row = band.rows.get(y);
    if (!row) {
      row = [];
      band.rows.set(y, row);
    }
    for (let x = firstX; x < endX; x++) {
      const block: Block = {
        left: Math.max(left, x * width),
        top: Math.max(top, y * height),
        right: Math.min(right, (x + 1) * width),
        bottom: Math.min(bottom, (y + 1) * height),
        ...{ leaf: blocks.length, isIncluded: false, zeroPlanes: 0, lengthBits: 3, passes: 0, segments: [] },
      };
      blocks.push(block);
      row.push(block);
    }
  }
  return { blocks, across, down, trees: undefined };
}
