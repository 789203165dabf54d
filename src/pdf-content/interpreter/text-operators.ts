import { ARRAY, NUMBER, STRING } from "../syntax/values.ts";
import type { Handlers, Interpreter } from "./interpreter.ts";

/** Text state, positioning and showing (9.3, 9.4). */
export const textOperators: Handlers = {
  BT(on) {
    on.text.begin();
    on.beginTextClip();
  },
  ET: (on) => on.endTextClip(),
  Tc: (on) =>
    on.setNumber((state, space) => {
      state.charSpace = space;
    }),
  Tw: (on) =>
    on.setNumber((state, space) => {
      state.wordSpace = space;
    }),
  Tz: (on) =>
    on.setNumber((state, percent) => {
      state.scale = percent / 100;
    }),
  TL: (on) =>
    on.setNumber((state, leading) => {
      state.leading = leading;
    }),
  Tr: (on) =>
    on.setNumber((state, mode) => {
      state.textMode = mode >= 0 && mode <= 7 ? Math.trunc(mode) : 0;
    }),
  Ts: (on) =>
    on.setNumber((state, rise) => {
      state.rise = rise;
    }),
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
