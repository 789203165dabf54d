import { indexOf } from "#platform/bytes.ts";
import { Work } from "../meter/work.ts";
import { PdfDocument } from "./document.ts";
import { PdfProblem } from "./pdf-problem.ts";
import { MissingRange, type Source, sourceOf } from "./structure/file-source.ts";
import { readHead } from "./structure/indirect.ts";
import type { Structure } from "./structure/object-reader.ts";
import { hasPages, readStructure, repairStructure, unusable } from "./structure/read-structure.ts";
import { findStartxref } from "./structure/xref-chain.ts";
import { isDigit, startsWith } from "./syntax/chars.ts";

export interface OpenOptions {
  readonly password?: string | undefined;
  /** The meter of the request; a call without one gets a meter for this file alone. */
  readonly work?: Work;
}

/** The header is searched in the first 1024 bytes, as Acrobat does (ISO 32000-1, annex H). */
const HEADER_WINDOW = 1024;

/** Opens a document for reading. Throws PdfProblem: corrupt, password, budget or unsupported. */
export function openPdf(bytes: Uint8Array, { password, work = new Work(bytes.length) }: OpenOptions = {}): PdfDocument {
  const junk = Math.max(0, indexOf(bytes.subarray(0, HEADER_WINDOW), "%PDF-", 0));
  return openSource(chooseOrigin(bytes, junk, work), password);
}

/** Reads the file by its cross-reference; rebuilds that when the file cannot be read by it. */
export function openSource(source: Source, password: string | undefined): PdfDocument {
  const repaired = () => repairStructure(source, password);
  let structure: Structure | undefined;
  try {
    structure = fromTheEnd(source, password);
  } catch (error) {
    if (!(error instanceof PdfProblem) || error.kind !== "corrupt") throw error;
  }
  if (structure) {
    const document = new PdfDocument(source, structure, repaired);
    // Finding the pages may have rebuilt the file and led to another root.
    if (hasPages(document) || (document.rebuilt && hasPages(document))) return document;
    if (document.rebuilt) throw unusable();
  }
  return new PdfDocument(source, repaired(), repaired);
}

function fromTheEnd(source: Source, password: string | undefined): Structure {
  for (;;) {
    try {
      return readStructure(source, password);
    } catch (error) {
      // Each time more of the cross-reference is here.
      if (!(error instanceof MissingRange && source.onDemand)) throw error;
    }
  }
}

/**
 * With junk before the header, offsets count from the header or from the start of the file: whichever leads to a
 * section.
 */
function chooseOrigin(bytes: Uint8Array, junk: number, work: Work): Source {
  const asIs = sourceOf(bytes, work);
  if (junk === 0) return asIs;
  asIs.require(0, bytes.length);
  const start = findStartxref(asIs);
  const fromHeader = bytes.subarray(junk);
  if (start !== undefined && !isSection(fromHeader, start) && isSection(bytes, start)) return asIs;
  return sourceOf(fromHeader, work);
}

function isSection(bytes: Uint8Array, offset: number): boolean {
  if (startsWith(bytes, offset, "xref")) return true;
  return isDigit(bytes[offset]) && readHead(bytes, offset, Math.min(bytes.length, offset + 64)) !== undefined;
}
