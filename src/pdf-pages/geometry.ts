/** A rectangle in default user space: left, bottom, right, top, with left < right and bottom < top. */
export type Box = readonly [number, number, number, number];

/** More than any page. */
export const EVERYWHERE: Box = [-1e9, -1e9, 1e9, 1e9];

/** An area in points, its origin at the bottom-left corner of whatever space it is given in. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Rotation = 0 | 90 | 180 | 270;

/** How a viewer shows a page. */
export interface Display {
  /** The visible part: CropBox within MediaBox. */
  readonly visible: Box;
  readonly rotation: Rotation;
  /** Points for one unit of user space (7.7.3.3). */
  readonly userUnit: number;
}

/** The size of a page without a MediaBox. */
export const LETTER: Box = [0, 0, 612, 792];

/** A box from any two opposite corners (7.9.5); undefined when it is not four finite numbers or is empty. */
export function normalise(corners: readonly unknown[] | undefined): Box | undefined {
  const [a, b, c, d] = corners ?? [];
  if (typeof a !== "number" || typeof b !== "number" || typeof c !== "number" || typeof d !== "number")
    return undefined;
  const box = ordered([a, b, c, d]);
  return isEmpty(box) ? undefined : box;
}

/** Left, bottom, right and top: a rectangle without a size has a place as well. */
export function ordered([a, b, c, d]: Box): Box {
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function isEmpty([left, bottom, right, top]: Box): boolean {
  return !(right > left && top > bottom);
}

export function intersect(one: Box, other: Box): Box | undefined {
  const box: Box = [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
  return isEmpty(box) ? undefined : box;
}

/**
 * The part of the page that is shown. Readers disagree about boxes outside the MediaBox, so nothing outside it counts.
 */
export function visibleBox(media: Box, crop: Box | undefined): Box {
  return (crop && intersect(crop, media)) ?? media;
}

/** /Rotate as viewers read it: modulo 360. A value that is not a multiple of 90 counts as 0. */
export function normaliseRotation(rotate: unknown): Rotation {
  if (typeof rotate !== "number") return 0;
  const turned = ((rotate % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

export function displaySize({ visible, rotation, userUnit }: Display): { width: number; height: number } {
  const width = (visible[2] - visible[0]) * userUnit;
  const height = (visible[3] - visible[1]) * userUnit;
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height };
}

/** The box in user space of an area measured on the displayed page; not clipped. */
export function fromDisplay(area: Area, { visible, rotation, userUnit }: Display): Box {
  const [l, b, r, t] = visible;
  const [x, y, w, h] = [area.x / userUnit, area.y / userUnit, area.width / userUnit, area.height / userUnit];
  switch (rotation) {
    case 0:
      return [l + x, b + y, l + x + w, b + y + h];
    case 90:
      return [r - y - h, b + x, r - y, b + x + w];
    case 180:
      return [r - x - w, t - y - h, r - x, t - y];
    case 270:
      return [l + y, t - x - w, l + y + h, t - x];
  }
}

/** The area on the displayed page of a box in user space: the reverse. */
export function toDisplay([left, bottom, right, top]: Box, { visible, rotation, userUnit }: Display): Area {
  const [l, b, r, t] = visible;
  const [x, y] =
    rotation === 0
      ? [left - l, bottom - b]
      : rotation === 90
        ? [bottom - b, r - right]
        : rotation === 180
          ? [r - right, t - top]
          : [t - top, left - l];
  const [across, up] = [right - left, top - bottom];
  const [width, height] = rotation === 90 || rotation === 270 ? [up, across] : [across, up];
  return { x: x * userUnit, y: y * userUnit, width: width * userUnit, height: height * userUnit };
}

export function fromUserSpace({ x, y, width, height }: Area): Box {
  return [x, y, x + width, y + height];
}
