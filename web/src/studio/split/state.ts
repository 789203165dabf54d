import { batch, computed, signal } from "@preact/signals";
import type { SplitPdfRequest, SplitPdfResult } from "../../../../client/src/index.ts";
import type { Described } from "../calls.ts";
import { opened } from "../document/opened.ts";
import { cutsFromRanges, faultsIn, linesOf, type Part, partsFromRanges, rangesFromCuts } from "../document/parts.ts";
import type { MakesLink } from "../parts/copy-link.tsx";
import { Finishing } from "../parts/finishing.ts";
import { Work } from "../work.ts";
import type { Chapter } from "./chapters.ts";
import type { Plan } from "./plan.ts";

/** How a document is divided. */
export type Way = "cuts" | "every" | "bookmarks" | "text" | "blank" | "size" | "single";

export const way = signal<Way>("cuts");
/** The ranges as typed; the parts and cuts are read from them. */
export const rangesText = signal("");
export const every = signal("10");
export const level = signal("1");
export const megabytes = signal("5");
/** The single pages that are taken; none chosen means all. */
export const picked = signal<ReadonlySet<number>>(new Set());
/** What pages say where a part begins or ends, and how that is meant. */
export const wantedText = signal("");
export const search = signal<"contains" | "equals" | "regex">("contains");
export const at = signal<"start" | "end" | "change">("start");
export const leavesOut = signal(false);
/** What counts as a blank page: marks smaller than this in pictures do not, nor what is near the edges. In millimetres. */
export const leavesBlankOut = signal(true);
export const specks = signal("1");
export const margins = signal("0");
/** The places that were found, by the rule for which they were looked for. */
export const plan = signal<Plan | undefined>(undefined);
export const pattern = signal("");
/** The names that parts were given, by their first pages: a part keeps its name when it becomes longer or shorter. */
export const names = signal<Readonly<Record<string, string>>>({});
/** How large this machine found parts to be, by their pages. Beside them only attached files change a part's size. */
export const sizes = signal<ReadonlyMap<string, number>>(new Map());
/** The parts of a division by size, for the size that was asked for. */
export const partsWithin = signal<{ maxSize: number; ranges: readonly string[] } | undefined>(undefined);
/** Which parts have the files that are attached to the document, and whether it has any. */
export const attachments = signal<NonNullable<SplitPdfRequest["attachments"]>>("drop");
export const hasAttachments = signal(false);
/** The document's outline; undefined until it is read. */
export const chapters = signal<Chapter[] | undefined>(undefined);
export const result = signal<{ answer: SplitPdfResult; call: Described; again: MakesLink | undefined } | undefined>(
  undefined,
);

export const finishing = new Finishing({ describes: true });

export const work = new Work({
  ...{ way, rangesText, every, level, megabytes, picked, pattern, names },
  ...{ wantedText, search, at, leavesOut, leavesBlankOut, specks, margins, attachments },
  ...finishing.kept,
});

export function attach(to: typeof attachments.value): void {
  batch(() => {
    attachments.value = to;
    sizes.value = new Map();
    partsWithin.value = undefined;
  });
}

/** The rule by which contents divide the document, as the interface takes it; undefined while it is incomplete. */
export const rule = computed<Pick<SplitPdfRequest, "text" | "blankPages"> | undefined>(() => {
  if (way.value === "text" && wantedText.value.trim() !== "") {
    const page = leavesOut.value ? ("drop" as const) : ("keep" as const);
    return { text: { [search.value]: wantedText.value.trim(), at: at.value, page } };
  }
  const [ink, ignoreMargins] = [specks, margins].map(({ value }) => lengthOf(value));
  if (way.value !== "blank" || ink === undefined || ignoreMargins === undefined) return undefined;
  return { blankPages: { drop: leavesBlankOut.value, ink, ignoreMargins } };
});

/** What was found by the rule as it is now. */
export const found = computed(() => {
  const known = plan.value;
  return rule.value !== undefined && known?.rule === JSON.stringify(rule.value) ? known : undefined;
});

/** A length of 0 or more millimetres, in points. */
export function lengthOf(text: string): number | undefined {
  const value = Number(text.replace(",", "."));
  return text.trim() !== "" && value >= 0 && value <= 300 ? Math.round(value * 283.46) / 100 : undefined;
}

/** How the document is divided, as the interface takes it, but for what is found out by reading contents. */
export const division = computed<Partial<SplitPdfRequest> | undefined>(() => {
  switch (way.value) {
    case "cuts":
      return rangesFault.value === undefined ? { ranges: linesOf(rangesText.value) } : undefined;
    case "size": {
      const maxSize = sizeInBytes();
      return maxSize === undefined ? undefined : { maxSize };
    }
    default:
      return parts.value.length > 0 ? { ranges: parts.value.map(({ text }) => text) } : undefined;
  }
});

/** Whether only measuring tells the parts, and they are not measured yet. */
export const isUnmeasured = computed(() => way.value === "size" && partsWithin.value?.maxSize !== sizeInBytes());

/** The size of a part in bytes, where it is known. */
export function sizeOf(part: Part): number | undefined {
  return sizes.value.get(part.text);
}

const pageCount = computed(() => opened.value?.pdf.numPages ?? 0);

/** What is wrong with the ranges as typed, in words. */
export const rangesFault = computed(() =>
  way.value === "cuts" ? faultsIn(linesOf(rangesText.value), pageCount.value) : undefined,
);

/** Where the document is cut; undefined where the parts are not all of its pages in their order. */
export const cuts = computed(() => cutsFromRanges(linesOf(rangesText.value), pageCount.value));

/** The parts that will be made, as far as this machine can tell. */
export const parts = computed<Part[]>(() => {
  const count = pageCount.value;
  switch (way.value) {
    case "cuts":
      return partsFromRanges(linesOf(rangesText.value), count);
    case "every":
      return everyN(count, wholeNumber(every.value));
    case "bookmarks":
      return fromChapters(count);
    case "size":
      return isUnmeasured.value ? [] : partsFromRanges(partsWithin.value?.ranges ?? [], count);
    case "text":
    case "blank":
      return found.value?.parts ?? [];
    default: {
      const pages = picked.value.size > 0 ? [...picked.value].sort((a, b) => a - b) : allPages(count);
      return pages.map((page) => ({ pages: [page], text: String(page) }));
    }
  }
});

export function nameOf(part: Part): string {
  return names.value[keyOf(part)] ?? "";
}

export function setName(part: Part, name: string): void {
  names.value = { ...names.value, [keyOf(part)]: name };
}

/** Of several parts that begin with the same page, all but the first are told apart by their pages. */
function keyOf(part: Part): string {
  const [first] = part.pages;
  return parts.value.find(({ pages }) => pages[0] === first) === part ? String(first) : part.text;
}

/** The names in the form that the service takes. In a split by size only the service knows the parts. */
export const fileNames = computed<string[]>(() => {
  const given = way.value === "size" ? [] : parts.value.map((part) => nameOf(part).trim());
  return given.slice(0, given.findLastIndex((name) => name !== "") + 1);
});

/** Which parts each page is in, by number from 0: parts may overlap. */
export const partsOfPage = computed(() => {
  const found = new Map<number, number[]>();
  for (const [index, { pages }] of parts.value.entries()) {
    for (const page of pages) found.set(page, [...(found.get(page) ?? []), index]);
  }
  return found;
});

/** The first of them, whose colour the page has. */
export const partOfPage = computed(() => new Map([...partsOfPage.value].map(([page, [first]]) => [page, first])));

export function wholeNumber(text: string): number | undefined {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 ? Number(text) : undefined;
}

/** The size in bytes; undefined when what is typed is not a size. */
export function sizeInBytes(): number | undefined {
  const value = Number(megabytes.value.replace(",", "."));
  return megabytes.value.trim() !== "" && value >= 0.002 ? Math.round(value * 1_000_000) : undefined;
}

export function cutAfter(page: number, cuts: ReadonlySet<number>): void {
  const next = new Set(cuts);
  if (!next.delete(page)) next.add(page);
  rangesText.value = rangesFromCuts(next, pageCount.value).join("\n");
}

function allPages(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function partsFromStarts(starts: number[], count: number, titles?: string[]): Part[] {
  return starts.map((start, index) => {
    const end = (starts[index + 1] ?? count + 1) - 1;
    const pages = Array.from({ length: end - start + 1 }, (_, step) => start + step);
    const text = start === end ? String(start) : `${start}-${end}`;
    return { pages, text, ...(titles?.[index] === undefined ? {} : { title: titles[index] }) };
  });
}

function everyN(count: number, size: number | undefined): Part[] {
  if (size === undefined) return [];
  return partsFromStarts(
    Array.from({ length: Math.ceil(count / size) }, (_, index) => index * size + 1),
    count,
  );
}

/** As the engine names what comes before the first item. */
const BEGINNING = "Beginning";

/** A part begins at each item of the level, and at page 1. */
function fromChapters(count: number): Part[] {
  const wanted = (chapters.value ?? []).filter((chapter) => chapter.level === Number(level.value));
  if (wanted.length === 0) return [];
  const byPage = new Map(wanted.toReversed().map(({ page, title }) => [page, title]));
  const starts = [...byPage.keys()].sort((a, b) => a - b);
  const titles = starts.map((start) => byPage.get(start) as string);
  if (starts[0] !== 1) {
    starts.unshift(1);
    titles.unshift(BEGINNING);
  }
  return partsFromStarts(starts, count, titles);
}
