import { deflateSync } from "node:zlib";
import { Rope } from "../pdf/rope.ts";
import { deviceSpace } from "./colour.ts";
import type { DictEntries, IccProfile, ObjectSink } from "./image.ts";

/** Where a document stood before an image was begun. */
export interface Checkpoint {
  pieces: number;
  length: number;
  objects: number;
  profiles: number;
}

const HEADER = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
const VERSION_MINOR_AT = 7;

/**
 * Writes a PDF from front to back: each object as soon as it is complete, the page tree, catalog and cross-reference
 * table last, when it is known what there is.
 */
export class DocumentWriter implements Omit<ObjectSink, "warn"> {
  readonly #rope = Rope.of(HEADER);
  /** Offsets by object number; those of the catalog (1) and the page tree (2) are set at the end. */
  readonly #offsets: number[] = [0, 0, 0];
  readonly #profiles: { profile: IccProfile; space: string }[] = [];
  readonly #pages: string[] = [];

  get pageCount(): number {
    return this.#pages.length;
  }

  get length(): number {
    return this.#rope.length;
  }

  stream(dict: DictEntries, data: readonly Uint8Array[]): string {
    const reference = this.#begin();
    const length = data.reduce((sum, piece) => sum + piece.length, 0);
    this.#rope.push(`${dictionary({ ...dict, Length: length })}\nstream\n`);
    for (const piece of data) this.#rope.push(piece);
    this.#rope.push("\nendstream\nendobj\n");
    return reference;
  }

  object(text: string): string {
    const reference = this.#begin();
    this.#rope.push(`${text}\nendobj\n`);
    return reference;
  }

  profile(profile: IccProfile): string {
    const known = this.#profiles.find((entry) => equalBytes(entry.profile.bytes, profile.bytes));
    if (known) return known.space;
    const dict = { N: profile.components, Alternate: deviceSpace(profile.components), Filter: "/FlateDecode" };
    const space = `[/ICCBased ${this.stream(dict, [deflateSync(profile.bytes)])}]`;
    this.#profiles.push({ profile, space });
    return space;
  }

  page(width: string, height: string, xobjects: readonly string[], content: string): void {
    const contents = this.stream({}, [new TextEncoder().encode(content)]);
    const resources = xobjects.map((reference, i) => `/I${i} ${reference}`).join(" ");
    this.#pages.push(
      this.object(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources<</XObject<<${resources}>>>>/Contents ${contents}>>`,
      ),
    );
  }

  checkpoint(): Checkpoint {
    return {
      pieces: this.#rope.pieces.length,
      length: this.#rope.length,
      objects: this.#offsets.length,
      profiles: this.#profiles.length,
    };
  }

  /** Takes back everything written since; pages are counted by their objects. */
  rollback(to: Checkpoint, pageCount: number): void {
    this.#rope.pieces.length = to.pieces;
    this.#rope.length = to.length;
    this.#offsets.length = to.objects;
    this.#profiles.length = to.profiles;
    this.#pages.length = pageCount;
  }

  finish(minVersion: "1.4" | "1.5"): Rope {
    const rope = this.#rope;
    rope.pieces[0]![VERSION_MINOR_AT] = minVersion.charCodeAt(2);
    this.#offsets[1] = rope.push("1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n");
    this.#offsets[2] = rope.push(
      `2 0 obj\n<</Type/Pages/Count ${this.#pages.length}/Kids[${this.#pages.join(" ")}]>>\nendobj\n`,
    );
    const count = this.#offsets.length;
    const entries = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    const start = rope.push(`xref\n0 ${count}\n0000000000 65535 f \n${entries.join("")}`);
    rope.push(`trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
    return rope;
  }

  #begin(): string {
    const number = this.#offsets.length;
    this.#offsets.push(this.#rope.push(`${number} 0 obj\n`));
    return `${number} 0 R`;
  }
}

function dictionary(entries: DictEntries): string {
  let text = "<<";
  for (const [key, value] of Object.entries(entries)) {
    if (value !== undefined) text += `/${key} ${value}`;
  }
  return `${text}>>`;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
