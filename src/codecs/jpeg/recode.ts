import type { Portions } from "../../meter/turns.ts";
import { BlockWriter } from "./block-writer.ts";
import { BLOCK_SAMPLES, Coefficients, comesInOrder, readCoefficients, scanRows } from "./coefficients.ts";
import { MARKER, segment } from "./jpeg-segments.ts";
import type { Frame, FrameComponent, JpegPlan } from "./plan.ts";
import { huffmanSegment } from "./tables.ts";

/** Blocks that one unit of a scan may hold (§B.2.3). */
const MAX_UNIT_BLOCKS = 10;

export interface Recoded {
  readonly data: Uint8Array[];
  /** The share of the picture for which there was data, from 0 to 1. */
  readonly share: number;
}

/**
 * Codes the same coefficients again as a sequential Huffman scan: not a pixel changes. This is for scans in an
 * order that viewers understand differently, and for a part of the components. `kept`: some of the
 * components, which are sampled as finely as the frame is, or one of those.
 */
export function* recodedFrame(
  plan: JpegPlan,
  width: number,
  height: number,
  kept: readonly FrameComponent[] = plan.frame.components,
): Portions<Recoded> {
  const { data, share } = yield* scans(plan, kept);
  return { data: [...headers(plan, width, height, kept), ...data], share };
}

/** What comes before the scans of a sequential picture. */
export function headers(
  plan: JpegPlan,
  width: number,
  height: number,
  kept: readonly FrameComponent[] = plan.frame.components,
): Uint8Array[] {
  const isWide = [...plan.quantizers.values()].some((table) => table[0]! >> 4 !== 0);
  const quantizers = [...plan.quantizers.values()].flatMap((table) => [segment(MARKER.DQT, table)]);
  const isPart = kept.length < plan.frame.components.length;
  const components = kept.flatMap(({ id, across, down, quantizer }) => [
    id,
    isPart && kept.length === 1 ? 0x11 : (across << 4) | down,
    quantizer,
  ]);
  const sizes = [height >> 8, height & 255, width >> 8, width & 255];
  const header = Uint8Array.of(8, ...sizes, kept.length, ...components);
  const start = segment(isWide ? MARKER.SOF1 : MARKER.SOF0, header);
  return [...quantizers, start, huffmanSegment()];
}

function* scans(plan: JpegPlan, components: readonly FrameComponent[]): Portions<Recoded> {
  // A component by itself is coded in rows of blocks, and those of a unit are read together.
  const isRowByRow = components.length === plan.frame.components.length || components.every(({ down }) => down === 1);
  if (comesInOrder(plan) && (isRowByRow || components.length > 1)) {
    const row = new Coefficients(plan.frame, 1);
    const reading = scanRows(plan.frame, plan.scans[0]!, row);
    const data = yield* encodedScan(plan, components, row, () => {
      row.clear();
      reading.next();
    });
    return { data, share: reading.units / (reading.rows * reading.columns) };
  }
  const { coefficients, share } = yield* readCoefficients(plan);
  const data: Uint8Array[][] = [];
  for (const group of scanGroups(components)) data.push(yield* encodedScan(plan, group, coefficients));
  return { data: data.flat(), share };
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

/** The standard's tables for luma, or those for chroma. */
export function tablesOf(frame: Frame, component: FrameComponent): number {
  return component === frame.components[0] ? 0 : 1;
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
    const tables = tablesOf(frame, component);
    const across = isSingle ? 1 : component.across;
    const down = isSingle ? 1 : component.down;
    for (let y = 0; y < down; y++) {
      for (let x = 0; x < across; x++) visit(component, slot, tables, [row * down + y, column * across + x]);
    }
  });
}

/** A scan of one component is coded row by row, a scan of several unit by unit (§A.2). */
export function* encodedScan(
  { frame }: JpegPlan,
  components: readonly FrameComponent[],
  from: Coefficients,
  beforeRow: () => void = () => undefined,
): Portions<Uint8Array[]> {
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
    yield columns * components.length * BLOCK_SAMPLES;
  }
  return [scanHeader(frame, components), ...out.finish()];
}
