import type { Pixels } from "./pixels.ts";

/** First and last column and row, in pixels from the top left corner; undefined when the page shows nothing. */
export type PixelBox = readonly [left: number, top: number, right: number, bottom: number] | undefined;

/** The antialiasing that renderers leave on a white page is lighter than this. */
const NEARLY_PAPER = 8;
/** As the engine has it for images. */
const COLOURFUL = 96;

/**
 * The box of what differs from the paper. The paper is white, or the colour of all four corners of a page. With a
 * threshold, only what is darker or colourful counts.
 */
export function inkBox(picture: Pixels, threshold?: number): PixelBox {
  const { width, height } = picture;
  const counts = isInk(picture, threshold);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (!counts(at)) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? undefined : [left, top, right, bottom];
}

/** Whether a pixel differs from the paper. */
export function isInk(picture: Pixels, threshold?: number): (pixel: number) => boolean {
  const { data } = picture;
  const paper = threshold === undefined ? paperOf(picture) : [255, 255, 255];
  return (pixel) => {
    const [r, g, b] = [data[pixel * 3]!, data[pixel * 3 + 1]!, data[pixel * 3 + 2]!];
    return threshold === undefined
      ? Math.max(Math.abs(r - paper[0]!), Math.abs(g - paper[1]!), Math.abs(b - paper[2]!)) > NEARLY_PAPER
      : 0.299 * r + 0.587 * g + 0.114 * b < threshold || Math.max(r, g, b) - Math.min(r, g, b) > COLOURFUL;
  };
}

/** The outermost pixels may be mixed with what is beyond the page. */
function paperOf({ width, height, data }: Pixels): number[] {
  const [right, bottom] = [Math.max(0, width - 2), Math.max(0, height - 2)];
  const corners = [
    [Math.min(1, right), Math.min(1, bottom)],
    [right, Math.min(1, bottom)],
    [Math.min(1, right), bottom],
    [right, bottom],
  ].map(([x, y]) => Array.from(data.subarray((y! * width + x!) * 3, (y! * width + x!) * 3 + 3)));
  const [first] = corners;
  const isSame = corners.every((corner) => corner.join() === first!.join());
  // A frame has the same colour in all corners, and is not the paper.
  return isSame && shareOf(data, first!) > LEAST_PAPER ? first! : [255, 255, 255];
}

const LEAST_PAPER = 0.25;

function shareOf(data: Uint8Array, [r, g, b]: readonly number[]): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 3) if (data[at] === r && data[at + 1] === g && data[at + 2] === b) count++;
  return (count * 3) / (data.length || 1);
}

/** Whether two boxes are the same to a few pixels: renderers differ in how they round. */
export function agree(one: PixelBox, other: PixelBox): boolean {
  if (!one || !other) return one === other;
  return one.every((side, i) => Math.abs(side - other[i]!) <= 3);
}
