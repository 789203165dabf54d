import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { PdfProblem } from "../pdf-file/pdf-problem.ts";
import { charged } from "../pdf-file/structure/indirect.ts";
import { isNode, type Leaf, type Page, type PageNode, pageDict } from "../pdf-file/structure/page-tree.ts";
import { skipSpace, startsWith } from "../pdf-file/syntax/chars.ts";
import type { PdfObject } from "../pdf-file/syntax/objects.ts";
import { Parser } from "../pdf-file/syntax/parser.ts";
import { type DictScan, keySet, newScan, scanDict } from "../pdf-file/syntax/scan.ts";
import { type Box, type Display, LETTER, normalise, normaliseRotation, type Rotation, visibleBox } from "./geometry.ts";

/** The entries of a page that cropping reads; the first five are those that it writes. */
const NAMES = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox", "Rotate", "UserUnit", "Type", "Kids"] as const;
const KEYS = keySet(...NAMES);
const WRITTEN = 5;
const [ROTATE, USER_UNIT, TYPE, KIDS] = [5, 6, 7, 8] as const;

export type PageBoxes = { -readonly [Name in "MediaBox" | "CropBox" | "BleedBox" | "TrimBox" | "ArtBox"]?: Box };

/** The facts about a page that cropping needs. */
export interface PageView extends Display {
  /** The page's boxes, its own or inherited. */
  readonly boxes: PageBoxes;
  /** The MediaBox in effect. */
  readonly media: Box;
  /** Where the page's dictionary lies, when its boxes can be replaced in its bytes as they are. */
  readonly raw:
    | { readonly bytes: Uint8Array; readonly start: number; readonly end: number; readonly generation: number }
    | undefined;
  /** Byte ranges of the entries that a crop replaces, within `raw`, in ascending order. */
  readonly replaced: readonly (readonly [number, number])[];
}

// Only one page is examined at a time, so all share one array of positions.
const scan: DictScan = newScan(KEYS);

/** Reads a page. Throws when the leaf turns out not to be one: the document's pages are then others. */
export function viewPage(document: PdfDocument, leaf: Leaf): PageView {
  const view = scanPage(document, leaf) ?? parsePage(document, leaf);
  if (view) return view;
  document.distrust();
  throw new PdfProblem("corrupt", "What the page tree has as a page is none.");
}

/** The common case: the page's own bytes are a plain dictionary, and only its boxes are read. */
function scanPage(document: PdfDocument, leaf: Leaf): PageView | undefined {
  if (!leaf.ref) return undefined;
  const body = document.bodyOf(leaf.ref.number);
  if (!body) return undefined;
  const { bytes } = body;
  const start = skipSpace(bytes, body.start, body.end);
  const isPlain = scanDict(bytes, start, body.end, KEYS, scan);
  document.work.spend((scan.end - start) * COST.scannedByte);
  if (!isPlain) return undefined;
  const { slots, end } = scan;
  if (slots[KIDS * 3] !== -1 || slots[TYPE * 3] === -1) return undefined;
  if (!startsWith(bytes, slots[TYPE * 3 + 1]!, "/Page") || slots[TYPE * 3 + 2]! - slots[TYPE * 3 + 1]! !== 5)
    return undefined;
  const next = skipSpace(bytes, end, body.end);
  if (startsWith(bytes, next, "stream")) return undefined;
  const values = NAMES.map((_, key) =>
    key < TYPE && slots[key * 3] !== -1 ? readSlot(document, bytes, slots[key * 3 + 1]!, slots[key * 3 + 2]!) : null,
  );
  const replaced: [number, number][] = [];
  for (let key = 0; key < WRITTEN; key++) {
    if (slots[key * 3] !== -1) replaced.push([slots[key * 3]!, slots[key * 3 + 2]!]);
  }
  replaced.sort((a, b) => a[0] - b[0]);
  return makeView(document, leaf, values, { bytes, start, end, generation: body.generation }, replaced);
}

function readSlot(document: PdfDocument, bytes: Uint8Array, start: number, end: number): PdfObject {
  return document.resolve(charged(document.source, new Parser(bytes, start, end), start));
}

function parsePage(document: PdfDocument, leaf: Leaf): PageView | undefined {
  const dict = pageDict(document, leaf);
  if (!dict || isNode(document, dict)) return undefined;
  const values = NAMES.map((name) => document.resolve(dict.get(name)));
  return makeView(document, leaf, values, undefined, []);
}

function makeView(
  document: PdfDocument,
  { parent }: Leaf,
  values: readonly PdfObject[],
  raw: PageView["raw"],
  replaced: PageView["replaced"],
): PageView {
  const inherited = inheritedDisplay(document, parent);
  const boxes: PageBoxes = {};
  for (let key = 0; key < WRITTEN; key++) {
    const name = NAMES[key] as keyof PageBoxes;
    const box = toBox(document, values[key]!) ?? inherited.boxes[name];
    if (box) boxes[name] = box;
  }
  const rotate = values[ROTATE];
  const unit = values[USER_UNIT];
  return {
    boxes,
    media: boxes.MediaBox ?? LETTER,
    visible: visibleBox(boxes.MediaBox ?? LETTER, boxes.CropBox),
    rotation: rotate === null || rotate === undefined ? inherited.rotation : normaliseRotation(rotate),
    userUnit: userUnit(unit),
    raw,
    replaced,
  };
}

/** How a page is shown, with what was changed of the document since it was opened. */
export function displayOf(document: PdfDocument, page: Page): Display {
  const [media, crop] = [toBox(document, page.attribute("MediaBox")), toBox(document, page.attribute("CropBox"))];
  return {
    visible: visibleBox(media ?? LETTER, crop),
    rotation: normaliseRotation(document.resolve(page.attribute("Rotate"))),
    userUnit: userUnit(document.resolve(page.dict.get("UserUnit"))),
  };
}

function userUnit(value: unknown): number {
  return typeof value === "number" && value > 0 && Number.isFinite(value) ? value : 1;
}

interface InheritedDisplay {
  readonly boxes: PageBoxes;
  readonly rotation: Rotation;
}

// Many pages share a parent, so each parent's inherited values are computed once.
const inheritedByNode = new WeakMap<PageNode, InheritedDisplay>();

/** Bleed, trim and art boxes are not inherited (7.7.3.4). */
function inheritedDisplay(document: PdfDocument, node: PageNode): InheritedDisplay {
  const known = inheritedByNode.get(node);
  if (known) return known;
  const boxes: PageBoxes = {};
  for (const name of ["MediaBox", "CropBox"] as const) {
    const box = toBox(document, node.inherited.get(name) ?? null);
    if (box) boxes[name] = box;
  }
  const display = { boxes, rotation: normaliseRotation(document.resolve(node.inherited.get("Rotate"))) };
  inheritedByNode.set(node, display);
  return display;
}

/** A box whose numbers may each be a reference. */
function toBox(document: PdfDocument, value: PdfObject): Box | undefined {
  if (value === null) return undefined;
  return normalise(document.numbers(value, 4));
}
