import { brotliCompressSync, deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { ascii85 } from "../../../src/pdf-file/filters/ascii.ts";
import { inflate, unbrotli, unlzw, unpackRuns } from "../../../src/pdf-file/filters/compressed.ts";
import { type PredictorParameters, undoPredictor } from "../../../src/pdf-file/filters/predictor.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { encodeLzw } from "../../fixtures/lzw.ts";
import { random } from "../../fixtures/random.ts";

const TOO_MUCH = expect.objectContaining({ name: "PdfProblem", kind: "budget" });
const bytes = (...values: number[]) => Uint8Array.from(values);

describe("ASCII85", () => {
  const decode = (text: string, most = 1000) => [...ascii85(latin1(text), most)];

  it.each<[string, number[]]>([
    ["!!~>", [0]],
    ["!!!~>", [0, 0]],
    ["!!!!~>", [0, 0, 0]],
    ["s8W-!~>", [255, 255, 255, 255]],
    ["rr~>", [255]],
    ["s8N~>", [255, 255]],
    ["s8W*~>", [255, 255, 255]],
    ["z~>", [0, 0, 0, 0]],
    ["zz!!~>", [0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ["s8 W\n-!", [255, 255, 255, 255]],
    ["s8W-!!~>", [255, 255, 255, 255]],
    ["s8Wz-!~>", [255, 255, 255, 255]],
    ["uu~>", [((84 * 85 ** 4 + 84 * 85 ** 3 + 84 * 85 ** 2 + 84 * 85 + 84) / 2 ** 24) & 255]],
    ["", []],
  ])("of %j is what it stands for", (text, data) => {
    expect(decode(text)).toEqual(data);
  });

  it("of many z is refused where it would be more than twice what may be", () => {
    expect(decode("z".repeat(50), 100)).toEqual(Array(200).fill(0));
    expect(() => decode("z".repeat(51), 100)).toThrow(TOO_MUCH);
    expect(() => decode("!".repeat(201), 100)).toThrow(TOO_MUCH);
    expect(decode("!".repeat(200), 100)).toHaveLength(160);
  });
});

describe("run lengths", () => {
  const decode = (data: number[], most = 1000) => [...unpackRuns(bytes(...data), most)];

  it.each<[string, number[], number[]]>([
    ["one byte", [0, 7, 128], [7]],
    ["as many bytes as are said", [2, 7, 8, 9, 128, 1], [7, 8, 9]],
    ["a byte twice", [255, 7, 128], [7, 7]],
    ["a byte 128 times", [129, 7], Array(128).fill(7)],
    ["runs and bytes in turn", [254, 7, 1, 8, 9, 255, 3], [7, 7, 7, 8, 9, 3, 3]],
    ["the bytes that are there", [5, 7, 8], [7, 8]],
    ["nothing for a run without its byte", [0, 7, 200], [7]],
  ])("give %s", (_, data, plain) => {
    expect(decode(data)).toEqual(plain);
  });

  it("are refused where they are longer than may be", () => {
    expect(decode([129, 7, 1, 8, 9], 130)).toHaveLength(130);
    expect(() => decode([129, 7, 1, 8, 9], 129)).toThrow(TOO_MUCH);
  });
});

/** As PDF's EarlyChange says it. */
const lzwOf = (data: Uint8Array, early: number) => encodeLzw(data, 8, early === 1 ? "tiff" : "late");

describe("LZW", () => {
  const noise = random(5);
  const long = Uint8Array.from({ length: 12_000 }, (_, i) => (i % 7 < 3 ? 65 : Math.floor(noise() * 9)));

  it.each([0, 1])("with codes of 9 to 12 bits that widen early or late: %i", (early) => {
    for (const data of [bytes(7), bytes(7, 7, 7, 7, 7, 7), long]) {
      expect(Buffer.compare(unlzw(lzwOf(data, early), early === 1, 1 << 20), data)).toBe(0);
    }
  });

  it("gives what comes before a code that cannot be, and before its end", () => {
    const encoded = lzwOf(bytes(1, 2, 3, 4, 5, 6), 1);
    expect([...unlzw(encoded.subarray(0, 5), true, 100)]).toEqual([1, 2, 3]);
    // Clear, 65, then the code 300, which nothing has.
    expect([...unlzw(bytes(0b10000000, 0b00010000, 0b01100101, 0b10000000), true, 100)]).toEqual([65]);
    // Clear, then the code 258 before any string.
    expect([...unlzw(bytes(0b10000000, 0b01000000, 0b10000000), true, 100)]).toEqual([]);
  });

  it("may be as long as it may, and no longer", () => {
    const encoded = lzwOf(long, 1);
    expect(unlzw(encoded, true, long.length)).toHaveLength(long.length);
    expect(() => unlzw(encoded, true, long.length - 1)).toThrow(TOO_MUCH);
  });
});

describe("a predictor", () => {
  const undo = (data: number[], parameters: Partial<PredictorParameters>) => [
    ...undoPredictor(bytes(...data), { predictor: 15, colors: 1, bits: 8, columns: 3, ...parameters }, new Work()),
  ];

  it.each<[string, number[], number[]]>([
    ["none", [0, 1, 2, 3, 0, 4, 5, 6], [1, 2, 3, 4, 5, 6]],
    ["the left", [1, 1, 2, 3, 1, 4, 5, 6], [1, 3, 6, 4, 9, 15]],
    ["above", [2, 1, 2, 3, 2, 4, 5, 6], [1, 2, 3, 5, 7, 9]],
    ["the mean of both", [3, 10, 20, 30, 3, 4, 5, 6], [10, 25, 42, 9, 22, 38]],
    ["the nearest of three", [4, 10, 20, 30, 4, 1, 2, 3], [10, 30, 60, 11, 32, 63]],
    ["another for each row", [1, 1, 2, 3, 2, 1, 1, 1, 0, 9, 9, 9], [1, 3, 6, 2, 4, 7, 9, 9, 9]],
    ["none where it is unknown", [7, 1, 2, 3], [1, 2, 3]],
    ["of a row that is cut off", [1, 1, 2, 3, 1, 4, 5], [1, 3, 6, 4, 9]],
  ])("of PNG takes %s", (_, data, plain) => {
    expect(undo(data, {})).toEqual(plain);
  });

  it("of PNG takes the pixel to the left, of as many bytes as it has", () => {
    expect(undo([1, 1, 2, 10, 20], { colors: 2, columns: 2 })).toEqual([1, 2, 11, 22]);
    expect(undo([1, 1, 2, 10, 20], { bits: 16, columns: 2 })).toEqual([1, 2, 11, 22]);
    expect(undo([1, 1, 2, 3], { bits: 4, columns: 6 })).toEqual([1, 3, 6]);
    expect(undo([4, 9, 9, 4, 5, 1], { columns: 2 })).toEqual([9, 18, 14, 19]);
    expect(undo([0, 10, 50, 4, 0, 0], { columns: 2 })).toEqual([10, 50, 10, 50]);
    expect(undo([0, 50, 10, 4, 0, 0], { columns: 2 })).toEqual([50, 10, 50, 10]);
  });

  it.each<[string, number[], Partial<PredictorParameters>, number[]]>([
    ["bytes", [1, 2, 3, 1, 1, 1], {}, [1, 3, 6, 1, 2, 3]],
    ["bytes of several colours", [1, 2, 10, 20], { colors: 2, columns: 2 }, [1, 2, 11, 22]],
    ["words", [1, 200, 0, 100, 0, 1], { bits: 16 }, [1, 200, 2, 44, 2, 45]],
    [
      "words of several colours",
      [0, 1, 0, 2, 0, 255, 1, 0],
      { bits: 16, colors: 2, columns: 2 },
      [0, 1, 0, 2, 1, 0, 1, 2],
    ],
    ["half bytes", [0x12, 0x3f], { bits: 4, columns: 4 }, [0x13, 0x65]],
    ["pairs of bits", [0b01_01_01_01], { bits: 2, columns: 4 }, [0b01_10_11_00]],
    ["bits", [0b11010001], { bits: 1, columns: 8 }, [0b10011110]],
    ["half bytes of several colours", [0x12, 0x34], { bits: 4, colors: 2, columns: 2 }, [0x12, 0x46]],
    ["a row that is cut off", [1, 2, 3, 1, 1], {}, [1, 3, 6, 1, 2]],
  ])("of TIFF adds %s", (_, data, parameters, plain) => {
    expect(undo(data, { predictor: 2, ...parameters })).toEqual(plain);
  });

  it("of 1 or less changes nothing", () => {
    expect(undo([1, 2, 3], { predictor: 1 })).toEqual([1, 2, 3]);
    expect(undo([1, 2, 3], { predictor: 0, bits: 3 })).toEqual([1, 2, 3]);
  });

  it.each<Partial<PredictorParameters>>([
    { colors: 0 },
    { colors: 65 },
    { bits: 3 },
    { bits: 32 },
    { columns: 0 },
    { bits: 16, colors: 64, columns: 2 ** 21 },
  ])("is refused with %j", (parameters) => {
    expect(() => undo([0, 0], parameters)).toThrow(expect.objectContaining({ kind: "corrupt" }));
  });

  it("may have 64 colours, and rows of less than two gigabits", () => {
    expect(undo([0, 1, 2], { colors: 64, columns: 1 })).toEqual([1, 2]);
    expect(undo([0, 1, 2], { bits: 16, colors: 64, columns: 2 ** 21 - 1 })).toEqual([1, 2]);
  });
});

const noise = random(9);
const plain = Uint8Array.from({ length: 3000 }, () => Math.floor(noise() * 256));

describe("deflate", () => {
  const whole = new Uint8Array(deflateSync(plain));

  it("is refused where it is longer than it may be, in whatever way it is damaged", () => {
    const cut = whole.subarray(0, -4);
    const headless = Uint8Array.from([0, 0, ...deflateRawSync(plain)]);
    const broken = Uint8Array.from([...whole.subarray(0, -6), 0xff, 0xff, 0xff, 0xff]);
    for (const data of [whole, cut, headless]) {
      expect(Buffer.compare(inflate(data, 3100), plain)).toBe(0);
      expect(() => inflate(data, 2900)).toThrow(TOO_MUCH);
    }
    expect(inflate(broken, 100_000).length).toBeGreaterThan(2000);
    expect(() => inflate(broken, 1000)).toThrow(TOO_MUCH);
  });

  it("may be exactly as long as it may, also where it is cut or its sum is wrong", () => {
    const wrongSum = Uint8Array.from([...whole.subarray(0, -1), whole.at(-1)! ^ 1]);
    for (const data of [whole, whole.subarray(0, -4), wrongSum]) {
      expect(Buffer.compare(inflate(data, 3000), plain)).toBe(0);
      expect(() => inflate(data, 2999)).toThrow(TOO_MUCH);
    }
  });

  it.each([3_000, 65_536, 81_920, 100_000, 163_840])("may be as long as a limit of %i bytes, whole or cut", (most) => {
    const full = deflateSync(new Uint8Array(most));
    for (const data of [full, full.subarray(0, -4)]) expect(inflate(data, most)).toHaveLength(most);
    expect(() => inflate(deflateSync(new Uint8Array(most + 1)), most)).toThrow(TOO_MUCH);
  });

  it("of two bytes or fewer is nothing", () => {
    for (const length of [0, 1, 2]) expect([...inflate(whole.subarray(0, length), 100)]).toEqual([]);
  });
});

describe("Brotli", () => {
  it("may be as long as it may, and no longer", () => {
    const data = new Uint8Array(brotliCompressSync(plain));
    // The second one is cut behind all that it holds.
    for (const each of [data, data.subarray(0, -1)]) {
      expect(Buffer.compare(unbrotli(each, 3000), plain)).toBe(0);
      expect(() => unbrotli(each, 2999)).toThrow(TOO_MUCH);
    }
  });
});
