import * as z from "zod/mini";
import type { Content } from "../../deliver/content.ts";
import * as engine from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { metadataField } from "../../fields/metadata.ts";
import { explained, textUpTo } from "../../fields/schema-parts.ts";
import { outputName } from "../../intake/filename.ts";
import { inOneTurn } from "../../meter/turns.ts";
import { counted } from "../../platform/counted.ts";
import { LIMITS } from "../limits.ts";
import { type Call, defineOperation, type Outcome } from "../operation.ts";
import { activeContentField, withActiveContent } from "./active-content.ts";
import { type AutoOptions, autoField, autoNotes, autoOptions, runAuto } from "./auto.ts";
import { damageNotes } from "./damage-notes.ts";
import { pageList, parseSelection } from "./page-ranges.ts";
import { pdfRefusal } from "./pdf-refusal.ts";
import { READING_BYTES, readPdfSource, workingBytes } from "./pdf-source.ts";
import { protectedContent, protecting, reprotectField } from "./protect.ts";
import {
  REMOVED,
  refuseLoneOptions,
  removalFields,
  removalNotes,
  removalOptions,
  removalReport,
  removalSummary,
} from "./removal.ts";
import { inPoints, links, passwordField, pdfLimits, pdfUrl, roundedArea, UNITS } from "./shared-fields.ts";
import { textLayerAnswer, textLayerFields, textLayerHeader, textLayerResult, withTextLayer } from "./text-layer.ts";

const cropArea = z.object({
  x: explained("X of the area's origin, from the bottom-left corner of the page as displayed.", z.number()),
  y: explained("Y of the area's origin, from the bottom-left corner of the page as displayed.", z.number()),
  width: explained("Width of the area.", z.number().check(z.positive())),
  height: explained("Height of the area.", z.number().check(z.positive())),
  unit: explained("px (96 to an inch), pt (72 to an inch), mm or in.", z._default(z.enum(UNITS), "pt")),
});

const fields = z
  .object({
    url: pdfUrl,
    cropData: explained(
      "One definition for each page to crop, or with `multiple` several. An area partly outside its page is clipped to it. Required, unless `auto` or `halves` is given.",
      z.optional(
        z
          .array(z.object({ pageNumber: explained("1-based page number.", z.int().check(z.minimum(1))), cropArea }))
          .check(z.minLength(1), z.maxLength(LIMITS.pdf.cropDefinitions)),
      ),
    ),
    auto: autoField,
    cropMode: explained(
      "`all` puts the first area on every page; a page that it misses is an error. Omitted: page by page.",
      z.optional(z.enum(["all"])),
    ),
    multiple: explained(
      "Makes a page of each area of a page. With `cropMode` `all` every page gets all areas.",
      z._default(z.boolean(), false),
    ),
    halves: explained(
      "Makes two pages of each: `vertical` cuts from top to bottom, `horizontal` from side to side, `auto` wide pages through the white in their middle.",
      z.optional(z.enum(["vertical", "horizontal", "auto"])),
    ),
    pages: explained('With `halves`: the pages to cut, such as "2-".', z.optional(textUpTo(10_000))),
    coordinates: explained(
      "`page`: measured on the page as a viewer shows it (inside the crop box, turned by its rotation, in real points). `userspace`: in the page's own PDF coordinates.",
      z._default(z.enum(["page", "userspace"]), "page"),
    ),
    password: passwordField,
    output: explained("File name of the result.", z.optional(textUpTo(255))),
    metadata: metadataField,
    protect: reprotectField,
    activeContent: activeContentField,
    ...textLayerFields,
    ...removalFields,
  })
  .check(
    z.superRefine((asked, context) => {
      refuseLoneOptions(asked, context);
      const { cropData, auto, halves, pages } = asked;
      if (pages !== undefined && halves === undefined) {
        context.addIssue({ code: "custom", path: ["pages"], input: pages, message: "it needs halves" });
      }
      if (cropData !== undefined || halves !== undefined || (auto !== undefined && auto !== false)) return;
      context.addIssue({ code: "invalid_type", expected: "array", path: ["cropData"], input: undefined });
    }),
  );

const result = z.object({
  success: z.literal(true),
  message: explained("Human-readable status.", z.string()),
  fileName: explained("Name of the cropped PDF.", z.string()),
  ...links,
  pagesCropped: explained("Number of pages cropped.", z.number()),
  pageCount: explained("Number of pages of the document.", z.number()),
  resultPages: explained("With `multiple` or `halves`: number of pages of the result.", z.optional(z.number())),
  notes: explained(
    "What to know about the result: whether what lies outside is hidden or removed, and what went with it.",
    z.array(z.string()),
  ),
  removal: explained("With `removeOutside`: what went, what was cut, and what stays.", z.optional(removalReport)),
  boxes: explained(
    "With `auto` or `halves`: the areas of the pages that were cropped, as `cropData` takes them.",
    z.optional(z.array(z.object({ pageNumber: z.number(), cropArea }))),
  ),
  blankPages: explained(
    "With `auto`: pages on which nothing shows; they stay as they are.",
    z.optional(z.array(z.number())),
  ),
  textLayer: textLayerResult,
  warnings: z.optional(z.array(z.string())),
});

export const crop = defineOperation({
  id: "crop-pdf",
  method: "POST",
  path: "/v1/pdf/crop",
  summary: "Crop PDF",
  description:
    "Crops pages of a PDF to rectangles: those of `cropData`, with `auto` what each page shows, or with `halves` its halves. Exactly one of `file`, `fileBase64` and `url`. The original bytes stay as they are and the changed pages are appended, so that links, form fields, outline, tags, layers, attachments, metadata and the bytes of signatures are kept, and a protected document stays protected. Cropping hides what lies outside; it does not remove it from the file, unless `removeOutside` asks for that.",
  fields,
  files: { file: { many: false, description: "The PDF to crop." } },
  base64Fields: ["fileBase64"],
  limits: pdfLimits,
  result,
  binaryType: "application/pdf",
  codes: { input: "INVALID_INPUT", unreachable: "INVALID_INPUT", failure: "PROCESSING_FAILED" },
  errors: ["INVALID_INPUT", "CORRUPTED_FILE", "FILE_TOO_LARGE", "PROCESSING_FAILED"],
  examples: {
    onePage: {
      url: "https://example.com/report.pdf",
      cropData: [{ pageNumber: 1, cropArea: { x: 20, y: 20, width: 100, height: 50, unit: "mm" } }],
    },
    allPages: {
      url: "https://example.com/report.pdf",
      cropMode: "all",
      cropData: [{ pageNumber: 1, cropArea: { x: 36, y: 36, width: 540, height: 720 } }],
    },
    labels: {
      url: "https://example.com/labels.pdf",
      multiple: true,
      cropData: [
        { pageNumber: 1, cropArea: { x: 0, y: 421, width: 297, height: 421 } },
        { pageNumber: 1, cropArea: { x: 298, y: 421, width: 297, height: 421 } },
      ],
    },
    bookScan: { url: "https://example.com/scan.pdf", halves: "auto", pages: "2-" },
    automatic: { url: "https://example.com/report.pdf", auto: { margin: 5, unit: "mm", uniform: "all" } },
  },
  run,
  refusalOf: pdfRefusal,
});

type Fields = z.output<typeof fields>;
type Result = z.output<typeof result>;

async function run(call: Call<Fields>): Promise<Outcome<Result>> {
  const { cropData = [], cropMode, coordinates, password, output, metadata, multiple, halves } = call.fields;
  const auto = autoOptions(call.fields.auto);
  if (auto) refuseBeside(call.fields, "auto", ["halves", "pages", "cropData", "cropMode", "coordinates"]);
  if (halves) refuseBeside(call.fields, "halves", ["cropData", "cropMode", "coordinates"]);
  const all = cropMode === "all";
  if (!all && !multiple) refuseRepeatedPages(cropData);
  else if (!multiple && cropData.length > 1)
    call.warn(`cropMode "all" uses the first area; ${cropData.length - 1} more were ignored.`);
  const source = await readPdfSource(call, "INVALID_INPUT");
  const removal = removalOptions(call.fields);
  await call.reservation.grow(workingBytes(source.bytes) + (auto || removal || multiple || halves ? READING_BYTES : 0));
  const opened = inOneTurn(call.work, () => engine.openPdf(source.bytes, { password, work: call.work }));
  const { document, activeNotes } = await withActiveContent(call, opened);
  const laid = await withTextLayer(call, document);
  const name = outputName(output ?? source.name, output === undefined ? "-cropped" : "", "cropped.pdf");
  const definitions = cropData.map(toDefinition);
  const { signal } = call;
  const request = { definitions, all, coordinates, multiple, information: metadata };
  const how = await protecting(call.fields.protect, document);
  const made = auto
    ? await cropAutomatically(document, auto, name, { removal, information: metadata }, signal)
    : halves
      ? await cropHalves(document, call, name, removal)
      : outcome(await cropOrRemove(document, checkedCount(request, document.pageCount), removal, signal), name);
  // The update has mended what was damaged.
  const mended =
    document === opened ? [] : damageNotes({ ...opened.damage, missingPages: 0, missingObjects: 0 }, REPAIRED);
  const notes = [...made.result.notes, ...activeNotes, ...mended];
  const file = made.file && {
    ...made.file,
    content: await protectedContent(made.file.content as Content, how, call, document.size),
  };
  const layer = textLayerAnswer(laid);
  const header = { ...made.header, ...textLayerHeader(layer?.textLayer) };
  return { ...made, ...(file ? { file } : {}), header, result: { ...made.result, notes, ...layer } };
}

async function cropHalves(
  document: engine.PdfDocument,
  { fields, signal }: Call<Fields>,
  name: string,
  removal: engine.RemovalOptions | undefined,
): Promise<Outcome<Result>> {
  const { halves: halving = "auto", pages, metadata } = fields;
  const set = pages === undefined ? undefined : parseSelection(pages, "pages", document.pageCount, document.work);
  const found = await engine.findHalves(document, { halving, pages: set, signal });
  const { definitions } = found;
  const request = checkedCount({ definitions, multiple: true, information: metadata }, document.pageCount);
  const cropped = await cropOrRemove(document, request, removal, signal);
  return outcome(cropped, name, { notes: halvesNotes(found), boxes: boxesOf(definitions) });
}

/** With `multiple` an area may be a page of its own, and so the result has as many. */
function checkedCount(request: engine.CropRequest, pageCount: number): engine.CropRequest {
  const areas = request.definitions.length * (request.all ? pageCount : 1);
  const most = LIMITS.pdf.cropDefinitions;
  if (!request.multiple || areas <= most) return request;
  throw refuseField("INVALID_INPUT", "cropData", `it makes ${areas} pages of ${pageCount}; at most ${most} are made.`);
}

function halvesNotes({ whole, unsure, several, different }: engine.Halves): string[] {
  const told = {
    "Not wider than tall, so left whole": whole,
    "No white or spine was found between the halves, so cut where most are, or in the middle": unsure,
    "No spine was found, and more than one white, so cut in the widest": several,
    "Cut elsewhere than most pages of the same size": different,
  };
  return Object.entries(told).flatMap(([text, pages]) => (pages.length > 0 ? [`${text}: ${pageList(pages)}.`] : []));
}

function cropOrRemove(
  document: engine.PdfDocument,
  request: engine.CropRequest,
  removal: engine.RemovalOptions | undefined,
  signal: AbortSignal,
): Promise<Made> {
  return removal
    ? engine.removeOutside(document, { ...request, ...removal, signal, lastUse: true })
    : engine.crop(document, { ...request, signal });
}

type Made = engine.Cropped & Partial<engine.Removed>;

function outcome(
  cropped: Made,
  name: string,
  more: Partial<Pick<Result, "notes" | "boxes" | "blankPages">> = {},
): Outcome<Result> {
  const { pagesCropped, pageCount, resultPages, file, removal } = cropped;
  const { notes: others = [], ...members } = more;
  const own = removal ? removalNotes({ ...cropped, removal }) : notes(cropped);
  return {
    result: {
      message: message(cropped),
      fileName: name,
      pagesCropped,
      pageCount,
      ...(resultPages === undefined ? {} : { resultPages }),
      notes: [...own, ...others],
      ...(removal ? { removal } : {}),
      ...members,
    },
    header: removal ? { removal: removalSummary(removal) } : {},
    file: { content: { length: file.size, pieces: file.pieces }, name, type: "application/pdf" },
  };
}

type Excluded = "halves" | "pages" | "cropData" | "cropMode" | "coordinates";

function refuseBeside(fields: Fields, field: "auto" | "halves", excluded: readonly Excluded[]): void {
  const beside = excluded.find((key) => fields[key] !== undefined && fields[key] !== "page");
  if (beside === undefined) return;
  throw refuseField("INVALID_INPUT", field, `it was sent together with ${beside}; send one of the two.`);
}

async function cropAutomatically(
  document: engine.PdfDocument,
  auto: AutoOptions,
  name: string,
  {
    removal,
    information,
  }: { removal: engine.RemovalOptions | undefined; information: engine.DocumentInformation | undefined },
  signal: AbortSignal,
): Promise<Outcome<Result>> {
  const found = await runAuto(document, auto, signal);
  const { definitions, blank } = found;
  const unchanged = { pagesCropped: 0, pageCount: document.pageCount, damage: document.damage, signed: false };
  const cropped: Made =
    definitions.length > 0 || removal || information
      ? await cropOrRemove(document, { definitions, information }, removal, signal)
      : { ...unchanged, file: await engine.updated(document) };
  return outcome(cropped, name, { notes: autoNotes(found), boxes: boxesOf(definitions), blankPages: blank });
}

function boxesOf(definitions: readonly engine.CropDefinition[]): NonNullable<Result["boxes"]> {
  return definitions.map(({ page, area }) => ({ pageNumber: page, cropArea: { ...roundedArea(area), unit: "pt" } }));
}

type CropData = NonNullable<Fields["cropData"]>;

function refuseRepeatedPages(cropData: CropData): void {
  const seen = new Map<number, number>();
  cropData.forEach(({ pageNumber }, index) => {
    const first = seen.get(pageNumber);
    if (first !== undefined) {
      const text = `page ${pageNumber} has an area already, in cropData[${first}]; multiple: true makes a page of each.`;
      throw refuseField("INVALID_INPUT", `cropData[${index}].pageNumber`, text);
    }
    seen.set(pageNumber, index);
  });
}

function toDefinition({ pageNumber, cropArea }: CropData[number], index: number): engine.CropDefinition {
  const area = inPoints(cropArea);
  if (Object.values(area).every((value) => Math.abs(value) <= MAX_POINTS)) return { page: pageNumber, area };
  const text = `expected lengths of at most ${MAX_POINTS} points.`;
  throw refuseField("INVALID_INPUT", `cropData[${index}].cropArea`, text);
}

/** Far larger than any page, and small enough for a double to keep fractions of points. */
const MAX_POINTS = 1e9;

const REPAIRED = "its cross-reference was repaired";
const HIDES = "Cropping hides what lies outside the area; it is still in the file.";

function message({ pagesCropped, pageCount, resultPages = pageCount, removal }: Made): string {
  const done = counted(pagesCropped, "page was cropped", "pages were cropped");
  const made = resultPages === pageCount ? "" : ` The result has ${resultPages} pages.`;
  return `${done} of ${pageCount}.${made} ${removal ? REMOVED : HIDES}`;
}

function notes({ damage, signed }: engine.Cropped): string[] {
  return [
    HIDES,
    ...damageNotes(damage, REPAIRED),
    ...(signed ? ["The document is signed: its signatures cover it as it was before the crop."] : []),
  ];
}
