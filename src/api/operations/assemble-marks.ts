import * as z from "zod/mini";
import * as engine from "../../engine.ts";
import { type Refusal, refuseField } from "../../errors/errors.ts";
import { explained, hexColor, intBetween, numberBetween, textUpTo } from "../../fields/schema-parts.ts";
import { inches } from "../../html/fields/paper.ts";
import type { Work } from "../../meter/work.ts";
import type { Call } from "../operation.ts";
import { byNameOrPlace } from "./assemble-plan.ts";
import { openStamp, type Source, type SourceFields } from "./assemble-sources.ts";
import { parsePages } from "./page-ranges.ts";

const LONGEST_PAGES = 10_000;
const LONGEST_FORMAT = 200;
const WITH_UNIT = /^(\d+(?:\.\d+)?|\.\d+)\s*([pP][xXtTcC]|[cCmM][mM]|[iI][nN])$/;
const PART_OR_LENGTH = /^(\d+(?:\.\d+)?|\.\d+)\s*([pP][xXtTcC]|[cCmM][mM]|[iI][nN]|%)$/;
const LONGEST_BASE64 = 5_000_000;
const MOST_STAMPS = 20;
const MOST_POINTS = 14_400;

const length = z.union([
  numberBetween(0, MOST_POINTS),
  textUpTo(32).check(z.regex(WITH_UNIT, { error: 'expected points, or a length such as "10mm"' })),
]);
const width = z.union([
  numberBetween(0, MOST_POINTS),
  textUpTo(32).check(
    z.regex(PART_OR_LENGTH, { error: 'expected points, a length such as "3cm", or "50%" of the page' }),
  ),
]);

const NUMBERS = {
  position: "Where, on the page as it is seen.",
  margin: 'Its distance from the page\'s edges: points, or a length such as `"1cm"`.',
  color: "As `#RRGGBB`.",
  pages: "The pages of the result that get it; all without it.",
};
const ALIKE = "As in `number`.";

/** What numbers and stamps have in common. */
const placeFields = (position: engine.Placement["position"], words: Record<keyof typeof NUMBERS, string>) => ({
  position: explained(words.position, z._default(z.enum(engine.POSITIONS), position)),
  margin: explained(words.margin, z._default(length, 28)),
  color: explained(words.color, z._default(hexColor, "#000000")),
  pages: explained(words.pages, z.optional(textUpTo(LONGEST_PAGES))),
});

const stamp = z
  .object({
    text: explained("What is written; line breaks are kept.", z.optional(textUpTo(500).check(z.minLength(1)))),
    url: explained("Instead of text, the address of an image or PDF.", z.optional(z.string())),
    base64: explained(
      "The image or PDF as base64.",
      z.optional(textUpTo(LONGEST_BASE64).check(z.meta({ contentEncoding: "base64" }))),
    ),
    document: explained(
      "Or one of the documents, by position or name. It is then not among the pages.",
      z.optional(z.union([z.int().check(z.minimum(1)), textUpTo(1_000)])),
    ),
    page: explained("Of a PDF.", z._default(intBetween(1, 100_000), 1)),
    layer: explained("Over what the page shows, or under it.", z._default(z.enum(["over", "under"]), "over")),
    opacity: explained("0 to 1; 0.15 for text, else 1.", z.optional(numberBetween(0, 1))),
    rotation: explained(
      "Degrees clockwise; without it -45 for text in the centre, else 0.",
      z.optional(numberBetween(-360, 360)),
    ),
    ...placeFields("center", { position: ALIKE, margin: ALIKE, color: ALIKE, pages: ALIKE }),
    fontSize: explained("Without it the text is as large as the page allows.", z.optional(length)),
    width: explained('As `margin`, or `"50%"` of the page.', z.optional(width)),
  })
  .check(
    z.refine(
      ({ text, url, base64, document }) =>
        [text, url, base64, document].filter((one) => one !== undefined).length === 1,
      { error: "expected exactly one of text, url, base64 and document" },
    ),
  );

export const markFields = {
  stamp: explained(
    'A text, an image or a page of a PDF on the pages, or several: `{"text": "Draft"}`.',
    z.optional(z.union([stamp, z.array(stamp).check(z.minLength(1), z.maxLength(MOST_STAMPS))])),
  ),
  number: explained(
    'Page numbers: `{}` writes `1 / 9` on the first of nine pages, `{"prefix": "ACME-"}` Bates numbers.',
    z.optional(
      z.object({
        ...placeFields("bottom", NUMBERS),
        fontSize: explained("As `margin`.", z._default(length, 10)),
        format: explained(
          "`{page}`, `{pages}` (the last number), `{bates}`, and what stands around them. `{page:roman}`, `ROMAN`, " +
            "`alpha` and `ALPHA` write other numerals. By default `{page} / {pages}`, or with `prefix` or `digits` " +
            "`{bates}`.",
          z.optional(
            textUpTo(LONGEST_FORMAT).check(
              z.minLength(1),
              z.regex(engine.NUMBER_FORMAT, {
                error: "expected {page}, {pages} or {bates}, and {page:roman}, :ROMAN, :alpha or :ALPHA, in a text",
              }),
            ),
          ),
        ),
        start: explained("The first number.", z._default(intBetween(0, 999_999_999), 1)),
        prefix: explained("What `{bates}` begins with.", z.optional(textUpTo(50))),
        digits: explained("How many digits `{bates}` has at least; 6 by default.", z.optional(intBetween(1, 12))),
        skip: explained(
          "So many first pages have no number and are not counted. Pages that `pages` leaves out are counted.",
          z._default(intBetween(0, 20_000), 0),
        ),
      }),
    ),
  ),
};

const fields = z.object(markFields);
export type MarksAsked = z.output<typeof fields>;
type Stamp = z.output<typeof stamp>;

/** A stamp with the page that it shows, if it is no text. */
interface OpenStamp {
  readonly asked: Stamp;
  readonly field: string;
  readonly document: engine.PdfDocument | undefined;
  /** Which of the request's documents it is. */
  readonly index: number | undefined;
}

export async function openStamps(
  call: Call<MarksAsked & SourceFields>,
  sources: readonly (Source | undefined)[],
): Promise<OpenStamp[]> {
  const given = call.fields.stamp ?? [];
  const indexOf = byNameOrPlace(sources);
  const stamps: OpenStamp[] = [];
  for (const [at, asked] of (Array.isArray(given) ? given : [given]).entries()) {
    const field = Array.isArray(given) ? `stamp[${at}]` : "stamp";
    const index = asked.document === undefined ? undefined : indexOf(asked.document, `${field}.document`);
    const named = index === undefined ? undefined : sources[index]?.document;
    const document = asked.text === undefined && index === undefined ? await openStamp(call, field, asked) : named;
    if (document && asked.page > document.pageCount) {
      const text = `expected at most ${document.pageCount}, the pages that it has, got ${asked.page}.`;
      throw refuseField("INVALID_INPUT", `${field}.page`, text);
    }
    stamps.push({ asked, field, document, index });
  }
  return stamps;
}

/** What to know of stamps whose document was left out because it cannot be read. */
export function withoutStamps(stamps: readonly OpenStamp[]): string[] {
  const lost = stamps.filter(({ asked, document }) => asked.text === undefined && !document);
  return lost.map(({ field }) => `${field} is on no page: its document cannot be read.`);
}

/** What is laid on each page of the result, counted from 1. */
export type LaidOn = (page: number) => readonly engine.Overlay[];

interface Result {
  readonly pageCount: number;
  readonly work: Work;
}

/** What the request lays on the pages; undefined for nothing. Numbers lie above stamps. */
export async function marksAsked(
  { number }: MarksAsked,
  stamps: readonly OpenStamp[],
  result: Result,
): Promise<LaidOn | undefined> {
  const layers: LaidOn[] = [];
  for (const stamp of stamps) layers.push(await stamped(stamp, result));
  if (number) layers.push(await numbered(number, result));
  return layers.length === 0 ? undefined : (page) => layers.flatMap((layer) => layer(page));
}

async function numbered(number: NonNullable<MarksAsked["number"]>, { pageCount, work }: Result): Promise<LaidOn> {
  const font = await engine.markFont();
  const { format = number.prefix === undefined && number.digits === undefined ? "{page} / {pages}" : "{bates}" } =
    number;
  const { prefix = "", digits = 6, start, skip } = number;
  requireLetters(font, "number.format", format);
  requireLetters(font, "number.prefix", prefix);
  const isOn = pagesIn(number.pages, "number.pages", pageCount, work);
  const look = { layer: "over", font, ...written(number), place: placeOf(number) } as const;
  return (page) => {
    const text = isOn(page) ? engine.numberOf(page, pageCount, { format, start, prefix, digits, skip }) : undefined;
    return text === undefined ? [] : [{ ...look, text }];
  };
}

/** The size of a text that becomes as large as the page allows. */
const ANY_SIZE = 100;

async function stamped({ asked, field, document }: OpenStamp, { pageCount, work }: Result): Promise<LaidOn> {
  const { text, layer, position, color, fontSize } = asked;
  const isOn = pagesIn(asked.pages, `${field}.pages`, pageCount, work);
  const rotation = asked.rotation ?? (text !== undefined && position === "center" ? -45 : 0);
  const opacity = asked.opacity ?? (text === undefined ? 1 : 0.15);
  const own = asked.width === undefined ? undefined : widthOf(asked.width);
  const place = { ...placeOf(asked), rotation };
  let overlay: engine.Overlay;
  if (text !== undefined) {
    const font = await engine.markFont();
    requireLetters(font, `${field}.text`, text);
    const width = own ?? (fontSize === undefined ? "fill" : undefined);
    const look = written({ fontSize: fontSize ?? ANY_SIZE, color });
    overlay = { layer, opacity, font, text, ...look, place: width ? { ...place, width } : place };
  } else if (document)
    overlay = { layer, opacity, document, page: asked.page, place: { ...place, width: own ?? "shrink" } };
  // A document that was left out because it cannot be read.
  else return () => [];
  const laid = [overlay];
  return (page) => (isOn(page) ? laid : []);
}

function widthOf(width: Length): NonNullable<engine.Placement["width"]> {
  if (typeof width === "string" && width.endsWith("%")) return { share: Number.parseFloat(width) / 100 };
  return { points: points(width) };
}

type Length = z.output<typeof length>;

function points(length: Length): number {
  return typeof length === "number" ? length : inches(length) * 72;
}

function written({ fontSize, color }: { fontSize: Length; color: string }): Omit<engine.MarkText, "text"> {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return { size: points(fontSize), color: [part(1), part(3), part(5)] };
}

function placeOf({ position, margin }: { position: (typeof engine.POSITIONS)[number]; margin: Length }) {
  return { position, margin: points(margin) };
}

function pagesIn(text: string | undefined, field: string, pageCount: number, work: Work): (page: number) => boolean {
  if (text === undefined) return () => true;
  const pages = new Set(parsePages(text, field, pageCount, work));
  return (page) => pages.has(page);
}

/** Refuses a text that would show empty boxes. */
function requireLetters(font: engine.Sans, field: string, text: string): void {
  const missing = font.missing(text);
  if (missing.length > 0) throw lacking(field, missing);
}

function lacking(field: string, missing: readonly string[]): Refusal {
  const shown = missing.slice(0, 10).map((character) => JSON.stringify(character));
  const more = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : "";
  return refuseField(
    "INVALID_INPUT",
    field,
    `it is written in Noto Sans, with its Latin, Greek and Cyrillic letters; it lacks ${shown.join(", ")}${more}.`,
  );
}
