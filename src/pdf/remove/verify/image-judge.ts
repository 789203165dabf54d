import { Extent } from "../../content/extent.ts";
import { imageFacts } from "../../content/images/image-facts.ts";
import type { Reading } from "../../content/interpreter/interpreter.ts";
import type { ShownImage } from "../../content/interpreter/visitor.ts";
import type { Matrix } from "../../content/matrix.ts";
import type { Box } from "../../crop/geometry.ts";
import { decodeFilters } from "../../filters/decode.ts";

/** Samples that may lie outside: those that the edge runs through, and of a JPEG the rest of a unit of 8 or 16. */
const SAMPLES = 1.01;
const UNIT = 32;

/** Finds whether an image of the finished file shows anything outside. */
export class ImageJudge {
  private readonly reading: Reading;

  constructor(reading: Reading) {
    this.reading = reading;
  }

  fault(image: ShownImage, [a, b, c, d, e, f]: Matrix, area: Box): string | undefined {
    const { document } = this.reading;
    const { dict } = image;
    const size = (long: string, short: string): number => document.number(dict.get(long) ?? dict.get(short)) ?? 1;
    const filter = document.resolve(dict.get("Filter") ?? dict.get("F"));
    const last = Array.isArray(filter) ? document.resolve(filter.at(-1)) : filter;
    const most = last === "DCTDecode" || last === "DCT" ? UNIT : SAMPLES;
    const [width, height] = [size("Width", "W"), size("Height", "H")];
    const slackX = most * (Math.abs(a) / width + Math.abs(c) / height) + 0.01;
    const slackY = most * (Math.abs(b) / width + Math.abs(d) / height) + 0.01;
    // Of a turned image only the corners of its box lie outside: what they hold is flat, which its samples say.
    const isUpright = (b === 0 && c === 0) || (a === 0 && d === 0);
    if (!isUpright) return this.turnedFault(image, [a, b, c, d, e, f], area);
    const xs = [e, e + a, e + c, e + a + c];
    const ys = [f, f + b, f + d, f + b + d];
    const isIn =
      Math.min(...xs) >= area[0] - slackX &&
      Math.max(...xs) <= area[2] + slackX &&
      Math.min(...ys) >= area[1] - slackY &&
      Math.max(...ys) <= area[3] + slackY;
    return isIn ? undefined : "an image with samples outside";
  }

  /**
   * Each row is alike from where it leaves the area on. Of a JPEG, whose rows are not decoded here, nothing is told.
   */
  private turnedFault({ dict, stream, data, resources }: ShownImage, matrix: Matrix, area: Box): string | undefined {
    const { document, meter, colours } = this.reading;
    const facts = imageFacts(document, dict, colours, resources);
    if (!facts || facts.filters.some((filter) => !PLAIN.has(filter))) return undefined;
    const raw = stream ? document.rawStream(stream) : data!;
    const samples = decodeFilters(raw, dict, (object) => document.resolve(object), meter.bytes);
    const { width, height, bits } = facts;
    const size = (bits * (facts.space?.components ?? 1)) >> 3;
    if (size === 0) return undefined;
    const isIn = (x: number, y: number): boolean => {
      const cell = new Extent();
      cell.addBox(x / width, 1 - (y + 1) / height, (x + 1) / width, 1 - y / height, matrix);
      return cell.right >= area[0] && cell.left <= area[2] && cell.top >= area[1] && cell.bottom <= area[3];
    };
    for (let y = 0; y < height; y++) {
      for (let x = 1; x < width; x++) {
        if (isIn(x, y) || isIn(x - 1, y)) continue;
        const at = (y * width + x) * size;
        for (let i = 0; i < size; i++) {
          if (samples[at + i] !== samples[at + i - size]) return "an image with samples outside";
        }
      }
    }
    return undefined;
  }
}

const PLAIN = new Set(["FlateDecode", "LZWDecode", "RunLengthDecode", "ASCII85Decode", "ASCIIHexDecode"]);
