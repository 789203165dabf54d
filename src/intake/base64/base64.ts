import { IntakeProblem } from "../intake-problem.ts";

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * A base64 field that arrives in pieces: plain base64, or a data: URL. Errors name the byte of the body, so the caller
 * says where each piece began.
 */
export class Base64Text {
  type: string | undefined;
  readonly decoder: Base64Decoder;
  readonly #field: string;
  /** The first characters, until it is known whether they are the head of a data: URL. */
  #head: number[] | undefined = [];

  constructor(field: string, out: Uint8Array, at: number) {
    this.#field = field;
    this.decoder = new Base64Decoder(out, at);
  }

  /** Whether white space has no meaning here: it has one in the head of a data: URL only. */
  get ignoresSpace(): boolean {
    return this.#head === undefined || this.#head.length === 0;
  }

  /** `offset` is the position of `input[0]` in the body. Stops where a byte is neither head nor base64. */
  write(input: Uint8Array, start: number, end: number, offset: number): number {
    let i = start;
    while (this.#head !== undefined && i < end) {
      // In JSON these bytes end the text, or begin an escape whose character follows.
      if (input[i] === QUOTE || input[i] === BACKSLASH) return i;
      if (!this.#inHead(input[i]!)) break;
      if (input[i] === COMMA) this.#endHead(offset + i);
      i += 1;
      if (this.#head !== undefined && this.#head.length > MAX_DATA_URL_HEAD) {
        throw this.broken("has a data: URL without a comma", offset + i);
      }
    }
    if (this.#head !== undefined && i < end) this.#replay(offset + i);
    return i < end ? this.decoder.decode(input, i, end) : i;
  }

  /** Ends the text; returns where its decoded bytes end in the output. */
  end(offset: number): number {
    if (this.#head !== undefined) this.#replay(offset);
    if (!this.decoder.finish()) throw this.broken("ends in the middle of a base64 group", offset);
    return this.decoder.at;
  }

  broken(what: string, offset: number): IntakeProblem {
    return new IntakeProblem("malformed", `${this.#field} ${what} (byte ${offset} of the request body).`, {
      field: this.#field,
    });
  }

  /** Takes the byte as long as the text so far can be "data:…". Leading white space is not counted. */
  #inHead(byte: number): boolean {
    const head = this.#head!;
    const scheme = "data:";
    // Space, tab and line ends.
    if (head.length === 0 && (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))) return true;
    if (head.length < scheme.length && String.fromCharCode(byte).toLowerCase() !== scheme[head.length]) return false;
    head.push(byte);
    return true;
  }

  #endHead(offset: number): void {
    const { type, base64 } = readDataUrlHead(String.fromCharCode(...this.#head!.slice(0, -1)));
    if (!base64) throw this.broken("is a data: URL that is not base64", offset);
    this.type = type;
    this.#head = undefined;
  }

  /** What looked like a head was base64 after all, such as "date…". */
  #replay(offset: number): void {
    const head = Uint8Array.from(this.#head!);
    this.#head = undefined;
    if (this.decoder.decode(head, 0, head.length) < head.length) throw this.broken("is not base64", offset);
  }
}

/** Decodes a whole base64 text to the place where it is. Offsets in errors are those of `bytes`. */
export function base64InPlace(field: string, bytes: Uint8Array, start: number, end: number) {
  const text = new Base64Text(field, bytes, start);
  const stopped = text.write(bytes, start, end, 0);
  if (stopped < end) throw text.broken("is not base64", stopped);
  return { type: text.type, bytes: bytes.subarray(start, text.end(end)) };
}

/** Decodes a text that is there as a whole. */
export function base64Bytes(field: string, text: string) {
  const bytes = new TextEncoder().encode(text);
  return base64InPlace(field, bytes, 0, bytes.length);
}

/**
 * Decodes base64 (RFC 4648 §4 and §5, both alphabets) from bytes to bytes, in pieces, without a string in between. The
 * output may be the input's own buffer, since three bytes never take more room than the four characters that they are
 * written as.
 */

const SKIP = 64;
const PAD = 65;
const UNKNOWN = 66;
/** The meaning of each byte: a sextet, or one of the above. */
const MEANING = new Uint8Array(256).fill(UNKNOWN);
for (const [index, character] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  MEANING[character.charCodeAt(0)] = index;
}
MEANING[0x2d] = 62; // "-"
MEANING[0x5f] = 63; // "_"
MEANING[0x3d] = PAD; // "="
for (const space of [0x20, 0x09, 0x0a, 0x0c, 0x0d]) MEANING[space] = SKIP;

export class Base64Decoder {
  out: Uint8Array;
  /** Where the next byte goes in `out`. */
  at: number;
  #bits = 0;
  #sextets = 0;
  #padding = 0;

  constructor(out: Uint8Array, at: number) {
    this.out = out;
    this.at = at;
  }

  /**
   * Decodes `input[start..end)` and returns where it stopped: `end`, or the first byte that is not allowed there. For
   * each four bytes of input `out` must have room for three, and for three more at the end.
   */
  decode(input: Uint8Array, start: number, end: number): number {
    const { out } = this;
    let at = this.at;
    let i = start;
    while (i < end) {
      if (this.#sextets === 0 && this.#padding === 0) {
        // Four characters at a time, as long as all are sextets.
        for (; i + 4 <= end; i += 4) {
          const a = MEANING[input[i]!]!;
          const b = MEANING[input[i + 1]!]!;
          const c = MEANING[input[i + 2]!]!;
          const d = MEANING[input[i + 3]!]!;
          if ((a | b | c | d) >= SKIP) break;
          out[at] = (a << 2) | (b >> 4);
          out[at + 1] = (b << 4) | (c >> 2);
          out[at + 2] = (c << 6) | d;
          at += 3;
        }
        if (i >= end) break;
      }
      const meaning = MEANING[input[i]!]!;
      if (meaning < SKIP) {
        if (this.#padding > 0) break;
        this.#bits = (this.#bits << 6) | meaning;
        this.#sextets += 1;
        if (this.#sextets === 4) {
          out[at] = this.#bits >> 16;
          out[at + 1] = this.#bits >> 8;
          out[at + 2] = this.#bits;
          at += 3;
          this.#bits = 0;
          this.#sextets = 0;
        }
      } else if (meaning === PAD) {
        // Padding fills a group that holds at least one byte.
        if (this.#sextets < 2 || this.#sextets + this.#padding === 4) break;
        this.#padding += 1;
      } else if (meaning === UNKNOWN) break;
      i += 1;
    }
    this.at = at;
    return i;
  }

  /** Writes the last, partial group. False when the text ended in the middle of a byte. */
  finish(): boolean {
    if (this.#sextets === 1 || (this.#padding > 0 && this.#sextets + this.#padding !== 4)) return false;
    if (this.#sextets >= 2) this.out[this.at++] = this.#bits >> (this.#sextets === 2 ? 4 : 10);
    if (this.#sextets === 3) this.out[this.at++] = this.#bits >> 2;
    this.#sextets = 0;
    return true;
  }
}

/** The head of a data: URL (RFC 2397): its media type and whether base64 follows. */
function readDataUrlHead(head: string): { type: string | undefined; base64: boolean } {
  const parts = head.slice("data:".length).split(";");
  const base64 = parts.length > 1 && parts.at(-1)?.trim().toLowerCase() === "base64";
  const type = parts[0]?.trim().toLowerCase();
  return { type: type === "" ? undefined : type, base64 };
}

/** The longest head of a data: URL that is read; media types with parameters stay far below. */
const MAX_DATA_URL_HEAD = 256;
