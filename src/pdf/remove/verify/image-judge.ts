import type { Reading } from "../../content/interpreter/interpreter.ts";
import type { Matrix } from "../../content/matrix.ts";
import type { ShownImage } from "../../content/visitor.ts";
import type { Box } from "../../crop/geometry.ts";

/** Samples that may lie outside: those that the edge runs through, and of a JPEG the rest of a unit of 8 or 16. */
const SAMPLES = 1.01;
const UNIT = 32;

/** Finds whether an image of the finished file shows anything outside. */
export class ImageJudge {
  private readonly reading: Reading;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  fault({ dict }: ShownImage, [a, b, c, d, e, f]: Matrix, area: Box): string | undefined {
    const { document } = this.reading;
    const size = (long: string, short: string): number => document.number(dict.get(long) ?? dict.get(short)) ?? 1;
    const filter = document.resolve(dict.get("Filter") ?? dict.get("F"));
    const last = Array.isArray(filter) ? document.resolve(filter.at(-1)) : filter;
    const most = last === "DCTDecode" || last === "DCT" ? UNIT : SAMPLES;
    const [width, height] = [size("Width", "W"), size("Height", "H")];
    const slackX = most * (Math.abs(a) / width + Math.abs(c) / height) + 0.01;
    const slackY = most * (Math.abs(b) / width + Math.abs(d) / height) + 0.01;
    const xs = [e, e + a, e + c, e + a + c];
    const ys = [f, f + b, f + d, f + b + d];
    const isIn =
      Math.min(...xs) >= area[0] - slackX &&
      Math.max(...xs) <= area[2] + slackX &&
      Math.min(...ys) >= area[1] - slackY &&
      Math.max(...ys) <= area[3] + slackY;
    return isIn ? undefined : "an image with samples outside";
  }
}
