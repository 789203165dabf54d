import { expect, it } from "vitest";
import { sniffFormat } from "../../src/images/sniff.ts";
import { be32, bytes } from "./fixtures/bytes.ts";

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
])("knows %s by its first bytes", (format, file) => {
  expect(sniffFormat(file)).toBe(format);
});

it.each([
  ["a HEIC image", ftyp("heic\0\0\0\0mif1heic")],
  ["a HEIC image", ftyp("mif1\0\0\0\0heic")],
  ["an AVIF image", ftyp("avif\0\0\0\0mif1miaf")],
  ["a video file", ftyp("isom\0\0\x02\0mp41")],
  ["a BMP image", bytes("BM", be32(99))],
  ["an SVG drawing", bytes("<?xml version='1.0'?>\n<!-- drawn by hand -->\n<svg xmlns='x'>")],
  ["an SVG drawing", bytes([0xef, 0xbb, 0xbf], "<svg>")],
  ["a PDF document", bytes("%PDF-1.7")],
  ["a JPEG 2000 image", bytes(be32(12), "jP  \r\n\x87\n")],
  ["a JPEG XL image", bytes([0xff, 0x0a])],
  ["an HTML page", bytes("\n<!DOCTYPE html><title>404</title>")],
  ["a ZIP archive", bytes("PK\x03\x04")],
  ["not an image of a known format", bytes("hello")],
  ["RIFF but not WebP", bytes("RIFF", be32(4), "WAVEfmt ")],
])("names %s in the refusal", (name, file) => {
  const expected = name.startsWith("RIFF") ? "not an image of a known format" : name;
  expect(() => sniffFormat(file)).toThrow(expected);
});

it("refuses an empty file as such", () => {
  expect(() => sniffFormat(new Uint8Array(0))).toThrow("The file is empty.");
});
