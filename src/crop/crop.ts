import type { Turns } from "../meter/turns.ts";
import type { Damage, PdfDocument } from "../pdf-file/document.ts";
import { type DocumentInformation, described, updateInformation } from "../pdf-file/information.ts";
import { MisfitProblem, type PageExtent, PdfProblem } from "../pdf-file/pdf-problem.ts";
import type { Rope } from "../pdf-file/rope.ts";
import { type Leaf, type PageNode, type PageTree, pageDict, type Recount } from "../pdf-file/structure/page-tree.ts";
import { formatNumber } from "../pdf-file/syntax/numbers.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../pdf-file/syntax/objects.ts";
import { Update } from "../pdf-file/update.ts";
import { type Area, type Box, displaySize, fromDisplay, fromUserSpace, intersect } from "../pdf-pages/geometry.ts";
import { type PageView, viewPage } from "../pdf-pages/page-view.ts";
import { addTo } from "../platform/grouped.ts";

export interface CropDefinition {
  /** Counted from 1. */
  readonly page: number;
  /** In points. */
  readonly area: Area;
}

export interface CropRequest {
  readonly definitions: readonly CropDefinition[];
  /** Puts the first definition's area on every page. */
  readonly all?: boolean;
  /** Lets a page have several definitions: each makes a page. With `all`, every page gets all of them. */
  readonly multiple?: boolean;
  /** "page": measured on the page as displayed; "userspace": in the page's own coordinates. */
  readonly coordinates?: "page" | "userspace";
  readonly information?: DocumentInformation | undefined;
}

export interface CropResult {
  readonly rope: Rope;
  readonly pagesCropped: number;
  readonly pageCount: number;
  /** How many pages the result has, where areas became pages. */
  readonly resultPages?: number;
  /** A file that was damaged is repaired in the result too. */
  readonly damage: Damage;
  /** Whether the document is signed: the signatures' bytes stay, but they no longer cover the whole file. */
  readonly signed: boolean;
}

/** Crops pages. The result is the unchanged file, followed by an update that holds only the changed pages. */
export function cropInTurns(document: PdfDocument, request: CropRequest): Turns<CropResult> {
  return document.ofPages((pages) => cropPages(document, pages, request));
}

interface Plan {
  readonly leaf: Leaf;
  readonly box: Box;
  readonly view: PageView;
}

/** Kids of a page tree node that get objects of their own: their positions, and the objects' numbers. */
type Detached = Map<PageNode, Map<number, number>>;

interface Writing {
  readonly document: PdfDocument;
  readonly update: Update;
  readonly detached: Detached;
  readonly boxText: (box: Box) => string;
}

function* cropPages(document: PdfDocument, pages: PageTree, request: CropRequest): Turns<CropResult> {
  const targets = chooseTargets(request, document.requirePages());
  const shared = sharedPages(pages);
  const update = new Update(document);
  const detached: Detached = new Map();
  const writing: Writing = { document, update, detached, boxText: rememberingBoxText() };
  const plansOfShared = new Map<number, Plan[]>();
  for (const { index, area, item } of targets) {
    yield;
    const leaf = pages.leaf(index);
    const view = viewPage(document, leaf);
    const box = cropBox(view, area, request.coordinates ?? "page", index, item);
    const number = leaf.ref?.number;
    if (number === undefined) writeCopy(writing, { leaf, box, view });
    else if (shared.has(number)) addTo(plansOfShared, number, { leaf, box, view });
    else writePage(writing, { leaf, box, view });
  }
  for (const [number, plans] of plansOfShared) writeShared(writing, plans, shared.get(number)!);
  rewriteNodes(update, detached, pages.miscounted);
  const made = described(document, request.information);
  return {
    rope: update.finish(made && updateInformation(document, update, made)),
    pagesCropped: targets.length,
    pageCount: pages.count,
    damage: document.damage,
    signed: isSigned(document),
  };
}

export interface Target {
  readonly index: number;
  readonly area: Area;
  /** The index of the definition that asks for it. */
  readonly item: number;
}

export function chooseTargets({ definitions, all }: CropRequest, pageCount: number): Target[] {
  const [first] = definitions;
  if (all && first) return Array.from({ length: pageCount }, (_, index) => ({ index, area: first.area, item: 0 }));
  return definitions.map(({ page, area }, item) => {
    if (page > pageCount) throw new MisfitProblem({ kind: "no such page", page, pageCount, item });
    return { index: page - 1, area, item };
  });
}

/** Page objects that occur in the page tree more than once, with their number of occurrences. */
export function sharedPages(pages: PageTree): Map<number, number> {
  const seen = new Set<number>();
  const shared = new Map<number, number>();
  for (let index = 0; index < pages.count; index++) {
    const number = pages.leaf(index).ref?.number;
    if (number === undefined) continue;
    if (seen.has(number)) shared.set(number, (shared.get(number) ?? 1) + 1);
    else seen.add(number);
  }
  return shared;
}

/** The new box in user space: the area, clipped to what is visible. */
export function cropBox(view: PageView, area: Area, coordinates: "page" | "userspace", index: number, item: number) {
  const asked = coordinates === "page" ? fromDisplay(area, view) : fromUserSpace(area);
  const box = intersect(asked, view.visible);
  const rounded = box?.map(round) as Box | undefined;
  if (rounded && rounded[2] > rounded[0] && rounded[3] > rounded[1]) return rounded;
  const { width, height } = displaySize(view);
  const [left, bottom, right, top] = view.visible;
  const extent: PageExtent =
    coordinates === "page"
      ? { width: round(width), height: round(height) }
      : [round(left), round(bottom), round(right), round(top)];
  throw new MisfitProblem({ kind: "area outside page", page: index + 1, item, extent });
}

/** A hundred-thousandth of a point: finer than any device, and free of the noise of binary fractions. */
export function round(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

/** The boxes that the page gets. Boxes other than MediaBox and CropBox are only clipped. */
export function newBoxes({ view: { boxes }, box }: Pick<Plan, "view" | "box">): [string, Box][] {
  const entries: [string, Box][] = [
    ["MediaBox", box],
    ["CropBox", box],
  ];
  for (const name of ["BleedBox", "TrimBox", "ArtBox"] as const) {
    const old = boxes[name];
    const clipped = old && intersect(old, box);
    if (clipped) entries.push([name, clipped]);
  }
  return entries;
}

function writePage({ document, update, boxText }: Writing, plan: Plan): void {
  const { raw, replaced } = plan.view;
  const { number, generation } = plan.leaf.ref!;
  // Strings in an object stream are not encrypted by themselves, but outside of one they must be. Such a page is
  // written again.
  if (!raw || (document.encrypted && raw.bytes !== document.bytes)) {
    const span = raw ?? document.bodyOf(number);
    update.putDict(number, span?.generation ?? generation, withBoxes(document, plan));
    return;
  }
  const out = update.begin(number, raw.generation);
  let from = raw.start;
  for (const [start, end] of replaced) {
    out.copy(raw.bytes, from, start);
    from = end;
  }
  out.copy(raw.bytes, from, raw.end - 2);
  for (const [name, box] of newBoxes(plan)) {
    out.text("/");
    out.text(name);
    out.text(boxText(box));
  }
  out.text(">>");
  update.end();
}

/** Most pages of a document get the same box, and numbers are slow to write, so the last text is kept. */
function rememberingBoxText(): (box: Box) => string {
  let last: Box | undefined;
  let text = "";
  return (box) => {
    if (last === undefined || last.some((value, side) => value !== box[side])) {
      last = box;
      text = `[${box.map(formatNumber).join(" ")}]`;
    }
    return text;
  };
}

function withBoxes(document: PdfDocument, plan: Plan): PdfDict {
  const dict: PdfDict = new Map(pageDict(document, plan.leaf));
  for (const name of ["BleedBox", "TrimBox", "ArtBox"]) dict.delete(name);
  for (const [name, box] of newBoxes(plan)) dict.set(name, [...box]);
  return dict;
}

/** One page object at several places: each place that is cropped differently gets its own object. */
function writeShared(writing: Writing, plans: Plan[], places: number): void {
  const [first, ...others] = plans;
  const everywhere = plans.length === places;
  if (everywhere) writePage(writing, first!);
  for (const plan of everywhere ? others : plans) {
    const same = everywhere && plan.box.every((value, i) => value === first!.box[i]);
    if (!same) writeCopy(writing, plan);
  }
}

/** Gives the page at one place its own object. The parent's kids are rewritten afterwards. */
function writeCopy({ document, update, detached }: Writing, plan: Plan): void {
  const { parent, kid } = plan.leaf;
  if (!parent.ref) throw new PdfProblem("unsupported", "The page tree does not let this page change alone.");
  const dict = withBoxes(document, plan);
  dict.set("Parent", parent.ref);
  const number = update.newNumber();
  update.putDict(number, 0, dict);
  const kids = detached.get(parent) ?? new Map<number, number>();
  kids.set(kid, number);
  detached.set(parent, kids);
}

/** Rewrites nodes whose kids got objects of their own, and nodes with a wrong page count. */
function rewriteNodes(update: Update, detached: Detached, miscounted: ReadonlyMap<PageNode, Recount>): void {
  for (const node of new Set([...detached.keys(), ...miscounted.keys()])) {
    // A node without a number is part of the catalog itself, and is not changed.
    if (node.ref === undefined) continue;
    const numbers = detached.get(node);
    const recount = miscounted.get(node);
    const kids = node.kids.flatMap((kid, index): PdfObject[] => {
      const number = numbers?.get(index);
      if (number !== undefined) return [new PdfRef(number, 0)];
      return recount === undefined || recount.kids.has(index) ? [kid] : [];
    });
    const dict: PdfDict = new Map(node.dict).set("Kids", kids);
    if (recount !== undefined) dict.set("Count", recount.pages);
    update.putDict(node.ref.number, node.ref.generation, dict);
  }
}

/** /SigFlags bit 1 (12.7.3): the document contains a signature. */
export function isSigned(document: PdfDocument): boolean {
  const flags = document.number(document.dict(document.catalog.get("AcroForm"))?.get("SigFlags"));
  return flags !== undefined && (flags & 1) === 1;
}
