import * as z from "zod/mini";
import { asciiJson } from "../../deliver/headers.ts";
import * as engine from "../../engine.ts";
import { Refusal, refuseField } from "../../errors/errors.ts";
import { metadataField } from "../../fields/metadata.ts";
import { readFields } from "../../fields/read-fields.ts";
import { explained, intBetween, numberBetween, textUpTo } from "../../fields/schema-parts.ts";
import { inches, LENGTH, MARGINS, margins } from "../../html/fields/paper.ts";
import { outputName } from "../../intake/filename.ts";
import { counted } from "../../platform/counted.ts";
import { normalised } from "../../platform/normalised.ts";
import { LIMITS } from "../limits.ts";
import { type Call, defineOperation } from "../operation.ts";
import { ATTACHMENT, attachmentFields, attachmentPart, type ExtrasAsked, extrasAsked } from "./attachments.ts";
import { claimFields, conformanceHeader, conformanceResult, judged, judgedFile } from "./conformance-fields.ts";
import {
  type Batch,
  type BatchOptions,
  type Claiming,
  ImageBatch,
  type ImageFailure,
  imageFailure,
} from "./image-batch.ts";
import { BASE64, remainingImages } from "./image-sources.ts";
import { protectField } from "./protect.ts";
import { links } from "./shared-fields.ts";
import {
  asksForLayer,
  layeredContent,
  textLayerAnswer,
  textLayerFields,
  textLayerHeader,
  textLayerResult,
} from "./text-layer.ts";

const PAGE_SIZES = ["Original", ...Object.keys(engine.PAPERS)] as const;
const named = new Map(PAGE_SIZES.map((name) => [name.toLowerCase(), name]));
const SIZE = /^([\d.]{1,12})\s{0,4}([a-zA-Z]{0,2})\s{0,4}[x×*]\s{0,4}([\d.]{1,12}\s{0,4}[a-zA-Z]{0,2})$/;

/** A name, or two lengths in points, of which the first may have the unit of the second. Undefined for others. */
function pageSizeOf(text: string): engine.PageSize | undefined {
  const name = named.get(text.trim().toLowerCase());
  if (name) return name as engine.PageSize;
  const [, across = "", unit, down = ""] = SIZE.exec(text.trim()) ?? [];
  const lengths = [`${across}${unit || /[a-z]{0,2}$/i.exec(down)}`, down];
  const [width = 0, height = 0] = lengths.map((length) => (LENGTH.test(length) ? inches(length) * 72 : 0));
  return width > 0 && height > 0 ? [width, height] : undefined;
}

const length = z.union([
  z.number().check(z.minimum(0)),
  textUpTo(32).check(z.regex(LENGTH, { error: 'expected a length such as "10mm"' })),
]);

const fields = z.object({
  urls: explained(
    "Public URLs of images, instead of uploaded files. In multipart a JSON string.",
    z.optional(z.array(z.string()).check(z.maxLength(LIMITS.images.images))),
  ),
  images: explained(
    "The images of a JSON body, in their order: each as base64, or by its address. In multipart a JSON string.",
    z.optional(
      z
        .array(
          z.object({
            name: explained("File name, by which imageOrder and failures name the image.", z.optional(z.string())),
            base64: explained(
              "The file as base64, plain or as a data: URL. It is read while it arrives.",
              z.optional(z.string().check(z.meta({ contentEncoding: "base64" }))),
            ),
            url: explained("Public URL of the image, instead of base64.", z.optional(z.string())),
            rotation: explained("Degrees clockwise, any number.", z.optional(z.number())),
          }),
        )
        .check(z.maxLength(LIMITS.images.images)),
    ),
  ),
  pageSize: explained(
    "`Original`, `A3`, `A4`, `A5`, `Letter` or `Legal` (in any case), or width and height such as `210mm x 99mm` (mm, cm, in, pt, pc, px). Original fits the page to the image: a pixel is 1/96 inch unless the file says its density.",
    z._default(
      textUpTo(50).check(
        z.refine(
          (text) => pageSizeOf(text) !== undefined,
          'expected "Original", "A3", "A4", "A5", "Letter", "Legal" or a size such as "210mm x 99mm"',
        ),
      ),
      "Original",
    ),
  ),
  margin: explained(
    "One length for all sides (a bare number is pixels, 1/96 inch), two to four in the order of CSS such as `10mm 20mm`, or an object. With `Original` it is added around the image.",
    z._default(
      z.union([
        z.number().check(z.minimum(0)),
        textUpTo(128).check(z.regex(MARGINS, { error: 'expected one to four lengths such as "1cm" or "10mm 2cm"' })),
        z.object({
          top: z.optional(length),
          right: z.optional(length),
          bottom: z.optional(length),
          left: z.optional(length),
        }),
      ]),
      0,
    ),
  ),
  rotation: explained("Degrees clockwise, of every image that has no rotation of its own.", z.optional(z.number())),
  backgroundColor: explained(
    "`#RGB` or `#RRGGBB`, with or without `#`; drawn behind margins and transparency.",
    z._default(z.string().check(z.regex(/^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, "expected #RGB or #RRGGBB")), "#FFFFFF"),
  ),
  fitMode: explained(
    "`contain` fits within the margins, `cover` fills them and clips the rest, `fill` stretches.",
    z._default(z.enum(["contain", "cover", "fill"]), "contain"),
  ),
  imageOrder: explained(
    "Positions and rotations by file name. Images that are not named follow in order of upload.",
    z.optional(
      z
        .array(
          z.object({
            name: explained("File name of the image; for a URL the last segment of its path.", z.string()),
            rotation: explained("Degrees clockwise, any number.", z.optional(z.number())),
            order: explained(
              "Position; smaller comes first, equal ones keep the upload's order.",
              z.optional(z.number()),
            ),
          }),
        )
        .check(z.maxLength(2 * LIMITS.images.images)),
    ),
  ),
  orientation: explained(
    "Of pages with a name; `auto` turns each page as its image lies, one of lengths too.",
    z._default(z.enum(["portrait", "landscape", "auto"]), "portrait"),
  ),
  dpi: explained("Density to assume for every image, whatever its file says.", z.optional(numberBetween(1, 100_000))),
  stripMetadata: explained(
    "Leave out metadata, such as the place a photo was taken, which otherwise stays inside a JPEG. In a request with more than 16 MiB of files, send this before them.",
    z._default(z.boolean(), false),
  ),
  maxPixels: explained(
    "A JPEG of more pixels is halved until it has no more than that, three times at most; its page keeps its size. Other images keep their pixels. In a request with more than 16 MiB of files, send this before them.",
    z.optional(intBetween(1, 1_000_000_000)),
  ),
  quality: explained(
    "From 1 to 100: a JPEG that is finer gets this quality, by its own blocks, where that makes it shorter. 75 to 85 is usual. Other images keep their pixels. In a request with more than 16 MiB of files, send this before them.",
    z.optional(intBetween(1, 100)),
  ),
  webp: explained(
    "What a lossy WebP becomes inside the PDF: `jpeg`, about as coarse as the WebP itself and usually less than 2.5 times its size, or its exact pixels where these take less; `lossless`, always its exact pixels, of a photograph often ten times its size. In a request with more than 16 MiB of files, send this before them.",
    z._default(z.enum(["jpeg", "lossless"]), "jpeg"),
  ),
  outline: explained("`names`: an outline and page labels of the images' file names.", z.optional(z.enum(["names"]))),
  fileName: explained("Name of the PDF; images.pdf by default.", z.optional(textUpTo(255))),
  metadata: metadataField,
  ...claimFields(["pdfa-2b", "pdfa-2u", "pdfa-3b"]),
  ...attachmentFields,
  ...textLayerFields,
  protect: protectField,
});

const result = z.object({
  success: z.literal(true),
  message: z.string(),
  fileName: z.string(),
  ...links,
  pageCount: z.int(),
  originalImageCount: explained("Images that were converted.", z.int()),
  processingTime: explained("Milliseconds.", z.number()),
  pageSize: explained("Its name, or the size as it was sent.", z.string()),
  method: explained(
    "`passthrough`: the images' own compressed bytes are in the PDF.",
    z.enum(["passthrough", "decoded", "mixed"]),
  ),
  outputSize: explained("Bytes of the PDF.", z.int()),
  failedImages: z.int(),
  failedPages: explained("Pages of a TIFF that were left out while others became pages; warnings name them.", z.int()),
  failures: explained("The images that could not be converted, and why.", z.array(imageFailure)),
  textLayer: textLayerResult,
  conformance: explained("With `conformance`: what the check of the PDF found.", z.optional(conformanceResult)),
  warnings: z.optional(z.array(z.string())),
});

export const imageToPdf = defineOperation({
  id: "image-to-pdf",
  method: "POST",
  path: "/v1/convert/image-to-pdf",
  summary: "Images to PDF",
  description:
    "Combines JPEG, PNG, WebP, GIF and TIFF images into one PDF, a page each. BMP and JPEG 2000 are converted, too; AVIF and SVG as a browser shows them. A TIFF gives a page for each picture in it, an animation its first frame. The images' own bytes are kept wherever a PDF can hold them. Orientation (EXIF), colour profiles, CMYK and transparency are kept. The content decides the format, never the name. An image that cannot be converted is named in `failures`; only when all fail is the request refused. What is there of a damaged one is converted, and `warnings` say what is missing.",
  fields,
  files: { file: { many: true, description: "An image; repeat the part for several." }, [ATTACHMENT]: attachmentPart },
  ...BASE64,
  limits: {
    fileBytes: LIMITS.images.fileBytes,
    bodyBytes: LIMITS.images.requestBytes,
    asFileBytes: LIMITS.images.fileBytes,
  },
  result,
  binaryType: "application/pdf",
  codes: { input: "INVALID_INPUT", unreachable: "INVALID_INPUT", failure: "PROCESSING_FAILED" },
  errors: ["INVALID_INPUT", "PROCESSING_FAILED"],
  examples: {
    urls: { urls: ["https://example.com/scan-1.jpg", "https://example.com/scan-2.png"], pageSize: "A4", margin: 20 },
    order: {
      urls: ["https://example.com/a.jpg", "https://example.com/b.jpg"],
      imageOrder: [
        { name: "b.jpg", order: 0, rotation: 90 },
        { name: "a.jpg", order: 1 },
      ],
    },
    images: {
      images: [
        { name: "scan-1.png", base64: "iVBORw0KGgo…" },
        { url: "https://example.com/scan-2.jpg", rotation: 90 },
      ],
    },
  },

  refused(given) {
    const frames = [...given].find(([name, value]) => name === "frames" && value === "all");
    const reason = "of an animation only the first frame becomes a page; send the frames as images of their own";
    return frames && { field: "frames", reason };
  },

  early: (place) => new ImageBatch(place, readOptionsOf),

  async run(call) {
    const batch = call.early ?? new ImageBatch(call, readOptionsOf);
    const { stripMetadata, maxPixels, quality, webp, protect } = call.fields;
    const reading: BatchOptions = { stripMetadata, maxPixels, quality, webp, protect };
    batch.checkOptions(reading);
    for await (const { source, index, isLast } of remainingImages(call, batch.count)) {
      await batch.add(source, reading, index);
      if (!isLast) await batch.makeRoom();
    }
    const extras = await extrasAsked(call, [...batch.attachments, ...call.files]);
    const made = await batch.finish(pageOptions(call.fields), extras && (await claiming(extras, call)));
    for (const position of made.unmatchedOrder) {
      const name = call.fields.imageOrder?.[position]?.name ?? "";
      const isAgain = call.fields.imageOrder?.slice(0, position).some((item) => item.name === name);
      const none = isAgain ? "no further image" : "no image";
      call.warn(`imageOrder[${position}]: ${none} is named ${JSON.stringify(name.slice(0, 100))}.`);
    }
    for (const warning of warningTexts(made.warnings)) call.warn(warning);
    const { failures } = made;
    if (made.pageCount === 0) {
      const none = batch.count === 1 ? "The image" : `None of the ${batch.count} images`;
      const message = `${none} could ${batch.count === 1 ? "not " : ""}be converted. ${failures[0]?.name}: ${failures[0]?.message}`;
      const busy = failures.some(({ retryable }) => retryable);
      if (busy)
        throw new Refusal("BUSY", message, { retryAfter: 5, extra: { failedImages: failures.length, failures } });
      throw new Refusal("INVALID_INPUT", message, { extra: { failedImages: failures.length, failures } });
    }
    const name = outputName(call.fields.fileName, "", "images.pdf");
    const { content, laid, conformance } = await withLayer(call, made);
    const layer = textLayerAnswer(laid);
    return {
      result: {
        message: statusText(made.imageCount, made.pageCount, failures.length),
        fileName: name,
        pageCount: made.pageCount,
        originalImageCount: made.imageCount,
        processingTime: Date.now() - call.startedAt,
        pageSize: named.get(call.fields.pageSize.trim().toLowerCase()) ?? call.fields.pageSize.trim(),
        method: made.method,
        outputSize: content.length,
        failedImages: failures.length,
        failedPages: made.warnings.filter((warning) => warning.isLeftOut).length,
        failures,
        ...(conformance && { conformance }),
        ...layer,
      },
      header: {
        ...(failures.length > 0 ? { failures: withinHeader(failures) } : {}),
        ...conformanceHeader(conformance),
        ...textLayerHeader(layer?.textLayer),
      },
      file: { content, name, type: "application/pdf" },
    };
  },

  refusalOf(error) {
    return error instanceof engine.LayoutProblem
      ? refuseField("INVALID_INPUT", error.field, error.message, { cause: error })
      : undefined;
  },
});

type Fields = z.output<typeof fields>;

/** The PDF with the words of its pages. Whether it keeps a standard is found with them. */
async function withLayer(call: Call<Fields>, { content, conformance }: Batch) {
  const { protect } = call.fields;
  if (!asksForLayer(call.fields)) return { content, laid: undefined, conformance };
  const layered = await layeredContent(call, content, protect?.ownerPassword ?? protect?.userPassword);
  if (!conformance?.met) return { ...layered, conformance };
  // It says already that it keeps the standard: with words that break it, it is not given.
  const how = { conformanceMode: "require" } as const;
  return {
    ...layered,
    conformance: await judgedFile(new engine.PdfFile(layered.content), conformance.level, how, call),
  };
}

async function claiming(asked: ExtrasAsked, { fields, signal, work }: Call<Fields>): Promise<Claiming> {
  const { claim, ...rest } = asked;
  const [level] = claim;
  return {
    extras: await engine.newExtras(asked),
    otherwise: await engine.newExtras(rest),
    judge: level && ((sketch) => judged(sketch, level, fields, { signal, work })),
  };
}

/** The options that are needed before a form has ended, read from the fields received so far. */
function readOptionsOf(raw: ReadonlyMap<string, unknown>): BatchOptions {
  const schema = z.pick(fields, { stripMetadata: true, maxPixels: true, quality: true, webp: true, protect: true });
  const given = new Map([...raw].filter(([name]) => Object.hasOwn(schema.shape, name)));
  return readFields(given, { schema, encoding: "multipart", code: "INVALID_INPUT" }).fields;
}

function pageOptions(fields: Fields): engine.PageOptions {
  const { rotation, outline, orientation, dpi, imageOrder = [], images = [] } = fields;
  return {
    ...imagePageOptions(fields),
    rotation,
    outline,
    background: readColour(fields.backgroundColor),
    orientation,
    dpi,
    imageOrder: imageOrder.map((item) => ({ ...item, name: normalised(item.name, "NFC") })),
    rotations: images.map((image) => image.rotation),
    information: fields.metadata,
  };
}

function pixelsOf(margin: Fields["margin"]): number | engine.Margins {
  if (typeof margin === "number") return margin;
  const { top, right, bottom, left } = margins(margin);
  return { top: top * 96, right: right * 96, bottom: bottom * 96, left: left * 96 };
}

/** `#RGB` or `#RRGGBB`; the schema has checked it. */
function readColour(text: string): readonly [number, number, number] {
  const digits = text.replace("#", "");
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(full, 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** The most warnings in one answer: nobody reads one for each of 500 damaged pages. */
const MAX_WARNINGS = 20;

function warningTexts(warnings: readonly engine.ImageWarning[]): string[] {
  const texts = warnings.slice(0, MAX_WARNINGS).map(({ name, page, isLeftOut, message }) => {
    const place = page === undefined ? "" : `, page ${page}`;
    return `${name.slice(0, 100)}${place}: ${message}${isLeftOut ? " The page is left out." : ""}`;
  });
  const more = warnings.length - texts.length;
  return more > 0 ? [...texts, `${more} more of this kind.`] : texts;
}

/** Clients refuse an answer whose headers are longer than about 16 KB. failedImages lists the images left out here. */
const FAILURES_IN_HEADER_CHARS = 4000;

function withinHeader(failures: readonly ImageFailure[]): ImageFailure[] {
  let used = 0;
  return failures.filter((entry) => {
    used += asciiJson(entry).length;
    return used <= FAILURES_IN_HEADER_CHARS;
  });
}

function statusText(images: number, pages: number, failed: number): string {
  const done = `${counted(images, "image")} converted to ${counted(pages, "page")}`;
  return failed === 0 ? `${done}.` : `${done}; ${counted(failed, "image")} failed.`;
}

const { pageSize, margin, fitMode } = fields.shape;

/** How an image becomes a page, for operations that take images among other files. */
export const imagePageFields = { pageSize, margin, fitMode };

export function imagePageOptions(asked: Pick<Fields, keyof typeof imagePageFields>) {
  return { pageSize: pageSizeOf(asked.pageSize) ?? "Original", margin: pixelsOf(asked.margin), fitMode: asked.fitMode };
}
