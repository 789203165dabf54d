import { DEFAULT_OPTIONS, ImageDocument } from "../../../src/images/image-document.ts";
import { Work } from "../../../src/meter/work.ts";
import { hostileImages } from "../../../test/fixtures/hostile/images.ts";
import { hostilePdfs } from "../../../test/fixtures/hostile/pdfs.ts";
import { runPdf } from "../../../test/support/pdf-operations.ts";
import { plain, type Reader } from "./reader.ts";

/** More than the meter allows a small file ends it; what remains is the time until then. */
const MAX_MS = 2500;

/**
 * The hostile files as they are: with `--free`, those take long of which a cost is held back. Members of JSON, hosts
 * that a page names, and the length of an agent's message have limits of their own, which tests of the intake hold.
 */
export const hostileReaders: readonly Reader[] = [
  ...hostilePdfs.map(({ name, operation, make }) =>
    reader(`the hostile file ${name}`, make, (file) => runPdf(operation, file, new Work(file.length))),
  ),
  ...hostileImages.map(({ name, make }) =>
    reader(`the hostile image ${name}`, make, (bytes) =>
      new ImageDocument(new Work(bytes.length)).add({ name: "a", bytes }, DEFAULT_OPTIONS),
    ),
  ),
];

function reader(name: string, make: () => Uint8Array, run: (file: Uint8Array) => unknown): Reader {
  return { name, words: ["a"], frames: plain, mostMs: MAX_MS, read: () => run(Uint8Array.from(make())) };
}
