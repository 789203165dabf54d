import { deflate } from "#platform/zlib.ts";
import type { Rope } from "../rope.ts";
import { type PdfDict, type PdfObject, type PdfRef, pdfDict } from "../syntax/objects.ts";
import { writeObject } from "../syntax/serialise.ts";
import { FileWriter } from "./file.ts";
import { ObjectStreamPacker } from "./object-streams.ts";

const LEVEL = 9;

/**
 * Writes a new file as small as possible: objects other than streams go into compressed object streams (7.5.7), and
 * streams without a filter are deflated.
 */
export class PackedFile {
  readonly #file = new FileWriter("1.7");
  readonly #packer = new ObjectStreamPacker(LEVEL);
  #next: number;

  /** `next` is the first free number. */
  constructor(next: number) {
    this.#next = next;
  }

  newNumber(): number {
    return this.#next++;
  }

  /** Returns how many bytes it takes before they are compressed. */
  add(number: number, object: PdfObject): number {
    const out = this.#packer.begin(number);
    const before = out.length;
    writeObject(out, object);
    const bytes = out.length - before;
    this.#packer.end();
    if (this.#packer.isFull) this.#flush();
    return bytes;
  }

  /** The data, already coded by the dictionary's filters. Metadata is not compressed: programs search files for it. */
  addStream(number: number, old: PdfDict, raw: Uint8Array): void {
    const isCoded = old.has("Filter") || old.get("Type") === "Metadata";
    const deflated = isCoded ? raw : deflate(raw, { level: LEVEL });
    if (deflated.length >= raw.length) {
      this.#file.stream(number, old, [raw]);
      return;
    }
    const dict: PdfDict = new Map(old).set("Filter", "FlateDecode");
    dict.delete("DecodeParms");
    this.#file.stream(number, dict, [deflated]);
  }

  #flush(): void {
    const { numbers, dict, data } = this.#packer.take();
    const container = this.#next++;
    for (const [index, number] of numbers.entries()) this.#file.packed(number, container, index);
    this.#file.stream(container, dict, [data]);
  }

  finish({ root, info, id }: { root: PdfObject; info: PdfRef | undefined; id: PdfObject | undefined }): Rope {
    if (!this.#packer.isEmpty) this.#flush();
    const trailer = pdfDict({ Root: root });
    if (info) trailer.set("Info", info);
    if (id) trailer.set("ID", id);
    return this.#file.endWithStream(trailer, this.#next++, LEVEL);
  }
}
