import { ImageProblem } from "./image.ts";

export type ImageFormat = "jpeg" | "png" | "gif" | "tiff" | "webp";

const SUPPORTED = "JPEG, PNG, WebP, GIF and TIFF can be converted";

/** The format by content; names and declared types are not looked at, since they are wrong too often. */
export function sniffFormat(bytes: Uint8Array): ImageFormat {
  if (bytes.length === 0) throw new ImageProblem("CORRUPTED_IMAGE", "The file is empty.");
  const head = String.fromCharCode(...bytes.subarray(0, 64));
  // JPEG XL and JPEG 2000 begin with other markers; real JPEGs may have junk after SOI.
  if (head.startsWith("\xff\xd8")) return "jpeg";
  if (head.startsWith("\x89PNG")) return "png";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "gif";
  if (/^(II[*+]\0|MM\0[*+])/.test(head)) return "tiff";
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return "webp";
  const name = otherFormat(head, bytes);
  throw new ImageProblem(
    "UNSUPPORTED_FORMAT",
    name ? `This is ${name}; ${SUPPORTED}.` : `This is not an image of a known format; ${SUPPORTED}.`,
  );
}

/** Formats that people do send, so that the refusal can name them. */
function otherFormat(head: string, bytes: Uint8Array): string | undefined {
  if (head.startsWith("ftyp", 4)) return isoMediaFormat(head.slice(8));
  if (head.startsWith("BM")) return "a BMP image";
  if (head.startsWith("%PDF-")) return "a PDF document, not an image";
  if (head.startsWith("\0\0\0\x0cjP  ") || head.startsWith("\xff\x4f\xff\x51")) return "a JPEG 2000 image";
  if (head.startsWith("\xff\x0a") || head.startsWith("\0\0\0\x0cJXL ")) return "a JPEG XL image";
  if (head.startsWith("8BPS")) return "a Photoshop document";
  if (head.startsWith("\0\0\x01\0")) return "an ICO icon";
  if (head.startsWith("PK\x03\x04")) return "a ZIP archive, not an image";
  if (/^P[1-7]\s/.test(head)) return "a Netpbm image";
  return textFormat(new TextDecoder().decode(bytes.subarray(0, 1024)));
}

/** ISO base media: the major brand, then a version, then the compatible brands. */
function isoMediaFormat(brands: string): string {
  if (/avi[fs]/.test(brands)) return "an AVIF image";
  if (/hei[cxms]|hev[cx]|mif1|msf1/.test(brands)) return "a HEIC image";
  return "a video file, not an image";
}

/** What stands behind an XML declaration and comments. */
function afterProlog(text: string): string {
  let rest = text;
  for (;;) {
    const closing = rest.startsWith("<!--") ? "-->" : rest.startsWith("<?xml") ? ">" : undefined;
    const end = closing === undefined ? -1 : rest.indexOf(closing);
    if (closing === undefined || end < 0) return rest;
    rest = rest.slice(end + closing.length).trimStart();
  }
}

function textFormat(text: string): string | undefined {
  const start = text.trimStart().toLowerCase();
  if (/^(<!doctype svg|<svg[\s>])/.test(afterProlog(start))) return "an SVG drawing";
  if (/^(<!doctype html|<html|<head|<body)/.test(start)) return "an HTML page, not an image";
  return undefined;
}
