import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { boxAround, IDENTITY, inverse, type Matrix, multiply, toMatrix } from "../../pdf-content/matrix.ts";
import { Resources } from "../../pdf-content/resources.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { type Box, intersect, normalise } from "../../pdf-pages/geometry.ts";
import { type Holes, sideOf } from "../areas.ts";
import { type Mesh, meshOf } from "../mesh.ts";
import { freshState } from "../reading.ts";
import { type NewContent, rewrittenStream } from "./content.ts";
import { cutMesh } from "./cut-mesh.ts";
import { cutGradient, FunctionCutter } from "./gradients.ts";
import { nameText } from "./output.ts";
import type { PageWork } from "./work.ts";

/** sh, before it takes effect: like samples, meshes and tables of colours also hold what lies outside (8.7.4). */
export function paintShading(work: PageWork, on: Interpreter): void {
  const wanted = on.nameOperand();
  const entry = on.resource("Shading");
  if (entry === undefined) return;
  if (!work.write()) return;
  const { area, output } = work;
  const made = work.isShown(on.state) ? rewrittenShading(work, entry, on.state.matrix, area) : null;
  if (made === null) {
    work.lose("shadings");
    return;
  }
  const painted = `${nameText(output.resources.name("Shading", wanted, made))} sh\n`;
  if (area && fillsMore(on, entry, area)) work.cut("shadings");
  output.paint(painted);
  work.all.findings.notePainted();
}

/** Axial and radial shadings fill all that the clip and their own box let through. */
function fillsMore({ document, state: { clip, matrix } }: Interpreter, entry: PdfObject, area: Box): boolean {
  const dict = document.dict(entry);
  const kind = document.number(dict?.get("ShadingType"));
  const box = normalise(document.numbers(dict?.get("BBox"), 4));
  const isBoxInside = box !== undefined && sideOf(...box, matrix, area) === "inside";
  const { left, bottom, right, top } = clip;
  return (kind === 2 || kind === 3) && !isBoxInside && sideOf(left, bottom, right, top, IDENTITY, area) !== "inside";
}

/** The part of the shading that is visible in the area; null when nothing is left of it. */
function rewrittenShading(work: PageWork, entry: PdfObject, matrix: Matrix, area: Box | undefined): PdfObject {
  const { reading, findings } = work.all;
  const { document } = reading;
  const dict = document.dict(entry);
  if (!dict) return null;
  const kind = document.number(dict.get("ShadingType")) ?? 0;
  if (!area) return copiedShading(work, entry);
  if (kind === 2 || kind === 3) {
    const back = inverse(matrix);
    const cut = back && cutGradient(work.all.copier, dict, boxAround(area, back));
    return cut === undefined ? copiedShading(work, entry) : cut;
  }
  const limits = (document.array(dict.get(kind === 1 ? "Domain" : "Decode")) ?? []).map((n) => document.number(n) ?? 0);
  const box = extentOf(limits);
  // The domain of a function has its own matrix (table 78). It tells nothing of what is in a hole.
  const placed = kind === 1 ? multiply(ownMatrix(work, dict), matrix) : matrix;
  const isWhole = kind === 1 || (box && work.holes.reached(box, placed).length === 0);
  if (box && isWhole && sideOf(...box, placed, area) === "inside") return copiedShading(work, entry);
  const mesh = kind === 1 ? undefined : meshOf(document, entry);
  if (mesh?.pieces) return rewrittenMesh(work, dict, mesh, matrix, area);
  findings.unremovable(kind === 1 ? "a shading by a function of both coordinates" : "a mesh shading");
  return null;
}

/** The visible part of a mesh, and of the function that gives its colours. */
function rewrittenMesh(work: PageWork, dict: PdfDict, mesh: Mesh, matrix: Matrix, area: Box): PdfObject {
  const { copier } = work.all;
  work.cut("shadings");
  const colours = dict.get("Function");
  const parts = new FunctionCutter(copier);
  const isCalculated = dict.has("Function") && parts.canRead(colours);
  const made = copier.dict(new Map([...dict].filter(([key]) => !isCalculated || key !== "Function")), "shading");
  const { data, decode } = cutMesh(mesh, matrix, area, work.holes, copier.document.work, made);
  const [first, last] = [decode[4]!, decode[5]!];
  if (isCalculated)
    made.set("Function", first < last ? parts.cut(colours, first, last) : parts.constant(colours, first));
  return copier.file.addContent(made.set("Decode", [...decode]), data);
}

function copiedShading(work: PageWork, entry: PdfObject): PdfObject {
  const { copier } = work.all;
  return copier.copy(entry instanceof PdfRef ? entry : copier.document.resolve(entry), "shading");
}

/** [xmin xmax ymin ymax …] as a box. */
function extentOf(limits: readonly number[] | undefined): Box | undefined {
  return limits && limits.length >= 4 ? [limits[0]!, limits[2]!, limits[1]!, limits[3]!] : undefined;
}

/** A dictionary's /Matrix. */
function ownMatrix({ all }: PageWork, dict: PdfDict): Matrix {
  return toMatrix(all.reading.document.numbers(dict.get("Matrix"), 6)) ?? IDENTITY;
}

/** Separate parts of a cell, in one direction, that tiles show; each becomes a form. */
const MAX_PARTS = 8;

/**
 * The pattern for a content stream (8.7), whose cell keeps only what is visible in some tile; null when nothing is left
 * of it.
 */
export function rewrittenPattern(work: PageWork, entry: PdfObject, resources: Resources): PdfObject {
  const value = work.all.reading.document.resolve(entry);
  const place = work.area ? `${[...work.base, ...work.area].join(" ")} ${work.holes.key}` : "all";
  const key = entry instanceof PdfRef ? `${entry.number} ${place}` : undefined;
  const known = key === undefined ? undefined : work.all.patterns.get(key);
  if (known !== undefined) return known;
  let made: PdfObject = null;
  if (value instanceof PdfStream) made = rewrittenTiling(work, value, resources);
  else if (value instanceof Map) made = rewrittenGradient(work, value);
  if (key !== undefined) work.all.patterns.set(key, made);
  return made;
}

function rewrittenGradient(work: PageWork, dict: PdfDict): PdfObject {
  const matrix = multiply(ownMatrix(work, dict), work.base);
  const shading = rewrittenShading(work, dict.get("Shading") ?? null, matrix, work.area);
  if (shading === null) return null;
  return work.all.copier.file.add(work.all.copier.dict(dict, "pattern").set("Shading", shading));
}

function rewrittenTiling(work: PageWork, pattern: PdfStream, resources: Resources): PdfObject {
  const { copier, findings } = work.all;
  const { document } = work.all.reading;
  const dict = copier.dict(pattern.dict, "pattern");
  const matrix = multiply(ownMatrix(work, pattern.dict), work.base);
  const box = normalise(document.numbers(pattern.dict.get("BBox"), 4));
  const back = inverse(matrix);
  if (!box || !back) return null;
  const scale = Math.max(Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3])) * work.unit;
  const steps = ["XStep", "YStep"].map((name) => document.number(pattern.dict.get(name)) ?? 0);
  const seen = work.area ? cellParts(box, boxAround(work.area, back), steps as [number, number]) : [box];
  if (!seen) {
    findings.unremovable("a pattern that shows too many parts of its cell");
    return null;
  }
  const own = new Resources(document, pattern.dict.get("Resources"), resources);
  const holes = holesOf(box, work.holes.before(back), steps as [number, number]);
  if (!holes) {
    findings.unremovable("a pattern that shows too many parts of its cell");
    return null;
  }
  const content = (area: Box | undefined): NewContent =>
    rewrittenStream(work.all, work.within(area, holes, IDENTITY, scale), pattern, own, freshState(IDENTITY));
  if (seen.length === 1) {
    const part = work.area && seen[0];
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
    const form = pdfDict({ Type: "XObject", Subtype: "Form", BBox: [...part], Resources: cleaned.resources });
    forms.set(`X${forms.size}`, copier.file.addContent(form, cleaned.data));
  }
  dict.set("Resources", pdfDict({ XObject: forms }));
  const text = [...forms.keys()].map((name) => `/${name} Do\n`).join("");
  return copier.file.addContent(dict, new TextEncoder().encode(text));
}

/**
 * What goes of the cell in any tile; undefined if too many. A hole that is larger than the cell tells nothing of it.
 */
function holesOf(box: Box, holes: Holes, steps: readonly [number, number]): Holes | undefined {
  holes.look(holes.boxes);
  const parts = holes.boxes.map((hole) => {
    const isLarger = hole[2] - hole[0] > box[2] - box[0] && hole[3] - hole[1] > box[3] - box[1];
    return isLarger ? [] : cellParts(box, hole, steps);
  });
  return parts.every((part) => part !== undefined) ? holes.of(parts.flat()) : undefined;
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
  if (!(last - first < MAX_PARTS)) return undefined;
  const found: [number, number][] = [];
  for (let tile = last; tile >= first; tile--) {
    const part: [number, number] = [Math.max(low, from - tile * size), Math.min(high, to - tile * size)];
    if (part[1] > part[0]) found.push(part);
  }
  return found;
}
