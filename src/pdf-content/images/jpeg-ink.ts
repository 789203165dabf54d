import { ImageProblem } from "../../codecs/image-problem.ts";
import { allCoefficients, Coefficients, comesInOrder, samplesOfRow, scanRows } from "../../codecs/jpeg/coefficients.ts";
import { BlockSamples } from "../../codecs/jpeg/dct.ts";
import { jpegSegments } from "../../codecs/jpeg/jpeg-segments.ts";
import { type JpegPlan, planJpeg, quantizerOf } from "../../codecs/jpeg/plan.ts";
import { jpegFacts } from "../../images/jpeg/jpeg-facts.ts";
import type { Portions } from "../../meter/turns.ts";
import type { Marks } from "./marks.ts";

/** How far the chroma of a block of paper may be from gray, as in `classify`. */
const COLOURFUL = 40;

/**
 * Looks at the coefficients of a JPEG. For nearly every block the mean and the sum of the other coefficients tell
 * whether it is paper or ink. Only doubtful blocks that would widen the box are converted to samples. False for damaged
 * data and for colours other than gray and YCbCr. Each portion has the samples of a row of units.
 */
export function* markJpeg(
  data: Uint8Array,
  isPlainDecode: boolean,
  threshold: number,
  marks: Marks,
): Portions<boolean> {
  try {
    const layout = jpegSegments(data, false);
    const facts = jpegFacts(layout);
    const isColour = facts.components === 3 && !facts.isRgb;
    if (!isPlainDecode || !(facts.components === 1 || isColour)) return false;
    if (facts.width !== marks.width || facts.height !== marks.height || facts.heightFromDnl) return false;
    const plan = planJpeg(layout.segments, facts.frame, facts.width, facts.height, data);
    return yield* new JpegMarks(plan, threshold, marks).read();
  } catch (error) {
    if (error instanceof ImageProblem) return false;
    throw error;
  }
}

class JpegMarks {
  readonly #plan: JpegPlan;
  readonly #threshold: number;
  readonly #marks: Marks;
  readonly #samples: BlockSamples;
  /** How many samples of the picture a block of each component covers, across and down. */
  readonly #sizes: readonly (readonly [number, number])[];
  #hasPaleSide = false;
  /** For each component its quantizer, in the order in which coefficients are coded. */
  readonly #quantizers: readonly Float64Array[];

  constructor(plan: JpegPlan, threshold: number, marks: Marks) {
    this.#plan = plan;
    this.#threshold = threshold;
    this.#marks = marks;
    this.#quantizers = plan.frame.components.map(({ quantizer }) => quantizerOf(plan, quantizer));
    this.#samples = new BlockSamples();
    const { components } = plan.frame;
    const across = Math.max(...components.map((one) => one.across));
    const down = Math.max(...components.map((one) => one.down));
    this.#sizes = components.map((one) => [(8 * across) / one.across, (8 * down) / one.down]);
  }

  *read(): Portions<boolean> {
    const { frame, scans, doubtful } = this.#plan;
    if (doubtful) return false;
    if (!comesInOrder(this.#plan)) {
      const { coefficients, share } = allCoefficients(this.#plan);
      for (let row = 0; row < frame.unitsDown; row++) this.#units(row, coefficients);
      return share === 1;
    }
    const coefficients = new Coefficients(frame, 1);
    const scan = scanRows(frame, scans[0]!, coefficients);
    for (let row = 0; row < scan.rows; row++) {
      coefficients.clear();
      scan.next();
      this.#units(row, coefficients);
      this.#followSides(coefficients);
      yield samplesOfRow(frame);
      if (row === scan.rows >> 3 && this.#isPicture(row)) {
        this.#marks.all();
        return true;
      }
    }
    return scan.units === scan.rows * scan.columns;
  }

  /**
   * A picture whose ink reaches the top and, throughout its first eighth, both sides is assumed to reach the bottom.
   * The box can only become too large by that, and photographs that fill their frame take an eighth of the work.
   */
  #isPicture(row: number): boolean {
    const marks = this.#marks;
    return (
      !marks.counts &&
      row > 0 &&
      marks.top === 0 &&
      marks.left === 0 &&
      marks.right === marks.width - 1 &&
      !this.#hasPaleSide
    );
  }

  /** Whether the first or the last block of the row just read is light. */
  #followSides(coefficients: Coefficients): void {
    const luma = this.#plan.frame.components[0]!;
    const values = coefficients.values(luma);
    for (const column of [0, luma.blocksAcross - 1]) {
      const mean = 128 + (values[coefficients.place(luma, 0, column)]! * this.#quantizers[0]![0]!) / 8;
      if (mean >= this.#threshold) this.#hasPaleSide = true;
    }
  }

  /** One row of units: the luma of each block, and chroma by its mean. */
  #units(row: number, coefficients: Coefficients): void {
    const colourful = Math.min(COLOURFUL, (255 - this.#threshold) * 0.625);
    for (const [index, component] of this.#plan.frame.components.entries()) {
      const values = coefficients.values(component);
      const [width, height] = this.#sizes[index]!;
      const quantizer = this.#quantizers[index]!;
      for (let down = 0; down < component.down; down++) {
        const blockRow = row * component.down + down;
        if (blockRow >= component.blocksDown) break;
        const y = Math.floor(blockRow * height);
        let at = coefficients.place(component, blockRow, 0);
        for (let column = 0; column < component.blocksAcross; column++, at += 64) {
          const x = Math.floor(column * width);
          if (index === 0) this.#luma(values, at, x, y, quantizer);
          else if (Math.abs((values[at]! * quantizer[0]!) / 8) > colourful) {
            this.#mark(x, y, x + Math.ceil(width) - 1, y + Math.ceil(height) - 1);
          }
        }
      }
    }
  }

  #luma(values: Int16Array, at: number, x: number, y: number, quantizer: Float64Array): void {
    const marks = this.#marks;
    const threshold = this.#threshold;
    const [width, height] = this.#sizes[0]!;
    const [right, bottom] = [x + Math.ceil(width) - 1, y + Math.ceil(height) - 1];
    const isKnown =
      x >= marks.left && right <= marks.right && marks.top >= 0 && y >= marks.top && bottom <= marks.bottom;
    if (isKnown && !marks.wantsRows) return;
    const mean = 128 + (values[at]! * quantizer[0]!) / 8;
    let waves = 0;
    for (let k = 1; k < 64; k++) {
      const value = values[at + k]!;
      if (value !== 0) waves += Math.abs(value) * quantizer[k]!;
    }
    // No AC coefficient changes a sample by more than a quarter of its value.
    if (mean - waves / 4 >= threshold) return;
    if (width !== 8 || height !== 8 || waves === 0) {
      this.#mark(x, y, right, bottom);
      return;
    }
    const samples = this.#samples.of(values, at, quantizer);
    for (let j = 0; j < 8; j++) {
      for (let i = 0; i < 8; i++) {
        const from = i;
        while (i < 8 && samples[j * 8 + i]! < threshold) i++;
        if (i > from) this.#mark(x + from, y + j, x + i - 1, y + j);
      }
    }
  }

  #mark(left: number, top: number, right: number, bottom: number): void {
    const marks = this.#marks;
    const [lastColumn, lastRow] = [Math.min(right, marks.width - 1), Math.min(bottom, marks.height - 1)];
    if (left > lastColumn || top > lastRow) return;
    marks.span(top, left, lastColumn);
    marks.span(lastRow, left, lastColumn);
    if (marks.counts) for (let y = top; y <= lastRow; y++) marks.run(y, left, lastColumn);
  }
}
