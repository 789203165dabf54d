import type { WebpFrame } from "./container.ts";
import { decodeRows } from "./rows.ts";

/** The canvas of an animation, onto which its frames are drawn one after the other (RFC 9649 §2.7.1.1). */
export interface Canvas {
  /** RGBA, not premultiplied, as it stands after the last frame drawn. */
  readonly pixels: Uint8Array;
  /** Draws the next frame, after clearing what the one before asked to be cleared. */
  draw(frame: WebpFrame): void;
}

/** Begins transparent: the file's background colour is a hint that viewers do not follow. */
export function createCanvas(width: number, height: number): Canvas {
  const pixels = new Uint8Array(width * height * 4);
  let toClear: WebpFrame | undefined;
  return {
    pixels,
    draw(frame) {
      if (toClear) clear(pixels, width, toClear);
      toClear = frame.dispose ? frame : undefined;
      let at = (frame.top * width + frame.left) * 4;
      const columns = frame.picture.width;
      decodeRows(frame.picture, (colour, from, alpha) => {
        for (let x = 0; x < columns; x++) {
          const opacity = alpha ? alpha[x]! : 255;
          if (frame.blend && opacity < 255) blendPixel(pixels, at + x * 4, colour, from + x * 3, opacity);
          else putPixel(pixels, at + x * 4, colour, from + x * 3, opacity);
        }
        at += width * 4;
      });
    },
  };
}

function clear(pixels: Uint8Array, width: number, frame: WebpFrame): void {
  for (let y = frame.top; y < frame.top + frame.picture.height; y++) {
    const start = (y * width + frame.left) * 4;
    pixels.fill(0, start, start + frame.picture.width * 4);
  }
}

function putPixel(pixels: Uint8Array, to: number, colour: Uint8Array, from: number, opacity: number): void {
  pixels[to] = colour[from]!;
  pixels[to + 1] = colour[from + 1]!;
  pixels[to + 2] = colour[from + 2]!;
  pixels[to + 3] = opacity;
}

/** §2.7.1.1: source over destination, with colours that are not premultiplied. */
function blendPixel(pixels: Uint8Array, to: number, colour: Uint8Array, from: number, opacity: number): void {
  if (opacity === 0) return;
  const below = (pixels[to + 3]! * (255 - opacity)) / 255;
  const sum = opacity + below;
  for (let c = 0; c < 3; c++) {
    pixels[to + c] = Math.round((colour[from + c]! * opacity + pixels[to + c]! * below) / sum);
  }
  pixels[to + 3] = Math.round(sum);
}
