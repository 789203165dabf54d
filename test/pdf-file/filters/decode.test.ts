import { brotliCompressSync, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { COST } from "../../../src/meter/work-limits.ts";
import { decodeFilters } from "../../../src/pdf-file/filters/decode.ts";
import { PDF_LIMITS } from "../../../src/pdf-file/pdf-limits.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import type { PdfDict, PdfObject } from "../../../src/pdf-file/syntax/objects.ts";
import { Parser } from "../../../src/pdf-file/syntax/parser.ts";
import { text } from "../../fixtures/pdf.ts";

function decode(data: Uint8Array | string, dict: string): string {
  const bytes = typeof data === "string" ? latin1(data) : data;
  const parsed = new Parser(latin1(dict), 0).value() as PdfDict;
  const direct = (object: PdfObject) => object;
  return text(decodeFilters(bytes, parsed, direct, new Work()));
}

/** More than one stream may have. */
const TOO_LONG = new Uint8Array(PDF_LIMITS.streamBytes + 1);
const PLAIN = "The quick brown fox jumps over the lazy dog. ".repeat(200);
const FLATE = new Uint8Array(deflateSync(latin1(PLAIN)));

describe("a filter is undone", () => {
  it.each([
    ["none", "abc", "<<>>", "abc"],
    ["ASCIIHexDecode", "48 65 6c6C6f>junk", "<</Filter/ASCIIHexDecode>>", "Hello"],
    ["ASCII85Decode", '87cURD]i,"Ebo80~>', "<</Filter/ASCII85Decode>>", "Hello World!"],
    ["ASCII85Decode with z and a short group", "z87c~>", "<</Filter/A85>>", "\0\0\0\0He"],
    ["RunLengthDecode", "\x04Hello\xfe!\x80rest", "<</Filter/RunLengthDecode>>", "Hello!!!"],
    ["LZWDecode", "\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", "<</Filter/LZWDecode>>", "-----A---B"],
    ["two in a row", "3438363536633663366f>", "<</Filter[/AHx/ASCIIHexDecode]>>", "Hello".slice(0, 4)],
  ])("%s", (_, data, dict, plain) => {
    expect(decode(data, dict).slice(0, plain.length)).toBe(plain);
  });

  it("FlateDecode", () => {
    expect(decode(FLATE, "<</Filter/FlateDecode>>")).toBe(PLAIN);
  });

  it("BrotliDecode, with a predictor too, and cut off", () => {
    const brotli = new Uint8Array(brotliCompressSync(latin1(PLAIN)));
    expect(decode(brotli, "<</Filter/BrotliDecode>>")).toBe(PLAIN);
    const rows = new Uint8Array(brotliCompressSync(latin1("\x02\x01\x02\x02\x01\x01")));
    expect(decode(rows, "<</Filter/BrotliDecode/DecodeParms<</Predictor 12/Columns 2>>>>")).toBe("\x01\x02\x02\x03");
    expect(() => decode(new Uint8Array(brotliCompressSync(TOO_LONG)), "<</Filter/BrotliDecode>>")).toThrow(
      /expands beyond/,
    );
    expect(() => decode("no brotli at all", "<</Filter/BrotliDecode>>")).toThrow(/damaged/);
  });

  it("with PNG's predictors, each row with its own", () => {
    const rows = "\x00\x01\x02\x03\x01\x01\x01\x01\x02\x01\x01\x01\x03\x01\x01\x01\x04\x01\x01\x01";
    const parms = "<</Predictor 15/Columns 3>>";
    const plain = decode(
      rows.length ? new Uint8Array(deflateSync(latin1(rows))) : "",
      `<</Filter/Fl/DecodeParms ${parms}>>`,
    );
    expect([...plain].map((c) => c.charCodeAt(0))).toEqual([1, 2, 3, 1, 2, 3, 2, 3, 4, 2, 3, 4, 3, 4, 5]);
  });

  it("with TIFF's predictor", () => {
    const data = new Uint8Array(deflateSync(Uint8Array.of(1, 1, 1, 5, 1, 1)));
    expect(decode(data, "<</Filter/Fl/DecodeParms<</Predictor 2/Columns 3>>>>")).toBe("\x01\x02\x03\x05\x06\x07");
  });
});

describe("damaged data gives what can be had", () => {
  it("when it is cut off", () => {
    const part = decode(FLATE.subarray(0, FLATE.length - 30), "<</Filter/FlateDecode>>");
    expect(part.length).toBeGreaterThan(40);
    expect(PLAIN.startsWith(part)).toBe(true);
  });

  it("when its checksum or its header is wrong", () => {
    const checksum = FLATE.slice();
    checksum[checksum.length - 1]! ^= 0xff;
    const header = FLATE.slice();
    header[0] = 0;
    expect(decode(checksum, "<</Filter/FlateDecode>>")).toBe(PLAIN);
    expect(decode(header, "<</Filter/FlateDecode>>")).toBe(PLAIN);
  });

  it("when it is garbage", () => {
    expect(decode("no deflate data at all", "<</Filter/FlateDecode>>")).toBe("");
  });
});

describe("what is too much is refused", () => {
  it.each<[string, () => string]>([
    ["a stream that expands too far", () => decode(new Uint8Array(deflateSync(TOO_LONG)), "<</Filter/FlateDecode>>")],
    ["runs that expand too far", () => decode("\x81a".repeat(TOO_LONG.length >> 6), "<</Filter/RL>>")],
    ["too many filters", () => decode("", `<</Filter[${"/AHx".repeat(9)}]>>`)],
  ])("%s", (_, run) => {
    expect(run).toThrowError(expect.objectContaining({ name: "PdfProblem", kind: "budget" }));
  });

  it("filters that give pixels are refused here", () => {
    expect(() => decode("", "<</Filter/DCTDecode>>")).toThrowError(expect.objectContaining({ kind: "unsupported" }));
  });
});

it("a filter is charged for itself and by the bytes that it takes or gives", () => {
  const steps = (data: Uint8Array | string, dict: string) => {
    const work = new Work();
    const bytes = typeof data === "string" ? latin1(data) : data;
    decodeFilters(bytes, new Parser(latin1(dict), 0).value() as PdfDict, (object) => object, work);
    return work.used.steps;
  };
  expect(steps(FLATE, "<</Filter/FlateDecode>>")).toBeCloseTo(COST.filter + PLAIN.length * COST.inflatedByte);
  expect(steps(" ".repeat(1000), "<</Filter/ASCIIHexDecode>>")).toBeCloseTo(COST.filter + 1000 * COST.decodedByte);
});

it("what expands too far is charged as the most that may come out", () => {
  const work = new Work();
  const bomb = new Uint8Array(deflateSync(TOO_LONG));
  const dict = new Parser(latin1("<</Filter/FlateDecode>>"), 0).value() as PdfDict;
  expect(() => decodeFilters(bomb, dict, (object) => object, work)).toThrow(/expands beyond/);
  expect(work.used.steps).toBeGreaterThan(PDF_LIMITS.streamBytes * COST.inflatedByte);
});
