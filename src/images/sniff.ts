import { latin1Text } from "../pdf-objects/syntax/names.ts";
import { isDibHeaderSize } from "./bmp/dib.ts";
import { ImageProblem } from "./image.ts";
import { tgaHeader } from "./tga/tga-header.ts";

/** In the order of the message that names them. */
export type ImageFormat = "jpeg" | "png" | "webp" | "gif" | "tiff" | "bmp" | "jp2" | "pnm" | "qoi" | "ico" | "tga";

const SUPPORTED = "JPEG, PNG, WebP, GIF, TIFF, BMP, JPEG 2000, Netpbm, QOI, ICO and TGA can be converted";

/** The format, by content. Names and declared types are ignored, since they are often wrong. */
export function sniffFormat(bytes: Uint8Array): ImageFormat {
  if (bytes.length === 0) throw new ImageProblem("CORRUPTED_IMAGE", "The file is empty.");
  const head = latin1Text(bytes, 0, 64);
  const format = signedFormat(head, bytes);
  if (format) return format;
  const named = otherFormat(head, bytes);
  // TGA has no signature, so all others come first.
  if (!named && tgaHeader(bytes)) return "tga";
  const message = named
    ? `This is ${named.what}; ${named.advice ?? SUPPORTED}.`
    : `This is not an image of a known format; ${SUPPORTED}.`;
  throw new ImageProblem("UNSUPPORTED_FORMAT", message);
}

function signedFormat(head: string, bytes: Uint8Array): ImageFormat | undefined {
  // JPEG XL and JPEG 2000 begin with other markers; real JPEGs may have junk after SOI.
  if (head.startsWith("\xff\xd8")) return "jpeg";
  if (head.startsWith("\x89PNG")) return "png";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "gif";
  if (/^(II[*+]\0|MM\0[*+])/.test(head)) return "tiff";
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return "webp";
  if (head.startsWith("BM") && isDibHeaderSize(bytes[14]! | (bytes[15]! << 8))) return "bmp";
  if (head.startsWith("\0\0\0\x0cjP  ") || head.startsWith("\xff\x4f\xff\x51")) return "jp2";
  if (/^P[1-7][\s#]/.test(head)) return "pnm";
  if (head.startsWith("qoif")) return "qoi";
  // An icon, or a cursor, with at least one picture in it.
  if (/^\0\0[\x01\x02]\0[^\0]/.test(head) && bytes[9] === 0) return "ico";
  return undefined;
}

interface OtherFormat {
  what: string;
  advice?: string;
}

/** Other formats that people send: the refusal names them and says what to do. */
function otherFormat(head: string, bytes: Uint8Array): OtherFormat | undefined {
  if (head.startsWith("ftyp", 4)) return isoMediaFormat(head.slice(8));
  if (head.startsWith("%PDF-")) return { what: "a PDF document, not an image" };
  if (head.startsWith("\xff\x0a") || head.startsWith("\0\0\0\x0cJXL ")) {
    return { what: "a JPEG XL image", advice: "convert it to JPEG or PNG (with djxl, for instance)" };
  }
  if (head.startsWith("8BPS")) return { what: "a Photoshop document", advice: "export it as PNG, JPEG or TIFF" };
  if (/^(IIRO|IIRS|MMOR|IIU\0|FUJIFILMCCD-RAW|\0MRM)/.test(head)) {
    return { what: "a camera's raw file", advice: "develop it and save it as JPEG, PNG or TIFF" };
  }
  if (head.startsWith("PK\x03\x04")) return { what: "a ZIP archive, not an image" };
  if (/^P[Ff]\s/.test(head)) return { what: "a Netpbm image of floating point", advice: "convert it to PPM or PNG" };
  return textFormat(new TextDecoder().decode(bytes.subarray(0, 4096)));
}

/** ISO base media: the major brand, then a version, then the compatible brands. */
function isoMediaFormat(brands: string): OtherFormat {
  const advice = "convert it to JPEG or PNG";
  if (brands.startsWith("crx")) {
    return { what: "a camera's raw file (CR3)", advice: "develop it and save it as JPEG, PNG or TIFF" };
  }
  if (/avi[fs]/.test(brands)) return { what: "an AVIF image", advice };
  if (/hei[cxms]|hev[cx]|mif1|msf1/.test(brands)) {
    return {
      what: "a HEIC image",
      advice: `${advice}; an iPhone does so by itself when it is set to "Most Compatible"`,
    };
  }
  return { what: "a video file, not an image" };
}

/** What may stand before the first element of an XML document: declaration, instructions, comments, a document type. */
const PROLOGUE = /^(\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype[^[>]*(\[[^\]]*\]\s*)?>)/;

function textFormat(text: string): OtherFormat | undefined {
  let rest = text
    .replace(/^\ufeff/, "")
    .trimStart()
    .toLowerCase();
  if (/^(<!doctype html|<html|<head|<body)/.test(rest)) return { what: "an HTML page, not an image" };
  for (let part = PROLOGUE.exec(rest); part; part = PROLOGUE.exec(rest)) rest = rest.slice(part[0].length);
  if (/^<([\w.-]+:)?svg[\s>/]/.test(rest)) {
    return { what: "an SVG drawing", advice: "convert it with html-to-pdf, which draws it as lines" };
  }
  if (/^<html[\s>]/.test(rest)) return { what: "an HTML page, not an image" };
  return undefined;
}
