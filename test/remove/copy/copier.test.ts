import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import type { PdfDict, PdfObject } from "../../../src/pdf-file/syntax/objects.ts";
import { Copier } from "../../../src/remove/copy/copier.ts";
import { functionData } from "../../../src/remove/copy/programs.ts";
import { NewFile } from "../../../src/remove/new-file.ts";
import { tinyPdf } from "../../fixtures/pdf.ts";
import { removeOutside } from "../../support/at-once.ts";
import { build, stream } from "../files.ts";

const CONTENT = "150 150 20 20 re f\n";
const bytes = (data: Uint8Array) => Buffer.from(data).toString("latin1");
const hex = (data: string) => `${Buffer.from(data, "latin1").toString("hex")}>`;
/** Each character as it is, with the code 9 bits wide, between a clear code and the end. */
const lzw = (data: string) => {
  const bits = [256, ...Buffer.from(data, "latin1"), 257].map((code) => code.toString(2).padStart(9, "0")).join("");
  return bytes(Uint8Array.from(bits.match(/.{1,8}/g)!, (byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
};
const run = (data: string) => `${String.fromCharCode(data.length - 1)}${data}\x80`;
const flate = (data: string) => bytes(deflateSync(data));

describe("bytes behind the end of a content stream from which nothing goes do not stay", () => {
  it.each([
    ["hexadecimal", "/Filter/ASCIIHexDecode", hex(CONTENT)],
    ["base 85", "/Filter/ASCII85Decode", "0e4~>"],
    ["LZW", "/Filter/LZWDecode", lzw(CONTENT)],
    ["run lengths", "/Filter/RunLengthDecode", run(CONTENT)],
    ["two filters", "/Filter[/ASCIIHexDecode/FlateDecode]", hex(flate(CONTENT))],
    ["rows", "/Filter/FlateDecode/DecodeParms<</Predictor 10/Columns 19>>", flate(`\0${CONTENT}`)],
  ])("%s", (_, filter, data) => {
    const file = build({ content: "", more: { 4: stream(filter, `${data}SECRET`) } });
    const area = { x: 100, y: 100, width: 200, height: 200 };
    const { rope } = removeOutside(openPdf(file), { definitions: [{ page: 1, area }] });
    expect(bytes(rope.toBytes())).not.toContain("SECRET");
    if (!filter.includes("85")) expect(bytes(rope.toBytes())).toContain(CONTENT.trim());
  });
});

describe("lists have no more numbers than their kind needs", () => {
  const document = openPdf(tinyPdf(1));
  const copied = (kind: string, entries: Record<string, PdfObject>): PdfDict =>
    new Copier(document, new NewFile(document)).dict(new Map(Object.entries(entries)), kind);
  it.each<[string, Record<string, PdfObject>, string, number]>([
    ["image", { ColorSpace: "DeviceGray", Decode: [0, 1, 7, 7] }, "Decode", 2],
    ["image", { ColorSpace: "DeviceRGB", Decode: [0, 1, 0, 1, 0, 1, 7] }, "Decode", 6],
    ["image", { ImageMask: true, Decode: [1, 0, 7] }, "Decode", 2],
    // JPEG 2000 tells its own number of colours.
    ["image", { Decode: [0, 1, 0, 1, 0, 1] }, "Decode", 6],
    ["form", { BBox: [0, 0, 9, 9, 7], Matrix: [1, 0, 0, 1, 0, 0] }, "BBox", 4],
    ["pattern", { Matrix: [1, 0, 0, 1, 0, 0, 7] }, "Matrix", 6],
    ["calibrated", { WhitePoint: [1, 1, 1, 7] }, "WhitePoint", 3],
    ["profile", { N: 3, Range: [0, 1, 0, 1, 0, 1, 7, 7] }, "Range", 6],
    ["function", { FunctionType: 2, Domain: [0, 1, 7, 7], N: 1 }, "Domain", 2],
    ["function", { FunctionType: 2, Domain: [0, 1], C0: [0, 0], C1: [1, 1], Range: [0, 1, 0, 1, 7, 7] }, "Range", 4],
    ["function", { FunctionType: 0, Size: [2, 2], Domain: [0, 1, 0, 1, 7, 7], Range: [0, 1] }, "Domain", 4],
    ["function", { FunctionType: 3, Domain: [0, 1], Bounds: [0.5], Encode: [0, 1, 0, 1, 7, 7] }, "Encode", 4],
    [
      "function",
      { FunctionType: 3, Functions: [new Map([["FunctionType", 2]])], Bounds: [], Encode: [0, 1], Range: [0, 1, 7, 7] },
      "Range",
      2,
    ],
    ["shading", { ShadingType: 2, Coords: [0, 0, 1, 1, 7] }, "Coords", 4],
    ["shading", { ShadingType: 3, Coords: [0, 0, 1, 1, 1, 1] }, "Coords", 6],
    ["shading", { ShadingType: 1, Domain: [0, 1, 0, 1, 7] }, "Domain", 4],
    ["type3", { FontMatrix: [1, 0, 0, 1, 0, 0, 7] }, "FontMatrix", 6],
  ])("of a kind of %s, %j: %s", (kind, entries, key, length) => {
    expect(copied(kind, entries).get(key)).toHaveLength(length);
  });
});

it("a mask's matte has no more numbers than its image has colours", () => {
  const mask = stream(
    "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Matte[1 1 1 0.777]",
    "x",
  );
  const image = stream(
    "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB/SMask 11 0 R",
    "abc",
  );
  for (const right of [200, 999]) {
    const file = build({
      content: `q ${right} 0 0 99 150 150 cm /X Do Q`,
      resources: "/XObject<</X 10 0 R>>",
      more: { 10: image, 11: mask },
    });
    const area = { x: 100, y: 100, width: 300, height: 200 };
    const made = bytes(removeOutside(openPdf(file), { definitions: [{ page: 1, area }] }).rope.toBytes());
    expect(made).toMatch(/\/Matte ?\[1 1 1\]/);
  }
});

it("a calculator's program says nothing but what it calculates", () => {
  const kept = (source: string) => bytes(functionData(new Map([["FunctionType", 4]]), latin1(source)));
  expect(kept("{ 1 exch sub }")).toBe("{ 1 exch sub } ");
  expect(kept("{ 1 secret exch % word\n sub 83 69 pop pop }")).toBe("{ 1 exch sub } ");
  expect(kept("{ dup 0.5 gt { pop 1 } if } word")).toBe("{ dup 0.5 gt { pop 1 } if } ");
});
