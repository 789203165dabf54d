import { digest } from "#platform/crypto.ts";
import { deflate } from "#platform/zlib.ts";
import {
  type AddObject,
  type Described,
  describedCatalog,
  type Extras,
  newIdentifiers,
} from "../../pdf-file/information.ts";
import { latin1, type Rope } from "../../pdf-file/rope.ts";
import type { NewEncryption } from "../../pdf-file/security/new-encryption.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../../pdf-file/syntax/text-strings.ts";
import { type Checkpoint as FileCheckpoint, FileWriter } from "../../pdf-file/write/file.ts";
import type { IccProfile, ObjectSink } from "../image.ts";
import { deviceSpace } from "./colour.ts";

/** How long a document was before an image was begun. */
export interface Checkpoint {
  file: FileCheckpoint;
  nextNumber: number;
  profiles: number;
  sketched: number;
}

const CATALOG = new PdfRef(1, 0);
const PAGE_TREE = new PdfRef(2, 0);
/** What a sketch has of data that nothing but its beginning tells about: the boxes of JPEG 2000, a profile's header. */
const SKETCHED_BYTES = 4096;
const PROFILE_HEADER_BYTES = 128;

/**
 * Writes a PDF of images. Each object is written as soon as it is complete; the page tree and the catalog come last,
 * when all pages are known.
 */
export class DocumentWriter implements Omit<ObjectSink, "warn"> {
  readonly #file: FileWriter;
  readonly #encryption: NewEncryption | undefined;
  #nextNumber = PAGE_TREE.number + 1;
  /** Colour spaces of the profiles so far, by the profile's digest, since the profiles themselves may be gone. */
  readonly #profiles: { sum: string; space: PdfObject }[] = [];
  readonly #pages: PdfRef[] = [];
  /** Pages from one on that have a name, by the place of the first. */
  readonly #sections: { readonly name: string; readonly start: number }[] = [];
  /** What is in the file, with the beginning of images' and profiles' data in place of all of it. */
  readonly #sketched: Numbered[] = [];

  constructor(encryption?: NewEncryption) {
    this.#encryption = encryption;
    this.#file = new FileWriter(encryption?.version ?? "1.4", encryption?.sealer);
  }

  get length(): number {
    return this.#file.length;
  }

  get isSealed(): boolean {
    return this.#encryption !== undefined;
  }

  /** What is not handed over of the finished file. */
  get rest() {
    return this.#file.rest;
  }

  stream(dict: PdfDict, data: readonly Uint8Array[]): PdfRef {
    const isImage = dict.get("Subtype") === "Image";
    const isSketched = isImage && dict.get("Filter") === "JPXDecode";
    const [first = NOTHING] = data;
    return this.#stream(dict, data, isImage ? (isSketched ? first.slice(0, SKETCHED_BYTES) : NOTHING) : first);
  }

  #stream(dict: PdfDict, data: readonly Uint8Array[], sketch: Uint8Array): PdfRef {
    const ref = new PdfRef(this.#nextNumber++, 0);
    this.#file.stream(ref.number, dict, data);
    this.#sketched.push({ number: ref.number, object: new PdfStream(dict, sketch) });
    return ref;
  }

  #object(ref: PdfRef, object: PdfDict): void {
    this.#file.object(ref.number, object);
    this.#sketched.push({ number: ref.number, object });
  }

  profile(profile: IccProfile): PdfObject {
    const sum = digest("sha256", profile.bytes).join();
    const known = this.#profiles.find((entry) => entry.sum === sum);
    if (known) return known.space;
    const dict = pdfDict({ N: profile.components, Alternate: deviceSpace(profile.components), Filter: "FlateDecode" });
    const header = deflate(profile.bytes.subarray(0, PROFILE_HEADER_BYTES));
    const space = ["ICCBased", this.#stream(dict, [deflate(profile.bytes)], header)];
    this.#profiles.push({ sum, space });
    return space;
  }

  /** The images are called I0, I1 … by the page's content. */
  page(width: number, height: number, xobjects: readonly PdfRef[], content: string): void {
    const contents = this.stream(new Map(), [latin1(content)]);
    const named: PdfDict = new Map(xobjects.map((xobject, i) => [`I${i}`, xobject]));
    const page = new PdfRef(this.#nextNumber++, 0);
    this.#object(
      page,
      pdfDict({
        Type: "Page",
        Parent: PAGE_TREE,
        MediaBox: [0, 0, width, height],
        Resources: pdfDict({ XObject: named }),
        Contents: contents,
      }),
    );
    this.#pages.push(page);
  }

  /** The pages that follow have this name. */
  section(name: string): void {
    this.#sections.push({ name, start: this.#pages.length });
  }

  checkpoint(): Checkpoint {
    return {
      file: this.#file.checkpoint(),
      nextNumber: this.#nextNumber,
      profiles: this.#profiles.length,
      sketched: this.#sketched.length,
    };
  }

  /** Takes back everything written since then; nothing of it may have been handed over. */
  rollback(to: Checkpoint): void {
    this.#file.rollback(to.file);
    this.#nextNumber = to.nextNumber;
    this.#profiles.length = to.profiles;
    this.#sketched.length = to.sketched;
  }

  /** Hands over what is written so far. What is written later follows it. */
  drain(): Iterable<Uint8Array> {
    return this.#file.drain();
  }

  /** Ends the file, and gives what was not handed over. */
  finish(version: "1.4" | "1.5", described?: Described, extras?: Extras): Rope {
    const { objects, trailer } = this.#ending(this.#encryption?.version ?? version, described, extras);
    write(this.#file, objects);
    if (this.#encryption) {
      const encrypt = new PdfRef(this.#nextNumber + objects.length, 0);
      this.#file.openObject(encrypt.number, this.#encryption.dict);
      trailer.set("Encrypt", encrypt).set("ID", newIdentifiers());
    }
    return this.#file.endWithTable(trailer);
  }

  /**
   * What `finish` would give, as far as structure tells about it: the same objects, written by the same hand, but
   * images without their data. It is judged in place of a file that is no longer in memory, or too large to be held
   * twice.
   */
  sketch(version: "1.4" | "1.5", described?: Described, extras?: Extras): Uint8Array {
    const { objects, trailer } = this.#ending(version, described, extras);
    const file = new FileWriter(version);
    write(file, this.#sketched);
    write(file, objects);
    return file.endWithTable(trailer).toBytes();
  }

  /** An entry for each section (ISO 32000-2 §12.3.3). */
  #outline(add: AddObject): PdfRef {
    const count = this.#sections.length;
    const root = pdfDict({ Type: "Outlines", Count: count });
    const parent = add(root);
    const place = (i: number) => new PdfRef(parent.number + 1 + i, 0);
    root.set("First", place(0)).set("Last", place(count - 1));
    for (const [i, { name, start }] of this.#sections.entries()) {
      const item = pdfDict({ Title: encodeTextString(name), Parent: parent, Dest: [this.#pages[start]!, "Fit"] });
      if (i > 0) item.set("Prev", place(i - 1));
      if (i < count - 1) item.set("Next", place(i + 1));
      add(item);
    }
    return parent;
  }

  /** The name, and a number where several pages have it (ISO 32000-2 §12.4.2). */
  #pageLabels(): PdfDict {
    const labels = this.#sections.flatMap(({ name, start }, i): PdfObject[] => {
      const isOne = (this.#sections[i + 1]?.start ?? this.#pages.length) - start === 1;
      const prefix = encodeTextString(isOne ? name : `${name}, `);
      return [start, isOne ? pdfDict({ P: prefix }) : pdfDict({ P: prefix, S: "D" })];
    });
    return pdfDict({ Nums: labels });
  }

  /** The last objects: what describes the document, the catalog and the page tree. */
  #ending(version: "1.4" | "1.5" | "1.7", described: Described | undefined, extras: Extras | undefined) {
    const objects: Numbered[] = [];
    const add = (object: PdfObject): PdfRef => {
      const number = this.#nextNumber + objects.length;
      objects.push({ number, object });
      return new PdfRef(number, 0);
    };
    const trailer = pdfDict({ Root: CATALOG });
    let catalog: PdfDict = pdfDict({ Type: "Catalog" });
    if (this.#encryption) catalog.set("Extensions", this.#encryption.extensions);
    if (described) {
      catalog = describedCatalog(catalog, described, add(described.xmp));
      trailer.set("Info", add(described.info));
    }
    if (extras) {
      catalog = extras.extended(catalog, add);
      trailer.set("ID", newIdentifiers());
    }
    if (this.#sections.length > 0) {
      catalog.set("PageLabels", this.#pageLabels()).set("PageMode", "UseOutlines");
      catalog.set("Outlines", this.#outline(add));
    }
    // When the header has been handed over, the catalog's entry says the same (ISO 32000-2 §7.5.2).
    if (!this.#file.setVersion(version) && version > "1.4") catalog.set("Version", version);
    const pages = pdfDict({ Type: "Pages", Count: this.#pages.length, Kids: this.#pages });
    objects.push({ number: CATALOG.number, object: catalog.set("Pages", PAGE_TREE) });
    objects.push({ number: PAGE_TREE.number, object: pages });
    return { objects, trailer };
  }
}

interface Numbered {
  readonly number: number;
  readonly object: PdfObject;
}

function write(file: FileWriter, objects: readonly Numbered[]): void {
  for (const { number, object } of objects) {
    if (object instanceof PdfStream) file.stream(number, object.dict, [object.raw]);
    else file.object(number, object);
  }
}

const NOTHING = new Uint8Array(0);
