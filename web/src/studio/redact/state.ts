import { batch, computed, signal } from "@preact/signals";
import type { RedactPdfResult } from "../../../../client/src/index.ts";
import { type Area, beside, type Size } from "../crop/area.ts";
import { sizes } from "../document/opened.ts";
import { Finishing } from "../parts/finishing.ts";
import type { Made } from "../parts/made.ts";
import { Work } from "../work.ts";
import { byWording, type Finding, inOrder, keyOf, planOf, type Rule } from "./plan.ts";
import { notRead, type Report } from "./report.ts";

export const page = signal(1);
/** What is looked for, and the places that are left as they are. */
export const rules = signal<readonly Rule[]>([]);
export const unticked = signal<ReadonlySet<string>>(new Set());
/** Boxes that were drawn, by page. */
export const boxes = signal<ReadonlyMap<number, readonly Area[]>>(new Map());
/** How what is cut is marked, and what becomes of its room. */
export const mark = signal<"bar" | "none">("bar");
export const colour = signal("#000000");
export const label = signal("");
export const gap = signal<"box" | "close">("box");
export const onUnremovable = signal<"refuse" | "drop">("refuse");
/** Whether pages may stay on which texts cannot be found. */
export const goesOnUnsearched = signal(false);

/** What is typed into the search, and how it is meant. */
export const wanted = signal("");
export const search = signal<"contains" | "words" | "regex">("contains");
export const caseSensitive = signal(false);
/** What each rule found, by its key; how often outside of the pages; and how far the pages were read. */
export const found = signal<ReadonlyMap<string, readonly Finding[]>>(new Map());
export const foundElsewhere = signal<ReadonlyMap<string, number>>(new Map());
export const coverage = signal<RedactPdfResult["coverage"] | undefined>(undefined);
/** The box, or the finding, that keys change. */
export const at = signal(-1);
export const current = signal<string | undefined>(undefined);

export const result = signal<{ made: Made; answer: RedactPdfResult; report: Report; what: string } | undefined>(
  undefined,
);

export const finishing = new Finishing({});

export const work = new Work({
  ...{ rules, unticked, boxes, mark, colour, label, gap, onUnremovable, goesOnUnsearched },
});

export function sizeOf(number: number): Size {
  return sizes.value.get(number) ?? sizes.value.get(1) ?? { width: 595, height: 842 };
}

/** Rules that were not searched for yet: a reload keeps them, and not what they found. */
export const missing = computed(() => rules.value.filter((rule) => !found.value.has(keyOf(rule))));

/** Places by their wording, and all of them in that order. */
export const wordings = computed(() =>
  byWording(inOrder(rules.value.flatMap((rule) => found.value.get(keyOf(rule)) ?? []))),
);
export const findings = computed(() => [...wordings.value.values()].flat());

export const byPage = computed(() => Map.groupBy(findings.value, ({ page }) => page));

export const isTicked = ({ key }: Finding): boolean => !unticked.value.has(key);

export const ticked = computed(() => findings.value.filter(isTicked).length);

export const boxCount = computed(() => [...boxes.value.values()].reduce((sum, { length }) => sum + length, 0));

export const plan = computed(() =>
  planOf(rules.value, (rule) => found.value.get(keyOf(rule)) ?? [], isTicked, boxes.value),
);

/** How often texts that go are outside of the pages. A text of which a place stays on a page stays there as well. */
export const elsewhere = computed(() =>
  rules.value
    .filter((rule) => (found.value.get(keyOf(rule)) ?? []).every(isTicked))
    .reduce((sum, rule) => sum + (foundElsewhere.value.get(keyOf(rule)) ?? 0), 0),
);

/** What of the pages was not read, in sentences, where texts are looked for. */
export const unread = computed(() => {
  const { text, patterns } = plan.value.fields;
  return coverage.value && (text || patterns) ? notRead(coverage.value) : [];
});

/** The boxes of the page in view. */
export const here = computed(() => boxes.value.get(page.value) ?? []);

export function turnTo(number: number): void {
  batch(() => {
    page.value = number;
    at.value = -1;
  });
}

export function addRule(rule: Rule): void {
  work.beginStep();
  rules.value = [...rules.value, rule];
}

export function removeRule(key: string): void {
  work.beginStep();
  batch(() => {
    rules.value = rules.value.filter((rule) => keyOf(rule) !== key);
    unticked.value = new Set([...unticked.value].filter((one) => !one.startsWith(`${key} `)));
  });
}

export function tick(which: readonly Finding[], on: boolean): void {
  const next = new Set(unticked.value);
  for (const { key } of which) {
    if (on) next.delete(key);
    else next.add(key);
  }
  work.beginStep();
  unticked.value = next;
}

/** Shows a finding on its page. */
export function show({ key, page: number }: Finding): void {
  batch(() => {
    if (page.value !== number) turnTo(number);
    current.value = key;
  });
}

function putBoxes(next: readonly Area[]): void {
  const all = new Map(boxes.value);
  if (next.length > 0) all.set(page.value, next);
  else all.delete(page.value);
  boxes.value = all;
}

export function setBox(area: Area): void {
  putBoxes(here.value.with(at.value, area));
}

export function addBox(area: Area): void {
  batch(() => {
    at.value = here.value.length;
    putBoxes([...here.value, area]);
  });
}

/** A box as large as a line or two, beside the current one or in the middle of the page. */
export function addAnother(): void {
  const { width, height } = sizeOf(page.value);
  const last = here.value[at.value] ?? here.value.at(-1);
  const first = { x: width * 0.3, y: height * 0.475, width: width * 0.4, height: height * 0.05 };
  work.beginStep();
  addBox(last ? beside(last, here.value, { width, height }) : first);
}

export function removeBox(index: number): void {
  work.beginStep();
  batch(() => {
    putBoxes(here.value.filter((_, other) => other !== index));
    at.value = Math.min(at.value, here.value.length - 1);
  });
}
