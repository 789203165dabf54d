import { huffmanSegment } from "../../../src/codecs/jpeg/tables.ts";
import { be16, be32, bytes } from "../../fixtures/bytes.ts";
import { exifBlock } from "../../fixtures/exif.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import { adobe, exifSegment, type JpegFixture, jfif, jpeg } from "../../fixtures/jpeg.ts";
import { changes, damages } from "./damage.ts";
import { type Row, recorded, type Sweep } from "./table.ts";

const segment = (marker: number, data: Uint8Array): Uint8Array => bytes([0xff, marker], be16(data.length + 2), data);
const flat = (components: number): number[][][] =>
  Array.from({ length: 2 }, (_, y) =>
    Array.from({ length: 3 }, (_, x) => [200 - x * 30, 100 + y * 40, 50, 128 + x].slice(0, components)),
  );

recorded("JPEG facts", function* (): Iterable<Row | Sweep> {
  const profile = (data: Uint8Array, number = 1, count = 1) => ({
    marker: 0xe2,
    data: bytes("ICC_PROFILE\0", [number, count], data),
  });
  const comment = { marker: 0xfe, data: bytes("words") };
  const half = iccHeader("RGB ").subarray(0, 70);
  const rest = iccHeader("RGB ").subarray(70);
  const thumbnail = { marker: 0xe0, data: bytes("JFIF\0", [1, 1, 1, 0, 72, 0, 72, 2, 1], [1, 2, 3, 4, 5, 6]) };
  const segments: Record<string, NonNullable<JpegFixture["segments"]>> = {
    nothing: [],
    JFIF: [jfif(1, 300, 150)],
    "JFIF of centimetres": [jfif(2, 100, 50)],
    "JFIF of a shape": [jfif(0, 2, 1)],
    "JFIF with a thumbnail": [thumbnail],
    "JFIF that is too short": [{ marker: 0xe0, data: bytes("JFIF\0", [1, 1]) }],
    "Adobe 0": [adobe(0)],
    "Adobe 1": [adobe(1)],
    "Adobe 2": [adobe(2)],
    "JFIF and Adobe 0": [jfif(1, 72, 72), adobe(0)],
    "JFIF and Adobe 1": [jfif(1, 72, 72), adobe(1)],
    "Adobe that is too short": [{ marker: 0xee, data: bytes("Adobe", [1, 2]) }],
    "a profile": [profile(iccHeader("RGB "))],
    "a profile of gray": [profile(iccHeader("GRAY"))],
    "a profile of CMYK": [profile(iccHeader("CMYK"))],
    "a profile in two": [profile(half, 1, 2), profile(rest, 2, 2)],
    "a profile in two, the second first": [profile(rest, 2, 2), profile(half, 1, 2)],
    "a profile whose half is missing": [profile(half, 1, 2)],
    "a profile twice": [profile(half, 1, 2), profile(half, 1, 2)],
    "a profile with number 0": [profile(half, 0, 2)],
    "a profile with number 3 of 2": [profile(half, 3, 2)],
    "a profile of a later version": [profile(iccHeader("RGB ").with(8, 5))],
    "a profile of version 4": [profile(iccHeader("RGB ").with(8, 4))],
    "a profile of a link": [profile(bytes(iccHeader("RGB ").subarray(0, 12), "link", iccHeader("RGB ").subarray(16)))],
    "a profile that declares less": [profile(iccHeader("RGB ").with(3, 131))],
    "a profile that declares more": [profile(iccHeader("RGB ").with(3, 133))],
    "a profile of nothing": [profile(new Uint8Array(0))],
    "a comment": [comment],
    "an empty comment": [{ marker: 0xfe, data: new Uint8Array(0) }],
    XMP: [{ marker: 0xe1, data: bytes("http://ns.adobe.com/xap/1.0/\0<x/>") }],
    EXIF: [exifSegment(exifBlock(6, 200))],
    "EXIF and JFIF": [jfif(1, 72, 72), exifSegment(exifBlock(8, 200))],
    "EXIF of nothing": [exifSegment(new Uint8Array(4))],
  };
  for (const [name, list] of Object.entries(segments)) {
    for (const components of [1, 3, 4]) {
      const file = jpeg({ blocks: flat(components), segments: list });
      yield { name: `${components} components, ${name}`, file };
      yield { name: `${components} components, ${name}`, file, options: { stripMetadata: true } };
    }
  }
  for (let orientation = 0; orientation <= 9; orientation++) {
    yield {
      name: `EXIF orientation ${orientation}`,
      file: jpeg({ blocks: flat(1), segments: [exifSegment(exifBlock(orientation, 72))] }),
    };
  }
  const whole = exifBlock(6, 300);
  const exif = (block: Uint8Array) => jpeg({ blocks: [[[1]]], segments: [exifSegment(block)] });
  yield {
    name: "EXIF, a byte changed",
    damaged: [...changes(whole), ...changes(whole, { shift: 3 })].map(([place, block]) => [place, exif(block)]),
  };
  yield {
    name: "EXIF, cut off",
    damaged: Array.from({ length: whole.length }, (_, end) => [end, exif(whole.subarray(0, end))]),
  };
  const swapped = bytes(
    "II",
    [42, 0, 8, 0, 0, 0, 2, 0],
    [18, 1, 3, 0, 1, 0, 0, 0, 5, 0, 0, 0],
    [26, 1, 4, 0, 1, 0, 0, 0, 44, 1, 0, 0],
  );
  const centimetres = [
    bytes(be16(282), be16(4), be32(1), be32(100)),
    bytes(be16(296), be16(3), be32(1), be16(3), be16(0)),
  ];
  yield { name: "EXIF of centimetres", file: exif(bytes("MM", be16(42), be32(8), be16(2), ...centimetres, be32(0))) };
  const nothing = whole.slice();
  nothing.fill(0, -4);
  yield { name: "EXIF, a density divided by 0", file: exif(nothing) };
  yield { name: "EXIF, little-endian", file: exif(bytes(swapped, [0, 0, 0, 0])) };
});

recorded("JPEG kinds", function* (): Iterable<Row | Sweep> {
  for (let sof = 0xc0; sof <= 0xcf; sof++) {
    yield { name: `SOF${sof - 0xc0}`, file: jpeg({ blocks: flat(3), sof }) };
  }
  for (const precision of [0, 7, 12, 16])
    yield { name: `${precision} bits`, file: jpeg({ blocks: flat(3), precision }) };
  for (const components of [2, 5])
    yield { name: `${components} components`, file: jpeg({ blocks: [[new Array<number>(components).fill(9)]] }) };
  for (const ids of [
    [0, 1, 2],
    [82, 71, 66],
    [1, 1, 2],
    [82, 71, 67],
    [1, 34, 35],
  ]) {
    yield { name: `components ${ids}`, file: jpeg({ blocks: flat(3), componentIds: ids }) };
    yield {
      name: `components ${ids}, JFIF`,
      file: jpeg({ blocks: flat(3), componentIds: ids, segments: [jfif(1, 72, 72)] }),
    };
  }
  yield { name: "a height after the scan", file: jpeg({ blocks: flat(3), dnl: true }) };
  yield { name: "no height at all", file: jpeg({ blocks: flat(1), cut: { width: 8, height: 0 } }) };
  yield { name: "no width", file: jpeg({ blocks: flat(1), cut: { width: 0, height: 8 } }) };
  yield { name: "less than whole blocks", file: jpeg({ blocks: flat(3), cut: { width: 19, height: 11 } }) };
  yield { name: "no tables", file: jpeg({ blocks: flat(3), withoutTables: true }) };
  yield { name: "no tables, gray", file: jpeg({ blocks: flat(1), withoutTables: true }) };
  for (const junk of [[0xff, 0xff], [0], [1, 2, 0xff, 0], [0xff, 1], [0xff, 0xd0], [0xff, 0xd8]]) {
    const file = jpeg({ blocks: flat(1), segments: [jfif(1, 72, 72)], junk: Uint8Array.from(junk) });
    yield { name: `junk ${junk}`, file };
    yield { name: `junk ${junk}`, file, options: { stripMetadata: true } };
  }
  const gray = jpeg({ blocks: flat(1) });
  const scanAt = gray.findIndex((byte, i) => byte === 0xff && gray[i + 1] === 0xda);
  const before = (...more: Uint8Array[]) => bytes(gray.subarray(0, scanAt), ...more, gray.subarray(scanAt));
  yield { name: "a restart interval", file: before(segment(0xdd, Uint8Array.of(0, 2))) };
  yield { name: "a restart interval of one byte", file: before(segment(0xdd, Uint8Array.of(1))) };
  yield { name: "two frames", file: before(segment(0xc0, bytes(8, be16(8), be16(8), 1, [1, 0x11, 0]))) };
  yield {
    name: "a frame that is too long",
    file: bytes([0xff, 0xd8], segment(0xc0, bytes(8, be16(8), be16(8), 1, [1, 0x11, 0, 0])), gray.subarray(2)),
  };
  yield { name: "an empty application segment", file: before(segment(0xe5, new Uint8Array(0))) };
  yield { name: "a comment of length 0", file: before(Uint8Array.of(0xff, 0xfe, 0, 0)) };
  yield { name: "a table of length 0", file: before(Uint8Array.of(0xff, 0xdb, 0, 0)) };
  yield { name: "an unknown marker", file: before(segment(0xf0, new Uint8Array(3))) };
  yield { name: "a second scan", file: bytes(gray.subarray(0, -2), gray.subarray(scanAt)) };
  yield { name: "words after the end", file: bytes(gray, "words") };
  yield {
    name: "words and an end after the end",
    file: bytes(gray.subarray(0, -2), [0xff, 0xfe, 0, 4, 1, 2], gray.subarray(-2)),
  };
  for (const more of [
    [0xff, 0xf0, 0, 4, 1, 2],
    [0xff, 0xdb, 0, 0],
    [0xff, 0x02],
    [1, 2, 3],
  ]) {
    const file = bytes(gray.subarray(0, -2), more, gray.subarray(-2));
    yield { name: `${more} after the scan`, file };
    yield { name: `${more} after the scan`, file, options: { stripMetadata: true } };
  }
  for (const count of [19_995, 20_001]) {
    const comments = new Uint8Array(count * 4).map((_, i) => [0xff, 0xfe, 0, 2][i % 4]!);
    yield { name: `${count} comments`, file: before(comments), options: { stripMetadata: true } };
  }
  yield { name: "standard tables twice", file: before(huffmanSegment()) };
  yield* damages("gray", gray, { to: 400, twice: true, cuts: 60 });
  yield* damages(
    "colours, metadata left out",
    jpeg({ blocks: flat(3), segments: [jfif(1, 72, 72), exifSegment(exifBlock(1))] }),
    { to: 240, options: { stripMetadata: true } },
  );
  yield { name: "gray, the scan changed", damaged: changes(gray, { from: scanAt }) };
});
