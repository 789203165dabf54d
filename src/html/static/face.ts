/** A TrueType face as far as setting text needs it: which glyph a character has, and how wide it is (OpenType 1.9). */
export interface Face {
  readonly bytes: Uint8Array;
  /** In thousandths of an em, as PDF counts. */
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly [number, number, number, number];
  /** 0 where the face has no glyph. */
  glyphOf(codePoint: number): number;
  widthOf(glyph: number): number;
}

export function readFace(bytes: Uint8Array): Face {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = readTables(view);
  const table = (tag: string) => {
    const offset = tables.get(tag);
    if (offset === undefined) throw new Error(`The font has no table ${tag}`);
    return offset;
  };
  const head = table("head");
  const hhea = table("hhea");
  const hmtx = table("hmtx");
  const scale = 1000 / view.getUint16(head + 18);
  const metrics = view.getUint16(hhea + 34);
  const glyphs = readCmap(view, table("cmap"));
  const thousandths = (offset: number) => Math.round(view.getInt16(offset) * scale);
  return {
    bytes,
    ascent: thousandths(hhea + 4),
    descent: thousandths(hhea + 6),
    box: [thousandths(head + 36), thousandths(head + 38), thousandths(head + 40), thousandths(head + 42)],
    glyphOf: (codePoint) => glyphs.get(codePoint) ?? 0,
    // Glyphs beyond the last metric share its width.
    widthOf: (glyph) => Math.round(view.getUint16(hmtx + Math.min(glyph, metrics - 1) * 4) * scale),
  };
}

function readTables(view: DataView): Map<string, number> {
  const tables = new Map<string, number>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const record = 12 + i * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(record + byte)));
    tables.set(tag, view.getUint32(record + 8));
  }
  return tables;
}

/** The Basic Multilingual Plane's subtable: format 4, segments with deltas or glyph arrays. */
function readCmap(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  const subtable = findFormat4(view, cmap);
  const doubled = view.getUint16(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const ranges = deltas + doubled;
  for (let segment = 0; segment < doubled; segment += 2) {
    const start = view.getUint16(starts + segment);
    const end = view.getUint16(ends + segment);
    const delta = view.getUint16(deltas + segment);
    const range = view.getUint16(ranges + segment);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const direct = range === 0 ? code : view.getUint16(ranges + segment + range + (code - start) * 2);
      if (range !== 0 && direct === 0) continue;
      glyphs.set(code, (direct + delta) & 0xffff);
    }
  }
  return glyphs;
}

function findFormat4(view: DataView, cmap: number): number {
  for (let i = 0; i < view.getUint16(cmap + 2); i++) {
    const subtable = cmap + view.getUint32(cmap + 4 + i * 8 + 4);
    if (view.getUint16(subtable) === 4) return subtable;
  }
  throw new Error("The font has no cmap of format 4");
}
