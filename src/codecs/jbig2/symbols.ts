import type { Turns } from "../../meter/turns.ts";
import { corrupt, tooLarge } from "../image-problem.ts";
import type { Allowance } from "./allowance.ts";
import { ArithmeticDecoder } from "./arithmetic.ts";
import { Bitmap } from "./bitmap.ts";
import { ByteReader } from "./byte-reader.ts";
import { adaptiveCount, genericContexts, genericRegion, type Offset } from "./generic.ts";
import { type HuffmanTable, standardTable } from "./huffman.ts";
import { mmrRegion } from "./mmr.ts";
import { refinementContexts, refinementRegion } from "./refinement.ts";
import { IntegerContexts, readOffsets, type TextTables, textRegion } from "./text.ts";

/** What a symbol dictionary leaves to those that continue it (§7.4.2.2). */
export interface Retained {
  readonly template: number;
  readonly adaptive: readonly Offset[];
  readonly generic: Uint8Array;
  readonly refinement: Uint8Array;
}

export interface SymbolDictionary {
  readonly symbols: readonly Bitmap[];
  readonly retained: Retained | undefined;
}

/** Work of a number of the data, in pixels. */
const NUMBER_PIXELS = 16;
/** Symbols of a dictionary, and those that it begins with; patterns of a halftone. Real ones have some thousands. */
export const MAX_SYMBOLS = 1 << 16;

/** §6.5.8.2: the tables of symbols that are made of others. */
function nestedTables(): Omit<TextTables, "identifiers"> {
  const [size, other] = [standardTable(1), standardTable(15)];
  return {
    first: standardTable(6),
    next: standardTable(8),
    down: standardTable(11),
    ...{ width: other, height: other, x: other, y: other, size },
  };
}

/** A segment of the kind 0 (§7.4.2). `before`: the symbols of the dictionaries that it refers to. */
export function symbolDictionary(
  data: Uint8Array,
  before: readonly Bitmap[],
  tables: HuffmanTable[],
  last: Retained | undefined,
  allowance: Allowance,
): Turns<SymbolDictionary> {
  return new DictionaryReader(new ByteReader(data), before, tables, last, allowance).read();
}

class DictionaryReader {
  readonly #reader: ByteReader;
  /** The symbols that it begins with, and those that are made. */
  readonly #symbols: Bitmap[];
  readonly #allowance: Allowance;
  readonly #isHuffman: boolean;
  readonly #isRefined: boolean;
  readonly #template: number;
  readonly #refinementTemplate: number;
  readonly #adaptive: readonly Offset[];
  readonly #refinementAdaptive: readonly Offset[];
  readonly #keeps: boolean;
  readonly #exported: number;
  /** How many symbols there will be. */
  readonly #count: number;
  readonly #heights: HuffmanTable;
  readonly #widths: HuffmanTable;
  readonly #sizes: HuffmanTable;
  readonly #instances: HuffmanTable;
  readonly #generic: Uint8Array;
  readonly #refinement: Uint8Array;
  readonly #integers: IntegerContexts;
  readonly #decoder: ArithmeticDecoder;
  readonly #idBits: number;

  constructor(
    reader: ByteReader,
    before: readonly Bitmap[],
    tables: HuffmanTable[],
    last: Retained | undefined,
    allowance: Allowance,
  ) {
    this.#reader = reader;
    this.#symbols = [...before];
    this.#allowance = allowance;
    const flags = reader.u16();
    this.#isHuffman = (flags & 1) === 1;
    this.#isRefined = (flags & 2) !== 0;
    const table = (shift: number, mask: number, standard: readonly number[]): HuffmanTable => {
      const chosen = (flags >> shift) & mask;
      if (chosen < standard.length) return standardTable(standard[chosen]!);
      return nextTable(tables);
    };
    const hasTables = this.#isHuffman;
    this.#heights = hasTables ? table(2, 3, [4, 5]) : standardTable(4);
    this.#widths = hasTables ? table(4, 3, [2, 3]) : standardTable(2);
    this.#sizes = hasTables ? table(6, 1, [1]) : standardTable(1);
    this.#instances = hasTables ? table(7, 1, [1]) : standardTable(1);
    this.#keeps = (flags & 0x200) !== 0;
    this.#template = (flags >> 10) & 3;
    this.#refinementTemplate = (flags >> 12) & 1;
    this.#adaptive = this.#isHuffman ? [] : readOffsets(reader, adaptiveCount(this.#template));
    this.#refinementAdaptive = this.#isRefined && this.#refinementTemplate === 0 ? readOffsets(reader, 2) : [];
    this.#exported = reader.u32();
    this.#count = before.length + reader.u32();
    if (this.#count > MAX_SYMBOLS) throw tooLarge("A symbol dictionary of the JBIG2 image is too large.");
    allowance.spend(this.#count);
    this.#idBits = bitsOf(this.#count, this.#isHuffman);
    const continued = (flags & 0x100) !== 0;
    if (continued && !last) throw corrupt("A symbol dictionary of the JBIG2 image continues none.");
    this.#generic = continued ? last!.generic.slice() : genericContexts(this.#template);
    this.#refinement = continued ? last!.refinement.slice() : refinementContexts(this.#refinementTemplate);
    if (continued && this.#generic.length !== genericContexts(this.#template).length) throw wrong();
    if (continued && this.#refinement.length < refinementContexts(this.#refinementTemplate).length) throw wrong();
    this.#integers = new IntegerContexts(this.#idBits);
    this.#decoder = new ArithmeticDecoder(this.#isHuffman ? new Uint8Array(0) : reader.rest());
  }

  *read(): Turns<SymbolDictionary> {
    let height = 0;
    while (this.#symbols.length < this.#count) {
      height += this.#number(this.#heights, "symbolHeight") ?? outOfBand();
      if (height < 0) throw wrong();
      yield* this.#heightClass(height);
    }
    const symbols = this.#export();
    const retained: Retained | undefined = this.#keeps
      ? { template: this.#template, adaptive: this.#adaptive, generic: this.#generic, refinement: this.#refinement }
      : undefined;
    return { symbols, retained };
  }

  #number(table: HuffmanTable, kind: keyof IntegerContexts["of"]): number | undefined {
    this.#allowance.spend(NUMBER_PIXELS);
    return this.#isHuffman ? table.read(this.#reader) : this.#decoder.integer(this.#integers.of[kind]);
  }

  *#heightClass(height: number): Turns<void> {
    let width = 0;
    const widths: number[] = [];
    for (;;) {
      const more = this.#number(this.#widths, "symbolWidth");
      if (more === undefined) break;
      if (this.#symbols.length + widths.length >= this.#count) throw wrong();
      width += more;
      if (width < 0) throw wrong();
      if (this.#isHuffman && !this.#isRefined) widths.push(width);
      else this.#symbols.push(yield* this.#isRefined ? this.#refined(width, height) : this.#plain(width, height));
      if (this.#allowance.isTurnOver) yield;
    }
    if (widths.length > 0) yield* this.#collective(widths, height);
  }

  #plain(width: number, height: number): Turns<Bitmap> {
    const options = { width, height, template: this.#template, adaptive: this.#adaptive };
    return genericRegion(this.#decoder, this.#generic, options, this.#allowance);
  }

  /** §6.5.9: the symbols of a height beside each other, in one bitmap. */
  *#collective(widths: readonly number[], height: number): Turns<void> {
    const reader = this.#reader;
    const allowance = this.#allowance;
    const size = this.#sizes.read(reader) ?? outOfBand();
    reader.align();
    const total = widths.reduce((sum, width) => sum + width, 0);
    let bitmap: Bitmap;
    if (size === 0) {
      bitmap = new Bitmap(total, height, allowance);
      bitmap.data.set(reader.take(bitmap.data.length));
    } else bitmap = (yield* mmrRegion(reader.take(size), total, height, allowance)).bitmap;
    let left = 0;
    for (const width of widths) {
      this.#symbols.push(bitmap.part(left, 0, width, height, allowance));
      left += width;
    }
  }

  /** §6.5.8.2: a symbol made of others, or of one that is refined. */
  #refined(width: number, height: number): Turns<Bitmap> {
    const instances = this.#number(this.#instances, "instances") ?? outOfBand();
    const symbols = this.#symbols;
    const reader = this.#reader;
    const allowance = this.#allowance;
    const template = this.#refinementTemplate;
    const adaptive = this.#refinementAdaptive;
    if (instances !== 1) {
      const identifiers = { read: () => reader.bits(this.#idBits) };
      return textRegion(
        {
          ...{ width, height, instances, symbols, template, adaptive, strips: 0, corner: 1, how: 0, colour: 0 },
          ...{ isRefined: true, isTransposed: false, offset: 0 },
          coding: this.#isHuffman
            ? { reader, tables: { ...nestedTables(), identifiers } }
            : { decoder: this.#decoder, integers: this.#integers, idBits: this.#idBits },
          contexts: this.#refinement,
        },
        allowance,
      );
    }
    const id = this.#isHuffman
      ? reader.bits(this.#idBits)
      : this.#decoder.identifier(this.#integers.identifier, this.#idBits);
    const reference = symbols[id];
    if (!reference) throw wrong();
    const [place, sizes] = [standardTable(15), standardTable(1)];
    const x = this.#number(place, "refinementX") ?? outOfBand();
    const y = this.#number(place, "refinementY") ?? outOfBand();
    const options = { width, height, template, adaptive };
    if (!this.#isHuffman) return refinementRegion(this.#decoder, this.#refinement, options, reference, x, y, allowance);
    const size = sizes.read(reader) ?? outOfBand();
    reader.align();
    const decoder = new ArithmeticDecoder(reader.take(size));
    return refinementRegion(decoder, this.#refinement, options, reference, x, y, allowance);
  }

  /** §6.5.10: runs of symbols that are not exported and that are, in turn. */
  #export(): Bitmap[] {
    const symbols = this.#symbols;
    const exported: Bitmap[] = [];
    let isExported = false;
    for (let at = 0, empty = 0; at < symbols.length; ) {
      const run = this.#number(standardTable(1), "exported") ?? outOfBand();
      empty = run === 0 ? empty + 1 : 0;
      if (run < 0 || at + run > symbols.length || empty > 4) throw wrong();
      if (isExported) for (let i = 0; i < run; i++) exported.push(symbols[at + i]!);
      at += run;
      isExported = !isExported;
    }
    if (exported.length !== this.#exported) throw wrong();
    return exported;
  }
}

/** The length of the numbers of that many symbols. With Huffman codes it is at least 1 (§6.5.8.2.3). */
export function bitsOf(count: number, isHuffman: boolean): number {
  const bits = count <= 1 ? 0 : 32 - Math.clz32(count - 1);
  return isHuffman ? Math.max(1, bits) : bits;
}

/** The next of the tables that the segment refers to. */
export function nextTable(tables: HuffmanTable[]): HuffmanTable {
  const table = tables.shift();
  if (!table) throw corrupt("The JBIG2 image lacks a table.");
  return table;
}

function outOfBand(): never {
  throw wrong();
}

function wrong() {
  return corrupt("A symbol dictionary of the JBIG2 image is damaged.");
}
