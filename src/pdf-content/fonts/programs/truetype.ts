import type { Holding } from "../../../meter/work.ts";
import type { Extent } from "../../extent.ts";
import { IDENTITY, isTurned, type Matrix, shifted } from "../../matrix.ts";
import { CharacterMaps } from "./character-maps.ts";
import { DataReader } from "./data-reader.ts";
import { COMPONENT, DEEPEST, GLYPH_HEAD_BYTES, GlyfReach, MAX_COMPONENTS } from "./glyf-reach.ts";
import type { GlyphShapes } from "./glyph-shapes.ts";
import { glyphNames } from "./post-names.ts";
import type { Table } from "./sfnt.ts";

/** Offsets of fields in the `head` table. */
export const HEAD = { checksum: 8, unitsPerEm: 18, box: 36, locationFormat: 50 };
/** Viewers load no program of another size (OpenType, head). */
const MIN_UNITS = 16;
const MAX_UNITS = 16_384;
/** Offset in the `hhea` table of the number of glyphs that have a width of their own. */
const METRICS_COUNT = 34;

/** A TrueType program: a glyph's box is in its header in `glyf`, and in `hmtx` where that box begins. */
export class TrueType implements GlyphShapes {
  readonly notdef = 0;
  readonly maps: CharacterMaps;
  readonly #data: DataReader;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #unitsPerEm: number;
  readonly #hasLongOffsets: boolean;
  readonly glyphCount: number;
  readonly holding: Holding;
  #names: Map<string, number> | undefined;

  constructor(bytes: Uint8Array, tables: ReadonlyMap<string, Table>, holding: Holding) {
    this.holding = holding;
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
    this.maps = new CharacterMaps(this.#data, tables.get("cmap"), holding);
  }

  addBox(glyph: number, into: Extent, by = IDENTITY): boolean {
    const data = this.#data;
    const tables = this.#tables;
    const [loca, glyf] = [tables.get("loca"), tables.get("glyf")];
    if (!loca || !glyf || this.#unitsPerEm < MIN_UNITS || this.#unitsPerEm > MAX_UNITS) return false;
    if (glyph >= this.glyphCount) return true;
    const at = this.#place(glyph, loca, glyf);
    if (at === undefined) return true;
    if (at + GLYPH_HEAD_BYTES > data.bytes.length) return false;
    const contours = data.i16(at);
    if (contours === 0) return true;
    const box = [data.i16(at + 2), data.i16(at + 4), data.i16(at + 6), data.i16(at + 8)] as const;
    // The header is empty: the box of all glyphs is taken.
    if (box[0] > box[2] || box[1] > box[3] || (box[0] === box[2] && box[1] === box[3]))
      return this.#addFontBox(into, by);
    const shift = this.#shift(glyph, at, loca, glyf);
    if (isTurned(by) && this.#addOutline(at, shift, into, by)) return true;
    this.#add([box[0] + shift, box[1], box[2] + shift, box[3]], into, by);
    return true;
  }

  /** The box of a turned outline is smaller than that of its turned box. False when the outline is not read. */
  #addOutline(at: number, shift: number, into: Extent, [a, b, c, d, e, f]: Matrix): boolean {
    const unit = 1 / this.#unitsPerEm;
    const matrix = shifted(shift, 0, [a * unit, b * unit, c * unit, d * unit, e, f]);
    const [loca, glyf] = [this.#tables.get("loca")!, this.#tables.get("glyf")!];
    const placeOf = (glyph: number) => (glyph < this.glyphCount ? this.#place(glyph, loca, glyf) : undefined);
    return new GlyfReach(this.#data, placeOf, this.holding.work).add(at, into, matrix);
  }

  /** Where the glyph's header is; undefined for a glyph without an outline. */
  #place(glyph: number, loca: Table, glyf: Table): number | undefined {
    const data = this.#data;
    const [from, to] = this.#hasLongOffsets
      ? [data.u32(loca.start + glyph * 4), data.u32(loca.start + glyph * 4 + 4)]
      : [data.u16(loca.start + glyph * 2) * 2, data.u16(loca.start + glyph * 2 + 2) * 2];
    return to <= from ? undefined : glyf.start + from;
  }

  advance(glyph: number): number | undefined {
    const [hhea, hmtx] = [this.#tables.get("hhea"), this.#tables.get("hmtx")];
    if (!hhea || !hmtx || glyph >= this.glyphCount) return undefined;
    const full = this.#data.u16(hhea.start + METRICS_COUNT);
    if (full === 0) return undefined;
    return this.#data.u16(hmtx.start + Math.min(glyph, full - 1) * 4) / this.#unitsPerEm;
  }

  /** How far viewers move an outline, so that it begins at its left side bearing. */
  #shift(glyph: number, at: number, loca: Table, glyf: Table): number {
    let [measured, header] = [glyph, at];
    for (let depth = 0; depth < DEEPEST && this.#data.i16(header) < 0; depth++) {
      const component = this.#metricsComponent(header + GLYPH_HEAD_BYTES);
      const place = component === undefined ? undefined : this.#place(component, loca, glyf);
      if (place === undefined) break;
      [measured, header] = [component as number, place];
    }
    const bearing = this.#leftBearing(measured);
    return bearing === undefined ? 0 : bearing - this.#data.i16(header + 2);
  }

  /** The component whose metrics are those of the whole glyph; the last one counts. */
  #metricsComponent(start: number): number | undefined {
    const data = this.#data;
    let found: number | undefined;
    let at = start;
    for (let i = 0; i < MAX_COMPONENTS; i++) {
      const flags = data.u16(at);
      if ((flags & COMPONENT.givesMetrics) !== 0) found = data.u16(at + 2);
      if ((flags & COMPONENT.more) === 0) break;
      at += (flags & COMPONENT.words) !== 0 ? 8 : 6;
      at += (flags & COMPONENT.scale) !== 0 ? 2 : (flags & COMPONENT.twoScales) !== 0 ? 4 : 0;
      if ((flags & COMPONENT.matrix) !== 0) at += 8;
    }
    return found !== undefined && found < this.glyphCount ? found : undefined;
  }

  /** Undefined where the font has no metrics; 0 for a glyph beyond their end. */
  #leftBearing(glyph: number): number | undefined {
    const [hhea, hmtx] = [this.#tables.get("hhea"), this.#tables.get("hmtx")];
    if (!hhea || !hmtx) return undefined;
    const full = this.#data.u16(hhea.start + METRICS_COUNT);
    const offset = glyph < full ? glyph * 4 + 2 : full * 4 + (glyph - full) * 2;
    return full === 0 || offset + 2 > hmtx.length ? 0 : this.#data.i16(hmtx.start + offset);
  }

  #addFontBox(into: Extent, by: Matrix): boolean {
    const head = this.#tables.get("head");
    if (!head) return false;
    const at = head.start + HEAD.box;
    const data = this.#data;
    this.#add([data.i16(at), data.i16(at + 2), data.i16(at + 4), data.i16(at + 6)], into, by);
    return true;
  }

  #add([left, bottom, right, top]: readonly [number, number, number, number], into: Extent, by: Matrix): void {
    const unitsPerEm = this.#unitsPerEm;
    into.addBox(left / unitsPerEm, bottom / unitsPerEm, right / unitsPerEm, top / unitsPerEm, by);
  }

  /** The glyph that the `post` table gives this name. */
  named(name: string): number | undefined {
    this.#names ??= glyphNames(this.#data, this.#tables.get("post"), this.holding);
    return this.#names.get(name);
  }
}
