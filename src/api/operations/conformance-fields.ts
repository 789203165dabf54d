import * as z from "zod/mini";
import { type Conformance, checkConformance, LEVELS, type Level } from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { explained } from "../../fields/schema-parts.ts";

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
      const part = typeof plain === "string" ? /^pdfa-([14])/.exec(plain)?.[1] : undefined;
      if (part) issues.push({ code: "custom", input: given, message: `PDF/A-${part} ${LACKING[part]}` });
      return plain;
    }),
    z.enum(levels),
  );
  return {
    conformance: explained(
      "The standard that the PDF keeps; refused where it cannot.",
      z.optional(level.check(z.meta({ type: "string", enum: [...levels] }))),
    ),
    conformanceMode: explained(
      "`report`: a PDF that does not keep the standard is given without its claim; `conformance` says what is in the way.",
      z._default(z.enum(["require", "report"]), "require"),
    ),
  };
}

const LACKING: Readonly<Record<string, string>> = {
  1: "is not made here, since it has no transparency; PDF/A-2 has",
  4: "is not made here; PDF/A-2 and PDF/A-3 are",
};

/** What only authors can mend, by the rules of PDF/UA, and how. */
const ADVICE: readonly (readonly [rules: string, advice: string])[] = [
  ["6.2-1 7.1-11", " Leave tagged as it is, and leave out PDFs without tags."],
  ["7.1-9", " Give the page a <title>, or send metadata.title."],
  ["7.2-2 7.2-24 7.2-33 7.2-34", " Say lang on the html element, or send metadata.language."],
  ["7.3-1", ' Give the image an alt text, or alt="" where it only decorates.'],
  ["7.4.2-1", " The first heading is an h1, and no level is left out."],
  ["7.5-1", " Give the header cells a scope."],
];

export interface Claimed {
  readonly conformanceMode: "require" | "report";
}

/** What a check of the new file finds; a file that breaks a rule is refused unless a report is enough. */
export async function judged(
  file: Uint8Array,
  level: Level,
  { conformanceMode }: Claimed,
  signal: AbortSignal,
): Promise<Conformance> {
  const found = await checkConformance(file, level, { signal });
  if (found.met || conformanceMode === "report") return found;
  const [first] = found.violations;
  const place = first?.page ? ` on page ${first.page}` : "";
  const more = found.violations.length > 1 ? ` There are ${found.violations.length - 1} more violations.` : "";
  const advice = ADVICE.find(([rules]) => level === "pdfua-1" && rules.split(" ").includes(first?.rule ?? ""))?.[1];
  const text = `the PDF would not be ${level}: rule ${first?.rule}${place}: ${first?.what}${advice ?? ""}${more}`;
  throw refuseField("INVALID_INPUT", "conformance", text, { extra: { conformance: found } });
}

/** What a binary answer's header says: the violations themselves may be too long for it. */
export function conformanceHeader(found: Conformance | undefined): Record<string, unknown> {
  if (!found) return {};
  const { level, met, rules, violations } = found;
  return { conformance: { level, met, rules, violations: violations.length } };
}
