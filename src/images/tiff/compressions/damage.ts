import { corrupt, type ImageProblem } from "../../../codecs/image-problem.ts";
import type { ObjectSink } from "../../image.ts";

/** Collects what could not be read of a page. Like other TIFF readers, we show the rest. */
export class Damage {
  #pixels = 0;
  #first: ImageProblem | undefined;

  add(pixels: number, problem = corrupt("The data of a TIFF strip ends before its rows do.")): void {
    this.#pixels += pixels;
    this.#first ??= problem;
  }

  /** Throws when nothing at all could be read. */
  settle(width: number, height: number, warn: ObjectSink["warn"]): void {
    if (!this.#first) return;
    const share = this.#pixels / (width * height);
    if (share >= 1) throw this.#first;
    const percent = Math.max(1, Math.round(share * 100));
    const missing = share > 0 ? ` or cut off: ${percent} % of the picture is missing` : "";
    warn(`The TIFF is damaged${missing}. ${this.#first.message}`);
  }
}
