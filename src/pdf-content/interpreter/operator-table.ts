import { COST } from "../../meter/work-limits.ts";
import { type PdfDict, type PdfObject, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { CMYK, type ColourSpace, GRAY, RGB } from "../colour/spaces.ts";
import { multiply } from "../matrix.ts";
import { type GraphicsState, type Paint, UNKNOWN_COLOUR } from "../state/graphics-state.ts";
import { operatorCode } from "../syntax/tokeniser.ts";
import { ARRAY, NAME, NUMBER, STRING } from "../syntax/values.ts";
import { drawForm } from "./forms.ts";
import type { Handler, Handlers, Interpreter } from "./interpreter.ts";

type NumberKey = keyof { [Key in keyof GraphicsState as GraphicsState[Key] extends number ? Key : never]: Key };

/** Sets an entry of the graphics state to the last operand. */
function setting(key: NumberKey, of?: (operand: number) => number): Handler {
  return ({ operands: { count, kind, number }, state }) => {
    const operand = number[count - 1]!;
    if (count > 0 && kind[count - 1] === NUMBER) state[key] = of ? of(operand) : operand;
  };
}

/** Graphics state (8.4.4). Colour rendering and flatness do not change any box. */
const stateOperators: Handlers = {
  q: (on) => on.save(),
  Q: (on) => on.restore(),
  cm(on) {
    const matrix = on.matrixOperand();
    if (matrix) on.state.matrix = multiply(matrix, on.state.matrix);
  },
  w: setting("lineWidth", Math.abs),
  J: setting("lineCap"),
  j: setting("lineJoin"),
  M: setting("miterLimit"),
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

/** Path construction and painting (8.5). An operator with too few operands does nothing. */
const pathOperators: Handlers = {
  m(on) {
    const { count, number } = on.operands;
    if (count >= 2) on.path.move(number[count - 2]!, number[count - 1]!, on.state.matrix);
  },
  l(on) {
    const { count, number } = on.operands;
    if (count >= 2) on.path.line(number[count - 2]!, number[count - 1]!, on.state.matrix);
  },
  c(on) {
    const { count, number: n } = on.operands;
    const at = count - 6;
    if (at >= 0) on.path.curve(n[at]!, n[at + 1]!, n[at + 2]!, n[at + 3]!, n[at + 4]!, n[at + 5]!, on.state.matrix);
  },
  v(on) {
    const { count, number: n } = on.operands;
    const at = count - 4;
    if (at >= 0) on.path.curveFromHere(n[at]!, n[at + 1]!, n[at + 2]!, n[at + 3]!, on.state.matrix);
  },
  y(on) {
    const { count, number: n } = on.operands;
    const at = count - 4;
    if (at >= 0) on.path.curve(n[at]!, n[at + 1]!, n[at + 2]!, n[at + 3]!, n[at + 2]!, n[at + 3]!, on.state.matrix);
  },
  h: (on) => on.path.close(),
  re(on) {
    const { count, number: n } = on.operands;
    const at = count - 4;
    if (at >= 0) on.path.rectangle(n[at]!, n[at + 1]!, n[at + 2]!, n[at + 3]!, on.state.matrix);
  },
  n: (on) => paint(on, false, false),
  S: (on) => paint(on, false, true),
  s(on) {
    on.path.close();
    paint(on, false, true);
  },
  f: (on) => paint(on, true, false),
  F: (on) => paint(on, true, false),
  "f*": (on) => paint(on, true, false),
  B: (on) => paint(on, true, true),
  "B*": (on) => paint(on, true, true),
  b: closeAndFill,
  "b*": closeAndFill,
  W: clipNext,
  "W*": clipNext,
};

function closeAndFill(on: Interpreter): void {
  on.path.close();
  paint(on, true, true);
}

function clipNext(on: Interpreter): void {
  on.clipsNext = true;
}

/** Paints and ends the path; a clip that W asked for takes effect after it (8.5.4). */
function paint(on: Interpreter, fills: boolean, strokes: boolean): void {
  const { path, state } = on;
  if ((fills || strokes) && !path.isEmpty && on.isShown) on.visitor.path?.(path, fills, strokes, state);
  if (on.clipsNext) {
    const clip = state.clip.copy();
    clip.clip(path.extent);
    state.clip = clip;
    on.clipsNext = false;
  }
  path.clear();
}

/** Colour (8.6.8), as far as is needed to know what is painted in the paper's colour. */
const colourOperators: Handlers = {
  g: (on) => setDevice(on, GRAY, "fill"),
  G: (on) => setDevice(on, GRAY, "stroke"),
  rg: (on) => setDevice(on, RGB, "fill"),
  RG: (on) => setDevice(on, RGB, "stroke"),
  k: (on) => setDevice(on, CMYK, "fill"),
  K: (on) => setDevice(on, CMYK, "stroke"),
  cs: (on) => setSpace(on, "fill"),
  CS: (on) => setSpace(on, "stroke"),
  sc: (on) => setColour(on, "fill"),
  SC: (on) => setColour(on, "stroke"),
  scn: (on) => setColour(on, "fill"),
  SCN: (on) => setColour(on, "stroke"),
};

type Side = "fill" | "stroke";

function setDevice(on: Interpreter, space: ColourSpace, side: Side): void {
  on.state[side] = { space, colour: colourOf(on, space), pattern: undefined };
}

function setSpace(on: Interpreter, side: Side): void {
  const name = on.nameOperand();
  if (name === undefined) return;
  const space = on.colours.named(name, on.resources);
  on.state[side] = { space, colour: space.initial, pattern: undefined };
}

function setColour(on: Interpreter, side: Side): void {
  const { operands } = on;
  const { space } = on.state[side];
  const last = operands.count - 1;
  if (last >= 0 && operands.kind[last] === NAME) {
    const pattern = on.resources.find("Pattern", operands.object[last] as string) ?? null;
    on.state[side] = { space, colour: UNKNOWN_COLOUR, pattern };
    return;
  }
  on.state[side] = { space, colour: colourOf(on, space), pattern: undefined } satisfies Paint;
}

function colourOf(on: Interpreter, space: ColourSpace): number {
  const { count, kind, number } = on.operands;
  const { components } = space;
  if (count < components) return UNKNOWN_COLOUR;
  const from = count - components;
  for (let i = from; i < count; i++) if (kind[i] !== NUMBER) return UNKNOWN_COLOUR;
  return space.colour(number, from);
}

/** Text state, positioning and showing (9.3, 9.4). */
const textOperators: Handlers = {
  BT(on) {
    on.text.begin();
    on.beginTextClip();
  },
  ET: (on) => on.endTextClip(),
  Tc: setting("charSpace"),
  Tw: setting("wordSpace"),
  Tz: setting("scale", (percent) => percent / 100),
  TL: setting("leading"),
  Tr: setting("textMode", (mode) => (mode >= 0 && mode <= 7 ? Math.trunc(mode) : 0)),
  Ts: setting("rise"),
  Tf(on) {
    const name = on.nameOperand(0);
    const { count, number, kind } = on.operands;
    if (name === undefined || count < 2) return;
    const entry = on.resources.find("Font", name);
    on.state.font = on.fonts.font(entry ?? null);
    if (kind[count - 1] === NUMBER) on.state.fontSize = number[count - 1]!;
  },
  Td(on) {
    const { count, number } = on.operands;
    if (count >= 2) on.text.nextLine(number[count - 2]!, number[count - 1]!);
  },
  TD(on) {
    const { count, number } = on.operands;
    if (count < 2) return;
    on.state.leading = -number[count - 1]!;
    on.text.nextLine(number[count - 2]!, number[count - 1]!);
  },
  Tm(on) {
    const matrix = on.matrixOperand();
    if (matrix) on.text.set(matrix);
  },
  "T*": (on) => on.text.nextLine(0, -on.state.leading),
  Tj: showLast,
  "'"(on) {
    on.text.nextLine(0, -on.state.leading);
    showLast(on);
  },
  '"'(on) {
    const { count, number } = on.operands;
    if (count >= 3) {
      on.state.wordSpace = number[count - 3]!;
      on.state.charSpace = number[count - 2]!;
    }
    on.text.nextLine(0, -on.state.leading);
    showLast(on);
  },
  TJ(on) {
    const { operands, items } = on;
    const last = operands.count - 1;
    if (last < 0) return;
    if (operands.kind[last] === STRING) return showLast(on);
    if (operands.kind[last] !== ARRAY) return;
    const run = on.beginRun();
    for (let i = operands.from[last]!; i < operands.to[last]!; i++) {
      if (items.kind[i] === STRING) run.show(on.strings, items.from[i]!, items.to[i]!);
      else if (items.kind[i] === NUMBER) run.adjust(items.number[i]!);
    }
    run.end();
  },
};

function showLast(on: Interpreter): void {
  const { operands } = on;
  const last = operands.count - 1;
  if (last < 0 || operands.kind[last] !== STRING) return;
  const run = on.beginRun();
  run.show(on.strings, operands.from[last]!, operands.to[last]!);
  run.end();
}

/** The depth to which marked content is followed. Content that is nested deeper hides nothing. */
const MAX_MARKS = 10_000;

/** XObjects, inline images, shadings and marked content (8.8 to 8.10, 14.6). */
export const objectOperators: Handlers = {
  Do(on) {
    const object = on.document.needed(on.resource("XObject"));
    if (!(object instanceof PdfStream) || !on.isShown) return;
    if (!on.layers.isVisible(object.dict.get("OC"))) return;
    const subtype = on.document.resolve(object.dict.get("Subtype"));
    if (subtype === "Image") {
      const { dict } = object;
      return on.visitor.image?.({ dict, stream: object, data: undefined, resources: on.resources }, on.state);
    }
    if (subtype === "Form" || object.dict.has("BBox")) return drawForm(on, object);
  },
  BI(on) {
    const image = on.tokens?.inlineImage;
    if (!image || !on.isShown) return;
    return on.visitor.image?.({ ...image, stream: undefined, resources: on.resources }, on.state);
  },
  sh(on) {
    on.document.work.spend(COST.object);
    const shading = on.document.dict(on.document.needed(on.resource("Shading")));
    if (shading && on.isShown) on.visitor.shading?.(shading, on.state);
  },
  BMC: (on) => mark(on, false),
  BDC(on) {
    const tag = on.nameOperand(on.operands.count - 2);
    mark(on, tag === "OC" && !on.layers.isVisible(on.properties));
  },
  EMC(on) {
    if (on.marks.pop()) on.hiddenMarks--;
  },
};

function mark(on: Interpreter, hides: boolean): void {
  const counts = hides && on.marks.length < MAX_MARKS;
  if (on.marks.length < MAX_MARKS) on.marks.push(counts);
  if (counts) on.hiddenMarks++;
}

/** The operators of content streams (annex A), by their codes. */
export const operators: ReadonlyMap<number, Handler> = new Map(
  Object.entries({
    ...stateOperators,
    ...pathOperators,
    ...colourOperators,
    ...textOperators,
    ...objectOperators,
  }).map(([name, handler]) => [operatorCode(name), handler]),
);
