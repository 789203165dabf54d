import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { corrupt, tooLarge, unsupported } from "../image-problem.ts";
import { Allowance } from "./allowance.ts";
import { ArithmeticDecoder } from "./arithmetic.ts";
import { Bitmap } from "./bitmap.ts";
import { ByteReader } from "./byte-reader.ts";
import { adaptiveCount, genericContexts, genericRegion } from "./generic.ts";
import { halftoneRegion, patternDictionary } from "./halftone.ts";
import { type HuffmanTable, readTable, standardTable, tableOfLengths } from "./huffman.ts";
import { mmrRegion } from "./mmr.ts";
import { refinementContexts, refinementRegion } from "./refinement.ts";
import { type Jbig2Segment, KIND, segmentsOf } from "./segments.ts";
import { bitsOf, MAX_SYMBOLS, nextTable, type SymbolDictionary, symbolDictionary } from "./symbols.ts";
import { IntegerContexts, readOffsets, textRegion } from "./text.ts";

/** Work of reading a segment, in pixels: probabilities are made for each. */
const SEGMENT_PIXELS = 1500;
/** Work of a number of another segment. */
const REFERENCE_PIXELS = 16;
/** What a symbol of a list takes in memory, and the probabilities that a dictionary leaves to others. */
const SYMBOL_BYTES = 8;
const RETAINED_BYTES = 80 << 10;
/** Work of a byte of a table, and of a code that is added to one. */
const TABLE_PIXELS = 128;

/**
 * The bits of a JBIG2 image (ISO/IEC 14492) as PDF embeds it, 1 = black, each row in whole bytes. It must have the size
 * that the PDF says. Throws ImageProblem.
 */
export function* decodeJbig2(
  data: Uint8Array,
  globals: Uint8Array | undefined,
  width: number,
  height: number,
  work: Work,
): Turns<Uint8Array> {
  const allowance = new Allowance(work);
  if (!allowance.affords(width, height)) throw tooLarge("The JBIG2 image is too large.");
  try {
    const page = new PageReader(width, height, allowance);
    if (globals) for (const segment of segmentsOf(globals)) yield* page.add(segment);
    for (const segment of segmentsOf(data)) {
      if (segment.kind === KIND.endOfPage || segment.kind === KIND.endOfFile) break;
      yield* page.add(segment);
    }
    return page.bits();
  } finally {
    allowance.end();
  }
}

/** What each region begins with (§7.4.1). */
interface Region {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly how: number;
}

class PageReader {
  readonly #width: number;
  readonly #height: number;
  readonly #allowance: Allowance;
  #page: Bitmap | undefined;
  readonly #dictionaries = new Map<number, SymbolDictionary>();
  readonly #patterns = new Map<number, readonly Bitmap[]>();
  readonly #tables = new Map<number, HuffmanTable>();
  /** Regions that others refine. */
  readonly #regions = new Map<number, Bitmap>();

  constructor(width: number, height: number, allowance: Allowance) {
    this.#width = width;
    this.#height = height;
    this.#allowance = allowance;
  }

  bits(): Uint8Array {
    if (!this.#page) throw corrupt("The JBIG2 image has no page.");
    return this.#page.data;
  }

  *add(segment: Jbig2Segment): Turns<void> {
    const { kind, number, referred, data } = segment;
    if (this.#allowance.isTurnOver) yield;
    this.#allowance.spend(SEGMENT_PIXELS + referred.length * REFERENCE_PIXELS);
    switch (kind) {
      case KIND.symbols:
        this.#dictionaries.set(number, yield* this.#dictionary(segment));
        return;
      case KIND.patterns:
        this.#patterns.set(number, yield* patternDictionary(data, this.#allowance));
        return;
      case KIND.table:
        this.#allowance.spend(data.length * TABLE_PIXELS);
        this.#tables.set(number, readTable(new ByteReader(data), this.#allowance));
        return;
      case KIND.page:
        this.#open(new ByteReader(data));
        return;
      case KIND.endOfStripe:
      case KIND.profiles:
      case KIND.extension:
        return;
      default:
        yield* this.#region(segment);
    }
  }

  /** §7.4.8. */
  #open(reader: ByteReader): void {
    const [width, height] = [reader.u32(), reader.u32()];
    reader.take(8);
    const flags = reader.u8();
    if (this.#page) throw corrupt("The JBIG2 image has several pages.");
    // The height of striped pages may be unknown at first.
    if (width !== this.#width || (height !== this.#height && height !== 0xffffffff)) {
      throw corrupt("The JBIG2 image has another size than the PDF says.");
    }
    this.#page = new Bitmap(width, this.#height, this.#allowance);
    if ((flags & 4) !== 0) this.#page.data.fill(0xff);
  }

  *#dictionary({ referred, data }: Jbig2Segment): Turns<SymbolDictionary> {
    const last = referred
      .map((number) => this.#dictionaries.get(number)?.retained)
      .findLast((one) => one !== undefined);
    const [symbols, tables] = [this.#symbols(referred), this.#tablesOf(referred)];
    const made = yield* symbolDictionary(data, symbols, tables, last, this.#allowance);
    this.#allowance.hold(made.symbols.length * SYMBOL_BYTES + (made.retained ? RETAINED_BYTES : 0));
    return made;
  }

  #symbols(referred: readonly number[]): Bitmap[] {
    return this.#bitmaps(referred.map((number) => this.#dictionaries.get(number)?.symbols ?? []));
  }

  /** A segment may refer to another any number of times: they are counted before they are listed. */
  #bitmaps(lists: readonly (readonly Bitmap[])[]): Bitmap[] {
    const count = lists.reduce((sum, { length }) => sum + length, 0);
    if (count > MAX_SYMBOLS) throw tooLarge("A segment of the JBIG2 image refers to too many bitmaps.");
    this.#allowance.spend(count);
    return lists.flat();
  }

  #tablesOf(referred: readonly number[]): HuffmanTable[] {
    return referred.flatMap((number) => this.#tables.get(number) ?? []);
  }

  *#region(segment: Jbig2Segment): Turns<void> {
    const reader = new ByteReader(segment.data);
    const [width, height, left, top] = [reader.u32(), reader.u32(), reader.i32(), reader.i32()];
    const region: Region = { width, height, left, top, how: reader.u8() & 7 };
    const bitmap = yield* this.#decoded(segment, region, reader);
    // The lowest two bits tell whether the region is painted at once, and whether it is without loss.
    if ((segment.kind & 3) === 0) this.#regions.set(segment.number, bitmap);
    else this.#opened().combine(bitmap, left, top, region.how, this.#allowance);
  }

  #opened(): Bitmap {
    if (!this.#page) throw corrupt("The JBIG2 image has no page.");
    return this.#page;
  }

  #decoded(segment: Jbig2Segment, region: Region, reader: ByteReader): Turns<Bitmap> {
    switch (segment.kind & ~3) {
      case KIND.text:
        return this.#text(segment, region, reader);
      case KIND.halftone: {
        const patterns = this.#bitmaps(segment.referred.map((number) => this.#patterns.get(number) ?? []));
        return halftoneRegion(reader, region.width, region.height, patterns, this.#allowance);
      }
      case KIND.generic:
        return this.#generic(region, reader);
      case KIND.refinement:
        return this.#refinement(segment, region, reader);
      default:
        throw unsupported("The JBIG2 image has a segment of an unknown kind.");
    }
  }

  /** §7.4.6. */
  *#generic({ width, height }: Region, reader: ByteReader): Turns<Bitmap> {
    const flags = reader.u8();
    if ((flags & 1) === 1) return (yield* mmrRegion(reader.rest(), width, height, this.#allowance)).bitmap;
    const template = (flags >> 1) & 3;
    if ((flags & 16) !== 0) throw unsupported("The JBIG2 image has a template of twelve places.");
    const adaptive = readOffsets(reader, adaptiveCount(template));
    const options = { width, height, template, adaptive, isTypical: (flags & 8) !== 0 };
    const decoder = new ArithmeticDecoder(reader.rest());
    return yield* genericRegion(decoder, genericContexts(template), options, this.#allowance);
  }

  /** §7.4.7: of another region, or of what the page shows there. */
  #refinement({ referred }: Jbig2Segment, { width, height, left, top }: Region, reader: ByteReader): Turns<Bitmap> {
    const flags = reader.u8();
    const template = flags & 1;
    const adaptive = template === 0 ? readOffsets(reader, 2) : [];
    const known = referred.map((number) => this.#regions.get(number)).find((one) => one !== undefined);
    const reference = known ?? this.#opened().part(left, top, width, height, this.#allowance);
    const options = { width, height, template, adaptive, isTypical: (flags & 2) !== 0 };
    const decoder = new ArithmeticDecoder(reader.rest());
    return refinementRegion(decoder, refinementContexts(template), options, reference, 0, 0, this.#allowance);
  }

  /** §7.4.3. */
  #text({ referred }: Jbig2Segment, { width, height }: Region, reader: ByteReader): Turns<Bitmap> {
    const flags = reader.u16();
    const isHuffman = (flags & 1) === 1;
    const isRefined = (flags & 2) !== 0;
    const template = (flags >> 15) & 1;
    const choices = isHuffman ? reader.u16() : 0;
    const adaptive = isRefined && template === 0 ? readOffsets(reader, 2) : [];
    const instances = reader.u32();
    const symbols = this.#symbols(referred);
    const idBits = bitsOf(symbols.length, isHuffman);
    const common = {
      ...{ width, height, instances, symbols, isRefined, template, adaptive },
      contexts: refinementContexts(template),
      strips: (flags >> 2) & 3,
      corner: (flags >> 4) & 3,
      isTransposed: (flags & 64) !== 0,
      how: (flags >> 7) & 3,
      colour: (flags >> 9) & 1,
      offset: ((flags >> 10) << 27) >> 27,
    };
    if (!isHuffman) {
      const decoder = new ArithmeticDecoder(reader.rest());
      return textRegion(
        { ...common, coding: { decoder, integers: new IntegerContexts(idBits), idBits } },
        this.#allowance,
      );
    }
    this.#allowance.spend(symbols.length * TABLE_PIXELS);
    const own = this.#tablesOf(referred);
    const table = (shift: number, mask: number, standard: readonly number[]): HuffmanTable => {
      const chosen = (choices >> shift) & mask;
      return chosen < standard.length ? standardTable(standard[chosen]!) : nextTable(own);
    };
    const tables = {
      first: table(0, 3, [6, 7]),
      next: table(2, 3, [8, 9, 10]),
      down: table(4, 3, [11, 12, 13]),
      width: table(6, 3, [14, 15]),
      height: table(8, 3, [14, 15]),
      x: table(10, 3, [14, 15]),
      y: table(12, 3, [14, 15]),
      size: table(14, 1, [1]),
      identifiers: identifierTable(reader, symbols.length),
    };
    return textRegion({ ...common, coding: { reader, tables } }, this.#allowance);
  }
}

/** §7.4.3.1.7: the lengths of the symbols' codes, themselves coded by runs. */
function identifierTable(reader: ByteReader, count: number): HuffmanTable {
  const runs = tableOfLengths(Array.from({ length: 35 }, () => reader.bits(4)));
  const lengths: number[] = [];
  while (lengths.length < count) {
    const code = runs.read(reader)!;
    if (code < 32) lengths.push(code);
    else {
      if (code === 32 && lengths.length === 0) throw corrupt("The JBIG2 image repeats a code that it lacks.");
      const value = code === 32 ? lengths.at(-1)! : 0;
      const run = code === 32 ? reader.bits(2) + 3 : code === 33 ? reader.bits(3) + 3 : reader.bits(7) + 11;
      for (let i = 0; i < run && lengths.length < count; i++) lengths.push(value);
    }
  }
  reader.align();
  return tableOfLengths(lengths);
}
