import type { Holding } from "../../../meter/work.ts";
import { COST } from "../../../meter/work-limits.ts";
import type { Box } from "../../../pdf-pages/geometry.ts";
import type { Extent } from "../../extent.ts";
import { IDENTITY, isTurned, type Matrix, shifted } from "../../matrix.ts";
import { CharacterMaps } from "./character-maps.ts";
import { DataReader } from "./data-reader.ts";
import { boxOf, COMPONENT, DEEPEST, GLYPH_HEAD_BYTES, GlyfReach, isNoBox, partsOf } from "./glyf-reach.ts";
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
/** Offset in the `maxp` table of the number of glyphs. */
const GLYPH_COUNT = 4;

const NOTHING = new Uint8Array(0);

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
    this.#unitsPerEm = this.#field("head", HEAD.unitsPerEm) || 1000;
    this.#hasLongOffsets = this.#field("head", HEAD.locationFormat) !== 0;
    const loca = tables.get("loca");
    const stored = loca ? Math.floor(loca.length / (this.#hasLongOffsets ? 4 : 2)) - 1 : 0;
    this.glyphCount = Math.max(0, Math.min(stored, this.#field("maxp", GLYPH_COUNT) || stored));
    this.maps = new CharacterMaps(this.#data, tables.get("cmap"), holding);
  }

  /** A number of two bytes in a table; 0 beyond its end. */
  #field(name: string, at: number): number {
    const table = this.#tables.get(name);
    return table && at + 2 <= table.length ? this.#data.u16(table.start + at) : 0;
  }

  addBox(glyph: number, into: Extent, by = IDENTITY): boolean {
    if (!this.#tables.has("loca") || !this.#tables.has("glyf")) return false;
    if (this.#unitsPerEm < MIN_UNITS || this.#unitsPerEm > MAX_UNITS) return false;
    const outline = this.outline(glyph);
    const box = boxOf(outline);
    if (!box || new DataReader(outline).i16(0) === 0) return true;
    if (isNoBox(box)) return this.#addFontBox(into, by);
    const shift = this.#shift(glyph, outline);
    if (isTurned(by) && this.#addOutline(outline, shift, into, by)) return true;
    this.#add([box[0] + shift, box[1], box[2] + shift, box[3]], into, by);
    return true;
  }

  /** The box of a turned outline is smaller than that of its turned box. False when the outline is not read. */
  #addOutline(outline: Uint8Array, shift: number, into: Extent, [a, b, c, d, e, f]: Matrix): boolean {
    const unit = 1 / this.#unitsPerEm;
    const matrix = shifted(shift, 0, [a * unit, b * unit, c * unit, d * unit, e, f]);
    return new GlyfReach((glyph) => this.outline(glyph), this.holding.work).add(outline, into, matrix);
  }

  /** A glyph's outline in `glyf`, as far as the file has it; empty without one, or without all of its header. */
  outline(glyph: number): Uint8Array {
    const data = this.#data;
    const [loca, glyf] = [this.#tables.get("loca"), this.#tables.get("glyf")];
    if (!loca || !glyf || glyph >= this.glyphCount) return NOTHING;
    const at = loca.start + glyph * (this.#hasLongOffsets ? 4 : 2);
    const [from, to] = this.#hasLongOffsets
      ? [data.u32(at), data.u32(at + 4)]
      : [data.u16(at) * 2, data.u16(at + 2) * 2];
    const outline = data.bytes.subarray(glyf.start + from, glyf.start + to);
    return outline.length < GLYPH_HEAD_BYTES ? NOTHING : outline;
  }

  advance(glyph: number): number | undefined {
    const [hhea, hmtx] = [this.#tables.get("hhea"), this.#tables.get("hmtx")];
    if (!hhea || !hmtx || glyph >= this.glyphCount) return undefined;
    const full = this.#data.u16(hhea.start + METRICS_COUNT);
    if (full === 0) return undefined;
    return this.#data.u16(hmtx.start + Math.min(glyph, full - 1) * 4) / this.#unitsPerEm;
  }

  /** How far viewers move an outline, so that it begins at its left side bearing. */
  #shift(glyph: number, outline: Uint8Array): number {
    let [measured, header] = [glyph, outline];
    for (let depth = 0; depth < DEEPEST; depth++) {
      const component = this.#metricsComponent(header);
      const part = component === undefined ? NOTHING : this.outline(component);
      if (part.length === 0) break;
      [measured, header] = [component as number, part];
    }
    const bearing = this.bearing(measured);
    return bearing === undefined ? 0 : bearing - new DataReader(header).i16(2);
  }

  /** The component whose metrics are those of the whole glyph; the last one counts. */
  #metricsComponent(outline: Uint8Array): number | undefined {
    let found: number | undefined;
    for (const { part, flags } of partsOf(outline)) {
      this.holding.work.spend(COST.entry);
      if ((flags & COMPONENT.givesMetrics) !== 0) found = part;
    }
    return found;
  }

  /** The left side bearing: undefined where the font has no metrics, 0 for a glyph beyond their end. */
  bearing(glyph: number): number | undefined {
    if (!this.#tables.has("hhea") || !this.#tables.has("hmtx")) return undefined;
    const full = this.#field("hhea", METRICS_COUNT);
    const offset = glyph < full ? glyph * 4 + 2 : full * 4 + (glyph - full) * 2;
    return full === 0 ? 0 : (this.#field("hmtx", offset) << 16) >> 16;
  }

  #addFontBox(into: Extent, by: Matrix): boolean {
    if (!this.#tables.has("head")) return false;
    const [left, bottom, right, top] = [0, 2, 4, 6].map((at) => (this.#field("head", HEAD.box + at) << 16) >> 16);
    this.#add([left!, bottom!, right!, top!], into, by);
    return true;
  }

  #add([left, bottom, right, top]: Box, into: Extent, by: Matrix): void {
    const unitsPerEm = this.#unitsPerEm;
    into.addBox(left / unitsPerEm, bottom / unitsPerEm, right / unitsPerEm, top / unitsPerEm, by);
  }

  /** The glyph that the `post` table gives this name. */
  named(name: string): number | undefined {
    this.#names ??= glyphNames(this.#data, this.#tables.get("post"), this.holding);
    return this.#names.get(name);
  }
}
