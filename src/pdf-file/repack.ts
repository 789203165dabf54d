import type { PdfDocument } from "./document.ts";
import { Rope } from "./rope.ts";
import { dictWithout, type PdfDict, type PdfObject, PdfRef, PdfStream } from "./syntax/objects.ts";
import { encodeTextString } from "./syntax/text-strings.ts";
import { Update } from "./update.ts";
import { PackedFile } from "./write/packed.ts";

/** Entries of the document information dictionary (14.3.3). */
export interface DocumentInformation {
  title?: string | undefined;
  author?: string | undefined;
  subject?: string | undefined;
  keywords?: string | undefined;
  creator?: string | undefined;
  producer?: string | undefined;
}

export interface FinishedPdf {
  rope: Rope;
  repacked: boolean;
}

/** Repacking must be worth it: a file that does not become at least 3 % smaller is not changed. */
export const WORTHWHILE = 0.97;
/** Larger files consist mostly of images, which repacking does not change. */
const LARGEST = 24 * 1024 * 1024;

/** Entries of the catalog that make a document tagged (14.7.1, 14.8). */
const TAGS = ["StructTreeRoot", "MarkInfo"];

/**
 * Prepares a printed PDF for delivery: repacked if that pays, with the information that the request gave, and without
 * its structure if the tags were needed only for making it.
 */
export function finishPdf(
  document: PdfDocument,
  information: DocumentInformation | undefined,
  { tagged = true }: { tagged?: boolean } = {},
): FinishedPdf {
  const { bytes } = document;
  const info = withInformation(document.dict(document.trailer.get("Info")), information);
  const root = document.trailer.get("Root");
  const untag = !tagged && root instanceof PdfRef && TAGS.some((name) => document.catalog.has(name));
  if ((bytes.length <= LARGEST || untag) && !document.encrypted) {
    const replaced = new Map<number, PdfObject>();
    if (untag) replaced.set(root.number, dictWithout(document.catalog, TAGS));
    const rope = repack(document, info, replaced);
    const worthwhile = rope.length <= bytes.length * WORTHWHILE;
    if (worthwhile || untag) return { rope, repacked: worthwhile };
  }
  return { rope: info ? update(document, info) : Rope.of(bytes), repacked: false };
}

/** The entries with the request's values; undefined when it gave none. */
export function withInformation(old: PdfDict | undefined, named: DocumentInformation | undefined): PdfDict | undefined {
  const entries = Object.entries(named ?? {}).filter(([, value]) => value !== undefined) as [string, string][];
  if (entries.length === 0) return undefined;
  const info: PdfDict = new Map(old ?? []);
  for (const [name, value] of entries) info.set(name.charAt(0).toUpperCase() + name.slice(1), encodeTextString(value));
  return info;
}

function update(document: PdfDocument, info: PdfDict): Rope {
  const update = new Update(document);
  const old = document.trailer.get("Info");
  const { number, generation } = old instanceof PdfRef ? old : new PdfRef(update.newNumber(), 0);
  update.putDict(number, generation, info);
  return update.finish(new Map([["Info", new PdfRef(number, generation)]]));
}

/**
 * Writes everything that the trailer reaches anew: objects other than streams go into compressed object streams
 * (7.5.7), and streams without a filter are deflated. Numbers and contents of objects stay the same.
 */
function repack(document: PdfDocument, info: PdfDict | undefined, replaced: Map<number, PdfObject>): Rope {
  return new Repacker(document, info, replaced).write();
}

class Repacker {
  readonly #document: PdfDocument;
  readonly #replaced: Map<number, PdfObject>;
  readonly #infoNumber: number;
  readonly #file: PackedFile;
  readonly #seen = new Set<number>();
  readonly #queue: number[] = [];

  constructor(document: PdfDocument, info: PdfDict | undefined, replaced: Map<number, PdfObject>) {
    this.#document = document;
    this.#replaced = replaced;
    this.#file = new PackedFile(document.size);
    const reference = document.trailer.get("Info");
    this.#infoNumber = reference instanceof PdfRef ? reference.number : info ? this.#file.newNumber() : 0;
    if (info) replaced.set(this.#infoNumber, info);
  }

  write(): Rope {
    const { trailer } = this.#document;
    this.#reach(trailer.get("Root") ?? null);
    if (this.#infoNumber > 0) this.#reach(new PdfRef(this.#infoNumber, 0));
    for (let at = 0; at < this.#queue.length; at++) this.#writeObject(this.#queue[at]!);
    return this.#file.finish({
      root: trailer.get("Root") ?? null,
      info: this.#infoNumber > 0 ? new PdfRef(this.#infoNumber, 0) : undefined,
      id: this.#document.array(trailer.get("ID")),
    });
  }

  #writeObject(number: number): void {
    const object = this.#replaced.get(number) ?? this.#document.get(number);
    this.#reach(object);
    if (object instanceof PdfStream) this.#file.addStream(number, object.dict, this.#document.rawStream(object));
    else this.#file.add(number, object);
  }

  /** Queues everything that an object refers to. It does not recurse into indirect objects, whose graph may be deep. */
  #reach(object: PdfObject): void {
    if (object instanceof PdfRef) {
      if (this.#seen.has(object.number)) return;
      this.#seen.add(object.number);
      this.#queue.push(object.number);
    } else if (Array.isArray(object)) for (const item of object) this.#reach(item);
    else if (object instanceof Map) for (const value of object.values()) this.#reach(value);
    else if (object instanceof PdfStream) this.#reachDict(object.dict);
  }

  #reachDict(dict: PdfDict): void {
    for (const [key, value] of dict) if (key !== "Length") this.#reach(value);
  }
}
