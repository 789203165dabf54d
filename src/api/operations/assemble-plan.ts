import type { PagePlan } from "../../engine.ts";
import { Refusal, refuseField } from "../../errors/errors.ts";
import type { Work } from "../../meter/work.ts";
import { mapKey } from "../../platform/map-key.ts";
import { LIMITS } from "../limits.ts";
import type { Source } from "./assemble-sources.ts";
import { parsePages } from "./page-ranges.ts";

export type Turn = 0 | 90 | 180 | 270;

/** Some pages of one document, or an empty page, as `order` names them. */
export interface OrderItem {
  /** Its position, counted from 1, or its name. */
  readonly document?: number | string | undefined;
  readonly blank?: true | undefined;
  readonly pages?: string | undefined;
  readonly rotate?: Turn | undefined;
}

export interface Arrangement {
  readonly order?: OrderItem[] | undefined;
  readonly collate: boolean;
  readonly blankAfterOdd: boolean;
}

/** Pages of one source, in their order, counted from 1; without a source an empty page. */
interface Run {
  readonly source: Source | undefined;
  readonly pages: readonly number[];
  readonly rotate: number;
}

export interface Plan {
  /** The sources that have pages in the whole, with the pages of each in the order in which they come. */
  readonly parts: readonly { readonly source: Source; readonly pages: readonly number[] }[];
  readonly pages: readonly PagePlan[];
}

interface Planning {
  /** Which of the documents stamps show. */
  readonly stamps: ReadonlySet<number>;
  readonly work: Work;
}

/** Which page of which document comes when. Those that stamps show have none. */
export function planPages(
  sources: readonly (Source | undefined)[],
  asked: Arrangement,
  { stamps, work }: Planning,
): Plan {
  const paged = sources.map((source, at) => (stamps.has(at) ? undefined : source));
  const runs = asked.order ? ordered(sources, asked.order, { stamps, work }) : allOf(paged, work);
  const inTurn = asked.collate ? collated(runs) : runs;
  const parts = new Map<Source, { at: number; pages: number[] }>();
  const pages: PagePlan[] = [];
  // An empty page belongs to the document of the page before it, or to the first.
  let at = 0;
  for (const { source, pages: own, rotate } of inTurn) {
    if (!source) {
      pages.push({ part: at, isEmpty: true });
      continue;
    }
    const part = parts.get(source) ?? { at: parts.size, pages: [] };
    parts.set(source, part);
    at = part.at;
    for (const page of own) {
      part.pages.push(page);
      pages.push({ part: part.at, ...(rotate && { rotate }) });
    }
    const isLast = source === inTurn.at(-1)?.source;
    if (asked.blankAfterOdd && own.length % 2 === 1 && !isLast) pages.push({ part: part.at, isEmpty: true });
  }
  return { parts: [...parts].map(([source, { pages }]) => ({ source, pages })), pages };
}

function allOf(sources: readonly (Source | undefined)[], work: Work): Run[] {
  const counted = pageCounter("documents");
  return sources.flatMap((source, at) => {
    if (!source) return [];
    const { pages, rotate = 0 } = source.item;
    return [{ source, pages: counted(pagesOf(source, pages, `documents[${at}].pages`, work)), rotate }];
  });
}

function ordered(sources: readonly (Source | undefined)[], order: readonly OrderItem[], { stamps, work }: Planning) {
  const counted = pageCounter("order");
  const indexOf = byNameOrPlace(sources);
  return order.flatMap(({ document, blank, pages, rotate = 0 }, at): Run[] => {
    if ((document === undefined) !== (blank === true)) {
      const text = 'an item names a document, or is {"blank": true}, and not both.';
      throw refuseField("INVALID_INPUT", `order[${at}]`, text);
    }
    if (document === undefined) return [{ source: undefined, pages: counted([0]), rotate: 0 }];
    const field = `order[${at}].document`;
    const index = indexOf(document, field);
    if (stamps.has(index))
      throw refuseField("INVALID_INPUT", field, "a stamp shows it, so it has no pages of its own.");
    const source = sources[index];
    if (!source) return [];
    const { item } = source;
    const numbers = counted(pagesOf(source, pages ?? item.pages, `order[${at}].pages`, work));
    return [{ source, pages: numbers, rotate: rotate + (item.rotate ?? 0) }];
  });
}

/** Finds a document by its position, counted from 1, or by its name: of several with one name the first. */
export function byNameOrPlace(
  sources: readonly (Source | undefined)[],
): (document: number | string, field: string) => number {
  const named = new Map(sources.map((source, at) => [source && mapKey(source.name), at] as const).toReversed());
  return (document, field) => {
    const index = typeof document === "number" ? document - 1 : (named.get(mapKey(document)) ?? -1);
    if (index >= 0 && index < sources.length) return index;
    const known = sources.length === 1 ? "There is 1 document" : `There are ${sources.length} documents`;
    throw refuseField(
      "INVALID_INPUT",
      field,
      `no document is ${JSON.stringify(document).slice(0, 100)}. ${known}, counted from 1; a name is that of its file.`,
    );
  };
}

function pagesOf({ document }: Source, text: string | undefined, field: string, work: Work): readonly number[] {
  if (text !== undefined) return parsePages(text, field, document.pageCount, work);
  return Array.from({ length: document.pageCount }, (_, at) => at + 1);
}

/** Refuses too many pages while they are counted: an order may name all pages of a document many times. */
function pageCounter(field: string): (pages: readonly number[]) => readonly number[] {
  let count = 0;
  return (pages) => {
    count += pages.length;
    if (count <= LIMITS.assemble.pages) return pages;
    const text = `the PDF would have more than ${LIMITS.assemble.pages} pages; no more are made.`;
    throw refuseField("INVALID_INPUT", field, text);
  };
}

/** One page of each in turn, as sides that were scanned apart belong together. */
function collated(runs: readonly Run[]): Run[] {
  const inTurn: Run[] = [];
  let left = runs;
  for (let at = 0; left.length > 0; at++) {
    left = left.filter(({ pages }) => at < pages.length);
    for (const { source, pages, rotate } of left) inTurn.push({ source, pages: [pages[at]!], rotate });
  }
  return inTurn;
}

/** The refusal of a request of which no page is left, or empty ones alone. */
export function requirePages({ parts, pages }: Plan): void {
  if (parts.length > 0) return;
  if (pages.length > 0)
    throw refuseField(
      "INVALID_INPUT",
      "order",
      "no page of a document is left, only empty ones, and those have no size.",
    );
  throw new Refusal("INVALID_INPUT", "No page is left: no document could be read.", { field: "file" });
}
