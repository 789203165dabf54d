import * as z from "zod/mini";
import { type Area, type InspectWindow, LEVELS, type LineFacts, type PageFacts, pagesAsked } from "../../engine.ts";
import { explained, intBetween, textUpTo } from "../../fields/schema-parts.ts";
import { LIMITS } from "../limits.ts";
import { type Call, defineOperation, type Outcome } from "../operation.ts";
import { partialNotes } from "./auto.ts";
import { conformanceResult } from "./conformance-fields.ts";
import { damageNotes } from "./damage-notes.ts";
import { type Inspected, inspectPath, inspectWhole, readingBytes } from "./inspect-path.ts";
import { parseSelection } from "./page-ranges.ts";
import { pdfRefusal } from "./pdf-refusal.ts";
import { readPdfSource, workingBytes } from "./pdf-source.ts";
import { areaOf, inUnit, passwordField, pdfLimits, pdfUrl, placeFields, UNITS } from "./shared-fields.ts";
import { asksForLayer, textLayerAnswer, textLayerFields, textLayerResult } from "./text-layer.ts";

const windowFields = {
  unit: explained("Unit of width and height: px (96 to an inch), pt, mm or in.", z._default(z.enum(UNITS), "pt")),
  from: explained("The first page to describe.", z._default(z.int().check(z.minimum(1)), 1)),
  limit: explained("How many pages to describe at most.", z._default(intBetween(1, 1000), 100)),
  content: explained(
    "Also reads what each page shows: `contentBox` and `blank`. The whole file is then fetched.",
    z._default(z.boolean(), false),
  ),
  text: explained(
    "Also reads the text of the pages, in lines: `true` with the place of each word, `lines` without, `markdown` also as Markdown. The whole file is then fetched.",
    z.optional(z.union([z.boolean(), z.enum(["lines", "markdown"])])),
  ),
  pages: explained('Only these pages, such as "1-3,7" or "5-".', z.optional(textUpTo(10_000))),
  password: passwordField,
};

const box = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .check(z.meta({ items: { type: "number" }, minItems: 4, maxItems: 4 }));
const text = z.object({
  lines: explained(
    "Lines in the order in which they are read, with their places in `unit`, as a crop takes them.",
    z.array(
      z.object({
        text: z.string(),
        ...placeFields,
        fontSize: explained("In points.", z.number()),
        words: explained(
          "With `text: true`. A box reaches from the first letter's beginning to the last one's end, and is as high as the font.",
          z.optional(z.array(z.object({ text: z.string(), ...placeFields }))),
        ),
      }),
    ),
  ),
  markdown: explained(
    'With `text: "markdown"`: the page as Markdown: headings by size, lists, tables as far as places tell, paragraphs.',
    z.optional(z.string()),
  ),
  noUnicode: explained("Characters that show, and whose text the file does not tell.", z.int()),
  scan: explained("Whether the page is a picture without text.", z.boolean()),
});
const page = z.object({
  pageNumber: z.number(),
  width: explained("Width of the page as displayed, in `unit`: what a crop area is measured in.", z.number()),
  height: explained("Height of the page as displayed, in `unit`.", z.number()),
  rotation: explained("Clockwise, in degrees.", z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])),
  userUnit: explained("Points for one unit of the boxes.", z.number()),
  boxes: explained(
    "[left, bottom, right, top] in the page's own coordinates.",
    z.object({
      mediaBox: box,
      cropBox: box,
      bleedBox: z.optional(box),
      trimBox: z.optional(box),
      artBox: z.optional(box),
    }),
  ),
  contentBox: explained(
    "With `content`: the area around all that shows, in `unit`, as a crop takes it; null on a blank page.",
    z.optional(z.nullable(z.object(placeFields))),
  ),
  blank: explained("With `content`: whether nothing shows on the page.", z.optional(z.boolean())),
  text: explained("With `text`: what the page says.", z.optional(text)),
  ink: explained(
    "With `text: true`: how much ink the page has.",
    z.optional(
      z.object({
        share: explained(
          "The part of the page that is covered, by boxes of texts and drawings, and samples of images.",
          z.number(),
        ),
        largestMark: explained("The longer side of the largest mark, in `unit`.", z.number()),
      }),
    ),
  ),
});

const documentFacts = z.object({
  attachments: explained(
    "Files in it, and the names of the first hundred. Those that annotations hold are not among them.",
    z.object({ count: z.int(), names: z.array(z.string()) }),
  ),
  portfolio: explained("Whether viewers show its files in place of its pages.", z.boolean()),
  xfa: explained("Whether its form is also written in XFA.", z.boolean()),
  scripts: explained(
    "Whether it runs scripts when it is opened, closed, saved or printed. Those of pages and fields are not looked for.",
    z.boolean(),
  ),
  signatures: explained("Signatures that were given. Whether they are valid is not looked at.", z.int()),
  tagged: explained("Whether it has tags.", z.boolean()),
  encryption: explained(
    "How it is encrypted; null where it is not.",
    z.nullable(z.enum(["RC4", "AES-128", "AES-256"])),
  ),
});

const result = z.object({
  success: z.literal(true),
  fileName: z.string(),
  pageCount: z.number(),
  encrypted: z.boolean(),
  document: explained(
    "What the document has beside its pages. Absent where only parts of the file were fetched.",
    z.optional(documentFacts),
  ),
  unit: z.enum(UNITS),
  from: z.number(),
  pages: z.array(page),
  next: explained("`from` of the next request; null after the last page.", z.nullable(z.number())),
  conformance: explained("With `conformance`: what the check found.", z.optional(conformanceResult)),
  textLayer: textLayerResult,
  notes: explained("What to know about the file, such as pages that could not be found in it.", z.array(z.string())),
  warnings: z.optional(z.array(z.string())),
});

// What only describes (result, errors) stays out of it: the build takes that from each operation.
const shared = {
  limits: pdfLimits,
  binaryType: null,
  codes: { input: "INVALID_INPUT", unreachable: "INVALID_INPUT", failure: "PROCESSING_FAILED" },
  refusalOf: pdfRefusal,
} as const;

const errors = ["INVALID_INPUT", "CORRUPTED_FILE", "FILE_TOO_LARGE", "PROCESSING_FAILED"] as const;

const pathFields = z.object({
  filePath: explained(
    "Public URL of a PDF, or a link that this service gave (whole, or from its path on).",
    z.string().check(z.minLength(1), z.maxLength(8_192)),
  ),
  ...windowFields,
});

export const inspectByPath = defineOperation({
  ...shared,
  id: "inspect-pdf-by-path",
  method: "GET",
  path: "/v1/pdf/crop",
  summary: "Page dimensions before cropping",
  description:
    "Describes the pages of a PDF in the coordinates that a crop uses. Where the server supports ranges, only the parts that are needed are fetched.",
  fields: pathFields,
  result,
  errors,
  files: {},
  base64Fields: [],
  examples: { url: { filePath: "https://example.com/report.pdf" } },
  async run(call) {
    const { filePath, password } = call.fields;
    const { inspection, name } = await inspectPath(call, filePath, windowOf(call.fields), password);
    return outcome(call, inspection, name);
  },
});

const uploadFields = z.object({
  url: pdfUrl,
  ...windowFields,
  conformance: explained(
    "Also checks the file against this level of PDF/A or PDF/UA. The whole file is then fetched.",
    z.optional(z.enum(LEVELS)),
  ),
  ...textLayerFields,
});

export const inspect = defineOperation({
  ...shared,
  id: "inspect-pdf",
  method: "POST",
  path: "/v1/pdf/inspect",
  summary: "Page dimensions of an upload",
  description: "The same as GET /v1/pdf/crop, for a PDF that is sent. Exactly one of `file`, `fileBase64` and `url`.",
  fields: uploadFields,
  result,
  errors,
  files: { file: { many: false, description: "The PDF to describe." } },
  base64Fields: ["fileBase64"],
  examples: {
    url: { url: "https://example.com/report.pdf", unit: "mm" },
    text: { url: "https://example.com/report.pdf", pages: "1-3", text: true },
  },
  async run(call) {
    const { url, password, conformance } = call.fields;
    const layer = asksForLayer(call.fields) ? call.fields : undefined;
    const window = { ...windowOf(call.fields), conformance, layer };
    if (url !== undefined && call.files.length === 0) {
      const { inspection, name } = await inspectPath(call, url, window, password, "url");
      return outcome(call, inspection, name);
    }
    const source = await readPdfSource(call, "INVALID_INPUT");
    await call.reservation.grow(workingBytes(source.bytes) + readingBytes(window));
    const inspection = await inspectWhole(call, source.bytes, window, password);
    return outcome(call, inspection, source.name);
  },
});

type Window = Omit<z.output<typeof uploadFields>, "url" | keyof typeof textLayerFields>;

function windowOf({ from, limit, content, text, pages }: Window): InspectWindow {
  return {
    ...{ from, limit, content, words: LIMITS.inspect.words },
    text: text === true ? "words" : text || undefined,
    ...(pages !== undefined && { among: (pageCount) => parseSelection(pages, "pages", pageCount) }),
  };
}

function outcome(
  call: Call<Window>,
  { pageCount, encrypted, document, damage, pages, partial, conformance, laid }: Inspected["inspection"],
  name: string | undefined,
): Outcome<z.output<typeof result>> {
  const { from, unit } = call.fields;
  if (from > pageCount && pageCount > 0) call.warn(`from: the document has ${pageCount} pages.`);
  const last = pages.at(-1)?.pageNumber ?? pageCount;
  const next = pagesAsked({ ...windowOf(call.fields), from: last + 1 }, pageCount, 1)[0];
  return {
    result: {
      fileName: name ?? "document.pdf",
      pageCount,
      encrypted,
      ...(document && { document }),
      unit,
      from,
      pages: pages.map((facts) => converted(facts, unit)),
      next: next ?? null,
      ...(conformance && { conformance }),
      ...textLayerAnswer(laid),
      notes: [...partialNotes(partial), ...damageNotes(damage, "its cross-reference was repaired for this answer")],
    },
  };
}

function converted(facts: PageFacts, unit: Window["unit"]): PageFacts {
  const convert = (length: number): number => inUnit(length, unit);
  const placed = (area: Area): Area => areaOf(area, convert);
  const { contentBox, text, ink } = facts;
  return {
    ...facts,
    width: convert(facts.width),
    height: convert(facts.height),
    ...(contentBox && { contentBox: placed(contentBox) }),
    ...(ink && { ink: { share: Math.round(ink.share * 1e4) / 1e4, largestMark: convert(ink.largestMark) } }),
    ...(text && { text: { ...text, lines: text.lines.map((line) => lineIn(line, placed)) } }),
  };
}

function lineIn(line: LineFacts, placed: (area: Area) => Area): LineFacts {
  const { text, fontSize, words } = line;
  return {
    text,
    ...placed(line),
    fontSize: Math.round(fontSize * 100) / 100,
    ...(words && { words: words.map((word) => ({ text: word.text, ...placed(word) })) }),
  };
}
