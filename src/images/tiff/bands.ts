import { IMAGE_CAPS } from "../caps.ts";
import { corrupt, tooLarge, unsupported } from "../image.ts";
import { faxSource } from "./fax.ts";
import { inflateSource } from "./inflate.ts";
import { COMPRESSION, checkChunks, chunkBytes, isFax, type Layout } from "./layout.ts";
import { lzwSource } from "./lzw.ts";
import { undoPredictor } from "./predictor.ts";
import { type ByteSource, packBitsSource, rawSource, reverseBits } from "./source.ts";

/** Some rows of the picture, decompressed; the buffers are used again for the next band. */
export interface Band {
  readonly rows: number;
  readonly rowBytes: number;
  /** One buffer, or one for each sample when they lie in planes. */
  readonly planes: readonly Uint8Array[];
}

/** Rows are taken from a strip in portions of about this size. */
const BAND_BYTES = 256 * 1024;

const READABLE = new Set<number>([
  COMPRESSION.none,
  COMPRESSION.modifiedHuffman,
  COMPRESSION.group3,
  COMPRESSION.group4,
  COMPRESSION.lzw,
  COMPRESSION.adobeDeflate,
  COMPRESSION.packBits,
  COMPRESSION.deflate,
]);

const NAMES = new Map<number, string>([
  [32809, "ThunderScan"],
  [32766, "NeXT"],
  [34661, "JBIG"],
  [34676, "SGI LogLuv"],
  [34677, "SGI LogLuv"],
  [34712, "JPEG 2000"],
  [34887, "LERC"],
  [34925, "LZMA"],
  [50000, "Zstandard"],
  [50001, "WebP"],
  [50002, "JPEG XL"],
]);

/** Said when the header is read, so that nothing is written for a page that cannot be finished. */
export function checkReadable(layout: Layout): void {
  const { compression } = layout;
  if (!READABLE.has(compression)) {
    throw unsupported(`TIFF compression ${NAMES.get(compression) ?? compression} is not supported.`);
  }
  if (isFax(compression) && (layout.bits !== 1 || (layout.samples !== 1 && !layout.planar))) {
    throw corrupt("The TIFF declares a fax compression for pixels of more than one bit.");
  }
  checkChunks(layout);
  undoPredictor(layout);
  if (layout.tiled && layout.chunksAcross > 1 && (chunkRowBits(layout) & 7) !== 0) {
    throw unsupported("TIFF tiles whose rows do not end at a byte are not supported.");
  }
  const held = layout.tiled ? bandBytes(layout, layout.chunkHeight) : bandBytes(layout, 1);
  if (held > IMAGE_CAPS.stripBytes) {
    throw tooLarge(`The TIFF's tiles need ${held} bytes at once; at most ${IMAGE_CAPS.stripBytes} are held.`);
  }
}

export async function* bands(layout: Layout): AsyncGenerator<Band> {
  if (layout.tiled) yield* tileBands(layout);
  else yield* stripBands(layout);
}

async function* stripBands(layout: Layout): AsyncGenerator<Band> {
  const rowBytes = (chunkRowBits(layout) + 7) >> 3;
  const rowsAtOnce = Math.min(Math.max(Math.floor(BAND_BYTES / rowBytes), 1), layout.chunkHeight);
  const planes = planeBuffers(layout, rowsAtOnce * rowBytes);
  const undo = undoPredictor(layout);
  for (let strip = 0; strip < layout.chunksDown; strip++) {
    const rowsInStrip = Math.min(layout.chunkHeight, layout.height - strip * layout.chunkHeight);
    const sources = planes.map((_, plane) =>
      openChunk(layout, strip + plane * layout.chunksDown, rowsInStrip * rowBytes),
    );
    for (let done = 0; done < rowsInStrip; done += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, rowsInStrip - done);
      for (let plane = 0; plane < planes.length; plane++) {
        const target = planes[plane]!.subarray(0, rows * rowBytes);
        await fill(sources[plane]!, target);
        undo?.(target, rows, rowBytes);
      }
      yield { rows, rowBytes, planes };
    }
  }
}

/** A row of tiles at a time, put together so that what follows sees whole rows. */
async function* tileBands(layout: Layout): AsyncGenerator<Band> {
  const { chunkHeight, chunksAcross, chunksDown } = layout;
  const tileRowBytes = (chunkRowBits(layout) + 7) >> 3;
  const rowBytes = tileRowBytes * chunksAcross;
  const planes = planeBuffers(layout, rowBytes * chunkHeight);
  const tile = new Uint8Array(tileRowBytes * chunkHeight);
  const undo = undoPredictor(layout);
  for (let down = 0; down < chunksDown; down++) {
    const rows = Math.min(chunkHeight, layout.height - down * chunkHeight);
    for (let plane = 0; plane < planes.length; plane++) {
      for (let across = 0; across < chunksAcross; across++) {
        const index = plane * chunksAcross * chunksDown + down * chunksAcross + across;
        await fill(openChunk(layout, index, tile.length), tile);
        undo?.(tile, chunkHeight, tileRowBytes);
        for (let row = 0; row < rows; row++) {
          const from = row * tileRowBytes;
          planes[plane]!.set(tile.subarray(from, from + tileRowBytes), row * rowBytes + across * tileRowBytes);
        }
      }
    }
    yield { rows, rowBytes, planes };
  }
}

/** A reader of the bytes of one strip or tile, of which `expected` make its rows. */
function openChunk(layout: Layout, index: number, expected: number): ByteSource {
  const stored = chunkBytes(layout, index, expected);
  const data = layout.lowBitFirst ? reverseBits(stored) : stored;
  const columns = layout.chunkWidth;
  switch (layout.compression) {
    case COMPRESSION.lzw:
      return lzwSource(data);
    case COMPRESSION.packBits:
      return packBitsSource(data);
    case COMPRESSION.deflate:
    case COMPRESSION.adobeDeflate:
      return inflateSource(data, expected);
    case COMPRESSION.modifiedHuffman:
      return faxSource(data, { kind: "modified-huffman", columns, twoDimensional: false });
    case COMPRESSION.group3:
      return faxSource(data, { kind: "group3", columns, twoDimensional: layout.group3TwoDimensional });
    case COMPRESSION.group4:
      return faxSource(data, { kind: "group4", columns, twoDimensional: true });
    default:
      return rawSource(data);
  }
}

async function fill(source: ByteSource, target: Uint8Array): Promise<void> {
  const given = source.read(target);
  const filled = typeof given === "number" ? given : await given;
  if (filled < target.length) throw corrupt("The data of a TIFF strip ends before its rows do.");
}

function planeBuffers(layout: Layout, bytes: number): Uint8Array[] {
  return Array.from({ length: layout.planar ? layout.samples : 1 }, () => new Uint8Array(bytes));
}

function chunkRowBits(layout: Layout): number {
  return layout.chunkWidth * layout.bits * (layout.planar ? 1 : layout.samples);
}

/** What is held at once: rows of all planes, and for tiles one tile besides. */
function bandBytes(layout: Layout, rows: number): number {
  const across = Math.ceil(chunkRowBits(layout) / 8) * layout.chunksAcross * rows;
  return across * (layout.planar ? layout.samples : 1) + (layout.tiled ? across / layout.chunksAcross : 0);
}
