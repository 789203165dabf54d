/** Whether a script element of this type is a program, and not data (HTML §4.12.1). */
export function isProgram(type: string | null): boolean {
  const name = (type ?? "").toLowerCase().trim();
  return name === "" || name === "module" || name === "importmap" || /(java|ecma)script$/.test(name);
}

/**
 * Elements and attributes that may change the page after it is parsed. They are always spelled in ASCII. Spaces around
 * an equals sign are bounded, so that the time is in proportion to the text.
 */
const ACTIVE = /<script|<i?frame|<object|<embed|[\s"'/]on[a-z]{2,30}\s{0,16}=|http-equiv\s{0,16}=[\s"']{0,16}refresh/i;
const SLICE = 64 * 1024;
/** Slices overlap by this much, so that nothing is missed where two meet. */
const OVERLAP = 64;

/**
 * Whether a document may run scripts or navigate, judged by its text. It does not matter what a script does to the
 * document later, such as removing itself. In doubt the answer is yes.
 */
export function mayRunScripts(bytes: Uint8Array, type: string): boolean {
  const wide = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe);
  if (wide || !/^\s*text\/html\b/i.test(type) || /utf-?16/i.test(type)) return true;
  return isIn(ACTIVE, bytes);
}

/** Whether the pattern, of at most 64 characters, is anywhere in a text of which only ASCII matters. */
export function isIn(pattern: RegExp, bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += SLICE) {
    const length = Math.min(SLICE + OVERLAP, bytes.length - at);
    if (pattern.test(Buffer.from(bytes.buffer, bytes.byteOffset + at, length).toString("latin1"))) return true;
  }
  return false;
}
