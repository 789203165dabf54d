import { isSigned } from "../crop/crop.ts";
import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import { TextForms } from "../pdf-content/text/reading-form.ts";
import type { Damage, PdfDocument } from "../pdf-file/document.ts";
import { MisfitProblem } from "../pdf-file/pdf-problem.ts";
import type { Rope } from "../pdf-file/rope.ts";
import { EVERYWHERE } from "../pdf-pages/geometry.ts";
import { grouped } from "../platform/grouped.ts";
import { NO_HOLES, type PageArea } from "../remove/areas.ts";
import { cutInTurns, type PagesMarks, proveWritten, type Written } from "../remove/index.ts";
import type { RemovalReport } from "../remove/report.ts";
import { type FindWord, Words } from "../remove/words.ts";
import type { PagesCoverage } from "./coverage.ts";
import { marksOf } from "./marks.ts";
import { hasLost, searchAgain, searchEnds, searchStrings, unproven } from "./prove.ts";
import type { Finding, RedactionPlan, RedactionRequest } from "./request.ts";
import type { Rule } from "./rules.ts";
import { type Ends, type Searched, searchDocument } from "./search.ts";

export interface RedactionReport extends Omit<RemovalReport, "notExamined" | "verified"> {
  /** Whether the file was read again, all of every page that rules ask for, and rules find only what was to stay. */
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

const STATEMENTS = [
  "Lines and pictures stay where they are: the end of a line, a table or an underline can tell how long a text was.",
  "In scans nothing moves, and a bar is as wide as what it covers, rounded up.",
  "Names of fonts, resources, inks and kinds of tags are not searched.",
  "The proof searches texts, not pictures: what only a picture shows is cut by its area.",
];

/** How far pages can be read that rules ask for. */
export function* coverInTurns(document: PdfDocument, request: RedactionRequest): Turns<PagesCoverage> {
  const { plan } = yield* searchDocument(document, { ...request, only: undefined, except: undefined });
  return plan.coverage;
}

export function* findInTurns(document: PdfDocument, request: RedactionRequest): Turns<RedactionPlan> {
  const searched = yield* searchDocument(document, request);
  if (everywhereOf(searched).every((rule) => !rule)) return searched.plan;
  // What it says elsewhere is counted while it is written. Nobody gets that file, so nothing is refused.
  const { plan } = yield* cutFound(document, { ...request, mark: undefined, onUnremovable: "drop" }, searched);
  return plan;
}

/** Cuts areas and texts out of a document, and proves it. */
export function* redactInTurns(document: PdfDocument, request: RedactionRequest): Turns<RedactionResult> {
  const searched = yield* searchDocument(document, request);
  const { coverage } = searched.plan;
  const isSearched = coverage.partly + coverage.pictures === 0;
  if (request.onUnreadable !== "report" && !isSearched) throw new MisfitProblem({ kind: "unsearched", coverage });
  // Words that were recognised are searched, but they may not be those of the picture.
  const isRead = isSearched && coverage.recognised === 0;
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
    const kept = grouped(searched.plan.kept, ({ page }) => page - 1);
    const made = yield* cutFound(document, request, searched);
    const failed: Searched["pages"][number][] = [];
    const proof = { removals: made.written.removal.pages, ends: new Map<number, Ends>(), kept };
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
          yield* searchEnds(searched, proof, document.work);
        } catch (error) {
          const at = error instanceof MisfitProblem && error.misfit.kind === "unproven" ? error.misfit.page - 1 : -1;
          if (!(at >= 0 && fails(at, error as MisfitProblem))) throw error;
        }
        yield* searchStrings(again, made.find);
      },
    });
    if (failed.length === 0) return made;
    for (const page of failed) page.isEmptied = true;
    searched = { ...searched, plan: withoutEmptied(searched) };
  }
}

/** What was to stay on a page of which nothing stays is cut. */
function withoutEmptied({ plan, pages }: Searched): RedactionPlan {
  const isGone = ({ page }: Finding): boolean => pages[page - 1]!.isEmptied === true;
  const findings = [...plan.findings, ...plan.kept.filter(isGone)].sort((a, b) => a.page - b.page);
  return { ...plan, findings, kept: plan.kept.filter((one) => !isGone(one)) };
}

function isDamaged({ damage: { repaired, missingPages, missingObjects } }: PdfDocument): boolean {
  return repaired || missingPages + missingObjects > 0;
}

/** Rules that look at all that a document says, not at pages only; but no rule all of whose texts are to stay. */
function everywhereOf({ rules, plan }: Searched): (Rule | undefined)[] {
  const cutting = new Set(plan.findings.map(({ rule }) => rule));
  const keeping = new Set(plan.kept.map(({ rule }) => rule));
  return rules.map((rule, at) => (rule.pages || (keeping.has(at) && !cutting.has(at)) ? undefined : rule));
}

/** Writes the document without what was found, and counts what it said of that elsewhere. */
function* cutFound(
  document: PdfDocument,
  request: RedactionRequest,
  searched: Searched,
): Turns<{ plan: RedactionPlan; written: Written; find: FindWord }> {
  const { plan, pages, reading } = searched;
  const everywhere = everywhereOf(searched);
  const find: FindWord = (text) => {
    document.work.spend(COST.text + text.length * COST.sourceByte);
    if (text === "") return undefined;
    const searched = new TextForms(text, document.work);
    const found = everywhere.flatMap((rule, at) => (rule !== undefined && finds(rule, searched) ? [at] : []));
    return found.length > 0 ? found : undefined;
  };
  const halves = new Map(
    [...searched.halves].flatMap(([part, rules]) => {
      const asked = [...rules].filter((rule) => everywhere[rule]);
      return asked.length > 0 ? [[part, asked] as const] : [];
    }),
  );
  const words = everywhere.some((rule) => rule) ? new Words(find, halves) : undefined;
  const areas = pages.map(({ view, plan, taken, isEmptied }): PageArea => {
    const isKept = !words && !plan && !taken?.size;
    const holes = (!isEmptied && plan?.holes) || NO_HOLES;
    // The page is not cropped: nothing lies outside.
    return { view, box: isKept ? undefined : EVERYWHERE, isCropped: false, holes, taken, isEmptied };
  });
  const marks: PagesMarks = (index) => {
    const { plan, isEmptied } = pages[index]!;
    return plan && !isEmptied ? marksOf(plan.bars, request.mark) : undefined;
  };
  const { onUnremovable = "refuse", attachments = "drop", document: describing = "keep", lastUse } = request;
  const options = { edge: "remove", document: describing, onUnremovable, attachments, lastUse } as const;
  const written = yield* cutInTurns(document, options, { areas, words, marks, reading });
  const elsewhere = [...(words?.counts ?? [])].flatMap(([place, counts]) =>
    [...counts.entries()].flatMap(([rule, count]) => (count === undefined ? [] : [{ place, rule, count }])),
  );
  return { plan: { ...plan, elsewhere }, written, find };
}

function finds(rule: Rule, text: TextForms): boolean {
  for (const _ of rule.find(text)) return true;
  return false;
}
