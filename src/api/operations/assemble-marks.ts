import * as z from "zod/mini";
import { type MarkText, markFont, NUMBER_FORMAT, numberOf, type Overlay, POSITIONS, type Sans } from "../../engine.ts";
import { type Refusal, refuseField } from "../../errors/errors.ts";
import { explained, hexColor, intBetween, numberBetween, textUpTo } from "../../fields/schema-parts.ts";
import { inches } from "../../html/fields/paper.ts";
import type { Work } from "../../meter/work.ts";
import { parsePages } from "./page-ranges.ts";

const LONGEST_PAGES = 10_000;
const LONGEST_FORMAT = 200;
const WITH_UNIT = /^(\d+(?:\.\d+)?|\.\d+)\s*([pP][xXtTcC]|[cCmM][mM]|[iI][nN])$/;
const MOST_POINTS = 14_400;

const length = z.union([
  numberBetween(0, MOST_POINTS),
  textUpTo(32).check(z.regex(WITH_UNIT, { error: 'expected points, or a length such as "10mm"' })),
]);

/** What numbers and stamps have in common. */
const placeFields = (position: (typeof POSITIONS)[number]) => ({
  position: explained("Where, on the page as it is seen.", z._default(z.enum(POSITIONS), position)),
  margin: explained(
    'Its distance from the page\'s edges: points, or a length such as `"1cm"`.',
    z._default(length, 28),
  ),
  color: explained("As `#RRGGBB`.", z._default(hexColor, "#000000")),
  pages: explained("The pages of the result that get it; all without it.", z.optional(textUpTo(LONGEST_PAGES))),
});

export const markFields = {
  number: explained(
    'Page numbers: `{}` writes `1 / 9` on the first of nine pages, `{"prefix": "ACME-"}` Bates numbers.',
    z.optional(
      z.object({
        ...placeFields("bottom"),
        fontSize: explained("As `margin`.", z._default(length, 10)),
        format: explained(
          "`{page}`, `{pages}` (the last number), `{bates}`, and what stands around them. `{page:roman}`, `ROMAN`, " +
            "`alpha` and `ALPHA` write other numerals. By default `{page} / {pages}`, or with `prefix` or `digits` " +
            "`{bates}`.",
          z.optional(
            textUpTo(LONGEST_FORMAT).check(
              z.minLength(1),
              z.regex(NUMBER_FORMAT, {
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

/** What is laid on each page of the result, counted from 1. */
export type LaidOn = (page: number) => readonly Overlay[];

/** What the request lays on the pages; undefined for nothing. */
export async function marksAsked({ number }: MarksAsked, pageCount: number, work: Work): Promise<LaidOn | undefined> {
  if (!number) return undefined;
  const font = await markFont();
  const { format = number.prefix === undefined && number.digits === undefined ? "{page} / {pages}" : "{bates}" } =
    number;
  const { prefix = "", digits = 6, start, skip } = number;
  requireLetters(font, "number.format", format);
  requireLetters(font, "number.prefix", prefix);
  const isOn = pagesIn(number.pages, "number.pages", pageCount, work);
  const look = { layer: "over", font, ...written(number), place: placeOf(number) } as const;
  return (page) => {
    const text = isOn(page) ? numberOf(page, pageCount, { format, start, prefix, digits, skip }) : undefined;
    return text === undefined ? [] : [{ ...look, text }];
  };
}

type Length = z.output<typeof length>;

function points(length: Length): number {
  return typeof length === "number" ? length : inches(length) * 72;
}

function written({ fontSize, color }: { fontSize: Length; color: string }): Omit<MarkText, "text"> {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return { size: points(fontSize), color: [part(1), part(3), part(5)] };
}

function placeOf({ position, margin }: { position: (typeof POSITIONS)[number]; margin: Length }) {
  return { position, margin: points(margin) };
}

function pagesIn(text: string | undefined, field: string, pageCount: number, work: Work): (page: number) => boolean {
  if (text === undefined) return () => true;
  const pages = new Set(parsePages(text, field, pageCount, work));
  return (page) => pages.has(page);
}

/** Refuses a text that would show empty boxes. */
function requireLetters(font: Sans, field: string, text: string): void {
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
