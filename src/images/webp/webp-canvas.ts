import { Canvas } from "../write/canvas.ts";
import type { WebpFrame } from "./container.ts";
import { decodeRows } from "./decode-rows.ts";

/**
 * Draws the frames of an animation (RFC 9649 §2.7.1.1). The file's background colour is a hint that viewers do not
 * follow.
 */
export class WebpCanvas extends Canvas {
  #toClear: WebpFrame | undefined;

  /** Clears the canvas where the frame before asked for it, then draws the next frame. */
  draw(frame: WebpFrame): void {
    if (this.#toClear) this.clear(placeOf(this.#toClear));
    this.#toClear = frame.dispose ? frame : undefined;
    let at = (frame.top * this.width + frame.left) * 4;
    const columns = frame.picture.width;
    decodeRows(frame.picture, (colour, from, alpha) => {
      for (let x = 0; x < columns; x++) {
        const opacity = alpha ? alpha[x]! : 255;
        if (frame.blend) this.blend(at + x * 4, colour, from + x * 3, opacity);
        else this.put(at + x * 4, colour, from + x * 3, opacity);
      }
      at += this.width * 4;
    });
  }
}

function placeOf({ left, top, picture: { width, height } }: WebpFrame) {
  return { left, top, width, height };
}
