import { Holding } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PdfDict, PdfObject } from "../../pdf-file/syntax/objects.ts";

/** What a run takes in memory, and each of its numbers. */
const RUN_BYTES = 100;
const NUMBER_BYTES = 8;

/** Runs of CIDs with `size` numbers each, or with the same numbers for all. */
class CidTable {
  readonly #firsts: number[] = [];
  readonly #lasts: number[] = [];
  readonly #values: (readonly number[])[] = [];
  readonly #size: number;
  readonly #order: number[];
  readonly #holding: Holding;

  constructor(document: PdfDocument, object: PdfObject | undefined, size: number, holding: Holding) {
    this.#size = size;
    this.#holding = holding;
    const items = document.array(object) ?? [];
    const most = items.length;
    const number = (at: number): number => document.number(items[at]) ?? 0;
    for (let at = 0; at + 1 < most; ) {
      const first = number(at);
      const list = document.array(items[at + 1]);
      if (list) {
        const values = list.map((item) => document.number(item) ?? 0);
        this.#add(first, first + Math.floor(values.length / size) - 1, values);
        at += 2;
      } else {
        if (at + 1 + size >= most) break;
        const values = Array.from({ length: size }, (_, i) => number(at + 2 + i));
        this.#add(first, number(at + 1), values);
        at += 2 + size;
      }
    }
    this.#order = this.#firsts.map((_, i) => i).sort((a, b) => this.#firsts[a]! - this.#firsts[b]!);
  }

  #add(first: number, last: number, values: readonly number[]): void {
    if (last < first) return;
    this.#holding.entries(1, RUN_BYTES + values.length * NUMBER_BYTES, COST.run);
    this.#firsts.push(first);
    this.#lasts.push(last);
    this.#values.push(values);
  }

  /** Number `which` of a CID. */
  find(cid: number, which: number): number | undefined {
    const order = this.#order;
    const firsts = this.#firsts;
    const lasts = this.#lasts;
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (firsts[order[middle]!]! <= cid) low = middle + 1;
      else high = middle;
    }
    const run = order[low - 1];
    if (run === undefined || cid > lasts[run]!) return undefined;
    const values = this.#values[run]!;
    const isList = values.length > this.#size || firsts[run] === lasts[run];
    return values[(isList ? cid - firsts[run]! : 0) * this.#size + which];
  }
}

/** /W, /DW, /W2 and /DW2 of a CIDFont (9.7.4.3). */
export class CidWidths {
  readonly #across: CidTable;
  readonly #down: CidTable;
  readonly #width: number;
  readonly #originY: number;
  readonly #height: number;

  constructor(document: PdfDocument, dict: PdfDict, holding = new Holding(document.work)) {
    this.#across = new CidTable(document, dict.get("W"), 1, holding);
    this.#down = new CidTable(document, dict.get("W2"), 3, holding);
    this.#width = document.number(dict.get("DW")) ?? 1000;
    const [originY, height] = document.items(dict.get("DW2"), 2) ?? [];
    this.#originY = document.number(originY) ?? 880;
    this.#height = document.number(height) ?? -1000;
  }

  width0(cid: number): number {
    return (this.#across.find(cid, 0) ?? this.#width) / 1000;
  }

  /** The displacement downwards, which is negative. */
  width1(cid: number): number {
    return (this.#down.find(cid, 0) ?? this.#height) / 1000;
  }

  /** The position vector: from the origin of horizontal writing to that of vertical writing. */
  originOf(cid: number): readonly [number, number] {
    const x = this.#down.find(cid, 1);
    const y = this.#down.find(cid, 2);
    return [x === undefined ? this.width0(cid) / 2 : x / 1000, (y ?? this.#originY) / 1000];
  }
}
