import { indexOf } from "#platform/bytes.ts";
import { COST } from "../../meter/work-limits.ts";
import * as CHAR from "../../platform/char.ts";
import { PdfProblem } from "../pdf-problem.ts";
import { CLASS, isDigit, isSpace, skipSpace, startsWith } from "../syntax/chars.ts";
import { readUnsigned } from "../syntax/numbers.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../syntax/objects.ts";
import { Parser } from "../syntax/parser.ts";
import { MissingRange, type Source } from "./file-source.ts";

export interface ObjectHead {
  readonly number: number;
  readonly generation: number;
  /** Just after the keyword `obj`. */
  readonly body: number;
}

/** What an object's head takes at most, white space and comments included. */
const MAX_HEAD = 512;

/** `N G obj` at `offset`, white space before it allowed. */
export function readHead(bytes: Uint8Array, offset: number, limit: number): ObjectHead | undefined {
  const end = Math.min(limit, offset + MAX_HEAD);
  const start = skipSpace(bytes, offset, end);
  const number = readUnsigned(bytes, start, end);
  const second = skipSpace(bytes, number.end, end);
  if (number.end === start || !isDigit(bytes[second])) return undefined;
  const generation = readUnsigned(bytes, second, end);
  const word = skipSpace(bytes, generation.end, end);
  if (word + 3 > end || !startsWith(bytes, word, "obj")) return undefined;
  return { number: number.value, generation: generation.value, body: word + 3 };
}

export interface IndirectObject extends ObjectHead {
  readonly object: PdfObject;
  /** What was charged for reading it. */
  readonly cost: number;
  /** What it takes in memory, about. */
  readonly memory: number;
  /** Just after the object, `endobj` not counted. */
  readonly end: number;
}

export interface ReadOptions {
  /** Gives the value of a stream's /Length; undefined when it cannot be had. */
  readonly lengthOf: (length: PdfObject) => number | undefined;
  readonly openString?: ((bytes: Uint8Array, head: ObjectHead) => Uint8Array) | undefined;
}

/** The indirect object at `offset`; undefined when none begins there. Throws PdfProblem when it is cut off. */
export function readIndirect(source: Source, offset: number, options: ReadOptions): IndirectObject | undefined {
  if (!source.onDemand) return readOnce(source, offset, options);
  for (;;) {
    try {
      return readOnce(source, offset, options);
    } catch (error) {
      // Each time more of the object is here.
      if (!(error instanceof MissingRange)) throw error;
    }
  }
}

function readOnce(source: Source, offset: number, options: ReadOptions): IndirectObject | undefined {
  const { bytes } = source;
  if (offset >= bytes.length) return undefined;
  const limit = source.limit(offset);
  try {
    const head = readHead(bytes, offset, limit);
    if (!head) {
      if (limit - offset < 64) source.ranOut(limit);
      return undefined;
    }
    const { openString } = options;
    const parser = new Parser(bytes, head.body, limit, openString && ((string) => openString(string, head)));
    const object = charged(source, parser, offset);
    const next = skipSpace(bytes, parser.pos, limit);
    const cost = costOf(parser, offset);
    const { memory } = parser;
    if (next + 16 > limit) source.ranOut(limit);
    if (!(object instanceof Map) || !startsWith(bytes, next, "stream")) {
      return { ...head, object, cost, memory, end: parser.pos };
    }
    const extent = streamExtent(source, next + 6, object, options.lengthOf);
    const raw = bytes.subarray(extent.start, extent.stop);
    return {
      ...head,
      object: new PdfStream(object, raw, new PdfRef(head.number, head.generation)),
      cost,
      memory,
      end: extent.end,
    };
  } catch (error) {
    if (error instanceof PdfProblem) source.ranOut(limit);
    throw error;
  }
}

/** Reads an object and charges what that took, even if the object turns out to be damaged. */
export function charged(source: Pick<Source, "work" | "highest">, parser: Parser, from: number): PdfObject {
  try {
    return parser.value();
  } finally {
    source.highest = Math.max(source.highest ?? 0, parser.highest);
    source.work.spend(costOf(parser, from));
  }
}

export function costOf({ elements, texts, keys, pos }: Parser, from: number): number {
  const parts = elements * COST.element + texts * COST.parsedText + keys * COST.key;
  return COST.object + parts + (pos - from) * COST.parsedByte;
}

interface StreamExtent {
  start: number;
  stop: number;
  /** After `endstream`, where it is there. */
  end: number;
}

/** Where a stream's data lies: /Length when `endstream` follows it, else up to the next `endstream` (7.3.8.1). */
function streamExtent(
  source: Source,
  afterKeyword: number,
  dict: PdfDict,
  lengthOf: (length: PdfObject) => number | undefined,
): StreamExtent {
  const { bytes } = source;
  let start = afterKeyword;
  // Some writers put spaces before the end of line.
  while (bytes[start] === CHAR.SPACE) start++;
  if (bytes[start] === CHAR.CARRIAGE_RETURN) start += bytes[start + 1] === CHAR.LINE_FEED ? 2 : 1;
  else if (bytes[start] === CHAR.LINE_FEED)
    start++; // line feed
  else start = afterKeyword;
  const length = lengthOf(dict.get("Length") ?? null);
  if (length !== undefined && length >= 0 && start + length <= bytes.length) {
    const stop = start + length;
    // Of a remote file the length is trusted: checking it would mean to fetch the stream.
    if (source.partial && !source.onDemand) return { start, stop, end: stop };
    source.require(stop, stop + MANGLED);
    let at = stop;
    while (at < bytes.length && at < stop + 4 && isSpace(bytes[at])) at++;
    if (startsWith(bytes, at, "endstream")) return { start, stop, end: at + 9 };
    if (startsWith(bytes, at, "endobj")) return { start, stop, end: at };
  }
  return searchExtent(source, start, length);
}

/** White space and comments between two objects, and the second one's head, where the first has no clear end. */
const MAX_BETWEEN = 64;
/** What may be left of a mangled `endstream`, with the white space around it. */
const MANGLED = 32;

function searchExtent(source: Source, start: number, length: number | undefined): StreamExtent {
  const { bytes, work } = source;
  source.require(start, bytes.length);
  let mark = indexOf(bytes, "endstream", start);
  const limit = mark < 0 ? bytes.length : mark;
  work.spend((limit - start) * COST.searchedByte);
  const next = nextObject(source, start, limit);
  if (next >= 0) {
    // The keyword is mangled: another object's must not be taken for it, or the stream would swallow that object.
    const isNear = length !== undefined && length >= 0 && start + length <= next && start + length + MANGLED >= next;
    return { start, stop: isNear ? start + length : next, end: next };
  }
  let end = mark + 9;
  if (mark < 0) {
    mark = indexOf(bytes, "endobj", start);
    if (mark < 0) return { start, stop: bytes.length, end: bytes.length };
    end = mark;
  }
  let stop = mark;
  if (stop > start && bytes[stop - 1] === CHAR.LINE_FEED) stop--;
  if (stop > start && bytes[stop - 1] === CHAR.CARRIAGE_RETURN) stop--;
  return { start, stop, end };
}

/** The first `endobj` that another object follows at once; -1 when there is none. */
function nextObject({ bytes, work }: Source, start: number, limit: number): number {
  const range = bytes.subarray(0, limit);
  for (let at = indexOf(range, "endobj", start); at >= 0; at = indexOf(range, "endobj", at + 6)) {
    work.spend(COST.foundWord);
    if (readHead(bytes, at + 6, Math.min(limit, at + 6 + MAX_BETWEEN)) !== undefined) return at;
  }
  return -1;
}

/** The position after `endobj`, when that is what follows `at`; else `at`. */
export function afterEndobj(bytes: Uint8Array, at: number): number {
  const next = skipSpace(bytes, at, bytes.length);
  return startsWith(bytes, next, "endobj") && CLASS[bytes[next + 6] ?? CHAR.SPACE] !== 0 ? next + 6 : at;
}
