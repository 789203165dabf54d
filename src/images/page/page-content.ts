import { formatNumber } from "../../pdf-file/syntax/numbers.ts";
import type { ImageFrame, Tile } from "../image.ts";
import type { Placement } from "./layout.ts";
import { concat, type Matrix, rounded, scale, translate } from "./page-matrix.ts";

type FrameSize = Pick<ImageFrame, "width" | "height">;

/** The page's content: background, then the tiles, clipped where they would paint beyond their place. */
export function pageContent(
  frame: FrameSize,
  tiles: readonly Tile[],
  placement: Placement,
  background: readonly [number, number, number],
): string {
  const colour = background.map((level) => formatted(level / 255)).join(" ");
  let content = `${colour} rg\n${rectangle(0, 0, placement.pageWidth, placement.pageHeight)} f\n`;
  if (placement.clip) content += `${rectangle(...placement.clip)} W n\n`;
  for (const [i, tile] of tiles.entries()) content += drawTile(frame, tile, i, placement.matrix);
  return content;
}

function drawTile(frame: FrameSize, tile: Tile, index: number, toPage: Matrix): string {
  const { width, height } = frame;
  // PDF's unit square has its origin at the bottom left, tiles theirs at the top left.
  const inFrame = concat(
    scale(tile.width / width, tile.height / height),
    translate(tile.left / width, 1 - (tile.top + tile.height) / height),
  );
  const draw = `${concat(inFrame, toPage).map(formatted).join(" ")} cm /I${index} Do`;
  const isInside =
    tile.left >= 0 && tile.top >= 0 && tile.left + tile.width <= width && tile.top + tile.height <= height;
  return isInside ? `q ${draw} Q\n` : `q ${framePath(toPage)} W n ${draw} Q\n`;
}

/** The frame's outline on the page, which may be turned by any angle. */
function framePath([a, b, c, d, e, f]: Matrix): string {
  const point = (x: number, y: number): string => `${formatted(a * x + c * y + e)} ${formatted(b * x + d * y + f)}`;
  return `${point(0, 0)} m ${point(1, 0)} l ${point(1, 1)} l ${point(0, 1)} l h`;
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `${[x, y, width, height].map(formatted).join(" ")} re`;
}

function formatted(value: number): string {
  return formatNumber(rounded(value));
}
