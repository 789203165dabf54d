import type { DataReader } from "./data-reader.ts";
import type { Table } from "./sfnt.ts";

const MAX_MAPS = 64;
/** The most characters that are looked up to find which glyph shows which. */
const MAX_CHARACTERS = 65_536;

/** The `cmap` table: formats 0, 4, 6 and 12, the ones that fonts in PDFs have. */
export class CharacterMaps {
  readonly #data: DataReader;
  /** Where the subtable of platform and encoding begins. */
  readonly #places = new Map<number, number>();
  #characters: ReadonlyMap<number, number> | undefined;

  constructor(data: DataReader, table: Table | undefined) {
    this.#data = data;
    if (!table) return;
    const count = Math.min(MAX_MAPS, data.u16(table.start + 2));
    for (let i = 0; i < count; i++) {
      const at = table.start + 4 + i * 8;
      const key = keyOf(data.u16(at), data.u16(at + 2));
      if (!this.#places.has(key)) this.#places.set(key, table.start + data.u32(at + 4));
    }
  }

  /** The glyph of a code; 0 when the map has none. */
  glyph(platform: number, encoding: number, code: number): number {
    const at = this.#places.get(keyOf(platform, encoding));
    if (at === undefined) return 0;
    const data = this.#data;
    switch (data.u16(at)) {
      case 0:
        return code < 256 ? data.u8(at + 6 + code) : 0;
      case 4:
        return this.#segmented(at, code);
      case 6: {
        const index = code - data.u16(at + 6);
        return index >= 0 && index < data.u16(at + 8) ? data.u16(at + 10 + index * 2) : 0;
      }
      case 12:
        return this.#grouped(at, code);
      default:
        return 0;
    }
  }

  /** The glyph of a character, by any Unicode map that there is. */
  unicode(character: number): number {
    for (const [platform, encoding] of UNICODE) {
      const glyph = this.glyph(platform, encoding, character);
      if (glyph !== 0) return glyph;
    }
    return 0;
  }

  /** The character that the Unicode map shows by a glyph, the first of several. */
  characterOf(glyph: number): number | undefined {
    this.#characters ??= this.#charactersByGlyph();
    return this.#characters.get(glyph);
  }

  #charactersByGlyph(): Map<number, number> {
    const characters = new Map<number, number>();
    const found = UNICODE.map(([platform, encoding]) => this.#places.get(keyOf(platform, encoding)));
    const at = found.find((place) => place !== undefined);
    let left = MAX_CHARACTERS;
    for (const [first, last] of at === undefined ? [] : this.#ranges(at)) {
      for (let code = first; code <= last && left-- > 0; code++) {
        const glyph = this.unicode(code);
        if (glyph !== 0 && !characters.has(glyph)) characters.set(glyph, code);
      }
    }
    return characters;
  }

  /** The codes of up to two bytes in a map, in ascending order. */
  codes(platform: number, encoding: number): number[] {
    const at = this.#places.get(keyOf(platform, encoding));
    const codes: number[] = [];
    let next = 0;
    for (const [first, last] of at === undefined ? [] : [...this.#ranges(at)].sort(([a], [b]) => a - b)) {
      for (let code = Math.max(first, next); code <= last && code < 0xffff; code++) {
        codes.push(code);
        next = code + 1;
      }
    }
    return codes;
  }

  /** The ranges of characters in a subtable. */
  *#ranges(at: number): Generator<readonly [number, number]> {
    const data = this.#data;
    const format = data.u16(at);
    if (format === 0) yield [0, 255];
    else if (format === 4) {
      const doubled = data.u16(at + 6) & ~1;
      for (let i = 0; i < doubled; i += 2) yield [data.u16(at + 16 + doubled + i), data.u16(at + 14 + i)];
    } else if (format === 12) {
      const count = Math.min(data.u32(at + 12), data.bytes.length / 12);
      for (let i = 0; i < count; i++) {
        const first = data.u32(at + 16 + i * 12);
        yield [first, Math.min(data.u32(at + 20 + i * 12), first + 0xffff, 0x10ffff)];
      }
    } else if (format === 6) yield [data.u16(at + 6), data.u16(at + 6) + data.u16(at + 8) - 1];
  }

  #segmented(at: number, code: number): number {
    const data = this.#data;
    const doubled = data.u16(at + 6) & ~1;
    const ends = at + 14;
    let low = 0;
    let high = doubled >> 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (data.u16(ends + middle * 2) < code) low = middle + 1;
      else high = middle;
    }
    if (low * 2 >= doubled) return 0;
    const starts = ends + doubled + 2;
    const start = data.u16(starts + low * 2);
    if (start > code) return 0;
    const delta = data.u16(starts + doubled + low * 2);
    const place = starts + doubled * 2 + low * 2;
    const offset = data.u16(place);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = data.u16(place + offset + (code - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }

  #grouped(at: number, code: number): number {
    const data = this.#data;
    let low = 0;
    let high = Math.min(data.u32(at + 12), data.bytes.length / 12);
    while (low < high) {
      const middle = (low + high) >> 1;
      const group = at + 16 + middle * 12;
      if (code < data.u32(group)) high = middle;
      else if (code > data.u32(group + 4)) low = middle + 1;
      else return data.u32(group + 8) + code - data.u32(group);
    }
    return 0;
  }
}

function keyOf(platform: number, encoding: number): number {
  return platform * 0x10000 + encoding;
}

const UNICODE = [
  [3, 10],
  [3, 1],
  [0, 4],
  [0, 3],
  [0, 1],
  [0, 0],
  [0, 2],
  [0, 6],
] as const;
