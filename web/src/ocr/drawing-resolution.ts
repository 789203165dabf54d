import type { PDFPageProxy } from "pdfjs-dist";

type Library = Pick<typeof import("pdfjs-dist"), "OPS" | "Util">;

/** Of a page without a picture. */
const PLAIN_RESOLUTION = 300;
/** A picture is drawn pixel by pixel, unless it has more than this to the inch, or less than a quarter of it. */
const MOST_RESOLUTION = 400;
/** A picture that covers less says nothing of the others. */
const LEAST_SHARE = 0.4;

/**
 * Pixels to the inch with which the picture that covers most of the page comes out as it is: drawn with others, small
 * print is read worse. A very fine one has half or a quarter, a coarse one twice as many.
 */
export async function drawingResolution(page: PDFPageProxy, { OPS, Util }: Library): Promise<number> {
  const pictures: number[] = [OPS.paintImageXObject, OPS.paintImageMaskXObject, OPS.paintInlineImageXObject];
  const { width, height } = page.getViewport({ scale: 1, rotation: 0 });
  const { fnArray, argsArray } = await page.getOperatorList({ intent: "print" });
  const kept: number[][] = [];
  let at = [1, 0, 0, 1, 0, 0];
  const unit = page.userUnit;
  let [largest, found] = [(LEAST_SHARE * width * height) / unit ** 2, 0];
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index] as unknown[];
    if (operator === OPS.save) kept.push(at);
    else if (operator === OPS.restore) at = kept.pop() ?? at;
    else if (operator === OPS.transform) at = Util.transform(at, args as number[]);
    else if (operator === OPS.paintFormXObjectBegin) {
      kept.push(at);
      if (args[0]) at = Util.transform(at, args[0] as number[]);
    } else if (operator === OPS.paintFormXObjectEnd) at = kept.pop() ?? at;
    else if (pictures.includes(operator)) {
      const [a = 0, b = 0, c = 0, d = 0] = at;
      const area = Math.abs(a * d - b * c);
      const [first, wide] = args as [{ width: number } | string, number];
      const pixels = typeof first === "object" ? first.width : wide;
      if (area > largest) [largest, found] = [area, (pixels * 72) / Math.hypot(a, b) / unit];
    }
  }
  if (!(found > 0 && found < Number.POSITIVE_INFINITY)) return PLAIN_RESOLUTION;
  while (found > MOST_RESOLUTION) found /= 2;
  while (found < MOST_RESOLUTION / 4) found *= 2;
  return found;
}
