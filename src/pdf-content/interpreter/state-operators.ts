import { COST } from "../../meter/work-limits.ts";
import type { PdfDict, PdfObject } from "../../pdf-file/syntax/objects.ts";
import { multiply } from "../matrix.ts";
import { ARRAY, NUMBER } from "../syntax/values.ts";
import type { Handlers, Interpreter } from "./interpreter.ts";

/** Graphics state (8.4.4). Colour rendering and flatness do not change any box. */
export const stateOperators: Handlers = {
  q: (on) => on.save(),
  Q: (on) => on.restore(),
  cm(on) {
    const matrix = on.matrixOperand();
    if (matrix) on.state.matrix = multiply(matrix, on.state.matrix);
  },
  w: (on) =>
    on.setNumber((state, width) => {
      state.lineWidth = Math.abs(width);
    }),
  J: (on) =>
    on.setNumber((state, cap) => {
      state.lineCap = cap;
    }),
  j: (on) =>
    on.setNumber((state, join) => {
      state.lineJoin = join;
    }),
  M: (on) =>
    on.setNumber((state, limit) => {
      state.miterLimit = limit;
    }),
  d(on) {
    const { operands, items } = on;
    const last = operands.count - 1;
    if (last < 1 || operands.kind[last] !== NUMBER || operands.kind[last - 1] !== ARRAY) return;
    on.document.work.spend(COST.dash);
    const lengths = Array.from(items.number.subarray(operands.from[last - 1]!, operands.to[last - 1]!));
    on.state.dash = { lengths, phase: operands.number[last]! };
  },
  gs(on) {
    const dict = on.document.dict(on.resource("ExtGState"));
    if (dict) applyParameters(on, dict);
  },
};

/** Graphics state parameter dictionaries (8.4.5). */
function applyParameters(on: Interpreter, dict: PdfDict): void {
  const { state, document } = on;
  const number = (key: string): number | undefined => document.number(dict.get(key));
  state.lineWidth = number("LW") ?? state.lineWidth;
  state.lineCap = number("LC") ?? state.lineCap;
  state.lineJoin = number("LJ") ?? state.lineJoin;
  state.miterLimit = number("ML") ?? state.miterLimit;
  const [lengths, phase] = document.items(dict.get("D"), 2) ?? [];
  const dash = document.array(lengths)?.map((length) => document.number(length) ?? 0);
  if (dash) state.dash = { lengths: dash, phase: document.number(phase) ?? 0 };
  state.strokeAlpha = unit(number("CA")) ?? state.strokeAlpha;
  state.fillAlpha = unit(number("ca")) ?? state.fillAlpha;
  const blends = document.items(dict.get("BM"), 1);
  const blend = document.resolve(blends ? blends[0] : dict.get("BM"));
  if (blends || blend !== null) state.blendMode = blendMode(blend);
  const mask = document.resolve(dict.get("SMask"));
  if (mask instanceof Map) state.softMask = { dict: mask, matrix: state.matrix };
  else if (mask !== null) state.softMask = undefined;
  const font = document.items(dict.get("Font"), 2);
  if (font?.[0] !== undefined) {
    state.font = on.fonts.font(font[0]);
    state.fontSize = document.number(font[1]) ?? state.fontSize;
  }
}

function unit(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.min(1, Math.max(0, value));
}

function blendMode(name: PdfObject): string {
  return typeof name === "string" && name !== "Compatible" ? name : "Normal";
}
