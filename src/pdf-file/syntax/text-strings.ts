import * as CHAR from "../../platform/char.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { PdfString } from "./objects.ts";

/** PDFDocEncoding (ISO 32000-2, annex D) where it differs from Latin-1, from 0x18 and from 0x80 on. */
const LOW = "\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc";
const HIGH =
  "\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122" +
  "\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac";

/** One of each kind for all strings: making one takes longer than most strings. */
const UTF8 = new TextDecoder();
const UTF16_BE = new TextDecoder("utf-16be");
const UTF16_LE = new TextDecoder("utf-16le");

/** Reads a text string (7.9.2.2): UTF-16 or UTF-8 with a byte order mark, else PDFDocEncoding. */
export function decodeTextString(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return UTF16_BE.decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return UTF16_LE.decode(bytes);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return UTF8.decode(bytes);
  return latin1Text(bytes).replace(/[\u0018-\u001f\u0080-\u00a0]/g, (one) => {
    const code = one.charCodeAt(0);
    return (code < CHAR.SPACE ? LOW[code - 0x18] : HIGH[code - 0x80]) ?? one;
  });
}

/** Writes a text string (7.9.2.2): unchanged if it is ASCII, else as UTF-16BE after a byte order mark. */
export function encodeTextString(text: string): PdfString {
  if (/^[\x20-\x7e]*$/.test(text)) return new PdfString(new TextEncoder().encode(text));
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes.set([0xfe, 0xff]);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes[2 + i * 2] = unit >> 8;
    bytes[3 + i * 2] = unit & 0xff;
  }
  return new PdfString(bytes);
}
