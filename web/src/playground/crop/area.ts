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

/** Points in one of each. */
const POINTS: Record<Unit, number> = { px: 72 / 96, pt: 1, mm: 72 / 25.4, in: 72 };

/** No area can be drawn smaller: it could not be taken hold of again. */
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

/** A point of the screen, inside the box in which the page is drawn, as a point of the page. */
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

/** Moves the named edges, which never pass the ones across from them, nor leave the page. */
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

/** Where to begin: the page without a tenth on every side. */
export function inset(page: Size): Area {
  return { x: page.width * 0.1, y: page.height * 0.1, width: page.width * 0.8, height: page.height * 0.8 };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
