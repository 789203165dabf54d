import { IntakeProblem } from "../intake-problem.ts";
import { Base64Decoder, MAX_DATA_URL_HEAD, readDataUrlHead } from "./base64.ts";

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
