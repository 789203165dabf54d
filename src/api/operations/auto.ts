import * as z from "zod/mini";
import { type AutoCrop, autoCrop, DEFAULT_THRESHOLD, type PdfDocument, type Sides } from "../../engine.ts";
import { explained, intBetween, numberBetween, textUpTo } from "../../fields/schema-parts.ts";
import { pageList, parseSelection } from "./page-ranges.ts";
import { POINTS, UNITS } from "./shared-fields.ts";

const length = numberBetween(0, 14_400);

const options = z.object({
  margin: explained(
    "What is kept around the content, on all sides or by side of the page as displayed.",
    z._default(
      z.union([
        length,
        z.object({
          top: z._default(length, 0),
          right: z._default(length, 0),
          bottom: z._default(length, 0),
          left: z._default(length, 0),
        }),
      ]),
      0,
    ),
  ),
  unit: explained("Unit of `margin` and `specks`.", z._default(z.enum(UNITS), "pt")),
  uniform: explained(
    "`none`: each page its own box. `all`: every page the box that fits all. `oddEven`: odd and even pages one each.",
    z._default(z.enum(["none", "all", "oddEven"]), "none"),
  ),
  ignore: explained(
    "For pages cropped alike: this many of the most extreme pages on each side do not count, and may be cut.",
    z._default(intBetween(0, 100_000), 0),
  ),
  threshold: explained(
    "In scans (images that cover the page), a sample that is darker than this counts as content: 0 is black, 255 white. In other images all that is not quite white counts.",
    z._default(numberBetween(0, 255), DEFAULT_THRESHOLD),
  ),
  specks: explained(
    "In images, marks smaller than this in both directions do not count. 0 counts every mark.",
    z._default(numberBetween(0, 1000), 0),
  ),
  pages: explained(
    'Pages to crop, such as "1-3,7", "5-" or "odd"; the others stay as they are.',
    z.optional(textUpTo(10_000)),
  ),
  keepSize: explained("Makes all results as large as the largest.", z._default(z.boolean(), false)),
});

export const autoField = explained(
  "Crops each page to what it shows, instead of `cropData`. `true` takes the defaults.",
  z.optional(z.union([z.boolean(), options])),
);

export type AutoOptions = z.output<typeof options>;

/** Undefined when no automatic crop is asked for. */
export function autoOptions(field: z.output<typeof autoField>): AutoOptions | undefined {
  if (field === undefined || field === false) return undefined;
  return field === true ? options.parse({}) : field;
}

export async function runAuto(document: PdfDocument, asked: AutoOptions, signal: AbortSignal): Promise<AutoCrop> {
  const points = POINTS[asked.unit];
  const { margin } = asked;
  const pageCount = document.requirePages();
  const selected = asked.pages;
  const pages = selected === undefined ? undefined : parseSelection(selected, "auto.pages", pageCount, document.work);
  return autoCrop(document, {
    ...asked,
    pages,
    signal,
    specks: asked.specks * points,
    margin: typeof margin === "number" ? margin * points : sidesOf(margin, points),
  });
}

function sidesOf({ top, right, bottom, left }: Sides, points: number): Sides {
  return { top: top * points, right: right * points, bottom: bottom * points, left: left * points };
}

/** What was not read of pages whose content was looked for. */
export function partialNotes(pages: readonly number[]): string[] {
  return pages.length === 0 ? [] : [`Some of what is on ${pageList(pages)} is missing or could not be read.`];
}

/** Notes on how the boxes were found. */
export function autoNotes({ blank, partial, whole }: AutoCrop): string[] {
  const notes = partialNotes(partial);
  for (const [filter, pages] of whole)
    notes.push(`Images that could not be looked into (${filter}) count whole: ${pageList(pages)}.`);
  if (blank.length > 0)
    notes.push(`Nothing shows on ${pageList(blank)}: left as ${blank.length === 1 ? "it is" : "they are"}.`);
  return notes;
}
