import { describe, expect, it } from "vitest";
import { jpegSegments, MARKER } from "../../../../src/images/jpeg/jpeg-segments.ts";
import { stripped } from "../../../../src/pdf/remove/copy/strip.ts";
import { adobe, jfif, jpeg } from "../../../fixtures/jpeg.ts";

const blocks = [[[10], [20]]];
const word = Buffer.from("SECRET");
const strip = (data: Uint8Array) => Buffer.concat(stripped(data, ["DCTDecode"]));
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
    ["a comment", { marker: MARKER.COM, data: word }],
  ])("without %s", (_, segment) => {
    expect(strip(jpeg({ blocks, segments: [segment] }))).toEqual(plain);
  });

  it("without bytes behind the facts for Adobe's decoders, or behind a table", () => {
    const short = adobe(1);
    const long = { ...short, data: Buffer.concat([short.data, word]) };
    expect(strip(jpeg({ blocks, segments: [long] }))).toEqual(strip(jpeg({ blocks, segments: [short] })));
    const used = { marker: MARKER.DQT, data: table(0) };
    const behind = { ...used, data: Buffer.concat([used.data, word]) };
    expect(strip(jpeg({ blocks, segments: [behind] }))).toEqual(strip(jpeg({ blocks, segments: [used] })));
  });

  it("with the tables of a segment that are used", () => {
    const both = { marker: MARKER.DQT, data: Buffer.concat([table(3), table(0)]) };
    const one = { marker: MARKER.DQT, data: table(0) };
    const result = strip(jpeg({ blocks, segments: [jfif(1, 72, 72), both] }));
    expect(result).toEqual(strip(jpeg({ blocks, segments: [jfif(1, 72, 72), one] })));
    expect(jpegSegments(result).segments.filter(({ marker }) => marker === MARKER.DQT)).toHaveLength(2);
  });
});
