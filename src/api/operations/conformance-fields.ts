import * as z from "zod/mini";
import { LEVELS } from "../../engine.ts";
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
