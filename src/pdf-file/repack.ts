import type { PdfDocument } from "./document.ts";
import { Edits } from "./edits.ts";
import {
  type Described,
  type DocumentInformation,
  described,
  describedCatalog,
  type Extras,
  newIdentifiers,
  updateInformation,
} from "./information.ts";
import { Rope } from "./rope.ts";
import { dictWithout, type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from "./syntax/objects.ts";
import { decodeTextString } from "./syntax/text-strings.ts";
import { Update } from "./update.ts";
import { PackedFile } from "./write/packed.ts";

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
 * its structure if the tags were needed only for making it. With `extras`, and where the print had to be repaired, it is a
 * new file in any case.
 */
export function finishPdf(
  document: PdfDocument,
  information: DocumentInformation | undefined,
  { tagged = true, extras }: { tagged?: boolean; extras?: Extras | undefined } = {},
): FinishedPdf {
  const { bytes } = document;
  const made = described(document, information, extras);
  const untag = !tagged && TAGS.some((name) => document.catalog.has(name));
  const isRewritable = document.trailer.get("Root") instanceof PdfRef && !document.encrypted;
  const isNew = untag || extras !== undefined || document.rebuilt;
  if (isRewritable && (bytes.length <= LARGEST || isNew)) {
    const catalog = untag ? dictWithout(document.catalog, TAGS) : document.catalog;
    const rope = new Repacker(document, made, catalog, extras).write();
    const worthwhile = rope.length <= bytes.length * WORTHWHILE;
    if (worthwhile || isNew) return { rope, repacked: worthwhile };
  }
  return { rope: made ? update(document, made) : Rope.of(bytes), repacked: false };
}

/** The title that the document information gives. */
export function documentTitle(document: PdfDocument): string | undefined {
  const title = document.resolve(document.dict(document.trailer.get("Info"))?.get("Title"));
  return title instanceof PdfString ? decodeTextString(title.bytes).trim() : undefined;
}

/** Takes away the language of the document, and of the elements at the top of its structure. */
export function forgetLanguage(document: PdfDocument): void {
  const edits = new Edits(document);
  const top = document.dict(document.catalog.get("StructTreeRoot"))?.get("K");
  for (const item of [document.trailer.get("Root"), top, ...(document.array(top) ?? [])]) {
    const dict = document.dict(item);
    if (item instanceof PdfRef && dict) edits.put(item.number, dictWithout(dict, ["Lang"]));
  }
  document.edit(edits.objects);
}

function update(document: PdfDocument, made: Described): Rope {
  const update = new Update(document);
  return update.finish(updateInformation(document, update, made));
}

/**
 * Writes everything that the trailer reaches again: objects other than streams go into compressed object streams
 * (7.5.7), and streams without a filter are deflated. Numbers and contents of objects stay the same.
 */
class Repacker {
  readonly #document: PdfDocument;
  readonly #replaced = new Map<number, PdfObject>();
  readonly #info: PdfRef | undefined;
  readonly #file: PackedFile;
  readonly #seen = new Set<number>();
  readonly #queue: number[] = [];
  readonly #id: PdfObject | undefined;

  constructor(document: PdfDocument, made: Described | undefined, catalog: PdfDict, extras: Extras | undefined) {
    this.#document = document;
    this.#id = document.array(document.trailer.get("ID")) ?? (extras && newIdentifiers());
    this.#file = new PackedFile(document.size);
    const { trailer } = document;
    const old = trailer.get("Info");
    this.#info = old instanceof PdfRef ? old : made && new PdfRef(this.#file.newNumber(), 0);
    const root = trailer.get("Root") as PdfRef;
    const add = (object: PdfObject): PdfRef => {
      const ref = new PdfRef(this.#file.newNumber(), 0);
      this.#replaced.set(ref.number, object);
      return ref;
    };
    if (made) this.#replaced.set(this.#info!.number, made.info);
    const own = made ? describedCatalog(catalog, made, add(made.xmp)) : catalog;
    const names = document.dict(own.get("Names"));
    const named = names ? new Map(own).set("Names", names) : own;
    this.#replaced.set(root.number, extras ? extras.extended(named, add) : own);
  }

  write(): Rope {
    const { trailer } = this.#document;
    this.#reach(trailer.get("Root") ?? null);
    if (this.#info) this.#reach(this.#info);
    for (let at = 0; at < this.#queue.length; at++) this.#writeObject(this.#queue[at]!);
    return this.#file.finish({
      root: trailer.get("Root") ?? null,
      info: this.#info,
      id: this.#id,
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
