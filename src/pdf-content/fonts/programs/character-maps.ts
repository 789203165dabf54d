import type { Holding } from "../../../meter/work.ts";
import { COST } from "../../../meter/work-limits.ts";
import { isCounted } from "../names/glyph-names.ts";
import type { DataReader } from "./data-reader.ts";
import type { Table } from "./sfnt.ts";

/** What an entry of a map takes in memory. */
const MAPPING_BYTES = 40;
/** And a range of codes, while all of a map are listed. */
const RANGE_BYTES = 40;
const MAX_MAPS = 64;
/** The most characters that are looked up to find which glyph shows which. */
const MAX_CHARACTERS = 65_536;

/** Where a map for symbols has the codes of one byte (9.6.5.4). */
const SYMBOLS = 0xf000;

/** Offsets of fields in the table's head and its records (OpenType, cmap). */
const HEAD = { count: 2, bytes: 4 };
const RECORD = { platform: 0, encoding: 2, offset: 4, bytes: 8 };
/** Offsets of fields in a subtable of each format. */
const BYTES = { glyphs: 6 };
const SEGMENTS = { doubledCount: 6, ends: 14 };
const TRIMMED = { first: 6, count: 8, glyphs: 10 };
const GROUPS = { count: 12, groups: 16 };
const GROUP = { first: 0, last: 4, glyph: 8, bytes: 12 };

/** The `cmap` table: formats 0, 4, 6 and 12, the ones that fonts in PDFs have. */
export class CharacterMaps {
  readonly #data: DataReader;
  readonly #holding: Holding;
  /** Where the subtable of platform and encoding begins. */
  readonly #places = new Map<number, number>();
  #characters: ReadonlyMap<number, number> | undefined;

  constructor(data: DataReader, table: Table | undefined, holding: Holding) {
    this.#data = data;
    this.#holding = holding;
    if (!table) return;
    const count = Math.min(MAX_MAPS, data.u16(table.start + HEAD.count));
    for (let i = 0; i < count; i++) {
      const at = table.start + HEAD.bytes + i * RECORD.bytes;
      const key = keyOf(data.u16(at + RECORD.platform), data.u16(at + RECORD.encoding));
      if (!this.#places.has(key)) this.#places.set(key, table.start + data.u32(at + RECORD.offset));
    }
  }

  /** How many maps there are. */
  get count(): number {
    return this.#places.size;
  }

  has(platform: number, encoding: number): boolean {
    return this.#places.has(keyOf(platform, encoding));
  }

  /** The glyph of a code; 0 when the map has none. */
  glyph(platform: number, encoding: number, code: number): number {
    const at = this.#places.get(keyOf(platform, encoding));
    if (at === undefined) return 0;
    const data = this.#data;
    switch (data.u16(at)) {
      case 0:
        return code < 256 ? data.u8(at + BYTES.glyphs + code) : 0;
      case 4:
        return this.#segmented(at, code);
      case 6: {
        const index = code - data.u16(at + TRIMMED.first);
        return index >= 0 && index < data.u16(at + TRIMMED.count) ? data.u16(at + TRIMMED.glyphs + index * 2) : 0;
      }
      case 12:
        return this.#grouped(at, code);
      default:
        return 0;
    }
  }

  /** Whether the codes of one byte are counted. */
  get isCounted(): boolean {
    this.#holding.work.spend(3 * 256 * COST.lookup);
    const codes = Array.from({ length: 256 }, (_, code) => code).filter((code) =>
      [this.glyph(1, 0, code), this.glyph(3, 0, code), this.glyph(3, 0, SYMBOLS + code)].some((glyph) => glyph > 0),
    );
    return isCounted(codes);
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
      this.#holding.entries(1 + Math.max(0, Math.min(last - first + 1, left)), MAPPING_BYTES);
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
    this.#holding.work.spend(codes.length * COST.entry);
    return codes;
  }

  /** The ranges of characters in a subtable. */
  *#ranges(at: number): Generator<readonly [number, number]> {
    const data = this.#data;
    const format = data.u16(at);
    if (format === 0) yield [0, 255];
    else if (format === 4) {
      const doubled = data.u16(at + SEGMENTS.doubledCount) & ~1;
      const ends = at + SEGMENTS.ends;
      const starts = ends + doubled + 2;
      this.#listed(doubled / 2);
      for (let i = 0; i < doubled; i += 2) yield [data.u16(starts + i), data.u16(ends + i)];
    } else if (format === 12) {
      const count = Math.min(data.u32(at + GROUPS.count), data.bytes.length / GROUP.bytes);
      this.#listed(count);
      for (let i = 0; i < count; i++) {
        const group = at + GROUPS.groups + i * GROUP.bytes;
        const first = data.u32(group + GROUP.first);
        yield [first, Math.min(data.u32(group + GROUP.last), first + 0xffff, 0x10ffff)];
      }
    } else if (format === 6) {
      const first = data.u16(at + TRIMMED.first);
      yield [first, first + data.u16(at + TRIMMED.count) - 1];
    }
  }

  /** Charges ranges that are listed and let go: many maps may share them. */
  #listed(count: number): void {
    const { work } = this.#holding;
    work.spend(count * COST.run);
    work.hold(count * RANGE_BYTES);
    work.letGo(count * RANGE_BYTES);
  }

  #segmented(at: number, code: number): number {
    const data = this.#data;
    const doubled = data.u16(at + SEGMENTS.doubledCount) & ~1;
    const ends = at + SEGMENTS.ends;
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
    let high = Math.min(data.u32(at + GROUPS.count), data.bytes.length / GROUP.bytes);
    while (low < high) {
      const middle = (low + high) >> 1;
      const group = at + GROUPS.groups + middle * GROUP.bytes;
      const first = data.u32(group + GROUP.first);
      if (code < first) high = middle;
      else if (code > data.u32(group + GROUP.last)) low = middle + 1;
      else return data.u32(group + GROUP.glyph) + code - first;
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
