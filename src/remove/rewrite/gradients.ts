import { COST } from "../../meter/work-limits.ts";
import { Functions } from "../../pdf-content/colour/functions.ts";
import { dictWithout, type PdfDict, type PdfObject, PdfStream, pdfDict } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import type { Copier } from "../copy/copier.ts";

/** Samples of a function that cannot be cut otherwise. */
const SAMPLES = 256;
const SEARCHES = 60;

/**
 * An axial or radial shading (8.7.4.5.3, 8.7.4.5.4) with the colours that show in a box of its space, and no others.
 * Undefined where all of them show, or where that is not known; null where none does.
 */
export function cutGradient(copier: Copier, dict: PdfDict, seen: Box): PdfDict | undefined | null {
  const { document } = copier;
  const isAxial = document.number(dict.get("ShadingType")) === 2;
  const coords = document.numbers(dict.get("Coords"), isAxial ? 4 : 6);
  const domain = document.numbers(dict.get("Domain"), 2) ?? [0, 1];
  const part = coords && (isAxial ? alongAxis(coords, seen) : amongCircles(coords, seen));
  const [first, last] = domain as [number, number];
  if (!part || !(last > first) || !seen.every(Number.isFinite)) return undefined;
  const goesOn = (document.items(dict.get("Extend"), 2) ?? []).map((item) => document.resolve(item) === true);
  const extend = [goesOn[0] ?? false, goesOn[1] ?? false] as const;
  const [from, to] = part.map((share) => Math.min(1, Math.max(0, share))) as [number, number];
  if (from === 0 && to === 1) return undefined;
  const parts = new FunctionCutter(copier);
  if (!parts.canRead(dict.get("Function"))) return undefined;
  const made = copier.dict(dictWithout(dict, ["Function"]), "shading");
  const at = (share: number): number => first + share * (last - first);
  if (from < to) {
    made.set("Coords", isAxial ? [...between(coords, 2, from), ...between(coords, 2, to)] : circles(coords, from, to));
    made.set("Domain", [at(from), at(to)]);
    made.set("Extend", [from > 0 || extend[0], to < 1 || extend[1]]);
    return made.set("Function", parts.cut(dict.get("Function"), at(from), at(to)));
  }
  // Only what lies before the beginning shows, or beyond the end, in one colour.
  if (!extend[from]) return dict.has("Background") ? undefined : null;
  const [left, bottom, right] = seen;
  made.set("Coords", isAxial ? [left, bottom, right, bottom] : [left, bottom, 0, left, bottom, right - left]);
  made.set("Extend", [true, true]).delete("Domain");
  return made.set("Function", parts.constant(dict.get("Function"), at(from)));
}

function between(coords: readonly number[], size: number, share: number): number[] {
  return Array.from({ length: size }, (_, i) => coords[i]! + share * (coords[size + i]! - coords[i]!));
}

function circles(coords: readonly number[], from: number, to: number): number[] {
  return [...between(coords, 3, from), ...between(coords, 3, to)];
}

/** From where to where an axis is seen, in parts of its length. */
function alongAxis([x0, y0, x1, y1]: readonly number[], [left, bottom, right, top]: Box): [number, number] | undefined {
  const [dx, dy] = [x1! - x0!, y1! - y0!];
  const square = dx * dx + dy * dy;
  if (!(square > 0)) return undefined;
  const shares = [left, right].flatMap((x) => [bottom, top].map((y) => ((x - x0!) * dx + (y - y0!) * dy) / square));
  return [Math.min(...shares), Math.max(...shares)];
}

/** The same of circles of which one lies in the other: elsewhere a place may have several of them. */
function amongCircles([x0, y0, r0, x1, y1, r1]: readonly number[], seen: Box): [number, number] | undefined {
  const [dx, dy, dr] = [x1! - x0!, y1! - y0!, r1! - r0!];
  const a = dr * dr - dx * dx - dy * dy;
  if (!(a > 0)) return undefined;
  const sign = Math.sign(dr);
  /** How far out the circle through a point is: |p - c(s)| = r(s), solved for s. */
  const outness = (x: number, y: number): number => {
    const [px, py] = [x - x0!, y - y0!];
    const b = px * dx + py * dy + r0! * dr;
    const root = Math.sqrt(Math.max(0, b * b + a * (px * px + py * py - r0! * r0!)));
    return (root - sign * b) / a;
  };
  const [left, bottom, right, top] = seen;
  const corners = [left, right].flatMap((x) => [bottom, top].map((y) => outness(x, y)));
  const [tipX, tipY] = [x0! - (r0! / dr) * dx, y0! - (r0! / dr) * dy];
  const hasTip = tipX >= left && tipX <= right && tipY >= bottom && tipY <= top;
  const least = hasTip
    ? (-sign * r0!) / dr
    : Math.min(
        leastOf(left, right, (x) => outness(x, bottom)),
        leastOf(left, right, (x) => outness(x, top)),
        leastOf(bottom, top, (y) => outness(left, y)),
        leastOf(bottom, top, (y) => outness(right, y)),
      );
  const most = Math.max(...corners);
  return sign > 0 ? [least, most] : [-most, -least];
}

/** The least value along a side. All circles further in are one within the other, so there is one place of it. */
function leastOf(low: number, high: number, valueAt: (place: number) => number): number {
  for (let turn = 0; turn < SEARCHES; turn++) {
    const third = (high - low) / 3;
    if (valueAt(low + third) < valueAt(high - third)) high -= third;
    else low += third;
  }
  return Math.min(valueAt(low), valueAt(high));
}

/** Functions of one input (7.10) without what they give outside of a part of it. */
export class FunctionCutter {
  readonly #copier: Copier;
  readonly #functions: Functions;

  constructor(copier: Copier) {
    this.#copier = copier;
    this.#functions = new Functions(copier.document);
  }

  /** Also that it is not deeper than functions may be. */
  canRead(object: PdfObject | undefined): boolean {
    const value = this.#copier.document.resolve(object);
    return (Array.isArray(value) ? value : [object]).every((one) => this.#functions.of(one) !== undefined);
  }

  cut(object: PdfObject | undefined, from: number, to: number): PdfObject {
    const { document } = this.#copier;
    const value = document.resolve(object);
    if (Array.isArray(value)) return value.map((item) => this.cut(item, from, to));
    const dict = document.dict(value);
    if (!dict) return null;
    const kind = document.number(dict.get("FunctionType"));
    const isPlain = !dict.has("Range");
    if (kind === 3 && isPlain) return this.#stitched(dict, from, to);
    if (kind === 2 && isPlain && (document.number(dict.get("N")) ?? 1) === 1) return this.#line(object, from, to);
    return (
      (value instanceof PdfStream && kind === 0 && this.#samples(value, from, to)) || this.#sampled(object, from, to)
    );
  }

  constant(object: PdfObject | undefined, at: number): PdfObject {
    const [colour] = this.#coloursAt(object, [at]);
    return linear(colour!, colour!);
  }

  #coloursAt(object: PdfObject | undefined, places: readonly number[]): number[][] {
    const found = this.#functions.of(object);
    this.#copier.document.work.spend((found?.steps ?? 0) * places.length * COST.functionStep);
    return places.map((place) => found?.evaluate([place]) ?? [0]);
  }

  #line(object: PdfObject | undefined, from: number, to: number): PdfDict {
    const [low, high] = this.#coloursAt(object, [from, to]);
    return stitching([from, to], [linear(low!, high!)], [], [0, 1]);
  }

  #stitched(dict: PdfDict, from: number, to: number): PdfObject {
    const { document } = this.#copier;
    const list = (key: string): number[] => (document.array(dict.get(key)) ?? []).map((n) => document.number(n) ?? 0);
    const [domain, inner, encode] = [list("Domain"), list("Bounds"), list("Encode")];
    const ends = [domain[0] ?? 0, ...inner, domain[1] ?? 1];
    const kept: PdfObject[] = [];
    const [bounds, encoded]: [number[], number[]] = [[], []];
    for (const [k, item] of (document.array(dict.get("Functions")) ?? []).entries()) {
      document.work.spend(COST.item);
      const [low, high] = [ends[k] ?? 0, ends[k + 1] ?? 1];
      const [begin, end] = [Math.max(low, from), Math.min(high, to)];
      if (!(end > begin)) continue;
      const [first, last] = [encode[2 * k] ?? 0, encode[2 * k + 1] ?? 1];
      const place = (x: number): number => first + ((x - low) / (high - low)) * (last - first);
      const [one, other] = [place(begin), place(end)];
      if (kept.length > 0) bounds.push(begin);
      kept.push(this.cut(item, Math.min(one, other), Math.max(one, other)));
      encoded.push(one, other);
    }
    return kept.length > 0 ? stitching([from, to], kept, bounds, encoded) : null;
  }

  /** The samples that it is made of there; undefined where they do not begin at whole bytes. */
  #samples(stream: PdfStream, from: number, to: number): PdfObject | undefined {
    const { document, file } = this.#copier;
    const { dict } = stream;
    const bits = document.number(dict.get("BitsPerSample")) ?? 0;
    const [size] = document.numbers(dict.get("Size"), 1) ?? [];
    const domain = document.numbers(dict.get("Domain"), 2);
    const outputs = (document.array(dict.get("Range"))?.length ?? 0) / 2;
    if (!size || !domain || !(domain[1]! > domain[0]!) || bits % 8 !== 0 || bits <= 0 || outputs < 1) return undefined;
    const [first, last] = document.numbers(dict.get("Encode"), 2) ?? [0, size - 1];
    const place = (x: number): number =>
      Math.min(size - 1, Math.max(0, first! + ((x - domain[0]!) / (domain[1]! - domain[0]!)) * (last! - first!)));
    const [one, other] = [place(from), place(to)];
    const begin = Math.floor(Math.min(one, other));
    const end = Math.ceil(Math.max(one, other));
    const bytes = (outputs * bits) / 8;
    const data = document.streamData(stream).subarray(begin * bytes, (end + 1) * bytes);
    const made = this.#copier
      .dict(dict, "function")
      .set("Domain", [from, to])
      .set("Size", [end - begin + 1]);
    return file.addContent(made.set("Encode", [one - begin, other - begin]), data);
  }

  #sampled(object: PdfObject | undefined, from: number, to: number): PdfObject {
    const { document, file } = this.#copier;
    const places = Array.from({ length: SAMPLES }, (_, i) => from + (i / (SAMPLES - 1)) * (to - from));
    const colours = this.#coloursAt(object, places);
    const value = document.resolve(object);
    const own = document.dict(value)?.get("Range");
    const range = (document.array(own) ?? []).map((n) => document.number(n) ?? 0);
    const outputs = colours[0]!.length;
    const limits = range.length === 2 * outputs ? range : new Array<number[]>(outputs).fill([0, 1]).flat();
    const data = new DataView(new ArrayBuffer(SAMPLES * outputs * 2));
    for (const [i, colour] of colours.entries()) {
      for (const [k, part] of colour.entries()) {
        const [low, high] = [limits[2 * k]!, limits[2 * k + 1]!];
        const share = high > low ? (part - low) / (high - low) : 0;
        data.setUint16((i * outputs + k) * 2, Math.round(Math.min(1, Math.max(0, share)) * 0xffff));
      }
    }
    const made = pdfDict({ FunctionType: 0, Domain: [from, to], Range: limits, Size: [SAMPLES], BitsPerSample: 16 });
    return file.addContent(made, new Uint8Array(data.buffer));
  }
}

function linear(low: readonly number[], high: readonly number[]): PdfDict {
  return pdfDict({ FunctionType: 2, Domain: [0, 1], C0: [...low], C1: [...high], N: 1 });
}

function stitching(domain: number[], parts: PdfObject[], bounds: number[], encode: number[]): PdfDict {
  return pdfDict({ FunctionType: 3, Domain: domain, Functions: parts, Bounds: bounds, Encode: encode });
}
