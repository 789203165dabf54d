import { MAX_ITEMS, MAX_OPERANDS } from "../content-limits.ts";
import { Values } from "./values.ts";

/** Where a tokeniser keeps operands. */
export interface Room {
  readonly operands: Values;
  readonly items: Values;
  readonly strings: Uint8Array;
}

/** The room of tokenisers that have ended: a document has thousands of contents, which are read one after another. */
const spare: Room[] = [];
const MOST_SPARE = 4;
const SPARE_SIZE = 8192;

export function takeRoom(): Room {
  const fresh = (): Room => ({
    operands: new Values(MAX_OPERANDS, MAX_OPERANDS),
    items: new Values(256, MAX_ITEMS),
    strings: new Uint8Array(1024),
  });
  return spare.pop() ?? fresh();
}

/** Nothing may use the room afterwards. */
export function giveBack({ operands, items, strings }: Room): void {
  if (spare.length === MOST_SPARE || items.kind.length > SPARE_SIZE || strings.length > SPARE_SIZE) return;
  operands.forget();
  items.forget();
  spare.push({ operands, items, strings });
}
