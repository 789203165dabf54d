import type { Density, Orientation } from "../image.ts";
import { concat, type Matrix, ORIENTATIONS, rotateClockwise, scale, swapsAxes, translate } from "./page-matrix.ts";

/** Width and height in points; a pair is taken as it is written. */
export type PageSize = PaperName | "Original" | readonly [width: number, height: number];
export type FitMode = "contain" | "cover" | "fill";
export type PageOrientation = "portrait" | "landscape" | "auto";

export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface LayoutOptions {
  pageSize: PageSize;
  /** In CSS pixels, on every side or on each. In Original mode it is added around the image. */
  margin: number | Margins;
  fitMode: FitMode;
  /**
   * Of pages with a name; `auto` turns any page to suit the image, but Original ones, which have the image's own shape.
   */
  orientation: PageOrientation;
  /** Overrides the density that the file declares. */
  dpi: number | undefined;
}

/** The stored picture: its size, density and orientation, and the client's rotation. */
export interface Picture {
  width: number;
  height: number;
  density: Density | undefined;
  orientation: Orientation;
  /** Degrees clockwise, on top of the orientation. */
  rotation: number;
}

export interface Placement {
  pageWidth: number;
  pageHeight: number;
  /** From the unit square of the stored image to the page. */
  matrix: Matrix;
  /** The area for the image, `[x, y, width, height]`; only `cover` would paint beyond it. */
  clip: readonly [number, number, number, number] | undefined;
}

/** No page can satisfy the options; `field` is the one at fault. */
export class LayoutProblem extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.name = "LayoutProblem";
    this.field = field;
  }
}

/** CSS pixels, and pixels of images that declare no density. */
const DEFAULT_DPI = 96;
const PX = 72 / DEFAULT_DPI;

/** Page sizes that every viewer accepts: the limits of ISO 32000-1 annex C.2. */
const MIN_SIDE = 3;
const MAX_SIDE = 14_400;

const millimetres = (width: number, height: number) => [(width / 25.4) * 72, (height / 25.4) * 72] as const;

/** In points, upright. */
export const PAPERS = {
  A3: millimetres(297, 420),
  A4: millimetres(210, 297),
  A5: millimetres(148, 210),
  Letter: [612, 792],
  Legal: [612, 1008],
} as const;
export type PaperName = keyof typeof PAPERS;

/** Refuses a page that no viewer shows, and margins that leave no room for the image. */
export function checkLayout(options: LayoutOptions): void {
  const { pageSize, margin } = options;
  if (typeof pageSize === "object" && !pageSize.every((side) => side >= MIN_SIDE && side <= MAX_SIDE)) {
    throw new LayoutProblem("pageSize", `Pages are from ${MIN_SIDE} to ${MAX_SIDE} pt wide and high.`);
  }
  const sheets =
    pageSize === "Original" ? [[MAX_SIDE, MAX_SIDE] as const] : [false, true].map((isWide) => sheet(options, isWide));
  const { top, right, bottom, left } = pointsOf(margin);
  const isTooSmall = sheets.some(
    ([width, height]) => width - left - right < MIN_SIDE || height - top - bottom < MIN_SIDE,
  );
  if (!isTooSmall) return;
  if (typeof margin === "object") throw new LayoutProblem("margin", "The margins leave no room on the page.");
  const most = Math.floor((Math.min(...sheets.flat()) - MIN_SIDE) / (2 * PX));
  throw new LayoutProblem("margin", `A margin of ${margin} px leaves no room on the page; at most ${most} px do.`);
}

export function place(picture: Picture, options: LayoutOptions): Placement {
  const turned = turnedPicture(picture, options.dpi);
  const { top, right, bottom, left } = pointsOf(options.margin);
  const [pageWidth, pageHeight] = pageDimensions(turned, options, left + right, top + bottom);
  const boxWidth = pageWidth - left - right;
  const boxHeight = pageHeight - top - bottom;
  const [sx, sy] = fitScale(boxWidth / turned.width, boxHeight / turned.height, options.fitMode);
  return {
    pageWidth,
    pageHeight,
    matrix: concat(concat(turned.matrix, scale(sx, sy)), translate(left + boxWidth / 2, bottom + boxHeight / 2)),
    clip: options.fitMode === "cover" ? [left, bottom, boxWidth, boxHeight] : undefined,
  };
}

interface Turned {
  /** The bounding box, in points, of the upright and rotated picture at its natural size. */
  width: number;
  height: number;
  /** From the stored unit square to that box, centred on the origin. */
  matrix: Matrix;
}

function turnedPicture(picture: Picture, dpi: number | undefined): Turned {
  const density = dpi === undefined ? usableDensity(picture) : { x: dpi, y: dpi };
  const across = (picture.width / (density?.x ?? DEFAULT_DPI)) * 72;
  const down = (picture.height / (density?.y ?? DEFAULT_DPI)) * 72;
  const [width, height] = swapsAxes(picture.orientation) ? [down, across] : [across, down];
  const rotation = rotateClockwise(picture.rotation);
  const [cos, sin] = [Math.abs(rotation[0]), Math.abs(rotation[1])];
  const upright = concat(concat(ORIENTATIONS[picture.orientation], translate(-0.5, -0.5)), scale(width, height));
  return { width: width * cos + height * sin, height: width * sin + height * cos, matrix: concat(upright, rotation) };
}

/** A density by which the picture would be too small for any page means nothing. */
function usableDensity({ density, width, height }: Picture): Density | undefined {
  return density && Math.min(width / density.x, height / density.y) * 72 >= MIN_SIDE ? density : undefined;
}

/** `across` and `down`: what margins take. */
function pageDimensions(turned: Turned, options: LayoutOptions, across: number, down: number): Size {
  if (options.pageSize !== "Original") return sheet(options, turned.width > turned.height);
  const shrink = Math.min(1, (MAX_SIDE - across) / turned.width, (MAX_SIDE - down) / turned.height);
  return [Math.max(MIN_SIDE, turned.width * shrink + across), Math.max(MIN_SIDE, turned.height * shrink + down)];
}

type Size = readonly [width: number, height: number];

/** A page other than Original; `isWide`: the image is wider than high. */
function sheet({ pageSize, orientation }: LayoutOptions, isWide: boolean): Size {
  const isNamed = typeof pageSize === "string";
  const size: Size = isNamed ? PAPERS[pageSize as PaperName] : pageSize;
  if (orientation === "auto" ? size[0] > size[1] === isWide : !isNamed || orientation === "portrait") return size;
  return [size[1], size[0]];
}

function pointsOf(margin: number | Margins): Margins {
  if (typeof margin === "number") return pointsOf({ top: margin, right: margin, bottom: margin, left: margin });
  const { top, right, bottom, left } = margin;
  return { top: top * PX, right: right * PX, bottom: bottom * PX, left: left * PX };
}

function fitScale(x: number, y: number, mode: FitMode): readonly [number, number] {
  if (mode === "fill") return [x, y];
  const both = mode === "cover" ? Math.max(x, y) : Math.min(x, y);
  return [both, both];
}
