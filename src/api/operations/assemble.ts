import * as z from "zod/mini";
import * as engine from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { metadataField } from "../../fields/metadata.ts";
import { explained, textUpTo } from "../../fields/schema-parts.ts";
import { outputName } from "../../intake/filename.ts";
import { LIMITS } from "../limits.ts";
import { type Call, defineOperation, type Outcome } from "../operation.ts";
import { activeContentField } from "./active-content.ts";
import { markFields, marksAsked, openStamps, withoutStamps } from "./assemble-marks.ts";
import { type Plan, planPages, requirePages } from "./assemble-plan.ts";
import { openDocuments, type Source } from "./assemble-sources.ts";
import { claimOf } from "./attachments.ts";
import { claimFields, conformanceHeader, conformanceResult, judgedFile } from "./conformance-fields.ts";
import { imagePageFields, imagePageOptions } from "./images.ts";
import { pagesText } from "./page-ranges.ts";
import { pdfRefusal } from "./pdf-refusal.ts";
import { protectedContent, protectField, protecting } from "./protect.ts";
import { links } from "./shared-fields.ts";
import {
  type Layered,
  textLayerAnswer,
  textLayerFields,
  textLayerHeader,
  textLayerResult,
  withTextLayer,
} from "./text-layer.ts";

const { documents: MOST, requestBytes } = LIMITS.assemble;
const LONGEST_PAGES = 10_000;

const rotate = z.optional(z.literal([0, 90, 180, 270]));
const pages = z.optional(textUpTo(LONGEST_PAGES));

const fields = z.object({
  urls: explained(
    "Public URLs of the documents, instead of uploaded files. In multipart a JSON string.",
    z.optional(z.array(z.string()).check(z.maxLength(MOST))),
  ),
  documents: explained(
    "The documents of a JSON body, each as base64 or by its address. Beside uploaded files, an item says more of " +
      "the file at its place. In multipart a JSON string.",
    z.optional(
      z
        .array(
          z.object({
            name: explained(
              "File name, by which `order` and links of the other documents name it.",
              z.optional(z.string()),
            ),
            base64: explained(
              "The file as base64, plain or as a data: URL. It is read while it arrives.",
              z.optional(z.string().check(z.meta({ contentEncoding: "base64" }))),
            ),
            url: explained("Public URL of the document, instead of base64.", z.optional(z.string())),
            pages: explained(
              'Its pages, in this order, all by default: `"3,1-2"`, `"5-"`, `"z-1"` (back to front), `"odd"`, ' +
                '`"!4"` (all but 4). A page may come again.',
              pages,
            ),
            rotate: explained("Degrees clockwise by which its pages are turned beyond what they are.", rotate),
            password: explained(
              "Its password, if it needs one of its own.",
              z.optional(textUpTo(LIMITS.pdf.passwordChars)),
            ),
            title: explained(
              "Its title in the outline, by default its own, or the name of its file.",
              z.optional(textUpTo(1_000)),
            ),
          }),
        )
        .check(z.maxLength(MOST)),
    ),
  ),
  order: explained(
    "Which pages of which document come when; without it all documents in their order. In multipart a JSON string.",
    z.optional(
      z
        .array(
          z.object({
            document: explained(
              "Its position in the request, counted from 1, or its name.",
              z.optional(z.union([z.int().check(z.minimum(1)), textUpTo(1_000)])),
            ),
            blank: explained(
              "Instead of a document: an empty page, as large as the one before it, or at the beginning the next.",
              z.optional(z.literal(true)),
            ),
            pages: explained("As in `documents`.", pages),
            rotate: explained("Degrees clockwise, beyond those of the document.", rotate),
          }),
        )
        .check(z.minLength(1), z.maxLength(10_000)),
    ),
  ),
  collate: explained(
    "Takes one page of each document in turn: fronts and backs that were scanned apart, the backs often with " +
      "`pages` `z-1`.",
    z._default(z.boolean(), false),
  ),
  blankAfterOdd: explained(
    "An empty page after each document of an odd number of pages, so that the next begins on a front.",
    z._default(z.boolean(), false),
  ),
  outline: explained(
    "`keep`: an item for each document, with its own outline below. `titles`: the items alone. `flat`: the " +
      "documents' outlines in a row. `none`: no outline.",
    z._default(z.enum(["keep", "titles", "flat", "none"]), "keep"),
  ),
  fields: explained(
    "Form fields of one name in several documents: `apart` under names of their own, or with `join` one field " +
      "with the first's value.",
    z._default(z.enum(["apart", "join"]), "apart"),
  ),
  onDamaged: explained(
    "A document that cannot be read: `refuse` the request, or `skip` it and name it in `skipped`.",
    z._default(z.enum(["refuse", "skip"]), "refuse"),
  ),
  ...markFields,
  ...imagePageFields,
  ...textLayerFields,
  password: explained("Password of the documents that are protected.", z.optional(textUpTo(LIMITS.pdf.passwordChars))),
  fileName: explained("Name of the PDF; assembled.pdf by default.", z.optional(textUpTo(255))),
  metadata: metadataField,
  ...claimFields(["pdfa-2b", "pdfa-2u", "pdfa-3b"]),
  protect: protectField,
  activeContent: activeContentField,
});

const result = z.object({
  success: z.literal(true),
  message: z.string(),
  fileName: z.string(),
  ...links,
  pageCount: z.int(),
  documents: explained(
    "The documents that have pages in the PDF, in the order in which they begin.",
    z.array(z.object({ name: z.string(), pages: explained("How many pages it has there.", z.int()) })),
  ),
  skipped: explained(
    "The documents that were left out because they cannot be read, and why.",
    z.array(z.object({ name: z.string(), message: z.string() })),
  ),
  outputSize: explained("Bytes of the PDF.", z.int()),
  conformance: explained("With `conformance`: what the check of the PDF found.", z.optional(conformanceResult)),
  textLayer: textLayerResult,
  notes: explained("What to know about the PDF, such as signatures that could not be kept.", z.array(z.string())),
  warnings: z.optional(z.array(z.string())),
});

export const assemble = defineOperation({
  id: "assemble-pdf",
  method: "POST",
  path: "/v1/pdf/assemble",
  summary: "Assemble PDFs (merge)",
  description:
    "Joins PDFs and images (JPEG, PNG, WebP, GIF, TIFF) into one PDF, or orders, turns, repeats and deletes pages " +
    "of one. Everything of the documents stays and is joined: outlines, links, named destinations, page labels, " +
    "form fields, layers, tags, attached files, article threads. Links from one document into the file of another " +
    "lead to its pages. What documents have alike, such as a font or a logo, is in the PDF once. Signatures cover " +
    "a file as it was: in the PDF they are pictures of what was signed. Metadata and how viewers open the PDF are " +
    "the first document's.",
  fields,
  files: { file: { many: true, description: "A PDF or an image; repeat the part for several." } },
  base64Fields: [],
  base64List: "documents",
  limits: { fileBytes: LIMITS.pdf.fileBytes, bodyBytes: requestBytes + LIMITS.request.envelopeBytes },
  result,
  binaryType: "application/pdf",
  codes: { input: "INVALID_INPUT", unreachable: "INVALID_INPUT", failure: "PROCESSING_FAILED" },
  errors: ["INVALID_INPUT", "CORRUPTED_FILE", "FILE_TOO_LARGE", "PROCESSING_FAILED", "BUSY"],
  examples: {
    join: { urls: ["https://example.com/offer.pdf", "https://example.com/terms.pdf"] },
    choose: {
      documents: [
        { url: "https://example.com/report.pdf", pages: "1-3,r1", title: "Report" },
        { url: "https://example.com/photo.jpg", rotate: 90 },
      ],
      blankAfterOdd: true,
    },
    collate: {
      documents: [{ url: "https://example.com/fronts.pdf" }, { url: "https://example.com/backs.pdf", pages: "z-1" }],
      collate: true,
    },
    number: {
      urls: ["https://example.com/exhibit-a.pdf", "https://example.com/exhibit-b.pdf"],
      number: { prefix: "ACME-", digits: 6, position: "bottom-right" },
    },
    stamp: {
      urls: ["https://example.com/contract.pdf"],
      stamp: [
        { text: "Draft" },
        { url: "https://example.com/logo.png", position: "top-right", width: "3cm", pages: "1" },
      ],
    },
    order: {
      urls: ["https://example.com/book.pdf", "https://example.com/cover.pdf"],
      order: [{ document: 2 }, { document: 1, pages: "!1" }],
    },
  },
  run,
  refusalOf: pdfRefusal,
});

type Fields = z.output<typeof fields>;

/** Memory for what is new in the PDF: objects that are copied, and streams that are compressed. */
function newBytes(plan: Plan): number {
  return (3 << 20) + plan.parts.reduce((sum, { source }) => sum + (source.document.bytes.length >> 3), 0);
}

async function run(call: Call<Fields>): Promise<Outcome<z.output<typeof result>>> {
  const { order, collate, blankAfterOdd, outline, fields: fieldsMode, metadata, onDamaged } = call.fields;
  const images = imagePageOptions(call.fields);
  const { sources, skipped } = await openDocuments(call, { skips: onDamaged === "skip", images });
  const stamps = await openStamps(call, sources);
  const pinned = new Set(stamps.flatMap(({ index }) => (index === undefined ? [] : [index])));
  const plan = planPages(sources, { order, collate, blankAfterOdd }, { stamps: pinned, work: call.work });
  requirePages(plan);
  const laid = await layered(call, sources);
  await call.reservation.grow(newBytes(plan));
  const notes = [...withoutStamps(stamps), ...plan.parts.flatMap(({ source }) => source.notes)];
  const isUpdate = laid !== undefined && isAsItWas(call.fields, plan);
  const parts: engine.MergePart[] = [];
  for (const { source, pages } of plan.parts) {
    const { document, name } = source;
    const said =
      !isUpdate && needsCut(document, pages)
        ? await engine.choosePages(document, engine.pageSet(engine.runsOf(pages)), call)
        : [];
    for (const note of said) notes.push(`${name}: ${note}`);
    const title = source.item.title ?? (engine.documentTitle(document) || name.replace(/\.[a-z0-9]{1,5}$/i, ""));
    parts.push({ document, title, name, indexOf: indicesOf(pages) });
  }
  const overlays = await marksAsked(call.fields, stamps, { pageCount: plan.pages.length, work: call.work });
  const asked = { outline, fields: fieldsMode, information: metadata, pages: plan.pages, overlays };
  const {
    file,
    notes: found,
    conformance,
  } = isUpdate
    ? { file: await engine.updated(parts[0]!.document), notes: [], conformance: undefined }
    : await claimed(parts, { ...asked, work: call.work }, call);
  const how = await protecting(call.fields.protect);
  const name = outputName(call.fields.fileName, "", "assembled.pdf");
  const content = await protectedContent({ length: file.size, pieces: file.pieces }, how, call);
  const layer = textLayerAnswer(laid);
  return {
    result: {
      message: statusText(plan, skipped.length),
      fileName: name,
      pageCount: plan.pages.length,
      documents: plan.parts.map(({ source, pages }) => ({ name: source.name, pages: pages.length })),
      skipped,
      outputSize: content.length,
      ...layer,
      notes: [...notes, ...found.map((note) => NOTES[note])],
      ...(conformance && { conformance }),
    },
    header: { ...conformanceHeader(conformance), ...textLayerHeader(layer?.textLayer) },
    file: { content, name, type: "application/pdf" },
  };
}

/** The words of a text layer are those of one document. */
async function layered(call: Call<Fields>, sources: readonly (Source | undefined)[]): Promise<Layered | undefined> {
  const { fields } = call;
  const asked = fields.textLayer !== undefined ? "textLayer" : fields.ocr ? "ocr" : undefined;
  const [source] = sources;
  if (asked !== undefined && sources.length > 1) {
    const text = `expected one document to which its words belong, got ${sources.length}.`;
    throw refuseField("INVALID_INPUT", asked, text);
  }
  const password = source?.item.password ?? fields.password;
  return source && withTextLayer({ ...call, fields: { ...fields, password } }, source.document);
}

/** Whether nothing but a text layer is asked for: then it is an update of the file, whose bytes stay as they are. */
function isAsItWas(asked: Fields, { parts, pages }: Plan): boolean {
  const { outline, metadata, conformance, stamp, number, activeContent } = asked;
  const [part] = parts;
  // What was dropped would still lie in the bytes before the update.
  if (stamp || number || metadata || conformance || activeContent !== "keep") return false;
  if (!part || outline !== "keep" || part.source.item.title !== undefined) return false;
  const { document } = part.source;
  const isMoved = pages.some(({ rotate = 0, isEmpty = false }) => rotate !== 0 || isEmpty);
  return !isMoved && !document.encrypted && isWhole(document, part.pages);
}

/** The documents joined. Whether the PDF keeps the standard that is asked for is checked when it is whole. */
async function claimed(
  parts: readonly engine.MergePart[],
  asked: Parameters<typeof engine.merge>[1],
  call: Call<Fields>,
) {
  const { signal, fields } = call;
  const [level] = claimOf(fields);
  if (level === undefined) return { ...(await engine.merge(parts, { ...asked, signal })), conformance: undefined };
  const extras = await engine.newExtras({ claim: level });
  const made = await engine.merge(parts, { ...asked, signal, extras });
  const conformance = await judgedFile(made.file, level, fields, call);
  return { ...(conformance.met ? made : await engine.merge(parts, { ...asked, signal })), conformance };
}

/** What is said of the whole, by the engine's names. */
const NOTES: Record<engine.MergeNote, string> = {
  fields: "Documents have form fields of the same name.",
  intents: "The documents differ in what their colours mean on paper (output intents): the PDF does not say it.",
  untagged: "Only some of the documents have tags: the PDF is not tagged throughout.",
  claim:
    "Documents say that they keep PDF/A or PDF/UA; the PDF does not say so. With `conformance` it is checked and said.",
  portfolio: "Portfolios are attached files now: the PDF opens with its pages.",
};

/**
 * Whether a part of the document has to be made: of some of its pages, or of a form that belongs to the file as it was.
 */
function needsCut(document: engine.PdfDocument, pages: readonly number[]): boolean {
  const form = document.dict(document.catalog.get("AcroForm"));
  return !isWhole(document, pages) || form?.has("XFA") === true || form?.has("SigFlags") === true;
}

function isWhole({ pageCount }: engine.PdfDocument, pages: readonly number[]): boolean {
  return pages.length === pageCount && pages.every((page, at) => page === at + 1);
}

/** Where a page of the file first is among those that were chosen, both counted from 0. */
function indicesOf(pages: readonly number[]): (page: number) => number | undefined {
  const places = new Map<number, number>();
  for (const [at, page] of pages.entries()) if (!places.has(page)) places.set(page, at);
  return (page) => places.get(page + 1);
}

function statusText({ pages, parts }: Plan, skipped: number): string {
  const left = skipped === 0 ? "" : ` ${skipped === 1 ? "1 document was" : `${skipped} documents were`} left out.`;
  return `${pagesText(pages.length)} of ${parts.length === 1 ? "1 document" : `${parts.length} documents`}.${left}`;
}
