import { checkPixels, IMAGE_CAPS } from "../../codecs/caps.ts";
import { tooLarge } from "../../codecs/image-problem.ts";
import { densityOf, readExif } from "../exif.ts";
import type { Density, ImageFrame } from "../image.ts";
import { bandBytes, bandsOf } from "./adam7.ts";
import { calibratedSpace, HIGH_RANGE, isHighRange } from "./calibration.ts";
import { type PngChunks, pngChunks } from "./chunks.ts";
import { readPalette } from "./palette.ts";
import { colourKey, embeddedProfile, isColour, type PngImage } from "./png-colour.ts";
import { writeInterlaced, writeSplit } from "./png-decoded.ts";
import { hasAlphaChannel, PALETTE, type PngHeader, pngHeader } from "./png-header.ts";
import { writePassthrough } from "./png-passthrough.ts";

/** Of an animation its still picture is read. */
export function readPng(bytes: Uint8Array): ImageFrame[] {
  const chunks = pngChunks(bytes);
  const header = pngHeader(chunks.header);
  const split = hasAlphaChannel(header);
  if (header.interlaced && bandsOf(header) > IMAGE_CAPS.interlacedBands) {
    throw tooLarge(
      `The PNG is interlaced and has ${header.rowBytes * header.height} bytes of pixels, which are more than can be put in order. Save it without interlacing.`,
    );
  }
  if (header.rowBytes > IMAGE_CAPS.stripBytes) throw tooLarge(`The PNG's rows are ${header.rowBytes} bytes long.`);
  checkPixels(header.width, header.height, split || header.interlaced ? "streamed" : "passthrough");
  const image: PngImage = {
    header,
    data: chunks.data,
    isVouchedFor: chunks.isVouchedFor,
    palette: header.colourType === PALETTE ? readPalette(chunks.palette, chunks.transparency, header.depth) : undefined,
    profile: embeddedProfile(chunks.profile, header),
    calibrated: calibratedSpace(chunks, isColour(header)),
    key: colourKey(chunks.transparency, header),
  };
  const exif = readExif(chunks.exif, chunks.xmp);
  const facts = {
    width: header.width,
    height: header.height,
    density: physicalDensity(chunks) ?? exif.density,
    orientation: exif.orientation,
    decodedPixels: header.width * header.height,
  };
  const still: ImageFrame = {
    ...facts,
    method: split || header.interlaced ? "decoded" : "passthrough",
    workingBytes: workingBytes(header, chunks.data),
    minVersion: header.depth === 16 ? "1.5" : "1.4",
    write: (sink) => (header.interlaced ? writeInterlaced : split ? writeSplit : writePassthrough)(sink, image),
  };
  return [
    {
      ...still,
      write(sink) {
        for (const chunk of chunks.doubtful) sink.warn(doubt(chunk));
        if (isHighRange(chunks)) sink.warn(HIGH_RANGE);
        return still.write(sink);
      },
    },
  ];
}

function heldBand(header: PngHeader): number {
  return header.interlaced ? bandBytes(header) : 0;
}

const SMALL_BYTES = 8 * 1024 * 1024;

function doubt(chunk: string): string {
  const isNeeded = chunk === "IHDR" || chunk === "PLTE";
  return `The checksum of the PNG's ${chunk} chunk is wrong: ${isNeeded ? "its colours or size may be, too" : "it is left out"}.`;
}

/**
 * Memory for segments that are being compressed, for the pixels of an interlaced image, and for data that is compressed
 * again.
 */
function workingBytes(header: PngHeader, data: readonly Uint8Array[]): number {
  const segments = 4 * 1024 * 1024;
  if (!header.interlaced && !hasAlphaChannel(header)) return segments;
  const raw = header.rowBytes * header.height;
  const stored = data.reduce((sum, piece) => sum + piece.length, 0);
  // At the fastest level photographs become a tenth larger than at the best level. Drawings become half as large again,
  // but they are small files.
  const compressed = Math.min(raw, Math.ceil(stored * 1.1) + Math.min(stored, SMALL_BYTES), IMAGE_CAPS.outputBytes);
  return segments + compressed + heldBand(header);
}

function physicalDensity({ physical }: PngChunks): Density | undefined {
  if (physical?.length !== 9) return undefined;
  const view = new DataView(physical.buffer, physical.byteOffset, physical.byteLength);
  // Pixels per metre, or only the pixel's shape (§11.3.4.3).
  return densityOf(view.getUint32(0), view.getUint32(4), 0.0254, physical[8] === 1);
}
