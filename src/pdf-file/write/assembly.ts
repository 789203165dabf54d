import { compare } from "#platform/bytes.ts";
import { deflate } from "#platform/zlib.ts";
import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { latin1Text } from "../../platform/latin1.ts";
import type { PdfDocument } from "../document.ts";
import type { Rope } from "../rope.ts";
import { ByteWriter } from "../syntax/byte-writer.ts";
import { dictWithout, type PdfDict, type PdfObject, PdfRef, PdfStream } from "../syntax/objects.ts";
import { writeObject } from "../syntax/serialise.ts";
import { PackedFile } from "./packed.ts";
import { type NameSet, nameSet, PlainObject } from "./plain-object.ts";

/** Of deflate's levels the one whose results are smallest. */
const SMALLEST = 9;

/** What names streams that documents of one maker have alike: fonts, their tables, images, profiles. */
const OFTEN_ALIKE: ReadonlySet<string> = new Set([
  ...["FontFile", "FontFile2", "FontFile3", "ToUnicode", "CIDToGIDMap"],
  ...["SMask", "Mask", "JBIG2Globals", "DestOutputProfile"],
]);
/** Items of a colour space that is copied into an image: more have only lists of many inks. */
const SHORT_SPACE = 4;
/** Streams in streams that are compared; what is deeper is copied without. */
const DEEPEST_ALIKE = 8;

/** Bytes of a stream, and of its dictionary, that tell it from others of its length. */
const [SAMPLES, OF_ITS_DICT] = [32, 1000];

/**
 * A new file, as small as possible, into which objects of documents are copied with everything that they refer to.
 * Streams without a filter are deflated.
 */
export class Assembly extends PackedFile {
  readonly work: Work;
  readonly #level: number;
  readonly #queue: (() => void)[] = [];
  /** Streams that documents often have alike, by their length, some of their bytes and their dictionary's beginning. */
  readonly #written = new Map<
    string,
    { readonly dict: Uint8Array; readonly raw: Uint8Array; readonly ref: PdfRef }[]
  >();

  constructor(work: Work, level = SMALLEST) {
    super(level);
    this.#level = level;
    this.work = work;
  }

  override put(ref: PdfRef, object: PdfObject): void {
    const out = this.begin(ref);
    const before = out.length;
    writeObject(out, object);
    this.work.spend(COST.copiedObject + (out.length - before) * COST.packedByte);
    this.end();
  }

  /** An object that is copied as it is written, but for its references. */
  putPlain(ref: PdfRef, object: PlainObject, renumbered: (number: number) => number): void {
    const out = this.begin(ref);
    const before = out.length;
    object.copy(out, renumbered);
    const written = (out.length - before) * COST.packedByte;
    this.work.spend(COST.copiedObject + object.references * COST.copiedEntry + written);
    this.end();
  }

  addData(dict: PdfDict, raw: Uint8Array): PdfRef {
    const ref = this.newRef();
    this.putData(ref, dict, raw);
    return ref;
  }

  /** The data, already coded by the dictionary's filters. Metadata is not compressed: programs search files for it. */
  putData(ref: PdfRef, dict: PdfDict, raw: Uint8Array): void {
    const isCoded = dict.has("Filter") || dict.get("Type") === "Metadata";
    this.work.spend(COST.copiedObject + (isCoded ? 0 : raw.length * COST.deflatedByte));
    const deflated = isCoded ? raw : deflate(raw, { level: this.#level });
    if (deflated.length >= raw.length) this.putStream(ref, dict, [raw]);
    else {
      const own: PdfDict = new Map(dict).set("Filter", "FlateDecode");
      own.delete("DecodeParms");
      this.putStream(ref, own, [deflated]);
    }
  }

  /** Data that is written once, however many documents have it. `own` is its number where it is the first. */
  addAlike(own: PdfRef, dict: PdfDict, raw: Uint8Array): PdfRef {
    const out = new ByteWriter();
    writeObject(out, dict);
    const text = out.view();
    const key = `${raw.length} ${latin1Text(samplesOf(raw))} ${latin1Text(text, 0, Math.min(text.length, OF_ITS_DICT))}`;
    const same = this.#written.get(key) ?? [];
    this.work.spend(COST.text + text.length * COST.packedByte);
    for (const known of same) {
      this.work.spend(COST.lookup + (text.length + raw.length) * COST.searchedByte);
      if (compare(known.dict, text) === 0 && compare(known.raw, raw) === 0) return known.ref;
    }
    this.putData(own, dict, raw);
    this.work.hold(text.length + key.length);
    if (same.push({ dict: text, raw, ref: own }) === 1) this.#written.set(key, same);
    return own;
  }

  /** Work that copies further objects. It is queued, since recursion could not follow a deep graph of objects. */
  later(work: () => void): void {
    this.#queue.push(work);
  }

  /** Copies what is queued, and ends the file. */
  *complete(trailer: PdfDict): Turns<Rope> {
    for (let at = 0; at < this.#queue.length; at++) {
      this.#queue[at]?.();
      if (this.work.isTurnOver) yield;
    }
    return this.finish(trailer);
  }
}

/** Bytes from all over the data: streams of one length seldom have all of them alike. */
function samplesOf(raw: Uint8Array): Uint8Array {
  const step = Math.max(1, Math.floor(raw.length / SAMPLES));
  return Uint8Array.from({ length: Math.min(SAMPLES, raw.length) }, (_, at) => raw[at * step]!);
}

/** Copies objects of one document into the file, under new numbers, when they are asked for. */
export class ObjectCopier {
  readonly document: PdfDocument;
  #rewrite: (dict: PdfDict) => PdfDict = (dict) => dict;
  /** Objects in which none of these names is are copied as they are written. */
  #names: NameSet | undefined;
  readonly #plain = new PlainObject();
  readonly #assembly: Assembly;
  /** By number in the document: the number in the new file, 0 for what is not in it so far. */
  #numbers: Uint32Array;
  /** What all references to objects that do not exist lead to. */
  #nothing: number | undefined;
  /** Objects that are still to be copied, each with its new number: the first `#done` have been. */
  readonly #due: number[] = [];
  #done = 0;
  readonly #kept = new Set<PdfRef>();
  #depth = 0;

  constructor(document: PdfDocument, assembly: Assembly) {
    this.document = document;
    this.#assembly = assembly;
    this.#numbers = this.#table([]);
  }

  /**
   * Changes dictionaries that are copied, such as names or keys that would clash with another document's: those in which
   * one of `names` is. All else is copied as it is written.
   */
  rewrite(names: readonly string[], change: (dict: PdfDict) => PdfDict): void {
    this.#rewrite = change;
    this.#names = nameSet([...OFTEN_ALIKE, "XObject", "ICCBased", ...names]);
  }

  /** From now on, references to the object lead to another one, which replaces it. */
  alias(object: PdfObject | undefined, ref: PdfRef): void {
    if (object instanceof PdfRef) this.#set(object.number, ref.number);
  }

  /** A reference of the new file itself, which may stand in what is copied. */
  keep(ref: PdfRef): PdfRef {
    this.#kept.add(ref);
    return ref;
  }

  /** Copies the object unchanged, with everything that it refers to. */
  copy(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return this.#kept.has(object) ? object : new PdfRef(this.#numberOf(object.number), 0);
    if (Array.isArray(object)) {
      this.#assembly.work.spend(object.length * COST.copiedEntry);
      const [family, profile] = object;
      if (family === "ICCBased" && profile instanceof PdfRef) return [family, this.#alike(profile)];
      return object.map((item) => this.copy(item));
    }
    return object instanceof Map ? this.copyDict(object) : object;
  }

  /** Pages may share what they inherit, however long it is. */
  copyDict(dict: PdfDict): PdfDict {
    this.#assembly.work.spend(dict.size * COST.copiedEntry);
    const copied: PdfDict = new Map();
    for (const [key, value] of this.#rewrite(dict)) {
      const isOften = OFTEN_ALIKE.has(key);
      if (key === "XObject") copied.set(key, this.#xObjects(value));
      else copied.set(key, isOften && value instanceof PdfRef ? this.#alike(value) : this.copy(value));
    }
    return copied;
  }

  #xObjects(value: PdfObject): PdfObject {
    const held = value instanceof PdfRef && this.#has(value.number) ? undefined : this.document.dict(value);
    if (held === undefined) return this.copy(value);
    this.#assembly.work.spend(held.size * COST.copiedEntry);
    const copied: PdfDict = new Map(
      [...held].map(([name, one]) => [name, one instanceof PdfRef ? this.#alike(one) : this.copy(one)]),
    );
    if (!(value instanceof PdfRef)) return copied;
    const ref = this.#assembly.add(copied);
    this.#set(value.number, ref.number);
    return ref;
  }

  /** A stream that other documents may have as well. Its colour space is copied into it, as far as that is short. */
  #alike(from: PdfRef): PdfObject {
    if (this.#kept.has(from) || this.#has(from.number) || this.#depth >= DEEPEST_ALIKE) return this.copy(from);
    const stream = this.document.get(from.number);
    if (!(stream instanceof PdfStream)) return this.copy(from);
    this.#depth++;
    // A stream that names itself names a number that no other stream has, so it is like none.
    const own = this.#assembly.newRef();
    this.#set(from.number, own.number);
    const dict = this.copyDict(this.#withColours(dictWithout(stream.dict, ["Length"])));
    this.#depth--;
    const ref = this.#assembly.addAlike(own, dict, this.document.rawStream(stream));
    this.#set(from.number, ref.number);
    return ref;
  }

  /** With its colour space in it, where that is short: an object of its own would differ between documents. */
  #withColours(dict: PdfDict): PdfDict {
    const space = dict.get("ColorSpace");
    const items = space instanceof PdfRef ? this.document.array(space) : undefined;
    return items && items.length <= SHORT_SPACE ? new Map(dict).set("ColorSpace", items) : dict;
  }

  /** The object's number in the new file. */
  #numberOf(number: number): number {
    if (!this.#has(number)) {
      if (!this.#exists(number)) {
        this.#nothing ??= this.#assembly.add(null).number;
        return this.#nothing;
      }
      const { number: own } = this.#assembly.newRef();
      this.#set(number, own);
      if (this.#due.push(number, own) === 2) this.#assembly.later(() => this.#copyDue());
    }
    return this.#numbers[number]!;
  }

  #has(number: number): boolean {
    return number < this.#numbers.length && this.#numbers[number] !== 0;
  }

  #set(number: number, own: number): void {
    if (number >= this.document.size) return;
    if (number >= this.#numbers.length) this.#numbers = this.#table(this.#numbers);
    this.#numbers[number] = own;
  }

  /** A repair may find objects that the cross-reference does not have. */
  #exists(number: number): boolean {
    return number < this.document.size || (this.document.get(number) !== null && number < this.document.size);
  }

  #table(before: ArrayLike<number>): Uint32Array {
    const { size } = this.document;
    this.#assembly.work.hold((size - before.length) * Uint32Array.BYTES_PER_ELEMENT);
    const table = new Uint32Array(size);
    table.set(before);
    return table;
  }

  /** Copies what is due until the turn is over, and at least one object: who does it at once has no turns. */
  #copyDue(): void {
    const due = this.#due;
    do {
      this.#copyTo(due[this.#done]!, new PdfRef(due[this.#done + 1]!, 0));
      this.#done += 2;
    } while (this.#done < due.length && !this.#assembly.work.isTurnOver);
    if (this.#done < due.length) this.#assembly.later(() => this.#copyDue());
    else {
      due.length = 0;
      this.#done = 0;
    }
  }

  #copyTo(number: number, ref: PdfRef): void {
    if (this.#names && this.#plain.read(this.document, number, this.#names)) {
      this.#assembly.putPlain(ref, this.#plain, (old) => this.#numberOf(old));
      return;
    }
    const object = this.document.get(number);
    if (object instanceof PdfStream) {
      // /Length may refer to a separate object, which the new file does not need.
      const dict = dictWithout(object.dict, ["Length"]);
      this.#assembly.putData(ref, this.copyDict(dict), this.document.rawStream(object));
    } else this.#assembly.put(ref, this.copy(object));
  }
}
