import type { Handlers, Interpreter } from "./interpreter.ts";

/** Path construction and painting (8.5). An operator with too few operands does nothing. */
export const pathOperators: Handlers = {
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
  b(on) {
    on.path.close();
    paint(on, true, true);
  },
  "b*"(on) {
    on.path.close();
    paint(on, true, true);
  },
  W(on) {
    on.clipsNext = true;
  },
  "W*"(on) {
    on.clipsNext = true;
  },
};

/** Paints and ends the path; a clip that W asked for takes effect after it (8.5.4). */
function paint(on: Interpreter, fills: boolean, strokes: boolean): void {
  const { path, state } = on;
  if ((fills || strokes) && !path.isEmpty && on.isShown) on.visitor.path(path, fills, strokes, state);
  if (on.clipsNext) {
    const clip = state.clip.copy();
    clip.clip(path.extent);
    state.clip = clip;
    on.clipsNext = false;
  }
  path.clear();
}
