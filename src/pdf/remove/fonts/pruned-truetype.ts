import { DataReader } from "../../content/fonts/programs/data-reader.ts";
import { glyphNames } from "../../content/fonts/programs/post-names.ts";
import type { Table } from "../../content/fonts/programs/sfnt.ts";
import { GLYPH_HEAD_BYTES, HEAD, type TrueType } from "../../content/fonts/programs/truetype.ts";
import { FontBytes } from "./font-bytes.ts";

/** Tables that hold nothing about single glyphs, and how long they may be: more could hold anything. */
const COPIED = { "cvt ": 1 << 17, fpgm: 1 << 17, prep: 1 << 17, maxp: 32, hhea: 36, head: 54 };
/** Offset of numberOfHMetrics in the `hhea` table. */
const HHEA_FULL_METRICS = 34;
/** Flags of a compound glyph's part (OpenType, glyf). */
const ARGS_ARE_WORDS = 1;
const HAS_SCALE = 8;
const MORE_PARTS = 32;
const HAS_TWO_SCALES = 64;
const HAS_TWO_BY_TWO = 128;

/**
 * A TrueType program with the outlines, metrics, names and codes of the given glyphs and no others. Glyphs keep their
 * numbers. `isByCode`: simple fonts find glyphs by the program's own maps.
 */
export function prunedTrueType(
  bytes: Uint8Array,
  tables: ReadonlyMap<string, Table>,
  program: TrueType,
  wanted: ReadonlySet<number>,
  isByCode: boolean,
): Uint8Array {
  const data = new DataReader(bytes);
  const [head, loca, glyf] = [tables.get("head"), tables.get("loca"), tables.get("glyf")];
  if (!head || !loca || !glyf || data.tag(0) === "ttcf") throw new RangeError("a TrueType program that is not whole");
  const isLong = data.u16(head.start + HEAD.locationFormat) !== 0;
  const outline = (glyph: number): Uint8Array => {
    const at = loca.start + glyph * (isLong ? 4 : 2);
    const [from, to] = isLong ? [data.u32(at), data.u32(at + 4)] : [data.u16(at) * 2, data.u16(at + 2) * 2];
    return to > from
      ? bytes.subarray(glyf.start + from, Math.min(glyf.start + to, bytes.length))
      : bytes.subarray(0, 0);
  };
  const count = program.glyphCount;
  const kept = withParts(wanted, outline, count);
  const made = new Map<string, Uint8Array>();
  for (const [name, most] of Object.entries(COPIED)) {
    const table = tables.get(name);
    if (table) made.set(name, bytes.slice(table.start, table.start + Math.min(table.length, most)));
  }
  const places = new FontBytes((count + 1) * 4);
  const outlines = new FontBytes(1 << 14);
  for (let glyph = 0; glyph < count; glyph++) {
    places.u32(outlines.length);
    if (kept.has(glyph)) outlines.copy(outline(glyph));
    while (outlines.length & 3) outlines.byte(0);
  }
  places.u32(outlines.length);
  // Readers take an empty table for a missing one.
  if (outlines.length === 0) outlines.u32(0);
  made.set("loca", places.view());
  made.set("glyf", outlines.view());
  const newHead = made.get("head")!;
  newHead.fill(0, HEAD.checksum, HEAD.checksum + 4);
  newHead[HEAD.locationFormat] = 0;
  newHead[HEAD.locationFormat + 1] = 1;
  const metrics = prunedMetrics(bytes, data, tables, kept, count);
  if (metrics) made.set("hmtx", metrics);
  if (isByCode && tables.has("cmap")) made.set("cmap", prunedCharacterMap(data, tables.get("cmap")!, program, kept));
  made.set("post", post(data, tables.get("post"), kept, count, isByCode));
  return sfnt(bytes, made);
}

/** Compound glyphs need the glyphs of which they are made. */
function withParts(wanted: ReadonlySet<number>, outline: (glyph: number) => Uint8Array, count: number): Set<number> {
  const kept = new Set<number>([0]);
  const open = [0, ...wanted];
  for (let glyph = open.pop(); glyph !== undefined; glyph = open.pop()) {
    if (glyph >= count || (kept.has(glyph) && glyph !== 0)) continue;
    kept.add(glyph);
    const data = new DataReader(outline(glyph));
    if (data.bytes.length < GLYPH_HEAD_BYTES || data.i16(0) >= 0) continue;
    let flags = MORE_PARTS;
    for (let at = GLYPH_HEAD_BYTES; (flags & MORE_PARTS) !== 0 && at + 4 <= data.bytes.length; ) {
      flags = data.u16(at);
      const part = data.u16(at + 2);
      if (!kept.has(part)) open.push(part);
      at += 4 + (flags & ARGS_ARE_WORDS ? 4 : 2);
      at += flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_TWO_BY_TWO ? 8 : 0;
    }
  }
  return kept;
}

function prunedMetrics(
  bytes: Uint8Array,
  data: DataReader,
  tables: ReadonlyMap<string, Table>,
  kept: ReadonlySet<number>,
  count: number,
): Uint8Array | undefined {
  const [hhea, hmtx] = [tables.get("hhea"), tables.get("hmtx")];
  if (!hhea || !hmtx) return undefined;
  const full = data.u16(hhea.start + HHEA_FULL_METRICS);
  const copy = bytes.slice(hmtx.start, hmtx.start + Math.min(hmtx.length, full * 4 + Math.max(0, count - full) * 2));
  // The last full entry gives the width of all glyphs after it.
  let isLastShared = false;
  for (const glyph of kept) if (glyph >= full - 1) isLastShared = true;
  for (let glyph = 0; glyph < count; glyph++) {
    if (kept.has(glyph) || (glyph === full - 1 && isLastShared)) continue;
    // The table may end before its last glyphs.
    const at = Math.min(copy.length, glyph < full ? glyph * 4 : full * 4 + (glyph - full) * 2);
    copy.fill(0, at, Math.min(copy.length, at + (glyph < full ? 4 : 2)));
  }
  return copy;
}

/** The same maps (platform and encoding), with the codes of kept glyphs only. */
function prunedCharacterMap(data: DataReader, table: Table, program: TrueType, kept: ReadonlySet<number>): Uint8Array {
  const subtables: { platform: number; encoding: number; body: Uint8Array }[] = [];
  const count = Math.min(64, data.u16(table.start + 2));
  for (let i = 0; i < count; i++) {
    const [platform, encoding] = [data.u16(table.start + 4 + i * 8), data.u16(table.start + 6 + i * 8)];
    if (subtables.some((one) => one.platform === platform && one.encoding === encoding)) continue;
    const isByte = platform === 1;
    const pairs: [number, number][] = [];
    for (const code of program.maps.codes(platform, encoding)) {
      if (isByte && code > 255) break;
      const glyph = program.maps.glyph(platform, encoding, code);
      if (glyph !== 0 && kept.has(glyph)) pairs.push([code, glyph]);
    }
    subtables.push({ platform, encoding, body: isByte ? trimmedMap(pairs) : segmentedMap(pairs) });
  }
  const out = new FontBytes(1024);
  out.u16(0);
  out.u16(subtables.length);
  let at = 4 + subtables.length * 8;
  for (const { platform, encoding, body } of subtables) {
    out.u16(platform);
    out.u16(encoding);
    out.u32(at);
    at += body.length;
  }
  for (const { body } of subtables) out.copy(body);
  return out.view();
}

/** Format 6. */
function trimmedMap(pairs: readonly (readonly [number, number])[]): Uint8Array {
  const first = pairs[0]?.[0] ?? 0;
  const last = pairs.at(-1)?.[0] ?? -1;
  const glyphs = new Map(pairs);
  const out = new FontBytes(64);
  const size = Math.max(0, last - first + 1);
  for (const value of [6, 10 + size * 2, 0, first, size]) out.u16(value);
  for (let code = first; code < first + size; code++) out.u16(glyphs.get(code) ?? 0);
  return out.view();
}

/** Format 4, with a segment for each run of codes whose glyphs are consecutive too. */
function segmentedMap(pairs: readonly (readonly [number, number])[]): Uint8Array {
  const segments: { from: number; to: number; delta: number }[] = [];
  for (const [code, glyph] of pairs) {
    const last = segments.at(-1);
    const delta = (glyph - code) & 0xffff;
    if (last && last.to === code - 1 && last.delta === delta) last.to = code;
    else segments.push({ from: code, to: code, delta });
  }
  segments.push({ from: 0xffff, to: 0xffff, delta: 1 });
  const count = segments.length;
  const power = 31 - Math.clz32(count);
  const out = new FontBytes(64);
  for (const value of [4, 16 + count * 8, 0, count * 2, 2 << power, power, count * 2 - (2 << power)]) out.u16(value);
  for (const { to } of segments) out.u16(to);
  out.u16(0);
  for (const { from } of segments) out.u16(from);
  for (const { delta } of segments) out.u16(delta);
  for (let i = 0; i < count; i++) out.u16(0);
  return out.view();
}

/** Names of kept glyphs (format 2) when fonts may find glyphs by name, otherwise none (format 3). */
function post(
  data: DataReader,
  table: Table | undefined,
  kept: ReadonlySet<number>,
  count: number,
  isByCode: boolean,
): Uint8Array {
  const out = new FontBytes(64);
  const names = isByCode ? [...glyphNames(data, table)].filter(([, glyph]) => kept.has(glyph)) : [];
  out.u32(names.length > 0 ? 0x00020000 : 0x00030000);
  for (let at = 4; at < 16; at += 4) out.u32(table ? data.u32(table.start + at) : 0);
  out.zeros(16);
  if (names.length === 0) return out.view();
  const indexes = new Map(names.map(([, glyph], index) => [glyph, 258 + index]));
  out.u16(count);
  for (let glyph = 0; glyph < count; glyph++) out.u16(indexes.get(glyph) ?? 0);
  for (const [name] of names) {
    const short = name.slice(0, 255);
    out.byte(short.length);
    out.text(short);
  }
  return out.view();
}

function sfnt(bytes: Uint8Array, tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const count = sorted.length;
  const power = 31 - Math.clz32(count);
  const out = new FontBytes(1 << 14);
  out.copy(bytes, 0, 4);
  for (const value of [count, 16 << power, power, count * 16 - (16 << power)]) out.u16(value);
  let at = 12 + count * 16;
  for (const [tag, table] of sorted) {
    out.text(tag);
    out.u32(checksum(table));
    out.u32(at);
    out.u32(table.length);
    at += (table.length + 3) & ~3;
  }
  for (const [, table] of sorted) {
    out.copy(table);
    while (out.length & 3) out.byte(0);
  }
  return out.view();
}

function checksum(table: Uint8Array): number {
  const data = new DataReader(table);
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + data.u32(at)) >>> 0;
  return sum;
}
