import { expect, it } from "vitest";
import { densityOf, readExif } from "../../src/images/exif.ts";
import { be16, be32, bytes, le16 } from "../fixtures/bytes.ts";
import { exifBlock } from "../fixtures/exif.ts";

const NOTHING = { orientation: 1, density: undefined };

it("reads orientation and density in either byte order", () => {
  expect(readExif(exifBlock(3, 144))).toEqual({ orientation: 3, density: { x: 144, y: 144 } });
  const little = bytes("II", le16(42), [8, 0, 0, 0], le16(1), le16(274), le16(3), [1, 0, 0, 0], le16(8), le16(0));
  expect(readExif(little)).toEqual({ orientation: 8, density: undefined });
});

/** TIFF 6.0 §2 and technical note 1: bytes, shorts, longs and offsets, with and without a sign. */
it.each([1, 3, 4, 6, 8, 9, 13])("reads an orientation that is stored as type %i", (type) => {
  const size = type === 1 || type === 6 ? 1 : type === 3 || type === 8 ? 2 : 4;
  const value = [...Array.from({ length: size - 1 }, () => 0), 6, 0, 0, 0].slice(0, 4);
  const block = bytes("MM", be16(42), be32(8), be16(1), be16(274), be16(type), be32(1), value, be32(0));
  expect(readExif(block).orientation).toBe(6);
});

it("takes a block that makes no sense as one that says nothing", () => {
  const block = exifBlock(6, 72);
  for (const broken of [new Uint8Array(0), new Uint8Array(40), bytes("XX", block.subarray(2)), block.subarray(0, 12)]) {
    expect(readExif(broken)).toEqual(NOTHING);
  }
  const far = block.slice();
  far.set([0xff, 0xff, 0xff, 0xf0], 4);
  expect(readExif(far)).toEqual(NOTHING);
});

it("reads what there is of a block that is cut off anywhere", () => {
  const block = exifBlock(6, 72);
  for (let length = 0; length <= block.length; length++) {
    expect([1, 6]).toContain(readExif(block.subarray(0, length)).orientation);
  }
});

it("ignores a density that no device has", () => {
  expect(readExif(exifBlock(1, 0)).density).toBeUndefined();
  expect(readExif(exifBlock(1, 400_000)).density).toBeUndefined();
});

it("ignores densities that differ by more than those of any scanner", () => {
  expect(densityOf(204, 98, 1, true)).toEqual({ x: 204, y: 98 });
  expect(densityOf(400, 99, 1, true)).toBeUndefined();
  expect(densityOf(1, 72, 1, false)).toBeUndefined();
});

it("reads a block with its name before it, whatever byte ends that", () => {
  for (const byte of [0, 0xff]) expect(readExif(bytes("Exif\0", byte, exifBlock(6))).orientation).toBe(6);
});

it("takes the orientation from XMP where EXIF says none", () => {
  const packets = ["<rdf:Description tiff:Orientation='6'/>", "<tiff:Orientation>6</tiff:Orientation>"];
  for (const packet of packets) {
    expect(readExif(undefined, bytes(packet)).orientation).toBe(6);
    expect(readExif(exifBlock(3), bytes(packet)).orientation).toBe(3);
  }
  expect(readExif(undefined, bytes('<rdf:Description tiff:Orientation="9"/>')).orientation).toBe(1);
});
