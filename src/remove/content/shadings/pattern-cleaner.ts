import { contentPieces } from "../../../pdf-content/contents.ts";
import { Interpreter } from "../../../pdf-content/interpreter/interpreter.ts";
import { IDENTITY, multiply } from "../../../pdf-content/matrix.ts";
import { Resources } from "../../../pdf-content/resources.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../../pdf-file/syntax/objects.ts";
import { type Box, intersect, normalise } from "../../../pdf-pages/geometry.ts";
import { boxAround } from "../../area-sides.ts";
import { inverse } from "../../content-numbers.ts";
import { type Cleaned, type Cleaning, freshState } from "../cleaning.ts";
import { Context } from "../context.ts";
import { ownMatrix } from "../form-cleaner.ts";
import type { ShadingCleaner } from "./shading-cleaner.ts";

/** Separate parts of a cell, in one direction, that tiles show; each becomes a form. */
const MOST_PARTS = 8;

/** Cleans patterns (8.7): a cell keeps only what is visible inside the area in some tile. */
export class PatternCleaner {
  readonly #cleaner: Cleaning;
  readonly #shadings: ShadingCleaner;
  readonly #known = new Map<string, PdfObject>();

  constructor(cleaner: Cleaning, shadings: ShadingCleaner) {
    this.#cleaner = cleaner;
    this.#shadings = shadings;
  }

  /** The pattern for a content; null when nothing is left of it. */
  cleaned(entry: PdfObject, resources: Resources, context: Context): PdfObject {
    const cleaner = this.#cleaner;
    const value = cleaner.reading.document.resolve(entry);
    const place = context.area ? [...context.base, ...context.area].join(" ") : "all";
    const key = entry instanceof PdfRef ? `${entry.number} ${place}` : undefined;
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known !== undefined) return known;
    let made: PdfObject = null;
    if (value instanceof PdfStream) made = this.#tiling(value, resources, context);
    else if (value instanceof Map) made = this.#shaded(value, context);
    if (key !== undefined) this.#known.set(key, made);
    return made;
  }

  #shaded(dict: PdfDict, context: Context): PdfObject {
    const cleaner = this.#cleaner;
    const matrix = multiply(ownMatrix(cleaner, dict), context.base);
    const shading = this.#shadings.cleaned(dict.get("Shading") ?? null, matrix, context.area);
    if (shading === null) return null;
    return cleaner.copier.file.add(cleaner.copier.dict(dict, "pattern").set("Shading", shading));
  }

  #tiling(pattern: PdfStream, resources: Resources, context: Context): PdfObject {
    const { copier, findings } = this.#cleaner;
    const { document } = this.#cleaner.reading;
    const dict = copier.dict(pattern.dict, "pattern");
    const matrix = multiply(ownMatrix(this.#cleaner, pattern.dict), context.base);
    const box = normalise(document.numbers(pattern.dict.get("BBox"), 4) ?? []);
    const back = inverse(matrix);
    if (!box || !back) return null;
    const scale = Math.max(Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3])) * context.unit;
    const steps = ["XStep", "YStep"].map((name) => document.number(pattern.dict.get(name)) ?? 0);
    const seen = context.area ? cellParts(box, boxAround(context.area, back), steps as [number, number]) : [box];
    if (!seen) {
      findings.unremovable("a pattern that shows too many parts of its cell");
      return null;
    }
    const content = (part: Box | undefined): Cleaned =>
      this.#content(pattern, resources, new Context(part, IDENTITY, scale, context.owner));
    if (seen.length === 1) {
      const part = context.area && seen[0];
      const isWhole = part === undefined || part.every((side, i) => side === box[i]);
      // Even in a cell that is visible as a whole, anything outside of its box is clipped and was never visible.
      const cleaned = content(part);
      dict.set("Resources", cleaned.resources);
      if (!cleaned.isChanged && isWhole) return copier.addStream(pattern, dict);
      if (part) dict.set("BBox", [...part]);
      return copier.file.addContent(dict, cleaned.data);
    }
    // Separate parts of the cell become forms, each clipped by its box.
    const forms: PdfDict = new Map();
    for (const part of seen) {
      const cleaned = content(part);
      if (cleaned.isEmpty) continue;
      const form: PdfDict = new Map<string, PdfObject>([
        ["Type", "XObject"],
        ["Subtype", "Form"],
        ["BBox", [...part]],
        ["Resources", cleaned.resources],
      ]);
      forms.set(`X${forms.size}`, copier.file.addContent(form, cleaned.data));
    }
    dict.set("Resources", new Map([["XObject", forms]]));
    const text = [...forms.keys()].map((name) => `/${name} Do\n`).join("");
    return copier.file.addContent(dict, new TextEncoder().encode(text));
  }

  #content(pattern: PdfStream, resources: Resources, context: Context): Cleaned {
    const cleaner = this.#cleaner;
    const { reading } = cleaner;
    return cleaner.inside(context, () => {
      const own = new Resources(reading.document, pattern.dict.get("Resources"), resources);
      const on = new Interpreter(reading, cleaner, own, freshState(IDENTITY));
      on.read(contentPieces(reading.document, pattern, () => cleaner.lost()));
    });
  }
}

/** The parts of the cell that are visible where tiles meet the area, in the pattern's space; undefined if too many. */
function cellParts(box: Box, area: Box, [stepX, stepY]: readonly [number, number]): Box[] | undefined {
  const across = intervals(box[0], box[2], area[0], area[2], stepX);
  const up = intervals(box[1], box[3], area[1], area[3], stepY);
  return (
    up &&
    across?.flatMap(([left, right]) =>
      up.flatMap(([bottom, top]): Box[] => {
        const part = intersect([left, bottom, right, top], box);
        return part ? [part] : [];
      }),
    )
  );
}

/** The parts of [low, high] that its copies, `step` apart, show between `from` and `to`; undefined if too many. */
function intervals(low: number, high: number, from: number, to: number, step: number): [number, number][] | undefined {
  const size = Math.abs(step) || high - low;
  const first = Math.ceil((from - high) / size);
  const last = Math.floor((to - low) / size);
  // What one tile does not show, the next one does.
  if (size <= to - from) return [[low, high]];
  if (!(last - first < MOST_PARTS)) return undefined;
  const found: [number, number][] = [];
  for (let tile = last; tile >= first; tile--) {
    const part: [number, number] = [Math.max(low, from - tile * size), Math.min(high, to - tile * size)];
    if (part[1] > part[0]) found.push(part);
  }
  return found;
}
