import { allCoefficients, Coefficients, comesInOrder, scanRows } from "./coefficients.ts";
import { MARKER } from "./jpeg-segments.ts";
import type { Frame, FrameComponent, JpegPlan } from "./plan.ts";
import { codeWords, huffmanSegment, STANDARD_TABLES } from "./tables.ts";

const PIECE_BYTES = 64 * 1024;
/** A block at its longest, every byte stuffed. */
const BLOCK_BYTES = 64 * 8;
/** The largest values that baseline coding of 8-bit samples has codes for (ITU-T T.81 tables F.1 and F.2). */
const MOST_DC = 2047;
const MOST_AC = 1023;
/** Blocks that one unit of a scan may hold (§B.2.3). */
const MAX_UNIT_BLOCKS = 10;

interface Recoded {
  readonly data: Uint8Array[];
  /** The share of the picture for which there was data, from 0 to 1. */
  readonly share: number;
}

/**
 * Codes the same coefficients anew as a sequential Huffman scan: not a pixel changes. This is for arithmetic coding,
 * which few PDF viewers read, and for scans in an order that viewers understand differently.
 */
export function recodedFrame(plan: JpegPlan, width: number, height: number): Recoded {
  const { frame } = plan;
  const isWide = [...plan.quantizers.values()].some((table) => table[0]! >> 4 !== 0);
  const quantizers = [...plan.quantizers.values()].flatMap((table) => [segment(MARKER.DQT, table)]);
  const components = frame.components.flatMap(({ id, across, down, quantizer }) => [
    id,
    (across << 4) | down,
    quantizer,
  ]);
  const sizes = [height >> 8, height & 255, width >> 8, width & 255];
  const header = Uint8Array.of(8, ...sizes, frame.components.length, ...components);
  const start = segment(isWide ? MARKER.SOF1 : MARKER.SOF0, header);
  const { data, share } = scans(plan);
  return { data: [...quantizers, start, huffmanSegment(), ...data], share };
}

export function segment(marker: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 4);
  bytes.set([0xff, marker, (data.length + 2) >> 8, data.length + 2]);
  bytes.set(data, 4);
  return bytes;
}

function scans(plan: JpegPlan): Recoded {
  const { components } = plan.frame;
  if (comesInOrder(plan)) {
    const row = new Coefficients(plan.frame, 1);
    const reading = scanRows(plan.frame, plan.scans[0]!, row);
    const data = encodedScan(plan, components, row, () => {
      row.clear();
      reading.next();
    });
    return { data, share: reading.units / (reading.rows * reading.columns) };
  }
  const { coefficients, share } = allCoefficients(plan);
  return { data: scanGroups(components).flatMap((group) => encodedScan(plan, group, coefficients)), share };
}

/** The components of each scan: all in one, where a unit has room for them. */
export function scanGroups(components: readonly FrameComponent[]): (readonly FrameComponent[])[] {
  const blocks = components.reduce((sum, { across, down }) => sum + across * down, 0);
  return blocks <= MAX_UNIT_BLOCKS ? [components] : components.map((component) => [component]);
}

/** Begins a sequential scan whose tables are the standard's: luma's for the first component of the frame. */
export function scanHeader(frame: Frame, components: readonly FrameComponent[]): Uint8Array {
  const selectors = components.flatMap(({ id }) => [id, id === frame.components[0]!.id ? 0x00 : 0x11]);
  return segment(MARKER.SOS, Uint8Array.of(components.length, ...selectors, 0, 63, 0));
}

/** The blocks of a unit in their order. A scan of one component is coded block by block (§A.2). */
export function eachBlock(
  frame: Frame,
  components: readonly FrameComponent[],
  [row, column]: readonly [number, number],
  visit: (component: FrameComponent, slot: number, tables: number, at: readonly [row: number, column: number]) => void,
): void {
  const isSingle = components.length === 1;
  components.forEach((component, slot) => {
    const tables = component === frame.components[0] ? 0 : 1;
    const across = isSingle ? 1 : component.across;
    const down = isSingle ? 1 : component.down;
    for (let y = 0; y < down; y++) {
      for (let x = 0; x < across; x++) visit(component, slot, tables, [row * down + y, column * across + x]);
    }
  });
}

/** A scan of one component is coded row by row, a scan of several unit by unit (§A.2). */
function encodedScan(
  { frame }: JpegPlan,
  components: readonly FrameComponent[],
  from: Coefficients,
  beforeRow: () => void = () => undefined,
): Uint8Array[] {
  const out = new BlockWriter();
  const single = components.length === 1 ? components[0]! : undefined;
  const rows = single ? single.blocksDown : frame.unitsDown;
  const columns = single ? single.blocksAcross : frame.unitsAcross;
  for (let row = 0; row < rows; row++) {
    beforeRow();
    for (let column = 0; column < columns; column++) {
      eachBlock(frame, components, [row, column], (component, slot, tables, at) => {
        out.block(from.values(component), from.place(component, ...at), slot, tables);
      });
    }
  }
  return [scanHeader(frame, components), ...out.end()];
}

/** Codes by symbol, packed as code << 8 | bits: DC and AC of luma, then of chroma. */
const WORDS = [0x00, 0x10, 0x01, 0x11].map((id) => {
  const words = new Int32Array(256);
  for (const [symbol, word] of codeWords(STANDARD_TABLES.find((table) => table.id === id)!)) words[symbol] = word;
  return words;
});

/** §F.1.2: differences of DC, runs of zeros and values of AC. */
export class BlockWriter {
  readonly #pieces: Uint8Array[] = [];
  #piece = new Uint8Array(PIECE_BYTES);
  #used = 0;
  #buffer = 0;
  #held = 0;
  readonly #predictions = new Int32Array(4);

  /** The DC value to which the component's next block is a difference. */
  prediction(slot: number): number {
    return this.#predictions[slot]!;
  }

  block(coefficients: Int16Array, at: number, slot: number, tables: number): void {
    if (this.#used + BLOCK_BYTES > PIECE_BYTES) this.#turn();
    const dcWords = WORDS[tables * 2]!;
    const acWords = WORDS[tables * 2 + 1]!;
    const difference = within(coefficients[at]! - this.#predictions[slot]!, MOST_DC);
    this.#predictions[slot] = this.#predictions[slot]! + difference;
    this.#value(dcWords, 0, difference);
    let run = 0;
    for (let k = 1; k < 64; k++) {
      const value = coefficients[at + k]!;
      if (value === 0) {
        run++;
        continue;
      }
      for (; run > 15; run -= 16) this.#word(acWords[0xf0]!);
      this.#value(acWords, run << 4, within(value, MOST_AC));
      run = 0;
    }
    if (run > 0) this.#word(acWords[0]!);
  }

  /** The last byte is filled up with ones. */
  end(): Uint8Array[] {
    if (this.#held > 0) this.#put(0x7f, 7);
    this.#held = 0;
    this.#turn();
    return this.#pieces;
  }

  #turn(): void {
    this.#pieces.push(this.#piece.subarray(0, this.#used));
    this.#piece = new Uint8Array(PIECE_BYTES);
    this.#used = 0;
  }

  #value(words: Int32Array, run: number, value: number): void {
    const size = 32 - Math.clz32(Math.abs(value));
    this.#word(words[run | size]!);
    if (size > 0) this.#put((value < 0 ? value - 1 : value) & ((1 << size) - 1), size);
  }

  #word(word: number): void {
    this.#put(word >> 8, word & 255);
  }

  #put(value: number, bits: number): void {
    this.#buffer = (this.#buffer << bits) | value;
    this.#held += bits;
    while (this.#held >= 8) {
      this.#held -= 8;
      const byte = (this.#buffer >>> this.#held) & 0xff;
      this.#piece[this.#used++] = byte;
      if (byte === 0xff) this.#piece[this.#used++] = 0;
    }
    this.#buffer &= (1 << this.#held) - 1;
  }
}

function within(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}
