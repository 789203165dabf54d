import { corrupt, unsupported } from "../image-problem.ts";
import { damagedHeader, MARKER, type Segment } from "./markers.ts";

/** How the samples of a component are coded (ISO/IEC 15444-1 tables A.15 and A.20). */
export interface ComponentCoding {
  readonly decompositions: number;
  /** Exponents of a code-block's width and height. */
  readonly block: readonly [across: number, down: number];
  readonly style: number;
  /** Exponents of the precincts' width and height, for each resolution; the last holds for those that follow. */
  readonly precincts: readonly (readonly [across: number, down: number])[];
}

/** The order of a tile's packets. */
interface Order {
  readonly progression: number;
  readonly layers: number;
  /** Whether the first three components are luma and differences, or the like (annex G). */
  readonly isMixed: boolean;
  /** EPH follows each packet's header. */
  readonly hasEnds: boolean;
}

/** Table A.15: precincts of their own, SOP, EPH. */
const OWN_PRECINCTS = 0x01;
const HEADER_ENDS = 0x04;
const CODING_STYLES = 0x07;
/** Table A.19. */
const BLOCK_STYLES = 0x3f;
const PROGRESSIONS = 4;
const MAX_DECOMPOSITIONS = 32;
/** Of width and height, and of both together: 1024, and 4096 samples (table A.18). */
const MAX_BLOCK_EXPONENT = 10;
const MAX_BLOCK_EXPONENTS = 12;
const WHOLE_TILE = [15, 15] as const;

/** Quantization (table A.28): none, and one step from which the others derive. All others have two bytes a band. */
const NO_QUANTIZATION = 0;
const DERIVED = 1;
/** Bit planes of a band that decoders hold. */
const MAX_PLANES = 31;

/**
 * What the main header says of coding, and what the header of a tile says instead. A statement on one component goes
 * before one on all of the same header (§A.6.1).
 */
export class Coding {
  readonly #above: Coding | undefined;
  readonly #components: number;
  /** Most tiles say nothing of their own. */
  #own: Map<number, ComponentCoding> | undefined;
  #ownSteps: Map<number, number> | undefined;
  #all: ComponentCoding | undefined;
  #order: Order | undefined;
  #steps: number | undefined;
  #hasOwnOrder = false;
  #arePacked = false;

  constructor(components: number, above?: Coding) {
    this.#components = components;
    this.#above = above;
  }

  /** False when the segment is about something else. */
  read(segment: Segment): void {
    switch (segment.marker) {
      case MARKER.COD:
        this.#readDefault(segment);
        break;
      case MARKER.COC:
        this.#own ??= new Map();
        this.#own.set(segment.component(this.#components), readComponent(segment, segment.u8()));
        break;
      case MARKER.QCD:
        this.#steps = stepsOf(segment);
        break;
      case MARKER.QCC:
        this.#ownSteps ??= new Map();
        this.#ownSteps.set(segment.component(this.#components), stepsOf(segment));
        break;
      case MARKER.POC:
        this.#hasOwnOrder = true;
        break;
      case MARKER.PPM:
      case MARKER.PPT:
        this.#arePacked = true;
        break;
      case MARKER.CAP:
        throw unsupported("This is high-throughput JPEG 2000, which a PDF cannot hold; save it as JPEG 2000.");
    }
  }

  /** Whether a tile's packets lie in its data one after the other, in the order that COD says. */
  get isInOrder(): boolean {
    return !this.#hasOwnOrder && !this.#arePacked && (this.#above?.isInOrder ?? true);
  }

  get order(): Order {
    const order = this.#order ?? this.#above?.order;
    if (!order) throw corrupt("The JPEG 2000 does not say how it is coded.");
    return order;
  }

  component(index: number): ComponentCoding {
    const coding = this.#own?.get(index) ?? this.#all ?? this.#above?.component(index);
    if (!coding) throw corrupt("The JPEG 2000 does not say how it is coded.");
    return coding;
  }

  /** Every band needs a step of quantization. */
  check(): void {
    for (let index = 0; index < this.#components; index++) {
      const steps = this.#stepsOf(index);
      if (steps === undefined || steps < 3 * this.component(index).decompositions + 1) {
        throw corrupt("The JPEG 2000 does not say how each of its bands is quantized.");
      }
    }
  }

  #stepsOf(index: number): number | undefined {
    const own = this.#ownSteps?.get(index) ?? this.#steps;
    return own ?? (this.#above ? this.#above.#stepsOf(index) : undefined);
  }

  #readDefault(segment: Segment): void {
    const style = segment.u8();
    const [progression, layers, transform] = [segment.u8(), segment.u16(), segment.u8()];
    if (style > CODING_STYLES || progression > PROGRESSIONS || layers === 0 || transform > 1) throw damagedHeader();
    this.#order = { progression, layers, isMixed: transform === 1, hasEnds: (style & HEADER_ENDS) !== 0 };
    this.#all = readComponent(segment, style);
  }
}

function readComponent(segment: Segment, style: number): ComponentCoding {
  const decompositions = segment.u8();
  const block = [segment.u8() + 2, segment.u8() + 2] as const;
  const blockStyle = segment.u8();
  const transform = segment.u8();
  const isLegal =
    decompositions <= MAX_DECOMPOSITIONS &&
    Math.max(...block) <= MAX_BLOCK_EXPONENT &&
    block[0] + block[1] <= MAX_BLOCK_EXPONENTS &&
    blockStyle <= BLOCK_STYLES &&
    transform <= 1;
  if (!isLegal) throw damagedHeader();
  const precincts: (readonly [number, number])[] = [];
  for (let resolution = 0; (style & OWN_PRECINCTS) !== 0 && resolution <= decompositions; resolution++) {
    const size = segment.u8();
    // Above the lowest resolution a precinct holds two or more samples each way.
    if (resolution > 0 && ((size & 15) === 0 || size >> 4 === 0)) throw damagedHeader();
    precincts.push([size & 15, size >> 4]);
  }
  if (precincts.length === 0) precincts.push(WHOLE_TILE);
  if (segment.left > 0) throw damagedHeader();
  return { decompositions, block, style: blockStyle, precincts };
}

function stepsOf(segment: Segment): number {
  const first = segment.u8();
  const style = first & 31;
  const guards = first >> 5;
  if (style === DERIVED && segment.left !== 2) throw damagedHeader();
  let steps = 0;
  for (; segment.left > (style === NO_QUANTIZATION ? 0 : 1); steps++) {
    const exponent = segment.u8() >> 3;
    if (exponent + guards - 1 > MAX_PLANES) throw damagedHeader();
    if (style !== NO_QUANTIZATION) segment.u8();
  }
  return style === DERIVED ? Number.POSITIVE_INFINITY : steps;
}
