import type { PdfObject } from "../../pdf-file/syntax/objects.ts";
import { MAX_ITEMS, MAX_OPERANDS } from "../content-limits.ts";

export const NUMBER = 0;
export const NAME = 1;
export const STRING = 2;
export const ARRAY = 3;
/** Booleans, null, dictionaries, arrays in arrays. */
export const OBJECT = 4;

/**
 * Operands in columns, not as objects: a page has hundreds of thousands, and nothing is allocated for a number or a
 * string. A string's bytes lie in the tokeniser's `strings`, an array's items in its `items`, at [from, to). `source`
 * is where a literal string's bytes are in the content, or ~ of it when there are escapes among them; -1 for others.
 * What is no number has the number 0, never that of an operand before it.
 */
export class Values {
  count = 0;
  kind: Uint8Array;
  number: Float64Array;
  from: Int32Array;
  to: Int32Array;
  source: Int32Array;
  readonly object: PdfObject[] = [];
  readonly #most: number;

  constructor(capacity: number, most: number) {
    this.kind = new Uint8Array(capacity);
    this.number = new Float64Array(capacity);
    this.from = new Int32Array(capacity);
    this.to = new Int32Array(capacity);
    this.source = new Int32Array(capacity);
    this.#most = most;
  }

  /** Lets go of all values. */
  forget(): void {
    this.count = 0;
    this.object.length = 0;
  }

  pushNumber(value: number): void {
    const at = this.#place();
    this.kind[at] = NUMBER;
    this.number[at] = value;
  }

  pushRange(kind: typeof STRING | typeof ARRAY, from: number, to: number, source = -1): void {
    const at = this.#place();
    this.kind[at] = kind;
    this.number[at] = 0;
    this.from[at] = from;
    this.to[at] = to;
    this.source[at] = source;
  }

  pushObject(kind: typeof NAME | typeof OBJECT, value: PdfObject): void {
    const at = this.#place();
    this.kind[at] = kind;
    this.number[at] = 0;
    this.object[at] = value;
  }

  /** The place of the next value. When there are too many, the older half is dropped: operators take the last ones. */
  #place(): number {
    if (this.count < this.kind.length) return this.count++;
    if (this.count < this.#most) {
      this.#double();
      return this.count++;
    }
    const dropped = this.count >> 1;
    this.kind.copyWithin(0, dropped);
    this.number.copyWithin(0, dropped);
    this.from.copyWithin(0, dropped);
    this.to.copyWithin(0, dropped);
    this.source.copyWithin(0, dropped);
    this.object.splice(0, dropped);
    this.count -= dropped;
    return this.count++;
  }

  #double(): void {
    const size = this.kind.length * 2;
    const { kind, number, from, to, source } = this;
    this.kind = new Uint8Array(size);
    this.number = new Float64Array(size);
    this.from = new Int32Array(size);
    this.to = new Int32Array(size);
    this.source = new Int32Array(size);
    this.kind.set(kind);
    this.number.set(number);
    this.from.set(from);
    this.to.set(to);
    this.source.set(source);
  }
}

/** Where a tokeniser keeps operands. */
export interface OperandRoom {
  readonly operands: Values;
  readonly items: Values;
  readonly strings: Uint8Array;
}

/** The room of tokenisers that have ended: a document has thousands of contents, which are read one after another. */
const spare: OperandRoom[] = [];
const MAX_SPARE = 4;
const SPARE_SIZE = 8192;

export function takeRoom(): OperandRoom {
  const fresh = (): OperandRoom => ({
    operands: new Values(MAX_OPERANDS, MAX_OPERANDS),
    items: new Values(256, MAX_ITEMS),
    strings: new Uint8Array(1024),
  });
  return spare.pop() ?? fresh();
}

/** Nothing may use the room afterwards. */
export function giveBack({ operands, items, strings }: OperandRoom): void {
  if (spare.length === MAX_SPARE || items.kind.length > SPARE_SIZE || strings.length > SPARE_SIZE) return;
  operands.forget();
  items.forget();
  spare.push({ operands, items, strings });
}
