import { allCoefficients, Coefficients, comesInOrder, scanRows } from "../../codecs/jpeg/coefficients.ts";
import { jpegSegments } from "../../codecs/jpeg/jpeg-segments.ts";
import { type Frame, type FrameComponent, planJpeg } from "../../codecs/jpeg/plan.ts";
import { jpegFacts } from "../../images/jpeg/jpeg-facts.ts";
import { type ImageData, lastFiltered } from "../../pdf-content/images/image-rows.ts";
import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { ColumnsIn } from "./sample-columns.ts";

/**
 * Whether all blocks wholly outside are flat, and each as light as a block inside or as zero. Blocks on the edge cannot
 * be judged by coefficients.
 */
export function isFlatJpeg({ document }: Reading, image: ImageData, columns: ColumnsIn): boolean {
  const { width, height } = image.facts;
  const bytes = lastFiltered(document, image);
  const layout = jpegSegments(bytes);
  const facts = jpegFacts(layout);
  if (facts.width !== width || facts.height !== height) return false;
  const plan = planJpeg(layout.segments, facts.frame, width, height, bytes);
  const { frame } = plan;
  const judged = frame.components.map((component) => new Blocks(frame, component, height, columns));
  if (comesInOrder(plan)) {
    const row = new Coefficients(frame, 1);
    const reading = scanRows(frame, plan.scans[0]!, row);
    for (let unit = 0; unit < frame.unitsDown; unit++) {
      row.clear();
      reading.next();
      for (const blocks of judged) blocks.addUnits(row, unit);
    }
  } else {
    const { coefficients } = allCoefficients(plan);
    for (let unit = 0; unit < frame.unitsDown; unit++) for (const blocks of judged) blocks.addUnits(coefficients, unit);
  }
  return judged.every((blocks) => blocks.isFlat);
}

/** The blocks of one component. */
class Blocks {
  readonly #component: FrameComponent;
  readonly #width: number;
  readonly #height: number;
  readonly #pictureHeight: number;
  readonly #columns: ColumnsIn;
  readonly #inside = new Set([0]);
  readonly #outside = new Set<number>();
  #hasDetail = false;

  constructor(frame: Frame, component: FrameComponent, height: number, columns: ColumnsIn) {
    this.#component = component;
    const across = Math.max(...frame.components.map((one) => one.across));
    const down = Math.max(...frame.components.map((one) => one.down));
    this.#width = (8 * across) / component.across;
    this.#height = (8 * down) / component.down;
    this.#pictureHeight = height;
    this.#columns = columns;
  }

  get isFlat(): boolean {
    return !this.#hasDetail && [...this.#outside].every((light) => this.#inside.has(light));
  }

  addUnits(from: Coefficients, unit: number): void {
    const component = this.#component;
    const values = from.values(component);
    for (let row = unit * component.down; row < (unit + 1) * component.down; row++) {
      if (row >= component.blocksDown) return;
      const [first, end] = this.#seen(row);
      for (let column = 0; column < component.blocksAcross; column++) {
        const at = from.place(component, row, column);
        const isOutside = (column + 1) * this.#width <= first || column * this.#width >= end;
        (isOutside ? this.#outside : this.#inside).add(values[at]!);
        if (!isOutside) continue;
        for (let k = 1; k < 64; k++) if (values[at + k] !== 0) this.#hasDetail = true;
      }
    }
  }

  /** The columns of the picture that meet the area in any row of the block. */
  #seen(row: number): [number, number] {
    let [first, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const last = Math.min((row + 1) * this.#height, this.#pictureHeight);
    for (let y = Math.floor(row * this.#height); y < last; y++) {
      const [from, to] = this.#columns.of(y);
      if (from === to) continue;
      first = Math.min(first, from);
      end = Math.max(end, to);
    }
    return [first, end];
  }
}
