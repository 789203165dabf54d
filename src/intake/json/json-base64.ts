import { Base64Text } from "../base64/base64.ts";
import { GatheredOutput, type Output } from "../body/gathered-output.ts";
import { GrowingBuffer } from "../body/growing-buffer.ts";
import { tooLarge } from "../intake-problem.ts";
import type { Room } from "../reservation.ts";
import type { InputFile, JsonRules } from "../submission-rules.ts";
import { BACKSLASH, QUOTE, SLASH } from "./json-bytes.ts";

/** JSON's short escapes that can occur in base64: a slash and white space. */
const SHORT_ESCAPES: Readonly<Record<string, number>> = { "/": SLASH, n: 0x0a, r: 0x0d, t: 0x09, f: 0x0c };

/** White space has no meaning in base64, and a text may consist of it. */
function isSpaceEscape(letter: number | undefined): boolean {
  return letter === 0x6e || letter === 0x72 || letter === 0x74 || letter === 0x66; // 'n', 'r', 't', 'f'
}

/** Characters for which room is made at least. */
const LEAST_ROOM = 4096;

/** Room beyond the file's limit, for bytes decoded before the limit is checked. */
const SLACK = 512;

/** Decodes a base64 text inside a JSON string piece by piece, up to the closing quote. */
export class JsonBase64 {
  readonly text: Base64Text;
  closed = false;
  readonly #field: string;
  readonly #rules: JsonRules;
  readonly #out: Output;
  /** An escape that has begun, without its backslash. */
  #escape: string | undefined;

  private constructor(field: string, rules: JsonRules, out: Output) {
    this.#field = field;
    this.#rules = rules;
    this.#out = out;
    this.text = new Base64Text(field, out.bytes, 0);
  }

  /** `offset` is where the text begins in the body. The rest of the declared length bounds its size. */
  static async open(field: string, rules: JsonRules, offset: number): Promise<JsonBase64> {
    const limit = rules.maxFile + SLACK;
    if (rules.declared === undefined) {
      return new JsonBase64(field, rules, GrowingBuffer.ofUnknownSize(limit, rules.reservation));
    }
    const expected = decodedSize(rules.declared - offset) + SLACK;
    const out = await GrowingBuffer.ofKnownSize(Math.min(limit, expected), rules.reservation);
    return new JsonBase64(field, rules, out);
  }

  /** One file of many: what follows it says nothing about its size. */
  static among(field: string, rules: JsonRules, memory: Room): JsonBase64 {
    return new JsonBase64(field, rules, new GatheredOutput(rules.maxFile + SLACK, memory));
  }

  /** Returns where it stopped in the chunk: at the chunk's end, or at the closing quote (then it is `closed`). */
  async write(chunk: Uint8Array, start: number, offset: number): Promise<number> {
    let at = start;
    while (at < chunk.length) {
      if (this.#escape !== undefined) {
        at = await this.#readEscape(chunk, at, offset);
        continue;
      }
      // The text may end long before what has arrived does: room is made for as much as there is already.
      const expected = Math.max(LEAST_ROOM, this.#out.total);
      const end = at + (await this.#roomFor(Math.min(chunk.length - at, expected)));
      at = this.text.write(chunk, at, end, offset);
      this.#decoded();
      if (at === end) continue;
      if (chunk[at] === QUOTE) {
        this.closed = true;
        return at;
      }
      if (chunk[at] !== BACKSLASH) throw this.text.broken("is not base64", offset + at);
      if (this.text.ignoresSpace && isSpaceEscape(chunk[at + 1])) {
        do at += 2;
        while (chunk[at] === BACKSLASH && isSpaceEscape(chunk[at + 1]));
        continue;
      }
      this.#escape = "";
      at += 1;
    }
    return at;
  }

  /** The finished file. `offset` is the position of the closing quote. */
  async file(offset: number): Promise<InputFile> {
    this.text.end(offset);
    this.#decoded();
    return { field: this.#field, name: undefined, type: this.text.type, bytes: await this.#out.settled() };
  }

  /**
   * Makes room for the bytes that this many characters can decode to. Returns for how many characters there is room, at
   * least one.
   */
  async #roomFor(characters: number): Promise<number> {
    const roomy = await this.#out.makeRoom(decodedSize(characters));
    // White space decodes to nothing, so a long text may still be a file within the limit. Small steps find out.
    if (!roomy) await this.#out.makeRoom(SLACK);
    this.text.decoder.out = this.#out.bytes;
    this.text.decoder.at = this.#out.length;
    return roomy ? characters : Math.min(characters, SLACK);
  }

  #decoded(): void {
    this.#out.length = this.text.decoder.at;
    if (this.#out.total > this.#rules.maxFile) throw tooLarge(`${this.#field} is`, this.#rules.maxFile, this.#field);
  }

  async #readEscape(chunk: Uint8Array, start: number, offset: number): Promise<number> {
    let sequence = this.#escape ?? "";
    let at = start;
    do sequence += String.fromCharCode(chunk[at++]!);
    while (sequence.startsWith("u") && sequence.length < 5 && at < chunk.length);
    if (sequence.startsWith("u") && sequence.length < 5) {
      this.#escape = sequence;
      return at;
    }
    this.#escape = undefined;
    const code = /^u[0-9a-f]{4}$/i.test(sequence) ? Number.parseInt(sequence.slice(1), 16) : SHORT_ESCAPES[sequence];
    await this.#roomFor(1);
    if (code === undefined || code > 0x7f || this.text.write(Uint8Array.of(code), 0, 1, offset + at - 1) === 0) {
      throw this.text.broken("is not base64", offset + at - 1);
    }
    this.#decoded();
    return at;
  }
}

/** The most bytes that this many characters decode to, together with an unfinished group before them. */
export function decodedSize(characters: number): number {
  return Math.ceil(characters / 4) * 3 + 3;
}
