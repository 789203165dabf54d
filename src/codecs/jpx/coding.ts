import { corrupt, unsupported } from "../image-problem.ts";
import { damagedHeader, type JpxSegment, MARKER } from "./markers.ts";

/** How the samples of a component are coded (ISO/IEC 15444-1 tables A.15 and A.20). */
export interface ComponentCoding {
  readonly decompositions: number;
  /** Exponents of a code-block's width and height. */
  readonly block: readonly [across: number, down: number];
  readonly style: number;
  readonly isReversible: boolean;
  /** Exponents of the precincts' width and height, for each resolution; the last holds for those that follow. */
  readonly precincts: readonly (readonly [across: number, down: number])[];
}

/** The order of a tile's packets (table A.14). */
export interface Order {
  readonly progression: number;
  readonly layers: number;
  /** Whether the first three components are luma and differences, or the like (annex G). */
  readonly isMixed: boolean;
  /** EPH follows each packet's header. */
  readonly hasEnds: boolean;
}

/** The steps of the subbands of a component (table A.28). */
export interface Quantization {
  readonly guard: number;
  /** There is one step, from which the others derive. */
  readonly isDerived: boolean;
  readonly steps: readonly { readonly exponent: number; readonly mantissa: number }[];
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
  #order: Order | undefined;
  #coding: ComponentCoding | undefined;
  #quantization: Quantization | undefined;
  /** Most tiles say nothing of their own. */
  #codings: Map<number, ComponentCoding> | undefined;
  #quantizations: Map<number, Quantization> | undefined;
  #hasOwnOrder = false;
  #hasRegions = false;
  #isLegal = true;

  constructor(components: number, above?: Coding) {
    this.#components = components;
    this.#above = above;
  }

  read(segment: JpxSegment): void {
    switch (segment.marker) {
      case MARKER.COD: {
        const style = segment.u8();
        const [progression, layers, transform] = [segment.u8(), segment.u16(), segment.u8()];
        this.#isLegal &&= style <= CODING_STYLES && progression <= PROGRESSIONS && layers > 0 && transform <= 1;
        this.#order = { progression, layers, isMixed: transform === 1, hasEnds: (style & HEADER_ENDS) !== 0 };
        this.#coding = this.#readComponent(segment, style);
        break;
      }
      case MARKER.COC:
        this.#codings ??= new Map();
        this.#codings.set(segment.component(this.#components), this.#readComponent(segment, segment.u8()));
        break;
      case MARKER.QCD:
        this.#quantization = this.#readQuantization(segment);
        break;
      case MARKER.QCC:
        this.#quantizations ??= new Map();
        this.#quantizations.set(segment.component(this.#components), this.#readQuantization(segment));
        break;
      case MARKER.POC:
      case MARKER.PPM:
      case MARKER.PPT:
        this.#hasOwnOrder = true;
        break;
      case MARKER.RGN:
        this.#hasRegions = true;
        break;
      case MARKER.CAP:
        throw unsupported("This is high-throughput JPEG 2000, which a PDF cannot hold; save it as JPEG 2000.");
    }
  }

  /** Whether a tile's packets lie in its data one after the other, in the order that COD says. */
  get isInOrder(): boolean {
    return !this.#hasOwnOrder && (this.#above?.isInOrder ?? true);
  }

  /** Whether some samples are coded before others. */
  get hasRegions(): boolean {
    return this.#hasRegions || (this.#above?.hasRegions ?? false);
  }

  get order(): Order {
    const order = this.#order ?? this.#above?.order;
    if (!order) throw corrupt("The JPEG 2000 does not say how it is coded.");
    return order;
  }

  component(index: number): ComponentCoding {
    const coding = this.#codings?.get(index) ?? this.#coding ?? this.#above?.component(index);
    if (!coding) throw corrupt("The JPEG 2000 does not say how it is coded.");
    return coding;
  }

  quantization(index: number): Quantization {
    const own = this.#quantizations?.get(index) ?? this.#quantization ?? this.#above?.quantization(index);
    if (!own) throw corrupt("The JPEG 2000 does not say how it is quantized.");
    return own;
  }

  /** Throws at what decoders refuse that could be read all the same. Every band needs a step of quantization. */
  check(): void {
    for (let index = 0; index < this.#components; index++) {
      const { steps, isDerived } = this.quantization(index);
      if (!isDerived && steps.length < 3 * this.component(index).decompositions + 1) {
        throw corrupt("The JPEG 2000 does not say how each of its bands is quantized.");
      }
    }
    if (!this.#isLegal || !(this.#above ?? this).#isLegal) throw damagedHeader();
  }

  #readComponent(segment: JpxSegment, style: number): ComponentCoding {
    const [decompositions, width, height, blockStyle, transform] = [
      segment.u8(),
      segment.u8(),
      segment.u8(),
      segment.u8(),
      segment.u8(),
    ];
    const block = [(width & 15) + 2, (height & 15) + 2] as const;
    const canBeRead =
      decompositions <= MAX_DECOMPOSITIONS &&
      Math.max(...block) <= MAX_BLOCK_EXPONENT &&
      block[0] + block[1] <= MAX_BLOCK_EXPONENTS &&
      blockStyle <= BLOCK_STYLES;
    if (!canBeRead) throw damagedHeader();
    const precincts: (readonly [number, number])[] = [];
    for (let resolution = 0; (style & OWN_PRECINCTS) !== 0 && resolution <= decompositions; resolution++) {
      const size = segment.u8();
      // Above the lowest resolution a precinct holds two or more samples each way.
      if (resolution > 0 && ((size & 15) === 0 || size >> 4 === 0)) throw damagedHeader();
      precincts.push([size & 15, size >> 4]);
    }
    if (precincts.length === 0) precincts.push(WHOLE_TILE);
    this.#isLegal &&= (width | height) <= 15 && transform <= 1 && segment.left === 0;
    return { decompositions, block, style: blockStyle, isReversible: transform === 1, precincts };
  }

  #readQuantization(segment: JpxSegment): Quantization {
    const first = segment.u8();
    const [style, guard] = [first & 31, first >> 5];
    const steps: { exponent: number; mantissa: number }[] = [];
    while (segment.left > 0) {
      const step = style === NO_QUANTIZATION ? segment.u8() << 8 : segment.u16();
      const exponent = step >> 11;
      steps.push({ exponent, mantissa: style === NO_QUANTIZATION ? 0 : step & 0x7ff });
      this.#isLegal &&= exponent + guard - 1 <= MAX_PLANES;
    }
    if (steps.length === 0) throw corrupt("The JPEG 2000 does not say how it is quantized.");
    const isDerived = style === DERIVED;
    this.#isLegal &&= !isDerived || steps.length === 1;
    return { guard, isDerived, steps };
  }
}
