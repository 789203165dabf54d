/**
 * Why a PDF was refused. The engine knows these kinds, not HTTP; operations map a kind to a code of the interface.
 * - corrupt: cannot be read even after repair
 * - password: needs a password, or the given one is wrong
 * - budget: reading it would exceed a limit (bombs)
 * - unsupported: legal, but not something this engine does
 * - request: the request does not fit the document; always a MisfitProblem
 */
type PdfProblemKind = "corrupt" | "password" | "budget" | "unsupported" | "request";

export class PdfProblem extends Error {
  readonly kind: PdfProblemKind;
  constructor(kind: PdfProblemKind, message: string) {
    super(message);
    this.name = "PdfProblem";
    this.kind = kind;
  }
}

/** The request does not fit the document. `item` is the position among the requested items; pages count from 1. */
export type Misfit =
  | { kind: "no such page"; page: number; pageCount: number; item?: number }
  | { kind: "area outside page"; page: number; item: number; extent: PageExtent }
  /** `count` is undefined when the parts beyond `most` were not counted. */
  | { kind: "too many parts"; count: number | undefined; most: number }
  | { kind: "no bookmarks"; level: number; levels: number }
  /** No page says what was looked for; of these, counted from 1, not everything could be read. */
  | { kind: "no text"; unread: { readonly scans: readonly number[]; readonly noUnicode: readonly number[] } }
  | { kind: "no pages left" }
  | { kind: "too few pages"; pageCount: number }
  /** Without a page it concerns the whole document. */
  | { kind: "unremovable"; thing: string; page: number | undefined }
  /** Once a text is cut, what is left of the page still reads like it, or cannot be read. */
  | { kind: "unproven"; page: number }
  | { kind: "unverified"; fault: string }
  /** How far pages were read, in the words of a redaction: not far enough. */
  | { kind: "unsearched"; readonly coverage: unknown }
  | { kind: "too many findings"; most: number }
  | { kind: "no such finding"; id: string; field: "only" | "except" }
  | { kind: "too much output"; bytes: number; most: number };

/** The visible part of a page: its size as displayed, or left, bottom, right and top in its own coordinates. */
export type PageExtent = { width: number; height: number } | readonly [number, number, number, number];

/** The engine speaks of pages, areas and parts. Operations know which field asked for them, and choose the words. */
export class MisfitProblem extends PdfProblem {
  readonly misfit: Misfit;
  constructor(misfit: Misfit) {
    super(
      "request",
      misfit.kind === "unverified" ? `The result is not as it should be: ${misfit.fault}.` : misfit.kind,
    );
    this.misfit = misfit;
  }
}

/** What `read` gives; undefined where the file is damaged there. A budget that is used up still ends the request. */
export function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfProblem && error.kind !== "budget") return undefined;
    throw error;
  }
}

/** The same where only damage is given way to: what is not supported ends the request, too. */
export function unlessCorrupt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfProblem && error.kind === "corrupt") return undefined;
    throw error;
  }
}

export function expandsTooFar(): PdfProblem {
  return new PdfProblem("budget", "The document's compressed data expands beyond what one request may use.");
}
