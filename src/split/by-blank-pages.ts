import type { Turns } from "../meter/turns.ts";
import { InkAmount, type InkFacts } from "../pdf-content/ink/ink-amount.ts";
import { InkReader } from "../pdf-content/ink/page-ink.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { MisfitProblem } from "../pdf-file/pdf-problem.ts";
import { type Area, type Box, toDisplay } from "../pdf-pages/geometry.ts";
import { pageSet } from "../pdf-pages/page-set.ts";
import { viewPage } from "../pdf-pages/page-view.ts";
import type { ChosenPart } from "./chosen-part.ts";

/** What counts as a blank page. Lengths are in points on the page as displayed. */
export interface BlankRule {
  /** Whether blank pages are in no part. Otherwise each is the last page of a part. */
  readonly drop: boolean;
  /** In a scan, a sample that is darker than this, of 255, counts as ink. */
  readonly threshold: number;
  /** The least size of a mark in an image that counts. */
  readonly specks: number;
  /** How far from its edges marks on a page do not count. */
  readonly margins: number;
}

/** What shows on a page: nothing on a blank one. */
export interface PageShow {
  /** Counted from 1. */
  readonly page: number;
  /** In points on the page as displayed. */
  readonly content: Area | undefined;
  /** How much ink it has, marks that do not count included. */
  readonly ink: InkFacts;
  /** Whether some of it could not be read. Such a page is not taken for a blank one. */
  readonly isPartial: boolean;
}

export function* pagesShown(document: PdfDocument, { threshold, specks, margins }: BlankRule): Turns<PageShow[]> {
  const reader = new InkReader(document, { threshold, specks, measures: true });
  const shown: PageShow[] = [];
  for (let index = 0; index < document.pageCount; index++) {
    const view = viewPage(document, document.pages.leaf(index));
    const inner = inset(view.visible, margins / view.userUnit);
    const amount = new InkAmount(view, document.work);
    const read = inner && (yield* reader.read(document.page(index), inner, { amount }));
    const content = read?.box && toDisplay(read.box, view);
    shown.push({ page: index + 1, content, ink: amount.facts, isPartial: read?.isPartial === true });
    yield;
  }
  return shown;
}

function inset([left, bottom, right, top]: Box, by: number): Box | undefined {
  return right - left > 2 * by && top - bottom > 2 * by ? [left + by, bottom + by, right - by, top - by] : undefined;
}

export function blankParts(shown: readonly PageShow[], { drop }: BlankRule, most: number): ChosenPart[] {
  const parts: ChosenPart[] = [];
  let begin = 0;
  const add = (last: number): void => {
    if (last < begin) return;
    if (parts.length === most) throw new MisfitProblem({ kind: "too many parts", count: undefined, most });
    parts.push({ pages: pageSet([{ first: begin + 1, last: last + 1 }]) });
  };
  for (const [index, { content }] of shown.entries()) {
    if (content) continue;
    // Blank pages in a row divide once.
    if (drop) add(index - 1);
    else if (shown[index + 1] === undefined || shown[index + 1]!.content) add(index);
    else continue;
    begin = index + 1;
  }
  add(shown.length - 1);
  if (parts.length === 0) throw new MisfitProblem({ kind: "no pages left" });
  return parts;
}
