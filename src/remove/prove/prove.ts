import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { appearanceMatrix, appearancesOf } from "../../pdf-content/annotations.ts";
import type { ContentVisitor, Reading } from "../../pdf-content/interpreter/interpreter.ts";
import { IDENTITY } from "../../pdf-content/matrix.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { MisfitProblem } from "../../pdf-file/pdf-problem.ts";
import type { Rope } from "../../pdf-file/rope.ts";
import type { PdfDict } from "../../pdf-file/syntax/objects.ts";
import { type Box, normalise } from "../../pdf-pages/geometry.ts";
import type { Holes, PageArea } from "../areas.ts";
import { openReading } from "../reading.ts";
import { Inside, type Tally } from "../tally.ts";
import { partFault } from "./images.ts";
import { Judge } from "./judge.ts";
import { type AllowedMetadata, judgeObjects } from "./objects.ts";
import type { Witness } from "./witness.ts";
import { unsound, WrittenDocument } from "./written-document.ts";

/** What is proved: a finished file, and what is known of it. */
export interface ToProve {
  readonly rope: Rope;
  readonly areas: readonly PageArea[];
  readonly tally: Tally;
  readonly witness: Witness;
  readonly metadata: AllowedMetadata;
  /** The objects with data of attachments that stay. */
  readonly attachments?: ReadonlySet<number> | undefined;
  /** What is drawn over pages, by index. */
  readonly marks: (index: number) => { readonly data: Uint8Array } | undefined;
}

/** Looks at the finished file, too. */
export interface FurtherProof {
  /**
   * What follows all that a page and its annotations show while it is judged; then `end` is called. It does not follow
   * a content stream that is the old one byte for byte, when `isSettled` says that this was searched already.
   */
  follow(
    reading: Reading,
    index: number,
  ): { readonly visitor: ContentVisitor; readonly isSettled: boolean; end(): void } | undefined;
  document(document: WrittenDocument): Turns<void>;
  /** Takes what is wrong with a page; otherwise the file is refused. */
  fails(index: number, problem: MisfitProblem): boolean;
}

/** Entries of annotations that give places on the page. */
const PLACES = ["Rect", "QuadPoints", "L", "Vertices", "InkList", "CL"];

/**
 * Reads the finished file, by its own cross-reference, and refuses it when anything is painted, named or stored
 * outside, or when it shows something else inside than the writing counted. It does not know how the file was made. Of
 * the old file it has the meter and the keys; `witness` has judged old contents while they were read: those of which
 * the finished file has every byte need not be read again.
 */
export function* prove(
  { rope, areas, tally, witness, metadata, attachments, marks }: ToProve,
  { work, security }: Pick<PdfDocument, "work" | "security">,
  further?: FurtherProof,
): Turns<void> {
  const document = new WrittenDocument(rope, work, security);
  if (document.pageCount !== areas.length) throw unsound("a page is missing");
  const reading = openReading(document);
  const judge = new Judge(reading);
  for (const [index, area] of areas.entries()) {
    judge.marks = marks(index)?.data;
    if (area.box) {
      const follower = further?.follow(reading, index);
      judge.follower = follower?.visitor;
      const seen = follower?.isSettled === false ? undefined : witness;
      try {
        yield* judgePage(document, judge, tally.pages.get(index), seen, index, area.box, area.holes);
        follower?.end();
      } catch (error) {
        if (!(error instanceof MisfitProblem && further?.fails(index, error))) throw error;
      }
    }
    yield;
  }
  for (const [number, size] of tally.images) {
    const fault = partFault(reading, number, size);
    if (fault) throw unsound(fault);
    yield;
  }
  reading.fonts.letGo();
  judgeObjects(document, metadata, attachments);
  areas.forEach(({ box, isCropped }, index) => {
    if (box && isCropped) judgeBoxes(document, index, box);
  });
  if (further) yield* further.document(document);
}

function judgeBoxes(document: WrittenDocument, index: number, area: Box): void {
  const page = document.page(index);
  for (const name of ["MediaBox", "CropBox"]) {
    const box = (document.array(page.dict.get(name)) ?? []).map((side) => document.number(side) ?? 0);
    if (!area.every((side, i) => Math.abs(side - box[i]!) < 0.01)) throw unsound("a page with another box");
  }
}

function* judgePage(
  document: WrittenDocument,
  judge: Judge,
  wanted: Inside | undefined,
  witness: Witness | undefined,
  index: number,
  area: Box,
  holes: Holes,
): Turns<void> {
  const page = document.page(index);
  judge.beginPage(area, holes);
  const contents = page.dict.get("Contents");
  if (!witness?.hasSeen(index, document, contents)) {
    const inside = new Inside(area);
    yield* judge.content(contents, page.attribute("Resources"), inside);
    const fault = wanted?.fault(inside);
    if (fault) throw unsound(`page ${index + 1} with ${fault}`);
  }
  const annotations = document.array(page.dict.get("Annots")) ?? [];
  document.work.spend(annotations.length * COST.annotation);
  judge.beginPage(area, holes.forAnnotations);
  for (const item of annotations) {
    yield;
    const dict = document.dict(item);
    if (!dict) continue;
    judgePlaces(document, dict, area);
    if (isInHole(document, dict, holes.forAnnotations)) throw unsound("an annotation in a hole");
    const rect = normalise(document.numbers(dict.get("Rect"), 4));
    for (const form of appearancesOf(document, dict)) {
      if (rect) yield* judge.form(form, appearanceMatrix(document, form, rect));
    }
  }
}

function isInHole(document: WrittenDocument, dict: PdfDict, holes: Holes): boolean {
  const rect = normalise(document.numbers(dict.get("Rect"), 4));
  return rect !== undefined && holes.reached(rect, IDENTITY).length > 0;
}

function judgePlaces(document: WrittenDocument, dict: PdfDict, area: Box): void {
  for (const key of PLACES) {
    const items = (document.array(dict.get(key)) ?? []).flatMap((item) => document.array(item) ?? [item]);
    document.work.spend(items.length * COST.element);
    items.forEach((item, i) => {
      const value = document.number(item) ?? 0;
      if (value < area[i & 1]! - 0.01 || value > area[2 + (i & 1)]! + 0.01) throw unsound("an annotation outside");
    });
  }
}
