import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { CLASS, isSpace, skipSpace, wordEnd } from "../../pdf-file/syntax/chars.ts";
import { readName } from "../../pdf-file/syntax/names.ts";
import type { PdfDict, PdfObject } from "../../pdf-file/syntax/objects.ts";
import { Parser } from "../../pdf-file/syntax/parser.ts";
import * as CHAR from "../../platform/char.ts";

/** Bytes after EI that are checked to be content, since data may happen to hold these letters. */
const LOOK_AHEAD = 16;

/** An image whose bytes are in the content. */
export interface InlineImage {
  readonly dict: PdfDict;
  readonly data: Uint8Array;
}

/**
 * Reads what follows BI: entries, ID, one white-space character, data, EI (8.9.7). Returns the image and where it ends.
 * When the bytes end before that, there is no image, and `pos` is the end of the bytes.
 */
export function readInlineImage(
  bytes: Uint8Array,
  start: number,
  end: number,
  isLast: boolean,
): { image: InlineImage | undefined; pos: number } {
  const cutOff = { image: undefined, pos: end };
  const dict: PdfDict = new Map();
  for (let at = start; ; ) {
    at = skipSpace(bytes, at, end);
    if (at + 2 >= end) return cutOff;
    if (bytes[at] !== CHAR.SLASH) {
      // Anything but ID means that this is not an image.
      if (bytes[at] !== CHAR.I || bytes[at + 1] !== CHAR.D) return { image: undefined, pos: at };
      const from = at + 3;
      const stop = dataEnd(bytes, from, end, dict) ?? (isLast ? { data: end, after: end } : undefined);
      return stop ? { image: { dict, data: bytes.subarray(from, stop.data) }, pos: stop.after } : cutOff;
    }
    const stop = wordEnd(bytes, at + 1, end);
    const parser = new Parser(bytes, stop, end);
    try {
      dict.set(readName(bytes, at + 1, stop), parser.value());
    } catch (error) {
      if (!(error instanceof PdfProblem)) throw error;
      return cutOff;
    }
    at = parser.pos;
  }
}

/**
 * Where an inline image's data ends, and where its EI ends. The size tells it when the data is not compressed;
 * otherwise it is the first EI that content follows. Undefined when there is no EI.
 */
function dataEnd(bytes: Uint8Array, start: number, end: number, dict: PdfDict) {
  const size = plainSize(dict);
  if (size !== undefined && start + size <= end) {
    let at = start + size;
    while (at < end && at < start + size + 3 && isSpace(bytes[at])) at++;
    if (isEnd(bytes, at, end)) return { data: start + size, after: at + 2 };
  }
  for (let at = bytes.indexOf(CHAR.E, start); at >= 0 && at + 1 < end; at = bytes.indexOf(CHAR.E, at + 1)) {
    if (!isEnd(bytes, at, end) || (at > start && !isSpace(bytes[at - 1]))) continue;
    if (looksLikeContent(bytes, at + 2, end)) return { data: at, after: at + 2 };
  }
  return undefined;
}

/** "EI", and then white space, a delimiter, or the end. */
function isEnd(bytes: Uint8Array, at: number, end: number): boolean {
  return bytes[at] === CHAR.E && bytes[at + 1] === CHAR.I && (at + 2 >= end || CLASS[bytes[at + 2]!] !== 0);
}

function looksLikeContent(bytes: Uint8Array, from: number, end: number): boolean {
  for (let i = from; i < Math.min(end, from + LOOK_AHEAD); i++) {
    const c = bytes[i]!;
    if (c > 0x7e || (c < 0x20 && !isSpace(c)) || c === 0) return false;
  }
  return true;
}

/** The size of the samples when there is no filter. */
function plainSize(dict: PdfDict): number | undefined {
  const either = (short: string, long: string): PdfObject | undefined => dict.get(short) ?? dict.get(long);
  if (either("F", "Filter") !== undefined) return undefined;
  const [width, height] = [either("W", "Width"), either("H", "Height")];
  if (typeof width !== "number" || typeof height !== "number") return undefined;
  const isMask = either("IM", "ImageMask") === true;
  const bits = isMask ? 1 : either("BPC", "BitsPerComponent");
  const space = either("CS", "ColorSpace");
  const components = isMask ? 1 : Array.isArray(space) ? 1 : COMPONENTS.get(typeof space === "string" ? space : "");
  if (typeof bits !== "number" || components === undefined) return undefined;
  return Math.ceil((width * bits * components) / 8) * height;
}

const COMPONENTS = new Map([
  ["G", 1],
  ["DeviceGray", 1],
  ["CalGray", 1],
  ["RGB", 3],
  ["DeviceRGB", 3],
  ["CalRGB", 3],
  ["CMYK", 4],
  ["DeviceCMYK", 4],
]);
