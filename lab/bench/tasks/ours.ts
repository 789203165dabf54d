import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { zip } from "../../../src/deliver/zip.ts";
import { markFont } from "../../../src/engine.ts";
import { DEFAULT_OPTIONS, ImageDocument, imagesToPdf } from "../../../src/images/image-document.ts";
import { mergeInTurns, mergeWork } from "../../../src/merge/merge.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { Work } from "../../../src/meter/work.ts";
import { checkInTurns } from "../../../src/pdf-conformance/check.ts";
import { DEFAULT_THRESHOLD } from "../../../src/pdf-content/content-limits.ts";
import { contentAreas, cropPdf, removeOutside, splitDocument } from "../../../test/support/at-once.ts";
import "../../../test/support/parts.ts";
import { compileExpression } from "../../../src/pdf-content/text/regex.ts";
import { matching } from "../../../src/pdf-content/text/search.ts";
import { extrasOf } from "../../../src/pdf-file/finish/extras.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { rewritten } from "../../../src/pdf-file/rewritten.ts";
import { Rope } from "../../../src/pdf-file/rope.ts";
import { newEncryption } from "../../../src/pdf-file/security/new-encryption.ts";
import { pageSet } from "../../../src/pdf-pages/page-set.ts";
import { redactInTurns } from "../../../src/redact/redact.ts";
import type { SplitPart } from "../../../src/split/split.ts";
import { freshInput, input, writeOut, writePieces } from "./files.ts";
import { inset } from "./inset.ts";
import { serveTasks } from "./serve.ts";

const area = { x: 50, y: 50, width: 400, height: 600 };

function crop(bytes: Uint8Array, pages: readonly number[] | "all"): Rope {
  const numbers = pages === "all" ? [1] : pages;
  const definitions = numbers.map((page) => ({ page, area }));
  return cropPdf(openPdf(bytes), { definitions, all: pages === "all" }).rope;
}

function* slices(bytes: Uint8Array, length: number): Generator<Uint8Array> {
  const step = 64 << 10;
  for (let done = 0; done < length; done += step) {
    const at = done % (bytes.length - step);
    yield bytes.subarray(at, at + Math.min(step, length - done));
  }
}

/** Engine time, and the time of the same work from file to file. */
async function timed(path: string, work: (bytes: Uint8Array) => Promise<Rope[]> | Rope[]) {
  const bytes = input(path);
  const started = performance.now();
  const ropes = await work(bytes);
  const ms = performance.now() - started;
  const fileStart = performance.now();
  const bytesOut = writeOut(await work(freshInput(path)));
  return { ms, withFilesMs: performance.now() - fileStart, bytesOut, parts: ropes.length };
}

const splitLimits = { outputBytes: 2 ** 32 };

/** Pieces are valid until the next is asked for, and are written in groups. */
function* copies(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const piece of pieces) yield piece.slice();
}

function split(bytes: Uint8Array, parts: number): readonly SplitPart[] {
  const document = openPdf(bytes);
  const perPart = Math.max(1, Math.ceil(document.pageCount / parts));
  const sets = Array.from({ length: Math.ceil(document.pageCount / perPart) }, (_, index) =>
    pageSet([{ first: index * perPart + 1, last: Math.min(document.pageCount, (index + 1) * perPart) }]),
  );
  return splitDocument(document, { parts: sets }, splitLimits).parts;
}

function* piecesOf(parts: readonly SplitPart[]): Generator<Uint8Array> {
  for (const part of parts) yield* part.pieces;
}

/** Reads all pieces, so that parts that are assembled while they are read count as well. */
function drained(parts: readonly SplitPart[]): number {
  let bytes = 0;
  for (const piece of piecesOf(parts)) bytes += piece.length;
  return bytes;
}

function removed(path: string, share: number) {
  const bytes = input(path);
  const definitions = [{ page: 1, area: inset(bytes, share) }];
  const started = performance.now();
  const { rope } = removeOutside(openPdf(bytes), { definitions, all: true });
  return { ms: performance.now() - started, bytesOut: rope.length };
}

/** The documents joined, from bytes in memory; the result is written afterwards. */
function assembled(paths: readonly string[], output: string) {
  const files = paths.map(freshInput);
  const started = performance.now();
  const parts = files.map((bytes, at) => ({ document: openPdf(bytes), title: `Document ${at + 1}` }));
  const { rope } = atOnce(mergeInTurns(parts, { tagged: true, outline: "keep" }, mergeWork(parts)));
  const ms = performance.now() - started;
  writeFileSync(output, rope.toBytes());
  return { ms, bytesOut: rope.length };
}

const sans = await markFont();

/** The document alone, with a number on each page. */
function numbered(path: string) {
  const bytes = freshInput(path);
  const started = performance.now();
  const document = openPdf(bytes);
  const look = {
    layer: "over",
    font: sans,
    size: 10,
    color: [0, 0, 0],
    place: { position: "bottom", margin: 28 },
  } as const;
  const overlays = (page: number) => [{ ...look, text: `${page} / ${document.pageCount}` }];
  const parts = [{ document, title: "Numbered" }];
  const { rope } = atOnce(mergeInTurns(parts, { tagged: true, outline: "none", overlays }, mergeWork(parts)));
  return { ms: performance.now() - started, bytesOut: rope.length };
}

serveTasks({
  assemble: assembled,
  number: numbered,
  split(path: string, parts: number) {
    const bytes = input(path);
    const started = performance.now();
    const bytesOut = drained(split(bytes, parts));
    return { ms: performance.now() - started, bytesOut };
  },
  /** Parts begin at the pages that have what the expression says. */
  splitByText(path: string, expression: string) {
    const bytes = input(path);
    const started = performance.now();
    const find = matching(compileExpression(expression, true, 1000));
    const text = { find, at: "start", page: "keep", before: "part", none: "refuse" } as const;
    const { parts } = splitDocument(openPdf(bytes), { text }, splitLimits);
    const bytesOut = drained(parts);
    return { ms: performance.now() - started, bytesOut, note: `${parts.length} parts` };
  },
  splitOne(path: string, page: number) {
    const started = performance.now();
    const parts = splitDocument(
      openPdf(input(path)),
      { parts: [pageSet([{ first: page, last: page }])] },
      splitLimits,
    ).parts;
    return { ms: performance.now() - started, bytesOut: drained(parts) };
  },
  splitSingles(path: string) {
    const bytes = input(path);
    const started = performance.now();
    const entries = split(bytes, Number.POSITIVE_INFINITY).map(({ pages, length, crc32, pieces }) => ({
      name: `${pages.label}.pdf`,
      length,
      crc32,
      pieces,
    }));
    const bytesOut = writePieces(zip(entries).pieces);
    return { ms: performance.now() - started, bytesOut };
  },
  /** As many bytes from the same input, in pieces as large as its pages. */
  writeBytes(path: string, length: number) {
    const bytes = input(path);
    const started = performance.now();
    const bytesOut = writePieces(slices(bytes, length));
    return { ms: performance.now() - started, bytesOut };
  },
  contentBoxes(path: string, mostPages: number) {
    const bytes = input(path);
    const started = performance.now();
    const document = openPdf(bytes);
    const indexes = Array.from({ length: Math.min(mostPages, document.pageCount) }, (_, index) => index);
    contentAreas(document, indexes, { threshold: DEFAULT_THRESHOLD, specks: 0 });
    return { ms: performance.now() - started, bytesOut: 0 };
  },
  removeOutside: (path: string) => removed(path, 0.1),
  removeNothing: (path: string) => removed(path, 0),
  /** Cuts a word wherever it is. */
  redact(path: string, word: string) {
    const bytes = input(path);
    const before = process.cpuUsage();
    const started = performance.now();
    const { rope } = atOnce(redactInTurns(openPdf(bytes), { rules: [{ words: word }], mark: { colour: [0, 0, 0] } }));
    const ms = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    return { ms, cpuMs: (user + system) / 1000, bytesOut: rope.length };
  },
  removeTo(path: string, output: string) {
    const bytes = input(path);
    const definitions = [{ page: 1, area: inset(bytes, 0.1) }];
    writeFileSync(output, removeOutside(openPdf(bytes), { definitions, all: true }).rope.toBytes());
    return { ms: 0, bytesOut: 0 };
  },
  /** This many pages, spread over the document, as a document of their own. */
  spreadPages(path: string, output: string, most: number) {
    const document = openPdf(input(path));
    const step = Math.max(1, document.pageCount / most);
    const pages = Array.from(
      { length: Math.min(most, document.pageCount) },
      (_, index) => Math.floor(index * step) + 1,
    );
    const set = pageSet(pages.map((page) => ({ first: page, last: page })));
    const [part] = splitDocument(document, { parts: [set] }, splitLimits).parts;
    writeFileSync(output, Buffer.concat([...piecesOf([part!])]));
    return { ms: 0, bytesOut: 0 };
  },
  /** The inset as boxes only. */
  hideOutside(path: string, output: string) {
    const bytes = input(path);
    const definitions = [{ page: 1, area: inset(bytes, 0.1) }];
    writeFileSync(output, cropPdf(openPdf(bytes), { definitions, all: true }).rope.toBytes());
    return { ms: 0, bytesOut: 0 };
  },
  cropAll: (path: string) => timed(path, (bytes) => [crop(bytes, "all")]),
  cropOne: (path: string) => timed(path, (bytes) => [crop(bytes, [1000])]),
  image: (path: string) =>
    timed(path, async (bytes) => {
      const result = await imagesToPdf([{ name: basename(path), bytes }], DEFAULT_OPTIONS);
      const failure = result.failures[0];
      if (failure !== undefined) throw new Error(`${failure.code}: ${failure.message}`);
      return [result.rope];
    }),
  /** Encrypted by AES-256, from file to file. */
  protect(path: string) {
    const started = performance.now();
    const encryption = newEncryption({ userPassword: "u", ownerPassword: "o" });
    const bytes = freshInput(path);
    const { pieces } = atOnce(rewritten([bytes], { work: new Work(bytes.length), security: undefined, encryption }));
    const bytesOut = writePieces(copies(pieces));
    return { ms: performance.now() - started, bytesOut };
  },
  /** An image several times; as PDF/A-2b, which is judged, or as it is. */
  async photos(path: string, count: number, claims: number) {
    const bytes = input(path);
    const started = performance.now();
    const document = new ImageDocument(new Work(bytes.length * count));
    for (let index = 0; index < count; index++) await document.add({ name: `${index}`, bytes }, DEFAULT_OPTIONS);
    const options = { ...DEFAULT_OPTIONS, extras: claims ? extrasOf({ claim: "pdfa-2b" }) : undefined };
    if (claims) {
      const sketch = document.sketch(options);
      const { met } = atOnce(checkInTurns(openPdf(sketch), sketch, "pdfa-2b"));
      if (!met) throw new Error("it is no PDF/A-2b");
    }
    const { length } = document.finish(options);
    return { ms: performance.now() - started, bytesOut: length };
  },
  /** A copy of the bytes: the least that passing them through costs. */
  copy: (path: string) => timed(path, (bytes) => [Rope.of(bytes.slice())]),
});
