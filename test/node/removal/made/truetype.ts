import { bytes, shapeOf, u16, u32, widthOf } from "./shapes.ts";

/** A TrueType program with these letters as glyphs 1 and up, by Unicode; `composite` makes each of another glyph. */
export function trueType(letters: string, composite = false): Uint8Array {
  const outlines = ["", ...letters].map((letter) => (letter === "" ? [] : outline(letter)));
  const widths = ["", ...letters].map((letter) => (letter === "" ? 500 : widthOf(letter)));
  if (composite) {
    // The letters' own outlines move behind, and what the map reaches is made of them.
    const parts = outlines.splice(1);
    parts.forEach((_, index) => {
      outlines.push(component(1 + parts.length + index));
      widths.push(0);
    });
    outlines.push(...parts);
  }
  const glyphs = outlines.length;
  const offsets = [0];
  for (const data of outlines) offsets.push(offsets.at(-1)! + data.length);
  const points = composite ? 0 : 6;
  const tables: Record<string, number[]> = {
    cmap: cmap(letters),
    glyf: outlines.flat(),
    head: bytes(
      u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
      u16(3, 1000),
      u32(0, 0, 0, 0),
      u16(0, 0, 600, 800, 0, 8, 2, 1, 0),
    ),
    hhea: bytes(u32(0x10000), u16(800, -200, 0, 1000, 0, 0, 600, 1, 0, 0, 0, 0, 0, 0, 0, glyphs)),
    hmtx: widths.slice(0, glyphs).flatMap((width) => u16(width, 0)),
    loca: offsets.flatMap((offset) => u32(offset)),
    maxp: bytes(u32(0x10000), u16(glyphs, points, 1, 6, 1, 2, 0, 0, 0, 0, 0, 0, 1, 1)),
    post: bytes(u32(0x30000, 0, 0, 0, 0, 0, 0, 0)),
  };
  return sfnt(tables);
}

/** The file's first table says which format it is: OpenType with CFF outlines has "OTTO". */
export function sfnt(tables: Record<string, number[]>, version: number[] = u32(0x10000)): Uint8Array {
  const names = Object.keys(tables).sort();
  const directory: number[] = bytes(version, u16(names.length, 16, 0, 0));
  const body: number[] = [];
  for (const name of names) {
    const data = tables[name]!;
    directory.push(...bytes(name.padEnd(4), u32(0, 12 + names.length * 16 + body.length, data.length)));
    body.push(...data, ...new Array<number>((4 - (data.length % 4)) % 4).fill(0));
  }
  return Uint8Array.from([...directory, ...body]);
}

function outline(letter: string): number[] {
  const points = shapeOf(letter);
  const box = [0, 1].map((axis) => points.map((point) => point[axis]!));
  const steps = (axis: 0 | 1) => points.flatMap((point, i) => u16(point[axis] - (i === 0 ? 0 : points[i - 1]![axis])));
  const header = u16(1, Math.min(...box[0]!), Math.min(...box[1]!), Math.max(...box[0]!), Math.max(...box[1]!));
  const data = bytes(
    header,
    u16(points.length - 1, 0),
    points.map(() => 1),
    steps(0),
    steps(1),
  );
  return [...data, ...new Array<number>((4 - (data.length % 4)) % 4).fill(0)];
}

/** Another glyph, moved by nothing (ARGS_ARE_WORDS, ARGS_ARE_XY_VALUES). */
function component(glyph: number): number[] {
  return bytes(u16(-1, 0, 0, 600, 800, 0x0003, glyph, 0, 0), [0, 0]);
}

/** One segment a letter, for Windows' Unicode and as the only map of a symbolic font. */
function cmap(letters: string): number[] {
  const entries = Array.from(letters, (letter, i) => ({ code: letter.charCodeAt(0), glyph: i + 1 }));
  entries.sort((a, b) => a.code - b.code);
  const count = entries.length + 1;
  const table = bytes(
    u16(4, 16 + count * 8, 0, count * 2, 0, 0, 0),
    ...entries.map(({ code }) => u16(code)),
    u16(0xffff, 0),
    ...entries.map(({ code }) => u16(code)),
    u16(0xffff),
    ...entries.map(({ code, glyph }) => u16(glyph - code)),
    u16(1),
    new Array<number>(count * 2).fill(0),
  );
  return bytes(u16(0, 1, 3, 1), u32(12), table);
}
