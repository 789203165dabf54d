import { corrupt, unsupported } from "../../../codecs/image-problem.ts";
import { tagValue, tagValues } from "../directory.ts";
import type { PixelRows } from "../pixel-rows.ts";
import type { Layout } from "../tiff-layout.ts";

const TAG_COEFFICIENTS = 529;
const TAG_SUBSAMPLING = 530;
const TAG_REFERENCE_BLACK_WHITE = 532;

/**
 * YCbCr that is not inside a JPEG (TIFF 6.0 §21): blocks of luma samples with one pair of chroma. A row of the file is
 * a row of blocks; it gives as many rows of the picture as a block is high.
 */
export function yCbCrRows(layout: Layout): PixelRows {
  if (layout.samples !== 3 || layout.bits !== 8 || layout.format !== "unsigned") {
    throw unsupported("A TIFF in YCbCr is supported with three samples of 8 bits only.");
  }
  const across = tagValue(layout.directory, TAG_SUBSAMPLING, 0) ?? 2;
  const down = tagValue(layout.directory, TAG_SUBSAMPLING, 1) ?? 2;
  if (![1, 2, 4].includes(across) || ![1, 2, 4].includes(down)) {
    throw corrupt(`The TIFF declares a chroma subsampling of ${across} by ${down}.`);
  }
  if (layout.predictor !== 1 && across * down !== 1) {
    throw unsupported("A TIFF in subsampled YCbCr with a predictor is not supported.");
  }
  if (layout.chunkHeight % down !== 0 && layout.chunkHeight !== layout.height) {
    throw unsupported("A TIFF in YCbCr whose strips cut through its blocks is not supported.");
  }
  if (layout.planar && across * down !== 1) {
    throw unsupported("A TIFF in subsampled YCbCr whose samples lie in planes is not supported.");
  }
  const blockBytes = across * down + 2;
  const convert = converter(layout);
  const rowBytes = layout.width * 3;
  const colour = new Uint8Array(rowBytes * down);
  return {
    components: 3,
    bits: 8,
    layout: blockLayout(layout, across, down, blockBytes),
    rowsPerBandRow: down,
    convert(band, row) {
      if (layout.planar) {
        const [luma, blue, red] = band.planes as [Uint8Array, Uint8Array, Uint8Array];
        for (let x = 0, at = row * band.rowBytes; x < layout.width; x++, at++) {
          convert(luma[at]!, blue[at]!, red[at]!, colour, x * 3);
        }
        return { colour, at: 0, alpha: undefined };
      }
      const blocks = band.planes[0]!;
      for (let x = 0, block = row * band.rowBytes; x < layout.width; x += across, block += blockBytes) {
        const blue = blocks[block + blockBytes - 2]!;
        const red = blocks[block + blockBytes - 1]!;
        const columns = Math.min(across, layout.width - x);
        for (let dy = 0; dy < down; dy++) {
          for (let dx = 0; dx < columns; dx++) {
            convert(blocks[block + dy * across + dx]!, blue, red, colour, dy * rowBytes + (x + dx) * 3);
          }
        }
      }
      return { colour, at: 0, alpha: undefined };
    },
  };
}

/** The same strips and tiles, read as bytes: a row of blocks is one row. */
function blockLayout(layout: Layout, across: number, down: number, blockBytes: number): Layout {
  if (across * down === 1) return layout;
  return {
    ...layout,
    samples: 1,
    width: Math.ceil(layout.width / across) * blockBytes,
    height: Math.ceil(layout.height / down),
    chunkWidth: Math.ceil(layout.chunkWidth / across) * blockBytes,
    chunkHeight: Math.ceil(layout.chunkHeight / down),
  };
}

type Convert = (luma: number, blue: number, red: number, out: Uint8Array, at: number) => void;

function converter(layout: Layout): Convert {
  const stored = tagValues(layout.directory, TAG_COEFFICIENTS, 3);
  // Some writers leave zeros in the tag, which mean no colours: the default is meant.
  const [red = 0.299, green = 0.587, blue = 0.114] = stored.every((value) => value > 0) ? stored : [];
  const [y0 = 0, y1 = 255, b0 = 128, b1 = 255, r0 = 128, r1 = 255] = tagValues(
    layout.directory,
    TAG_REFERENCE_BLACK_WHITE,
    6,
  );
  if (!(y1 > y0 && b1 > b0 && r1 > r0)) throw corrupt("The TIFF's reference black and white make no colours.");
  const lumaScale = 255 / (y1 - y0);
  const blueScale = (127 / (b1 - b0)) * (2 - 2 * blue);
  const redScale = (127 / (r1 - r0)) * (2 - 2 * red);
  return (luma, chromaBlue, chromaRed, out, at) => {
    const y = (luma - y0) * lumaScale;
    const b = y + (chromaBlue - b0) * blueScale;
    const r = y + (chromaRed - r0) * redScale;
    const g = (y - blue * b - red * r) / green;
    out[at] = clampByte(r);
    out[at + 1] = clampByte(g);
    out[at + 2] = clampByte(b);
  };
}

function clampByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
}
