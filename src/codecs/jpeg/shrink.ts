import type { Portions } from "../../meter/turns.ts";
import { Coefficients, comesInOrder, readCoefficients, samplesOfRow, scanRows } from "./coefficients.ts";
import { BlockSamples, wavesOf } from "./dct.ts";
import { type FrameComponent, frameOf, type JpegPlan, quantizerOf } from "./plan.ts";
import { encodedScan, headers, type Recoded, scanGroups } from "./recode.ts";
import { ZIGZAG } from "./tables.ts";

/** How many times smaller a picture becomes in each direction. */
export type Shrinking = 1 | 2 | 4 | 8;

/**
 * A smaller picture of the same sampling, under the quantizers of `target`. Its blocks are made of the file's own: each
 * of its samples is the mean of a square of samples, so a picture need not be in memory as a whole.
 */
export function* shrunkFrame(
  plan: JpegPlan,
  target: JpegPlan,
  { width, height, times }: { readonly width: number; readonly height: number; readonly times: Shrinking },
): Portions<Recoded> {
  const frame = frameOf(plan.frame.marker, plan.frame.components, width, height);
  const small: JpegPlan = { ...target, frame };
  const into = new Coefficients(frame, frame.unitsDown);
  const source = yield* sourceOf(plan, times);
  for (const [i, component] of frame.components.entries()) source.add(plan.frame.components[i]!, component, target);
  for (let row = 0; row < frame.unitsDown; row++) {
    source.advance(row);
    for (const component of frame.components) {
      for (let y = 0; y < component.down; y++) source.fill(component, row * component.down + y, into);
    }
    yield 3 * samplesOfRow(plan.frame) * times;
  }
  const scans: Uint8Array[][] = [];
  for (const group of scanGroups(frame.components)) scans.push(yield* encodedScan(small, group, into));
  return { data: [...headers(small, width, height), ...scans.flat()], share: source.share };
}

/** The file's blocks: as many rows of units as make one of the smaller picture's, or all where they come in parts. */
function* sourceOf(plan: JpegPlan, times: Shrinking): Portions<Source> {
  if (!comesInOrder(plan)) {
    const { coefficients, share } = yield* readCoefficients(plan);
    return new Source(
      plan,
      times,
      coefficients,
      () => undefined,
      () => share,
    );
  }
  const { frame, scans } = plan;
  const rows = new Coefficients(frame, times);
  const reading = scanRows(frame, scans[0]!, rows);
  const isSingle = frame.components.length === 1;
  // A component by itself is coded in rows of blocks.
  const each = times * (isSingle ? frame.components[0]!.down : 1);
  let read = 0;
  const next = (): void => {
    rows.clear();
    for (let i = 0; i < each && read < reading.rows; i++, read++) reading.next();
  };
  return new Source(plan, times, rows, next, () => reading.units / (reading.rows * reading.columns));
}

class Source {
  readonly advance: (row: number) => void;
  readonly #plan: JpegPlan;
  readonly #times: Shrinking;
  readonly #from: Coefficients;
  readonly #share: () => number;
  readonly #parts = new Map<
    FrameComponent,
    { component: FrameComponent; quantizer: Float64Array; into: Float64Array }
  >();
  readonly #block = new BlockSamples();
  readonly #samples = new Float64Array(64);
  readonly #waves = new Float64Array(64);

  constructor(
    plan: JpegPlan,
    times: Shrinking,
    from: Coefficients,
    advance: (row: number) => void,
    share: () => number,
  ) {
    this.#plan = plan;
    this.#times = times;
    this.#from = from;
    this.advance = advance;
    this.#share = share;
  }

  get share(): number {
    return this.#share();
  }

  add(component: FrameComponent, small: FrameComponent, target: JpegPlan): void {
    const [quantizer, into] = [this.#plan, target].map((plan) => quantizerOf(plan, component.quantizer));
    this.#parts.set(small, { component, quantizer: quantizer!, into: into! });
  }

  fill(small: FrameComponent, row: number, into: Coefficients): void {
    const { component, quantizer, into: steps } = this.#parts.get(small)!;
    if (row >= small.blocksDown) return;
    const values = into.values(small);
    for (let column = 0; column < small.blocksAcross; column++) {
      this.#gather(component, quantizer, row, column);
      wavesOf(this.#samples, this.#waves);
      const at = into.place(small, row, column);
      for (let k = 0; k < 64; k++) values[at + k] = Math.round(this.#waves[ZIGZAG[k]!]! / steps[k]!);
    }
  }

  /** The samples of one block. Beyond the picture its last blocks are repeated. */
  #gather(component: FrameComponent, quantizer: Float64Array, row: number, column: number): void {
    const times = this.#times;
    const side = 8 / times;
    const values = this.#from.values(component);
    for (let down = 0; down < times; down++) {
      const sourceRow = Math.min(row * times + down, component.blocksDown - 1);
      for (let across = 0; across < times; across++) {
        const sourceColumn = Math.min(column * times + across, component.blocksAcross - 1);
        const place = this.#from.place(component, sourceRow, sourceColumn);
        const samples = this.#block.of(values, place, quantizer);
        for (let y = 0; y < side; y++) {
          for (let x = 0; x < side; x++) {
            this.#samples[(down * side + y) * 8 + across * side + x] = mean(samples, x * times, y * times, times);
          }
        }
      }
    }
  }
}

function mean(samples: Float64Array, left: number, top: number, side: number): number {
  let sum = 0;
  for (let y = top; y < top + side; y++) for (let x = left; x < left + side; x++) sum += samples[y * 8 + x]!;
  return sum / (side * side);
}
