import * as z from "zod/mini";
import * as engine from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { explained, numberBetween, textUpTo } from "../../fields/schema-parts.ts";
import { LIMITS } from "../limits.ts";
import { expressionFault, inPoints, onlyOne, UNITS } from "./shared-fields.ts";

const { textChars, regexChars, regexStates, names: mostNames } = LIMITS.split;

const length = numberBetween(0, 14_400);
const areaField = z.optional(
  z.object({ x: length, y: length, width: length, height: length, unit: z._default(z.enum(UNITS), "pt") }),
);
const regexField = textUpTo(regexChars).check(z.minLength(1));

const textRule = z.object({
  contains: explained("Anywhere on the page.", z.optional(textUpTo(textChars))),
  equals: explained("A whole line, or all of the area.", z.optional(textUpTo(textChars))),
  regex: explained("RE2: no look-around.", z.optional(regexField)),
  caseSensitive: z._default(z.boolean(), false),
  area: explained("As a crop's area.", areaField),
  at: explained(
    "Such a page starts or ends a file; `change`: starts one when the text differs from the last found.",
    z._default(z.enum(["start", "end", "change"]), "start"),
  ),
  page: explained("Whether it is in a file.", z._default(z.enum(["keep", "drop"]), "keep")),
  before: explained(
    "Pages before the first; with `end`, after the last.",
    z._default(z.enum(["part", "drop"]), "part"),
  ),
  none: explained("Without such a page.", z._default(z.enum(["refuse", "whole"]), "refuse")),
});

export const textField = explained(
  "Instead of `ranges`: files begin at pages that say something: one of contains, equals, regex.",
  z.optional(textRule),
);

export const blankPagesField = explained(
  "Instead of `ranges`: blank pages divide files.",
  z.optional(
    z.object({
      drop: explained("Else each ends a file.", z._default(z.boolean(), true)),
      ink: explained("Points. Smaller marks in images do not count.", z._default(numberBetween(0, 1000), 3)),
      threshold: explained(
        "In scans, what is darker is ink; 255 is white.",
        z._default(numberBetween(0, 255), engine.DEFAULT_THRESHOLD),
      ),
      ignoreMargins: explained("Points from the edges in which marks do not count.", z._default(length, 0)),
    }),
  ),
);

export const namesField = explained(
  "What `{1}`, `{2}` … in fileNamePattern are: texts on the first page of each file.",
  z.optional(
    z
      .array(z.object({ regex: regexField, caseSensitive: z._default(z.boolean(), false), area: areaField }))
      .check(z.minLength(1), z.maxLength(mostNames)),
  ),
);

const SEARCHES = ["contains", "equals", "regex"] as const;

export async function textRuleOf(given: z.output<typeof textRule>): Promise<engine.TextRule> {
  const { area, at, page, before, none, caseSensitive } = given;
  const key = onlyOne(given, SEARCHES, { field: "text", code: "INVALID_RANGES" });
  const wanted = given[key]!;
  if (engine.comparable(wanted, true) === "")
    throw refuseField("INVALID_RANGES", `text.${key}`, "expected a text, got only spaces.");
  const find =
    key === "contains"
      ? engine.containing(wanted, caseSensitive)
      : key === "equals"
        ? engine.equalling(wanted, caseSensitive)
        : await expression(wanted, caseSensitive, "text.regex");
  return { find, area: area && inPoints(area), at, page, before, none };
}

export function namesOf(given: z.output<typeof namesField>): Promise<engine.TextSearch[]> {
  return Promise.all(
    (given ?? []).map(async ({ regex, caseSensitive, area }, at) => ({
      find: await expression(regex, caseSensitive, `names[${at}].regex`),
      area: area && inPoints(area),
    })),
  );
}

export function blankRuleOf(given: NonNullable<z.output<typeof blankPagesField>>): engine.BlankRule {
  const { drop, ink, threshold, ignoreMargins } = given;
  return { drop, specks: ink, threshold, margins: ignoreMargins };
}

async function expression(source: string, caseSensitive: boolean, field: string): Promise<engine.Finder> {
  try {
    return await engine.matching(source, { caseSensitive, states: regexStates });
  } catch (error) {
    if (!(error instanceof engine.ExpressionProblem)) throw error;
    throw refuseField("INVALID_RANGES", field, expressionFault(source, error));
  }
}
