/** An area on the page as displayed: points, from the bottom-left corner. The service measures the same way. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Unit = "pt" | "mm" | "in" | "px";

/** Points in one of each unit. */
const POINTS: Record<Unit, number> = { px: 72 / 96, pt: 1, mm: 72 / 25.4, in: 72 };

/** A smaller area could not be grabbed again. */
const LEAST = 1;

/** To a thousandth of the unit: what is shown is what is sent. */
export function inUnit(points: number, unit: Unit): number {
  return Math.round((points / POINTS[unit]) * 1000) / 1000;
}

export function inPoints(value: number, unit: Unit): number {
  return value * POINTS[unit];
}

export function areaInUnit({ x, y, width, height }: Area, unit: Unit): Area {
  return { x: inUnit(x, unit), y: inUnit(y, unit), width: inUnit(width, unit), height: inUnit(height, unit) };
}

/** Where an area lies over a page, for CSS. */
export function placeOf({ x, y, width, height }: Area, page: Size) {
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return {
    left: percent(x, page.width),
    bottom: percent(y, page.height),
    width: percent(width, page.width),
    height: percent(height, page.height),
  };
}

/** A point on the screen, as a point on the page that is drawn in this box. */
export function onPage(client: { x: number; y: number }, box: DOMRect, page: Size): { x: number; y: number } {
  const x = ((client.x - box.left) / box.width) * page.width;
  const y = ((box.bottom - client.y) / box.height) * page.height;
  return { x: clamp(x, 0, page.width), y: clamp(y, 0, page.height) };
}

export function between(a: { x: number; y: number }, b: { x: number; y: number }): Area {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, width: Math.max(Math.abs(a.x - b.x), LEAST), height: Math.max(Math.abs(a.y - b.y), LEAST) };
}

export function moved(area: Area, dx: number, dy: number, page: Size): Area {
  return {
    ...area,
    x: clamp(area.x + dx, 0, Math.max(page.width - area.width, 0)),
    y: clamp(area.y + dy, 0, Math.max(page.height - area.height, 0)),
  };
}

export type Edges = { left?: boolean; right?: boolean; top?: boolean; bottom?: boolean };

/** Moves the named edges. They never pass the opposite ones, and never leave the page. */
export function resized(area: Area, edges: Edges, dx: number, dy: number, page: Size): Area {
  let { x: left, y: bottom } = area;
  let right = left + area.width;
  let top = bottom + area.height;
  if (edges.left) left = clamp(left + dx, 0, right - LEAST);
  if (edges.right) right = clamp(right + dx, left + LEAST, page.width);
  if (edges.bottom) bottom = clamp(bottom + dy, 0, top - LEAST);
  if (edges.top) top = clamp(top + dy, bottom + LEAST, page.height);
  return { x: left, y: bottom, width: right - left, height: top - bottom };
}

/** The part of the area that lies on a page of this size, if there is one. */
export function withinPage({ x, y, width, height }: Area, page: Size): Area | undefined {
  const left = clamp(x, 0, page.width);
  const bottom = clamp(y, 0, page.height);
  const right = clamp(x + width, 0, page.width);
  const top = clamp(y + height, 0, page.height);
  return orNothing({ x: left, y: bottom, width: right - left, height: top - bottom });
}

/** Distances from the edges of a page, in points. */
export interface Sides {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The area at these distances from the edges of a page, if the page is large enough. */
export function withSides({ left, right, top, bottom }: Sides, page: Size): Area | undefined {
  return orNothing({ x: left, y: bottom, width: page.width - left - right, height: page.height - top - bottom });
}

function orNothing(area: Area): Area | undefined {
  return area.width >= LEAST && area.height >= LEAST ? area : undefined;
}

export type Side = "left" | "right" | "top" | "bottom" | "width" | "height";

/** How far each side of the area is from the same side of the page, and how large it is. */
export function sidesOf({ x, y, width, height }: Area, page: Size): Record<Side, number> {
  return { left: x, bottom: y, right: page.width - x - width, top: page.height - y - height, width, height };
}

/**
 * The area with one of its sides elsewhere: the side across stays, and a new width or height moves the right or the
 * top.
 */
export function withSide(area: Area, side: Side, points: number, page: Size): Area {
  const { x, y, width, height } = area;
  switch (side) {
    case "left":
      return { ...area, x: points, width: x + width - points };
    case "bottom":
      return { ...area, y: points, height: y + height - points };
    case "right":
      return { ...area, width: page.width - points - x };
    case "top":
      return { ...area, height: page.height - points - y };
    case "width":
      return { ...area, width: points };
    default:
      // A page is read from the top, so a taller area keeps its top edge.
      return { ...area, y: y + height - points, height: points };
  }
}

/** The area with its ratio restored: it keeps its width, or its height when the top or bottom edge was moved. */
export function inShape(area: Area, ratio: number, edges: Edges, page: Size): Area {
  const byWidth = edges.left || edges.right;
  let width = byWidth ? area.width : area.height * ratio;
  let height = width / ratio;
  const roomX = edges.left ? area.x + area.width : page.width - area.x;
  const roomY = edges.top ? page.height - area.y : area.y + area.height;
  const shrink = Math.min(roomX / width, roomY / height, 1);
  [width, height] = [width * shrink, height * shrink];
  const x = edges.left ? area.x + area.width - width : area.x;
  const y = edges.top ? area.y : area.y + area.height - height;
  return { x, y, width, height };
}

/** The area to start with: a tenth of the page is left out on every side. */
export function inset(page: Size): Area {
  return { x: page.width * 0.1, y: page.height * 0.1, width: page.width * 0.8, height: page.height * 0.8 };
}

/** An area as large as this one where no other is: beside it, else below all; where there is no room, within it. */
export function beside(area: Area, others: readonly Area[], page: Size): Area {
  const { x, y, width, height } = area;
  const first = Math.min(...others.map((other) => other.x));
  const below = Math.min(...others.map((other) => other.y)) - height;
  const places = [
    { ...area, x: x + width },
    { ...area, x: first, y: y - height },
    { ...area, x: first, y: below },
    { ...area, x: x - width },
    { ...area, y: y + height },
  ];
  const within = { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 };
  return places.find((one) => isWithin(one, page) && !others.some((other) => doOverlap(one, other))) ?? within;
}

/** Less than this is the noise of fractions. */
const NOISE = 0.01;

/** Where a page is cut in two: the place of the line, from the left or from the bottom. */
export interface Cut {
  isUpright: boolean;
  at: number;
}

/** The line between two areas that are a whole page together. */
export function cutOf(areas: readonly Area[], page: Size): Cut | undefined {
  const [one, other] = areas;
  if (!one || !other || areas.length > 2 || doOverlap(one, other)) return undefined;
  const isUpright = Math.abs(one.x - other.x) > NOISE;
  const covered = areas.reduce((sum, { width, height }) => sum + (isUpright ? width : height), 0);
  const isWhole = areas.every(({ width, height }) => (isUpright ? page.height - height : page.width - width) < NOISE);
  if (!isWhole || Math.abs(covered - (isUpright ? page.width : page.height)) > NOISE) return undefined;
  return { isUpright, at: isUpright ? Math.max(one.x, other.x) : Math.max(one.y, other.y) };
}

/** Both areas, with the line between them elsewhere. */
export function withCut(areas: readonly Area[], { isUpright, at }: Cut, page: Size): Area[] {
  if (isUpright) {
    const x = clamp(at, LEAST, page.width - LEAST);
    return areas.map((area) => (area.x < NOISE ? { ...area, width: x } : { ...area, x, width: page.width - x }));
  }
  const y = clamp(at, LEAST, page.height - LEAST);
  return areas.map((area) => (area.y < NOISE ? { ...area, height: y } : { ...area, y, height: page.height - y }));
}

function isWithin({ x, y, width, height }: Area, page: Size): boolean {
  return x > -NOISE && y > -NOISE && x + width < page.width + NOISE && y + height < page.height + NOISE;
}

function doOverlap(a: Area, b: Area): boolean {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const up = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > NOISE && up > NOISE;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
