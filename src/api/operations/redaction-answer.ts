import type { Content } from "../../deliver/content.ts";
import { type Finding, pdfOfLines, type Redacted, type RedactionPlan } from "../../engine.ts";
import { counted } from "../../platform/counted.ts";
import type { Outcome } from "../operation.ts";
import type { Receipted } from "../receipts.ts";
import { coverageAnswer, coverageNotes } from "./coverage.ts";
import { damageNotes } from "./damage-notes.ts";
import { pagesText } from "./page-ranges.ts";
import type { Fields, Result } from "./redaction-fields.ts";
import type { AskedRule } from "./redaction-request.ts";
import { roundedArea } from "./shared-fields.ts";
import { textLayerHeader } from "./text-layer.ts";

const NO_LINKS = { downloadUrl: "", expiresAt: "" };

/** What a request answers beside its file. */
interface Answered {
  readonly rules: readonly AskedRule[];
  readonly fileName: string;
  readonly asked: Fields;
  /** Of words that were laid first. */
  readonly layer?: Pick<Result, "textLayer"> | undefined;
}

type Planned = Pick<
  Result,
  "message" | "fileName" | "pageCount" | "findings" | "kept" | "log" | "areas" | "counts" | "coverage" | "textLayer"
>;

function planned(plan: RedactionPlan, { rules, fileName, asked, layer }: Answered): Planned {
  const { dryRun, log } = asked;
  const { findings, kept, areas, elsewhere, coverage, pageCount } = plan;
  const counts = rules.map(({ name, asked }, at) => {
    const of = <T extends { readonly rule: number }>(all: readonly T[]): T[] => all.filter((one) => one.rule === at);
    const [onPages, stay] = [of(findings).length, of(kept).length];
    const others = of(elsewhere).map(({ place, count }) => ({ place, count }));
    const found = others.reduce((sum, { count }) => sum + count, onPages + stay);
    const counted = { rule: name, text: wordsOf(asked), found, onPages, ...(stay > 0 && { kept: stay }) };
    return { ...counted, elsewhere: others };
  });
  const isNothing = areas.length === 0 && counts.every(({ found }) => found === 0);
  const done = isNothing
    ? `Nothing was found in ${pagesText(pageCount)}, and nothing ${dryRun ? "would be" : "was"} cut.`
    : `${counted(findings.length, "text")} and ${counted(areas.length, "area")} ${dryRun ? "would be" : "were"} cut from ` +
      `${pagesText(pageCount)}.`;
  const told = dryRun ? tellingOnce(rules) : (one: Finding) => toldOf(one, rules);
  const message = [...coverageNotes(coverage), done].join(" ");
  const rows = log ? rowsOf(plan, rules, asked.areas ?? []) : [];
  return {
    message,
    fileName,
    pageCount,
    findings: findings.map(told),
    ...(kept.length > 0 && { kept: kept.map(told) }),
    ...(log && { log: log === "json" ? rows : log === "csv" ? csvLog(rows) : pdfLog(rows, { message, fileName }) }),
    areas: areas.map(({ page, area }) => ({ pageNumber: page, area: roundedArea(area) })),
    counts,
    coverage: coverageAnswer(coverage),
    ...layer,
  };
}

function toldOf(one: Finding, rules: readonly AskedRule[]): Result["findings"][number] {
  const { id, rule, page, text, areas } = one;
  return { id, ...ruleOf(rules[rule]!), pageNumber: page, text, areas: areas.map(roundedArea), ...restOf(one) };
}

function ruleOf({ name, code }: Pick<AskedRule, "name" | "code">): Pick<Row, "rule" | "code"> {
  return { rule: name, ...(code !== undefined && { code }) };
}

/** What is around a text is told once of those that pages repeat at one place, such as running heads. */
function tellingOnce(rules: readonly AskedRule[]): (one: Finding) => Result["findings"][number] {
  const known = new Map<string, string>();
  return (one) => {
    const told = toldOf(one, rules);
    const { text, areas } = told;
    // The line that it stands in: what the page says below a running head is of that page.
    const [before, after] = [one.context[0].split("\n").at(-1), one.context[1].split("\n")[0]];
    const key = JSON.stringify([one.rule, text, before, after, areas]);
    const like = known.get(key);
    if (like !== undefined) return { ...told, like };
    known.set(key, one.id);
    return { ...told, context: [...one.context] };
  };
}

/** What a rule looks for, in words: what a receipt hashes of it has its kind first, and then what is wanted. */
function wordsOf(asked: unknown): string {
  const [kind, wanted] = asked as [string, string];
  return kind === "regex" ? `/${wanted}/` : kind === "pattern" ? wanted : `“${wanted}”`;
}

export function foundAnswer(plan: RedactionPlan, answered: Answered): Outcome<Result> {
  const facts = planned(plan, answered);
  return { result: { ...NO_LINKS, ...facts, notes: notesOf(plan, facts) } };
}

function notesOf(plan: RedactionPlan, facts: Planned): string[] {
  return [...coverageNotes(plan.coverage), ...recognisedNotes(plan), ...keptNotes(plan), ...foundNowhere(facts)];
}

export function redactedAnswer(made: Redacted, answered: Answered, content: Content): Outcome<Result> {
  const { redaction, damage, signed, attached } = made;
  const { dropped } = redaction.document;
  const facts = planned(made, answered);
  const notes = [
    ...notesOf(made, facts),
    ...(dropped.length > 0 ? [`Left out: ${dropped.join(", ")}.`] : []),
    ...(attached.length > 0 ? [`Attachments that stay, in which nothing was looked for: ${attached.length}.`] : []),
    ...redaction.statements,
    ...damageNotes(damage, "a new file is written"),
    ...(signed ? ["The document was signed: its signatures end with this redaction."] : []),
  ];
  const { verified } = redaction;
  const { pages: _, ...pages } = facts.coverage;
  const counts = facts.counts.map(({ text: _, ...one }) => one);
  return {
    result: { ...facts, ...(attached.length > 0 && { attachments: [...attached] }), redaction, notes },
    header: { pages, verified, findings: made.findings.length, counts, ...textLayerHeader(answered.layer?.textLayer) },
    file: { content, name: answered.fileName, type: "application/pdf" },
  };
}

export function receipted(
  { areas, findings, kept, coverage, redaction }: Redacted,
  rules: readonly AskedRule[],
  counts: Outcome<Result>["result"]["counts"],
): Receipted {
  const { read, recognised, partly, pictures } = coverage;
  const resting = findings.filter((one) => one.recognised).length;
  return {
    operation: "redact-pdf",
    rules: counts.map(({ rule, onPages, elsewhere }, at) => ({
      asked: rules[at]!.asked,
      outcome: { rule, onPages, elsewhere: elsewhere.reduce((sum, { count }) => sum + count, 0) },
    })),
    facts: {
      areas: areas.length,
      ...(kept.length > 0 && { kept: kept.length }),
      ...(resting > 0 && { recognised: resting }),
      pages: { read, ...(recognised > 0 && { recognised }), partly, pictures },
      verified: redaction.verified,
    },
  };
}

/** What was recognised may have been misread, and may stand elsewhere than it is said to. */
function recognisedNotes({ findings }: RedactionPlan): string[] {
  const resting = findings.filter((one) => one.recognised);
  if (resting.length === 0) return [];
  const said = resting.flatMap(({ confidence }) => confidence ?? []);
  const least = said.length > 0 ? ` (least confidence ${Math.round(Math.min(...said))})` : "";
  const rest = counted(resting.length, "finding rests", "findings rest");
  return [`${rest} on words that were recognised${least}: look at these pages.`];
}

/** What a request lets stay is still in the file. */
function keptNotes({ findings, kept }: RedactionPlan): string[] {
  if (kept.length === 0) return [];
  const cutting = new Set(findings.map(({ rule }) => rule));
  const isLeft = kept.some(({ rule }) => !cutting.has(rule));
  return [
    `As asked, ${counted(kept.length, "found text stays on its page", "found texts stay on their pages")}.` +
      (isLeft ? " Rules all of whose texts stay were not looked for elsewhere in the document." : ""),
  ];
}

/** A misspelt name is found nowhere, so the right one stays in the file. */
function foundNowhere({ counts }: Planned): string[] {
  const rules = counts.filter(({ found }) => found === 0);
  return rules.length > 0 ? [`Found nowhere: ${rules.map(({ text }) => text).join(", ")}.`] : [];
}

type Row = Exclude<Result["log"], string | undefined>[number];

/** What a finding rests on, if not on text that is drawn. */
function restOf({ recognised, confidence }: Finding): Pick<Finding, "recognised" | "confidence"> {
  return { ...(recognised && { recognised }), ...(confidence !== undefined && { confidence: Math.round(confidence) }) };
}

/** Page, place, rule and code of all that is cut: what is cut is not said. */
function rowsOf(
  { findings, areas, elsewhere }: Pick<RedactionPlan, "findings" | "areas" | "elsewhere">,
  rules: readonly Pick<AskedRule, "name" | "code">[],
  asked: readonly { readonly code?: string | undefined }[],
): Row[] {
  const onPage = (page: number, area: Parameters<typeof roundedArea>[0]) =>
    ({ pageNumber: page, place: "page", count: 1, area: roundedArea(area) }) as const;
  return [
    ...findings.flatMap((one) =>
      one.areas.map((area) => ({ id: one.id, ...onPage(one.page, area), ...ruleOf(rules[one.rule]!), ...restOf(one) })),
    ),
    ...areas.map(({ page, area, item }) => ({
      ...onPage(page, area),
      ...ruleOf(item === undefined ? { name: "annotations" } : { name: `areas[${item}]`, code: asked[item]?.code }),
    })),
    ...elsewhere.map(({ place, rule, count }) => ({ place, count, ...ruleOf(rules[rule]!) })),
  ];
}

function csvLog(rows: readonly Row[]): string {
  const cell = (value: string | number | undefined): string => {
    const text = String(value ?? "");
    // A text that begins so would be a formula.
    const plain = /^[=+@-]/.test(text) && typeof value === "string" ? `'${text}` : text;
    return /[",\n;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  const line = (cells: readonly (string | number | undefined)[]): string => `${cells.map(cell).join(",")}\r\n`;
  const rests = rows.some(({ recognised }) => recognised);
  return [
    `id,page,place,count,x,y,width,height,rule,code${rests ? ",recognised,confidence" : ""}\r\n`,
    ...rows.map(({ id, pageNumber, place, count, area, rule, code, recognised, confidence }) => {
      const more = rests ? [recognised && "yes", confidence] : [];
      return line([id, pageNumber, place, count, area?.x, area?.y, area?.width, area?.height, rule, code, ...more]);
    }),
  ].join("");
}

/** The log as pages, in base64: below what it is of, a table. */
function pdfLog(rows: readonly Row[], { message, fileName }: Pick<Result, "message" | "fileName">): string {
  const line = (cells: readonly (string | number)[]): string =>
    cells.map((cell, at) => String(cell).padEnd([8, 7, 24, 14, 16][at] ?? 0)).join("");
  const lines = rows.map(({ id = "", pageNumber = "", place, count, area, rule, code = "" }) => {
    const at = (one: number): number => Math.round(one * 10) / 10;
    const where = area ? `${at(area.x)}, ${at(area.y)}` : place;
    const size = area ? `${at(area.width)} x ${at(area.height)}` : counted(count, "time");
    return line([id, pageNumber, where, size, rule, code]);
  });
  const head = line(["id", "page", "place (x, y in points)", "size or count", "rule", "code"]);
  return btoa(pdfOfLines(["Redaction log", message, `File: ${fileName}`, "", head, ...lines], "Courier"));
}
