import { readBmp } from "./bmp/bmp.ts";
import { readGif } from "./gif/gif.ts";
import type { ImageReader } from "./image.ts";
import { readJp2 } from "./jp2/jp2.ts";
import { readJpeg } from "./jpeg/jpeg.ts";
import { readPng } from "./png/png.ts";
import type { ImageFormat } from "./sniff.ts";
import { readTiff } from "./tiff/tiff.ts";
import { readWebp } from "./webp/webp.ts";

export const READERS: Record<ImageFormat, ImageReader> = {
  jpeg: readJpeg,
  png: readPng,
  gif: readGif,
  tiff: readTiff,
  webp: readWebp,
  bmp: readBmp,
  jp2: readJp2,
};
