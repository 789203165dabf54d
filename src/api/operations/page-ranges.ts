import * as engine from "../../engine.ts";
import { Refusal, refuseField } from "../../errors/errors.ts";
import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { counted } from "../../platform/counted.ts";

/** Describes the fault of an item, given the item and the number of pages. */
type Refuse = (reason: string) => Refusal;

const ITEM_SHOWN = 60;

/** `ranges`: each item is a part (a comma list is one part of several runs), in the order given. */
export function* rangesInTurns(
  given: readonly string[] | undefined,
  pageCount: number,
  maxParts: number,
  options: engine.RangeOptions = {},
): Turns<engine.PageSet[]> {
  const parts: engine.PageSet[] = [];
  for (const [index, item] of partsAsked("ranges", given, pageCount, maxParts).entries()) {
    parts.push(parseRange(item, pageCount, refusal("ranges", index, item, pageCount), options));
    if (options.work?.isTurnOver) yield;
  }
  return parts;
}

/** `pageNumbers`: each item is a part of one page. */
export function parsePageNumbers(
  given: readonly number[] | undefined,
  pageCount: number,
  maxParts: number,
): engine.PageSet[] {
  return partsAsked("pageNumbers", given, pageCount, maxParts).map((item, index) => {
    const refuse = refusal("pageNumbers", index, item, pageCount);
    if (item < 1) throw refuse("pages are counted from 1.");
    if (item > pageCount) throw refuse("there is no such page.");
    return engine.pageSet([{ first: item, last: item }]);
  });
}

/** A field that names pages in the same grammar. */
export function parseSelection(text: string, field: string, pageCount: number, work?: Work): engine.PageSet {
  const shown = JSON.stringify(text.length > ITEM_SHOWN ? `${text.slice(0, ITEM_SHOWN)}…` : text);
  const refuse: Refuse = (reason) => refuseField("INVALID_INPUT", field, `${shown}: ${reason} ${has(pageCount)}`);
  return parseRange(text, pageCount, refuse, { work });
}

/** The pages that a text names, in its order: a range may go back, and a page come again. */
export function parsePages(text: string, field: string, pageCount: number, work: Work): readonly number[] {
  try {
    const pages = engine.pagesNamed(engine.readPageRanges(text), pageCount, { allowReverse: true, work });
    if (pages.length > 0) return pages;
    throw new engine.PageRangeProblem("it names no page.");
  } catch (error) {
    if (!(error instanceof engine.PageRangeProblem)) throw error;
    const shown = JSON.stringify(text.length > ITEM_SHOWN ? `${text.slice(0, ITEM_SHOWN)}…` : text);
    throw refuseField("INVALID_INPUT", field, `${shown}: ${error.reason} ${has(pageCount)}`);
  }
}

function parseRange(item: string, pageCount: number, refuse: Refuse, options: engine.RangeOptions): engine.PageSet {
  let set: engine.PageSet;
  try {
    set = engine.pageSet(engine.runsNamed(engine.readPageRanges(item), pageCount, options));
  } catch (error) {
    if (!(error instanceof engine.PageRangeProblem)) throw error;
    const hint = error.kind === "reverse" && options.allowReverse === false ? " allowReverse permits that." : "";
    throw refuse(`${error.reason}${hint}`);
  }
  if (set.count === 0) throw refuse("it names no page.");
  options.work?.spend(Math.min(set.count, pageCount) * COST.item);
  const seen = new Uint8Array(pageCount + 1);
  for (const page of engine.pagesOf(set)) {
    if (seen[page] === 1) throw refuse(`it names page ${page} twice.`);
    seen[page] = 1;
  }
  return set;
}

function partsAsked<T>(
  field: "ranges" | "pageNumbers",
  given: readonly T[] | undefined,
  pageCount: number,
  maxParts: number,
): readonly T[] {
  if (given === undefined) {
    const example = field === "ranges" ? '["1-3", "4-"]' : "[1, 4]";
    throw refused(field, `${field} is missing: an array such as ${example} is expected.`);
  }
  if (given.length === 0) throw refused(field, `${field} is empty: name at least one part. ${has(pageCount)}`);
  if (given.length > maxParts) {
    throw refused(field, `${field} asks for ${given.length} parts; at most ${maxParts} are made.`);
  }
  return given;
}

function refusal(field: string, index: number, item: string | number, pageCount: number): Refuse {
  const path = `${field}[${index}]`;
  const shown = JSON.stringify(item);
  const cut = shown.length > ITEM_SHOWN ? `${shown.slice(0, ITEM_SHOWN)}…` : shown;
  return (reason) => refused(path, `${path} is ${cut}: ${reason} ${has(pageCount)}`);
}

function refused(field: string, message: string): Refusal {
  return new Refusal("INVALID_RANGES", message, { field });
}

function has(pageCount: number): string {
  return `The document has ${pagesText(pageCount)}.`;
}

export function pagesText(count: number): string {
  return counted(count, "page");
}

const PAGES_SHOWN = 20;

export function pageList(pages: readonly number[]): string {
  const shown = pages.slice(0, PAGES_SHOWN).join(", ");
  const more = pages.length > PAGES_SHOWN ? ` and ${pages.length - PAGES_SHOWN} more` : "";
  return `${pages.length === 1 ? "page" : "pages"} ${shown}${more}`;
}
