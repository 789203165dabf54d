import { describe, expect, it } from "vitest";
import { jpegSegments, MARKER, segment } from "../../../src/codecs/jpeg/jpeg-segments.ts";
import { Work } from "../../../src/meter/work.ts";
import { stripped } from "../../../src/remove/copy/strip.ts";
import { adobe, jfif, jpeg } from "../../fixtures/jpeg.ts";

const blocks = [[[10], [20]]];
const word = Buffer.from("SECRET");
const strip = (data: Uint8Array) => Buffer.concat(stripped(data, ["DCTDecode"], new Work()));
const table = (id: number) => Buffer.concat([Buffer.from([id]), Buffer.alloc(64, 0x53)]);
/** A table of one code, of one bit. */
const code = (id: number) => Buffer.from([id, 1, ...new Array<number>(15).fill(0), 0x53]);

describe("a JPEG that stays whole keeps only what a decoder needs", () => {
  const plain = strip(jpeg({ blocks }));

  it("and is then as it should be", () => {
    expect(strip(plain)).toEqual(plain);
    const markers = jpegSegments(plain).segments.map(({ marker }) => marker);
    expect(markers).toEqual([MARKER.DQT, MARKER.SOF0, MARKER.DHT, MARKER.SOS]);
  });

  it.each([
    ["tables of steps that no component uses", { marker: MARKER.DQT, data: table(3) }],
    ["two such tables in a segment", { marker: MARKER.DQT, data: Buffer.concat([table(1), table(2)]) }],
    ["codes that no scan uses", { marker: MARKER.DHT, data: code(0x13) }],
    ["a table that breaks off", { marker: MARKER.DQT, data: word }],
    ["conditions of arithmetic coding, where codes are Huffman's", { marker: MARKER.DAC, data: Buffer.from([0, 16]) }],
    ["a comment", { marker: MARKER.COM, data: word }],
  ])("without %s", (_, one) => {
    expect(strip(jpeg({ blocks, segments: [one] }))).toEqual(plain);
  });

  it("without bytes behind the facts for Adobe's decoders, or behind a table", () => {
    const short = adobe(1);
    const long = { ...short, data: Buffer.concat([short.data, word]) };
    expect(strip(jpeg({ blocks, segments: [long] }))).toEqual(strip(jpeg({ blocks, segments: [short] })));
    const used = { marker: MARKER.DQT, data: table(0) };
    const behind = { ...used, data: Buffer.concat([used.data, word]) };
    expect(strip(jpeg({ blocks, segments: [behind] }))).toEqual(strip(jpeg({ blocks, segments: [used] })));
  });

  it.each([
    ["frame's header", MARKER.SOF0],
    ["scan's header", MARKER.SOS],
  ])("without bytes behind the %s", (_, marker) => {
    const picture = Buffer.from(jpeg({ blocks }));
    const { start, data, dataEnd } = jpegSegments(picture).segments.find((one) => one.marker === marker)!;
    const long = segment(marker, Buffer.concat([data, word]));
    expect(strip(Buffer.concat([picture.subarray(0, start), long, picture.subarray(dataEnd)]))).toEqual(plain);
  });

  it("without bytes behind the distance of restarts", () => {
    const one = { marker: MARKER.DRI, data: Buffer.from([0, 0]) };
    const long = { ...one, data: Buffer.concat([one.data, word]) };
    expect(strip(jpeg({ blocks, segments: [long] }))).toEqual(strip(jpeg({ blocks, segments: [one] })));
  });

  it("with the tables of a segment that are used", () => {
    const both = { marker: MARKER.DQT, data: Buffer.concat([table(3), table(0)]) };
    const one = { marker: MARKER.DQT, data: table(0) };
    const result = strip(jpeg({ blocks, segments: [jfif(1, 72, 72), both] }));
    expect(result).toEqual(strip(jpeg({ blocks, segments: [jfif(1, 72, 72), one] })));
    expect(jpegSegments(result).segments.filter(({ marker }) => marker === MARKER.DQT)).toHaveLength(2);
  });
});
