import * as z from "zod/mini";
import { zip } from "../../deliver/zip.ts";
import * as engine from "../../engine.ts";
import { type ErrorCode, Refusal } from "../../errors/errors.ts";
import { metadataField } from "../../fields/metadata.ts";
import { explained, intBetween, textUpTo } from "../../fields/schema-parts.ts";
import { outputName } from "../../intake/filename.ts";
import { inOneTurn, inTurns } from "../../meter/turns.ts";
import { counted } from "../../platform/counted.ts";
import { ISOLATE_ALONE_BYTES, LIMITS } from "../limits.ts";
import { type Call, defineOperation, type Outcome } from "../operation.ts";
import { activeContentField, withActiveContent } from "./active-content.ts";
import { partialNotes } from "./auto.ts";
import { damageNotes } from "./damage-notes.ts";
import { pagesText, parsePageNumbers, rangesInTurns } from "./page-ranges.ts";
import { checkPattern, partFileNames } from "./part-names.ts";
import { readPdfSource } from "./pdf-source.ts";
import { protectedParts, protecting, reprotectField } from "./protect.ts";
import { areaOf, downloadUrl, inUnit, passwordField, pdfLimits, pdfUrl, placeFields } from "./shared-fields.ts";
import { ALTERNATIVES, mib, misfitRefusal, splitRefusal, unreadNotes } from "./split-refusal.ts";
import { blankPagesField, blankRuleOf, namesField, namesOf, textField, textRuleOf } from "./split-rules.ts";
import { textLayerAnswer, textLayerFields, textLayerHeader, textLayerResult, withTextLayer } from "./text-layer.ts";

/** Memory for the new objects of the parts, and a few decoded streams. */
const WORKING_BYTES = 20 << 20;
/** A part smaller than this cannot be asked for: the frame of a PDF alone takes half of it. */
const LEAST_PART_BYTES = 2_000;
const LONGEST_FILE_NAME = 255;

const fields = z.object({
  url: pdfUrl,
  splitMode: explained(
    "`ranges` makes a file of each page range, `individual` one of each page in `pageNumbers`.",
    z.enum(["ranges", "individual"]),
  ),
  // Items are checked later, against the document, so that a refusal can name its page count.
  ranges: explained(
    'Page ranges, a file each, in this order: `"3-7"`, `"5-"` (to the end), `"1-3,7"`, `"r2"` (second to last), `"odd"`, `"1-10,x4"` (without 4), `"!4"`. They may overlap. In multipart a JSON string.',
    z.optional(z.array(z.string())),
  ),
  allowReverse: explained('Lets ranges go back, such as `"7-3"`.', z._default(z.boolean(), false)),
  pageNumbers: explained(
    "1-based page numbers, a file each, in this order. In multipart a JSON string.",
    z.optional(z.array(z.int())),
  ),
  every: explained(
    "Instead of `ranges`: files of this many pages; the last has the rest.",
    z.optional(z.int().check(z.minimum(1))),
  ),
  bookmarkLevel: explained(
    "Instead of `ranges`: a file begins at each outline item of this level (1 is the top), named by its title.",
    z.optional(intBetween(1, 50)),
  ),
  maxSize: explained(
    "Instead of `ranges`: files as long as fit into this many bytes. A page that is larger by itself gets a file of its own.",
    z.optional(z.int().check(z.minimum(LEAST_PART_BYTES))),
  ),
  count: explained(
    "Instead of `ranges`: this many files, each of about as many pages.",
    z.optional(intBetween(1, LIMITS.split.parts)),
  ),
  text: textField,
  blankPages: blankPagesField,
  dryRun: explained("Answers the files under `parts`, without making them.", z._default(z.boolean(), false)),
  names: namesField,
  fileNamePattern: explained(
    "Names of the files, from `{name}` (the input's), `{pages}`, `{index}`, `{total}`, `{title}` (with bookmarkLevel), `{match}` (with text) and `{1}` … (by `names`, or groups of text.regex). `{name}-{pages}` by default. Equal names are numbered.",
    z.optional(z.string()),
  ),
  fileNames: explained(
    "Names of the files, in their order, in place of the pattern; an empty one, or one that is missing, takes the pattern's. In multipart a JSON string.",
    z.optional(z.array(textUpTo(LONGEST_FILE_NAME)).check(z.maxLength(LIMITS.split.parts))),
  ),
  attachments: explained(
    "What becomes of files that are attached to the document: `drop`: a part has those that something in it names; `keep`: each has all; `first`: the first has all.",
    z._default(z.enum(["drop", "keep", "first"]), "drop"),
  ),
  metadata: metadataField,
  protect: reprotectField,
  password: passwordField,
  activeContent: activeContentField,
  ...textLayerFields,
});

const result = z.object({
  success: z.literal(true),
  message: explained("Human-readable status.", z.string()),
  zipDownloadUrl: explained("Signed URL of a ZIP archive with all files, valid for one hour.", z.string()),
  expiresAt: explained("When the URLs end.", z.string()),
  fileName: explained("Name of the ZIP archive.", z.string()),
  pageCount: explained("Pages of the input.", z.int()),
  outputSize: explained("Bytes of the ZIP archive.", z.int()),
  files: explained(
    "One for each file, in the order asked for.",
    z.array(
      z.object({
        fileName: explained("Name of the file.", z.string()),
        pages: explained('Pages that it holds, such as `"1-3"` or `"5"`.', z.string()),
        size: explained("Bytes of the file.", z.int()),
        downloadUrl,
      }),
    ),
  ),
  parts: explained(
    "With dryRun: the files that would be made. There are no links then, and their fields are empty.",
    z.optional(
      z.array(
        z.object({
          fileName: z.string(),
          pages: z.string(),
          match: explained("The text at which it begins or ends.", z.optional(z.string())),
        }),
      ),
    ),
  ),
  blank: explained(
    "With blankPages and dryRun: what each page shows, in points; contentBox is null on a blank page.",
    z.optional(
      z.array(
        z.object({
          pageNumber: z.int(),
          contentBox: z.nullable(z.object(placeFields)),
          ink: explained(
            "The part of the page that is covered, and the longer side of its largest mark.",
            z.object({ share: z.number(), largestMark: z.number() }),
          ),
          shows: explained(
            "What the largest mark is; on a blank page `specks` that do not count, or `nothing`.",
            z.enum(["text", "drawing", "picture", "specks", "nothing"]),
          ),
        }),
      ),
    ),
  ),
  textLayer: textLayerResult,
  notes: explained("What to know about the files, such as signatures that could not be kept.", z.array(z.string())),
  warnings: z.optional(z.array(z.string())),
});

export const split = defineOperation({
  id: "split-pdf",
  method: "POST",
  path: "/v1/pdf/split",
  summary: "Split PDF",
  description:
    "Cuts a PDF into several. Exactly one of `file`, `fileBase64` and `url`. Each file holds its pages and what they need, and nothing else: links and named destinations that lead to its pages, its part of the outline, page labels, form fields, layers, metadata and tags. Links that lead out of it lead nowhere: those with a visible box keep it, the others go. Signatures become pictures of themselves. What tags tell of content on pages of several files (descriptions, titles) is in none of them. The files of a protected document are protected as it was, under the same passwords. The answer names the files; each link serves one of them out of the ZIP archive. A file of 50 MB may have a million objects, 600,000 in object streams; smaller files may have more.",
  fields,
  files: { file: { many: false, description: "The PDF to split." } },
  base64Fields: ["fileBase64"],
  limits: pdfLimits,
  result,
  binaryType: "application/zip",
  codes: { input: "INVALID_PDF", unreachable: "INVALID_PDF", failure: "SPLIT_FAILED" },
  fieldCodes: {
    splitMode: "INVALID_SPLIT_MODE",
    ...coded("INVALID_RANGES", ["ranges", "pageNumbers", ...ALTERNATIVES]),
    ...coded("INVALID_INPUT", [
      "names",
      "fileNamePattern",
      "fileNames",
      "metadata",
      "protect",
      "textLayer",
      "existing",
    ]),
  },
  errors: [
    ...(["INVALID_PDF", "INVALID_SPLIT_MODE", "INVALID_RANGES", "INVALID_INPUT", "FILE_TOO_LARGE"] as const),
    ...(["SPLIT_FAILED", "PROCESSING_FAILED"] as const),
  ],
  examples: {
    ranges: { url: "https://example.com/book.pdf", splitMode: "ranges", ranges: ["1-3", "4-10,12", "13-"] },
    individual: { url: "https://example.com/book.pdf", splitMode: "individual", pageNumbers: [1, 5, 9] },
    named: {
      url: "https://example.com/book.pdf",
      splitMode: "ranges",
      ranges: ["1-3", "4-"],
      fileNames: ["Preface", "Book"],
    },
    invoices: {
      url: "https://example.com/invoices.pdf",
      splitMode: "ranges",
      text: { regex: "Invoice No\\. (\\d+)" },
      fileNamePattern: "invoice {1}",
    },
    chapters: { url: "https://example.com/book.pdf", splitMode: "ranges", bookmarkLevel: 1 },
  },
  run,
  refusalOf: splitRefusal,
});

function coded(code: ErrorCode, names: readonly string[]): Record<string, ErrorCode> {
  return Object.fromEntries(names.map((name) => [name, code]));
}

type Fields = z.output<typeof fields>;

async function run(call: Call<Fields>): Promise<Outcome<z.output<typeof result>>> {
  if (call.fields.fileNamePattern !== undefined) checkPattern(call.fields.fileNamePattern);
  const source = await readPdfSource(call, "INVALID_PDF");
  await call.reservation.grow(WORKING_BYTES);
  // Object streams are read once more for each part that shares them.
  const { work, fields: asked } = call;
  const opened = inOneTurn(work, () => engine.openPdf(source.bytes, { password: asked.password, work }));
  const { document, activeNotes } = await withActiveContent(call, opened);
  const laid = await withTextLayer(call, document);
  await makeRoom(call, document);
  document.requirePages();
  const how = asked.dryRun ? undefined : await protecting(asked.protect, document);
  const options = await splitOptions(call, document.pageCount);
  const run: Promise<engine.SplitChoice | engine.SplitFiles> = asked.dryRun
    ? engine.planSplit(document, options)
    : engine.split(document, options);
  const made = await run.catch((error: unknown) => {
    throw error instanceof engine.MisfitProblem ? (misfitRefusal(error, asked) ?? error) : error;
  });
  const names = partFileNames(
    source.name,
    made.parts.map(({ pages, title, found, texts }, i) => ({
      ...{ pages: pages.label, title, match: found?.match, texts: texts ?? found?.groups, own: asked.fileNames?.[i] },
    })),
    asked.fileNamePattern,
  );
  const notes = [
    ...made.oversized.map(({ page, bytes }) => `Page ${page} alone takes ${bytes} bytes, more than maxSize.`),
    ...unreadNotes(made.unread),
    ...partialNotes((made.shown ?? []).filter(({ isPartial }) => isPartial).map(({ page }) => page)),
    ...made.notes,
    ...activeNotes,
    ...damageNotes(
      { ...opened.damage, missingObjects: document.missingObjects.size },
      "the parts are made of what was found",
    ),
  ];
  const name = outputName(source.name, "-split", "split.zip").replace(/\.pdf$/i, ".zip");
  const facts = { name, pageCount: document.pageCount, notes, ...textLayerAnswer(laid) };
  if (!("damage" in made)) return dryOutcome(made, names, facts);
  const named = call.fields.fileNames?.length ?? 0;
  if (named > names.length)
    call.warn(`fileNames has ${named} names; ${counted(names.length, "file was", "files were")} made.`);
  const parts = await protectedParts(made.parts, how, call, document.size);
  return filesOutcome(parts, names, facts);
}

/** What the answer says of the whole. */
interface SplitFacts {
  /** The ZIP's name. */
  readonly name: string;
  readonly pageCount: number;
  readonly notes: string[];
  readonly textLayer?: z.output<typeof textLayerResult>;
}

/** The ZIP of all parts, and a link to the bytes of each in it. */
function filesOutcome(
  parts: engine.SplitFiles["parts"],
  names: readonly string[],
  { name, pageCount, notes, textLayer }: SplitFacts,
): Outcome<z.output<typeof result>> {
  const content = zip(
    parts.map(({ file, crc32 }, i) => ({ name: names[i] as string, length: file.size, pieces: file.pieces, crc32 })),
  );
  const files = parts.map(({ pages, file }, i) => ({
    fileName: names[i] as string,
    pages: pages.label,
    size: file.size,
  }));
  return {
    result: {
      message: `${pagesText(pageCount)} split into ${counted(files.length, "file")}.`,
      fileName: name,
      pageCount,
      outputSize: content.length,
      ...(textLayer && { textLayer }),
      notes,
    },
    header: textLayerHeader(textLayer),
    file: { content, name, type: "application/zip" },
    links: async (stored) => ({
      zipDownloadUrl: await stored.link(),
      files: await Promise.all(
        files.map(async (file, i) => ({
          ...file,
          downloadUrl: await stored.link({
            fileName: file.fileName,
            range: content.ranges[i] as { start: number; end: number },
          }),
        })),
      ),
    }),
  };
}

/** Reserves memory for what is known about the objects. A document that fits no isolate is refused before the work. */
async function makeRoom({ reservation }: Call<Fields>, document: engine.PdfDocument): Promise<void> {
  const more = await engine.splitMemory(document);
  const all = reservation.held + more;
  if (all > ISOLATE_ALONE_BYTES) {
    const [needed, most] = [mib(all), mib(ISOLATE_ALONE_BYTES)];
    const message = `Splitting this document needs ${needed} MiB; ${most} MiB are available.`;
    throw new Refusal("FILE_TOO_LARGE", message);
  }
  await reservation.grow(more);
}

/** The answer about files that are not made. */
function dryOutcome(
  { parts, shown }: engine.SplitChoice,
  names: readonly string[],
  { name, pageCount, notes, textLayer }: SplitFacts,
): Outcome<z.output<typeof result>> {
  const noLinks = { zipDownloadUrl: "", expiresAt: "", files: [] };
  return {
    result: {
      ...noLinks,
      message: `${pagesText(pageCount)} would be split into ${counted(parts.length, "file")}.`,
      fileName: name,
      pageCount,
      outputSize: 0,
      parts: parts.map(({ pages, found }, i) => ({
        fileName: names[i]!,
        pages: pages.label,
        ...(found && { match: found.match }),
      })),
      ...(shown && { blank: shown.map(shownFacts) }),
      ...(textLayer && { textLayer }),
      notes,
    },
  };
}

function shownFacts({ page, content, ink: { share, largestMark, kind } }: engine.PageShow) {
  const rounded = (value: number): number => inUnit(value, "pt");
  return {
    pageNumber: page,
    contentBox: content ? areaOf(content, rounded) : null,
    ink: { share: rounded(share), largestMark: rounded(largestMark) },
    shows: kind === undefined ? ("nothing" as const) : content ? kind : ("specks" as const),
  };
}

async function splitOptions(call: Call<Fields>, pageCount: number): Promise<engine.SplitOptions> {
  const { fields, splitOutputBytes, signal } = call;
  return {
    ...(await splitMode(call, pageCount)),
    most: { bytes: splitOutputBytes, parts: LIMITS.split.parts },
    names: await namesOf(fields.names),
    information: fields.metadata,
    attachments: fields.attachments,
    signal,
  };
}

async function splitMode(call: Call<Fields>, pageCount: number): Promise<engine.SplitInto> {
  const { splitMode, ranges, allowReverse, pageNumbers, every, bookmarkLevel, maxSize } = call.fields;
  const { text, blankPages, count } = call.fields;
  const { parts: maxParts } = LIMITS.split;
  const given = [
    ...(ranges === undefined ? [] : ["ranges"]),
    ...ALTERNATIVES.filter((key) => call.fields[key] !== undefined),
  ];
  if (splitMode === "individual") {
    for (const key of given) call.warn(`${key} was ignored: splitMode "individual" takes pageNumbers.`);
    return { parts: parsePageNumbers(pageNumbers, pageCount, maxParts) };
  }
  if (pageNumbers !== undefined) call.warn('pageNumbers was ignored: splitMode "ranges" takes ranges.');
  if (given.length > 1) {
    const message = `Exactly one of ranges, ${ALTERNATIVES.join(", ")} is needed; ${given.join(" and ")} were sent.`;
    throw new Refusal("INVALID_RANGES", message, { field: given[1] });
  }
  if (every !== undefined) return { every };
  if (bookmarkLevel !== undefined) return { outlineLevel: bookmarkLevel };
  if (maxSize !== undefined) return { partBytes: maxSize };
  if (text !== undefined) return { text: await textRuleOf(text) };
  if (blankPages !== undefined) return { blank: blankRuleOf(blankPages) };
  if (count !== undefined) return { count };
  const turns = rangesInTurns(ranges, pageCount, maxParts, { allowReverse, work: call.work });
  return { parts: await inTurns(turns, call.work, call.signal) };
}
