import { type Turns, undivided } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfStream } from "../../pdf-file/syntax/objects.ts";
import { type Box, ordered } from "../../pdf-pages/geometry.ts";
import { MAX_FORM_DEPTH } from "../content-limits.ts";
import { contentPieces } from "../contents.ts";
import { Extent } from "../extent.ts";
import { IDENTITY, type Matrix, multiply, toMatrix } from "../matrix.ts";
import { Resources } from "../resources.ts";
import { TextPosition } from "../state/text-position.ts";
import type { Interpreter } from "./interpreter.ts";

/** A form's own matrix, and its box in the form's space (table 93). */
function formMatrix({ document }: Interpreter, form: PdfStream): Matrix {
  return toMatrix(document.numbers(form.dict.get("Matrix"), 6)) ?? IDENTITY;
}

function formBox({ document }: Interpreter, form: PdfStream): Box | undefined {
  const numbers = document.numbers(form.dict.get("BBox"), 4);
  return numbers?.every(Number.isFinite) ? ordered(numbers as unknown as Box) : undefined;
}

/** Draws a form XObject (8.10) with the state as it is; `extra` is applied after the form's own matrix. */
export function* drawForm(on: Interpreter, form: PdfStream, extra: Matrix = IDENTITY): Turns<void> {
  // The stream's bytes tell forms apart: an object that was read twice is the same form.
  const key = form.home?.number ?? form;
  if (on.openForms.size >= MAX_FORM_DEPTH || on.openForms.has(key)) return;
  on.document.work.spend(COST.form);
  const { state: outer, resources, text } = on;
  const inner = outer.copy();
  inner.matrix = multiply(multiply(formMatrix(on, form), extra), outer.matrix);
  const box = formBox(on, form);
  if (box) {
    const clip = new Extent();
    clip.addBox(...box, inner.matrix);
    clip.clip(outer.clip);
    inner.clip = clip;
  }
  if (on.visitor.beginForm?.(form, inner) === false) return;
  on.openForms.add(key);
  on.state = inner;
  on.text = new TextPosition();
  on.resources = new Resources(on.document, form.dict.get("Resources"), resources);
  yield* on.reading(contentPieces(on.document, form, () => on.visitor.lost?.()));
  on.state = outer;
  on.resources = resources;
  on.text = text;
  on.openForms.delete(key);
  on.visitor.endForm?.(form);
}

/** The same as a part of something that cannot be divided. */
export function drawFormAtOnce(on: Interpreter, form: PdfStream): void {
  undivided(on.document.work, drawForm(on, form));
}
