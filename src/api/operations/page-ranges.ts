import { Refusal, refuseField } from "../../errors/errors.ts";
import { type PageRun, type PageSet, pageSet } from "../../pdf-pages/page-set.ts";

/** Describes the fault of an item, given the item and the number of pages. */
type Refuse = (reason: string) => Refusal;

const ITEM_SHOWN = 60;
const GRAMMAR = 'Write "3-7", "5", "5-" (to the end), or a comma list such as "1-3,7".';

/** `ranges`: each item is a part (a comma list is one part of several runs), in the order given. */
export function parseRanges(given: readonly string[] | undefined, pageCount: number, maxParts: number): PageSet[] {
  return partsAsked("ranges", given, pageCount, maxParts).map((item, index) =>
    parseRange(item, pageCount, refusal("ranges", index, item, pageCount)),
  );
}

/** `pageNumbers`: each item is a part of one page. */
export function parsePageNumbers(given: readonly number[] | undefined, pageCount: number, maxParts: number): PageSet[] {
  return partsAsked("pageNumbers", given, pageCount, maxParts).map((item, index) => {
    const refuse = refusal("pageNumbers", index, item, pageCount);
    if (item < 1) throw refuse("pages are counted from 1.");
    if (item > pageCount) throw refuse("there is no such page.");
    return pageSet([{ first: item - 1, last: item - 1 }]);
  });
}

/** A field that names pages in the same grammar. */
export function parseSelection(text: string, field: string, pageCount: number): PageSet {
  const shown = JSON.stringify(text.length > ITEM_SHOWN ? `${text.slice(0, ITEM_SHOWN)}…` : text);
  return parseRange(text, pageCount, (reason) => {
    return refuseField("INVALID_INPUT", field, `${shown}: ${reason} ${has(pageCount)}`);
  });
}

function parseRange(item: string, pageCount: number, refuse: Refuse): PageSet {
  const runs: PageRun[] = [];
  for (const piece of item.split(",")) {
    const match = /^\s*(\d{1,9})\s*(?:(-)\s*(?:(\d{1,9})\s*)?)?$/.exec(piece);
    if (match === null) throw refuse(`that is not a page range. ${GRAMMAR}`);
    const first = Number(match[1]);
    const last = match[3] !== undefined ? Number(match[3]) : match[2] === undefined ? first : pageCount;
    if (first === 0 || last === 0) throw refuse("pages are counted from 1.");
    if (first > pageCount || last > pageCount) throw refuse("it goes beyond the last page.");
    if (last < first) throw refuse("its last page comes before its first.");
    runs.push({ first: first - 1, last: last - 1 });
  }
  const sorted = [...runs].sort((a, b) => a.first - b.first);
  for (let i = 1; i < sorted.length; i++) {
    const page = (sorted[i] as PageRun).first;
    if (page <= (sorted[i - 1] as PageRun).last) throw refuse(`it names page ${page + 1} twice.`);
  }
  return pageSet(runs);
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
  if (given.length === 0) {
    throw refused(field, `${field} is empty: name at least one part. ${has(pageCount)}`);
  }
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
  return count === 1 ? "1 page" : `${count} pages`;
}
