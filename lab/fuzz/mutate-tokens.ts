import type { Random } from "../../test/fixtures/random.ts";
import { edge } from "./mutate.ts";

/** Tokens of which a PDF consists. Exchanging them breaks readers most. */
const token =
  /\d+ \d+ R|\d+ \d+ obj|endobj|endstream|stream|xref|trailer|startxref|\/[A-Za-z]+|-?\d+(\.\d+)?|<<|>>|\[|\]|\((?:[^()\\]|\\.)*\)|null|true/g;

/** Replaces, removes or repeats one to four tokens. */
export function mutateTokens(bytes: Uint8Array, random: Random): Uint8Array {
  const text = new TextDecoder("latin1").decode(bytes);
  const found = [...text.matchAll(token)];
  if (found.length === 0) return bytes;
  let result = "";
  let at = 0;
  const chosen = new Set(Array.from({ length: 1 + random.below(4) }, () => random.below(found.length)));
  for (const index of [...chosen].sort((a, b) => a - b)) {
    const match = found[index]!;
    result += text.slice(at, match.index) + replacement(match[0], found, random);
    at = match.index + match[0].length;
  }
  result += text.slice(at);
  return Uint8Array.from(result, (character) => character.charCodeAt(0) & 255);
}

function replacement(old: string, all: readonly RegExpExecArray[], random: Random): string {
  switch (random.below(5)) {
    case 0:
      return "";
    case 1:
      return `${old} ${old}`;
    case 2:
      if (/^-?\d/.test(old)) return String(edge(random));
      return random.pick(["<<", ">>", "[", "]", "null", "(", "/Parent", "1 0 R", "99999 0 R", "stream\n"]);
    default:
      return random.pick(all)[0];
  }
}
