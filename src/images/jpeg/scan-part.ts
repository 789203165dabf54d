import { instantiateJpeg, type JpegKernel } from "../../../wasm/jpeg.ts";
import { WORDS } from "./block-writer.ts";
import type { Frame, FrameComponent, Scan } from "./plan.ts";
import { tablesOf } from "./recode.ts";

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

/** Rows of blocks that a unit may have. */
const MOST_DOWN = 4;
/** More columns than any picture has. */
const BEYOND = 1 << 16;

let idle: Copier | undefined;

/**
 * Codes a part of a sequential Huffman scan of all components anew, with the standard's tables. Blocks that stay as
 * they are go from one coding to the other in WebAssembly: JavaScript takes more than twice as long.
 */
export function scanPart(frame: Frame, scan: Scan, rect: UnitRect, rules: BlockRules): Uint8Array[] {
  const copier = idle ?? new Copier();
  idle = undefined;
  const pieces = copier.copy(frame, scan, rect, rules);
  idle = copier;
  return pieces;
}

class Copier {
  readonly #kernel: JpegKernel;
  readonly #memory: Uint8Array;
  readonly #block: Int16Array;
  readonly #spans: Int32Array;
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
    const words = new Int32Array(buffer, this.#kernel.wordsPlace());
    WORDS.forEach((codes, index) => {
      words.set(codes, index * 256);
    });
  }

  copy(frame: Frame, scan: Scan, { rows, columns }: UnitRect, rules: BlockRules): Uint8Array[] {
    const kernel = this.#kernel;
    const isSingle = scan.components.length === 1;
    // The blocks of a component by itself are not grouped, and those beyond the picture are not coded (§A.2.2).
    const parts = scan.components.map(({ component }) => ({ component, down: isSingle ? 1 : component.down }));
    const units = isSingle ? parts[0]!.component.blocksAcross : frame.unitsAcross;
    const pieces: Uint8Array[] = [];
    let at = 0;
    let row = 0;
    this.#more = (place, room) => {
      const part = scan.entropy.subarray(at, at + room);
      this.#memory.set(part, place);
      at += part.length;
      return part.length;
    };
    this.#give = (place, length) => pieces.push(this.#memory.slice(place, place + length));
    this.#hide = (slot, y, column, before) => {
      const { component, down } = parts[slot]!;
      rules.hide(this.#block, component, row * down + y, column, before);
    };
    this.#open(frame, scan, isSingle);
    for (; row < rows[0]; row++) kernel.row(units, 0, 0);
    for (; row < rows[1]; row++) {
      parts.forEach(({ component, down }, slot) => {
        for (let y = 0; y < down; y++) this.#keep(slot * MOST_DOWN + y, rules.whole(component, row * down + y));
      });
      kernel.row(units, ...columns);
    }
    kernel.closeBlocks();
    this.#more = () => 0;
    this.#hide = () => undefined;
    this.#give = () => undefined;
    return pieces;
  }

  #open(frame: Frame, scan: Scan, isSingle: boolean): void {
    const kernel = this.#kernel;
    kernel.begin(scan.restartInterval);
    scan.components.forEach(({ component, dc, ac }, slot) => {
      const { across, down } = isSingle ? { across: 1, down: 1 } : component;
      for (const id of [dc, ac]) {
        const { counts, symbols } = scan.tables.get(id)!;
        this.#memory.fill(0, kernel.givenPlace(), kernel.givenPlace() + 16 + 256);
        this.#memory.set(counts, kernel.givenPlace());
        this.#memory.set(symbols, kernel.givenPlace() + 16);
        kernel.openTable(slot, id === ac);
      }
      kernel.addComponent(across, down, tablesOf(frame, component));
    });
  }

  #keep(index: number, [first, end]: readonly [number, number]): void {
    this.#spans[index * 2] = Math.min(first, BEYOND);
    this.#spans[index * 2 + 1] = Math.min(end, BEYOND);
  }
}
