import { indexOf, lastIndexOf } from "#platform/bytes.ts";
import { digest } from "#platform/crypto.ts";
import type { PdfDocument } from "./document.ts";
import { PdfProblem } from "./pdf-problem.ts";
import { Rope } from "./rope.ts";
import { IN_FILE } from "./structure/xref.ts";
import { ByteWriter } from "./syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, PdfStream, PdfString } from "./syntax/objects.ts";
import { type SealString, writeDict, writeObject } from "./syntax/serialise.ts";
import { XrefEntries } from "./write/entries.ts";
import { END_OBJECT, END_STREAM, fileEnd, fileHeader, objectHead, writeStreamHead } from "./write/frame.ts";
import { writeXrefStream, writeXrefTable } from "./write/write-xref.ts";

/** Trailer keys that describe one section, not the document (7.5.5, 7.5.8.2). */
const SECTION_KEYS = ["Type", "W", "Index", "Filter", "DecodeParms", "Length", "Prev", "XRefStm", "Size", "DL"];

/** New objects do not get so far beyond what is there, and tables would take memory. */
const FAR = 1 << 16;

/**
 * New versions of some objects, which follow the unchanged file (ISO 32000-2 §7.5.6). Objects are written one after the
 * other into one buffer. `finish` adds the cross-reference and returns the file as a rope.
 */
export class Update {
  readonly #document: PdfDocument;
  readonly #out = new ByteWriter(1 << 14);
  readonly #entries = new XrefEntries();
  #nextNumber = 0;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /** A number that no object has yet. */
  newNumber(): number {
    const number = unusedNumber(this.#document, this.#nextNumber);
    this.#nextNumber = number + 1;
    return number;
  }

  /** Begins an object and returns the writer for its value. Each begin needs an end. */
  begin(number: number, generation: number): ByteWriter {
    this.#entries.inFile(number, this.#out.length, generation);
    this.#out.text(objectHead(number, generation));
    return this.#out;
  }

  end(): void {
    this.#out.text(END_OBJECT);
  }

  /** How an object's strings must be written: encrypted with its own key, if the document is encrypted. */
  seal(number: number, generation: number): SealString | undefined {
    const { security } = this.#document;
    return security && ((bytes) => security.encryptString(bytes, number, generation));
  }

  putDict(number: number, generation: number, dict: PdfDict): void {
    writeDict(this.begin(number, generation), dict, this.seal(number, generation));
    this.end();
  }

  /** A new stream, whose data is coded by the dictionary's filters and not encrypted yet. */
  putStream(number: number, { dict, raw }: PdfStream, generation = 0): void {
    const { security } = this.#document;
    const data = security ? security.encryptStream(raw, dict, number, generation) : raw;
    this.#entries.inFile(number, this.#out.length, generation);
    const whole = new Map(dict).set("Length", data.length);
    writeStreamHead(this.#out, number, generation, whole, this.seal(number, generation));
    this.#out.copy(data);
    this.#out.text(END_STREAM);
  }

  /** `changes` are trailer entries that the update sets. */
  finish(changes?: PdfDict): Rope {
    this.#putEdits();
    const document = this.#document;
    const out = this.#out;
    const entries = this.#entries;
    const rope = new Rope();
    document.work.produce(document.bytes.length + out.length);
    if (indexOf(document.bytes.subarray(0, 1024), "%PDF-", 0) < 0) rope.push(fileHeader("1.7"));
    const shift = rope.push(document.bytes);
    rope.push(joint(document));
    const base = rope.length;
    const start = base + out.length;
    if (start > 9_999_999_999)
      throw new PdfProblem("unsupported", "The file is too large for a cross-reference table.");
    entries.shift(base);
    const trailer = this.#trailer(changes);
    const section = document.newestSection;
    if (section) trailer.set("Prev", section.start);
    else addSurvivors(entries, document, cutOff(document), shift);
    const asStream = section ? section.style === "stream" : entries.hasCompressed;
    const number = this.newNumber();
    if (asStream) writeXrefStream(out, entries, trailer, { number, start });
    else writeXrefTable(out, entries, trailer, number);
    out.text(fileEnd(start));
    rope.push(out.view());
    return rope;
  }

  /** The document's edits, unless the update has written these objects already. */
  #putEdits(): void {
    const { edits, xref } = this.#document;
    if (edits.size === 0) return;
    const written = new Set(this.#entries.numbers());
    for (const [number, object] of edits) {
      if (written.has(number)) continue;
      const generation = xref.extra[number]!;
      if (object instanceof PdfStream) {
        const raw = this.#document.rawStream(object);
        this.putStream(number, new PdfStream(object.dict, raw), generation);
        continue;
      }
      writeObject(this.begin(number, generation), object, this.seal(number, generation));
      this.end();
    }
  }

  #trailer(changes: PdfDict = new Map()): PdfDict {
    const trailer: PdfDict = new Map([...this.#document.trailer, ...changes]);
    for (const key of SECTION_KEYS) trailer.delete(key);
    const id = this.#document.array(trailer.get("ID"));
    const [first, second] = [this.#document.resolve(id?.[0]), this.#document.resolve(id?.[1])];
    if (first instanceof PdfString) trailer.set("ID", [first, this.#newId(second)]);
    return trailer;
  }

  /** The second identifier changes with every update, the first never does (14.4). */
  #newId(previous: PdfObject): PdfString {
    const before = previous instanceof PdfString ? [previous.bytes] : [];
    return new PdfString(digest("md5", ...before, this.#out.view()), true);
  }
}

/** A number that no object has, and to which nothing that was read refers: such a reference is null (7.3.10). */
export function unusedNumber(document: PdfDocument, from: number): number {
  const { size, source, trailer } = document;
  const said = document.number(trailer.get("Size")) ?? 0;
  const near = [said, (source.highest ?? 0) + 1].filter((number) => number < size + FAR);
  return Math.max(from, size, ...near);
}

/** The bytes needed between the file and the update. */
function joint(document: PdfDocument): string {
  const { bytes } = document;
  const last = bytes.at(-1);
  const newline = last === 0x0a || last === 0x0d ? "" : "\n"; // line feed, carriage return
  if (!document.rebuilt) return newline;
  // A file that was cut off may end inside an object or a stream, which must not swallow the update.
  const closed = lastIndexOf(bytes, "endobj", bytes.length);
  const opened = lastIndexOf(bytes, " obj", bytes.length);
  if (opened <= closed || lastIndexOf(bytes, "trailer", bytes.length) > opened) return newline;
  return lastIndexOf(bytes, "stream", bytes.length) > opened ? END_STREAM : END_OBJECT;
}

/** After a rebuild no old section can be trusted. The new one lists every object that was found. */
function addSurvivors(entries: XrefEntries, { xref }: PdfDocument, cutOff: number, shift: number): void {
  const skip = new Set([...entries.numbers(), cutOff]);
  for (let number = 1; number < xref.size; number++) {
    if (!xref.exists(number) || skip.has(number)) continue;
    const [place, extra] = [xref.place[number]!, xref.extra[number]!];
    if (xref.kind[number] === IN_FILE) entries.inFile(number, place + shift, extra);
    else entries.inStream(number, place, extra);
  }
}

/** The number of the last object if it cannot be read because the file ends inside it; else 0, which no object has. */
function cutOff(document: PdfDocument): number {
  const { xref } = document;
  let last = 0;
  for (let number = 1; number < xref.size; number++) {
    if (xref.kind[number] === IN_FILE && (last === 0 || xref.place[number]! > xref.place[last]!)) last = number;
  }
  return last > 0 && document.get(last) === null ? last : 0;
}
