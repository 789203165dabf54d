import type { Holding } from "../../../meter/work.ts";
import { COST } from "../../../meter/work-limits.ts";
import { latin1Text } from "../../../platform/latin1.ts";
import { mapKey } from "../../../platform/map-key.ts";
import { Extent } from "../../extent.ts";
import { IDENTITY, type Matrix, multiply, toMatrix } from "../../matrix.ts";
import { CFF_STRINGS } from "../names/cff-strings.ts";
import { STANDARD_ENCODING } from "../names/encodings.ts";
import { type CffDict, cffIndex, readCffDict } from "./cff-dict.ts";
import { Outline } from "./charstring.ts";
import { Type2 } from "./charstring-type2.ts";
import { DataReader } from "./data-reader.ts";
import type { NamedShapes, Target } from "./glyph-shapes.ts";

/** What an operand of a dictionary, and an entry of a map, take in memory. */
const OPERAND_BYTES = 8;
const MAPPING_BYTES = 50;

const THOUSANDTHS: Matrix = [0.001, 0, 0, 0.001, 0, 0];

interface FontDict {
  readonly matrix: Matrix | undefined;
  readonly subroutines: readonly Uint8Array[];
  /** Of a glyph whose charstring gives no width, and what the others' are counted from. */
  readonly widths: { readonly byDefault: number; readonly nominal: number };
}

/** A CFF program (Adobe technical note 5176), by glyph; with CIDs where it is CID-keyed. */
export class Cff implements NamedShapes {
  readonly notdef = 0;
  /** Whether glyphs are asked for by CID (the charset gives the glyph), and not by name. */
  readonly isCidKeyed: boolean;
  readonly #data: DataReader;
  readonly holding: Holding;
  /** Lists of subroutines by their places: dictionaries may share one. */
  readonly #subroutines = new Map<number, readonly Uint8Array[]>();
  readonly glyphs: readonly Uint8Array[];
  readonly global: readonly Uint8Array[];
  readonly #strings: readonly Uint8Array[];
  readonly #matrix: Matrix | undefined;
  readonly fonts: FontDict[] = [];
  readonly top: CffDict;
  #charset: Uint16Array | undefined;
  #byName: Map<string, number> | undefined;
  #byCid: Map<number, number> | undefined;
  #codes: Map<number, number> | undefined;

  constructor(bytes: Uint8Array, holding: Holding) {
    const data = new DataReader(bytes);
    this.#data = data;
    this.holding = holding;
    const names = this.#index(data.u8(2));
    const tops = this.#index(names.end);
    const strings = this.#index(tops.end);
    this.#strings = strings.items;
    this.global = this.#index(strings.end).items;
    this.top = this.#dict(tops.items[0] ?? new Uint8Array(0));
    const glyphs = this.#index(this.top.get(OP.charStrings)?.[0] ?? 0);
    // Viewers reject a program that is cut off here, and show another font.
    if (glyphs.end > bytes.length) throw new RangeError("a CFF program that is cut off");
    this.glyphs = glyphs.items;
    this.#matrix = toMatrix(this.top.get(OP.fontMatrix));
    this.isCidKeyed = this.top.has(OP.ros);
    if (this.isCidKeyed) {
      for (const item of this.#index(this.top.get(OP.fdArray)?.[0] ?? 0).items.slice(0, 256)) {
        this.fonts.push(this.#fontDict(this.#dict(item)));
      }
    } else this.fonts.push(this.#fontDict(this.top));
    if (this.glyphs.length === 0) throw new RangeError("a CFF program without glyphs");
  }

  #index(at: number): ReturnType<typeof cffIndex> {
    return cffIndex(this.#data, at, this.holding);
  }

  #dict(bytes: Uint8Array): CffDict {
    this.holding.entries(bytes.length, OPERAND_BYTES);
    return readCffDict(bytes);
  }

  #fontDict(dict: CffDict): FontDict {
    const [size, offset] = dict.get(OP.private) ?? [];
    const matrix = toMatrix(dict.get(OP.fontMatrix));
    if (size === undefined || offset === undefined) {
      return { matrix, subroutines: [], widths: { byDefault: 0, nominal: 0 } };
    }
    const priv = this.#dict(this.#data.bytes.subarray(offset, offset + size));
    const subrs = priv.get(OP.subrs)?.[0];
    const widths = { byDefault: priv.get(OP.defaultWidth)?.[0] ?? 0, nominal: priv.get(OP.nominalWidth)?.[0] ?? 0 };
    return { matrix, subroutines: subrs === undefined ? [] : this.#subroutinesAt(offset + subrs), widths };
  }

  #subroutinesAt(at: number): readonly Uint8Array[] {
    const found = this.#subroutines.get(at) ?? this.#index(at).items;
    this.#subroutines.set(at, found);
    return found;
  }

  addBox(glyph: number, into: Extent, by = IDENTITY): boolean {
    return this.#draw(glyph, { into, by }, 0, 0, 0);
  }

  advance(glyph: number): number | undefined {
    const code = this.glyphs[glyph];
    const font = this.fonts[this.isCidKeyed ? this.fontOf(glyph) : 0];
    if (!code || !font) return undefined;
    const matrix = this.#matrixOf(font);
    const outline = new Outline(new Extent(), matrix);
    const type2 = new Type2(outline, { global: this.global, local: font.subroutines }, this.holding.work);
    type2.run(code);
    const { byDefault, nominal } = font.widths;
    return (type2.width === undefined ? byDefault : nominal + type2.width) * matrix[0];
  }

  #draw(glyph: number, target: Target, dx: number, dy: number, depth: number): boolean {
    const code = this.glyphs[glyph];
    if (!code) return true;
    const font = this.fonts[this.isCidKeyed ? this.fontOf(glyph) : 0];
    if (!font) return false;
    const outline = new Outline(target.into, multiply(this.#matrixOf(font), target.by));
    outline.move(dx, dy);
    const type2 = new Type2(outline, { global: this.global, local: font.subroutines }, this.holding.work);
    const isWhole = type2.run(code);
    const { seac } = type2;
    if (!seac || depth > 0) return isWhole;
    const base = this.named(STANDARD_ENCODING[seac.base] ?? "");
    const accent = this.named(STANDARD_ENCODING[seac.accent] ?? "");
    if (base !== undefined) this.#draw(base, target, dx, dy, 1);
    if (accent !== undefined) this.#draw(accent, target, dx + seac.dx, dy + seac.dy, 1);
    return isWhole;
  }

  #matrixOf({ matrix }: FontDict): Matrix {
    if (!this.isCidKeyed || !matrix) return this.#matrix ?? THOUSANDTHS;
    return this.#matrix ? multiply(matrix, this.#matrix) : matrix;
  }

  /** FDSelect (§19). */
  fontOf(glyph: number): number {
    const data = this.#data;
    const at = this.top.get(OP.fdSelect)?.[0];
    if (at === undefined) return 0;
    if (data.u8(at) === 0) return data.u8(at + 1 + glyph);
    // Format 3: the number of ranges, then for each its first glyph and its font.
    const ranges = at + 3;
    let low = 0;
    let high = data.u16(at + 1);
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (data.u16(ranges + middle * 3) <= glyph) low = middle;
      else high = middle;
    }
    return data.u8(ranges + low * 3 + 2);
  }

  /** For each glyph its string's number, or its CID (§13). */
  sids(): Uint16Array {
    if (this.#charset) return this.#charset;
    const data = this.#data;
    const count = this.glyphs.length;
    this.holding.entries(count, 2);
    const sids = new Uint16Array(count);
    const offset = this.top.get(OP.charset)?.[0] ?? 0;
    if (offset <= 2) for (let glyph = 0; glyph < count; glyph++) sids[glyph] = glyph;
    else {
      const format = data.u8(offset);
      let at = offset + 1;
      for (let glyph = 1; glyph < count && at < data.bytes.length; ) {
        const first = data.u16(at);
        const left = format === 0 ? 0 : data.sized(at + 2, format);
        for (let i = 0; i <= left && glyph < count; i++) sids[glyph++] = first + i;
        at += 2 + (format === 0 ? 0 : format);
      }
    }
    this.#charset = sids;
    return sids;
  }

  /** The glyph of a CID; the first where it has none. In programs that are not CID-keyed it is the glyph's number. */
  glyphOfCid(cid: number): number {
    if (!this.isCidKeyed) return cid < this.glyphs.length ? cid : 0;
    if (!this.#byCid) {
      this.#byCid = new Map();
      const sids = this.sids();
      this.holding.entries(sids.length, MAPPING_BYTES);
      for (let glyph = 0; glyph < sids.length; glyph++) this.#byCid.set(sids[glyph]!, glyph);
    }
    return this.#byCid.get(cid) ?? 0;
  }

  named(name: string): number | undefined {
    if (!this.#byName) {
      this.#byName = new Map();
      const sids = this.sids();
      this.holding.entries(sids.length, MAPPING_BYTES);
      for (let glyph = sids.length - 1; glyph >= 0; glyph--) this.#byName.set(this.string(sids[glyph]!), glyph);
    }
    return this.#byName.get(name);
  }

  builtIn(code: number): string | undefined {
    const offset = this.top.get(OP.encoding)?.[0] ?? 0;
    if (offset <= 1) return STANDARD_ENCODING[code];
    this.#codes ??= this.#readEncoding(offset);
    const glyph = this.#codes.get(code);
    return glyph === undefined ? undefined : this.string(this.sids()[glyph] ?? 0);
  }

  /** §12. */
  #readEncoding(offset: number): Map<number, number> {
    const data = this.#data;
    const codes = new Map<number, number>();
    const format = data.u8(offset) & 0x7f;
    const count = data.u8(offset + 1);
    const items = offset + 2;
    let glyph = 1;
    for (let i = 0; i < count; i++) {
      if (format === 0) codes.set(data.u8(items + i), glyph++);
      else {
        const first = data.u8(items + i * 2);
        const left = data.u8(items + i * 2 + 1);
        for (let j = 0; j <= left; j++) codes.set(first + j, glyph++);
      }
    }
    // Further codes of glyphs, which are given by their names.
    if (data.u8(offset) & 0x80) {
      let at = items + count * (format === 0 ? 1 : 2);
      for (let left = data.u8(at++); left > 0; left--, at += 3) {
        this.holding.work.spend(this.sids().length * COST.searchedByte);
        codes.set(data.u8(at), this.sids().indexOf(data.u16(at + 1)));
      }
    }
    return codes;
  }

  string(sid: number): string {
    if (sid < CFF_STRINGS.length) return CFF_STRINGS[sid]!;
    const bytes = this.#strings[sid - CFF_STRINGS.length];
    this.holding.work.spend((bytes?.length ?? 0) * COST.sourceByte);
    return bytes ? mapKey(latin1Text(bytes)) : "";
  }
}

/** Operators of top, font and private dictionaries (§9, §15); of two bytes, the second plus 1200. */
export const OP = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subrs: 19,
  defaultWidth: 20,
  nominalWidth: 21,
  fontMatrix: 1207,
  ros: 1230,
  fdArray: 1236,
  fdSelect: 1237,
} as const;
