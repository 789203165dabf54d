import { textOfGlyph } from "./glyph-names.ts";

const FIRST_SEEN = 0x21;
const LAST_SEEN = 0x7e;

/**
 * Whether these codes of one byte, in ascending order, are counted from the first that can be seen, or from an earlier
 * one. Writers count so in the order in which a document shows the glyphs; codes of an encoding have gaps, or are all
 * of its codes.
 */
export function isCounted(codes: readonly number[]): boolean {
  const [first = 256, last = 0] = [codes[0], codes.at(-1)];
  return first <= FIRST_SEEN && last < LAST_SEEN && last - first + 1 === codes.length;
}

/**
 * The text of codes by the names of their glyphs. Fonts such as TeX's bitmaps have names of letters and the code's own
 * number, decimal or hexadecimal: `a73`, `C0049`, `G49`, `cid:73`. Their codes are characters, unless they are counted.
 * In a Type 3 font another `a12` numbers a glyph too, and is none of ZapfDingbats'.
 */
export function textByName(
  names: readonly (string | undefined)[],
  isType3 = false,
): (code: number) => string | undefined {
  const isNumbered = (code: number): boolean => {
    const name = names[code] ?? "";
    const decimal = /^[A-Za-z]{1,8}[:._]?(\d{1,8})$/.exec(name)?.[1];
    const hexadecimal = /^[A-Za-z](?:00)?([0-9A-Fa-f]{2})$/.exec(name)?.[1];
    return Number(decimal) === code || Number.parseInt(hexadecimal ?? "", 16) === code;
  };
  let codes: number[] | undefined;
  return (code) => {
    const name = names[code];
    if (name === undefined) return undefined;
    const text = isType3 && /^a\d+$/.test(name) ? undefined : textOfGlyph(name);
    const isOfList = text !== undefined && !/^a\d+$/.test(name);
    if (isOfList || !isNumbered(code)) return text;
    codes ??= Array.from({ length: 256 }, (_, each) => each).filter(isNumbered);
    return isCounted(codes) || (code & 0x7f) < 0x20 || code === 0x7f ? undefined : String.fromCharCode(code);
  };
}
