import * as z from "zod/mini";
import {
  type Conformance,
  checkConformance,
  LEVELS,
  type Level,
  type PdfFile,
  type Running,
  textWithoutFont,
} from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { explained } from "../../fields/schema-parts.ts";
import type { Workplace } from "../operation.ts";

/** What a check of a finished file found. */
export const conformanceResult = z.object({
  level: z.enum(LEVELS),
  met: explained("Whether no rule that is checked is broken.", z.boolean()),
  rules: explained("How many rules were checked: those of veraPDF's profile of the level.", z.number()),
  violations: explained(
    "The rules that are broken, each once for a page, at most 100.",
    z.array(
      z.object({
        rule: explained("The clause of the standard, and veraPDF's number of its test.", z.string()),
        page: explained("Counted from 1; null where it concerns the whole document.", z.nullable(z.number())),
        what: z.string(),
      }),
    ),
  ),
});

/** The standard that a new PDF is to keep: one of these levels, also as `PDF/A-2b`. */
export function claimFields<const Levels extends readonly [Level, ...Level[]]>(levels: Levels) {
  const level = z.pipe(
    z.transform((given, { issues }) => {
      const plain = typeof given === "string" ? given.toLowerCase().replace(/^pdf\/?(u?a)-?/, "pdf$1-") : given;
      const part = typeof plain === "string" ? /^pdfa-([14]|[23]a)/.exec(plain)?.[1] : undefined;
      if (part) issues.push({ code: "custom", input: given, message: `PDF/A-${part} ${LACKING[part]}` });
      return plain;
    }),
    z.enum(levels),
  );
  const named = level.check(z.meta({ type: "string", enum: [...levels] }));
  const list = z.array(named).check(
    z.minLength(1),
    z.refine((all) => new Set(all.map((one) => one.slice(0, 4))).size === all.length, {
      error: 'expected one level of PDF/A, and "pdfua-1" beside it',
    }),
  );
  const isForReaders = levels.includes("pdfua-1" as Levels[number]);
  return {
    conformance: explained(
      `The standard that the PDF keeps${isForReaders ? ', or two: `["pdfa-2b", "pdfua-1"]`' : ""}; refused ` +
        "where it cannot.",
      z.optional(isForReaders ? z.union([named, list]) : named),
    ),
    conformanceMode: explained(
      "`report`: a PDF that does not keep the standard is given without its claim; `conformance` says what is " +
        "in the way.",
      z._default(z.enum(["require", "report"]), "require"),
    ),
  };
}

const LACKING: Readonly<Record<string, string>> = {
  1: "is not made here, since it has no transparency; PDF/A-2 has",
  4: "is not made here; PDF/A-2 and PDF/A-3 are",
  "2a": 'is not claimed here, since its own rules of tags (6.7) are not checked; send ["pdfa-2u", "pdfua-1"]',
  "3a": 'is not claimed here, since its own rules of tags (6.7) are not checked; send ["pdfa-3b", "pdfua-1"]',
};

/** What only authors can mend, by the rules of PDF/UA, and how. */
const ADVICE: readonly (readonly [rules: string, advice: string])[] = [
  ["6.2-1 7.1-11", " Leave tagged as it is, and leave out PDFs without tags."],
  ["7.1-9", " Give the page a <title>, or send metadata.title."],
  ["7.2-2 7.2-24 7.2-33 7.2-34", " Say lang on the html element, or send metadata.language."],
  ["7.3-1", ' Give the image an alt text, or alt="" where it only decorates.'],
  ["7.4.2-1", " The first heading is an h1, and no level is left out."],
  ["7.5-1", " Give the header cells a scope."],
  ["7.1-1 7.1-3", " Leave the element out, or put it into the page as an <img> with an alt text."],
  [
    "7.2-3 7.2-10 7.2-36 7.2-37 7.2-38",
    " Put each <tr> into the table, <thead>, <tbody> or <tfoot>, and cells alone in it.",
  ],
  ["7.2-15 7.2-41 7.2-42 7.2-43", " Let colspan and rowspan of each row add up to the same number of columns."],
  ["7.2-19 7.2-20", " Put only <li> into <ul> and <ol>."],
  ["7.2-29", " Write lang as a language tag, such as en or de-CH."],
  ["7.7-1", " Give the formula an aria-label, or show it as an <img> with an alt text."],
  ["7.18.5-1", " Leave out role on the link, or put the link inside the heading."],
  ["7.18.5-2", " Give the link a text."],
];

/** The glyph .notdef is shown. */
const NO_GLYPH = new Set(["6.2.11.8-1", "7.21.8-1"]);

/** What to do about text that a browser shows as empty boxes. */
export function noFont(scripts: readonly string[]): string {
  return `There is no font for ${scripts.join(", ")}: send one as an asset, or load it by @font-face.`;
}

export interface Claimed {
  readonly conformance?: Level | readonly Level[] | undefined;
  readonly conformanceMode: "require" | "report";
}

/** What a check of the new file finds; a file that breaks a rule is refused unless a report is enough. */
export async function judged(
  file: Uint8Array,
  level: Level,
  { conformanceMode }: Claimed,
  running: Running,
): Promise<Conformance> {
  const found = await checkConformance(file, level, running);
  if (found.met || conformanceMode === "report") return found;
  const [first] = found.violations;
  const place = first?.page ? ` on page ${first.page}` : "";
  const more = found.violations.length > 1 ? ` There are ${found.violations.length - 1} more violations.` : "";
  const rule = first?.rule ?? "";
  const advice = NO_GLYPH.has(rule)
    ? ` ${noFont(await textWithoutFont(file, running))}`
    : ADVICE.find(([rules]) => level === "pdfua-1" && rules.split(" ").includes(rule))?.[1];
  const text = `the PDF would not be ${level}: rule ${first?.rule}${place}: ${first?.what}${advice ?? ""}${more}`;
  throw refuseField("INVALID_INPUT", "conformance", text, { extra: { conformance: found } });
}

/** What is read of a new file, while it is checked. */
const CHECKING_BYTES = 8 << 20;

/** The same of a file that is still in pieces. */
export async function judgedFile(
  file: PdfFile,
  level: Level,
  asked: Claimed,
  { reservation, signal, work }: Workplace,
): Promise<Conformance> {
  await reservation.grow(file.size + CHECKING_BYTES);
  const found = await judged(file.bytes(), level, asked, { signal, work });
  reservation.shrink(file.size + CHECKING_BYTES);
  return found;
}

/** What a binary answer's header says: the violations themselves may be too long for it. */
export function conformanceHeader(found: Conformance | readonly Conformance[] | undefined): Record<string, unknown> {
  if (!found) return {};
  const brief = ({ level, met, rules, violations }: Conformance) => ({
    level,
    met,
    rules,
    violations: violations.length,
  });
  return { conformance: "level" in found ? brief(found) : found.map(brief) };
}
