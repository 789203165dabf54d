import type { Turns } from "../../meter/turns.ts";
import { corrupt } from "../image-problem.ts";
import type { Allowance } from "./allowance.ts";
import { ArithmeticDecoder } from "./arithmetic.ts";
import { Bitmap } from "./bitmap.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { Offset } from "./generic.ts";
import type { HuffmanTable } from "./huffman.ts";
import { refinementRegion } from "./refinement.ts";

/** The contexts of each kind of number (§6.4, §6.5). */
export class IntegerContexts {
  readonly of = {
    ...{ symbolHeight: integer(), symbolWidth: integer(), instances: integer(), exported: integer() },
    ...{ down: integer(), first: integer(), next: integer(), within: integer(), isRefined: integer() },
    ...{ refinementWidth: integer(), refinementHeight: integer(), refinementX: integer(), refinementY: integer() },
  };
  readonly identifier: Uint8Array;

  constructor(idBits: number) {
    this.identifier = new Uint8Array(2 ** idBits);
  }
}

function integer(): Uint8Array {
  return new Uint8Array(512);
}

/** The tables of a text region's numbers (§7.4.3.1.2). */
export interface TextTables {
  readonly first: HuffmanTable;
  readonly next: HuffmanTable;
  readonly down: HuffmanTable;
  readonly width: HuffmanTable;
  readonly height: HuffmanTable;
  readonly x: HuffmanTable;
  readonly y: HuffmanTable;
  readonly size: HuffmanTable;
  readonly identifiers: { read(reader: ByteReader): number | undefined };
}

type TextCoding =
  | { readonly reader: ByteReader; readonly tables: TextTables }
  | { readonly decoder: ArithmeticDecoder; readonly integers: IntegerContexts; readonly idBits: number };

export interface TextOptions {
  readonly width: number;
  readonly height: number;
  readonly instances: number;
  readonly symbols: readonly Bitmap[];
  readonly isRefined: boolean;
  readonly template: number;
  readonly adaptive: readonly Offset[];
  readonly contexts: Uint8Array;
  /** The strips' height is 2 to the power of this. */
  readonly strips: number;
  /** Which corner of a symbol is placed: 0 bottom left, 1 top left, 2 bottom right, 3 top right. */
  readonly corner: number;
  readonly isTransposed: boolean;
  /** How symbols are combined with the region, and its colour before them. */
  readonly how: number;
  readonly colour: number;
  /** What is added to each distance between symbols. */
  readonly offset: number;
  readonly coding: TextCoding;
}

/** Work of a symbol beside its pixels. */
const SYMBOL_PIXELS = 64;
const TOP_LEFT = 1;
const TOP_RIGHT = 3;

/** §6.4: symbols, strip by strip. */
export function* textRegion(options: TextOptions, allowance: Allowance): Turns<Bitmap> {
  const { width, height, instances, symbols, strips, corner, isTransposed, how, colour, offset } = options;
  const bitmap = new Bitmap(width, height, allowance);
  if (colour === 1) bitmap.data.fill(0xff);
  const numbers = numbersOf(options.coding, strips);
  const isRight = corner >= 2;
  const isTop = corner === TOP_LEFT || corner === TOP_RIGHT;
  let stripT = -(numbers.down() ?? outOfBand()) * 2 ** strips;
  let firstS = 0;
  for (let count = 0; count < instances; ) {
    allowance.spend(SYMBOL_PIXELS);
    stripT += (numbers.down() ?? outOfBand()) * 2 ** strips;
    firstS += numbers.first() ?? outOfBand();
    let s = firstS;
    for (let isFirst = true; ; isFirst = false) {
      allowance.spend(SYMBOL_PIXELS);
      if (!isFirst) {
        const distance = numbers.next();
        if (distance === undefined) break;
        s += distance + offset;
      }
      if (count >= instances) throw wrong();
      const t = stripT + (strips === 0 ? 0 : (numbers.within() ?? outOfBand()));
      const symbol = symbols[numbers.identifier() ?? outOfBand()];
      if (!symbol) throw wrong();
      const isRefined = options.isRefined && numbers.isRefined();
      const shown = isRefined ? yield* refined(symbol, options, numbers, allowance) : symbol;
      const across = shown.width - 1;
      const down = shown.height - 1;
      if (isTransposed ? !isTop : isRight) s += isTransposed ? down : across;
      const [x, y] = isTransposed ? [t, s] : [s, t];
      bitmap.combine(shown, isRight ? x - across : x, isTop ? y : y - down, how, allowance);
      if (isTransposed ? isTop : !isRight) s += isTransposed ? down : across;
      count++;
      if (allowance.isTurnOver) yield;
    }
  }
  return bitmap;
}

/** §6.4.11: a symbol with changes. */
function refined(symbol: Bitmap, options: TextOptions, numbers: Numbers, allowance: Allowance): Turns<Bitmap> {
  const more = numbers.refinement();
  const [width, height] = [symbol.width + more.width, symbol.height + more.height];
  const { template, adaptive, contexts } = options;
  const x = Math.floor(more.width / 2) + more.x;
  const y = Math.floor(more.height / 2) + more.y;
  const made = { width, height, template, adaptive };
  return refinementRegion(more.decoder, contexts, made, symbol, x, y, allowance);
}

/** The numbers of a region, in whichever coding. */
interface Numbers {
  down(): number | undefined;
  first(): number | undefined;
  next(): number | undefined;
  within(): number | undefined;
  identifier(): number | undefined;
  isRefined(): boolean;
  refinement(): { width: number; height: number; x: number; y: number; decoder: ArithmeticDecoder };
}

function numbersOf(coding: TextCoding, strips: number): Numbers {
  if ("reader" in coding) {
    const { reader, tables } = coding;
    return {
      down: () => tables.down.read(reader),
      first: () => tables.first.read(reader),
      next: () => tables.next.read(reader),
      within: () => reader.bits(strips),
      identifier: () => tables.identifiers.read(reader),
      isRefined: () => reader.bit() === 1,
      refinement: () => {
        const width = tables.width.read(reader) ?? outOfBand();
        const height = tables.height.read(reader) ?? outOfBand();
        const x = tables.x.read(reader) ?? outOfBand();
        const y = tables.y.read(reader) ?? outOfBand();
        const size = tables.size.read(reader) ?? outOfBand();
        reader.align();
        return { width, height, x, y, decoder: new ArithmeticDecoder(reader.take(size)) };
      },
    };
  }
  const { decoder, integers, idBits } = coding;
  const { of } = integers;
  return {
    down: () => decoder.integer(of.down),
    first: () => decoder.integer(of.first),
    next: () => decoder.integer(of.next),
    within: () => decoder.integer(of.within),
    identifier: () => decoder.identifier(integers.identifier, idBits),
    isRefined: () => decoder.integer(of.isRefined) === 1,
    refinement: () => {
      const width = decoder.integer(of.refinementWidth) ?? outOfBand();
      const height = decoder.integer(of.refinementHeight) ?? outOfBand();
      const x = decoder.integer(of.refinementX) ?? outOfBand();
      const y = decoder.integer(of.refinementY) ?? outOfBand();
      return { width, height, x, y, decoder };
    },
  };
}

/** The places of the pixels that may be chosen: one byte across, one down. */
export function readOffsets(reader: ByteReader, count: number): Offset[] {
  return Array.from({ length: count }, () => [reader.i8(), reader.i8()] as const);
}

function outOfBand(): never {
  throw wrong();
}

function wrong() {
  return corrupt("A text region of the JBIG2 image is damaged.");
}
