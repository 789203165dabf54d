import { operatorCode } from "../syntax/tokeniser.ts";
import { colourOperators } from "./colours.ts";
import { objectOperators } from "./objects.ts";
import type { Handler } from "./operator.ts";
import { pathOperators } from "./paths.ts";
import { stateOperators } from "./state.ts";
import { textOperators } from "./text.ts";

/** What each operator does, by its code; any other does nothing. */
export const handlers: ReadonlyMap<number, Handler> = new Map(
  Object.entries({
    ...stateOperators,
    ...pathOperators,
    ...colourOperators,
    ...textOperators,
    ...objectOperators,
  }).map(([name, handler]) => [operatorCode(name), handler]),
);
