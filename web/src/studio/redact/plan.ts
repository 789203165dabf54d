import type { RedactPdfRequest, RedactPdfResult } from "../../../../client/src/index.ts";
import { type Area, areaInUnit } from "../crop/area.ts";
import { rangesOf } from "../document/parts.ts";

/** Something to look for: a text, a pattern, or the marks of the PDF's own Redact annotations. */
export interface Rule {
  kind: "contains" | "words" | "regex" | "pattern" | "annotations";
  /** The text, or the name of the pattern. */
  wanted: string;
  caseSensitive: boolean;
}

/** A place where a rule found something. */
export interface Finding {
  key: string;
  /** The key of its rule. */
  rule: string;
  page: number;
  text: string;
  /** The words before it and behind it in its line. */
  around: readonly [before: string, after: string];
  areas: readonly Area[];
  /** Of words that somebody recognised on a picture: how sure of its least word the reading was, of 100. */
  sure?: number | undefined;
}

/** What is to be cut, as the interface takes it. */
export interface Plan {
  fields: Pick<RedactPdfRequest, "text" | "patterns" | "annotations" | "areas">;
  /** The rules of which some places stay. */
  partly: readonly Rule[];
}

export function keyOf({ kind, wanted, caseSensitive }: Rule): string {
  return JSON.stringify([kind, wanted, caseSensitive]);
}

/** Patterns and marks have a switch of their own. */
export const isText = ({ kind }: Rule): boolean => kind !== "pattern" && kind !== "annotations";

/**
 * A rule goes whole where all of its places are ticked: the same text then goes wherever the document says it. Where
 * some are not, its text goes on the pages on which all are, and elsewhere the places that are ticked go as areas.
 */
export function planOf(
  rules: readonly Rule[],
  findingsOf: (rule: Rule) => readonly Finding[],
  isTicked: (finding: Finding) => boolean,
  boxes: ReadonlyMap<number, readonly Area[]>,
): Plan {
  const whole: (Rule & { pages?: string })[] = [];
  const partly: Rule[] = [];
  const areas = [...boxes].flatMap(([page, drawn]) => drawn.map((area) => ({ page, area })));
  for (const rule of rules) {
    const found = findingsOf(rule);
    const ticked = found.filter(isTicked);
    if (ticked.length === found.length) {
      whole.push(rule);
      continue;
    }
    if (ticked.length === 0) continue;
    partly.push(rule);
    const kept = new Set(found.filter((one) => !isTicked(one)).map(({ page }) => page));
    const isWhole = ({ page }: Finding): boolean => rule.kind !== "annotations" && !kept.has(page);
    const pages = ticked.filter(isWhole).map(({ page }) => page);
    if (pages.length > 0) whole.push({ ...rule, pages: rangesOf(pages) });
    for (const one of ticked) {
      if (!isWhole(one)) areas.push(...one.areas.map((area) => ({ page: one.page, area })));
    }
  }
  const isAlone = ({ kind, pages }: Rule & { pages?: string }): boolean => kind === "pattern" && pages === undefined;
  const listed = whole.filter((rule) => rule.kind !== "annotations" && !isAlone(rule));
  const text = listed.map(({ kind, wanted, caseSensitive, pages }) => {
    return { [kind]: wanted, ...(caseSensitive ? { caseSensitive } : {}), ...(pages === undefined ? {} : { pages }) };
  });
  const patterns = whole.filter(isAlone).map(({ wanted }) => wanted);
  const sent = areas.map(({ page, area }) => ({ pageNumber: page, area: areaInUnit(area, "pt") }));
  return {
    partly,
    fields: {
      ...(text.length > 0 ? { text } : {}),
      ...(patterns.length > 0 ? { patterns } : {}),
      ...(whole.some(({ kind }) => kind === "annotations") ? { annotations: "redact" } : {}),
      ...(sent.length > 0 ? { areas: sent } : {}),
    },
  };
}

/** What a dry run of these rules found, by the keys of the rules. */
export function findingsIn(
  rules: readonly Rule[],
  { findings, areas }: Pick<RedactPdfResult, "findings" | "areas">,
): Map<string, Finding[]> {
  const texts = rules.filter(isText);
  const contexts = new Map(findings.map(({ id, context }) => [id, context]));
  return new Map(
    rules.map((rule) => {
      const key = keyOf(rule);
      const name = fieldOf(rule, texts);
      const places =
        rule.kind === "annotations"
          ? areas.map(({ pageNumber, area }) => ({
              ...{ pageNumber, text: "Redaction mark", areas: [area], context: [] },
              confidence: undefined,
            }))
          : findings
              .filter((one) => one.rule === name)
              .map((one) => ({ ...one, context: one.context ?? contexts.get(one.like ?? "") ?? [] }));
      const found = places.map((place): Finding => {
        const { pageNumber: page, text, areas, confidence: sure } = place;
        const [before = "", after = ""] = place.context;
        const where = areas.map(({ x, y, width, height }) => [x, y, width, height].join(" ")).join();
        const around = [before.split("\n").at(-1) ?? "", after.split("\n")[0] ?? ""] as const;
        return { key: `${key} ${page} ${where}`, rule: key, page, text, around, areas, sure };
      });
      return [key, found];
    }),
  );
}

/** How often each rule found something outside of the pages, by the keys of the rules. */
export function elsewhereIn(rules: readonly Rule[], { counts }: Pick<RedactPdfResult, "counts">): Map<string, number> {
  const texts = rules.filter(isText);
  return new Map(
    rules.map((rule) => {
      const own = counts.find((one) => one.rule === fieldOf(rule, texts));
      return [keyOf(rule), (own?.found ?? 0) - (own?.onPages ?? 0)];
    }),
  );
}

/** What answers call a rule. */
function fieldOf(rule: Rule, texts: readonly Rule[]): string {
  return isText(rule) ? `text[${texts.indexOf(rule)}]` : rule.wanted;
}

/** Places whose text is written alike, but for capitals and spaces, as they follow one another. */
export function byWording(findings: readonly Finding[]): Map<string, Finding[]> {
  return Map.groupBy(findings, ({ text }) => text.toLowerCase().replace(/\s+/g, " ").trim());
}

/** From page to page, and on each from top to bottom and from left to right. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const top = ({ areas: [first] }: Finding): number => (first ? first.y + first.height : 0);
  const left = ({ areas: [first] }: Finding): number => first?.x ?? 0;
  return [...findings].sort((a, b) => a.page - b.page || top(b) - top(a) || left(a) - left(b));
}
