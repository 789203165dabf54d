import { deviceSpace } from "../colour.ts";
import { corrupt, type IccProfile, type ObjectSink, type Tile } from "../image.ts";
import { wholeTile, writeImage } from "../xobject.ts";
import { tagValue } from "./directory.ts";
import { inflateSource } from "./inflate.ts";
import { COMPRESSION, chunkBytes, chunkCount, isFax, type Layout, PHOTOMETRIC } from "./layout.ts";
import { isDirect, type PixelRows } from "./pixels.ts";
import { reverseBits } from "./source.ts";

const TAG_T4_OPTIONS = 292;
const TAG_T6_OPTIONS = 293;
const UNCOMPRESSED_MODE = 2;

/** Writes the file's own compressed bytes. */
export type WriteThrough = (sink: ObjectSink) => Tile[] | Promise<Tile[]>;

/** Undefined when PDF cannot hold the compressed bytes as they are. */
export function passthrough(
  layout: Layout,
  rows: PixelRows,
  profile: IccProfile | undefined,
): WriteThrough | undefined {
  if (isFax(layout.compression)) return faxThrough(layout, rows);
  if (layout.compression === COMPRESSION.deflate || layout.compression === COMPRESSION.adobeDeflate) {
    return deflateThrough(layout, rows, profile);
  }
  return undefined;
}

/**
 * Group 4 in one strip, and Group 3 in any number: its rows do not depend on where a strip begins, if each strip's first
 * row is coded by itself, which T.4 demands. Strips of Group 4 each begin anew, so several cannot be joined.
 */
function faxThrough(layout: Layout, rows: PixelRows): WriteThrough | undefined {
  const { compression, directory, width, height } = layout;
  const single = chunkCount(layout) === 1;
  const options = tagValue(directory, compression === COMPRESSION.group4 ? TAG_T6_OPTIONS : TAG_T4_OPTIONS) ?? 0;
  if (layout.tiled || (options & UNCOMPRESSED_MODE) !== 0 || (compression === COMPRESSION.group4 && !single)) {
    return undefined;
  }
  // In the file a coded black is a 1. PDF's default makes it a 0, which is black for DeviceGray.
  const blackIs1 = layout.photometric !== PHOTOMETRIC.whiteIsZero;
  return (sink) => {
    const strips: Uint8Array[] = [];
    for (let strip = 0; strip < chunkCount(layout); strip++) {
      const stored = chunkBytes(layout, strip, 0);
      strips.push(layout.lowBitFirst ? reverseBits(stored) : stored);
    }
    const image = { width, height, colourSpace: rows.colourSpace ?? deviceSpace(1), bits: 1, data: strips };
    const parms = `<<${codingParms(layout)}/Columns ${width}/Rows ${height}${blackIs1 ? "/BlackIs1 true" : ""}>>`;
    return wholeTile(writeImage(sink, { ...image, filter: "/CCITTFaxDecode", parms }), width, height);
  };
}

/** ISO 32000-2 table 11. Strips end at a byte, so what lies between joined ones are fill bits before an EOL. */
function codingParms(layout: Layout): string {
  if (layout.compression === COMPRESSION.group4) return "/K -1";
  if (layout.compression === COMPRESSION.modifiedHuffman) return "/K 0/EncodedByteAlign true/EndOfBlock false";
  return `/K ${layout.group3TwoDimensional ? 4 : 0}/EndOfLine true/EndOfBlock false`;
}

/** One strip of samples that PDF holds too; predictor 2 means the same in both formats. */
function deflateThrough(layout: Layout, rows: PixelRows, profile: IccProfile | undefined): WriteThrough | undefined {
  const { width, height, bits } = layout;
  if (layout.tiled || chunkCount(layout) !== 1 || rows.layout !== layout || layout.lowBitFirst) return undefined;
  if (!isDirect(layout, rows.components) || layout.predictor > 2 || rows.blackBit !== undefined) return undefined;
  // Lab's signs have to be moved, YCbCr has no space in PDF.
  if (layout.photometric > PHOTOMETRIC.separated) return undefined;
  const data = chunkBytes(layout, 0, 0);
  const { components } = rows;
  return async (sink) => {
    await checkComplete(data, Math.ceil((width * components * bits) / 8) * height);
    const shape = `/Colors ${components}/BitsPerComponent ${bits}/Columns ${width}`;
    const xobject = writeImage(sink, {
      width,
      height,
      colourSpace: rows.colourSpace ?? (profile ? sink.profile(profile) : deviceSpace(components)),
      bits,
      filter: "/FlateDecode",
      parms: layout.predictor === 2 ? `<</Predictor 2${shape}>>` : undefined,
      decode: rows.decode,
      data: [data],
    });
    return wholeTile(xobject, width, height);
  };
}

/** Damaged data must be refused here: inside the PDF it would show as an empty or half a picture. */
async function checkComplete(data: Uint8Array, expected: number): Promise<void> {
  const source = inflateSource(data, expected);
  const part = new Uint8Array(64 * 1024);
  for (let left = expected; left > 0; left -= part.length) {
    const wanted = Math.min(left, part.length);
    if ((await source.read(part.subarray(0, wanted))) < wanted) {
      throw corrupt("The data of a TIFF strip ends before its rows do.");
    }
  }
}
