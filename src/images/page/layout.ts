import type { Density, Orientation } from "../image.ts";
import { concat, type Matrix, ORIENTATIONS, rotateClockwise, scale, swapsAxes, translate } from "./page-matrix.ts";

export type PageSize = "A4" | "Letter" | "Original";
export type FitMode = "contain" | "cover" | "fill";
export type PageOrientation = "portrait" | "landscape" | "auto";

export interface LayoutOptions {
  pageSize: PageSize;
  /** On every side, in CSS pixels. In Original mode it is added around the image. */
  margin: number;
  fitMode: FitMode;
  /** Of A4 and Letter pages; `auto` turns the page to suit the image. Original pages have the image's own shape. */
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

const PAGES = { A4: [(210 / 25.4) * 72, (297 / 25.4) * 72], Letter: [612, 792] } as const;

/** Refuses a margin that leaves no room for the image. */
export function checkLayout({ pageSize, margin }: LayoutOptions): void {
  const shorter = pageSize === "Original" ? MAX_SIDE : PAGES[pageSize][0];
  if (shorter - 2 * margin * PX < MIN_SIDE) {
    const most = Math.floor((shorter - MIN_SIDE) / (2 * PX));
    throw new LayoutProblem("margin", `A margin of ${margin} px leaves no room on the page; at most ${most} px do.`);
  }
}

export function place(picture: Picture, options: LayoutOptions): Placement {
  const turned = turnedPicture(picture, options.dpi);
  const margin = options.margin * PX;
  const [pageWidth, pageHeight] = pageDimensions(turned, options, margin);
  const boxWidth = pageWidth - 2 * margin;
  const boxHeight = pageHeight - 2 * margin;
  const [sx, sy] = fitScale(boxWidth / turned.width, boxHeight / turned.height, options.fitMode);
  return {
    pageWidth,
    pageHeight,
    matrix: concat(concat(turned.matrix, scale(sx, sy)), translate(pageWidth / 2, pageHeight / 2)),
    clip: options.fitMode === "cover" ? [margin, margin, boxWidth, boxHeight] : undefined,
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
  return {
    width: width * cos + height * sin,
    height: width * sin + height * cos,
    matrix: concat(upright, rotation),
  };
}

/** A density by which the picture would be too small for any page means nothing. */
function usableDensity({ density, width, height }: Picture): Density | undefined {
  return density && Math.min(width / density.x, height / density.y) * 72 >= MIN_SIDE ? density : undefined;
}

function pageDimensions(turned: Turned, options: LayoutOptions, margin: number): readonly [number, number] {
  if (options.pageSize !== "Original") {
    const [shorter, longer] = PAGES[options.pageSize];
    const landscape =
      options.orientation === "landscape" || (options.orientation === "auto" && turned.width > turned.height);
    return landscape ? [longer, shorter] : [shorter, longer];
  }
  const room = MAX_SIDE - 2 * margin;
  const shrink = Math.min(1, room / turned.width, room / turned.height);
  return [
    Math.max(MIN_SIDE, turned.width * shrink + 2 * margin),
    Math.max(MIN_SIDE, turned.height * shrink + 2 * margin),
  ];
}

function fitScale(x: number, y: number, mode: FitMode): readonly [number, number] {
  if (mode === "fill") return [x, y];
  const both = mode === "cover" ? Math.max(x, y) : Math.min(x, y);
  return [both, both];
}
