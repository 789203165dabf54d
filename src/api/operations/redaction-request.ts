import {
  comparable,
  pagesOf as everyPage,
  PATTERN_NAMES,
  type PageSet,
  type PdfDocument,
  type RedactionRequest,
  type RedactionRule,
} from "../../engine.ts";
import { Refusal, refuseField } from "../../errors/errors.ts";
import { LIMITS } from "../limits.ts";
import { parseSelection } from "./page-ranges.ts";
import type { Fields } from "./redaction-fields.ts";
import {
  colourOf,
  type Listed,
  listed,
  type MarkStyle,
  markOf,
  PATTERN,
  patternRule,
  SEARCHES,
} from "./redaction-rules.ts";
import { inPoints, onlyOne } from "./shared-fields.ts";

const { regexStates } = LIMITS.split;
const { allRules, areas: mostAreas } = LIMITS.redact;

export function refuseNothing({ areas, text, list, patterns, annotations }: Fields): void {
  const isAsked = [areas, text, list, patterns].some((list) => list !== undefined && list.length > 0);
  if (isAsked || annotations) return;
  throw new Refusal("INVALID_INPUT", "Nothing to cut was sent: send areas, text, list, patterns or annotations.", {
    field: "text",
  });
}

/** Rules of which a receipt fits a header, beside their counts. */
const MAX_HEADER_RULES = 20;

export function refuseReceipt({ dryRun, text = [], list = "", patterns = [] }: Fields, isBinary: boolean): void {
  const refuse = (why: string) => refuseField("INVALID_INPUT", "receipt", why);
  if (dryRun) throw refuse("with dryRun no file is made that it could be about.");
  const rules = text.length + listed(list).length + patterns.length;
  if (!isBinary || rules <= MAX_HEADER_RULES) return;
  throw refuse(
    `with format=binary it is in a header, for up to ${MAX_HEADER_RULES} rules, not ${rules}; use format=json.`,
  );
}

/** A rule, as answers and receipts name it. */
export interface AskedRule {
  readonly name: string;
  readonly code?: string | undefined;
  /** What a receipt hashes of it. */
  readonly asked: readonly unknown[];
}

/** What the engine is asked for, and what each of its rules is called. */
export function requestOf(
  asked: Fields,
  document: PdfDocument,
): { readonly request: RedactionRequest; readonly rules: readonly AskedRule[] } {
  const { mark, coordinates, gap, onUnreadable, onUnremovable, annotations, attachments } = asked;
  const all = mark === "none" ? undefined : { colour: colourOf(mark.color), label: mark.label };
  const rules: RedactionRule[] = [];
  const named: AskedRule[] = [];
  const pagesOf: PagesOf = (pages, field) =>
    pages === undefined ? undefined : parseSelection(pages, `${field}.pages`, document.pageCount, document.work);
  const add = (rule: Listed, caseSensitive: boolean): void => {
    const { field, search, text, pages, code } = rule;
    if (search !== "pattern" && comparable(text, true) === "") {
      throw refuseField("INVALID_INPUT", `${field}.${search}`, "expected a text, got only spaces.");
    }
    if (search === "pattern" && !PATTERN.test(text)) {
      throw refuseField("INVALID_INPUT", field, `expected ${PATTERN_NAMES.join(", ")} or number:1 to number:40.`);
    }
    const what = search === "pattern" ? patternRule(text) : ({ [search]: text } as { contains: string });
    named.push({ name: field, code, asked: [search, text, caseSensitive, pages ?? null] });
    const own = { caseSensitive, pages: pagesOf(pages, field), mark: markOf(rule, all) };
    rules.push({ ...what, ...own });
  };
  (asked.text ?? []).forEach((rule, at) => {
    const field = `text[${at}]`;
    const search = onlyOne(rule, SEARCHES, { field, code: "INVALID_INPUT" });
    add({ ...rule, field, search, text: rule[search]!, pages: rule.pages }, rule.caseSensitive);
  });
  for (const one of listed(asked.list ?? "")) add(one, false);
  for (const pattern of asked.patterns ?? []) {
    named.push({ name: pattern, asked: ["pattern", pattern] });
    rules.push(patternRule(pattern));
  }
  if (rules.length > allRules) {
    const why = `up to ${allRules} texts and patterns are accepted, got ${rules.length}.`;
    throw refuseField("INVALID_INPUT", "list", why);
  }
  const request = {
    ...{ areas: areasOf(asked, all, pagesOf), coordinates, rules, gap, onUnreadable, onUnremovable, attachments },
    ...{ document: asked.document, only: asked.only, except: asked.except, mark: all, states: regexStates },
    annotations: annotations === "redact",
  };
  return { request, rules: named };
}

type PagesOf = (pages: string | undefined, field: string) => PageSet | undefined;

function areasOf({ areas = [] }: Fields, all: MarkStyle | undefined, pagesOf: PagesOf): RedactionRequest["areas"] {
  const placed: NonNullable<RedactionRequest["areas"]>[number][] = [];
  for (const [item, { pageNumber, pages, area, ...style }] of areas.entries()) {
    const field = `areas[${item}]`;
    if ((pageNumber === undefined) === (pages === undefined)) {
      throw refuseField("INVALID_INPUT", field, "exactly one of pageNumber and pages is needed.");
    }
    const set = pagesOf(pages, field);
    const of = { area: inPoints(area), mark: markOf(style, all), item };
    for (const page of set ? everyPage(set) : [pageNumber!]) placed.push({ ...of, page });
    if (placed.length <= mostAreas) continue;
    throw refuseField("INVALID_INPUT", field, `more than ${mostAreas} areas, counted on each of their pages.`);
  }
  return placed;
}
