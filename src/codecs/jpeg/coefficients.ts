import { atOnce, type Portions } from "../../meter/turns.ts";
import { IMAGE_CAPS } from "../caps.ts";
import { tooLarge } from "../image-problem.ts";
import { type BlockDecoder, huffmanDecoder } from "./huffman.ts";
import type { Frame, FrameComponent, JpegPlan, Scan } from "./plan.ts";

export const BLOCK_SAMPLES = 64;

/** The coefficients of all blocks, or of one row of units at a time, in the order in which blocks are coded. */
export class Coefficients {
  readonly #planes = new Map<FrameComponent, { values: Int16Array; stride: number; rows: number }>();

  constructor(frame: Frame, unitRows: number) {
    for (const component of frame.components) {
      const stride = frame.unitsAcross * component.across;
      const rows = unitRows * component.down;
      this.#planes.set(component, { values: new Int16Array(stride * rows * 64), stride, rows });
    }
  }

  values(component: FrameComponent): Int16Array {
    return this.#planes.get(component)!.values;
  }

  /** Where a block's coefficients begin, by its place in the picture. */
  place(component: FrameComponent, row: number, column: number): number {
    const { stride, rows } = this.#planes.get(component)!;
    return ((row % rows) * stride + column) * 64;
  }

  clear(): void {
    for (const { values } of this.#planes.values()) values.fill(0);
  }
}

/** Bytes that the coefficients of the whole picture take. */
export function coefficientBytes(frame: Frame): number {
  return frame.unitsDown * samplesOfRow(frame) * 2;
}

export function samplesOfRow({ components, unitsAcross }: Frame): number {
  const blocks = components.reduce((sum, { across, down }) => sum + across * down, 0);
  return unitsAcross * blocks * BLOCK_SAMPLES;
}

/** Whether the coefficients come in the order of a sequential scan of all components. */
export function comesInOrder({ frame, scans }: JpegPlan): boolean {
  return !frame.progressive && scans.length === 1 && scans[0]!.components.length === frame.components.length;
}

interface ScanRows {
  readonly rows: number;
  readonly columns: number;
  readonly units: number;
  next(): boolean;
}

/** The units of a scan, and what decodes the next one to its place. */
export function scanUnits(
  frame: Frame,
  { components }: Scan,
  into: Coefficients,
  decoder: BlockDecoder,
): Pick<ScanRows, "rows" | "columns"> & { read(row: number, column: number): void } {
  const parts = components.map(({ component }) => ({ component, values: into.values(component) }));
  const single = parts.length === 1 ? parts[0]!.component : undefined;
  return {
    // The blocks of a component by itself are not grouped, and those beyond the picture are not coded (§A.2.2).
    rows: single ? single.blocksDown : frame.unitsDown,
    columns: single ? single.blocksAcross : frame.unitsAcross,
    read(row, column) {
      for (let slot = 0; slot < parts.length; slot++) {
        const { component, values } = parts[slot]!;
        const across = single ? 1 : component.across;
        const down = single ? 1 : component.down;
        for (let y = 0; y < down; y++) {
          for (let x = 0; x < across; x++) {
            decoder.block(values, into.place(component, row * down + y, column * across + x), slot);
          }
        }
      }
    },
  };
}

/** Decodes a scan unit by unit, a row of them at each call; false once its data has ended. */
export function scanRows(frame: Frame, scan: Scan, into: Coefficients): ScanRows {
  const decoder = huffmanDecoder(scan);
  const { rows, columns, read } = scanUnits(frame, scan, into, decoder);
  let row = 0;
  let left = scan.restartInterval;
  let ended = false;
  let units = 0;
  return {
    rows,
    columns,
    get units() {
      return units;
    },
    next() {
      for (let column = 0; column < columns && !ended; column++) {
        if (scan.restartInterval > 0 && left-- === 0) {
          ended = !decoder.restart();
          left = scan.restartInterval - 1;
        }
        // After damage the rest of an interval stays gray, as in other decoders.
        if (!ended && !decoder.spent) {
          read(row, column);
          if (!decoder.spent) units++;
        }
        if (decoder.spent && scan.restartInterval === 0) ended = true;
      }
      row++;
      return !ended;
    },
  };
}

/**
 * Decodes all scans of a file whose coefficients come in parts. Returns for which share of their units, from 0 to 1,
 * there was data. They take much memory: while they are there, the thread is not given to others who would take it too.
 */
export function allCoefficients(plan: JpegPlan): AllCoefficients {
  return atOnce(readCoefficients(plan));
}

interface AllCoefficients {
  readonly coefficients: Coefficients;
  readonly share: number;
}

export function* readCoefficients({ frame, scans }: JpegPlan): Portions<AllCoefficients> {
  const bytes = coefficientBytes(frame);
  if (bytes > IMAGE_CAPS.fullFrameBytes) {
    throw tooLarge(
      `The JPEG's coefficients take ${bytes} bytes at once, of which ${IMAGE_CAPS.fullFrameBytes} are held; save it as baseline JPEG.`,
    );
  }
  const into = new Coefficients(frame, frame.unitsDown);
  let units = 0;
  let wanted = 0;
  for (const scan of scans) {
    const reading = scanRows(frame, scan, into);
    yield* rowsOf(reading, scan);
    units += reading.units;
    wanted += reading.rows * reading.columns;
  }
  return { coefficients: into, share: units / wanted };
}

/** For which share of a scan, from 0 to 1, there is data. Its coefficients are not kept. */
export function* shareOfScan(frame: Frame, scan: Scan): Portions<number> {
  const reading = scanRows(frame, scan, new Coefficients(frame, 1));
  yield* rowsOf(reading, scan);
  return reading.units / (reading.rows * reading.columns);
}

function* rowsOf(reading: ScanRows, { components }: Scan): Portions<void> {
  const blocks =
    components.length === 1 ? 1 : components.reduce((sum, { component: { across, down } }) => sum + across * down, 0);
  for (let row = 0; row < reading.rows && reading.next(); row++) yield reading.columns * blocks * BLOCK_SAMPLES;
}
