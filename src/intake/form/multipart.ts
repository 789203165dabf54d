import { IntakeProblem } from "../intake-problem.ts";
import { bodyAdvice } from "../looks-like.ts";
import { HEADERS_END, type PartHead, readPartHead } from "./part-head.ts";
import { find, type Pattern, pattern } from "./search.ts";

/** One part: its head, and where its content lies in the body. */
export interface Part {
  head: PartHead;
  index: number;
  start: number;
  end: number;
}

export interface MultipartRules {
  maxParts: number;
  /** Refuses a part as soon as it is too long. Called with what is known of its length so far. */
  checkLength?: (head: PartHead, length: number) => void;
  /** The field that is meant by a part's name. */
  fieldOf?: (name: string) => string;
}

/** The longest head of a part, and the longest text before the first boundary. */
const MAX_HEAD = 16 << 10;

const CR = 0x0d;
const LF = 0x0a;
const DASH = 0x2d;

/**
 * The parts of a multipart body (RFC 7578, RFC 2046 §5.1) in one buffer, which may still be filling. It keeps only
 * offsets, so the buffer may move between calls, and its beginning may be dropped (`discard`). It is strict about what
 * two readers could understand differently: line ends must be CRLF, and the closing boundary must be there. The parts
 * of a part of multipart/mixed are parts of the body.
 */
export class MultipartScanner {
  readonly parts: Part[] = [];
  readonly #outer: Pattern;
  readonly #rules: MultipartRules;
  #delimiter: Pattern;
  /** The field whose files the parts are, within a part of multipart/mixed. */
  #mixed: string | undefined;
  #state: "preamble" | "boundary" | "head" | "content" | "between" | "end" = "preamble";
  /** Where the current state began, and from where on the delimiter has not been searched for. */
  #from = 0;
  #searched = 0;
  #head: PartHead | undefined;
  /** Number of bytes that were dropped before the buffer's first. */
  #discarded = 0;

  constructor(boundary: string, rules: MultipartRules) {
    this.#outer = delimiterOf(boundary);
    this.#delimiter = this.#outer;
    this.#rules = rules;
  }

  /** Reads the newly arrived bytes. `bytes` is the whole body so far. */
  advance(bytes: Uint8Array): void {
    while (this.#step(bytes));
  }

  /** Call when the body is complete. */
  finish(bytes: Uint8Array): Part[] {
    this.advance(bytes);
    if (this.#state === "preamble") throw this.#noBoundary(bytes);
    if (this.#state !== "end") throw this.#malformed(`the body ends inside part ${this.parts.length}`, bytes.length);
    return this.parts;
  }

  /** The part whose content is still arriving. */
  get open(): Part | undefined {
    return this.#head === undefined ? undefined : this.parts.at(-1);
  }

  /** Bytes before this offset are understood: those that are content will stay content. */
  get settled(): number {
    switch (this.#state) {
      case "content":
      case "between":
        return Math.max(this.#searched, this.#from);
      case "boundary":
        // What looks like the beginning of a boundary may still turn out to be content.
        return this.open?.end ?? 0;
      case "end":
        return Number.POSITIVE_INFINITY;
      default:
        return this.#state === "preamble" ? 0 : this.#from;
    }
  }

  /**
   * The buffer has lost its first `count` bytes, all of which were understood. Offsets of all parts but the last are
   * invalid from now on.
   */
  discard(count: number): void {
    this.#discarded += count;
    this.#from -= count;
    this.#searched -= count;
    const last = this.parts.at(-1);
    if (last === undefined) return;
    last.start -= count;
    last.end -= count;
  }

  /** One state's work; false when more bytes are needed. */
  #step(bytes: Uint8Array): boolean {
    switch (this.#state) {
      case "preamble":
        return this.#preamble(bytes);
      case "boundary":
        return this.#boundary(bytes);
      case "head":
        return this.#readHead(bytes);
      case "content":
        return this.#content(bytes);
      case "between":
        return this.#between(bytes);
      case "end":
        return false;
    }
  }

  #preamble(bytes: Uint8Array): boolean {
    const { needle } = this.#delimiter;
    const first = needle.subarray(2);
    if (bytes.length < first.length) return false;
    // The very first boundary has no line end before it.
    if (first.every((byte, i) => bytes[i] === byte)) {
      this.#from = first.length;
      this.#state = "boundary";
      return true;
    }
    const found = find(bytes, this.#delimiter, this.#searched);
    if ((found < 0 ? bytes.length : found) > MAX_HEAD) throw this.#noBoundary(bytes);
    if (found < 0) return this.#searchLater(bytes);
    this.#from = found + needle.length;
    this.#state = "boundary";
    return true;
  }

  /** After the boundary: "--" closes the body; otherwise padding, CRLF, and a part follows. */
  #boundary(bytes: Uint8Array): boolean {
    let at = this.#from;
    if (bytes.length < at + 2) return false;
    if (bytes[at] === DASH && bytes[at + 1] === DASH) {
      this.#closePart();
      if (this.#mixed === undefined) {
        this.#state = "end";
        return false;
      }
      this.#mixed = undefined;
      this.#delimiter = this.#outer;
      this.#from = at + 2;
      this.#searched = this.#from;
      this.#state = "between";
      return true;
    }
    while (bytes[at] === 0x20 || bytes[at] === 0x09) at += 1; // space, tab
    if (at - this.#from > MAX_HEAD) throw this.#malformed("a boundary line is too long", this.#from);
    if (bytes.length < at + 2) return false;
    if (bytes[at] !== CR || bytes[at + 1] !== LF) {
      if (this.#head === undefined) throw this.#malformed("the first boundary line does not end in CRLF", at);
      // A line that only begins like the boundary: the content continues.
      this.#searched = this.#from;
      this.#state = "content";
      return true;
    }
    this.#closePart();
    if (this.parts.length >= this.#rules.maxParts) {
      throw this.#malformed(`there are more than ${this.#rules.maxParts} parts`, at);
    }
    // The CRLF is kept, since a part without any header begins with an empty line.
    this.#from = at;
    this.#searched = at;
    this.#state = "head";
    return true;
  }

  #readHead(bytes: Uint8Array): boolean {
    const found = find(bytes, HEADERS_END, this.#searched);
    const end = found < 0 ? bytes.length : found;
    if (end - this.#from > MAX_HEAD) {
      throw this.#malformed(
        `the headers of part ${this.parts.length + 1} are longer than ${MAX_HEAD} bytes`,
        this.#from,
      );
    }
    if (found < 0) {
      this.#searched = Math.max(this.#from, bytes.length - 3);
      return false;
    }
    const start = end + HEADERS_END.needle.length;
    const index = this.parts.length;
    const refuse = (what: string) => this.#malformed(`${what} in part ${index + 1}`, this.#from);
    const head = readPartHead(bytes.subarray(this.#from, end), refuse, this.#mixed);
    head.name = this.#rules.fieldOf?.(head.name) ?? head.name;
    // Content may be empty: then the CRLF before the delimiter is the one that ended the head.
    this.#searched = start - 2;
    this.#from = start;
    const inner = /^multipart\/mixed\b/i.test(head.type ?? "") ? multipartBoundary(head.type!) : undefined;
    if (inner !== undefined && this.#mixed === undefined) {
      this.#mixed = head.name;
      this.#delimiter = delimiterOf(inner);
      this.#state = "between";
      return true;
    }
    this.#head = head;
    this.parts.push({ head, index, start, end: start });
    this.#state = "content";
    return true;
  }

  /** Before the first part of a multipart/mixed, and behind its last. */
  #between(bytes: Uint8Array): boolean {
    const found = find(bytes, this.#delimiter, this.#searched);
    if (found < 0) return this.#searchLater(bytes);
    this.#from = found + this.#delimiter.needle.length;
    this.#state = "boundary";
    return true;
  }

  #content(bytes: Uint8Array): boolean {
    const part = this.parts.at(-1)!;
    const found = find(bytes, this.#delimiter, this.#searched);
    const end = found < 0 ? Math.max(part.start, bytes.length - this.#delimiter.needle.length) : found;
    this.#rules.checkLength?.(part.head, Math.max(0, end - part.start));
    if (found < 0) return this.#searchLater(bytes);
    part.end = Math.max(found, part.start);
    this.#from = found + this.#delimiter.needle.length;
    this.#state = "boundary";
    return true;
  }

  #malformed(what: string, offset: number): IntakeProblem {
    return new IntakeProblem("malformed", `The multipart body is broken: ${what} (byte ${this.#discarded + offset}).`);
  }

  #noBoundary(bytes: Uint8Array): IntakeProblem {
    const advice =
      bodyAdvice(bytes, "multipart") ?? "Do not set Content-Type yourself: your HTTP library writes the boundary.";
    const broken = this.#malformed("no boundary line as Content-Type declares was found", 0).message;
    return new IntakeProblem("malformed", `${broken} ${advice}`);
  }

  #closePart(): void {
    this.#head = undefined;
  }

  /** The delimiter may lie partly in bytes that are here and partly in bytes that are still to come. */
  #searchLater(bytes: Uint8Array): false {
    this.#searched = Math.max(this.#searched, bytes.length - this.#delimiter.needle.length + 1);
    return false;
  }
}

function delimiterOf(boundary: string): Pattern {
  return pattern(new TextEncoder().encode(`\r\n--${boundary}`));
}

/** The boundary from a Content-Type, or undefined (RFC 2046 §5.1.1: 1 to 70 of these characters). */
export function multipartBoundary(contentType: string): string | undefined {
  const match = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  return boundary !== undefined && /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/.test(boundary)
    ? boundary
    : undefined;
}
