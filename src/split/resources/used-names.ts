import { indexOf } from "#platform/bytes.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { wordEnd } from "../../pdf-file/syntax/chars.ts";
import { readName } from "../../pdf-file/syntax/names.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { joined } from "../../platform/bytes.ts";
import * as CHAR from "../../platform/char.ts";
import type { ContentReader } from "./content-reader.ts";

/** Forms inside forms; viewers stop at some 30. */
const DEEPEST = 32;
/** Pictures, forms and fonts that one page may use. */
const MAX_USED = 20_000;
/** Names that all forms of a document together leave to the resources around them. */
const MAX_FOREIGN = 500_000;

/** The kinds of resources that content names (ISO 32000-2 §7.8.3). */
export const KINDS = ["XObject", "Font", "Pattern", "Shading", "ExtGState", "ColorSpace", "Properties"] as const;
/** Of these, what may be painted by content of its own. */
export const PAINTING = ["XObject", "Font", "Pattern", "ExtGState"] as const;

/** Which names content uses: its own, and those that forms, patterns and glyphs leave to the resources around them. */
export class UsedNames {
  readonly #document: PdfDocument;
  readonly #reader: ContentReader;
  readonly #foreign = new Map<number, ReadonlySet<string>>();
  #foreignNames = 0;

  constructor(reader: ContentReader) {
    this.#document = reader.document;
    this.#reader = reader;
  }

  /** Adds the names in the streams to `names`, as far as they need to be read. */
  read(streams: Iterable<PdfStream>, names: Set<string>, enough: () => boolean = () => false): void {
    for (const stream of streams) {
      if (enough()) return;
      this.#readStream(stream, names, enough);
    }
  }

  /** Adds the names that are looked up in `resources` by what they paint, and so on until there are no more. */
  close(resources: PdfDict, names: Set<string>): void {
    const visited = new Set<PdfObject>();
    for (let before = -1; before !== visited.size; ) {
      before = visited.size;
      for (const kind of PAINTING) {
        const entries = this.#document.dict(resources.get(kind));
        if (entries === undefined) continue;
        // The names grow meanwhile: new ones are met in the same round or the next.
        for (const name of names) {
          const value = entries.get(name);
          if (value === undefined || visited.has(value)) continue;
          visited.add(value);
          if (visited.size > MAX_USED) throw tooMany();
          for (const other of this.#foreignOf(value, 0)) names.add(other);
        }
      }
    }
  }

  /** The content of a form, a tiling pattern or a Type 3 font (§8.10, §8.7.3, §9.6.4). */
  contentOf(value: PdfObject): PdfStream[] {
    const object = this.#document.resolve(value);
    const dict = this.#document.dict(object);
    if (dict === undefined) return [];
    if (object instanceof PdfStream) {
      const isForm = this.#document.resolve(dict.get("Subtype")) === "Form" || dict.has("PatternType");
      return isForm ? [object] : [];
    }
    const mask = this.#document.dict(dict.get("SMask"));
    const drawn = mask === undefined ? this.#document.entries(dict.get("CharProcs")).values() : [mask.get("G") ?? null];
    return [...drawn].map((item) => this.#document.resolve(item)).filter((item) => item instanceof PdfStream);
  }

  #foreignOf(value: PdfObject, depth: number): ReadonlySet<string> {
    const number = value instanceof PdfRef ? value.number : undefined;
    const known = number === undefined ? undefined : this.#foreign.get(number);
    if (known !== undefined) return known;
    if (depth > DEEPEST) throw tooMany();
    const found = new Set<string>();
    // Met again inside itself, it adds nothing.
    if (number !== undefined) this.#foreign.set(number, found);
    const streams = this.contentOf(value);
    if (streams.length === 0) return found;
    const dict = this.#document.dict(value);
    const isMask = dict?.has("SMask") && !dict.has("Subtype");
    const own = this.#document.dict((isMask ? streams[0]?.dict : dict)?.get("Resources"));
    const kinds = own === undefined ? [] : KINDS.map((kind) => this.#document.dict(own.get(kind)));
    const names = new Set<string>();
    this.read(streams, names);
    for (const name of names) {
      if (!kinds.some((entries) => entries?.has(name))) found.add(name);
      for (const kind of PAINTING) {
        const nested = this.#document.dict(own?.get(kind))?.get(name);
        if (nested === undefined) continue;
        for (const other of this.#foreignOf(nested, depth + 1)) {
          if (!kinds.some((entries) => entries?.has(other))) found.add(other);
        }
      }
    }
    this.#foreignNames += found.size;
    if (this.#foreignNames > MAX_FOREIGN) throw tooMany();
    return found;
  }

  #readStream(stream: PdfStream, names: Set<string>, enough: () => boolean): void {
    let found = new ContentNames(names);
    this.#reader.read(
      stream,
      () => {
        found = new ContentNames(names);
      },
      (chunk) => {
        found.take(chunk);
        return enough() ? "enough" : "more";
      },
    );
    found.end();
  }
}

function tooMany(): PdfProblem {
  return new PdfProblem("budget", "The document's content is too large to find out which resources it uses.");
}

/** Names that one content may use; the largest of real documents have some thousands. */
const MAX_NAMES = 100_000;
/** A name that is longer than this is not put together over several chunks. */
const LONGEST = 1 << 20;

/**
 * Everything in content that could be a name. Operators are not parsed, and strings and inline images are not skipped.
 * A false name keeps a resource that nobody needs, but a name that is used is never missed.
 */
export class ContentNames {
  readonly #names: Set<string>;
  /** The part of a name with which the last chunk ended. */
  #open: Uint8Array | undefined;

  constructor(names: Set<string>) {
    this.#names = names;
  }

  take(chunk: Uint8Array): void {
    let at = 0;
    if (this.#open !== undefined) {
      const end = wordEnd(chunk, 0, chunk.length);
      const name = joined([this.#open, chunk.subarray(0, end)]);
      this.#open = name;
      if (name.length > LONGEST) throw new PdfProblem("budget", "A name in a page's content is too long.");
      if (end === chunk.length) return;
      this.end();
      at = end;
    }
    for (at = indexOf(chunk, CHAR.SLASH, at); at >= 0; at = indexOf(chunk, CHAR.SLASH, at + 1)) {
      const end = wordEnd(chunk, at + 1, chunk.length);
      if (end === chunk.length) {
        this.#open = chunk.slice(at + 1, end);
        return;
      }
      this.#add(readName(chunk, at + 1, end));
    }
  }

  #add(name: string): void {
    this.#names.add(name);
    if (this.#names.size > MAX_NAMES) throw new PdfProblem("budget", "A page's content has too many names.");
  }

  end(): void {
    if (this.#open !== undefined) this.#add(readName(this.#open, 0, this.#open.length));
    this.#open = undefined;
  }
}
