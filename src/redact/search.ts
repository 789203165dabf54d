import { cropBox } from "../crop/crop.ts";
import type { Turns } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { quadsOf } from "../pdf-content/annotations.ts";
import type { Reading } from "../pdf-content/interpreter/interpreter.ts";
import { type Span, TextForms } from "../pdf-content/text/reading-form.ts";
import { ExpressionProblem } from "../pdf-content/text/search.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { MisfitProblem } from "../pdf-file/pdf-problem.ts";
import { type Box, displaySize, normalise, toDisplay } from "../pdf-pages/geometry.ts";
import { type PageView, viewPage } from "../pdf-pages/page-view.ts";
import { openReading } from "../remove/reading.ts";
import { coverageOf, coverageOfAll, type PageCoverage } from "./coverage.ts";
import { readWholeText, type SaidBeside, type WholeText } from "./page-text.ts";
import {
  boxAroundStretch,
  isPartOf,
  type MarkedArea,
  type PagePlan,
  planPage,
  type Stretch,
  stretchesOf,
} from "./plan.ts";
import { leastOf, type Recognised, restOf } from "./recognised.ts";
import type { Finding, RedactionPlan, RedactionRequest } from "./request.ts";
import { compiledRule, type Rule } from "./rules.ts";
import { linesAsText, type SearchedText } from "./searched-text.ts";

/** Findings of one request: each is cut and reported one by one. */
const MAX_FINDINGS = 20_000;
/** What a match takes in memory, and each line of it, with what is said of them. */
const MATCH_BYTES = 500;
const STRETCH_BYTES = 400;
/** Characters that are told before a match, and behind it. */
const CONTEXT = 40;
const MAX_STATES = 10_000;
/** Pages are searched, written, and proved. */
const READINGS = 3;
/**
 * They are checked and judged, too, each in several orders of its words: of a manual set in small type each costs more
 * than a reading. All in all it is less than a Worker's time; a small file gets less, since it may be made to cost much.
 */
const LONG_READINGS = 8;
const SMALL_BYTES = 1 << 20;
const MOST_STEPS = 36_000_000;

interface SearchedPage {
  readonly view: PageView;
  readonly boxes: MarkedArea[];
  plan: PagePlan | undefined;
  /** Where rules search it. */
  ends?: Ends;
  /** Annotations that show what is cut, by their places. */
  taken?: ReadonlySet<number>;
  /** Whether it cannot be proved, so that nothing of it stays. */
  isEmptied?: boolean;
}

/** A document as it was searched, before anything of what it says elsewhere is counted. */
export interface Searched {
  readonly plan: RedactionPlan;
  readonly pages: readonly SearchedPage[];
  readonly rules: readonly Rule[];
  readonly reading: Reading;
  /** Texts that stand for contents, of which several together say what is cut, with the rules. */
  readonly halves: ReadonlyMap<string, ReadonlySet<number>>;
}

export function* searchDocument(document: PdfDocument, request: RedactionRequest): Turns<Searched> {
  const { work } = document;
  work.readTimes(document.bytes.length > SMALL_BYTES ? LONG_READINGS : READINGS, MOST_STEPS);
  const rules = (request.rules ?? []).map((rule, at) => {
    try {
      return compiledRule(rule, work, request.states ?? MAX_STATES);
    } catch (error) {
      if (error instanceof ExpressionProblem) error.rule = at;
      throw error;
    }
  });
  return yield* document.ofPages(() => searchPages(document, request, rules));
}

function* searchPages(document: PdfDocument, request: RedactionRequest, rules: Rule[]): Turns<Searched> {
  const { pages: tree, work } = document;
  const pages = Array.from({ length: tree.count }, (_, index): SearchedPage => {
    return { view: viewPage(document, tree.leaf(index)), boxes: [], plan: undefined };
  });
  addAreas(request, pages);
  const found = new Found(request, work);
  const coverages: PageCoverage[] = [];
  const halves = new Map<string, Set<number>>();
  let count = 0;
  const reading = openReading(document);
  /** The page before: it is planned when a text was looked for that runs over its end. */
  let last: SearchedContent | undefined;
  const end = function* (): Turns<void> {
    if (last) yield* planCuts(last, request, work);
    last = undefined;
  };
  for (const [index, page] of pages.entries()) {
    if (request.annotations) for (const box of redactAreas(document, index)) page.boxes.push({ box });
    if (!rules.some((rule) => isAskedFor(rule, index))) {
      yield* end();
      const how = { gap: "box", visible: page.view.visible } as const;
      if (page.boxes.length > 0) page.plan = yield* planPage(page.boxes, [], [], how, work);
      continue;
    }
    work.spend(COST.searchedPage);
    const text = yield* readWholeText(reading, document.page(index), page.view.visible);
    count++;
    const recognised = request.recognised?.get(index + 1);
    const coverage = coverageOf(index, page.view, text.unsearched, recognised);
    if (coverage.why.length > 0) coverages.push(coverage);
    page.ends = endsOf(text);
    for (const [rule, part] of partsSaying(text.said, rules, work)) {
      halves.set(part, (halves.get(part) ?? new Set()).add(rule));
    }
    for (const one of [...page.ends.first, ...page.ends.last]) work.hold(one.length * 2);
    const rests = coverage.why.some(({ kind }) => kind === "recognised");
    const content = { index, page, text, stretches: [], taken: new Set<number>(), count: 0, rests, recognised };
    yield* found.addAll(content, last, rules);
    yield* end();
    last = content;
    yield;
  }
  yield* end();
  const { findings, kept } = found;
  refuseUnknown(request, [...findings, ...kept]);
  const areas = pages.flatMap(({ view, boxes }, index) =>
    boxes.map(({ box, item }) => ({ page: index + 1, area: toDisplay(box, view), item })),
  );
  const coverage = coverageOfAll(count, coverages);
  const plan = { findings, kept, areas, elsewhere: [], coverage, pageCount: pages.length };
  return { plan, pages, rules, reading, halves };
}

function* planCuts(content: SearchedContent, request: RedactionRequest, work: Work): Turns<void> {
  const { page, text, stretches, taken } = content;
  page.taken = taken;
  if (stretches.length + page.boxes.length > 0) {
    const how = { gap: request.gap ?? "box", visible: page.view.visible };
    page.plan = yield* planPage(page.boxes, stretches, text.pieces, how, work);
    for (const one of showing(text, stretches, work)) taken.add(one);
  }
  text.holding.letGo();
}

function addAreas({ areas = [], coordinates = "page" }: RedactionRequest, pages: readonly SearchedPage[]): void {
  areas.forEach(({ page, area, mark, item: own }, at) => {
    const item = own ?? at;
    const found = pages[page - 1];
    if (!found) throw new MisfitProblem({ kind: "no such page", page, pageCount: pages.length, item });
    found.boxes.push({ box: cropBox(found.view, area, coordinates, page - 1, item), mark, item });
  });
}

/** The areas of a page's Redact annotations (12.5.6.23). */
function redactAreas(document: PdfDocument, index: number): Box[] {
  return (document.array(document.page(index).dict.get("Annots")) ?? []).flatMap((item): Box[] => {
    const dict = document.dict(item);
    if (!dict || document.resolve(dict.get("Subtype")) !== "Redact") return [];
    const boxes: Box[] = [];
    for (const quad of quadsOf(document, dict)) {
      const box = normalise(quad);
      if (!box) continue;
      document.work.hold(MATCH_BYTES);
      boxes.push(box);
    }
    const rect = normalise(document.numbers(dict.get("Rect"), 4));
    return boxes.length > 0 ? boxes : rect ? [rect] : [];
  });
}

function refuseTooMany(count: number): void {
  if (count > MAX_FINDINGS) throw new MisfitProblem({ kind: "too many findings", most: MAX_FINDINGS });
}

function refuseUnknown(request: RedactionRequest, found: readonly Finding[]): void {
  const ids = new Set(found.map(({ id }) => id));
  for (const field of ["only", "except"] as const) {
    const id = request[field]?.find((one) => !ids.has(one));
    if (id !== undefined) throw new MisfitProblem({ kind: "no such finding", id, field });
  }
}

export function isAskedFor({ pages }: Rule, index: number): boolean {
  return !pages || pages.has(index + 1);
}

/** The first and the last lines of a page. */
export interface Ends {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

export function endsOf({ firstLines, lastLines }: WholeText): Ends {
  const said = (lines: WholeText["firstLines"]): string[] =>
    lines.map((words) => words.map(({ text }) => text).join(" "));
  return { first: said(firstLines), last: said(lastLines) };
}

interface SearchedContent {
  readonly index: number;
  readonly page: SearchedPage;
  readonly text: WholeText;
  readonly stretches: Stretch[];
  readonly taken: Set<number>;
  /** How many texts begin here. */
  count: number;
  /** Whether text that is not drawn was recognised there. */
  readonly rests: boolean;
  readonly recognised: Recognised | undefined;
}

/** The annotations that show a part of what is cut. They may draw it beside their rectangles. */
function showing({ looks, pieces }: WholeText, stretches: readonly Stretch[], work: Work): number[] {
  const found = looks.filter(({ from, to }) => {
    work.spend((to - from) * stretches.length * COST.comparedPlace);
    return pieces.slice(from, to).some((piece) => stretches.some((one) => isPartOf(piece, one)));
  });
  return found.map(({ annotation }) => annotation);
}

/** What the rules find: what is cut, and what stays because the request says so. */
class Found {
  readonly findings: Finding[] = [];
  readonly kept: Finding[] = [];
  readonly #only: ReadonlySet<string> | undefined;
  readonly #except: ReadonlySet<string>;
  readonly #work: Work;

  constructor({ only, except }: RedactionRequest, work: Work) {
    this.#only = only && new Set(only);
    this.#except = new Set(except);
    this.#work = work;
  }

  /** Adds what is on a page, and over the end of the one before. */
  *addAll(content: SearchedContent, last: SearchedContent | undefined, rules: readonly Rule[]): Turns<void> {
    for (const [at, rule] of rules.entries()) {
      if (!isAskedFor(rule, content.index)) continue;
      if (last && isAskedFor(rule, last.index)) {
        for (const [before, after] of overEnd(last.text, content.text, rule, this.#work)) {
          const id = idOf(last);
          this.#add(last, id, at, rule, before);
          this.#add(content, id, at, rule, after);
        }
      }
      const matches = yield* findOn(content.text, rule, this.#work);
      for (const match of matches) this.#add(content, idOf(content), at, rule, match);
      for (const { annotation, box, ...told } of saidBesideOn(content.text, rule, matches, this.#work)) {
        const areas = [toDisplay(box, content.page.view)];
        const one = { id: idOf(content), rule: at, page: content.index + 1, ...told, areas };
        if (this.#isCut(one)) content.taken.add(annotation);
      }
      refuseTooMany(this.findings.length + this.kept.length);
      yield;
    }
  }

  #add(content: SearchedContent, id: string, at: number, rule: Rule, match: Match): void {
    const { index, page, stretches } = content;
    const { text, spelt, context, lines } = match;
    if (lines.length === 0) return;
    const areas = lines.map((line) => toDisplay(boxAroundStretch(line, line.low, line.high), page.view));
    const rests = content.rests && lines.some(({ isHidden }) => isHidden);
    const known = rests ? content.recognised : undefined;
    this.#work.spend((known?.words.length ?? 0) * areas.length * COST.comparedPlace);
    const { height } = displaySize(page.view);
    const told = known && areas.map((area) => restOf(known, area, height));
    const confidence = leastOf(told ?? []);
    const on = { ...(rests && { recognised: true as const }), ...(confidence !== undefined && { confidence }) };
    if (!this.#isCut({ id, rule: at, page: index + 1, text, spelt, context, areas, ...on })) return;
    for (const [at, line] of lines.entries()) stretches.push({ ...line, mark: rule.mark, rise: told?.[at]?.rise });
  }

  /** Lists what was found; whether it is cut. */
  #isCut(one: Finding): boolean {
    const stays = this.#except.has(one.id) || (this.#only !== undefined && !this.#only.has(one.id));
    (stays ? this.kept : this.findings).push(one);
    return !stays;
  }
}

function idOf(content: SearchedContent): string {
  return `${content.index + 1}.${++content.count}`;
}

interface Match {
  readonly text: string;
  readonly spelt?: string;
  readonly context: Finding["context"];
  readonly lines: readonly Stretch[];
  /** Whether narrow gaps are none in it. */
  readonly isTight?: boolean;
}

/** The lines at the end of a page, and at the beginning of the next one, whatever running heads are between. */
export function* acrossEnd<T>(last: readonly T[], first: readonly T[]): Generator<readonly [before: T[], after: T[]]> {
  for (let ending = 1; ending <= last.length; ending++) {
    for (let beginning = 0; beginning < first.length; beginning++) {
      yield [last.slice(Math.max(0, ending - 2), ending), first.slice(beginning, beginning + 2)];
    }
  }
}

/** Texts that run over the end of a page. */
function* overEnd(
  { lastLines }: Pick<WholeText, "lastLines">,
  { firstLines }: Pick<WholeText, "firstLines">,
  rule: Rule,
  work: Work,
): Generator<readonly [before: Match, after: Match]> {
  for (const [before, after] of acrossEnd(lastLines, firstLines)) {
    const searched = linesAsText([...before, ...after], work);
    const { length } = linesAsText(before, work).text;
    const known = new Set<string>();
    for (const [from, to] of rule.find(searched.forms)) {
      if (from >= length - 1 || to <= length || known.has(`${from} ${to}`)) continue;
      known.add(`${from} ${to}`);
      const told = shownOf(searched, [from, to]);
      yield [
        { ...told, lines: stretchesOf(searched, [from, length - 1], work) },
        { ...told, lines: stretchesOf(searched, [length, to], work) },
      ];
    }
  }
}

/** Texts that stand for contents, and say only together what a rule looks for everywhere. */
function* partsSaying(
  said: readonly string[],
  rules: readonly Rule[],
  work: Work,
): Generator<[rule: number, text: string]> {
  if (said.length < 2) return;
  for (const between of ["", " "]) {
    const whole = new TextForms(said.join(between), work);
    for (const [at, rule] of rules.entries()) {
      if (rule.pages) continue;
      for (const [from, to] of rule.find(whole)) {
        let end = 0;
        const parts = said.filter((text) => {
          const begin = end;
          end += text.length + between.length;
          return begin < to && begin + text.length > from;
        });
        work.spend(said.length * COST.item);
        if (parts.length > 1) for (const part of parts) yield [at, part];
      }
    }
  }
}

/** What a rule finds on a page, each place once. */
export function* findOn(page: WholeText, rule: Rule, work: Work): Turns<Match[]> {
  const found = new Map<string, Match>();
  for (const searched of page.texts) {
    if (work.isTurnOver) yield;
    for (const span of rule.find(searched.forms)) {
      work.spend(COST.match + (span[1] - span[0]) * COST.searchedCharacter);
      const lines = stretchesOf(searched, span, work);
      if (work.isTurnOver) yield;
      refuseTooMany(found.size);
      const key = lines
        .flatMap(({ base, low, high }) => [base, low, high].map((place) => Math.round(place * 100)))
        .join();
      if (lines.length === 0 || found.has(key)) continue;
      work.hold(MATCH_BYTES + lines.length * STRETCH_BYTES);
      found.set(key, { ...shownOf(searched, span), lines, isTight: searched.isTight });
    }
  }
  const matches = [...found.values()];
  const others = matches.filter(({ isTight }) => !isTight);
  // The words beside a match are no more of it because the gaps between them are narrow.
  return matches.filter((one) => !one.isTight || !others.some((other) => isAround(one, other, work)));
}

function isAround({ lines }: Match, other: Match, work: Work): boolean {
  work.spend(lines.length * other.lines.length * COST.comparedPlace);
  return other.lines.every(({ base, low, high }) =>
    lines.some((line) => line.base === base && line.low <= low && line.high >= high),
  );
}

/**
 * What a rule finds in what annotations say beside their looks, once in each, and not where the look says it. Rules
 * without pages look at them where all that annotations say is searched.
 */
export function* saidBesideOn(
  page: WholeText,
  rule: Rule,
  matches: readonly Match[],
  work: Work,
): Generator<Pick<Match, "text" | "context"> & Pick<SaidBeside, "annotation" | "box">> {
  if (!rule.pages || page.beside.length === 0) return;
  const lines = matches.flatMap((match) => match.lines);
  const shown = new Set(showing(page, lines, work));
  for (const { annotation, box, text } of page.beside) {
    work.spend(COST.text);
    const [span] = shown.has(annotation) ? [] : rule.find(new TextForms(text, work));
    if (span) yield { annotation, box, ...toldOf(text, span) };
  }
}

/** A text and what is around it, copied: a part of a text that is not copied holds all of it. */
function toldOf(text: string, [from, to]: Span): Pick<Match, "text" | "context"> {
  const copied = (start: number, end: number): string => [...text.slice(start, end)].join("");
  return { text: copied(from, to), context: [copied(Math.max(0, from - CONTEXT), from), copied(to, to + CONTEXT)] };
}

/** The same of a page, with accents on their letters. */
function shownOf(searched: SearchedText, [from, to]: Span): Pick<Match, "text" | "spelt" | "context"> {
  const [text, told] = [searched.shown(from, to), toldOf(searched.text, [from, to])];
  const context = [searched.shown(Math.max(0, from - CONTEXT), from), searched.shown(to, to + CONTEXT)] as const;
  return { text, ...(text !== told.text && { spelt: told.text }), context };
}
