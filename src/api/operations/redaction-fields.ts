import * as z from "zod/mini";
import { PATTERN_NAMES } from "../../engine.ts";
import { explained, hexColor, textUpTo } from "../../fields/schema-parts.ts";
import { LIMITS } from "../limits.ts";
import { coverageResult } from "./coverage.ts";
import { reprotectField } from "./protect.ts";
import { labelFault, PATTERN } from "./redaction-rules.ts";
import { removalReport } from "./removal.ts";
import { links, passwordField, pdfUrl, placeFields, UNITS } from "./shared-fields.ts";
import { textLayerFields, textLayerResult } from "./text-layer.ts";

const { textChars, regexChars } = LIMITS.split;
const { rules: mostRules, listChars } = LIMITS.redact;

const patternName = z
  .string()
  .check(z.regex(PATTERN, { error: `expected ${PATTERN_NAMES.join(", ")} or number:1 to number:40` }));
const shortLabel = z
  .string()
  .check(z.refine((text) => !labelFault(text), { error: ({ input }) => labelFault(input as string) }));
/** What a rule or an area may say of its bars, and how the log names it. */
const markFields = {
  label: explained("A text on its bars, in place of the code.", z.optional(shortLabel)),
  color: explained("The color of its bars.", z.optional(hexColor)),
  code: explained("Why it is cut, such as `b(6)`: on its bars, and in the log.", z.optional(shortLabel)),
};
const idList = z.optional(z.array(textUpTo(20)).check(z.maxLength(LIMITS.redact.areas)));

const areaFields = {
  x: z.number(),
  y: z.number(),
  width: z.number().check(z.positive()),
  height: z.number().check(z.positive()),
  unit: z._default(z.enum(UNITS), "pt"),
};

export const fields = z.object({
  url: pdfUrl,
  areas: explained(
    "Areas of pages in which nothing stays, measured like a crop's.",
    z.optional(
      z
        .array(
          z.object({
            pageNumber: z.optional(z.int().check(z.minimum(1))),
            pages: explained('Instead of pageNumber, such as "2-".', z.optional(textUpTo(10_000))),
            area: z.object(areaFields),
            ...markFields,
          }),
        )
        .check(z.maxLength(LIMITS.redact.areas)),
    ),
  ),
  coordinates: explained(
    "`page`: areas are measured on the page as displayed. `userspace`: in its own coordinates.",
    z._default(z.enum(["page", "userspace"]), "page"),
  ),
  text: explained(
    "Texts to cut, one of contains, equals (a whole line), words (whole words), regex (RE2) or pattern (as in " +
      "`patterns`) in each.",
    z.optional(
      z
        .array(
          z.object({
            contains: z.optional(textUpTo(textChars)),
            equals: z.optional(textUpTo(textChars)),
            words: z.optional(textUpTo(textChars)),
            regex: z.optional(textUpTo(regexChars).check(z.minLength(1))),
            pattern: z.optional(patternName),
            caseSensitive: z._default(z.boolean(), false),
            pages: explained(
              'Only there, such as "2-": what the document says elsewhere then stays.',
              z.optional(textUpTo(10_000)),
            ),
            ...markFields,
          }),
        )
        .check(z.maxLength(mostRules)),
    ),
  ),
  list: explained(
    "Texts as lines, or as CSV whose first line names its columns: text, search, code, label, color, pages. Variants " +
      "of a text are divided by |. Without a search they are words.",
    z.optional(textUpTo(listChars)),
  ),
  patterns: explained(
    "`email`, `phone`, `date`, `url`, `ip`, `docket`, `ssn`; with right check digits `iban`, `card`, `usBank` and " +
      "`passport-mrz`; `number:6` (of six digits).",
    z.optional(z.array(patternName).check(z.maxLength(mostRules))),
  ),
  annotations: explained(
    "`redact`: cuts the areas that the PDF's own Redact annotations mark.",
    z.optional(z.enum(["redact"])),
  ),
  gap: explained(
    "Where a text was. `box`: an even room is left, rounded up, and the rest of its line moves by less than a " +
      "letter. `close`: the rest moves up.",
    z._default(z.enum(["box", "close"]), "box"),
  ),
  mark: explained(
    "`none`, or the bars' colour in hex format and a label on them.",
    z._default(
      z.union([z.enum(["none"]), z.object({ color: z._default(hexColor, "#000000"), label: z.optional(shortLabel) })]),
      { color: "#000000" },
    ),
  ),
  onUnreadable: explained(
    "What to do with pages that were not read, or in part: `refuse`, `report` under coverage, or read by `ocr`.",
    z._default(z.enum(["refuse", "report", "ocr"]), "refuse"),
  ),
  ...textLayerFields,
  onUnremovable: explained(
    "What cannot be cut is refused by name, or left out whole (`drop`).",
    z._default(z.enum(["refuse", "drop"]), "refuse"),
  ),
  attachments: explained(
    "`keep`: attached files stay and are named. They are not looked into, but one goes whose name or description " +
      "has a text that is cut.",
    z._default(z.enum(["drop", "keep"]), "drop"),
  ),
  document: explained(
    "`clear`: outline, named destinations, Info, XMP, output intents and the prefixes of page labels go, whatever they " +
      "say.",
    z._default(z.enum(["keep", "clear"]), "keep"),
  ),
  only: explained(
    "Of what is found on pages, only these ids of a dryRun's findings are cut. Elsewhere all goes, unless all that a rule finds stays.",
    idList,
  ),
  except: explained("Of what is found, all but these ids are cut.", idList),
  log: explained(
    "The answer has page, place, rule and code of all that is cut, and none of the texts: as `json`, as `csv`, or as " +
      "the pages of a `pdf`.",
    z.optional(z.enum(["json", "csv", "pdf"])),
  ),
  dryRun: explained("Answers what would be cut, and makes no file.", z._default(z.boolean(), false)),
  password: passwordField,
  output: explained("File name of the result.", z.optional(textUpTo(255))),
  protect: reprotectField,
  receipt: explained("Answers a signed receipt of both files and of the rules.", z._default(z.boolean(), false)),
});

const shownArea = z.object(placeFields);
const { notExamined: _, verified: _verified, ...removalMembers } = removalReport.shape;

const finding = z.object({
  id: explained("For `only` and `except`: the same for the same file and rules.", z.string()),
  rule: z.string(),
  code: z.optional(z.string()),
  pageNumber: z.number(),
  text: z.string(),
  context: explained("With dryRun: what is written before it and behind it.", z.optional(z.array(z.string()))),
  like: explained(
    "With dryRun, in place of the context: the id of the first of the same, at the same place of an earlier page.",
    z.optional(z.string()),
  ),
  areas: z.array(shownArea),
  recognised: explained("It is of words that somebody recognised on a picture.", z.optional(z.literal(true))),
  confidence: explained("The least of its words', from 0 to 100, where it is known.", z.optional(z.number())),
});

const logRow = z.object({
  id: z.optional(z.string()),
  pageNumber: z.optional(z.number()),
  place: explained("`page`, or where else in the document.", z.string()),
  count: z.number(),
  area: z.optional(shownArea),
  rule: z.string(),
  code: z.optional(z.string()),
  recognised: z.optional(z.literal(true)),
  confidence: z.optional(z.number()),
});

export const result = z.object({
  success: z.literal(true),
  message: explained("Human-readable status.", z.string()),
  fileName: explained("Name of the redacted PDF.", z.string()),
  ...links,
  pageCount: z.number(),
  findings: explained(
    "Each text that was found, with its rule, its page, and where it is in points, line by line.",
    z.array(finding),
  ),
  kept: explained("What was found and stays, because of `only` or `except`.", z.optional(z.array(finding))),
  log: explained(
    "With `log`: its rows, or CSV, or a PDF in base64.",
    z.optional(z.union([z.string(), z.array(logRow)])),
  ),
  areas: explained("Areas that were cut.", z.array(z.object({ pageNumber: z.number(), area: shownArea }))),
  counts: explained(
    "How often each rule found something: on pages, and elsewhere by place (Info, outline, fields …).",
    z.array(
      z.object({
        rule: z.string(),
        text: explained("What it looks for.", z.string()),
        found: explained("On pages and elsewhere together. 0: it is misspelt, or not in what was read.", z.number()),
        onPages: explained("What is cut there.", z.number()),
        kept: explained("What stays there, because of `only` or `except`.", z.optional(z.number())),
        elsewhere: z.array(z.object({ place: z.string(), count: z.number() })),
      }),
    ),
  ),
  coverage: coverageResult,
  textLayer: textLayerResult,
  attachments: explained(
    "With `attachments=keep`: the names of attached files that stay, in which nothing was looked for.",
    z.optional(z.array(z.string())),
  ),
  redaction: explained(
    "Without dryRun: what went, and what this does not promise.",
    z.optional(
      z.object({
        verified: explained(
          "The file was read again: nothing that was cut is left. With rules it is true only where all pages that they " +
            "ask for were read (`coverage`), and then rules find only what is `kept`.",
          z.boolean(),
        ),
        ...removalMembers,
      }),
    ),
  ),
  receipt: explained(
    "With `receipt`: hashes of both files and of each rule, with counts, as a JSON Web Signature in compact form.",
    z.optional(z.string()),
  ),
  notes: z.array(z.string()),
  warnings: z.optional(z.array(z.string())),
});

export type Fields = z.output<typeof fields>;
export type Result = z.output<typeof result>;
