import type { Holding } from "../../../meter/work.ts";
import { latin1Text } from "../../../platform/latin1.ts";
import { mapKey } from "../../../platform/map-key.ts";
import { MAC_GLYPHS } from "../names/encodings.ts";
import type { DataReader } from "./data-reader.ts";
import type { Table } from "./sfnt.ts";

/** Offsets of fields in version 2 of the table. */
const POST = { count: 32, indexes: 34 };
/** The shortest name, and what a name takes in memory. */
const NAME_BYTES = 2;
const MAPPING_BYTES = 60;

/** The glyph names of a `post` table: version 1 has the 258 of the Macintosh, version 2 its own as well. */
export function glyphNames(data: DataReader, table: Table | undefined, holding: Holding): Map<string, number> {
  const glyphs = new Map<string, number>();
  if (!table) return glyphs;
  const version = data.u32(table.start);
  if (version === 0x00010000) for (const [glyph, name] of MAC_GLYPHS.entries()) glyphs.set(name, glyph);
  if (version !== 0x00020000) return glyphs;
  const count = data.u16(table.start + POST.count);
  const end = Math.min(data.bytes.length, table.start + table.length);
  const own: string[] = [];
  holding.entries(count + (end - table.start) / NAME_BYTES, MAPPING_BYTES);
  for (let at = table.start + POST.indexes + count * 2; at < end && own.length < 65536; ) {
    const length = data.u8(at);
    own.push(mapKey(latin1Text(data.bytes, at + 1, Math.min(end, at + 1 + length))));
    at += 1 + length;
  }
  for (let glyph = 0; glyph < count; glyph++) {
    const index = data.u16(table.start + POST.indexes + glyph * 2);
    const name = index < 258 ? MAC_GLYPHS[index] : own[index - 258];
    if (name !== undefined && !glyphs.has(name)) glyphs.set(name, glyph);
  }
  return glyphs;
}
