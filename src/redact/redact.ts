import { cropBox, isSigned } from "../crop/crop.ts";
import type { Turns } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { quadsOf } from "../pdf-content/annotations.ts";
import { Extent } from "../pdf-content/extent.ts";
import type { Reading } from "../pdf-content/interpreter/interpreter.ts";
import { type Span, TextForms } from "../pdf-content/text/reading-form.ts";
import { ExpressionProblem } from "../pdf-content/text/search.ts";
import type { Damage, PdfDocument } from "../pdf-file/document.ts";
import { MisfitProblem } from "../pdf-file/pdf-problem.ts";
import type { Rope } from "../pdf-file/rope.ts";
import { type PdfObject, PdfStream, PdfString } from "../pdf-file/syntax/objects.ts";
import { Parser } from "../pdf-file/syntax/parser.ts";
import { type Area, type Box, EVERYWHERE, normalise, toDisplay } from "../pdf-pages/geometry.ts";
import { type PageView, viewPage } from "../pdf-pages/page-view.ts";
import { NO_HOLES, type PageArea } from "../remove/areas.ts";
import { cutInTurns, type PagesMarks, proveWritten, type Written } from "../remove/index.ts";
import type { FurtherProof } from "../remove/prove/prove.ts";
import { unsound, type WrittenDocument } from "../remove/prove/written-document.ts";
import { openReading } from "../remove/reading.ts";
import type { PageRemoval, RemovalReport } from "../remove/report.ts";
import { type FindWord, inMarkup, textOfString, Words } from "../remove/words.ts";
import { coverageOf, coverageOfAll, type PageCoverage, type PagesCoverage } from "./coverage.ts";
import { type MarkStyle, marksOf } from "./marks.ts";
import { readWholeText, WholeGatherer, type WholeText } from "./page-text.ts";
import { boxAroundStretch, type Gap, isPartOf, type PagePlan, planPage, type Stretch, stretchesOf } from "./plan.ts";
import { compiledRule, type Rule, type TextRule } from "./rules.ts";
import { linesAsText, type SearchedText } from "./searched-text.ts";

export interface RedactionRequest {
  /** Areas of pages, from 1, of which nothing stays. */
  readonly areas?: readonly { readonly page: number; readonly area: Area }[] | undefined;
  readonly coordinates?: "page" | "userspace" | undefined;
  readonly rules?: readonly TextRule[] | undefined;
  /** Whether the areas of the document's own Redact annotations are cut. */
  readonly annotations?: boolean | undefined;
  /** `box`: an even room is left, whatever the width of what went. `close`: what follows moves up. */
  readonly gap?: Gap | undefined;
  /** Undefined: nothing is drawn. */
  readonly mark?: MarkStyle | undefined;
  /** What happens when a page has text that cannot be searched. */
  readonly onUnreadable?: "refuse" | "report" | undefined;
  readonly onUnremovable?: "refuse" | "drop" | undefined;
  /** Whether attached files stay. They are not looked into, but go when a name or a description has a text that is cut. */
  readonly attachments?: "drop" | "keep" | undefined;
  /** `clear`: outline, named destinations, Info, XMP and the like go, whatever they say. */
  readonly document?: "keep" | "clear" | undefined;
  /** The most states of an expression. */
  readonly states?: number | undefined;
  /** Whether the document's bytes are needed no more once the result is written. */
  readonly lastUse?: boolean | undefined;
}

/** A text that is cut. */
export interface Finding {
  /** Which of the rules found it, from 0. */
  readonly rule: number;
  /** Counted from 1. */
  readonly page: number;
  readonly text: string;
  /** Where it is on the page as displayed, line by line. */
  readonly areas: readonly Area[];
}

export interface RedactionPlan {
  readonly findings: readonly Finding[];
  /** Areas that are cut, those of Redact annotations with them. */
  readonly areas: readonly { readonly page: number; readonly area: Area }[];
  /** Texts that are left out elsewhere, by place and rule. */
  readonly elsewhere: readonly { readonly place: string; readonly rule: number; readonly count: number }[];
  /** How far the pages were read that rules ask for. */
  readonly coverage: PagesCoverage;
  readonly pageCount: number;
}

export interface RedactionReport extends Omit<RemovalReport, "notExamined" | "verified"> {
  /** Whether the file was read again, all of every page that rules ask for, and no rule finds anything. */
  readonly verified: boolean;
}

export interface RedactionResult extends RedactionPlan {
  readonly rope: Rope;
  readonly damage: Damage;
  readonly signed: boolean;
  readonly redaction: RedactionReport;
  /** What attachments that stay are called. */
  readonly attached: readonly string[];
}

/** Findings of one request: each is cut and reported one by one. */
const MAX_FINDINGS = 20_000;
/** What a match takes in memory, and each line of it, with what is said of them. */
const MATCH_BYTES = 200;
const STRETCH_BYTES = 400;
const MAX_STATES = 10_000;
/** Pages are searched, written, and proved. */
const READINGS = 3;

const STATEMENTS = [
  "Lines and pictures stay where they are: the end of a line, a table or an underline can tell how long a text was.",
  "In scans nothing moves, and a bar is as wide as what it covers, rounded up.",
  "Names of fonts, resources, inks and kinds of tags are not searched.",
  "The proof searches texts, not pictures: what only a picture shows is cut by its area.",
];

/** A page as it was searched. */
interface SearchedPage {
  readonly view: PageView;
  readonly boxes: Box[];
  plan: PagePlan | undefined;
  /** Where rules search it. */
  ends?: Ends;
  /** Annotations of which a look shows what is cut, by their places. */
  taken?: ReadonlySet<number>;
  /** Whether it cannot be proved, so that nothing of it stays. */
  isEmptied?: boolean;
}

/** A document as it was searched, before anything of what it says elsewhere is counted. */
interface Searched {
  readonly plan: RedactionPlan;
  readonly pages: readonly SearchedPage[];
  readonly rules: readonly Rule[];
  readonly reading: Reading;
}

/** Finds what a request would cut. */
export function* findInTurns(document: PdfDocument, request: RedactionRequest): Turns<RedactionPlan> {
  const searched = yield* searchDocument(document, request);
  if (!hasWords(searched)) return searched.plan;
  // What it says elsewhere is counted while it is written. Nobody gets that file, so nothing is refused.
  const { plan } = yield* cutFound(document, { ...request, mark: undefined, onUnremovable: "drop" }, searched);
  return plan;
}

/** Cuts areas and texts out of a document, and proves it. */
export function* redactInTurns(document: PdfDocument, request: RedactionRequest): Turns<RedactionResult> {
  const searched = yield* searchDocument(document, request);
  const { coverage } = searched.plan;
  const isRead = coverage.partly + coverage.pictures === 0;
  if (request.onUnreadable !== "report" && !isRead) throw new MisfitProblem({ kind: "unsearched", coverage });
  const { damage } = document;
  const signed = isSigned(document);
  const { plan, written } = yield* cutAndProved(document, request, searched);
  const { notExamined: _, ...removal } = written.removal;
  return {
    ...plan,
    rope: written.rope,
    damage,
    signed,
    attached: written.attached,
    redaction: { ...removal, verified: isRead, pages: removal.pages.filter(hasLost), statements: STATEMENTS },
  };
}

/**
 * Cuts what was found, and proves it. What cannot be proved is left out whole where that is asked for: the document
 * is written once more without those pages' contents.
 */
function* cutAndProved(
  document: PdfDocument,
  request: RedactionRequest,
  searched: Searched,
): ReturnType<typeof cutFound> {
  const drops = request.onUnremovable === "drop";
  for (;;) {
    const made = yield* cutFound(document, request, searched);
    const failed: SearchedPage[] = [];
    const proof = { removals: made.written.removal.pages, ends: new Map<number, Ends>() };
    const fails = (index: number, { misfit }: MisfitProblem): boolean => {
      const page = searched.pages[index]!;
      if (!drops && misfit.kind === "unverified" && isDamaged(document)) throw unproven(index);
      if (drops && !page.isEmptied) failed.push(page);
      return failed.includes(page);
    };
    yield* proveWritten(document, made.written, drops ? {} : request, {
      fails,
      follow: (reading, index) => searchAgain(reading, index, searched, made.find, proof),
      *document(again) {
        try {
          yield* searchEnds(searched, proof.ends, document.work);
        } catch (error) {
          const at = error instanceof MisfitProblem && error.misfit.kind === "unproven" ? error.misfit.page - 1 : -1;
          if (!(at >= 0 && fails(at, error as MisfitProblem))) throw error;
        }
        yield* searchStrings(again, made.find);
      },
    });
    if (failed.length === 0) return made;
    for (const page of failed) page.isEmptied = true;
  }
}

function isDamaged({ damage: { repaired, missingPages, missingObjects } }: PdfDocument): boolean {
  return repaired || missingPages + missingObjects > 0;
}

/** Whether rules look at all that a document says, and not at pages only. */
function hasWords({ rules }: Searched): boolean {
  return rules.some(({ pages }) => pages === undefined);
}

/** Writes the document without what was found, and counts what it said of that elsewhere. */
function* cutFound(
  document: PdfDocument,
  request: RedactionRequest,
  searched: Searched,
): Turns<{ plan: RedactionPlan; written: Written; find: FindWord }> {
  const { plan, pages, rules, reading } = searched;
  const everywhere = rules.map((rule) => (rule.pages ? undefined : rule));
  const find = (text: string): number | undefined => {
    document.work.spend(COST.text + text.length * COST.sourceByte);
    if (text === "") return undefined;
    const searched = new TextForms(text, document.work);
    const at = everywhere.findIndex((rule) => rule !== undefined && finds(rule, searched));
    return at < 0 ? undefined : at;
  };
  const words = hasWords(searched) ? new Words(find) : undefined;
  const areas = pages.map(({ view, plan, taken, isEmptied }): PageArea => {
    const isKept = !words && !plan;
    const holes = (!isEmptied && plan?.holes) || NO_HOLES;
    // The page is not cropped: nothing lies outside.
    return { view, box: isKept ? undefined : EVERYWHERE, isCropped: false, holes, taken, isEmptied };
  });
  const marks: PagesMarks = (index) => {
    const { plan, isEmptied } = pages[index]!;
    return plan && plan.bars.length > 0 && !isEmptied && request.mark ? marksOf(plan.bars, request.mark) : undefined;
  };
  const { onUnremovable = "refuse", attachments = "drop", document: describing = "keep", lastUse } = request;
  const options = { edge: "remove", document: describing, onUnremovable, attachments, lastUse } as const;
  const written = yield* cutInTurns(document, options, { areas, words, marks, reading });
  const elsewhere = [...(words?.counts ?? [])].flatMap(([place, counts]) =>
    [...counts.entries()].flatMap(([rule, count]) => (count === undefined ? [] : [{ place, rule, count }])),
  );
  return { plan: { ...plan, elsewhere }, written, find };
}

function hasLost({ removed, cut, dropped }: PageRemoval): boolean {
  return dropped.length > 0 || [...Object.values(removed), ...Object.values(cut)].some((count) => count > 0);
}

function* searchDocument(document: PdfDocument, request: RedactionRequest): Turns<Searched> {
  const { work } = document;
  work.readTimes(READINGS);
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
  (request.areas ?? []).forEach(({ page, area }, item) => {
    const found = pages[page - 1];
    if (!found) throw new MisfitProblem({ kind: "no such page", page, pageCount: pages.length, item });
    found.boxes.push(cropBox(found.view, area, request.coordinates ?? "page", page - 1, item));
  });
  const findings: Finding[] = [];
  const coverages: PageCoverage[] = [];
  let count = 0;
  const reading = openReading(document);
  /** The page before: it is planned when a text was looked for that runs over its end. */
  let last: SearchedContent | undefined;
  const end = function* (): Turns<void> {
    if (!last) return;
    const { page, text, stretches } = last;
    last = undefined;
    if (stretches.length + page.boxes.length === 0) return;
    const how = { gap: request.gap ?? "box", visible: page.view.visible };
    page.plan = yield* planPage(page.boxes, stretches, text.pieces, how, work);
    page.taken = showing(text, stretches, work);
  };
  for (const [index, page] of pages.entries()) {
    if (request.annotations) for (const box of redactAreas(document, index)) page.boxes.push(box);
    if (!rules.some((rule) => !rule.pages || rule.pages.has(index + 1))) {
      yield* end();
      const how = { gap: "box", visible: page.view.visible } as const;
      if (page.boxes.length > 0) page.plan = yield* planPage(page.boxes, [], [], how, work);
      continue;
    }
    const text = yield* readWholeText(reading, document.page(index), page.view.visible);
    count++;
    const coverage = coverageOf(index, page.view, text.unsearched);
    if (coverage.why.length > 0) coverages.push(coverage);
    page.ends = endsOf(text);
    for (const one of [...page.ends.first, ...page.ends.last]) work.hold(one.length * 2);
    const found: SearchedContent = { index, page, text, stretches: [] };
    yield* findAll(found, last, rules, findings, work);
    yield* end();
    last = found;
    yield;
  }
  yield* end();
  const areas = pages.flatMap(({ view, boxes }, index) =>
    boxes.map((box) => ({ page: index + 1, area: toDisplay(box, view) })),
  );
  const coverage = coverageOfAll(count, coverages);
  return { plan: { findings, areas, elsewhere: [], coverage, pageCount: pages.length }, pages, rules, reading };
}

/** A page with what was found on it. */
interface SearchedContent {
  readonly index: number;
  readonly page: SearchedPage;
  readonly text: WholeText;
  readonly stretches: Stretch[];
}

/** The annotations that show a part of what is cut. They may draw it beside their rectangles. */
function showing({ looks, pieces }: WholeText, stretches: readonly Stretch[], work: Work): Set<number> {
  const found = looks.filter(({ from, to }) => {
    work.spend((to - from) * stretches.length * COST.comparedPlace);
    return pieces.slice(from, to).some((piece) => stretches.some((one) => isPartOf(piece, one)));
  });
  return new Set(found.map(({ annotation }) => annotation));
}

/** Adds what the rules find on a page, and over the end of the one before. */
function* findAll(
  found: SearchedContent,
  last: SearchedContent | undefined,
  rules: readonly Rule[],
  findings: Finding[],
  work: Work,
): Turns<void> {
  const add = ({ index, page, stretches }: SearchedContent, rule: number, { text, lines }: Match): void => {
    if (lines.length === 0) return;
    const areas = lines.map((line) => toDisplay(boxAroundStretch(line, line.low, line.high), page.view));
    findings.push({ rule, page: index + 1, text, areas });
    for (const line of lines) stretches.push(line);
  };
  for (const [at, rule] of rules.entries()) {
    if (rule.pages && !rule.pages.has(found.index + 1)) continue;
    if (last && (!rule.pages || rule.pages.has(last.index + 1))) {
      for (const { text, before, after } of overEnd(last.text, found.text, rule, work)) {
        add(last, at, { text, lines: before });
        add(found, at, { text, lines: after });
      }
    }
    for (const match of yield* findOn(found.text, rule, work)) add(found, at, match);
    if (findings.length > MAX_FINDINGS) throw new MisfitProblem({ kind: "too many findings", most: MAX_FINDINGS });
    yield;
  }
}

/** The lines at the end of a page, and at the beginning of the next one, whatever running heads are between. */
function* acrossEnd<T>(last: readonly T[], first: readonly T[]): Generator<readonly [before: T[], after: T[]]> {
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
): Generator<{ text: string; before: Stretch[]; after: Stretch[] }> {
  for (const [before, after] of acrossEnd(lastLines, firstLines)) {
    const searched = linesAsText([...before, ...after], work);
    const { length } = linesAsText(before, work).text;
    const known = new Set<string>();
    for (const [from, to] of rule.find(searched.forms)) {
      if (from >= length - 1 || to <= length || known.has(`${from} ${to}`)) continue;
      known.add(`${from} ${to}`);
      yield {
        text: searched.text.slice(from, to),
        before: stretchesOf(searched, [from, length - 1], work),
        after: stretchesOf(searched, [length, to], work),
      };
    }
  }
}

interface Match {
  readonly text: string;
  readonly lines: readonly Stretch[];
}

function finds(rule: Rule, text: TextForms): boolean {
  for (const _ of rule.find(text)) return true;
  return false;
}

/** What a rule finds on a page, each place once. */
function* findOn(page: WholeText, rule: Rule, work: Work): Turns<Match[]> {
  const found = new Map<string, Match>();
  for (const { searched, span, lines } of matchesIn(page, rule, work)) {
    if (work.isTurnOver) yield;
    if (found.size > MAX_FINDINGS) throw new MisfitProblem({ kind: "too many findings", most: MAX_FINDINGS });
    const key = lines
      .flatMap(({ base, low, high }) => [base, low, high].map((place) => Math.round(place * 100)))
      .join();
    if (lines.length === 0 || found.has(key)) continue;
    work.hold(MATCH_BYTES + lines.length * STRETCH_BYTES);
    // A part of a text that is not copied holds all of it.
    found.set(key, { text: [...searched.text.slice(...span)].join(""), lines });
  }
  return [...found.values()];
}

function* matchesIn(
  { texts }: WholeText,
  rule: Rule,
  work: Work,
): Generator<{ readonly searched: SearchedText; readonly span: Span; readonly lines: readonly Stretch[] }> {
  for (const searched of texts) {
    for (const span of rule.find(searched.forms)) {
      work.spend(COST.match + (span[1] - span[0]) * COST.searchedCharacter);
      yield { searched, span, lines: stretchesOf(searched, span, work) };
    }
  }
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

/** The first and the last lines of a page. */
interface Ends {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

function endsOf({ firstLines, lastLines }: WholeText): Ends {
  const said = (lines: WholeText["firstLines"]): string[] =>
    lines.map((words) => words.map(({ text }) => text).join(" "));
  return { first: said(firstLines), last: said(lastLines) };
}

/** Refuses the finished file when a page still says a word. */
function searchAgain(
  reading: Reading,
  index: number,
  { pages, rules }: Searched,
  find: FindWord,
  { removals, ends }: { readonly removals: readonly PageRemoval[]; readonly ends: Map<number, Ends> },
): ReturnType<FurtherProof["follow"]> {
  const asked = rules.filter((rule) => !rule.pages || rule.pages.has(index + 1));
  if (asked.length === 0) return undefined;
  const { view, plan } = pages[index]!;
  const visitor = new WholeGatherer(Extent.of(view.visible), reading);
  // Nothing was found there, and nothing is gone that was between letters. Pages without a plan are read with all.
  const isSettled = !plan && !hasLost(removals[index]!);
  return {
    visitor,
    isSettled,
    end() {
      const text = visitor.text();
      if (text.said.some((one) => find(one) !== undefined)) throw unproven(index);
      for (const rule of asked) {
        for (const { lines } of matchesIn(text, rule, reading.document.work)) {
          if (lines.length > 0) throw unproven(index);
        }
      }
      if (!isSettled) ends.set(index, endsOf(text));
      visitor.holding.letGo();
    },
  };
}

/** Searches over the ends of pages, of which at least one has changed. */
function* searchEnds({ pages, rules }: Searched, ends: ReadonlyMap<number, Ends>, work: Work): Turns<void> {
  for (let index = 1; index < pages.length; index++) {
    if (!ends.has(index - 1) && !ends.has(index)) continue;
    const { last } = ends.get(index - 1) ?? pages[index - 1]!.ends ?? NO_ENDS;
    const { first } = ends.get(index) ?? pages[index]!.ends ?? NO_ENDS;
    for (const [before, after] of acrossEnd(last, first)) {
      const { length } = before.join("\n");
      const text = new TextForms([...before, ...after].join("\n"), work);
      for (const rule of rules) {
        if (rule.pages && !(rule.pages.has(index) && rule.pages.has(index + 1))) continue;
        for (const [from, to] of rule.find(text)) if (from < length && to > length + 1) throw unproven(index);
      }
    }
    yield;
  }
}

const NO_ENDS: Ends = { first: [], last: [] };

/** Entries of texts that are none: languages, operators, identifiers of collections. */
const NO_TEXTS = new Set(["Lang", "CheckSum", "DA", "Registry", "Ordering", "ID", "O", "U", "OE", "UE", "Perms"]);

function* searchStrings(document: WrittenDocument, find: FindWord): Turns<void> {
  const isSaid = (text: string): void => {
    if (find(text) !== undefined) throw unsound("a text of the document with what is cut");
  };
  const look = (object: PdfObject): void => {
    if (object instanceof PdfString) isSaid(textOfString(object));
    else if (Array.isArray(object)) {
      if (object[0] !== "Indexed" && object[0] !== "I") for (const item of object) look(item);
    } else if (object instanceof PdfStream) {
      if (object.dict.get("Subtype") === "XML") inMarkup(document, object, isSaid);
      look(object.dict);
    } else if (object instanceof Map) for (const [key, value] of object) if (!NO_TEXTS.has(key)) look(value);
  };
  const read = (bytes: Uint8Array, from: number): PdfObject => new Parser(bytes, from).value();
  for (const { object, isContainer } of document.objects(read)) {
    if (!isContainer) look(object);
    yield;
  }
}

/** What is left on a page still reads like what is cut. */
function unproven(index: number): MisfitProblem {
  return new MisfitProblem({ kind: "unproven", page: index + 1 });
}
