import { ImageProblem } from "../../../images/image.ts";
import { BlockWriter } from "../../../images/jpeg/block-writer.ts";
import { allCoefficients, type Coefficients, comesInOrder, scanBlocks } from "../../../images/jpeg/coefficients.ts";
import { isAdobe, isJfif, jpegFacts } from "../../../images/jpeg/jpeg-facts.ts";
import { EOI, jpegSegments, MARKER, type Segment } from "../../../images/jpeg/jpeg-segments.ts";
import { type FrameComponent, type JpegPlan, planJpeg, type Scan } from "../../../images/jpeg/plan.ts";
import { eachBlock, scanGroups, scanHeader, segment, tablesOf } from "../../../images/jpeg/recode.ts";
import { huffmanSegment } from "../../../images/jpeg/tables.ts";
import { BlockSamples, blockCoefficients, ZIGZAG } from "../../content/images/dct.ts";
import type { SampleRect, Visible } from "./visible.ts";

/**
 * A part of a JPEG, cut between its blocks. Blocks inside keep their coefficients. In blocks on the edge, samples
 * outside become equal to the nearest sample inside. Blocks outside become flat. Undefined when the JPEG cannot be
 * read.
 */
export function cutJpeg(
  bytes: Uint8Array,
  width: number,
  height: number,
  wanted: SampleRect,
  visible: Visible,
): { rect: SampleRect; data: Uint8Array[] } | undefined {
  try {
    const layout = jpegSegments(bytes);
    const facts = jpegFacts(layout);
    if (facts.width !== width || facts.height !== height) return undefined;
    const plan = planJpeg(layout.segments, facts.frame, width, height, bytes);
    const cut = new JpegCut(plan, width, height, wanted, visible);
    const described = layout.segments.flatMap((one) => description(bytes, one));
    // One piece, and no part of what was given, which may be freed: the data is read again as a whole.
    const data = Buffer.concat([Uint8Array.of(0xff, MARKER.SOI), ...described, ...cut.write(), EOI]);
    return { rect: cut.rect, data: [data] };
  } catch (error) {
    if (error instanceof ImageProblem) return undefined;
    throw error;
  }
}

/** The segments that tell the meaning of the colours. */
function description(bytes: Uint8Array, one: Segment): Uint8Array[] {
  if (isAdobe(one)) return [bytes.subarray(one.start, one.end)];
  if (!isJfif(one)) return [];
  const short = new Uint8Array(18);
  short.set(bytes.subarray(one.start, one.start + 16));
  short.set([0, 16], 2);
  return [short];
}

/** From where to where. */
type Span = readonly [number, number];

interface BlockRow {
  readonly row: number;
  /** Columns of the picture that a block is wide. */
  readonly width: number;
  /** For each of its eight rows of samples the picture's columns that show, and those that show in all of them. */
  readonly seen: readonly Span[];
  readonly whole: Span;
}

class JpegCut {
  readonly rect: SampleRect;
  readonly #plan: JpegPlan;
  readonly #width: number;
  readonly #height: number;
  readonly #visible: Visible;
  /** The width and height of a unit in samples. */
  readonly #unitWidth: number;
  readonly #unitHeight: number;
  readonly #samples = new BlockSamples();
  readonly #block = new Int16Array(64);
  /** Of each component the rows of blocks of the unit that was asked for last. */
  readonly #rows = new Map<FrameComponent, BlockRow[]>();
  readonly #tables = new Map<number, Float64Array>();

  constructor(plan: JpegPlan, width: number, height: number, wanted: SampleRect, visible: Visible) {
    this.#plan = plan;
    this.#width = width;
    this.#height = height;
    this.#visible = visible;
    const { components } = plan.frame;
    this.#unitWidth = 8 * Math.max(...components.map(({ across }) => across));
    this.#unitHeight = 8 * Math.max(...components.map(({ down }) => down));
    this.rect = {
      ...wanted,
      left: wanted.left - (wanted.left % this.#unitWidth),
      top: wanted.top - (wanted.top % this.#unitHeight),
    };
  }

  write(): Uint8Array[] {
    const { rect } = this;
    const plan = this.#plan;
    const { frame, quantizers } = plan;
    const isWide = [...quantizers.values()].some((table) => table[0]! >> 4 !== 0);
    const components = frame.components.flatMap(({ id, across, down, quantizer }) => [
      id,
      (across << 4) | down,
      quantizer,
    ]);
    const [w, h] = [rect.right - rect.left, rect.bottom - rect.top];
    const header = Uint8Array.of(8, h >> 8, h & 255, w >> 8, w & 255, frame.components.length, ...components);
    return [
      ...[...quantizers.values()].map((table) => segment(MARKER.DQT, table)),
      segment(isWide ? MARKER.SOF1 : MARKER.SOF0, header),
      huffmanSegment(),
      ...this.#scans(),
    ];
  }

  #scans(): Uint8Array[] {
    const plan = this.#plan;
    const { components } = plan.frame;
    if (comesInOrder(plan)) return this.#scanInOrder(plan.scans[0]!);
    const { coefficients } = allCoefficients(plan);
    return scanGroups(components).flatMap((group) => this.#scan(group, coefficients));
  }

  /** Blocks that stay as they are go from one coding to the other, and none is kept. */
  #scanInOrder(scan: Scan): Uint8Array[] {
    const { frame } = this.#plan;
    const { rect } = this;
    const components = scan.components.map(({ component }) => component);
    const out = new BlockWriter();
    const block = this.#block;
    // A scan of one component is coded in blocks (§A.2.2).
    const isSingle = components.length === 1;
    const stepX = isSingle ? this.#unitWidth / components[0]!.across : this.#unitWidth;
    const stepY = isSingle ? this.#unitHeight / components[0]!.down : this.#unitHeight;
    const [first, last] = [Math.floor(rect.top / stepY), Math.ceil(rect.bottom / stepY)];
    const [left, right] = [Math.floor(rect.left / stepX), Math.ceil(rect.right / stepX)];
    const reading = scanBlocks(frame, scan, (decoder, component, slot, row, column) => {
      const across = isSingle ? 1 : component.across;
      const down = isSingle ? 1 : component.down;
      const isIn = row >= first * down && column >= left * across && column < right * across;
      const isWhole = isIn && this.#isWhole(component, row, column);
      if (decoder?.pass && (isWhole || !isIn)) {
        decoder.pass(slot, isIn ? out : undefined, tablesOf(frame, component));
        return;
      }
      block.fill(0);
      decoder?.block(block, 0, slot);
      if (!isIn) return;
      if (!isWhole) this.#hide(component, row, column, out.prediction(slot));
      out.block(block, 0, slot, tablesOf(frame, component));
    });
    for (let row = 0; row < last; row++) reading.next();
    return [scanHeader(frame, components), ...out.finish()];
  }

  /** A scan of one component is coded row by row, a scan of several unit by unit (§A.2). */
  #scan(components: readonly FrameComponent[], from: Coefficients): Uint8Array[] {
    const { frame } = this.#plan;
    const { rect } = this;
    const unitWidth = this.#unitWidth;
    const unitHeight = this.#unitHeight;
    const out = new BlockWriter();
    const single = components.length === 1 ? components[0]! : undefined;
    // A scan of one component is coded in blocks, without those that begin beyond the picture.
    const stepX = single ? unitWidth / single.across : unitWidth;
    const stepY = single ? unitHeight / single.down : unitHeight;
    const first = Math.floor(rect.top / stepY);
    const last = Math.ceil(rect.bottom / stepY);
    const firstColumn = Math.floor(rect.left / stepX);
    const lastColumn = Math.ceil(rect.right / stepX);
    for (let row = first; row < last; row++) {
      for (let column = firstColumn; column < lastColumn; column++) {
        eachBlock(frame, components, [row, column], (component, slot, tables, at) => {
          const place = from.place(component, ...at);
          this.#block.set(from.values(component).subarray(place, place + 64));
          if (!this.#isWhole(component, ...at)) this.#hide(component, ...at, out.prediction(slot));
          out.block(this.#block, 0, slot, tables);
        });
      }
    }
    return [scanHeader(frame, components), ...out.finish()];
  }

  #isWhole(component: FrameComponent, row: number, column: number): boolean {
    const { whole, width } = this.#rowOf(component, row);
    return column * width >= whole[0] && (column + 1) * width <= whole[1];
  }

  /** Leaves in `block` what is visible of it. A block outside is as light as the one before it. */
  #hide(component: FrameComponent, row: number, column: number, before: number): void {
    const block = this.#block;
    const { seen, width } = this.#rowOf(component, row);
    const [left, step] = [column * width, width / 8];
    const spans = seen.map(([first, end]): Span => [(first - left) / step, (end - left) / step]);
    if (!spans.some(isIn)) {
      block.fill(0);
      block[0] = before;
      return;
    }
    this.#flatten(component, spans);
  }

  /** What shows in a row of a component's blocks; it is asked for with each of them. */
  #rowOf(component: FrameComponent, row: number): BlockRow {
    const rows = this.#rows.get(component) ?? [];
    const known = rows[row % component.down];
    if (known?.row === row) return known;
    const width = this.#unitWidth / component.across;
    const height = this.#unitHeight / component.down / 8;
    const seen = Array.from({ length: 8 }, (_, y) => this.#seenColumns((row * 8 + y) * height, height));
    const whole: Span = [Math.max(...seen.map(([first]) => first)), Math.min(...seen.map(([, end]) => end))];
    const found = { row, width, seen, whole };
    rows[row % component.down] = found;
    this.#rows.set(component, rows);
    return found;
  }

  /**
   * The visible columns of the picture in a row of blocks `height` high. Beyond the picture's edge its last samples are
   * repeated.
   */
  #seenColumns(y: number, height: number): Span {
    let [first, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let row = Math.floor(y); row < y + height; row++) {
      const [from, to] = this.#visible.columns(Math.min(row, this.#height - 1), this.#width, this.#height);
      if (from >= to) continue;
      first = Math.min(first, from);
      end = Math.max(end, to);
    }
    return [first, end >= this.#width ? Number.POSITIVE_INFINITY : end];
  }

  /** Makes invisible samples equal to the nearest visible ones, row by row, and then column by column. */
  #flatten({ quantizer }: FrameComponent, spans: readonly Span[]): void {
    const block = this.#block;
    const table = this.#tableOf(quantizer);
    const samples = this.#samples.of(block, 0, table);
    const isRowSeen = spans.map(isIn);
    for (let y = 0; y < 8; y++) {
      if (!isRowSeen[y]) continue;
      const [first, end] = [Math.max(0, Math.floor(spans[y]![0])), Math.min(8, Math.ceil(spans[y]![1]))];
      for (let x = 0; x < first; x++) samples[y * 8 + x] = samples[y * 8 + first]!;
      for (let x = end; x < 8; x++) samples[y * 8 + x] = samples[y * 8 + end - 1]!;
    }
    for (let y = 0; y < 8; y++) {
      if (isRowSeen[y]) continue;
      const nearest = nearestSeen(isRowSeen, y);
      for (let x = 0; x < 8; x++) samples[y * 8 + x] = samples[nearest * 8 + x]!;
    }
    blockCoefficients(samples, table, block);
  }

  #tableOf(quantizer: number): Float64Array {
    const known = this.#tables.get(quantizer);
    if (known) return known;
    const table = quantizerOf(this.#plan.quantizers.get(quantizer)!);
    this.#tables.set(quantizer, table);
    return table;
  }
}

/** Whether columns of a block are among those from the first to the second. */
function isIn([first, end]: Span): boolean {
  return first < 8 && end > 0 && first < end;
}

function nearestSeen(seen: readonly boolean[], row: number): number {
  for (let distance = 1; distance < 8; distance++) {
    if (seen[row - distance]) return row - distance;
    if (seen[row + distance]) return row + distance;
  }
  return row;
}

/** A DQT entry's values, in the order in which coefficients are coded: bytes, or two bytes each. */
function quantizerOf(entry: Uint8Array): Float64Array {
  const isWide = entry[0]! >> 4 !== 0;
  return Float64Array.from(ZIGZAG, (_, k) => (isWide ? entry[1 + 2 * k]! * 256 + entry[2 + 2 * k]! : entry[1 + k]!));
}
