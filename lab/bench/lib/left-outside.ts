import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFDocument } from "pdf-lib";
import { run } from "../../lib/tools.ts";

/** The first pages suffice. */
const PAGES = 4;
const DPI = 36;
/** Neighbouring pixels that differ by more than this show something. Blank paper and even colour differ by less. */
const STEP = 8;
/** Pixels at the edge of the area that do not count, since letters across the edge stay whole. */
const RIM = 8;

/**
 * How much of a page can be seen in the outermost tenth on each side. When a file's boxes were narrowed to the area,
 * they are widened first, as anyone can do. Content that was only hidden is then visible.
 */
export async function detailOutside(path: string, isNarrowed: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "quire-bench-outside-"));
  try {
    const shown = isNarrowed ? join(folder, "wide.pdf") : path;
    if (isNarrowed) writeFileSync(shown, await widened(readFileSync(path)));
    await run("pdftoppm", ["-l", `${PAGES}`, "-r", `${DPI}`, "-gray", shown, join(folder, "page")]);
    const pictures = readdirSync(folder).filter((name) => name.endsWith(".pgm"));
    return pictures.reduce((sum, name) => sum + detailOf(readFileSync(join(folder, name))), 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The area is eight tenths of the page, so an eighth of it is missing on each side. */
async function widened(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  for (const page of document.getPages().slice(0, PAGES)) {
    const { x, y, width, height } = page.getCropBox();
    const box = [x - width / 8, y - height / 8, width * 1.25, height * 1.25] as const;
    page.setMediaBox(...box);
    page.setCropBox(...box);
  }
  return document.save();
}

/** Counts neighbouring pixels that differ in the margin of a PGM. */
function detailOf(picture: Uint8Array): number {
  const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+\d+\s/.exec(
    new TextDecoder("latin1").decode(picture.subarray(0, 64)),
  )!;
  const [columns, rows] = [Number(width), Number(height)];
  const [left, right] = [columns / 10 - RIM, (columns * 9) / 10 + RIM];
  const [top, bottom] = [rows / 10 - RIM, (rows * 9) / 10 + RIM];
  let pairs = 0;
  for (let y = 0; y < rows; y++) {
    const at = head!.length + y * columns;
    for (let x = 1; x < columns; x++) {
      if (x > left && x - 1 < right && y > top && y < bottom) continue;
      if (Math.abs(picture[at + x]! - picture[at + x - 1]!) > STEP) pairs++;
    }
  }
  return pairs;
}
