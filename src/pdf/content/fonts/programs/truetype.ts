import type { Extent } from "../../extent.ts";
import { CharacterMaps } from "./character-maps.ts";
import { DataReader } from "./data-reader.ts";
import type { GlyphShapes } from "./glyph-shapes.ts";
import { glyphNames } from "./post-names.ts";
import type { Table } from "./sfnt.ts";

/** Offsets of fields in the `head` table. */
export const HEAD = { checksum: 8, unitsPerEm: 18, box: 36, locationFormat: 50 };
/** Bytes of a glyph's header: its number of contours, and its box. */
export const GLYPH_HEAD_BYTES = 10;

/** A TrueType program: a glyph's box stands in its header in `glyf`. */
export class TrueType implements GlyphShapes {
  readonly notdef = 0;
  readonly maps: CharacterMaps;
  readonly #data: DataReader;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #unitsPerEm: number;
  readonly #hasLongOffsets: boolean;
  readonly glyphCount: number;
  #names: Map<string, number> | undefined;

  constructor(bytes: Uint8Array, tables: ReadonlyMap<string, Table>) {
    this.#data = new DataReader(bytes);
    this.#tables = tables;
    const head = tables.get("head");
    this.#unitsPerEm = (head && this.#data.u16(head.start + HEAD.unitsPerEm)) || 1000;
    this.#hasLongOffsets = head !== undefined && this.#data.u16(head.start + HEAD.locationFormat) !== 0;
    const loca = tables.get("loca");
    const stored = loca ? Math.floor(loca.length / (this.#hasLongOffsets ? 4 : 2)) - 1 : 0;
    const maxp = tables.get("maxp");
    const announced = maxp ? this.#data.u16(maxp.start + 4) : stored;
    this.glyphCount = Math.max(0, Math.min(stored, announced || stored));
    this.maps = new CharacterMaps(this.#data, tables.get("cmap"));
  }

  addBox(glyph: number, into: Extent): boolean {
    const data = this.#data;
    const tables = this.#tables;
    const [loca, glyf] = [tables.get("loca"), tables.get("glyf")];
    if (!loca || !glyf) return false;
    if (glyph >= this.glyphCount) return true;
    const [from, to] = this.#hasLongOffsets
      ? [data.u32(loca.start + glyph * 4), data.u32(loca.start + glyph * 4 + 4)]
      : [data.u16(loca.start + glyph * 2) * 2, data.u16(loca.start + glyph * 2 + 2) * 2];
    if (to <= from) return true;
    const at = glyf.start + from;
    if (at + GLYPH_HEAD_BYTES > data.bytes.length) return false;
    const contours = data.i16(at);
    if (contours === 0) return true;
    const box = [data.i16(at + 2), data.i16(at + 4), data.i16(at + 6), data.i16(at + 8)] as const;
    // The header is empty: the box of all glyphs is taken.
    if (box[0] > box[2] || box[1] > box[3] || (box[0] === box[2] && box[1] === box[3])) return this.#addFontBox(into);
    this.#add(box, into);
    return true;
  }

  #addFontBox(into: Extent): boolean {
    const head = this.#tables.get("head");
    if (!head) return false;
    const at = head.start + HEAD.box;
    const data = this.#data;
    this.#add([data.i16(at), data.i16(at + 2), data.i16(at + 4), data.i16(at + 6)], into);
    return true;
  }

  #add([left, bottom, right, top]: readonly [number, number, number, number], into: Extent): void {
    const unitsPerEm = this.#unitsPerEm;
    into.point(left / unitsPerEm, bottom / unitsPerEm);
    into.point(right / unitsPerEm, top / unitsPerEm);
  }

  /** The glyph that the `post` table gives this name. */
  named(name: string): number | undefined {
    this.#names ??= glyphNames(this.#data, this.#tables.get("post"));
    return this.#names.get(name);
  }
}
