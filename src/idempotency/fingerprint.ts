import { createHash } from "node:crypto";
import type { InputFile } from "../intake/submission-rules.ts";

/** SHA-256 over everything that makes two requests the same: files with their names, the operation, and the fields. */
export class Fingerprint {
  readonly #hash = createHash("sha256");

  add({ field, name, bytes }: InputFile): void {
    // The length before the bytes keeps two files from being mistaken for one.
    this.#hash.update(JSON.stringify([field, name, bytes.length]));
    this.#hash.update(bytes);
  }

  finish(operation: string, fields: ReadonlyMap<string, unknown>): string {
    const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
    return this.#hash.update(JSON.stringify([operation, sorted])).digest("hex");
  }
}
