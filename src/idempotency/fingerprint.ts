import { createHash } from "node:crypto";
import type { InputFile } from "../intake/submission.ts";

/** SHA-256 over everything that makes two requests the same: operation, fields, files with their names. */
export function fingerprint(
  operation: string,
  fields: ReadonlyMap<string, unknown>,
  files: readonly InputFile[],
): string {
  const hash = createHash("sha256");
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  hash.update(JSON.stringify([operation, sorted]));
  for (const { field, name, bytes } of files) {
    // The length before the bytes keeps two files from being taken for one.
    hash.update(JSON.stringify([field, name, bytes.length]));
    hash.update(bytes);
  }
  return hash.digest("hex");
}
