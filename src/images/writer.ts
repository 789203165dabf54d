import { createHash } from "node:crypto";
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
  #rope = Rope.of(HEADER);
  /** Bytes that were handed over before those of the rope. */
  #drained = 0;
  /** Offsets by object number; those of the catalog (1) and the page tree (2) are set at the end. */
  readonly #offsets: number[] = [0, 0, 0];
  /** Colour spaces of the profiles so far, by the profile's digest: the profiles themselves may be gone. */
  readonly #profiles: { digest: string; space: string }[] = [];
  readonly #pages: string[] = [];

  get length(): number {
    return this.#drained + this.#rope.length;
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
    const digest = createHash("sha256").update(profile.bytes).digest("base64");
    const known = this.#profiles.find((entry) => entry.digest === digest);
    if (known) return known.space;
    const dict = { N: profile.components, Alternate: deviceSpace(profile.components), Filter: "/FlateDecode" };
    const space = `[/ICCBased ${this.stream(dict, [deflateSync(profile.bytes)])}]`;
    this.#profiles.push({ digest, space });
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

  /** Takes back everything written since, of which nothing may have been handed over. */
  rollback(to: Checkpoint): void {
    this.#rope.pieces.length = to.pieces;
    this.#rope.length = to.length;
    this.#offsets.length = to.objects;
    this.#profiles.length = to.profiles;
  }

  /** Hands over what is written so far: what is written later follows it. */
  drain(): Uint8Array[] {
    const { pieces } = this.#rope;
    this.#drained += this.#rope.length;
    this.#rope = new Rope();
    return pieces;
  }

  /** The end of the file, and what of it was not handed over. */
  finish(minVersion: "1.4" | "1.5"): Rope {
    // The header may be gone by now; the catalog's entry says the same (ISO 32000-2 §7.5.2).
    const version = this.#drained > 0 && minVersion > "1.4" ? `/Version/${minVersion}` : "";
    if (this.#drained === 0) this.#rope.pieces[0]![VERSION_MINOR_AT] = minVersion.charCodeAt(2);
    this.#offsets[1] = this.#push(`1 0 obj\n<</Type/Catalog${version}/Pages 2 0 R>>\nendobj\n`);
    this.#offsets[2] = this.#push(
      `2 0 obj\n<</Type/Pages/Count ${this.#pages.length}/Kids[${this.#pages.join(" ")}]>>\nendobj\n`,
    );
    const count = this.#offsets.length;
    const entries = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    const start = this.#push(`xref\n0 ${count}\n0000000000 65535 f \n${entries.join("")}`);
    this.#push(`trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
    return this.#rope;
  }

  #push(piece: string): number {
    return this.#drained + this.#rope.push(piece);
  }

  #begin(): string {
    const number = this.#offsets.length;
    this.#offsets.push(this.#push(`${number} 0 obj\n`));
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
