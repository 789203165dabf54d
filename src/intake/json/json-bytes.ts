/** The bytes of JSON's grammar (RFC 8259 §2, §7). */
export const QUOTE = 0x22; // '"'
export const BACKSLASH = 0x5c; // '\'
export const SLASH = 0x2f; // '/'
export const OPEN_OBJECT = 0x7b; // '{'
export const CLOSE_OBJECT = 0x7d; // '}'
export const OPEN_ARRAY = 0x5b; // '['
export const CLOSE_ARRAY = 0x5d; // ']'
export const COLON = 0x3a; // ':'
export const COMMA = 0x2c; // ','
const SPACE = 0x20; // ' '
const TAB = 0x09; // '\t'
const LINE_FEED = 0x0a; // '\n'
const CARRIAGE_RETURN = 0x0d; // '\r'

export function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;
}
