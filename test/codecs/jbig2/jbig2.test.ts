import { describe, expect, it } from "vitest";
import { decodeJbig2 } from "../../../src/codecs/jbig2/jbig2.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { Work } from "../../../src/meter/work.ts";
import { be32, bytes } from "../../fixtures/bytes.ts";
import {
  genericJbig2,
  mmrJbig2,
  type Pixels,
  pageInformation,
  symbolDictionary,
  textJbig2,
} from "../../fixtures/jbig2.ts";
import {
  halftoneJbig2,
  huffmanDictionary,
  huffmanTextJbig2,
  refinedDictionary,
  refinedJbig2,
  templateJbig2,
} from "../../fixtures/jbig2-kinds.ts";
import { seeded } from "../../fixtures/random.ts";

const random = seeded(32);

function noise(width: number, height: number, share = 0.3): Pixels {
  return Array.from({ length: height }, () => Array.from({ length: width }, () => Number(random.next() < share)));
}

/** A segment of the kind 0 that refers to none. */
function dictionary(number: number, data: Uint8Array): Uint8Array {
  return bytes(be32(number), [0, 0, 1], be32(data.length), data);
}

/** The picture as it was decoded. */
function decoded(data: Uint8Array, width: number, height: number, globals?: Uint8Array, work = new Work()): Pixels {
  const bits = atOnce(decodeJbig2(data, globals, width, height, work));
  const stride = (width + 7) >> 3;
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (bits[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1),
  );
}

describe("JBIG2", () => {
  it("whose dictionaries all leave their probabilities to others is refused for the memory", () => {
    const keeping = bytes([2, 0, 3, 255, 253, 255, 2, 254, 254, 254], be32(0), be32(0));
    const dictionaries = Array.from({ length: 2000 }, (_, at) => dictionary(at + 1, keeping));
    const data = bytes(pageInformation(8, 8), ...dictionaries);
    const work = new Work(data.length);
    expect(() => atOnce(decodeJbig2(data, undefined, 8, 8, work))).toThrowError(
      expect.objectContaining({ kind: "memory" }),
    );
    expect(work.used.bytes).toBeLessThan(50 << 20);
  });

  it.each([
    [40, 40],
    [399, 100],
    [7, 3],
    [1, 1],
  ])("of a bitmap of %i by %i gives its pixels", (width, height) => {
    const pixels = noise(width, height);
    expect(decoded(genericJbig2(pixels), width, height)).toEqual(pixels);
  });

  it.each([
    [40, 40],
    [399, 100],
    [7, 3],
    [1, 1],
  ])("of a bitmap of %i by %i that is coded as a fax gives its pixels", (width, height) => {
    const pixels = noise(width, height);
    expect(decoded(mmrJbig2(pixels), width, height)).toEqual(pixels);
  });

  it("gives symbols of a shared dictionary where they are placed, also across the page's edges", () => {
    const symbols = [noise(9, 12), noise(11, 12), noise(5, 12)];
    const placed = [
      { symbol: 0, left: 3, top: 5 },
      { symbol: 2, left: 30, top: 8 },
      { symbol: 1, left: 60, top: 70 },
      { symbol: 0, left: -4, top: 93 },
    ];
    const expected = Array.from({ length: 100 }, (_, y) =>
      Array.from({ length: 100 }, (_, x) =>
        Math.max(...placed.map(({ symbol, left, top }) => symbols[symbol]![y - top]?.[x - left] ?? 0)),
      ),
    );
    expect(decoded(textJbig2(100, 100, symbols, placed), 100, 100, symbolDictionary(symbols))).toEqual(expected);
  });

  describe.each([0, 1, 2, 3])("of a bitmap that is coded by template %i gives its pixels", (template) => {
    const pixels = noise(61, 40);
    it("as usual", () => {
      expect(decoded(templateJbig2(pixels, { template }), 61, 40)).toEqual(pixels);
    });

    it("with context from further away", () => {
      const free =
        template === 0
          ? ([
              [-9, -3],
              [7, -2],
              [-20, 0],
              [3, -9],
            ] as const)
          : ([[-7, -4]] as const);
      expect(decoded(templateJbig2(pixels, { template, free }), 61, 40)).toEqual(pixels);
    });

    it("where rows are like the row above", () => {
      const doubled = pixels.flatMap((row, y) => (y % 3 === 0 ? [row, row, row] : [row]));
      const data = templateJbig2(doubled, { template, isTypical: true });
      expect(decoded(data, 61, doubled.length)).toEqual(doubled);
    });
  });

  it.each([0, 1])("that is refined by template %i gives the finer pixels", (template) => {
    const before = noise(45, 30);
    const after = before.map((row) => row.map((pixel) => (random.next() < 0.1 ? 1 - pixel : pixel)));
    expect(decoded(refinedJbig2(before, after, template), 45, 30)).toEqual(after);
  });

  it.each([0, 1])("gives symbols that refine others by template %i", (template) => {
    const before = [noise(9, 12), noise(11, 12), noise(5, 12)];
    const symbols = before.map((pixels) =>
      pixels.map((row) => row.map((pixel) => (random.next() < 0.1 ? 1 - pixel : pixel))),
    );
    const refined = symbols.map((after, at) => ({ before: before[at]!, after, right: at - 1, down: 2 - at }));
    const placed = symbols.map((_, symbol) => ({ symbol, left: 12 * symbol, top: 3 * symbol }));
    const expected = Array.from({ length: 20 }, (_, y) =>
      Array.from({ length: 40 }, (_, x) =>
        Math.max(...placed.map(({ symbol, left, top }) => symbols[symbol]![y - top]?.[x - left] ?? 0)),
      ),
    );
    const globals = bytes(symbolDictionary(before), refinedDictionary(refined, template));
    expect(decoded(textJbig2(40, 20, symbols, placed, 12), 40, 20, globals)).toEqual(expected);
  });

  it.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [0, 2],
  ])("of a halftone by template %i, with %i columns beside the page, gives its patterns", (template, beside) => {
    const patterns = Array.from({ length: 6 }, (_, i) => noise(5, 5, i / 5));
    const grid = Array.from({ length: 9 }, () => Array.from({ length: 13 }, () => Math.floor(random.next() * 6)));
    const expected = grid.flatMap((line) =>
      Array.from({ length: 5 }, (_, y) => line.flatMap((value) => patterns[value]![y]!)),
    );
    expect(decoded(halftoneJbig2(patterns, grid, template, beside), 65, 45)).toEqual(expected);
  });

  it.each([
    ["a fax", true],
    ["plain rows", false],
  ])("gives symbols with Huffman codes, whose bitmaps are %s, where they are placed", (_, isFax) => {
    const symbols = [noise(5, 12), noise(9, 12), noise(30, 12)];
    const placed = [
      { symbol: 1, left: 3, top: 5 },
      { symbol: 0, left: 40, top: 8 },
      { symbol: 2, left: 60, top: 70 },
      { symbol: 1, left: -4, top: 93 },
    ];
    const expected = Array.from({ length: 100 }, (_, y) =>
      Array.from({ length: 100 }, (_, x) =>
        Math.max(...placed.map(({ symbol, left, top }) => symbols[symbol]![y - top]?.[x - left] ?? 0)),
      ),
    );
    const data = huffmanTextJbig2(100, 100, symbols, placed);
    expect(decoded(data, 100, 100, huffmanDictionary(symbols, isFax))).toEqual(expected);
  });
});

describe("JBIG2 of any bytes", () => {
  it("is damaged when a part of it ends early, or has another size than the PDF says", () => {
    const data = genericJbig2(noise(40, 40));
    const part = pageInformation(40, 40).length + 11;
    for (let length = part; length < data.length; length++) {
      expect(() => decoded(data.subarray(0, length), 40, 40)).toThrow("ends early");
    }
    expect(() => decoded(data.subarray(0, 10), 40, 40)).toThrow("no page");
    expect(() => decoded(data, 40, 41)).toThrow("another size");
  });

  it("is damaged when its dictionary is missing", () => {
    const symbols = [noise(4, 4), noise(4, 4)];
    expect(() => decoded(textJbig2(9, 9, symbols, [{ symbol: 0, left: 0, top: 0 }]), 9, 9)).toThrow("text region");
  });

  it("of few bytes that ask for the whole page again and again takes no more than a request may", () => {
    const [width, height] = [2000, 2000];
    const region = bytes(be32(width), be32(height), be32(0), be32(0), [0, 0, 3, 255, 253, 255, 2, 254, 254, 254, 0, 0]);
    const again = bytes(be32(1), [38, 0, 1], be32(region.length), region);
    const data = bytes(pageInformation(width, height), ...Array.from({ length: 100 }, () => again));
    const decode = (work: Work) => () => atOnce(decodeJbig2(data, undefined, width, height, work));
    expect(decode(new Work(0, { steps: 200_000 }))).toThrow("steps");
    expect(decode(new Work(0, { heldBytes: 2 << 20 }))).toThrow("memory");
  });

  it("whatever its bytes are, is decoded, or is damaged, or takes too much", () => {
    const symbols = [noise(9, 12), noise(11, 12), noise(5, 12)];
    const placed = [
      { symbol: 0, left: 3, top: 5 },
      { symbol: 1, left: 20, top: 20 },
    ];
    const files = [
      [genericJbig2(noise(40, 40)), new Uint8Array(0)],
      [textJbig2(40, 40, symbols, placed), symbolDictionary(symbols)],
    ] as const;
    const outcomes = new Set<string>();
    for (let round = 0; round < 600; round++) {
      const [data, globals] = random.pick(files).map((bytes) => bytes.slice()) as [Uint8Array, Uint8Array];
      for (let i = random.below(4); i >= 0; i--) {
        const changed = globals.length > 0 && random.next() < 0.5 ? globals : data;
        changed[random.below(changed.length)] = random.below(256);
      }
      outcomes.add(outcome(data, globals));
    }
    expect([...outcomes].sort()).toEqual(["ImageProblem", "WorkProblem", "decoded"]);
  });
});

function outcome(data: Uint8Array, globals: Uint8Array): string {
  try {
    atOnce(decodeJbig2(data, globals, 40, 40, new Work(0, { steps: 20_000, heldBytes: 4 << 20 })));
    return "decoded";
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
