/** What other languages allow and JSON does not, and what JSON has instead. */
const FOREIGN: readonly (readonly [beginning: RegExp, advice: string])[] = [
  [/^['\u2018\u2019]/, "JSON has double quotes; in Python json.dumps writes it."],
  [/^[\u201c\u201d\u201e]/, 'JSON has plain double quotes: ", not those of a text program.'],
  [/^(True|False|None)\b/, "JSON has true, false and null; in Python json.dumps writes them."],
  [/^undefined\b/, "JSON has no undefined: leave the member out."],
  [/^[+-]?(NaN|Infinity|inf)\b/i, "JSON has neither NaN nor Infinity."],
  [/^(\/\/|\/\*|#)/, "JSON has no comments."],
];

/** What to change about a text that is no JSON; `offset` is where it is broken. */
export function jsonAdvice(bytes: Uint8Array, offset: number): string | undefined {
  if (isUtf16(bytes)) return "The body is UTF-16 text: send it as UTF-8.";
  const text = new TextDecoder().decode(bytes.subarray(offset, offset + 64));
  if (text === "" && new TextDecoder().decode(bytes.subarray(0, 64)).trim() === "") return "The body is empty.";
  const foreign = FOREIGN.find(([beginning]) => beginning.test(text));
  if (foreign) return foreign[1];
  const before = new TextDecoder().decode(bytes.subarray(Math.max(0, offset - 64), offset)).trimEnd();
  if (before.endsWith(",") && /^[}\]]/.test(text)) return "JSON has no comma after the last member.";
  return undefined;
}

/** By its mark, or by the zeros beside each of its first letters, which JSON takes from ASCII. */
function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMarked || (first === 0 && third === 0) || (second === 0 && fourth === 0);
}
