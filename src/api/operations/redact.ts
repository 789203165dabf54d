import * as z from "zod/mini";
import type { Content } from "../../deliver/content.ts";
import {
  comparable,
  ExpressionProblem,
  findRedactions,
  type Misfit,
  MisfitProblem,
  openPdf,
  type PagesCoverage,
  type PdfDocument,
  type Redacted,
  type RedactionPlan,
  type RedactionRequest,
  redactPdf,
} from "../../engine.ts";
import { Refusal, refuseField } from "../../errors/errors.ts";
import { explained, textUpTo } from "../../fields/schema-parts.ts";
import { outputName } from "../../intake/filename.ts";
import { inOneTurn } from "../../meter/turns.ts";
import { LIMITS } from "../limits.ts";
import { type Call, defineOperation, type Outcome } from "../operation.ts";
import type { Receipted } from "../receipts.ts";
import { coverageAnswer, coverageNotes, coverageResult } from "./coverage.ts";
import { damageNotes } from "./damage-notes.ts";
import { pagesText, parseSelection } from "./page-ranges.ts";
import { extentText, noSuchPage, pdfRefusal, unremovable } from "./pdf-refusal.ts";
import { READING_BYTES, readPdfSource, workingBytes } from "./pdf-source.ts";
import { protectedContent, protecting, reprotectField } from "./protect.ts";
import { removalReport } from "./removal.ts";
import {
  expressionFault,
  inPoints,
  links,
  passwordField,
  pdfLimits,
  pdfUrl,
  roundedArea,
  UNITS,
} from "./shared-fields.ts";

const { textChars, regexChars, regexStates } = LIMITS.split;
const { rules: mostRules } = LIMITS.redact;
const SEARCHES = ["contains", "equals", "words", "regex"] as const;
const PATTERNS = ["email", "iban", "card", "phone", "date"] as const;

const areaFields = {
  x: z.number(),
  y: z.number(),
  width: z.number().check(z.positive()),
  height: z.number().check(z.positive()),
  unit: z._default(z.enum(UNITS), "pt"),
};

const fields = z.object({
  url: pdfUrl,
  areas: explained(
    "Areas of pages in which nothing stays, measured like a crop's.",
    z.optional(
      z
        .array(z.object({ pageNumber: z.int().check(z.minimum(1)), area: z.object(areaFields) }))
        .check(z.maxLength(LIMITS.redact.areas)),
    ),
  ),
  coordinates: explained(
    "`page`: areas are measured on the page as displayed. `userspace`: in its own coordinates.",
    z._default(z.enum(["page", "userspace"]), "page"),
  ),
  text: explained(
    "Texts to cut, one of contains, equals (a whole line), words (whole words) or regex (RE2) in each.",
    z.optional(
      z
        .array(
          z.object({
            contains: z.optional(textUpTo(textChars)),
            equals: z.optional(textUpTo(textChars)),
            words: z.optional(textUpTo(textChars)),
            regex: z.optional(textUpTo(regexChars).check(z.minLength(1))),
            caseSensitive: z._default(z.boolean(), false),
            pages: explained(
              'Only there, such as "2-": what the document says elsewhere then stays.',
              z.optional(textUpTo(10_000)),
            ),
          }),
        )
        .check(z.maxLength(mostRules)),
    ),
  ),
  patterns: explained(
    "`email`, `iban` and `card` (with right check digits), `phone`, `date`, `number:6` (of six digits).",
    z.optional(
      z
        .array(
          z.string().check(
            z.regex(/^(email|iban|card|phone|date|number:([1-9]|[1-3][0-9]|40))$/, {
              error: "expected email, iban, card, phone, date or number:1 to number:40",
            }),
          ),
        )
        .check(z.maxLength(mostRules)),
    ),
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
      z.union([
        z.enum(["none"]),
        z.object({
          color: z._default(
            z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, { error: "expected a color as #RRGGBB" })),
            "#000000",
          ),
          label: z.optional(
            z.string().check(z.regex(/^[\x20-\x7e]{1,40}$/, { error: "expected up to 40 letters of ASCII" })),
          ),
        }),
      ]),
      { color: "#000000" },
    ),
  ),
  onUnreadable: explained(
    "What to do with pages that were not read, or in part: `refuse`, or `report` them under coverage.",
    z._default(z.enum(["refuse", "report"]), "refuse"),
  ),
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
  dryRun: explained("Answers what would be cut, and makes no file.", z._default(z.boolean(), false)),
  password: passwordField,
  output: explained("File name of the result.", z.optional(textUpTo(255))),
  protect: reprotectField,
  receipt: explained("Answers a signed receipt of both files and of the rules.", z._default(z.boolean(), false)),
});

const shownArea = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const { notExamined: _, verified: _verified, ...removalMembers } = removalReport.shape;

const result = z.object({
  success: z.literal(true),
  message: explained("Human-readable status.", z.string()),
  fileName: explained("Name of the redacted PDF.", z.string()),
  ...links,
  pageCount: z.number(),
  findings: explained(
    "Each text that was found, with its rule, its page, and where it is in points, line by line.",
    z.array(z.object({ rule: z.string(), pageNumber: z.number(), text: z.string(), areas: z.array(shownArea) })),
  ),
  areas: explained("Areas that were cut.", z.array(z.object({ pageNumber: z.number(), area: shownArea }))),
  counts: explained(
    "How often each rule found something: on pages, and elsewhere by place (Info, outline, fields …).",
    z.array(
      z.object({
        rule: z.string(),
        text: explained("What it looks for.", z.string()),
        found: explained("On pages and elsewhere together. 0: it is misspelt, or not in what was read.", z.number()),
        onPages: z.number(),
        elsewhere: z.array(z.object({ place: z.string(), count: z.number() })),
      }),
    ),
  ),
  coverage: coverageResult,
  attachments: explained(
    "With `attachments=keep`: the names of attached files that stay, in which nothing was looked for.",
    z.optional(z.array(z.string())),
  ),
  redaction: explained(
    "Without dryRun: what went, and what this does not promise.",
    z.optional(
      z.object({
        verified: explained(
          "The file was read again: nothing that was cut is left. With rules it is true only where all pages were " +
            "read (`coverage`), and then no rule finds anything.",
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

export const redact = defineOperation({
  id: "redact-pdf",
  method: "POST",
  path: "/v1/pdf/redact",
  summary: "Redact PDF",
  description:
    "Cuts texts and areas out of a PDF, so that they are in no place of the file: pages, annotations, fields, tags, " +
    "outline, Info, XMP. The result is a new file, which is read again before it is handed out. Exactly one of " +
    "`file`, `fileBase64` and `url`, and at least one of `areas`, `text`, `patterns` and `annotations`. Try it with " +
    "`dryRun` first.",
  fields,
  files: { file: { many: false, description: "The PDF to redact." } },
  base64Fields: ["fileBase64"],
  limits: pdfLimits,
  result,
  binaryType: "application/pdf",
  codes: { input: "INVALID_INPUT", unreachable: "INVALID_INPUT", failure: "PROCESSING_FAILED" },
  errors: ["INVALID_INPUT", "CORRUPTED_FILE", "FILE_TOO_LARGE", "PROCESSING_FAILED"],
  examples: {
    names: {
      url: "https://example.com/contract.pdf",
      text: [{ words: "Jane Doe" }],
      patterns: ["email", "iban"],
      dryRun: true,
    },
    area: {
      url: "https://example.com/contract.pdf",
      areas: [{ pageNumber: 1, area: { x: 20, y: 20, width: 60, height: 15, unit: "mm" } }],
      mark: { color: "#000000", label: "REDACTED" },
    },
  },
  run,
  refusalOf: redactionRefusal,
});

type Fields = z.output<typeof fields>;
type Result = z.output<typeof result>;

async function run(call: Call<Fields>): Promise<Outcome<Result>> {
  const { fields: asked, work, signal } = call;
  refuseNothing(asked);
  if (asked.receipt) refuseReceipt(asked, call.isBinary);
  const source = await readPdfSource(call, "INVALID_INPUT");
  await call.reservation.grow(workingBytes(source.bytes) + READING_BYTES);
  const receipt = asked.receipt && (await (await import("../receipts.ts")).openReceipt(call, source.bytes));
  const document = inOneTurn(work, () => openPdf(source.bytes, { password: asked.password, work }));
  const how = asked.dryRun ? undefined : await protecting(asked.protect, document);
  const { request, names, texts } = requestOf(asked, document);
  const name = outputName(asked.output ?? source.name, asked.output === undefined ? "-redacted" : "", "redacted.pdf");
  try {
    if (asked.dryRun) {
      const plan = await findRedactions(document, { ...request, signal });
      const facts = planned(plan, names, texts, name, true);
      return { result: { ...NO_LINKS, ...facts, notes: [...coverageNotes(plan.coverage), ...foundNowhere(facts)] } };
    }
    const made = await redactPdf(document, { ...request, signal, lastUse: true });
    const content = await protectedContent(
      { length: made.file.size, pieces: made.file.pieces },
      how,
      call,
      document.size,
    );
    const outcome = outcomeOf(made, names, texts, name, content);
    if (!receipt) return outcome;
    const signed = await receipt(content, receipted(made, texts, outcome.result.counts));
    return { ...outcome, result: { ...outcome.result, receipt: signed } };
  } catch (error) {
    if (!(error instanceof ExpressionProblem)) throw error;
    const source = asked.text?.[error.rule]?.regex ?? "";
    throw refuseField("INVALID_INPUT", `${names[error.rule]}.regex`, expressionFault(source, error));
  }
}

const NO_LINKS = { downloadUrl: "", expiresAt: "" };

function refuseNothing({ areas, text, patterns, annotations }: Fields): void {
  const isAsked = [areas, text, patterns].some((list) => list !== undefined && list.length > 0);
  if (isAsked || annotations) return;
  throw new Refusal("INVALID_INPUT", "Nothing to cut was sent: send areas, text, patterns or annotations.", {
    field: "text",
  });
}

/** Rules of which a receipt fits a header, beside their counts. */
const MAX_HEADER_RULES = 20;

function refuseReceipt({ dryRun, text = [], patterns = [] }: Fields, isBinary: boolean): void {
  const refuse = (why: string) => refuseField("INVALID_INPUT", "receipt", why);
  if (dryRun) throw refuse("with dryRun no file is made that it could be about.");
  const rules = text.length + patterns.length;
  if (!isBinary || rules <= MAX_HEADER_RULES) return;
  throw refuse(
    `with format=binary it is in a header, for up to ${MAX_HEADER_RULES} rules, not ${rules}; use format=json.`,
  );
}

/** What the engine is asked for, what each of its rules is called, and what a receipt hashes of it. */
function requestOf(
  asked: Fields,
  document: PdfDocument,
): { request: RedactionRequest; names: string[]; texts: unknown[] } {
  const names: string[] = [];
  const texts: unknown[] = [];
  const rules: NonNullable<RedactionRequest["rules"]>[number][] = [];
  (asked.text ?? []).forEach((rule, at) => {
    const field = `text[${at}]`;
    const sent = SEARCHES.filter((key) => rule[key] !== undefined);
    const [key] = sent;
    if (sent.length !== 1 || !key) {
      const what = sent.length === 0 ? "none was sent" : `${sent.join(" and ")} were sent`;
      throw refuseField("INVALID_INPUT", field, `exactly one of ${SEARCHES.join(", ")} is needed; ${what}.`);
    }
    const wanted = rule[key]!;
    if (comparable(wanted, true) === "") {
      throw refuseField("INVALID_INPUT", `${field}.${key}`, "expected a text, got only spaces.");
    }
    const { caseSensitive, pages } = rule;
    const set =
      pages === undefined ? undefined : parseSelection(pages, `${field}.pages`, document.pageCount, document.work);
    names.push(field);
    texts.push([key, wanted, caseSensitive, pages ?? null]);
    rules.push({ [key]: wanted, caseSensitive, pages: set } as unknown as (typeof rules)[number]);
  });
  for (const pattern of asked.patterns ?? []) {
    const known = PATTERNS.find((one) => one === pattern);
    names.push(pattern);
    texts.push(["pattern", pattern]);
    rules.push(known ? { pattern: known } : { digits: Number(pattern.slice("number:".length)) });
  }
  const { mark, coordinates, gap, onUnreadable, onUnremovable, annotations, attachments } = asked;
  const areas = asked.areas?.map(({ pageNumber, area }) => ({ page: pageNumber, area: inPoints(area) }));
  return {
    names,
    texts,
    request: {
      ...{ areas, coordinates, rules, gap, onUnreadable, onUnremovable, attachments, states: regexStates },
      document: asked.document,
      annotations: annotations === "redact",
      mark: mark === "none" ? undefined : { colour: colourOf(mark.color), label: mark.label },
    },
  };
}

function colourOf(hex: string): [number, number, number] {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

type Planned = Pick<Result, "message" | "fileName" | "pageCount" | "findings" | "areas" | "counts" | "coverage">;

function planned(
  plan: RedactionPlan,
  names: readonly string[],
  texts: readonly unknown[],
  fileName: string,
  isDry: boolean,
): Planned {
  const { findings, areas, elsewhere, coverage, pageCount } = plan;
  const cut = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);
  const counts = names.map((rule, at) => {
    const onPages = findings.filter((one) => one.rule === at).length;
    const others = elsewhere.filter((one) => one.rule === at).map(({ place, count }) => ({ place, count }));
    const found = others.reduce((sum, { count }) => sum + count, onPages);
    return { rule, text: wordsOf(texts[at]), found, onPages, elsewhere: others };
  });
  const isNothing = areas.length === 0 && counts.every(({ found }) => found === 0);
  const done = isNothing
    ? `Nothing was found in ${pagesText(pageCount)}, and nothing ${isDry ? "would be" : "was"} cut.`
    : `${cut(findings.length, "text")} and ${cut(areas.length, "area")} ${isDry ? "would be" : "were"} cut from ` +
      `${pagesText(pageCount)}.`;
  return {
    message: [...coverageNotes(coverage), done].join(" "),
    fileName,
    pageCount,
    findings: findings.map(({ rule, page, text, areas }) => ({
      rule: names[rule]!,
      pageNumber: page,
      text,
      areas: areas.map(roundedArea),
    })),
    areas: areas.map(({ page, area }) => ({ pageNumber: page, area: roundedArea(area) })),
    counts,
    coverage: coverageAnswer(coverage),
  };
}

/** What a rule looks for, in words: what a receipt hashes of it has its kind first, and then what is wanted. */
function wordsOf(asked: unknown): string {
  const [kind, wanted] = asked as [string, string];
  return kind === "regex" ? `/${wanted}/` : kind === "pattern" ? wanted : `“${wanted}”`;
}

function outcomeOf(
  made: Redacted,
  names: readonly string[],
  texts: readonly unknown[],
  name: string,
  content: Content,
): Outcome<Result> {
  const { redaction, damage, signed, attached } = made;
  const { dropped } = redaction.document;
  const facts = planned(made, names, texts, name, false);
  const notes = [
    ...coverageNotes(made.coverage),
    ...foundNowhere(facts),
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
    header: { pages, verified, findings: made.findings.length, counts },
    file: { content, name, type: "application/pdf" },
  };
}

function receipted(
  { areas, coverage, redaction }: Redacted,
  texts: readonly unknown[],
  counts: Outcome<Result>["result"]["counts"],
): Receipted {
  const { read, partly, pictures } = coverage;
  return {
    operation: "redact-pdf",
    rules: counts.map(({ rule, onPages, elsewhere }, at) => ({
      asked: texts[at],
      outcome: { rule, onPages, elsewhere: elsewhere.reduce((sum, { count }) => sum + count, 0) },
    })),
    facts: { areas: areas.length, pages: { read, partly, pictures }, verified: redaction.verified },
  };
}

/** A misspelt name is found nowhere, so the right one stays in the file. */
function foundNowhere({ counts }: Planned): string[] {
  const rules = counts.filter(({ found }) => found === 0);
  return rules.length > 0 ? [`Found nowhere: ${rules.map(({ text }) => text).join(", ")}.`] : [];
}

function redactionRefusal(error: unknown): Refusal | undefined {
  const text = error instanceof MisfitProblem ? misfitText(error.misfit) : undefined;
  if (!text) return pdfRefusal(error);
  const [field, message] = text;
  return new Refusal("INVALID_INPUT", `${field}: ${message}`, { field, cause: error });
}

/** The field that does not fit the document, and why. */
function misfitText(misfit: Misfit): [field: string, text: string] | undefined {
  switch (misfit.kind) {
    case "unsearched": {
      const notes = coverageNotes(misfit.coverage as PagesCoverage);
      return ["onUnreadable", `${notes.join(" ")} Send onUnreadable "report" to cut what can be found.`];
    }
    case "too many findings":
      return ["text", `the rules find more than ${misfit.most} texts, the most that are cut at once.`];
    case "area outside page":
      return [`areas[${misfit.item}].area`, `The area lies outside page ${misfit.page}: ${extentText(misfit.extent)}.`];
    case "no such page":
      return [misfit.item === undefined ? "areas" : `areas[${misfit.item}].pageNumber`, noSuchPage(misfit)];
    case "unremovable":
      return ["onUnremovable", unremovable(misfit)];
    case "unproven":
      return [
        "onUnremovable",
        `once all is cut, page ${misfit.page} still reads like a text that is cut, or cannot be read again. Cut that ` +
          'place by an area, or send onUnremovable "drop": then nothing of that page stays.',
      ];
    default:
      return undefined;
  }
}
