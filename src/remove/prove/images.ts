import { faxSource } from "../../codecs/fax/fax-rows.ts";
import { ImageProblem } from "../../codecs/image-problem.ts";
import { allCoefficients, Coefficients, comesInOrder, samplesOfRow, scanRows } from "../../codecs/jpeg/coefficients.ts";
import { jpegSegments } from "../../codecs/jpeg/jpeg-segments.ts";
import { type Frame, type FrameComponent, planJpeg } from "../../codecs/jpeg/plan.ts";
import { jpegFacts } from "../../images/jpeg/jpeg-facts.ts";
import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { TakeRow } from "../../pdf-content/images/decoded-rows.ts";
import { type ImageFacts, imageFacts } from "../../pdf-content/images/image-facts.ts";
import { type ImageData, imageRows, lastFiltered, spendJpeg, spendRows } from "../../pdf-content/images/image-rows.ts";
import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../../pdf-content/interpreter/visitor.ts";
import { boxAround, isUpright, type Matrix } from "../../pdf-content/matrix.ts";
import { Resources } from "../../pdf-content/resources.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import type { PartSize } from "../tally.ts";

/** How many samples may lie outside: those on the edge, and in a JPEG the rest of a unit of 8 or 16. */
const SAMPLES = 1.01;
const UNIT = 32;
const UNIT_SQUARE: Box = [0, 0, 1, 1];
const OUTSIDE = "an image with samples outside";

/** Finds whether an image of the finished file holds anything outside. */
export class ImageJudge {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Checks the image and its masks, which have the same place. */
  *fault(image: ShownImage, matrix: Matrix, area: Box): Turns<string | undefined> {
    for (const one of this.#withMasks(image)) {
      if (!this.#liesIn(one, matrix, area) && !(yield* this.#isFlat(one, matrix, [area], false))) return OUTSIDE;
    }
    return undefined;
  }

  /** Checks that samples in the holes are flat, and that the image does not lie in one of them. */
  *faultIn(image: ShownImage, matrix: Matrix, holes: readonly Box[]): Turns<string | undefined> {
    const [left, bottom, right, top] = boxAround(UNIT_SQUARE, matrix);
    const near = holes.filter((hole) => left < hole[2] && right > hole[0] && bottom < hole[3] && top > hole[1]);
    if (near.length === 0) return undefined;
    for (const one of this.#withMasks(image)) {
      if (!(yield* this.#isFlat(one, matrix, near, true))) return "an image in a hole";
    }
    return undefined;
  }

  #withMasks(image: ShownImage): ShownImage[] {
    const { document } = this.#reading;
    const masks = ["SMask", "Mask"].map((key) => document.resolve(image.dict.get(key)));
    const shown = masks
      .filter((mask) => mask instanceof PdfStream)
      .map((stream) => ({ dict: stream.dict, stream, data: undefined, resources: image.resources }));
    return [image, ...shown];
  }

  /** Whether the image lies in the area, except for samples within which it cannot be cut. */
  #liesIn({ dict }: ShownImage, matrix: Matrix, area: Box): boolean {
    const { document } = this.#reading;
    if (!isUpright(matrix)) return false;
    const [a, b, c, d] = matrix;
    const size = (long: string, short: string): number => document.number(dict.get(long) ?? dict.get(short)) ?? 1;
    const filter = document.resolve(dict.get("Filter") ?? dict.get("F"));
    const last = Array.isArray(filter) ? document.resolve(filter.at(-1)) : filter;
    const most = last === "DCTDecode" || last === "DCT" ? UNIT : SAMPLES;
    const [width, height] = [size("Width", "W"), size("Height", "H")];
    const slackX = most * (Math.abs(a) / width + Math.abs(c) / height) + 0.01;
    const slackY = most * (Math.abs(b) / width + Math.abs(d) / height) + 0.01;
    const [left, bottom, right, top] = boxAround(UNIT_SQUARE, matrix);
    return (
      left >= area[0] - slackX && right <= area[2] + slackX && bottom >= area[1] - slackY && top <= area[3] + slackY
    );
  }

  /** Whether its samples outside of the area are flat, or those in the holes. */
  *#isFlat(
    { dict, stream, data, resources }: ShownImage,
    matrix: Matrix,
    boxes: readonly Box[],
    areHoles: boolean,
  ): Turns<boolean> {
    const { document, colours } = this.#reading;
    const facts = imageFacts(document, dict, colours, resources);
    if (!facts) return false;
    const all = boxes.map((box) => new ColumnsIn(facts, matrix, box, areHoles, document.work));
    const raw = stream ? document.rawStream(stream) : data!;
    try {
      if (facts.filters.at(-1) === "DCTDecode") return yield* isFlatJpeg(this.#reading, { raw, dict, facts }, all);
      return yield* hasFlatRows(this.#reading, { raw, dict, facts }, all);
    } catch (error) {
      const isUnreadable = error instanceof ImageProblem || (error instanceof PdfProblem && error.kind !== "budget");
      if (isUnreadable) return false;
      throw error;
    }
  }
}

/** How the part of an image in the new file differs from what it must have. */
export function partFault(
  { document, colours }: Reading,
  number: number,
  { width, height, rows }: PartSize,
): string | undefined {
  const stream = document.get(number);
  const facts =
    stream instanceof PdfStream && imageFacts(document, stream.dict, colours, new Resources(document, undefined));
  if (!facts) return "an image that cannot be read";
  if (facts.width !== width || facts.height !== height) return "an image of another size";
  if (rows === undefined) return undefined;
  const { wanted, deflated, lit, deflatedLit, sum } = rows;
  if (deflated !== wanted) return `an image with ${deflated} rows instead of ${wanted}`;
  if (deflatedLit < lit) return `an image with ${lit - deflatedLit} rows that became empty`;
  // The data ends with the sum of all that was deflated (RFC 1950 §2.2).
  const data = document.rawStream(stream);
  const end = new DataView(data.buffer, data.byteOffset + data.length - 4);
  return end.getUint32(0) === sum ? undefined : "an image whose rows are not those that were deflated";
}

/**
 * Whether all blocks wholly outside are flat, and each as light as a block inside or as zero. Blocks on the edge cannot
 * be judged by coefficients.
 */
function* isFlatJpeg({ document }: Reading, image: ImageData, all: readonly ColumnsIn[]): Turns<boolean> {
  const { work } = document;
  const { width, height } = image.facts;
  const bytes = lastFiltered(document, image);
  spendJpeg(document, image.facts, bytes);
  const layout = jpegSegments(bytes);
  const facts = jpegFacts(layout);
  if (facts.width !== width || facts.height !== height) return false;
  const plan = planJpeg(layout.segments, facts.frame, width, height, bytes);
  const { frame } = plan;
  const steps = samplesOfRow(frame) * COST.decodedByte;
  const judged = all.flatMap((columns) =>
    frame.components.map((component) => new Blocks(frame, component, height, columns)),
  );
  if (comesInOrder(plan)) {
    const row = new Coefficients(frame, 1);
    const reading = scanRows(frame, plan.scans[0]!, row);
    for (let unit = 0; unit < frame.unitsDown; unit++) {
      row.clear();
      reading.next();
      for (const blocks of judged) blocks.addUnits(row, unit);
      work.done(steps);
      if (work.isTurnOver) yield;
    }
  } else {
    const { coefficients } = allCoefficients(plan);
    for (let unit = 0; unit < frame.unitsDown; unit++) for (const blocks of judged) blocks.addUnits(coefficients, unit);
  }
  return judged.every((blocks) => blocks.isFlat);
}

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
        const [left, right] = [column * this.#width, (column + 1) * this.#width];
        const isOutside = this.#columns.areHoles ? left >= first && right <= end : right <= first || left >= end;
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
      if (from === to && !this.#columns.areHoles) continue;
      first = this.#columns.areHoles && y > row * this.#height ? Math.max(first, from) : Math.min(first, from);
      end = this.#columns.areHoles && y > row * this.#height ? Math.min(end, to) : Math.max(end, to);
    }
    return [first, end];
  }
}

const PLAIN = new Set(["FlateDecode", "LZWDecode", "RunLengthDecode", "ASCII85Decode", "ASCIIHexDecode"]);

/** Whether all samples of each row that lie beyond the area are equal; also false when the rows cannot be read. */
function* hasFlatRows({ document }: Reading, image: ImageData, all: readonly ColumnsIn[]): Turns<boolean> {
  const { width, height, bits, space, filters, parameters } = image.facts;
  const isFax = filters.at(-1) === "CCITTFaxDecode";
  if (!isFax && filters.some((filter) => !PLAIN.has(filter))) return false;
  const size = isFax ? 1 : bits * (space?.components ?? 1);
  let isFlat = true;
  const take: TakeRow = (row, y) => {
    spendRows(document, image.facts, 1);
    document.work.done(width * COST.decodedByte);
    for (const columns of all) {
      const [first, end] = columns.of(y);
      isFlat &&= columns.areHoles
        ? isAlike(row, first, end, size)
        : isAlike(row, 0, first, size) && isAlike(row, end, width, size);
    }
  };
  if (!isFax) {
    yield* imageRows(document, image, height, take);
    return isFlat;
  }
  // Our own output: cut bilevel images are written as Group 4.
  if (document.number(parameters.get("K")) !== -1) return false;
  const coding = { kind: "group4", columns: width, rows: height, twoDimensional: false } as const;
  const source = faxSource(lastFiltered(document, image), coding, () => {});
  const row = new Uint8Array((width + 7) >> 3);
  for (let y = 0; y < height; y++) {
    if (source.read(row) === 0) break;
    take(row, y);
    if (document.work.isTurnOver) yield;
  }
  return isFlat;
}

/** Whether the samples [from, to) of a row are the same; each sample has `bits` bits. */
function isAlike(row: Uint8Array, from: number, to: number, bits: number): boolean {
  const end = to * bits;
  // As many bytes as a sample has bits are whole samples: if those are alike, so are all that repeat them.
  const size = bits >= 8 ? bits >> 3 : bits;
  const first = Math.min(end, (Math.ceil((from * bits) / 8) + size) * 8);
  for (let at = (from + 1) * bits; at < first; at++) if (bitAt(row, at) !== bitAt(row, at - bits)) return false;
  for (let at = first >> 3; at < end >> 3; at++) if (row[at] !== row[at - size]) return false;
  for (let at = Math.max(first, end & ~7); at < end; at++) if (bitAt(row, at) !== bitAt(row, at - bits)) return false;
  return true;
}

function bitAt(row: Uint8Array, at: number): number {
  return (row[at >> 3]! >> (7 - (at & 7))) & 1;
}

/** Coordinates are rounded when they are written. */
const SLACK = 0.01;

/** The samples of an image that meet the area: in each row, those between two columns. */
class ColumnsIn {
  readonly #width: number;
  readonly #height: number;
  readonly #matrix: Matrix;
  readonly #area: Box;
  readonly #work: Work;

  /** Whether those that lie wholly in the box are meant, in any direction. */
  readonly areHoles: boolean;

  constructor({ width, height }: ImageFacts, matrix: Matrix, area: Box, areHoles: boolean, work: Work) {
    this.areHoles = areHoles;
    this.#work = work;
    this.#width = width;
    this.#height = height;
    this.#matrix = matrix;
    this.#area = area;
  }

  /** The columns [first, end) of the row, counted from the top; equal when none meets the area. */
  of(row: number): [number, number] {
    this.#work.spend(COST.seenRow);
    const [a, b, c, d, e, f] = this.#matrix;
    const [left, bottom, right, top] = this.#area;
    const across = this.#meeting(a, c, e, row, left, right);
    const up = this.#meeting(b, d, f, row, bottom, top);
    const first = Math.max(0, across[0], up[0]);
    const end = Math.min(this.#width, across[1], up[1]);
    return first < end ? [first, end] : [0, 0];
  }

  /** The columns whose samples reach, in one direction, from `low` to `high`. */
  #meeting(byX: number, byY: number, origin: number, row: number, low: number, high: number): [number, number] {
    const step = byX / this.#width;
    const rows = [byY * (1 - row / this.#height), byY * (1 - (row + 1) / this.#height)];
    // A sample of column x lies between step·x + least and step·x + most.
    const least = origin + Math.min(...rows) + Math.min(0, step);
    const most = origin + Math.max(...rows) + Math.max(0, step);
    const slack = this.areHoles ? -SLACK : SLACK;
    if (step === 0) return most >= low - slack && least <= high + slack ? [0, this.#width] : [0, 0];
    const ends = [(low - slack - most) / step, (high + slack - least) / step];
    return [Math.ceil(Math.min(...ends)), Math.floor(Math.max(...ends)) + 1];
  }
}
