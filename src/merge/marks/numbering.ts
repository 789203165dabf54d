export interface Numbering {
  /** What is written, with places for numbers: `{page}`, `{pages}`, `{bates}`, `{page:roman}` … */
  readonly format: string;
  /** The number of the first page that is counted. */
  readonly start: number;
  /** What `{bates}` begins with, and how many digits follow at least. */
  readonly prefix: string;
  readonly digits: number;
  /** Pages at the beginning that are not counted. */
  readonly skip: number;
}

const STYLES = {
  roman: (value: number) => roman(value).toLowerCase(),
  ROMAN: roman,
  alpha: (value: number) => letters(value).toLowerCase(),
  ALPHA: letters,
} as const;

const PLACE = /\{(page|pages|bates)(?::(roman|ROMAN|alpha|ALPHA))?\}/g;
/** A text in which braces stand around places only. */
export const NUMBER_FORMAT = /^([^{}]|\{(page|pages)(:(roman|ROMAN|alpha|ALPHA))?\}|\{bates\})*$/;

/** What is written on a page of so many, counted from 1; undefined where a page is not counted. */
export function numberOf(page: number, pageCount: number, asked: Numbering): string | undefined {
  const { format, start, prefix, digits, skip } = asked;
  if (page <= skip) return undefined;
  const values = { page: start + page - skip - 1, pages: start + pageCount - skip - 1 };
  return format.replace(PLACE, (_, name: "page" | "pages" | "bates", style?: keyof typeof STYLES) => {
    if (name === "bates") return prefix + String(values.page).padStart(digits, "0");
    return style ? STYLES[style](values[name]) : String(values[name]);
  });
}

const ROMAN = Object.entries({
  ...{ M: 1000, CM: 900, D: 500, CD: 400, C: 100, XC: 90, L: 50, XL: 40 },
  ...{ X: 10, IX: 9, V: 5, IV: 4, I: 1 },
});
/** Beyond, Romans had no letters. */
const HIGHEST_ROMAN = 3999;

function roman(value: number): string {
  if (value < 1 || value > HIGHEST_ROMAN) return String(value);
  let text = "";
  let left = value;
  for (const [letters, worth] of ROMAN) {
    for (; left >= worth; left -= worth) text += letters;
  }
  return text;
}

/** A to Z, then AA, AB and so on. */
function letters(value: number): string {
  let text = "";
  for (let left = value; left > 0; left = Math.floor((left - 1) / 26)) {
    text = String.fromCharCode(65 + ((left - 1) % 26)) + text;
  }
  return text || String(value);
}
