import { fieldProblem, HtmlProblem } from "../html-problem.ts";

/** A page of a PDF is at most 14 400 units, 200 inches, on a side (ISO 32000-1 Annex C.2). */
export const TALLEST_INCHES = 200;

/** Sizes in inches, as the browser's print command takes them. */
export const PAPER = {
  A0: [33.1102, 46.811],
  A1: [23.3858, 33.1102],
  A2: [16.5354, 23.3858],
  A3: [11.6929, 16.5354],
  A4: [8.2677, 11.6929],
  A5: [5.8268, 8.2677],
  A6: [4.1339, 5.8268],
  Letter: [8.5, 11],
  Legal: [8.5, 14],
  Tabloid: [11, 17],
  Ledger: [17, 11],
} as const satisfies Record<string, readonly [number, number]>;

export type PaperName = keyof typeof PAPER;

const PER_INCH: Record<string, number> = { px: 96, pt: 72, pc: 6, mm: 25.4, cm: 2.54, in: 1 };

// Upper and lower case are spelled out: the OpenAPI document shows only the pattern, not its flags.
export const LENGTH = /^(\d+(?:\.\d+)?|\.\d+)\s*([pP][xXtTcC]|[cCmM][mM]|[iI][nN])?$/;
export const MARGINS = /^\s*(?:(?:\d+(?:\.\d+)?|\.\d+)(?:[pP][xXtTcC]|[cCmM][mM]|[iI][nN])?(?:\s+|$)){1,4}$/;

const DEFAULT_MARGIN = "0.4in";

interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** A length with its unit in inches; a bare number is CSS pixels. */
export function inches(length: string | number): number {
  if (typeof length === "number") return length / 96;
  const match = LENGTH.exec(length.trim());
  if (!match) throw new RangeError(`Not a length: ${length}`);
  return Number(match[1]) / (PER_INCH[(match[2] ?? "px").toLowerCase()] ?? 96);
}

/**
 * One to four lengths, in the order of CSS: top, right, bottom, left; a missing one is taken from the opposite side.
 */
export function margins(
  given: string | number | { [side in keyof Margins]?: string | number | undefined } = DEFAULT_MARGIN,
): Margins {
  if (typeof given === "object") {
    const side = (name: keyof Margins) => inches(given[name] ?? 0);
    return { top: side("top"), right: side("right"), bottom: side("bottom"), left: side("left") };
  }
  const parts = typeof given === "number" ? [inches(given)] : given.trim().split(/\s+/).map(inches);
  const [top = 0, right = top, bottom = top, left = right] = parts;
  return { top, right, bottom, left };
}

/** Paper and margins in inches, under the names of the browser's print command. The paper is already turned. */
export interface PageLayout {
  paperWidth: number;
  paperHeight: number;
  marginTop: number;
  marginRight: number;
  marginBottom: number;
  marginLeft: number;
}

interface PaperOptions {
  format: PaperName;
  width?: string | number | undefined;
  height?: string | number | undefined;
  landscape: boolean;
  margin?: Parameters<typeof margins>[0];
}

/** Refuses what cannot be printed. */
export function pageLayout(options: PaperOptions): PageLayout {
  const [formatWidth, formatHeight] = PAPER[options.format];
  const width = options.width === undefined ? formatWidth : inches(options.width);
  const height = options.height === undefined ? formatHeight : inches(options.height);
  const { top, right, bottom, left } = margins(options.margin);
  const [paperWidth, paperHeight] = options.landscape ? [height, width] : [width, height];
  for (const [field, length] of Object.entries({ width, height })) {
    if (length > 0 && length <= TALLEST_INCHES) continue;
    throw fieldProblem(field, `a page is more than nothing and at most ${TALLEST_INCHES} inches.`);
  }
  if (left + right >= paperWidth || top + bottom >= paperHeight) {
    throw new HtmlProblem("input", "The margins leave no room on the page.", { field: "margin" });
  }
  return { paperWidth, paperHeight, marginTop: top, marginRight: right, marginBottom: bottom, marginLeft: left };
}
