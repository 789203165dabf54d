import { expect, it } from "vitest";
import { shownFormat, sniffFormat } from "../../src/images/sniff.ts";
import { be32, bytes } from "../fixtures/bytes.ts";

const ftyp = (brands: string) => bytes(be32(8 + brands.length), "ftyp", brands);

it.each([
  ["jpeg", bytes([0xff, 0xd8, 0xff, 0xe0])],
  ["jpeg", bytes([0xff, 0xd8, 0x00, 0x01])],
  ["png", bytes([0x89], "PNG\r\n\x1a\n")],
  ["gif", bytes("GIF87a")],
  ["gif", bytes("GIF89a")],
  ["tiff", bytes("II*\0")],
  ["tiff", bytes("MM\0*")],
  ["tiff", bytes("II+\0")],
  ["tiff", bytes("MM\0+")],
  ["webp", bytes("RIFF", be32(4), "WEBPVP8 ")],
  ["bmp", bytes("BM", be32(99), be32(0), be32(0), [40, 0, 0, 0])],
  ["jp2", bytes(be32(12), "jP  \r\n\x87\n")],
  ["jp2", bytes([0xff, 0x4f, 0xff, 0x51])],
])("knows %s by its first bytes", (format, file) => {
  expect(sniffFormat(file)).toBe(format);
});

it.each([
  ["a HEIC image", ftyp("heic\0\0\0\0mif1heic")],
  ["a HEIC image", ftyp("mif1\0\0\0\0heic")],
  ["an AVIF image", ftyp("avif\0\0\0\0mif1miaf")],
  ["a video file", ftyp("isom\0\0\x02\0mp41")],
  ["not an image of a known format", bytes("BMX is a name, too")],
  ["an SVG drawing", bytes("<?xml version='1.0'?>\n<!-- drawn by hand -->\n<svg xmlns='x'>")],
  ["an SVG drawing", bytes([0xef, 0xbb, 0xbf], "<svg>")],
  ["a PDF document", bytes("%PDF-1.7")],
  ["an SVG drawing", bytes("<?xml-stylesheet href='a.css'?>\n<!-- a --><!-- b -->\n<svg/>")],
  ["an SVG drawing", bytes("<!DOCTYPE svg PUBLIC 'x' 'y' [<!ENTITY a 'b'>]>\n<svg:svg xmlns:svg='x'>")],
  ["a camera's raw file", ftyp("crx \0\0\0\x01crx isom")],
  ["a camera's raw file", bytes("FUJIFILMCCD-RAW 0201")],
  ["a Photoshop document", bytes("8BPS\0\x01")],
  ["a JPEG XL image", bytes([0xff, 0x0a])],
  ["a PCX image", bytes([0x0a, 5, 1, 8, 0, 0])],
  ["an EPS or PostScript drawing", bytes("%!PS-Adobe-3.0 EPSF-3.0")],
  ["an EPS or PostScript drawing", bytes([0xc5, 0xd0, 0xd3, 0xc6])],
  ["an OpenEXR image", bytes("v/1\x01\x02\0\0\0")],
  ["a Radiance HDR image", bytes("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n")],
  ["a GIMP document (XCF)", bytes("gimp xcf v011\0")],
  ["an Apple icon (ICNS)", bytes("icns", be32(8))],
  ["a DDS texture", bytes("DDS ", be32(0x7c000000))],
  ["an XPM image", bytes("/* XPM */\nstatic char *a[] = {")],
  ["an XBM image", bytes("#define picture_width 16\n#define picture_height 16\n")],
  ["a Windows metafile (WMF)", bytes([0xd7, 0xcd, 0xc6, 0x9a, 0, 0])],
  ["a Windows metafile (WMF)", bytes([1, 0, 9, 0, 0, 3, 0, 0])],
  ["an enhanced metafile (EMF)", bytes([1, 0, 0, 0], new Uint8Array(36), " EMF")],
  ["an animated cursor (ANI)", bytes("RIFF", be32(4), "ACONanih")],
  ["a camera's raw file (CRW)", bytes("II\x1a\0\0\0HEAPCCDR")],
  ["an HTML page", bytes("\n<!DOCTYPE html><title>404</title>")],
  ["a ZIP archive", bytes("PK\x03\x04")],
  ["a Netpbm image", bytes("P4\n1 1\n")],
  ["a Netpbm image", bytes("P7\nWIDTH 1\n")],
  ["a Netpbm image", bytes("Pf 1 1")],
  ["a QOI image", bytes("qoif")],
  ["a Windows icon or cursor", bytes([0, 0, 1, 0, 1, 0, 16, 16, 0, 0])],
  ["a Windows icon or cursor", bytes([0, 0, 2, 0, 1, 0, 16, 16, 0, 0])],
  ["a TGA image", bytes([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 1, 2, 3])],
  ["a TGA image", bytes([9, 1, 9, 0, 0, 0, 1, 24, 0, 0, 0, 0, 1, 0, 1, 0, 8, 0, 1, 2, 3])],
  ["not an image of a known format", bytes("hello")],
  ["RIFF but not WebP", bytes("RIFF", be32(4), "WAVEfmt ")],
])("names %s in the refusal", (name, file) => {
  const expected = name.startsWith("RIFF") ? "not an image of a known format" : name;
  expect(() => sniffFormat(file)).toThrow(expected);
});

it.each([
  [ftyp("heic\0\0\0\0mif1heic"), /convert it to JPEG or PNG/],
  [bytes("8BPS\0\x01"), /export it as PNG/],
  [bytes("<svg>"), /html-to-pdf/],
  [bytes("P6 1 1 255\n"), /convert it to PNG/],
  [bytes("qoif"), /export it as PNG/],
  [bytes([0, 0, 1, 0, 1, 0, 16, 16, 0, 0]), /export its largest picture as PNG/],
])("says what to do with what it cannot convert", (file, advice) => {
  expect(() => sniffFormat(file)).toThrow(advice);
});

it.each([
  [undefined, ftyp("heic\0\0\0\0mif1heic")],
  ["avif", ftyp("avif\0\0\0\0mif1miaf")],
  ["svg", bytes("<?xml version='1.0'?><svg/>")],
  [undefined, bytes("%PDF-1.7")],
  [undefined, bytes([0xff, 0xd8, 0xff, 0xe0])],
])("names %s as a format that browsers show", (format, file) => {
  expect(shownFormat(file)).toBe(format);
});

it("refuses an empty file as such", () => {
  expect(() => sniffFormat(new Uint8Array(0))).toThrow("The file is empty.");
});
