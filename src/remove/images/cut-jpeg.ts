import { corrupt, ImageProblem } from "../../codecs/image-problem.ts";
import { BlockWriter } from "../../codecs/jpeg/block-writer.ts";
import { allCoefficients, Coefficients, comesInOrder, samplesOfRow, scanRows } from "../../codecs/jpeg/coefficients.ts";
import { BlockSamples, WAVES, wavesOf } from "../../codecs/jpeg/dct.ts";
import { EOI, jpegSegments, MARKER, SOI, segment } from "../../codecs/jpeg/jpeg-segments.ts";
import { optimalTables } from "../../codecs/jpeg/optimal-tables.ts";
import { type FrameComponent, type JpegPlan, planJpeg, quantizerOf, type Scan } from "../../codecs/jpeg/plan.ts";
import { eachBlock, scanGroups, scanHeader } from "../../codecs/jpeg/recode.ts";
import { scanPart } from "../../codecs/jpeg/scan-part.ts";
import { type HuffmanTable, huffmanSegment, WRITTEN_TABLES, ZIGZAG } from "../../codecs/jpeg/tables.ts";
import { jpegFacts } from "../../images/jpeg/jpeg-facts.ts";
import { atOnce, type Portions } from "../../meter/turns.ts";
import { joined } from "../../platform/bytes.ts";
import { colourFacts } from "../copy/strip.ts";
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
  /** The width and height of a unit in samples. */
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
  *#scan(
    components: readonly FrameComponent[],
    from: Coefficients,
    read: () => () => void = () => () => undefined,
  ): Portions<Uint8Array[]> {
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

/** A block of a JPEG that the edge cuts. */
class EdgeBlock {
  /** The samples [first, end) of each row that are visible; first ≥ end where none is. */
  readonly first = new Float64Array(8);
  readonly end = new Float64Array(8);
  /** How many rows and columns are the picture's. Beyond its edge its last samples are repeated. */
  rows = 8;
  columns = 8;
  readonly #samples = new BlockSamples();
  readonly #waves = new Float64Array(64);
  readonly #line = new Float64Array(8);
  readonly #missing = new Float64Array(64);
  readonly #weights = new Float64Array(64);
  /** By `first` × 9 + `end`. */
  readonly #spreads = new Map<number, Float64Array>();

  /** Makes invisible samples like the nearest visible ones, row by row, and then column by column. */
  flatten(block: Int16Array, quantizer: Float64Array): void {
    const { first, end } = this;
    const top = first.findIndex((from, y) => from < end[y]!);
    const bottom = 1 + first.findLastIndex((from, y) => from < end[y]!);
    for (let y = top; y < bottom; y++) {
      if (first[y] !== first[top] || end[y] !== end[top]) {
        this.#flattenSamples(block, quantizer);
        this.#quantize(block, quantizer);
        return;
      }
    }
    // A line's samples can be changed while the other direction stays in waves.
    const waves = this.#waves;
    for (let k = 0; k < 64; k++) waves[ZIGZAG[k]!] = block[k]! * quantizer[k]!;
    this.#spread(first[top]!, end[top]!, 1);
    this.#spread(top, bottom, 8);
    this.#quantize(block, quantizer);
  }

  /** Rounds the waves to steps of the quantizer. In a whole block that is closest, since no wave has any of another. */
  #quantize(block: Int16Array, quantizer: Float64Array): void {
    for (let k = 0; k < 64; k++) block[k] = Math.round(this.#waves[ZIGZAG[k]!]! / quantizer[k]!);
    if (this.rows < 8 || this.columns < 8) this.#comeCloser(block, quantizer);
  }

  /**
   * Rounds each coefficient once more, so that the samples of the picture come as close as they can to what they were.
   * Those beyond its edge only have to be like them.
   */
  #comeCloser(block: Int16Array, quantizer: Float64Array): void {
    const missing = this.#missing.fill(0);
    for (let k = 0; k < 64; k++) addWave(missing, k, this.#waves[ZIGZAG[k]!]! - block[k]! * quantizer[k]!);
    const weights = this.#weights;
    for (let i = 0; i < 64; i++) {
      const [y, x] = [i >> 3, i & 7];
      weights[i] = y < this.rows && x < this.columns ? 1 : BEYOND_WEIGHT;
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (let k = 0; k < 64; k++) {
        const steps = Math.round(shareOf(missing, k, weights) / quantizer[k]!);
        if (steps === 0) continue;
        block[k]! += steps;
        addWave(missing, k, -steps * quantizer[k]!);
      }
    }
  }

  /** Makes samples of all lines equal to the nearest one in [first, end). `step`: 1 for rows, 8 for columns. */
  #spread(first: number, end: number, step: 1 | 8): void {
    if (end - first === 8) return;
    const waves = this.#waves;
    const line = this.#line;
    const shares = this.#sharesOf(first, end);
    for (let index = 0; index < 8; index++) {
      const start = (index * 8) / step;
      for (let u = 0; u < 8; u++) line[u] = waves[start + u * step]!;
      for (let u = 0; u < 8; u++) {
        let sum = 0;
        for (let w = 0; w < 8; w++) sum += shares[u * 8 + w]! * line[w]!;
        waves[start + u * step] = sum;
      }
    }
  }

  /** How much of each wave of a line is in each wave of the new line. */
  #sharesOf(first: number, end: number): Float64Array {
    const key = first * 9 + end;
    const known = this.#spreads.get(key);
    if (known) return known;
    const shares = Float64Array.from({ length: 64 }, (_, i) => {
      let sum = 0;
      for (let x = 0; x < 8; x++) {
        const nearest = Math.min(Math.max(x, first), end - 1);
        sum += WAVES[(i & 56) + x]! * WAVES[(i & 7) * 8 + nearest]!;
      }
      return sum;
    });
    this.#spreads.set(key, shares);
    return shares;
  }

  #flattenSamples(block: Int16Array, quantizer: Float64Array): void {
    const samples = this.#samples.of(block, 0, quantizer);
    const isRowSeen = Array.from(this.first, (from, y) => from < this.end[y]!);
    for (let y = 0; y < 8; y++) {
      if (!isRowSeen[y]) continue;
      const [first, end] = [this.first[y]!, this.end[y]!];
      for (let x = 0; x < first; x++) samples[y * 8 + x] = samples[y * 8 + first]!;
      for (let x = end; x < 8; x++) samples[y * 8 + x] = samples[y * 8 + end - 1]!;
    }
    for (let y = 0; y < 8; y++) {
      if (isRowSeen[y]) continue;
      const nearest = nearestSeen(isRowSeen, y);
      for (let x = 0; x < 8; x++) samples[y * 8 + x] = samples[nearest * 8 + x]!;
    }
    wavesOf(samples, this.#waves);
  }
}

/** More rounds change little. */
const ROUNDS = 2;
/**
 * How much a sample beyond the edge of the picture counts beside one in it. Viewers mix the others when they enlarge.
 */
const BEYOND_WEIGHT = 0.01;

/** Adds this much of the wave of a coefficient to samples. */
function addWave(samples: Float64Array, k: number, amount: number): void {
  const [down, across] = [ZIGZAG[k]! & 56, (ZIGZAG[k]! & 7) * 8];
  for (let y = 0; y < 8; y++) {
    const high = WAVES[down + y]! * amount;
    for (let x = 0; x < 8; x++) samples[y * 8 + x]! += high * WAVES[across + x]!;
  }
}

/** How much of the wave of a coefficient comes closest to samples of these weights. */
function shareOf(samples: Float64Array, k: number, weights: Float64Array): number {
  const [down, across] = [ZIGZAG[k]! & 56, (ZIGZAG[k]! & 7) * 8];
  let [sum, all] = [0, 0];
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      const wave = WAVES[down + y]! * WAVES[across + x]!;
      const weighted = wave * weights[y * 8 + x]!;
      sum += weighted * samples[y * 8 + x]!;
      all += weighted * wave;
    }
  }
  return sum / all;
}

function nearestSeen(seen: readonly boolean[], row: number): number {
  for (let distance = 1; distance < 8; distance++) {
    if (seen[row - distance]) return row - distance;
    if (seen[row + distance]) return row + distance;
  }
  return row;
}
