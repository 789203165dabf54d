import { operatorCode } from "../syntax/tokeniser.ts";
import { colourOperators } from "./colour-operators.ts";
import type { Handler } from "./interpreter.ts";
import { objectOperators } from "./object-operators.ts";
import { pathOperators } from "./path-operators.ts";
import { stateOperators } from "./state-operators.ts";
import { textOperators } from "./text-operators.ts";

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
