import sharp from "sharp";
import type { Pixels } from "./pixels.ts";

sharp.cache(false);
sharp.concurrency(1);

export interface SharpDecoding {
  /** Upright and over white; undefined when libvips does not open the file. */
  pixels: Pixels | undefined;
  /** It opens, and without complaint. */
  clean: boolean;
  /** libvips does not open it because it has no code for this kind, not because it is damaged. */
  unsupported: boolean;
}

/**
 * libvips' decoding of a page, with its own libraries: the second opinion beside ImageMagick's. Samples are compared as
 * stored, so profiles are not applied.
 */
export async function decodeWithSharp(file: string, page: number): Promise<SharpDecoding> {
  const strict = await decode(file, page, "warning");
  if (strict.pixels) return { pixels: strict.pixels, clean: true, unsupported: false };
  const tolerant = await decode(file, page, "none");
  const unsupported = /not support|unsupported|not configured|out of range|not a whole number of bytes/i;
  return { pixels: tolerant.pixels, clean: false, unsupported: unsupported.test(tolerant.error ?? "") };
}

async function decode(
  file: string,
  page: number,
  failOn: "warning" | "none",
): Promise<{ pixels?: Pixels; error?: string }> {
  try {
    const { data, info } = await sharp(file, {
      failOn,
      page,
      unlimited: true,
      limitInputPixels: false,
      ignoreIcc: true,
    })
      .rotate()
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .removeAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return { pixels: { width: info.width, height: info.height, data: asColours(data, info.channels) } };
  } catch (error) {
    return { error: String(error) };
  }
}

function asColours(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data;
  const colours = new Uint8Array((data.length / channels) * 3);
  for (let i = 0; i < data.length / channels; i++) colours.fill(data[i * channels]!, i * 3, i * 3 + 3);
  return colours;
}
