import { corrupt, ImageProblem } from "../../codecs/image-problem.ts";
import { BlockWriter } from "../../codecs/jpeg/block-writer.ts";
import { allCoefficients, Coefficients, comesInOrder, samplesOfRow, scanRows } from "../../codecs/jpeg/coefficients.ts";
import { EOI, jpegSegments, MARKER, SOI, segment } from "../../codecs/jpeg/jpeg-segments.ts";
import { optimalTables } from "../../codecs/jpeg/optimal-tables.ts";
import { type FrameComponent, type JpegPlan, planJpeg, quantizerOf, type Scan } from "../../codecs/jpeg/plan.ts";
import { eachBlock, scanGroups, scanHeader } from "../../codecs/jpeg/recode.ts";
import { scanPart } from "../../codecs/jpeg/scan-part.ts";
import { type HuffmanTable, huffmanSegment, WRITTEN_TABLES } from "../../codecs/jpeg/tables.ts";
import { jpegFacts } from "../../images/jpeg/jpeg-facts.ts";
import { atOnce, type Portions } from "../../meter/turns.ts";
import { joined } from "../../platform/bytes.ts";
import { colourFacts } from "../copy/strip.ts";
import { EdgeBlock } from "./edge-block.ts";
import type { SampleRect, Visible } from "./part-rows.ts";

/**
 * A part of a JPEG, cut between its blocks. Blocks inside keep their coefficients. In blocks on the edge, samples
 * outside become equal to the nearest sample inside. Blocks outside become flat. Undefined when the JPEG cannot be
 * read. Each portion has the samples of a row of units.
 */
export function* cutJpeg(
  bytes: Uint8Array,
  width: number,
  height: number,
  wanted: SampleRect,
  visible: Visible,
): Portions<{ rect: SampleRect; data: Uint8Array[] } | undefined> {
  try {
    const layout = jpegSegments(bytes);
    const facts = jpegFacts(layout);
    if (facts.width !== width || facts.height !== height) return undefined;
    const plan = planJpeg(layout.segments, facts.frame, width, height, bytes);
    const cut = new JpegCut(plan, width, height, wanted, visible);
    const described = layout.segments.flatMap((one) => {
      const facts = colourFacts(one);
      return facts ? [segment(one.marker, facts)] : [];
    });
    // One piece, since the data is read again as a whole. It is a copy, since the input may be freed.
    const data = joined([SOI, ...described, ...(yield* cut.write()), EOI]);
    return { rect: cut.rect, data: [data] };
  } catch (error) {
    if (error instanceof ImageProblem) return undefined;
    throw error;
  }
}

/** From where to where. */
type Span = readonly [number, number];

interface BlockRow {
  readonly row: number;
  /** Columns of the picture that a block is wide. */
  readonly width: number;
  /**
   * The visible columns in each of the block's eight rows of samples, and the columns that are visible in all of them.
   */
  readonly seen: readonly Span[];
  readonly whole: Span;
  /** Where there are holes: what is visible in each of the eight rows around them. */
  readonly around: readonly (readonly Span[])[] | undefined;
}

class JpegCut {
  readonly rect: SampleRect;
  readonly #plan: JpegPlan;
  readonly #width: number;
  readonly #height: number;
  readonly #visible: Visible;
  readonly #unitWidth: number;
  readonly #unitHeight: number;
  readonly #edge = new EdgeBlock();
  readonly #block = new Int16Array(64);
  /** For each component, the rows of blocks of the unit that was asked for last. */
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

  *write(): Portions<Uint8Array[]> {
    const { rect } = this;
    const plan = this.#plan;
    const { frame } = plan;
    const used = new Set(frame.components.map(({ quantizer }) => quantizer));
    if ([...used].some((id) => !plan.quantizers.has(id))) throw corrupt("The JPEG leaves out a component.");
    const quantizers = [...plan.quantizers].flatMap(([id, table]) => (used.has(id) ? [table] : []));
    const isWide = quantizers.some((table) => table[0]! >> 4 !== 0);
    const components = frame.components.flatMap(({ id, across, down, quantizer }) => [
      id,
      (across << 4) | down,
      quantizer,
    ]);
    const [w, h] = [rect.right - rect.left, rect.bottom - rect.top];
    const header = Uint8Array.of(8, h >> 8, h & 255, w >> 8, w & 255, frame.components.length, ...components);
    return [
      ...quantizers.map((table) => segment(MARKER.DQT, table)),
      segment(isWide ? MARKER.SOF1 : MARKER.SOF0, header),
      ...(yield* this.#scans()),
    ];
  }

  /** The scans, each behind its tables. */
  *#scans(): Portions<Uint8Array[]> {
    const plan = this.#plan;
    const { frame, scans } = plan;
    const { components } = frame;
    if (!comesInOrder(plan)) {
      const { coefficients } = allCoefficients(plan);
      return scanGroups(components).flatMap((group) => atOnce(this.#scan(group, coefficients)));
    }
    // The quick way copies the blocks of a row from one to another.
    if (this.#visible.isOne) return yield* this.#partOf(scans[0]!);
    const row = new Coefficients(frame, 1);
    return yield* this.#scan(components, row, () => {
      const reading = scanRows(frame, scans[0]!, row);
      return () => {
        row.clear();
        reading.next();
      };
    });
  }

  *#partOf(scan: Scan): Portions<Uint8Array[]> {
    const components = scan.components.map(({ component }) => component);
    const { data, tables } = yield* scanPart(this.#plan.frame, scan, this.#units(components), {
      whole: (component, row) => {
        const { whole, width } = this.#rowOf(component, row);
        return [Math.ceil(whole[0] / width), Math.floor(whole[1] / width)];
      },
      hide: (block, ...where) => this.#hide(block, ...where),
    });
    return [tablesSegment(tables), scanHeader(this.#plan.frame, components), ...data];
  }

  /**
   * A scan of one component is coded row by row, a scan of several unit by unit (§A.2). `read` begins to read rows of
   * those, where not all are in memory.
   */
  *#scan(components: readonly FrameComponent[], from: Coefficients, read: () => () => void = () => () => undefined) {
    const first = yield* this.#written(components, from, read(), WRITTEN_TABLES);
    const tables = optimalTables(first.times);
    const out = tables ? yield* this.#written(components, from, read(), tables) : first;
    return [tablesSegment(tables ?? WRITTEN_TABLES), scanHeader(this.#plan.frame, components), ...out.finish()];
  }

  *#written(
    components: readonly FrameComponent[],
    from: Coefficients,
    next: () => void,
    tables: readonly HuffmanTable[],
  ): Portions<BlockWriter> {
    const { frame } = this.#plan;
    const { rows, columns } = this.#units(components);
    const out = new BlockWriter(tables);
    const block = this.#block;
    for (let row = 0; row < rows[1]; row++) {
      next();
      yield samplesOfRow(frame);
      if (row < rows[0]) continue;
      for (let column = columns[0]; column < columns[1]; column++) {
        eachBlock(frame, components, [row, column], (component, slot, tables, at) => {
          const place = from.place(component, ...at);
          block.set(from.values(component).subarray(place, place + 64));
          if (!this.#isWhole(component, ...at)) this.#hide(block, component, ...at, out.prediction(slot));
          out.block(block, 0, slot, tables);
        });
      }
    }
    return out;
  }

  /** The units that stay. A scan of one component is coded in blocks, without those that begin beyond the picture. */
  #units(components: readonly FrameComponent[]): { rows: Span; columns: Span } {
    const { left, top, right, bottom } = this.rect;
    const { across, down } = components.length === 1 ? components[0]! : { across: 1, down: 1 };
    const [width, height] = [this.#unitWidth / across, this.#unitHeight / down];
    return {
      rows: [Math.floor(top / height), Math.ceil(bottom / height)],
      columns: [Math.floor(left / width), Math.ceil(right / width)],
    };
  }

  #isWhole(component: FrameComponent, row: number, column: number): boolean {
    const { whole, width, around } = this.#rowOf(component, row);
    if (around)
      return around.every((spans) => spans.some(([from, to]) => column * width >= from && (column + 1) * width <= to));
    return column * width >= whole[0] && (column + 1) * width <= whole[1];
  }

  /** Leaves in `block` what is visible of it. A block outside is as light as the one before it. */
  #hide(block: Int16Array, component: FrameComponent, row: number, column: number, before: number): void {
    const { seen: all, width, around } = this.#rowOf(component, row);
    const [left, step] = [column * width, width / 8];
    const seen = around?.map((spans) => widest(spans, left, left + width)) ?? all;
    const edge = this.#edge;
    let isSeen = false;
    // A sample of colour may stand for several columns: around holes it goes with any of them.
    const slack = around ? 1 - 1 / step : 0;
    for (let y = 0; y < 8; y++) {
      edge.first[y] = Math.max(0, Math.floor((seen[y]![0] - left) / step + slack));
      edge.end[y] = Math.min(8, Math.ceil((seen[y]![1] - left) / step - slack));
      isSeen ||= edge.first[y]! < edge.end[y]!;
    }
    if (isSeen) {
      const height = this.#unitHeight / component.down / 8;
      edge.rows = this.#height / height - row * 8;
      edge.columns = (this.#width - left) / step;
      edge.flatten(block, this.#tableOf(component.quantizer));
      return;
    }
    block.fill(0);
    block[0] = before;
  }

  /** What is visible in a row of a component's blocks. It is kept, since each of the blocks asks for it. */
  #rowOf(component: FrameComponent, row: number): BlockRow {
    const rows = this.#rows.get(component) ?? [];
    const known = rows[row % component.down];
    if (known?.row === row) return known;
    const width = this.#unitWidth / component.across;
    const height = this.#unitHeight / component.down / 8;
    const seen = Array.from({ length: 8 }, (_, y) => this.#seenColumns((row * 8 + y) * height, height));
    const around = this.#visible.isOne ? undefined : seen.map((_, y) => this.#spansOf((row * 8 + y) * height, height));
    const whole: Span = [Math.max(...seen.map(([first]) => first)), Math.min(...seen.map(([, end]) => end))];
    const found = { row, width, seen, whole, around };
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

  /** What is visible around the holes in all rows of the picture that a row of a block stands for. */
  #spansOf(y: number, height: number): Span[] {
    let spans: Span[] = [[0, Number.POSITIVE_INFINITY]];
    for (let row = Math.floor(y); row < y + height; row++) {
      const own = this.#visible.spans(Math.min(row, this.#height - 1), this.#width, this.#height);
      spans = spans.flatMap(([from, to]) =>
        own
          .map(([first, end]): Span => [Math.max(first, from), Math.min(end >= this.#width ? to : end, to)])
          .filter(([first, end]) => first < end),
      );
    }
    return spans;
  }

  #tableOf(quantizer: number): Float64Array {
    const known = this.#tables.get(quantizer);
    if (known) return known;
    const table = quantizerOf(this.#plan, quantizer);
    this.#tables.set(quantizer, table);
    return table;
  }
}

/** The widest of the spans between two columns; an empty one where there is none. */
function widest(spans: readonly Span[], left: number, right: number): Span {
  let best: Span = [left, left];
  for (const [from, to] of spans) {
    const [first, end] = [Math.max(from, left), Math.min(to, right)];
    if (end - first > best[1] - best[0]) best = [first, end];
  }
  return best;
}

/** Tables without codes are not used. */
function tablesSegment(tables: readonly HuffmanTable[]): Uint8Array {
  return huffmanSegment(tables.filter(({ symbols }) => symbols.length > 0));
}
