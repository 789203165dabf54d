import { bytes, shapeOf, u16, u32, widthOf } from "./shapes.ts";
import { sfnt } from "./truetype.ts";

/** A bare CFF program (Adobe 5176) with these letters as glyphs 1 and up, by the names that letters have. */
export function cff(letters: string): Uint8Array {
  return build(letters, false);
}

/** The same as a CID-keyed program: glyph n is CID n. */
export function cidKeyedCff(letters: string): Uint8Array {
  return build(letters, true);
}

/** OpenType around a CFF program, with a map from Unicode. */
export function openTypeCff(letters: string): Uint8Array {
  const codes = Array.from(letters, (letter, i) => ({ code: letter.charCodeAt(0), glyph: i + 1 }));
  const map = new Array<number>(256).fill(0);
  for (const { code, glyph } of codes) map[code] = glyph;
  return sfnt({ "CFF ": [...cff(letters)], cmap: bytes(u16(0, 1, 1, 0), u32(12), u16(0, 262, 0), map) }, bytes("OTTO"));
}

function build(letters: string, isCid: boolean): Uint8Array {
  const header = [1, 0, 4, 4];
  const names = index([bytes("Made")]);
  const strings = index(isCid ? [bytes("Adobe"), bytes("Identity")] : []);
  const subroutines = index([]);
  const glyphs = index([[14], ...Array.from(letters, charstring)]);
  const sids = Array.from(letters, (letter, i) => (isCid ? i + 1 : letter.charCodeAt(0) - 31));
  const charset = bytes(0, ...sids.map((sid) => u16(sid)));
  const select = isCid ? bytes(3, u16(1, 0), 0, u16(letters.length + 1)) : [];
  const hidden = bytes(wide(0), 20, wide(0), 21);
  const dict = (at: { charset: number; glyphs: number; private: number; array: number; select: number }) =>
    isCid
      ? bytes(
          wide(391),
          wide(392),
          wide(0),
          [12, 30],
          wide(at.charset),
          15,
          wide(at.glyphs),
          17,
          wide(at.array),
          [12, 36],
          wide(at.select),
          [12, 37],
        )
      : bytes(wide(at.charset), 15, wide(at.glyphs), 17, wide(hidden.length), wide(at.private), 18);
  // All offsets take five bytes, so that the dictionary is as long before it knows them.
  const none = { charset: 0, glyphs: 0, private: 0, array: 0, select: 0 };
  const start = header.length + names.length + index([dict(none)]).length + strings.length + subroutines.length;
  const charsetAt = start;
  const selectAt = charsetAt + charset.length;
  const glyphsAt = selectAt + select.length;
  const privateAt = glyphsAt + glyphs.length;
  const arrayAt = privateAt + hidden.length;
  const array = isCid ? index([bytes(wide(hidden.length), wide(privateAt), 18)]) : [];
  const top = dict({ charset: charsetAt, glyphs: glyphsAt, private: privateAt, array: arrayAt, select: selectAt });
  return Uint8Array.from(
    bytes(header, names, index([top]), strings, subroutines, charset, select, glyphs, hidden, array),
  );
}

function charstring(letter: string): number[] {
  const [first, ...others] = shapeOf(letter);
  let [x, y] = first!;
  const lines = others.flatMap(([toX, toY]) => {
    const step = bytes(short(toX - x), short(toY - y), 5);
    [x, y] = [toX, toY];
    return step;
  });
  return bytes(short(widthOf(letter)), short(first![0]), short(first![1]), 21, lines, 14);
}

function index(items: readonly (readonly number[])[]): number[] {
  if (items.length === 0) return [0, 0];
  let offset = 1;
  const offsets = [offset, ...items.map(({ length }) => (offset += length))];
  return bytes(u16(items.length), 2, ...offsets.map((at) => u16(at)), ...items);
}

/** An operand of a dictionary in five bytes. */
function wide(value: number): number[] {
  return [29, (value >>> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** An operand of a charstring in three bytes. */
function short(value: number): number[] {
  return [28, (value >> 8) & 255, value & 255];
}
