import { digest } from "#platform/crypto.ts";
import { deflate } from "#platform/zlib.ts";
import { type Described, describedCatalog } from "../../pdf-file/information.ts";
import { latin1, type Rope } from "../../pdf-file/rope.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import { type Checkpoint as FileCheckpoint, FileWriter } from "../../pdf-file/write/file.ts";
import type { IccProfile, ObjectSink } from "../image.ts";
import { deviceSpace } from "./colour.ts";

/** Where a document stood before an image was begun. */
export interface Checkpoint {
  file: FileCheckpoint;
  nextNumber: number;
  profiles: number;
}

const CATALOG = new PdfRef(1, 0);
const PAGE_TREE = new PdfRef(2, 0);

/**
 * Writes a PDF of images. Each object is written as soon as it is complete; the page tree and the catalog come last,
 * when all pages are known.
 */
export class DocumentWriter implements Omit<ObjectSink, "warn"> {
  readonly #file = new FileWriter("1.4");
  #nextNumber = PAGE_TREE.number + 1;
  /** Colour spaces of the profiles so far, by the profile's digest, since the profiles themselves may be gone. */
  readonly #profiles: { sum: string; space: PdfObject }[] = [];
  readonly #pages: PdfRef[] = [];

  get length(): number {
    return this.#file.length;
  }

  stream(dict: PdfDict, data: readonly Uint8Array[]): PdfRef {
    const ref = new PdfRef(this.#nextNumber++, 0);
    this.#file.stream(ref.number, dict, data);
    return ref;
  }

  profile(profile: IccProfile): PdfObject {
    const sum = digest("sha256", profile.bytes).join();
    const known = this.#profiles.find((entry) => entry.sum === sum);
    if (known) return known.space;
    const dict: PdfDict = new Map<string, PdfObject>([
      ["N", profile.components],
      ["Alternate", deviceSpace(profile.components)],
      ["Filter", "FlateDecode"],
    ]);
    const space = ["ICCBased", this.stream(dict, [deflate(profile.bytes)])];
    this.#profiles.push({ sum, space });
    return space;
  }

  /** The images are called I0, I1 … by the page's content. */
  page(width: number, height: number, xobjects: readonly PdfRef[], content: string): void {
    const contents = this.stream(new Map(), [latin1(content)]);
    const named: PdfDict = new Map(xobjects.map((xobject, i) => [`I${i}`, xobject]));
    const page = new PdfRef(this.#nextNumber++, 0);
    this.#file.object(
      page.number,
      new Map<string, PdfObject>([
        ["Type", "Page"],
        ["Parent", PAGE_TREE],
        ["MediaBox", [0, 0, width, height]],
        ["Resources", new Map([["XObject", named]])],
        ["Contents", contents],
      ]),
    );
    this.#pages.push(page);
  }

  checkpoint(): Checkpoint {
    return { file: this.#file.checkpoint(), nextNumber: this.#nextNumber, profiles: this.#profiles.length };
  }

  /** Takes back everything written since then; nothing of it may have been handed over. */
  rollback(to: Checkpoint): void {
    this.#file.rollback(to.file);
    this.#nextNumber = to.nextNumber;
    this.#profiles.length = to.profiles;
  }

  /** Hands over what is written so far. What is written later follows it. */
  drain(): Uint8Array[] {
    return this.#file.drain();
  }

  /** Ends the file, and gives what was not handed over. */
  finish(version: "1.4" | "1.5", described?: Described): Rope {
    const trailer: PdfDict = new Map([["Root", CATALOG]]);
    let catalog: PdfDict = new Map([["Type", "Catalog"]]);
    if (described) {
      catalog = describedCatalog(catalog, described, this.stream(described.xmp.dict, [described.xmp.raw]));
      const info = new PdfRef(this.#nextNumber++, 0);
      this.#file.object(info.number, described.info);
      trailer.set("Info", info);
    }
    // When the header has been handed over, the catalog's entry says the same (ISO 32000-2 §7.5.2).
    if (!this.#file.setVersion(version) && version > "1.4") catalog.set("Version", version);
    this.#file.object(CATALOG.number, catalog.set("Pages", PAGE_TREE));
    this.#file.object(
      PAGE_TREE.number,
      new Map<string, PdfObject>([
        ["Type", "Pages"],
        ["Count", this.#pages.length],
        ["Kids", this.#pages],
      ]),
    );
    return this.#file.endWithTable(trailer);
  }
}
