/** This many letters of a secret word in a row are no accident: the words have rare letters only. */
const LEAST = 4;

/** Every way in which a piece of the word can stand in bytes. */
export class Spellings {
  readonly #pieces: readonly string[];

  /** `codes` are other bytes that spell the word: those of a font with an encoding of its own. */
  constructor(word: string, codes: string | undefined) {
    const pieces = new Set<string>();
    for (let at = 0; at + LEAST <= word.length; at++) {
      for (const spelling of spellingsOf(word.slice(at, at + LEAST))) pieces.add(spelling);
    }
    if (codes !== undefined && codes !== "") for (const spelling of bytesOf(codes)) pieces.add(spelling);
    this.#pieces = [...pieces];
  }

  /** The first piece that the text holds; `text` has a character for each byte. */
  in(text: string): string | undefined {
    return this.#pieces.find((piece) => text.includes(piece));
  }
}

/** Every way in which these letters can stand in bytes. */
export function spellingsOf(piece: string): string[] {
  const each = (spell: (code: number) => string) => Array.from(piece, (letter) => spell(letter.charCodeAt(0))).join("");
  const hex = (code: number) => code.toString(16).padStart(2, "0");
  return [
    ...bytesOf(piece),
    each((code) => `\0${String.fromCharCode(code)}`),
    each((code) => `${String.fromCharCode(code)}\0`),
    each((code) => `\\${code.toString(8).padStart(3, "0")}`),
    each((code) => `#${hex(code)}`),
    each((code) => `%${hex(code)}`),
    each((code) => `&#${code};`),
    each((code) => `&#x${hex(code)};`),
    each((code) => `00${hex(code)}`),
    each((code) => `00${hex(code)}`).toUpperCase(),
    ...base64Of(piece),
  ];
}

function bytesOf(text: string): string[] {
  const hex = Buffer.from(text, "latin1").toString("hex");
  return [text, hex, hex.toUpperCase(), Array.from(hex.matchAll(/../g), ([pair]) => pair).join(" ")];
}

/** Base64 of the piece at each of the three places that it can have; characters at the ends hold other bits as well. */
function base64Of(piece: string): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from("\0".repeat(shift) + piece, "latin1")
      .toString("base64")
      .replace(/=+$/, "");
    const from = Math.ceil((shift * 8) / 6);
    const to = Math.floor(((shift + piece.length) * 8) / 6);
    return encoded.slice(from, to);
  });
}
