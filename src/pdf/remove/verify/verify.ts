import type { Rope } from "../../../pdf-objects/rope.ts";
import { type PdfDict, PdfStream } from "../../../pdf-objects/syntax/objects.ts";
import { appearanceMatrix } from "../../content/annotations.ts";
import { type Box, normalise } from "../../crop/geometry.ts";
import type { PdfDocument } from "../../document.ts";
import type { PageArea } from "../area-sides.ts";
import { openReading } from "../content/open-reading.ts";
import type { NewFile } from "../new-file.ts";
import { Judge } from "./judge.ts";
import { judgeObjects } from "./stored-objects.ts";
import type { Witness } from "./witness.ts";
import { unsound, WrittenDocument } from "./written-document.ts";

/** Entries of annotations that give places on the page. */
const PLACES = ["Rect", "QuadPoints", "L", "Vertices", "InkList", "CL"];

/**
 * Reads the finished file again, and refuses it when anything is painted, named or stored outside. It does not know how
 * the file was made.
 */
export function verify(
  rope: Rope,
  { places, trailer }: NewFile,
  old: PdfDocument,
  areas: readonly PageArea[],
  witness: Witness,
  keepsMetadata: boolean,
): void {
  const document = new WrittenDocument(rope, places, trailer, old);
  if (document.pageCount !== areas.length) throw unsound("a page is missing");
  const judge = new Judge(openReading(document));
  areas.forEach(({ box }, index) => {
    if (box) judgePage(document, judge, witness, index, box);
  });
  judgeObjects(document, keepsMetadata);
}

function judgePage(document: WrittenDocument, judge: Judge, witness: Witness, index: number, area: Box): void {
  const page = document.page(index);
  judge.beginPage(area);
  const contents = page.dict.get("Contents");
  if (!witness.hasSeen(index, document, contents)) judge.content(contents, page.attribute("Resources"));
  for (const item of document.array(page.dict.get("Annots")) ?? []) {
    const dict = document.dict(item);
    if (!dict) continue;
    judgePlaces(document, dict, area);
    const rect = normalise((document.array(dict.get("Rect")) ?? []).map((corner) => document.resolve(corner)));
    for (const form of appearancesOf(document, dict)) {
      if (rect) judge.form(form, appearanceMatrix(document, form, rect));
    }
  }
}

function judgePlaces(document: WrittenDocument, dict: PdfDict, area: Box): void {
  for (const key of PLACES) {
    const items = (document.array(dict.get(key)) ?? []).flatMap((item) => document.array(item) ?? [item]);
    items.forEach((item, i) => {
      const value = document.number(item) ?? 0;
      if (value < area[i & 1]! - 0.01 || value > area[2 + (i & 1)]! + 0.01) throw unsound("an annotation outside");
    });
  }
}

function appearancesOf(document: WrittenDocument, dict: PdfDict): PdfStream[] {
  return [...(document.dict(dict.get("AP")) ?? [])].flatMap(([, entry]) => {
    const value = document.resolve(entry);
    if (value instanceof PdfStream) return [value];
    const states = value instanceof Map ? [...value.values()].map((state) => document.resolve(state)) : [];
    return states.filter((state) => state instanceof PdfStream);
  });
}
