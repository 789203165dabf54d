import { ImageProblem } from "../../codecs/image-problem.ts";
import { imageFacts } from "../../pdf-content/images/image-facts.ts";
import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../../pdf-content/interpreter/visitor.ts";
import type { Matrix } from "../../pdf-content/matrix.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { isFlatJpeg } from "./flat-jpeg.ts";
import { hasFlatRows } from "./flat-rows.ts";
import { ColumnsIn } from "./sample-columns.ts";

/** How many samples may lie outside: those on the edge, and in a JPEG the rest of a unit of 8 or 16. */
const SAMPLES = 1.01;
const UNIT = 32;
const OUTSIDE = "an image with samples outside";

/** Finds whether an image of the finished file holds anything outside. */
export class ImageJudge {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Checks the image and its masks, which have the same place. */
  fault(image: ShownImage, matrix: Matrix, area: Box): string | undefined {
    const { document } = this.#reading;
    const masks = ["SMask", "Mask"]
      .map((key) => document.resolve(image.dict.get(key)))
      .filter((mask) => mask instanceof PdfStream)
      .map((stream): ShownImage => ({ dict: stream.dict, stream, data: undefined, resources: image.resources }));
    const isIn = [image, ...masks].every((one) => this.#liesIn(one, matrix, area) || this.#isFlat(one, matrix, area));
    return isIn ? undefined : OUTSIDE;
  }

  /** Whether the image lies in the area, except for samples within which it cannot be cut. */
  #liesIn({ dict }: ShownImage, [a, b, c, d, e, f]: Matrix, area: Box): boolean {
    const { document } = this.#reading;
    const isUpright = (b === 0 && c === 0) || (a === 0 && d === 0);
    if (!isUpright) return false;
    const size = (long: string, short: string): number => document.number(dict.get(long) ?? dict.get(short)) ?? 1;
    const filter = document.resolve(dict.get("Filter") ?? dict.get("F"));
    const last = Array.isArray(filter) ? document.resolve(filter.at(-1)) : filter;
    const most = last === "DCTDecode" || last === "DCT" ? UNIT : SAMPLES;
    const [width, height] = [size("Width", "W"), size("Height", "H")];
    const slackX = most * (Math.abs(a) / width + Math.abs(c) / height) + 0.01;
    const slackY = most * (Math.abs(b) / width + Math.abs(d) / height) + 0.01;
    const xs = [e, e + a, e + c, e + a + c];
    const ys = [f, f + b, f + d, f + b + d];
    return (
      Math.min(...xs) >= area[0] - slackX &&
      Math.max(...xs) <= area[2] + slackX &&
      Math.min(...ys) >= area[1] - slackY &&
      Math.max(...ys) <= area[3] + slackY
    );
  }

  /** Whether its samples outside are flat. */
  #isFlat({ dict, stream, data, resources }: ShownImage, matrix: Matrix, area: Box): boolean {
    const { document, colours } = this.#reading;
    const facts = imageFacts(document, dict, colours, resources);
    if (!facts) return false;
    const columns = new ColumnsIn(facts.width, facts.height, matrix, area);
    const raw = stream ? document.rawStream(stream) : data!;
    try {
      if (facts.filters.at(-1) === "DCTDecode") return isFlatJpeg(this.#reading, { raw, dict, facts }, columns);
      return hasFlatRows(this.#reading, { raw, dict, facts }, columns);
    } catch (error) {
      const isUnreadable = error instanceof ImageProblem || (error instanceof PdfProblem && error.kind !== "budget");
      if (isUnreadable) return false;
      throw error;
    }
  }
}
