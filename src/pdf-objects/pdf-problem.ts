/**
 * Why a PDF was refused. The engine knows kinds, not HTTP: operations map a kind to the code of the interface.
 * - corrupt: cannot be read even after repair · password: needs a password, or the one given is wrong
 * - budget: reading it would exceed a limit (bombs) · unsupported: legal, but not something this engine does
 * - request: what was asked for does not fit the document; always a MisfitProblem
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

/** What was asked for does not fit the document. `item` is its place among what was asked for; pages count from 1. */
export type Misfit =
  | { kind: "no such page"; page: number; pageCount: number; item?: number }
  | { kind: "area outside page"; page: number; item: number; extent: PageExtent }
  /** `count` is undefined where the parts beyond `most` were not counted. */
  | { kind: "too many parts"; count: number | undefined; most: number }
  | { kind: "no bookmarks"; level: number; levels: number }
  /** Without a page, of the document as a whole. */
  | { kind: "unremovable"; thing: string; page: number | undefined }
  | { kind: "unverified"; fault: string }
  | { kind: "too much output"; bytes: number; most: number };

/** What is visible of a page: its size as displayed, or left, bottom, right and top in its own coordinates. */
export type PageExtent = { width: number; height: number } | readonly [number, number, number, number];

/** The engine speaks of pages, areas and parts; operations tell in which field that was asked, and in which words. */
export class MisfitProblem extends PdfProblem {
  readonly misfit: Misfit;
  constructor(misfit: Misfit) {
    super("request", misfit.kind);
    this.misfit = misfit;
  }
}
