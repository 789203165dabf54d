import type { Turns } from "../meter/turns.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { INHERITABLE, type Page } from "../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfRef, pdfDict } from "../pdf-file/syntax/objects.ts";
import type { Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";
import { type Display, LETTER, normaliseRotation } from "../pdf-pages/geometry.ts";
import { displayOf } from "../pdf-pages/page-view.ts";
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
  laid: OverlaysOf | undefined,
): Turns<void> {
  const overlays = new Overlays(assembly);
  const kids: PdfRef[] = [];
  let { dict: before, display } = asFirst(members, placed, plan);
  for (const [at, { part, index }] of placed.entries()) {
    const member = members[part] as ObjectCopier;
    const above = laid?.(at + 1) ?? [];
    const ref = index === undefined ? assembly.newRef() : own[part]![index]!;
    const page = index === undefined ? undefined : member.document.page(index);
    const dict = page
      ? pageOf(member, page, { root, rotate: plan[at]?.rotate, isLaidOn: above.length > 0 })
      : emptyPage(before, root);
    if (page && laid) display = shownAs(member.document, page, dict);
    if (above.length > 0) overlays.apply({ dict, page, display, member }, above);
    before = dict;
    assembly.put(ref, dict);
    kids.push(ref);
    if (assembly.work.isTurnOver) yield;
  }
  overlays.complete();
  assembly.put(root, pdfDict({ Type: "Pages", Count: kids.length, Kids: kids }));
}

/** How the first page that is not empty is shown, with the entries that say so: empty pages before it are like it. */
function asFirst(
  members: readonly ObjectCopier[],
  placed: readonly PlacedPage[],
  plan: readonly PagePlan[],
): { dict: PdfDict; display: Display } {
  const dict: PdfDict = pdfDict({ MediaBox: [...LETTER] });
  const at = placed.findIndex(({ index }) => index !== undefined);
  if (at <= 0) return { dict, display: { visible: LETTER, rotation: 0, userUnit: 1 } };
  const { part, index = 0 } = placed[at]!;
  const member = members[part] as ObjectCopier;
  const page = member.document.page(index);
  for (const name of OF_ITS_SIZE) {
    const value = page.attribute(name);
    if (value !== null) dict.set(name, value);
  }
  const unit = page.dict.get("UserUnit");
  if (unit !== undefined) dict.set("UserUnit", unit);
  const size = turnPage(member.copyDict(dict), plan[at]?.rotate, member.document.number(page.attribute("Rotate")));
  return { dict: size, display: shownAs(member.document, page, size) };
}

function emptyPage(before: PdfDict, root: PdfRef): PdfDict {
  const dict = new Map([...before].filter(([key]) => SIZE_ENTRIES.has(key)));
  return dict.set("Type", "Page").set("Parent", root).set("Resources", new Map());
}

/** As it is turned in the new file. */
function shownAs(document: PdfDocument, page: Page, dict: PdfDict): Display {
  const display = displayOf(document, page);
  const rotate = dict.get("Rotate");
  return typeof rotate === "number" ? { ...display, rotation: normaliseRotation(rotate) } : display;
}

interface PageWork {
  readonly root: PdfRef;
  readonly rotate: number | undefined;
  readonly isLaidOn: boolean;
}

function pageOf(member: ObjectCopier, page: Page, { root, rotate, isLaidOn }: PageWork): PdfDict {
  const held: PdfDict = new Map(page.dict);
  for (const name of INHERITABLE) {
    const value = page.attribute(name);
    if (value !== null) held.set(name, value);
  }
  // These entries are written again, with what is laid on the page among them.
  if (isLaidOn) for (const name of ["Resources", "Contents"]) held.delete(name);
  const dict = member.copyDict(held).set("Parent", root).set("Type", "Page");
  return turnPage(dict, rotate, member.document.number(page.attribute("Rotate")));
}

function turnPage(dict: PdfDict, by = 0, from = 0): PdfDict {
  if (by === 0) return dict;
  return dict.set("Rotate", (((Math.round(from / 90) * 90 + by) % 360) + 360) % 360);
}
