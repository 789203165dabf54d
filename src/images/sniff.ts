import { ImageProblem } from "../codecs/image-problem.ts";
import { latin1Text } from "../platform/latin1.ts";
import { isDibHeaderSize } from "./bmp/dib.ts";

/** In the order of the message that names them. */
export type ImageFormat = "jpeg" | "png" | "webp" | "gif" | "tiff" | "bmp" | "jp2";

/** AVIF and SVG are shown by a browser: see ShownFormat. */
const SUPPORTED = "JPEG, PNG, WebP, GIF, TIFF, BMP, JPEG 2000, AVIF and SVG can be converted";

/** The format, by content. Names and declared types are ignored, since they are often wrong. */
export function sniffFormat(bytes: Uint8Array): ImageFormat {
  if (bytes.length === 0) throw new ImageProblem("CORRUPTED_IMAGE", "The file is empty.");
  const head = latin1Text(bytes, 0, 64);
  const format = signedFormat(head, bytes);
  if (format) return format;
  const named = otherFormat(head, bytes);
  const message = named
    ? `This is ${named.what}; ${named.advice ?? SUPPORTED}.`
    : `This is not an image of a known format; ${SUPPORTED}.`;
  throw new ImageProblem("UNSUPPORTED_FORMAT", message);
}

/** A format that a browser can show, for callers that have one. */
export type ShownFormat = "avif" | "svg";

/** HEIC is none of them: the browsers at hand do not read it. */
export function shownFormat(bytes: Uint8Array): ShownFormat | undefined {
  const head = latin1Text(bytes, 0, 64);
  return signedFormat(head, bytes) ? undefined : otherFormat(head, bytes)?.shown;
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
  return undefined;
}

interface OtherFormat {
  what: string;
  advice?: string;
  shown?: ShownFormat;
}

const EXPORT = "open it in a graphics program and export it as PNG";
const DRAWING = "open it in a graphics program and save it as PDF or PNG";
const DEVELOP = "develop it and save it as JPEG, PNG or TIFF";
const TONE_MAP = "choose an exposure in a graphics program and export it as JPEG, PNG or TIFF";

/** By how they begin: formats that people send, what they are called, and what to do with them. */
const OTHERS: readonly (readonly [beginning: RegExp, what: string, advice?: string])[] = [
  [/^%PDF-/, "a PDF document, not an image"],
  [/^(\xff\x0a|\0\0\0\x0cJXL )/, "a JPEG XL image", "convert it to JPEG or PNG (with djxl, for instance)"],
  [/^8BPS/, "a Photoshop document", "export it as PNG, JPEG or TIFF"],
  [/^(IIRO|IIRS|MMOR|IIU\0|FUJIFILMCCD-RAW|\0MRM)/, "a camera's raw file", DEVELOP],
  [/^II\x1a\0{3}HEAPCCDR/, "a camera's raw file (CRW)", DEVELOP],
  [/^PK\x03\x04/, "a ZIP archive, not an image"],
  [/^P[1-7Ff][\s#]/, "a Netpbm image", "convert it to PNG or TIFF (with ImageMagick, for instance)"],
  [/^qoif/, "a QOI image", EXPORT],
  [/^\0\0[\x01\x02]\0[^\0]/, "a Windows icon or cursor", "export its largest picture as PNG"],
  [/^\x0a[\0\x02-\x05]\x01[\x01\x02\x04\x08]/, "a PCX image", EXPORT],
  [/^(%!PS|\xc5\xd0\xd3\xc6)/, "an EPS or PostScript drawing", "convert it to PDF (with Ghostscript, for instance)"],
  [/^v\/1\x01/, "an OpenEXR image", TONE_MAP],
  [/^#\?(RADIANCE|RGBE)/, "a Radiance HDR image", TONE_MAP],
  [/^gimp xcf/, "a GIMP document (XCF)", "export it as PNG, JPEG or TIFF"],
  [/^icns/, "an Apple icon (ICNS)", "export its largest picture as PNG"],
  [/^DDS /, "a DDS texture", EXPORT],
  [/^\/\* XPM \*\//, "an XPM image", EXPORT],
  [/^\s*(\/\*[\s\S]*?\*\/\s*)?#define\s+\S+_width\s/, "an XBM image", EXPORT],
  [/^(\xd7\xcd\xc6\x9a|[\x01\x02]\0\x09\0\0[\x01\x03])/, "a Windows metafile (WMF)", DRAWING],
  [/^\x01\0\0\0[\s\S]{36} EMF/, "an enhanced metafile (EMF)", DRAWING],
  [/^RIFF[\s\S]{4}ACON/, "an animated cursor (ANI)", "export its pictures as PNG"],
  // TGA has no signature, so all others come first: the kinds of its palette and picture, and the bits of a pixel.
  [/^[\s\S](\0[\x02\x03\x0a\x0b]|\x01[\x01\x09])[\s\S]{13}[\x08\x0f\x10\x18\x20]/, "a TGA image", EXPORT],
];

/** Formats that are not read here: the refusal names them and says what to do. */
function otherFormat(head: string, bytes: Uint8Array): OtherFormat | undefined {
  if (head.startsWith("ftyp", 4)) return isoMediaFormat(head.slice(8));
  for (const [beginning, what, advice] of OTHERS) if (beginning.test(head)) return advice ? { what, advice } : { what };
  return textFormat(new TextDecoder().decode(bytes.subarray(0, 4096)));
}

/** ISO base media: the major brand, then a version, then the compatible brands. */
function isoMediaFormat(brands: string): OtherFormat {
  const advice = "convert it to JPEG or PNG";
  if (brands.startsWith("crx")) return { what: "a camera's raw file (CR3)", advice: DEVELOP };
  if (/avi[fs]/.test(brands)) return { what: "an AVIF image", advice, shown: "avif" };
  if (/hei[cxms]|hev[cx]|mif1|msf1/.test(brands)) {
    return {
      what: "a HEIC image",
      advice: `${advice}; an iPhone does so by itself when it is set to "Most Compatible"`,
    };
  }
  return { what: "a video file, not an image" };
}

/** What may be before the first element of an XML document: declaration, instructions, comments, a document type. */
const PROLOGUE = /^(\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype[^[>]*(\[[^\]]*\]\s*)?>)/;

const HTML_PAGE: OtherFormat = {
  what: "an HTML page, not an image",
  advice: "it may be an error or sign-in page of the server that has the image",
};

function textFormat(text: string): OtherFormat | undefined {
  let rest = text
    .replace(/^\ufeff/, "")
    .trimStart()
    .toLowerCase();
  if (/^(<!doctype html|<html|<head|<body)/.test(rest)) return HTML_PAGE;
  for (let part = PROLOGUE.exec(rest); part; part = PROLOGUE.exec(rest)) rest = rest.slice(part[0].length);
  if (/^<([\w.-]+:)?svg[\s>/]/.test(rest)) {
    return { what: "an SVG drawing", advice: "convert it with html-to-pdf, which draws it as lines", shown: "svg" };
  }
  if (/^<html[\s>]/.test(rest)) return HTML_PAGE;
  return undefined;
}
