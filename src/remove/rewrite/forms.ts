import { COST } from "../../meter/work-limits.ts";
import { drawForm } from "../../pdf-content/interpreter/forms.ts";
import { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { IDENTITY, type Matrix, toMatrix } from "../../pdf-content/matrix.ts";
import { Resources } from "../../pdf-content/resources.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import { NUMBER } from "../../pdf-content/syntax/values.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { type Box, intersect, normalise } from "../../pdf-pages/geometry.ts";
import { boxAround } from "../areas.ts";
import { factor, inverse } from "../numbers.ts";
import type { Counts } from "../report.ts";
import type { Amount } from "../tally.ts";
import { type Cleaned, type Cleaning, freshState } from "./cleaning.ts";
import { Context } from "./context.ts";
import { nameText } from "./output.ts";
import { parametersOf } from "./parameters.ts";

/** A result is found again by its state, of which dashes are the part that a file can make as long as it likes. */
const MOST_DASHES = 32;

/** The result for a form at one place. */
interface Outcome {
  /** Undefined when nothing of it is left. */
  readonly ref: PdfRef | undefined;
  readonly removed: Counts;
  readonly cut: Counts;
  readonly losses: number;
  /** What it shows inside. */
  readonly inside: Amount | undefined;
}

interface OpenForm {
  readonly form: PdfStream;
  readonly key: string | undefined;
  readonly name: string | undefined;
  readonly matrix: Matrix;
  readonly leave: () => Cleaned;
  readonly counted: () => Omit<Outcome, "ref" | "inside">;
  readonly inside: (() => Amount) | undefined;
}

/** Cleans forms, each for the place where it is used. A form that loses nothing is shared by all places. */
export class FormCleaner {
  readonly #cleaner: Cleaning;
  readonly #open: OpenForm[] = [];
  readonly #known = new Map<string, Outcome>();
  readonly #whole = new Map<number, PdfRef>();
  readonly #states = new Map<number, PdfObject>();

  constructor(cleaner: Cleaning) {
    this.#cleaner = cleaner;
  }

  /** Whether the form must be read. */
  begin(form: PdfStream, state: GraphicsState): boolean {
    const cleaner = this.#cleaner;
    const { area, unit } = cleaner.context;
    const { named: name } = cleaner;
    if (!cleaner.isShown(state)) {
      cleaner.lose("forms");
      return false;
    }
    cleaner.reading.document.work.spend(COST.placedForm);
    const number = form.home?.number;
    const whole = number === undefined ? undefined : this.#whole.get(number);
    if (!area && whole) {
      this.#paint(name, whole);
      return false;
    }
    const dashes = state.dash.lengths.length;
    cleaner.reading.document.work.spend(dashes * COST.item);
    const key = number === undefined || dashes > MOST_DASHES ? undefined : `${number} ${placeOf(state, area)}`;
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known) {
      cleaner.countAgain(known);
      if (known.inside) cleaner.counted?.addAgain(known.inside);
      if (known.ref) this.#paint(name, known.ref);
      else cleaner.change();
      return false;
    }
    const owner = `form ${number ?? ""}`;
    const counted = cleaner.startCounting();
    const leave = cleaner.enter(new Context(area, state.matrix, unit, owner));
    const inside = cleaner.counted?.start();
    this.#open.push({ form, key, name, matrix: state.matrix, leave, counted, inside });
    return true;
  }

  end(): void {
    const { form, key, name, matrix, leave, counted, inside } = this.#open.pop()!;
    const cleaned = leave();
    const { area } = this.#cleaner.context;
    const ref = cleaned.isEmpty && area ? undefined : this.#written(form, cleaned, matrix, area);
    if (key !== undefined) this.#known.set(key, { ref, ...counted(), inside: inside?.() });
    if (ref) this.#paint(name, ref);
    else this.#cleaner.change();
  }

  #written(form: PdfStream, cleaned: Cleaned, matrix: Matrix, area: Box | undefined): PdfRef {
    const { copier } = this.#cleaner;
    const number = form.home?.number;
    const dict = copier.dict(form.dict, "form");
    dict.set("Type", "XObject").set("Subtype", "Form").set("Resources", cleaned.resources);
    const isNarrower = area !== undefined && this.#narrow(dict, matrix, area);
    if (cleaned.isChanged) return copier.file.addContent(dict, cleaned.data, form.raw.length);
    const known = number === undefined || isNarrower ? undefined : this.#whole.get(number);
    if (known) return known;
    const ref = copier.addStream(form, dict);
    if (number !== undefined && !isNarrower) this.#whole.set(number, ref);
    return ref;
  }

  /** The visible part of the form's box, and whether that differs from the box. */
  #narrow(dict: PdfDict, matrix: Matrix, area: Box): boolean {
    const box = dict.get("BBox");
    const own = Array.isArray(box) ? normalise(box) : undefined;
    const back = inverse(matrix);
    const seen = back && boxAround(area, back);
    const left = own && seen ? intersect(own, seen) : undefined;
    if (!own || !left || left.every((side, i) => Math.abs(side - own[i]!) < 1e-6)) return false;
    dict.set("BBox", [...left]);
    return true;
  }

  #paint(name: string | undefined, ref: PdfRef): void {
    const { output } = this.#cleaner.context;
    output.paint(`${nameText(output.resources.name("XObject", name, ref))} Do\n`);
    this.#cleaner.paints++;
  }

  /**
   * Cleans a form that no content names: a soft mask's group, an annotation's appearance. Undefined when nothing is
   * left.
   */
  apart(form: PdfStream, matrix: Matrix, context: Context, extra: Matrix = IDENTITY): PdfRef | undefined {
    const cleaner = this.#cleaner;
    const { resources } = cleaner.inside(new Context(context.area, matrix, context.unit, context.owner), () => {
      const on = new Interpreter(
        cleaner.reading,
        cleaner,
        new Resources(cleaner.reading.document, undefined),
        freshState(matrix),
      );
      drawForm(on, form, extra);
    });
    const [ref] = (resources.get("XObject") as PdfDict | undefined)?.values() ?? [];
    return ref instanceof PdfRef ? ref : undefined;
  }

  /** gs may set a soft mask, which is a content too. */
  graphicsState(on: Interpreter): void {
    const cleaner = this.#cleaner;
    const wanted = on.nameOperand();
    const entry = wanted === undefined ? undefined : on.resources.find("ExtGState", wanted);
    const dict = on.document.dict(entry);
    if (cleaner.area && (on.operands.count !== 1 || !dict)) cleaner.change();
    if (wanted === undefined || !dict) return;
    if (dict.has("Font")) cleaner.change();
    const isMasked = on.document.resolve(dict.get("SMask")) instanceof Map;
    if (isMasked) cleaner.write();
    const { context } = cleaner;
    const { output } = context;
    const { matrix } = on.state;
    const write = (): string => {
      const made = this.#stateFor(entry ?? null, dict, matrix, context);
      return `${nameText(output.resources.name("ExtGState", wanted, made))} gs\n`;
    };
    const set = parametersOf(on.document.entries(dict).keys());
    if (isMasked) output.place(write, set);
    else output.set(set, write);
  }

  #stateFor(entry: PdfObject, dict: PdfDict, matrix: Matrix, context: Context): PdfObject {
    const { document } = this.#cleaner.reading;
    const { copier } = this.#cleaner;
    const mask = document.resolve(dict.get("SMask"));
    const group = mask instanceof Map ? document.resolve(mask.get("G")) : null;
    if (!(mask instanceof Map) || !(group instanceof PdfStream)) return copier.copy(entry, "graphicsState");
    const number = entry instanceof PdfRef && !context.area ? entry.number : undefined;
    const known = number === undefined ? undefined : this.#states.get(number);
    if (known) return known;
    const softMask = copier.dict(mask, "softMask");
    softMask.set("G", this.apart(group, matrix, context) ?? this.#nothing(group));
    const made = copier.file.add(copier.dict(dict, "graphicsState").set("SMask", softMask));
    if (number !== undefined) this.#states.set(number, made);
    else this.#cleaner.context.output.resources.isRenamed = true;
    return made;
  }

  /** An empty form with this one's entries. */
  #nothing(form: PdfStream): PdfRef {
    const { copier } = this.#cleaner;
    const dict = copier.dict(form.dict, "form").set("BBox", [0, 0, 0, 0]).set("Subtype", "Form");
    return copier.file.addContent(dict, new Uint8Array(0));
  }

  /** d0 and d1 of a glyph's content (table 111): only the visible part of the box is written. */
  glyphMetrics(on: Interpreter, name: "d0" | "d1"): void {
    const { operands } = on;
    const count = name === "d0" ? 2 : 6;
    const from = operands.count - count;
    if (this.#cleaner.area && from !== 0) this.#cleaner.change();
    if (from < 0) return;
    const numbers = Array.from({ length: count }, (_, i) =>
      operands.kind[from + i] === NUMBER ? operands.number[from + i]! : 0,
    );
    const { area, output } = this.#cleaner.context;
    const back = area && inverse(on.state.matrix);
    if (area && back && name === "d1") {
      const box = normalise(numbers.slice(2));
      const seen = box && intersect(box, boxAround(area, back));
      numbers.splice(2, 4, ...(seen ?? [0, 0, 0, 0]));
    }
    output.place(`${numbers.map(factor).join(" ")} ${name}\n`);
  }
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

/** A dictionary's /Matrix. */
export function ownMatrix(cleaner: Cleaning, dict: PdfDict): Matrix {
  const { document } = cleaner.reading;
  return toMatrix(document.numbers(dict.get("Matrix"), 6)) ?? IDENTITY;
}
