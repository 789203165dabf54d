import { readFile, writeFile } from "node:fs/promises";
import { openWithMupdf } from "../../test/support/finder/finder.ts";
import { renderPages } from "./render.ts";

/** How much is opened around a page, in points. */
const AROUND = 300;
/** The page's own edge is smoothed. */
const RIM = 1;
const WHITE = 250;

/**
 * The pages on which something is painted beside the page once its boxes are opened, with the number of such pixels.
 */
export async function paintedBeyond(path: string, password: string | undefined, mostPages: number): Promise<string[]> {
  const document = openWithMupdf(await readFile(path), password);
  const boxes: number[][] = [];
  for (let index = 0; index < Math.min(mostPages, document.countPages()); index++) {
    const page = document.findPage(index);
    const crop = page.getInheritable("CropBox");
    const box = crop.isNull() ? page.getInheritable("MediaBox") : crop;
    const [left, bottom, right, top] = [0, 1, 2, 3].map((side) => box.get(side).asNumber()) as [
      number,
      number,
      number,
      number,
    ];
    boxes.push([right - left, top - bottom]);
    const opened = [left - AROUND, bottom - AROUND, right + AROUND, top + AROUND];
    page.put("MediaBox", opened);
    page.put("CropBox", opened);
    page.put("Rotate", 0);
    page.delete("UserUnit");
  }
  const wide = `${path}-opened.pdf`;
  await writeFile(wide, document.saveToBuffer("decrypt=yes").asUint8Array());
  document.destroy();
  const found: string[] = [];
  for (const [index, [width, height]] of boxes.entries()) {
    const picture = (await renderPages("mutool", wide, String(index + 1)))?.[0];
    if (picture === undefined) continue;
    let painted = 0;
    for (let y = 0; y < picture.height; y++) {
      const isBesideRow = y + 1 < AROUND - RIM || y > AROUND + height! + RIM;
      for (let x = 0; x < picture.width; x++) {
        if (!isBesideRow && x + 1 >= AROUND - RIM && x <= AROUND + width! + RIM) continue;
        const at = (y * picture.width + x) * 3;
        if (Math.min(picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!) < WHITE) painted++;
      }
    }
    if (painted > 0) found.push(`page ${index + 1}: ${painted} pixels`);
  }
  return found;
}
