import { type Turns, undivided } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { drawForm } from "../../pdf-content/interpreter/forms.ts";
import { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { boxAround, IDENTITY, inverse, type Matrix } from "../../pdf-content/matrix.ts";
import { Resources } from "../../pdf-content/resources.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import { NUMBER } from "../../pdf-content/syntax/values.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { type Box, intersect, normalise } from "../../pdf-pages/geometry.ts";
import { factor } from "../numbers.ts";
import { freshState } from "../reading.ts";
import { finished, type NewContent, rewrittenInTurns } from "./content.ts";
import { nameText } from "./output.ts";
import { parametersOf } from "./parameters.ts";
import { type ContentPlace, PageWork, type Rewriting } from "./work.ts";

/** A result is found again by its state, of which dashes are the part that a file can make as long as it likes. */
const MAX_DASHES = 32;

/**
 * A form is written for each place where it is used; one that loses nothing is shared by all. Undefined when it need not
 * be read.
 */
export function beginForm(work: PageWork, form: PdfStream, state: GraphicsState): PageWork | undefined {
  const { area, holes, all, named: name } = work;
  const { forms, reading } = all;
  if (!work.isShown(state)) {
    work.lose("forms");
    return undefined;
  }
  reading.document.work.spend(COST.placedForm);
  const number = form.home?.number;
  const whole = number === undefined ? undefined : forms.whole.get(number);
  if (!area && whole) {
    paintForm(work, name, whole);
    return undefined;
  }
  const dashes = state.dash.lengths.length;
  reading.document.work.spend(dashes * COST.item);
  const key =
    number === undefined || dashes > MAX_DASHES ? undefined : `${number} ${placeOf(state, area)} ${holes.key}`;
  const known = key === undefined ? undefined : forms.placed.get(key);
  if (known) {
    work.loseAgain(known);
    if (known.inside) work.tally?.addAgain(known.inside);
    if (known.ref) paintForm(work, name, known.ref);
    else work.change();
    return undefined;
  }
  const place = { ...work.within(area, holes, state.matrix), owner: `form ${number ?? ""}`, depth: work.depth };
  const { tally } = work;
  const begun = { form, key, name, counted: all.findings.counting(), inside: tally?.start() };
  return new PageWork(all, place, { outer: work, form: begun, tally });
}

/** Returns the content that draws the form. */
export function endForm(inner: PageWork): PageWork {
  const work = inner.outer!;
  const { form, key, name, counted, inside } = inner.form!;
  const made = finished(inner);
  const { forms } = work.all;
  const ref = made.isEmpty && work.area ? undefined : writtenForm(work, form, made, inner.base);
  const lost = counted();
  if (key !== undefined) forms.placed.set(key, { ref, ...lost, inside: inside?.() });
  if (lost.losses > 0 || !ref) work.change();
  if (ref) paintForm(work, name, ref);
  return work;
}

function writtenForm(work: PageWork, form: PdfStream, made: NewContent, matrix: Matrix): PdfRef {
  const { copier, forms } = work.all;
  const number = form.home?.number;
  const dict = copier.dict(form.dict, "form");
  dict.set("Type", "XObject").set("Subtype", "Form").set("Resources", made.resources);
  const isNarrower = work.area !== undefined && narrow(dict, matrix, work.area);
  if (made.isChanged) return copier.file.addContent(dict, made.data, form.raw.length);
  const known = number === undefined || isNarrower ? undefined : forms.whole.get(number);
  if (known) return known;
  const ref = copier.addStream(form, dict);
  if (number !== undefined && !isNarrower) forms.whole.set(number, ref);
  return ref;
}

/** The visible part of the form's box, and whether that differs from the box. */
function narrow(dict: PdfDict, matrix: Matrix, area: Box): boolean {
  const box = dict.get("BBox");
  const own = Array.isArray(box) ? normalise(box) : undefined;
  const back = inverse(matrix);
  const seen = back && boxAround(area, back);
  const left = own && seen ? intersect(own, seen) : undefined;
  if (!own || !left || left.every((side, i) => Math.abs(side - own[i]!) < 1e-6)) return false;
  dict.set("BBox", [...left]);
  return true;
}

function paintForm(work: PageWork, name: string | undefined, ref: PdfRef): void {
  const { output } = work;
  output.paint(`${nameText(output.resources.name("XObject", name, ref))} Do\n`);
  work.all.findings.notePainted();
}

/**
 * Cleans a form that no content names: a soft mask's group, an annotation's appearance. Undefined when nothing is left.
 */
export function* formApart(
  all: Rewriting,
  form: PdfStream,
  place: ContentPlace,
  extra: Matrix = IDENTITY,
): Turns<PdfRef | undefined> {
  const own = new Resources(all.reading.document, undefined);
  const work = new PageWork(all, place);
  const on = new Interpreter(all.reading, all.visitor(work), own, freshState(place.base));
  const { resources } = yield* rewrittenInTurns(work, drawForm(on, form, extra));
  const [ref] = (resources.get("XObject") as PdfDict | undefined)?.values() ?? [];
  return ref instanceof PdfRef ? ref : undefined;
}

/** gs may set a soft mask, which is a content stream too. */
export function setGraphicsState(work: PageWork, on: Interpreter): void {
  const wanted = on.nameOperand();
  const entry = on.resource("ExtGState");
  const dict = on.document.dict(entry);
  if (work.area && (on.operands.count !== 1 || !dict)) work.change();
  if (wanted === undefined || !dict) return;
  if (dict.has("Font")) work.change();
  const isMasked = on.document.resolve(dict.get("SMask")) instanceof Map;
  if (isMasked && !work.write()) return;
  const { output } = work;
  const { matrix } = on.state;
  // It keeps no dictionary: each of those that wait may be large, and they are read again at every gs.
  const write = (): string => {
    const made = stateFor(work, entry ?? null, matrix);
    return `${nameText(output.resources.name("ExtGState", wanted, made))} gs\n`;
  };
  const set = parametersOf(on.document.entries(dict).keys());
  if (isMasked) output.place(write, set);
  else output.set(set, write);
}

function stateFor(work: PageWork, entry: PdfObject, matrix: Matrix): PdfObject {
  const { area, holes, all } = work;
  const { copier, forms } = all;
  const { document } = all.reading;
  const dict = document.dict(entry);
  const mask = document.resolve(dict?.get("SMask"));
  const group = mask instanceof Map ? document.resolve(mask.get("G")) : null;
  if (!dict || !(mask instanceof Map) || !(group instanceof PdfStream)) return copier.copy(entry, "graphicsState");
  const number = entry instanceof PdfRef && !area ? entry.number : undefined;
  const known = number === undefined ? undefined : forms.states.get(number);
  if (known) return known;
  const softMask = copier.dict(mask, "softMask");
  const left = undivided(document.work, formApart(all, group, work.within(area, holes, matrix)));
  softMask.set("G", left ?? emptyForm(work, group));
  const made = copier.file.add(copier.dict(dict, "graphicsState").set("SMask", softMask));
  if (number !== undefined) forms.states.set(number, made);
  else work.output.resources.isRenamed = true;
  return made;
}

function emptyForm(work: PageWork, form: PdfStream): PdfRef {
  const { copier } = work.all;
  const dict = copier.dict(form.dict, "form").set("BBox", [0, 0, 0, 0]).set("Subtype", "Form");
  return copier.file.addContent(dict, new Uint8Array(0));
}

/** d0 and d1 of a glyph's content (table 111): only the visible part of the box is written. */
export function setGlyphMetrics(work: PageWork, on: Interpreter, name: "d0" | "d1"): void {
  const { operands } = on;
  const count = name === "d0" ? 2 : 6;
  const from = operands.count - count;
  if (work.area && from !== 0) work.change();
  if (from < 0) return;
  const numbers = Array.from({ length: count }, (_, i) =>
    operands.kind[from + i] === NUMBER ? operands.number[from + i]! : 0,
  );
  const { area, output } = work;
  const back = area && inverse(on.state.matrix);
  if (area && back && name === "d1") {
    const box = normalise(numbers.slice(2));
    const seen = box && intersect(box, boxAround(area, back));
    numbers.splice(2, 4, ...(seen ?? [0, 0, 0, 0]));
  }
  output.place(`${numbers.map(factor).join(" ")} ${name}\n`);
}

/** Everything in the state that decides what is left of a form. */
function placeOf(state: GraphicsState, area: Box | undefined): string {
  if (!area) return "all";
  const { matrix, clip, lineWidth, lineCap, lineJoin, miterLimit, dash, font, fontSize, textMode } = state;
  const text = [font?.weight, fontSize, textMode, state.charSpace, state.wordSpace, state.scale, state.rise];
  const clipBox = [clip.left, clip.bottom, clip.right, clip.top];
  const line = [lineWidth, lineCap, lineJoin, miterLimit, dash.lengths, dash.phase];
  return [...matrix, ...area, ...clipBox, ...line, ...text].join(" ");
}
