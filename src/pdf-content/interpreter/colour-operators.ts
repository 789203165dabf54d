import { CMYK, type ColourSpace, GRAY, RGB } from "../colour/spaces.ts";
import { type Paint, UNKNOWN_COLOUR } from "../state/graphics-state.ts";
import { NAME, NUMBER } from "../syntax/values.ts";
import type { Handlers, Interpreter } from "./interpreter.ts";

/** Colour (8.6.8), as far as is needed to know what is painted in the paper's colour. */
export const colourOperators: Handlers = {
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
