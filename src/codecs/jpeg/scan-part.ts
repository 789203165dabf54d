import { compare } from "#platform/bytes.ts";
import { instantiateJpeg, type JpegKernel } from "../../../wasm/jpeg.ts";
import type { Portions } from "../../meter/turns.ts";
import { samplesOfRow } from "./coefficients.ts";
import type { Unread } from "./huffman-bits.ts";
import { optimalTables } from "./optimal-tables.ts";
import type { Frame, FrameComponent, Scan } from "./plan.ts";
import { tablesOf } from "./recode.ts";
import { type HuffmanTable, WRITTEN_TABLES, wordsOf } from "./tables.ts";

/** Rows and columns of the scan's units, [first, end) of both. */
interface UnitRect {
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

/** What becomes of the blocks of a part. */
interface BlockRules {
  /** The columns [first, end) of the row's blocks that stay as they are. */
  whole(component: FrameComponent, row: number): readonly [number, number];
  /** Leaves in `block` what may stay. `before`: the DC of the component's block before. */
  hide(block: Int16Array, component: FrameComponent, row: number, column: number, before: number): void;
}

/** A scan that is coded again, and its tables: DC and AC of luma, then of chroma. */
interface CodedScan {
  readonly data: readonly Uint8Array[];
  readonly tables: readonly HuffmanTable[];
}

/** What is read at once: its units in rows, and the tables of each component. */
interface Source {
  readonly parts: readonly {
    readonly component: FrameComponent;
    readonly across: number;
    readonly down: number;
    readonly dc: HuffmanTable;
    readonly ac: HuffmanTable;
    readonly written: number;
  }[];
  readonly units: number;
  readonly restartInterval: number;
  readonly data: readonly Uint8Array[];
}

/** Rows of blocks that a unit may have. */
const MAX_DOWN = 4;
/** More columns than any picture has. */
const BEYOND = 1 << 16;

let idle: Copier | undefined;

/**
 * Codes a part of a sequential Huffman scan of all components again. Blocks that stay as they are go from one coding to
 * the other in WebAssembly: JavaScript takes more than twice as long. The tables are the standard's. Where the scan has
 * others, and those for what stays are clearly better, it is coded once more: tables that fit all of the picture would
 * tell of what went.
 */
export function* scanPart(frame: Frame, scan: Scan, rect: UnitRect, rules: BlockRules): Portions<CodedScan> {
  const copier = idle ?? new Copier();
  idle = undefined;
  const coded = yield* copier.copy(frame, scan, rect, rules);
  idle = copier;
  return coded;
}

/** Units that are read at once. */
const MAX_UNITS = 1 << 12;

/** Reads codes of a sequential scan, and keeps nothing of them. */
export function readCodes(frame: Frame, scan: Scan, each: (read: ReadUnits) => boolean): boolean {
  const copier = idle ?? new Copier();
  idle = undefined;
  const isRead = each(copier.reader(frame, scan));
  idle = copier;
  return isRead;
}

/** Reads this many units from the beginning of `data`; undefined when it is damaged. */
export type ReadUnits = (data: Uint8Array, units: number) => Unread | undefined;

class Copier {
  readonly #kernel: JpegKernel;
  readonly #memory: Uint8Array;
  readonly #block: Int16Array;
  readonly #spans: Int32Array;
  readonly #words: Int32Array;
  #more = (_place: number, _room: number): number => 0;
  #give = (_place: number, _length: number): void => undefined;
  #hide = (_slot: number, _y: number, _column: number, _before: number): void => undefined;

  constructor() {
    this.#kernel = instantiateJpeg({
      more: (place, room) => this.#more(place, room),
      give: (place, length) => this.#give(place, length),
      hide: (slot, y, column, before) => this.#hide(slot, y, column, before),
    });
    const { buffer } = this.#kernel.memory;
    this.#memory = new Uint8Array(buffer);
    this.#block = new Int16Array(buffer, this.#kernel.blockPlace(), 64);
    this.#spans = new Int32Array(buffer, this.#kernel.spansPlace());
    this.#words = new Int32Array(buffer, this.#kernel.wordsPlace(), 4 * 256);
  }

  reader(frame: Frame, scan: Scan): ReadUnits {
    const kernel = this.#kernel;
    this.#open(partsOf(frame, scan), WRITTEN_TABLES, 0);
    return (data, units) => {
      let at = 0;
      this.#more = (place, room) => {
        const part = data.subarray(at, at + room);
        this.#memory.set(part, place);
        at += part.length;
        return part.length;
      };
      kernel.beginData();
      for (let left = units; left > 0 && !kernel.isDamaged(); left -= MAX_UNITS) {
        kernel.row(Math.min(left, MAX_UNITS), 0, 0);
      }
      this.#more = () => 0;
      if (kernel.isDamaged()) return undefined;
      return { bytes: data.length - at + kernel.unreadBytes(), bits: kernel.unreadBits() };
    };
  }

  *copy(frame: Frame, scan: Scan, rect: UnitRect, rules: BlockRules): Portions<CodedScan> {
    const parts = partsOf(frame, scan);
    const units = scan.components.length === 1 ? parts[0]!.component.blocksAcross : frame.unitsAcross;
    const { restartInterval, entropy } = scan;
    const samples = samplesOfRow(frame);
    const data = yield* this.#run(
      { parts, units, restartInterval, data: [entropy] },
      WRITTEN_TABLES,
      rect,
      rules,
      samples,
    );
    const isStandard = parts.every(({ dc, ac }) => [dc, ac].every(isOfStandard));
    const tables = isStandard ? undefined : optimalTables(this.#times());
    if (!tables) return { data, tables: WRITTEN_TABLES };
    const again = parts.map((part) => ({
      ...part,
      dc: WRITTEN_TABLES[part.written * 2]!,
      ac: WRITTEN_TABLES[part.written * 2 + 1]!,
    }));
    const [rows, columns] = [rect.rows[1] - rect.rows[0], rect.columns[1] - rect.columns[0]];
    const all = { rows: [0, rows], columns: [0, columns] } as const;
    const source = { parts: again, units: columns, restartInterval: 0, data };
    return { data: yield* this.#run(source, tables, all, WHOLE, samples), tables };
  }

  /** How often each symbol was written, by table. */
  #times(): Uint32Array[] {
    const all = new Uint32Array(this.#memory.buffer, this.#kernel.countsPlace(), 4 * 256);
    return Array.from({ length: 4 }, (_, index) => all.slice(index * 256, (index + 1) * 256));
  }

  /** Each portion has the samples of a row of units. */
  *#run(
    { parts, units, restartInterval, data }: Source,
    tables: readonly HuffmanTable[],
    { rows, columns }: UnitRect,
    rules: BlockRules,
    samples: number,
  ): Portions<Uint8Array[]> {
    const kernel = this.#kernel;
    const pieces: Uint8Array[] = [];
    let [piece, at, row] = [0, 0, 0];
    this.#more = (place, room) => {
      let filled = 0;
      while (filled < room && piece < data.length) {
        const part = data[piece]!.subarray(at, at + room - filled);
        this.#memory.set(part, place + filled);
        filled += part.length;
        at += part.length;
        if (at < data[piece]!.length) break;
        [piece, at] = [piece + 1, 0];
      }
      return filled;
    };
    this.#give = (place, length) => pieces.push(this.#memory.slice(place, place + length));
    this.#hide = (slot, y, column, before) => {
      const { component, down } = parts[slot]!;
      rules.hide(this.#block, component, row * down + y, column, before);
    };
    this.#open(parts, tables, restartInterval);
    for (; row < rows[0]; row++) {
      kernel.row(units, 0, 0);
      yield samples;
    }
    for (; row < rows[1]; row++) {
      parts.forEach(({ component, down }, slot) => {
        for (let y = 0; y < down; y++) this.#keep(slot * MAX_DOWN + y, rules.whole(component, row * down + y));
      });
      kernel.row(units, ...columns);
      yield samples;
    }
    kernel.closeBlocks();
    this.#more = () => 0;
    this.#hide = () => undefined;
    this.#give = () => undefined;
    return pieces;
  }

  #open(parts: Source["parts"], tables: readonly HuffmanTable[], restartInterval: number): void {
    this.#kernel.begin(restartInterval);
    tables.forEach((table, index) => {
      this.#words.set(wordsOf(table), index * 256);
    });
    parts.forEach(({ across, down, dc, ac, written }, slot) => {
      for (const table of [dc, ac]) this.#openTable(table, slot, table === ac);
      this.#kernel.addComponent(across, down, written);
    });
  }

  #openTable({ counts, symbols }: HuffmanTable, slot: number, isAc: boolean): void {
    const place = this.#kernel.givenPlace();
    this.#memory.fill(0, place, place + 16 + 256);
    this.#memory.set(counts, place);
    this.#memory.set(symbols, place + 16);
    this.#kernel.openTable(slot, isAc);
  }

  #keep(index: number, [first, end]: readonly [number, number]): void {
    this.#spans[index * 2] = Math.min(first, BEYOND);
    this.#spans[index * 2 + 1] = Math.min(end, BEYOND);
  }
}

/** The blocks of a component by itself are not grouped, and those beyond the picture are not coded (§A.2.2). */
function partsOf(frame: Frame, { components, tables }: Scan): Source["parts"] {
  const isSingle = components.length === 1;
  return components.map(({ component, dc, ac }) => ({
    component,
    across: isSingle ? 1 : component.across,
    down: isSingle ? 1 : component.down,
    dc: tables.get(dc)!,
    ac: tables.get(ac)!,
    written: tablesOf(frame, component),
  }));
}

/** Everything stays as it is. */
const WHOLE: BlockRules = { whole: () => [0, BEYOND], hide: () => undefined };

function isOfStandard({ counts, symbols }: HuffmanTable): boolean {
  return WRITTEN_TABLES.some((table) => compare(table.counts, counts) === 0 && compare(table.symbols, symbols) === 0);
}
