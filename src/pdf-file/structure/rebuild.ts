import { indexOf } from "#platform/bytes.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import * as CHAR from "../../platform/char.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { PdfProblem } from "../pdf-problem.ts";
import { CLASS, isDigit, isSpace, skipSpace, startsWith } from "../syntax/chars.ts";
import { readUnsigned } from "../syntax/numbers.ts";
import { type PdfDict, PdfRef } from "../syntax/objects.ts";
import { Parser } from "../syntax/parser.ts";
import { keySet, newScan, scanDict } from "../syntax/scan.ts";
import type { Source } from "./file-source.ts";
import { IN_FILE, Xref } from "./xref.ts";

/** What a scan of the whole file found. */
export interface Rebuilt {
  readonly xref: Xref;
  /** Trailers and dictionaries of cross-reference streams, in the order of the file. */
  readonly trailers: PdfDict[];
  /** Object streams by number: their contents are still to be entered, once they can be decrypted. */
  readonly objectStreams: number[];
  /** The last object that calls itself the catalog. */
  readonly catalog: PdfRef | undefined;
}

const KEYS = keySet("Type", "Length", "First");
const [TYPE, LENGTH, FIRST] = [0, 1, 2];
const MAX_TRAILERS = 64;
/** How far into an object the scan looks for its type and length. */
const WINDOW = 1 << 15;
/** Steps of an `obj` that is no head (as in `endobj`), of a dictionary read, and of one that could not be read. */
const MISS = 0.25;
const ATTEMPT = 16;
const FAILURE = 260;

/** Finds every `N G obj`, the last definition of a number winning, and every trailer. */
export function rebuild({ bytes, work }: Source): Rebuilt {
  const xref = new Xref(work);
  const trailers: PdfDict[] = [];
  const streams = new Map<number, number>();
  let catalog: PdfRef | undefined;
  let trailerAt = indexOf(bytes, "trailer", 0);
  const trailersBefore = (limit: number): void => {
    while (trailerAt >= 0 && trailerAt < limit) {
      const open = skipSpace(bytes, trailerAt + 7, Math.min(bytes.length, trailerAt + WINDOW));
      if (open > trailerAt + 64) work.spend((open - trailerAt) * COST.searchedByte);
      // Anything else would be read to the end of the window without a result, once for each such word.
      const trailer = startsWith(bytes, open, "<<") ? parseDict(bytes, open, work) : undefined;
      if (trailer) keep(trailers, trailer);
      trailerAt = indexOf(bytes, "trailer", trailerAt + 7);
    }
  };
  const scan = newScan(KEYS);
  let lastEndstream = bytes.length;
  for (let at = indexOf(bytes, "obj", 0); at >= 0; at = indexOf(bytes, "obj", at)) {
    const word = at;
    at += 3;
    const head = headBefore(bytes, word);
    if (!head) {
      work.spend(MISS);
      continue;
    }
    trailersBefore(head.start);
    xref.set(head.number, IN_FILE, head.start, head.generation);
    streams.delete(head.number);
    const reach = Math.min(bytes.length, word + WINDOW);
    const open = skipSpace(bytes, word + 3, reach);
    if (open > word + 64) work.spend((open - word) * COST.searchedByte);
    if (!startsWith(bytes, open, "<<")) continue;
    const isPlain = scanDict(bytes, open, reach, KEYS, scan);
    work.spend((scan.end - open) * COST.scannedByte);
    const type = isPlain
      ? nameAt(bytes, scan.slots[TYPE * 3 + 1]!, scan.slots[TYPE * 3 + 2]!)
      : parseDict(bytes, open, work)?.get("Type");
    if (type === "Catalog") catalog = new PdfRef(head.number, head.generation);
    else if (type === "ObjStm") streams.set(head.number, head.start);
    else if (type === "XRef") {
      const dict = parseDict(bytes, open, work);
      if (dict) keep(trailers, dict);
    }
    if (!isPlain) continue;
    at = scan.end;
    const data = streamStart(bytes, at, reach);
    if (data === undefined) continue;
    at = data;
    // Only object streams have a /First: one whose /Type is damaged may hold the pages.
    if (type === undefined && scan.slots[FIRST * 3 + 1]! >= 0) streams.set(head.number, head.start);
    const lengthAt = scan.slots[LENGTH * 3 + 1]!;
    if (lengthAt >= 0) at = lengthEnd(bytes, data, lengthAt, scan.slots[LENGTH * 3 + 2]!) ?? data;
    // A length that is another object's (it ends in 'R') is not known yet; one that is plainly wrong promises nothing.
    if (at === data && lengthAt >= 0 && bytes[scan.slots[LENGTH * 3 + 2]! - 1] === CHAR.R && data < lastEndstream) {
      const mark = indexOf(bytes, "endstream", data);
      if (mark >= 0) at = mark + 9;
      else lastEndstream = data;
    }
    // A `trailer` inside a stream's data is none.
    if (trailerAt >= 0 && trailerAt < at) trailerAt = indexOf(bytes, "trailer", at);
  }
  trailersBefore(bytes.length);
  if (xref.size === 0) throw new PdfProblem("corrupt", "The file holds no PDF objects.");
  return { xref, trailers, objectStreams: [...streams.keys()], catalog };
}

function keep(trailers: PdfDict[], trailer: PdfDict): void {
  // The newest are the ones that count; a file with thousands is not worth remembering in full.
  if (trailers.length >= MAX_TRAILERS) trailers.splice(1, 1);
  trailers.push(trailer);
}

/** The object number and generation before the keyword `obj` at `word`. */
export function headBefore(
  bytes: Uint8Array,
  word: number,
): { number: number; generation: number; start: number } | undefined {
  const after = bytes[word + 3];
  if (after !== undefined && CLASS[after] === 0 && !isDigit(after)) return undefined;
  let at = word - 1;
  while (at >= 0 && isSpace(bytes[at])) at--;
  const generationEnd = at + 1;
  while (at >= 0 && isDigit(bytes[at])) at--;
  const generationStart = at + 1;
  while (at >= 0 && isSpace(bytes[at])) at--;
  const numberEnd = at + 1;
  while (at >= 0 && numberEnd - at <= 8 && isDigit(bytes[at])) at--;
  const start = at + 1;
  if (generationStart === generationEnd || numberEnd === generationStart || start === numberEnd) return undefined;
  return {
    number: readUnsigned(bytes, start, numberEnd).value,
    generation: readUnsigned(bytes, generationStart, generationEnd).value,
    start,
  };
}

function streamStart(bytes: Uint8Array, end: number, reach: number): number | undefined {
  const word = skipSpace(bytes, end, reach);
  if (!startsWith(bytes, word, "stream")) return undefined;
  return word + 6 + (bytes[word + 6] === CHAR.CARRIAGE_RETURN && bytes[word + 7] === CHAR.LINE_FEED ? 2 : 1);
}

/** The end of a stream whose direct /Length is right: a file embedded in it is then not taken for this one. */
function lengthEnd(bytes: Uint8Array, data: number, lengthAt: number, lengthStop: number): number | undefined {
  const length = readUnsigned(bytes, lengthAt, lengthStop);
  if (length.end !== lengthStop) return undefined;
  let mark = data + length.value;
  while (mark < data + length.value + 4 && isSpace(bytes[mark])) mark++;
  return startsWith(bytes, mark, "endstream") ? mark + 9 : undefined;
}

function nameAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (start < 0 || bytes[start] !== CHAR.SLASH || end - start > 16) return undefined;
  return latin1Text(bytes, start + 1, end);
}

function parseDict(bytes: Uint8Array, at: number, work: Work): PdfDict | undefined {
  const parser = new Parser(bytes, at, Math.min(bytes.length, at + WINDOW));
  try {
    const object = parser.value();
    work.spend(Math.max(ATTEMPT, parser.elements * COST.element + parser.keys * COST.key));
    return object instanceof Map ? object : undefined;
  } catch (error) {
    if (!(error instanceof PdfProblem)) throw error;
    work.spend(FAILURE);
    return undefined;
  }
}
