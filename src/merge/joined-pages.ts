import type { Turns } from "../meter/turns.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { INHERITABLE } from "../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfRef, pdfDict } from "../pdf-file/syntax/objects.ts";
import type { Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";
import { LETTER } from "../pdf-pages/geometry.ts";
import type { PlacedPage } from "./joined-entries.ts";
import { type Overlay, Overlays } from "./overlay.ts";

/**
 * A page of the whole: the next of a part, or an empty one as large as the page before it; those at the beginning are as
 * large as the first that is not empty.
 */
export interface PagePlan {
  /** The position of its document among the parts. */
  readonly part: number;
  /** Degrees clockwise by which it is turned beyond what it is, a multiple of 90. */
  readonly rotate?: number | undefined;
  readonly isEmpty?: boolean | undefined;
}

/** What an empty page takes from the page before it. */
const OF_ITS_SIZE = ["MediaBox", "CropBox", "Rotate"] as const;
const SIZE_ENTRIES = new Set<string>([...OF_ITS_SIZE, "UserUnit"]);

/** What is laid on a page of the whole, counted from 1. */
export type OverlaysOf = (page: number) => readonly Overlay[];

export interface JoinedPages {
  readonly root: PdfRef;
  /** For each part its pages in the new file, by the index in the document. */
  readonly own: readonly (readonly PdfRef[])[];
  readonly placed: readonly PlacedPage[];
}

/** All pages of all parts, one part after the other. */
export function allPages(documents: readonly PdfDocument[]): PagePlan[] {
  return documents.flatMap(({ pageCount }, part) => Array.from({ length: pageCount }, () => ({ part })));
}

/** Gives every page its number, since links lead from one to another before they are copied. */
export function placePages(
  assembly: Assembly,
  members: readonly ObjectCopier[],
  plan: readonly PagePlan[],
): JoinedPages {
  const root = assembly.newRef();
  const own = members.map((member) => {
    member.alias(member.document.catalog.get("Pages"), root);
    return Array.from({ length: member.document.pageCount }, (_, at) => {
      const ref = assembly.newRef();
      member.alias(member.document.page(at).ref, ref);
      return ref;
    });
  });
  const next = members.map(() => 0);
  const placed = plan.map(({ part, isEmpty }) => ({ part, index: isEmpty ? undefined : next[part]!++ }));
  return { root, own, placed };
}

export function* copyPages(
  assembly: Assembly,
  members: readonly ObjectCopier[],
  { root, own, placed }: JoinedPages,
  plan: readonly PagePlan[],
  laid: OverlaysOf,
): Turns<void> {
  const overlays = new Overlays(assembly);
  const kids: PdfRef[] = [];
  let before = sizeOfFirst(members, placed, plan);
  for (const [at, { part, index }] of placed.entries()) {
    const above = laid(at + 1);
    const member = members[part] as ObjectCopier;
    const ref = index === undefined ? assembly.newRef() : own[part]![index]!;
    if (index === undefined) {
      const dict = new Map([...before].filter(([key]) => SIZE_ENTRIES.has(key)));
      dict.set("Type", "Page").set("Parent", root).set("Resources", new Map());
      overlays.apply(dict, undefined, member, above);
      before = dict;
    } else before = pageOf(member, index, { root, rotate: plan[at]?.rotate, above, overlays });
    assembly.put(ref, before);
    kids.push(ref);
    if (assembly.work.isTurnOver) yield;
  }
  assembly.put(root, pdfDict({ Type: "Pages", Count: kids.length, Kids: kids }));
}

function sizeOfFirst(
  members: readonly ObjectCopier[],
  placed: readonly PlacedPage[],
  plan: readonly PagePlan[],
): PdfDict {
  const size: PdfDict = pdfDict({ MediaBox: [...LETTER] });
  const at = placed.findIndex(({ index }) => index !== undefined);
  if (at <= 0) return size;
  const { part, index = 0 } = placed[at]!;
  const member = members[part] as ObjectCopier;
  const page = member.document.page(index);
  for (const name of OF_ITS_SIZE) {
    const value = page.attribute(name);
    if (value !== null) size.set(name, value);
  }
  const unit = page.dict.get("UserUnit");
  if (unit !== undefined) size.set("UserUnit", unit);
  return turnPage(member.copyDict(size), plan[at]?.rotate, member.document.number(page.attribute("Rotate")));
}

interface PageWork {
  readonly root: PdfRef;
  readonly rotate: number | undefined;
  readonly above: readonly Overlay[];
  readonly overlays: Overlays;
}

function pageOf(member: ObjectCopier, index: number, { root, rotate, above, overlays }: PageWork): PdfDict {
  const { document } = member;
  const page = document.page(index);
  const held: PdfDict = new Map(page.dict);
  for (const name of INHERITABLE) {
    const value = page.attribute(name);
    if (value !== null) held.set(name, value);
  }
  // These entries are written again, with the page's overlays among them.
  if (above.length > 0) for (const name of ["Resources", "Contents"]) held.delete(name);
  const dict = member.copyDict(held).set("Parent", root).set("Type", "Page");
  turnPage(dict, rotate, document.number(page.attribute("Rotate")));
  overlays.apply(dict, page, member, above);
  return dict;
}

function turnPage(dict: PdfDict, by = 0, from = 0): PdfDict {
  if (by === 0) return dict;
  return dict.set("Rotate", (((Math.round(from / 90) * 90 + by) % 360) + 360) % 360);
}
