import type { PdfDict, PdfObject } from "../../syntax/objects.ts";
import { multiply } from "../matrix.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Handlers } from "./operator.ts";

/** Graphics state (8.4.4). Colour rendering, flatness and dashes change no box that others ask for. */
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
  gs(on) {
    const name = on.nameOperand();
    const dict = name === undefined ? undefined : on.document.dict(on.resources.find("ExtGState", name));
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
  state.strokeAlpha = unit(number("CA")) ?? state.strokeAlpha;
  state.fillAlpha = unit(number("ca")) ?? state.fillAlpha;
  const blend = document.resolve(dict.get("BM"));
  if (blend !== null) state.blendMode = blendMode(document.resolve(Array.isArray(blend) ? blend[0] : blend));
  const mask = document.resolve(dict.get("SMask"));
  if (mask instanceof Map) state.softMask = { dict: mask, matrix: state.matrix };
  else if (mask !== null) state.softMask = undefined;
  const font = document.array(dict.get("Font"));
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
