import type { Holding } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { DataReader } from "../../pdf-content/fonts/programs/data-reader.ts";
import { boxOf, isNoBox, partsOf } from "../../pdf-content/fonts/programs/glyf-reach.ts";
import { glyphNames } from "../../pdf-content/fonts/programs/post-names.ts";
import type { Table } from "../../pdf-content/fonts/programs/sfnt.ts";
import { HEAD, type TrueType } from "../../pdf-content/fonts/programs/truetype.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { FontBytes } from "./cff-parts.ts";
import { isWhole, putMaxima, putU16, withoutRest } from "./glyf.ts";
import type { WantedGlyphs } from "./wanted-glyphs.ts";

/** Tables that hold nothing about single glyphs, and how long they may be: more could hold anything. */
const COPIED = { "cvt ": 1 << 17, fpgm: 1 << 17, prep: 1 << 17, maxp: 32, hhea: 36, head: 54 };
/** Offsets in the `hhea` table: the extremes of all glyphs, and numberOfHMetrics. */
const HHEA = { widest: 10, leastLeft: 12, leastRight: 14, farthest: 16, fullMetrics: 34 };

/**
 * A TrueType program with the outlines, metrics, names and codes of the wanted glyphs and no others, in the order of
 * their numbers. `places`: their numbers in it.
 */
export function prunedTrueType(
  bytes: Uint8Array,
  tables: ReadonlyMap<string, Table>,
  program: TrueType,
  wanted: WantedGlyphs,
): { data: Uint8Array; places: ReadonlyMap<number, number> } {
  const data = new DataReader(bytes);
  const { holding } = program;
  const hasAll = tables.has("loca") && tables.has("glyf") && data.tag(0) !== "ttcf";
  if (!hasAll || (tables.get("head")?.length ?? 0) < COPIED.head) throw new RangeError("a program that is not whole");
  const outline = (glyph: number): Uint8Array => {
    const whole = program.outline(glyph);
    // Many glyphs may share one long outline.
    const isCompound = new DataReader(whole).i16(0) < 0;
    holding.work.spend(whole.length * (isCompound ? COST.compoundByte : COST.parsedByte));
    return withoutRest(whole);
  };
  const order = withParts(wanted.inOrder, outline, program.glyphCount);
  const places = new Map(order.map((glyph, place) => [glyph, place]));
  const made = new Map<string, Uint8Array>();
  for (const [name, most] of Object.entries(COPIED)) {
    const table = tables.get(name);
    if (table) made.set(name, bytes.slice(table.start, table.start + Math.min(table.length, most)));
  }
  const own = order.map((glyph) => {
    const one = outline(glyph);
    holding.take(2 * one.length);
    return renumbered(one, places);
  });
  const boxes = own.map(boxOf);
  putOutlines(made, own);
  const newHead = made.get("head")!;
  newHead.fill(0, HEAD.checksum, HEAD.checksum + 4);
  newHead[HEAD.locationFormat] = 0;
  newHead[HEAD.locationFormat + 1] = 1;
  putBox(newHead, boxes);
  putMaxima(made.get("maxp"), own);
  const metrics = prunedMetrics(data, tables, program, order, boxes, made.get("hhea"));
  if (metrics) made.set("hmtx", metrics);
  if (wanted.finds === "code") made.set("cmap", codeMap(wanted.glyphs, places));
  else if (wanted.finds === "map" && tables.has("cmap")) {
    made.set("cmap", prunedCharacterMap(data, tables.get("cmap")!, program, places));
  }
  made.set("post", post(data, tables.get("post"), order, wanted.finds === "map", holding));
  return { data: sfnt(bytes.subarray(0, 4), made), places };
}

/** The glyphs in this order, after the one for missing characters; then those of which compound ones are made. */
function withParts(wanted: readonly number[], outline: (glyph: number) => Uint8Array, count: number): number[] {
  const order = new Set<number>([0]);
  for (const glyph of wanted) order.add(glyph);
  // A set is walked to its end, which moves on.
  for (const glyph of order) {
    for (const { part } of partsOf(outline(glyph))) if (part < count) order.add(part);
  }
  return [...order];
}

/** There are never so many that one has this number. */
const NO_GLYPH = 0xffff;

/** A compound glyph with the new numbers of its parts. A part that was no glyph does not become one. */
function renumbered(outline: Uint8Array, places: ReadonlyMap<number, number>): Uint8Array {
  const parts = [...partsOf(outline)];
  if (parts.length === 0) return outline;
  const copy = outline.slice();
  for (const { part, at } of parts) putU16(copy, at, places.get(part) ?? NO_GLYPH);
  return copy;
}

/** Widths and bearings, and the extremes of them, as `hhea` has them. */
function prunedMetrics(
  data: DataReader,
  tables: ReadonlyMap<string, Table>,
  program: TrueType,
  order: readonly number[],
  boxes: readonly (Box | undefined)[],
  newHead: Uint8Array | undefined,
): Uint8Array | undefined {
  const [hhea, hmtx] = [tables.get("hhea"), tables.get("hmtx")];
  if (!hhea || !hmtx || !newHead) return undefined;
  const full = data.u16(hhea.start + HHEA.fullMetrics);
  const end = Math.min(data.bytes.length, hmtx.start + hmtx.length);
  // The table may end before its last glyphs.
  const at = (place: number): number => (place + 2 <= end ? data.u16(place) : 0);
  const out = new FontBytes(order.length * 4);
  const lefts: number[] = [];
  const rights: number[] = [];
  const ends: number[] = [];
  let widest = 0;
  order.forEach((glyph, place) => {
    const width = at(hmtx.start + Math.min(glyph, Math.max(0, full - 1)) * 4);
    const bearing = program.bearing(glyph) ?? 0;
    out.u16(width);
    out.u16(bearing);
    widest = Math.max(widest, width);
    const box = boxes[place];
    if (!box) return;
    lefts.push(bearing);
    ends.push(bearing + box[2] - box[0]);
    rights.push(width - bearing - (box[2] - box[0]));
  });
  putU16(newHead, HHEA.widest, widest);
  putU16(newHead, HHEA.leastLeft, least(lefts));
  putU16(newHead, HHEA.leastRight, least(rights));
  putU16(newHead, HHEA.farthest, -least(ends.map((value) => -value)));
  putU16(newHead, HHEA.fullMetrics, order.length);
  return out.view();
}

function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other), values[0] ?? 0);
}

function putOutlines(made: Map<string, Uint8Array>, own: readonly Uint8Array[]): void {
  const offsets = new FontBytes((own.length + 1) * 4);
  const outlines = new FontBytes(1 << 14);
  for (const one of own) {
    offsets.u32(outlines.length);
    outlines.copy(one);
    // Zeros could complete one that is cut off, of which viewers draw nothing.
    if (isWhole(one)) while (outlines.length & 3) outlines.byte(0);
  }
  offsets.u32(outlines.length);
  // Readers take an empty table for a missing one.
  if (outlines.length === 0) outlines.u32(0);
  made.set("loca", offsets.view());
  made.set("glyf", outlines.view());
}

/** The box of all glyphs, in the `head` table. */
function putBox(head: Uint8Array, boxes: readonly (Box | undefined)[]): void {
  const known = boxes.filter((box) => box !== undefined);
  // A glyph whose own box is empty is taken to be as large as this one.
  if (known.some(isNoBox)) return;
  for (let side = 0; side < 4; side++) {
    const sign = side < 2 ? 1 : -1;
    putU16(head, HEAD.box + side * 2, sign * least(known.map((box) => sign * box[side]!)));
  }
}

/** Maps for codes of one byte, where readers look for those of symbolic fonts (9.6.5.4). */
function codeMap(glyphs: ReadonlyMap<number, number>, places: ReadonlyMap<number, number>): Uint8Array {
  const pairs = [...glyphs]
    .map(([code, glyph]): [number, number] => [code, places.get(glyph) ?? 0])
    .filter(([, place]) => place !== 0)
    .sort(([a], [b]) => a - b);
  return mapTable([
    { platform: 1, encoding: 0, body: trimmedMap(pairs) },
    { platform: 3, encoding: 0, body: segmentedMap(pairs.map(([code, place]) => [SYMBOLS + code, place])) },
  ]);
}

/** The characters from here on have the codes of symbolic fonts. */
const SYMBOLS = 0xf000;

/** The same maps (platform and encoding), with the codes of kept glyphs only. */
function prunedCharacterMap(data: DataReader, table: Table, program: TrueType, places: ReadonlyMap<number, number>) {
  const subtables: MapOfCodes[] = [];
  const count = Math.min(64, data.u16(table.start + 2));
  for (let i = 0; i < count; i++) {
    const [platform, encoding] = [data.u16(table.start + 4 + i * 8), data.u16(table.start + 6 + i * 8)];
    if (subtables.some((one) => one.platform === platform && one.encoding === encoding)) continue;
    const isByte = platform === 1;
    const pairs: [number, number][] = [];
    for (const code of program.maps.codes(platform, encoding)) {
      if (isByte && code > 255) break;
      const place = places.get(program.maps.glyph(platform, encoding, code)) ?? 0;
      if (place !== 0) pairs.push([code, place]);
    }
    subtables.push({ platform, encoding, body: isByte ? trimmedMap(pairs) : segmentedMap(pairs) });
  }
  return mapTable(subtables);
}

interface MapOfCodes {
  readonly platform: number;
  readonly encoding: number;
  readonly body: Uint8Array;
}

function mapTable(subtables: readonly MapOfCodes[]): Uint8Array {
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
  order: readonly number[],
  isByName: boolean,
  holding: Holding,
): Uint8Array {
  const out = new FontBytes(64);
  const kept = new Set(order);
  const names = isByName ? [...glyphNames(data, table, holding)].filter(([, glyph]) => kept.has(glyph)) : [];
  out.u32(names.length > 0 ? 0x00020000 : 0x00030000);
  for (let at = 4; at < 16; at += 4) out.u32(table ? data.u32(table.start + at) : 0);
  out.zeros(16);
  if (names.length === 0) return out.view();
  const named = new Map(names.map(([name, glyph]) => [glyph, name]));
  out.u16(order.length);
  let next = 258;
  const own: string[] = [];
  for (const glyph of order) {
    const name = named.get(glyph);
    if (name !== undefined) own.push(name);
    out.u16(name === undefined ? 0 : next++);
  }
  for (const name of own) {
    const short = name.slice(0, 255);
    out.byte(short.length);
    out.text(short);
  }
  return out.view();
}

/** A font of these tables. */
export function sfnt(version: Uint8Array, tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const count = sorted.length;
  const power = 31 - Math.clz32(count);
  const out = new FontBytes(1 << 14);
  out.copy(version);
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
