import { rangesInTurns } from "../../src/api/operations/page-ranges.ts";
import { atOnce } from "../../src/meter/turns.ts";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from "../../src/pdf-file/syntax/objects.ts";
import type { Split } from "../../src/split/split.ts";
import { type Bodies, type FileOptions, pdf, text } from "../fixtures/pdf.ts";
import { splitDocument } from "../support/at-once.ts";

const NO_LIMIT = { outputBytes: Number.MAX_SAFE_INTEGER };

export function split(file: Uint8Array, ranges: string[], password?: string): Split {
  const document = openPdf(file, { password });
  return splitDocument(document, { parts: atOnce(rangesInTurns(ranges, document.pageCount, 1000)) }, NO_LIMIT);
}

export function bytesOf(part: { pieces: Iterable<Uint8Array> }): Uint8Array {
  return new Uint8Array(Buffer.concat([...part.pieces]));
}

export function partBytes(file: Uint8Array, ranges: string[], password?: string): Uint8Array[] {
  return split(file, ranges, password).parts.map(bytesOf);
}

/** The parts of a document made by code, each checked for orphans. */
export function partsOf(bodies: Bodies, ranges: string[], options?: FileOptions): PdfDocument[] {
  return partBytes(pdf(bodies, options), ranges).map((bytes) => {
    const part = openPdf(bytes);
    checkComplete(part);
    return part;
  });
}

export function partOf(bodies: Bodies, range: string, options?: FileOptions): PdfDocument {
  return partsOf(bodies, [range], options)[0] as PdfDocument;
}

/**
 * Walks a part from its trailer: every reference must lead to an object, and every object of the cross-reference must
 * be led to. Object streams and the cross-reference stream are reached through what they hold.
 */
export function checkComplete(part: PdfDocument): void {
  if (part.rebuilt) throw new Error("the part's cross-reference is wrong");
  const reached = new Set<number>();
  const open: PdfObject[] = [...part.trailer.entries()].filter(([key]) => key !== "Prev").map(([, value]) => value);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next instanceof PdfRef) {
      if (reached.has(next.number)) continue;
      reached.add(next.number);
      if (!part.xref.exists(next.number)) throw new Error(`object ${next.number} is referred to and missing`);
      open.push(part.get(next));
    } else if (Array.isArray(next)) open.push(...next);
    else if (next instanceof Map) open.push(...next.values());
    else if (next instanceof PdfStream) open.push(next.dict);
  }
  for (let number = 1; number < part.size; number++) {
    if (!part.xref.exists(number) || reached.has(number)) continue;
    const object = part.get(number);
    const type = object instanceof PdfStream ? object.dict.get("Type") : undefined;
    if (type !== "ObjStm" && type !== "XRef") throw new Error(`object ${number} is reached by nothing`);
  }
}

export function dictOf(part: PdfDocument, object: PdfObject | undefined): PdfDict {
  const dict = part.dict(object);
  if (dict === undefined) throw new Error("a dictionary was expected");
  return dict;
}

/** The page's annotations, as dictionaries. */
export function annotations(part: PdfDocument, page: number): PdfDict[] {
  return (part.array(part.page(page).dict.get("Annots")) ?? []).map((item) => dictOf(part, item));
}

/** A page index that a destination array leads to. */
export function destinationPage(part: PdfDocument, destination: PdfObject | undefined): number {
  const [page] = part.array(destination) ?? [];
  for (let index = 0; index < part.pageCount; index++) {
    if (page instanceof PdfRef && part.page(index).ref?.number === page.number) return index;
  }
  return -1;
}

/** The bytes of a string, as Latin-1. */
export function textOf(part: PdfDocument, object: PdfObject | undefined): string | undefined {
  const string = part.resolve(object);
  return string instanceof PdfString ? text(string.bytes) : undefined;
}
