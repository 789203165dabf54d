import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { markJpeg } from "../../../src/pdf-content/images/jpeg-ink.ts";
import { Marks } from "../../../src/pdf-content/images/marks.ts";
import { adobe, type JpegFixture, jpeg } from "../../fixtures/jpeg.ts";
import { bitWriter, encodeBaselineFile, encodeBlock } from "../../fixtures/jpeg-encoder.ts";

const PAPER = 240;
const INK = 20;
const [ACROSS, DOWN] = [6, 20];

/** Blocks of paper, but for those that `isInk` names by column and row. */
function blocks(isInk: (x: number, y: number) => boolean, ink: number[] = [INK], paper = [PAPER]): number[][][] {
  return Array.from({ length: DOWN }, (_, y) => Array.from({ length: ACROSS }, (_, x) => (isInk(x, y) ? ink : paper)));
}

/** The box of a picture's ink in samples; "unread" where it is not looked at. */
function found(fixture: Partial<JpegFixture> & { blocks: number[][][] }, threshold = 191, counts = false) {
  const { width = ACROSS * 8, height = DOWN * 8 } = fixture.cut ?? {};
  const marks = new Marks(width, height, counts);
  return atOnce(markJpeg(jpeg(fixture), true, threshold, marks)) ? marks.box(1, 1) : "unread";
}

describe("the ink of a JPEG", () => {
  it("is where its blocks are dark, to the edges of the picture", () => {
    expect(found({ blocks: blocks((x, y) => x === 1 && y === 2) })).toEqual([8, 16, 15, 23]);
    expect(found({ blocks: blocks((x, y) => (x === 1 && y > 2) || (y === 5 && x < 4)) })).toEqual([0, 24, 31, 159]);
    expect(found({ blocks: blocks(() => false) })).toBeUndefined();
    const cut = { width: 45, height: 155 };
    expect(found({ blocks: blocks((x, y) => x === 5 && y === 19), cut })).toEqual([40, 152, 44, 154]);
  });

  it("is what is darker than the threshold", () => {
    const gray = blocks((x, y) => x === 1 && y === 2, [200]);
    expect(found({ blocks: gray }, 200)).toBeUndefined();
    expect(found({ blocks: gray }, 201)).toEqual([8, 16, 15, 23]);
  });

  it("is what is light and colourful, by blue or by red", () => {
    const paper = [PAPER, 128, 128];
    const one = (ink: number[]) => found({ blocks: blocks((x, y) => x === 1 && y === 2, ink, paper) });
    for (const ink of [
      [PAPER, 169, 128],
      [PAPER, 87, 128],
      [PAPER, 128, 169],
      [PAPER, 128, 87],
      [INK, 128, 128],
    ])
      expect(one(ink), String(ink)).toEqual([8, 16, 15, 23]);
    for (const ink of [
      [PAPER, 168, 128],
      [PAPER, 88, 128],
      [PAPER, 128, 168],
      [PAPER, 128, 88],
    ])
      expect(one(ink), String(ink)).toBeUndefined();
  });

  it("is not looked at where a component has neither a scan nor a quantizer", () => {
    const file = Buffer.from(jpeg({ blocks: blocks(() => false, [INK, 128, 128], [PAPER, 128, 128]) }));
    const frame = file.indexOf(Buffer.of(0xff, 0xc0));
    // The quantizer of the third component; the scan is of the first.
    file[frame + 18] = 3;
    const scan = file.indexOf(Buffer.of(0xff, 0xda));
    const header = Uint8Array.of(0xff, 0xda, 0, 8, 1, file[frame + 10]!, 0, 0, 63, 0);
    const data = Buffer.concat([file.subarray(0, scan), header, file.subarray(scan + 14)]);
    const marks = new Marks(ACROSS * 8, DOWN * 8, false);
    expect(atOnce(markJpeg(data, true, 191, marks))).toBe(false);
  });

  it("is counted by rows and columns where specks are to be distinguished from it", () => {
    const marks = new Marks(ACROSS * 8, DOWN * 8, true);
    const ink = blocks((x, y) => (x === 1 && y === 2) || (x > 2 && y > 12 && y < 16));
    expect(atOnce(markJpeg(jpeg({ blocks: ink }), true, 191, marks))).toBe(true);
    expect(marks.box(9, 9)).toEqual([24, 104, 47, 127]);
    expect(marks.box(8, 8)).toEqual([8, 16, 47, 127]);
  });

  it("is within a block where that is neither all paper nor all ink", () => {
    const [width, height] = [24, 24];
    const data = new Uint8Array(width * height).fill(PAPER);
    for (const y of [10, 11, 12, 13]) data.fill(INK, y * width + 9, y * width + 14);
    const marks = new Marks(width, height, false);
    const file = encodeBaselineFile({ width, height, channels: 1, data }, 2);
    expect(atOnce(markJpeg(file, true, 128, marks))).toBe(true);
    expect(marks.box(1, 1)).toEqual([9, 10, 13, 13]);
  });

  it("is not looked for in other colours, other sizes and decoded samples", () => {
    const dark = blocks(() => true);
    const marks = () => new Marks(ACROSS * 8, DOWN * 8, false);
    expect(atOnce(markJpeg(jpeg({ blocks: dark }), false, 191, marks()))).toBe(false);
    expect(atOnce(markJpeg(jpeg({ blocks: dark }), true, 191, new Marks(ACROSS * 8 + 1, DOWN * 8, false)))).toBe(false);
    expect(atOnce(markJpeg(jpeg({ blocks: dark }), true, 191, new Marks(ACROSS * 8, DOWN * 8 - 1, false)))).toBe(false);
    expect(found({ blocks: dark, dnl: true })).toBe("unread");
    expect(found({ blocks: blocks(() => true, [INK, INK, INK, INK]) })).toBe("unread");
    expect(found({ blocks: blocks(() => true, [INK, 128, 128]), segments: [adobe(0)] })).toBe("unread");
    expect(found({ blocks: blocks(() => true, [INK, 128, 128]), segments: [adobe(1)] })).not.toBe("unread");
    expect(atOnce(markJpeg(jpeg({ blocks: dark }).subarray(0, 40), true, 191, marks()))).toBe(false);
  });

  it("is not known where the data is cut off", () => {
    const file = jpeg({ blocks: blocks((x, y) => (x + y) % 2 === 0) });
    expect(atOnce(markJpeg(file.subarray(0, -20), true, 191, new Marks(ACROSS * 8, DOWN * 8, false)))).toBe(false);
  });
});

/**
 * A picture of components with these sampling factors, one hexadecimal digit across and one down. One block of one of
 * them has another value than paper.
 */
function sampled(factors: readonly number[], [units, rows]: readonly [number, number], odd: readonly number[]): Marks {
  const [component, column, row, value] = odd as [number, number, number, number];
  const width = units * 8 * Math.max(...factors.map((factor) => factor >> 4));
  const height = rows * 8 * Math.max(...factors.map((factor) => factor & 15));
  const file = jpeg({ blocks: [[[PAPER, 128, 128]]], cut: { width, height } });
  const frame = file.indexOf(0xc0, file.indexOf(0xdb));
  for (const [c, factor] of factors.entries()) file[frame + 10 + 3 * c] = factor;
  const bits = bitWriter();
  const previous = factors.map(() => 0);
  const coefficients = new Float64Array(64);
  for (let unit = 0; unit < units * rows; unit++)
    for (const [c, factor] of factors.entries())
      for (let block = 0; block < (factor >> 4) * (factor & 15); block++) {
        const x = (unit % units) * (factor >> 4) + (block % (factor >> 4));
        const y = Math.floor(unit / units) * (factor & 15) + Math.floor(block / (factor >> 4));
        const isOdd = c === component && x === column && y === row;
        coefficients[0] = ((isOdd ? value : c === 0 ? PAPER : 128) - 128) * 8;
        previous[c] = encodeBlock(bits, coefficients, 1, previous[c]!);
      }
  const scan = Buffer.from(file).indexOf("\xff\xda", "latin1");
  const head = file.subarray(0, scan + 2 + (file[scan + 2]! << 8) + file[scan + 3]!);
  const marks = new Marks(width, height, false);
  expect(atOnce(markJpeg(Buffer.concat([head, bits.finish(), Uint8Array.of(0xff, 0xd9)]), true, 191, marks))).toBe(
    true,
  );
  return marks;
}

describe("a block covers as much of the picture as its component's sampling says:", () => {
  const [LUMA, BLUE] = [
    [0, 1, 2, INK],
    [1, 1, 2, 200],
  ];
  it.each([
    ["half across", [0x21, 0x11, 0x11], BLUE, [16, 16, 31, 23]],
    ["half down", [0x12, 0x11, 0x11], BLUE, [8, 32, 15, 47]],
    ["half of both", [0x22, 0x11, 0x11], BLUE, [16, 32, 31, 47]],
    ["half down, with another across", [0x22, 0x21, 0x11], BLUE, [8, 32, 15, 47]],
    ["two thirds down", [0x13, 0x12, 0x11], BLUE, [8, 24, 15, 35]],
    ["three quarters down", [0x14, 0x13, 0x11], BLUE, [8, 21, 15, 31]],
    ["a full luma", [0x22, 0x11, 0x11], LUMA, [8, 16, 15, 23]],
    ["a luma of half of both", [0x11, 0x22, 0x22], LUMA, [16, 32, 31, 47]],
    ["full chroma", [0x11, 0x22, 0x22], BLUE, [8, 16, 15, 23]],
  ] as const)("%s", (_, factors, odd, box) => {
    expect(sampled(factors, [3, 5], odd!).box(1, 1)).toEqual(box);
  });
});

/** Whether a picture whose last rows are paper is taken to be ink to its end. */
function isTakenWhole(isInk: (x: number, y: number) => boolean, counts = false): boolean {
  const box = found({ blocks: blocks((x, y) => y < 15 && isInk(x, y)) }, 191, counts) as readonly number[];
  expect(box[3] === 159 || box[3] === 119, String(box)).toBe(true);
  return box[3] === 159;
}

describe("a photograph, whose first eighth is ink to all edges,", () => {
  it("is taken to be ink to its end", () => {
    expect(isTakenWhole(() => true)).toBe(true);
    expect(isTakenWhole((x, y) => y === 0 || x === 0 || x === ACROSS - 1)).toBe(true);
  });

  it.each<[string, (x: number, y: number) => boolean]>([
    ["its top", (_, y) => y > 0],
    ["its left side", (x) => x > 0],
    ["its right side", (x) => x < ACROSS - 1],
    ["a part of its left side", (x, y) => y !== 1 || x > 0],
    ["a part of its right side", (x, y) => y !== 1 || x < ACROSS - 1],
  ])("is read to its end where it has paper at %s", (_, isInk) => {
    expect(isTakenWhole(isInk)).toBe(false);
  });

  it("is read to its end where specks are to be distinguished from ink", () => {
    expect(isTakenWhole(() => true, true)).toBe(false);
  });

  it("may have paper at its sides later", () => {
    expect(isTakenWhole((x, y) => y < 4 || x > 0)).toBe(true);
  });
});
