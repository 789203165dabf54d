import { indexOf } from "#platform/bytes.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { wordEnd } from "../../pdf-file/syntax/chars.ts";
import { readName } from "../../pdf-file/syntax/names.ts";
import { joined } from "../../platform/bytes.ts";
import * as CHAR from "../../platform/char.ts";

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
