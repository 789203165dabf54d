import { isInk } from "./ink.ts";
import type { Pixels } from "./pixels.ts";

/** The longer side of the largest mark, in pixels: of ink that hangs together, also over corners. */
export function largestMark(picture: Pixels, threshold?: number): number {
  const { width, height } = picture;
  const counts = isInk(picture, threshold);
  const open = new Uint8Array(width * height);
  for (let at = 0; at < open.length; at++) open[at] = counts(at) ? 1 : 0;
  let largest = 0;
  const stack: number[] = [];
  for (let start = 0; start < open.length; start++) {
    if (open[start] === 0) continue;
    let [left, right, top, bottom] = [width, -1, height, -1];
    stack.push(start);
    open[start] = 0;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const next = row * width + column;
          if (open[next] === 0) continue;
          open[next] = 0;
          stack.push(next);
        }
      }
    }
    largest = Math.max(largest, right - left + 1, bottom - top + 1);
  }
  return largest;
}
