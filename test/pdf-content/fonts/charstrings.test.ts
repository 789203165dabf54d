import { describe, expect, it } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { Extent } from "../../../src/pdf-content/extent.ts";
import { Outline } from "../../../src/pdf-content/fonts/programs/charstring.ts";
import { Type1Charstring } from "../../../src/pdf-content/fonts/programs/charstring-type1.ts";
import { Type2 } from "../../../src/pdf-content/fonts/programs/charstring-type2.ts";

/** A pen that writes down how it is moved. */
class Recorder extends Outline {
  readonly strokes: string[] = [];

  constructor() {
    super(new Extent(), [1, 0, 0, 1, 0, 0]);
  }

  override move(...by: [number, number]): void {
    this.strokes.push(`move ${by.join(" ")}`);
  }

  override line(...by: [number, number]): void {
    this.strokes.push(`line ${by.join(" ")}`);
  }

  override curve(...by: [number, number, number, number, number, number]): void {
    this.strokes.push(`curve ${by.map((each) => each + 0).join(" ")}`);
  }
}

/** Numbers from -107 to 107 as such; operators and longer numbers as bytes. */
function charstring(...tokens: (number | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(tokens.flatMap((token) => (typeof token === "number" ? [token + 139] : [...token])));
}
const op = (...bytes: number[]) => Uint8Array.from(bytes);
const CALLSUBR = op(10);
const RETURN = op(11);
const END = op(14);

function type2(tokens: (number | Uint8Array)[], local: Uint8Array[] = [], global: Uint8Array[] = []) {
  const pen = new Recorder();
  const interpreter = new Type2(pen, { local, global }, new Work());
  const isWhole = interpreter.run(charstring(...tokens));
  return { strokes: pen.strokes, isWhole, seac: interpreter.seac };
}

function type1(tokens: (number | Uint8Array)[], subroutines: Uint8Array[] = []) {
  const pen = new Recorder();
  const interpreter = new Type1Charstring(pen, subroutines, new Work());
  const isWhole = interpreter.run(charstring(...tokens));
  return { strokes: pen.strokes, isWhole, seac: interpreter.seac };
}

describe("a Type 2 charstring draws with", () => {
  it.each<[string, (number | Uint8Array)[], string[]]>([
    ["rmoveto", [1, 2, op(21)], ["move 1 2"]],
    ["hmoveto", [3, op(22)], ["move 3 0"]],
    ["vmoveto", [4, op(4)], ["move 0 4"]],
    ["rlineto", [1, 2, 3, 4, op(5)], ["line 1 2", "line 3 4"]],
    ["hlineto", [1, 2, 3, op(6)], ["line 1 0", "line 0 2", "line 3 0"]],
    ["vlineto", [1, 2, 3, op(7)], ["line 0 1", "line 2 0", "line 0 3"]],
    ["rrcurveto", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, op(8)], ["curve 1 2 3 4 5 6", "curve 7 8 9 10 11 12"]],
    ["rcurveline", [1, 2, 3, 4, 5, 6, 7, 8, op(24)], ["curve 1 2 3 4 5 6", "line 7 8"]],
    ["rlinecurve", [7, 8, 1, 2, 3, 4, 5, 6, op(25)], ["line 7 8", "curve 1 2 3 4 5 6"]],
    ["vvcurveto", [9, 1, 2, 3, 4, 5, 6, 7, 8, op(26)], ["curve 9 1 2 3 0 4", "curve 0 5 6 7 0 8"]],
    ["vvcurveto without a first dx", [1, 2, 3, 4, op(26)], ["curve 0 1 2 3 0 4"]],
    ["hhcurveto", [9, 1, 2, 3, 4, 5, 6, 7, 8, op(27)], ["curve 1 9 2 3 4 0", "curve 5 0 6 7 8 0"]],
    ["hhcurveto without a first dy", [1, 2, 3, 4, op(27)], ["curve 1 0 2 3 4 0"]],
    ["vhcurveto", [1, 2, 3, 4, 5, 6, 7, 8, 9, op(30)], ["curve 0 1 2 3 4 0", "curve 5 0 6 7 9 8"]],
    ["hvcurveto", [1, 2, 3, 4, 5, 6, 7, 8, 9, op(31)], ["curve 1 0 2 3 0 4", "curve 0 5 6 7 8 9"]],
    ["hvcurveto with one curve and no more", [1, 2, 3, 4, op(31)], ["curve 1 0 2 3 0 4"]],
    ["hvcurveto with one curve", [1, 2, 3, 4, 5, op(31)], ["curve 1 0 2 3 5 4"]],
    ["flex", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 50, op(12, 35)], ["curve 1 2 3 4 5 6", "curve 7 8 9 10 11 12"]],
    ["hflex", [1, 2, 3, 4, 5, 6, 7, op(12, 34)], ["curve 1 0 2 3 4 0", "curve 5 0 6 -3 7 0"]],
    ["hflex1", [1, 2, 3, 4, 5, 6, 7, 8, 9, op(12, 36)], ["curve 1 2 3 4 5 0", "curve 6 0 7 8 9 -14"]],
    ["flex1, wide", [5, 1, 5, 1, 5, 1, 5, 1, 5, 1, 7, op(12, 37)], ["curve 5 1 5 1 5 1", "curve 5 1 5 1 7 -5"]],
    ["flex1, high", [1, 5, 1, 5, 1, 5, 1, 5, 1, 5, 7, op(12, 37)], ["curve 1 5 1 5 1 5", "curve 1 5 1 5 -5 7"]],
  ])("%s", (_, tokens, strokes) => {
    expect(type2([...tokens, END])).toEqual({ strokes, isWhole: true, seac: undefined });
  });

  it("numbers of every length", () => {
    const tokens = [
      op(28, 0xff, 0x38),
      op(247, 0),
      op(21),
      op(250, 255),
      op(251, 0),
      op(5),
      op(254, 255),
      op(255, 0, 2, 128, 1),
    ];
    expect(type2([...tokens, op(5), END]).strokes).toEqual([
      "move -200 108",
      "line 1131 -108",
      `line -1131 ${2.5 + 1 / 65536}`,
    ]);
  });

  it.each<[string, (number | Uint8Array)[], string[]]>([
    ["rmoveto", [99, 1, 2, op(21), 3, 4, op(21)], ["move 1 2", "move 3 4"]],
    ["hmoveto", [99, 3, op(22)], ["move 3 0"]],
    ["vmoveto", [99, 4, op(4)], ["move 0 4"]],
    ["hints", [99, 1, 2, op(1), 3, 4, op(21)], ["move 3 4"]],
    ["the end", [99, END], []],
  ])("no stroke for the width that stands before %s", (_, tokens, strokes) => {
    expect(type2([...tokens, END])).toMatchObject({ strokes, isWhole: true });
  });

  it("nothing for the bits of hint masks, one for each hint", () => {
    const stems = [1, 2, 3, 4, op(18), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
    // Nine hints take two bytes, either of which would be an operator.
    expect(type2([...stems, op(19, 14, 14), 1, 2, op(21), op(20, 14, 14), 3, op(6), END]).strokes).toEqual([
      "move 1 2",
      "line 3 0",
    ]);
    expect(type2([1, 2, op(23), op(19, 14), 1, op(22), END]).strokes).toEqual(["move 1 0"]);
  });

  it("subroutines of the font and of all fonts, counted from their bias", () => {
    const local = [charstring(1, op(6), RETURN), charstring(2, op(6), RETURN)];
    const global = [charstring(3, op(6), -106, CALLSUBR, RETURN)];
    expect(type2([-107, CALLSUBR, -107, op(29), 4, op(6), END], local, global).strokes).toEqual([
      "line 1 0",
      "line 3 0",
      "line 2 0",
      "line 4 0",
    ]);
    const many = Array.from({ length: 1240 }, (_, i) => charstring(i === 1131 ? 5 : 6, op(6), RETURN));
    expect(type2([0, CALLSUBR, END], many).strokes).toEqual(["line 5 0"]);
    expect(type2([0, CALLSUBR, END], many.slice(1)).strokes).toEqual(["line 6 0"]);
  });

  it("nothing after endchar, not even in what called it", () => {
    expect(type2([-107, CALLSUBR, 1, op(6), END], [charstring(2, op(6), END)]).strokes).toEqual(["line 2 0"]);
  });

  it("an accent on a letter at endchar with four operands", () => {
    expect(type2([1, 2, 65, 66, END]).seac).toEqual({ dx: 1, dy: 2, base: 65, accent: 66 });
    expect(type2([99, 1, 2, 65, 66, END]).seac).toEqual({ dx: 1, dy: 2, base: 65, accent: 66 });
  });

  it.each<[string, (number | Uint8Array)[], Uint8Array[]]>([
    ["a subroutine that is not there", [5, CALLSUBR], []],
    ["a subroutine that calls itself", [-107, CALLSUBR], [charstring(-107, CALLSUBR)]],
    ["an operator that is not known", [1, op(2)], []],
    ["arithmetic", [1, 2, op(12, 10)], []],
    ["more operands than a stack holds", [...Array.from({ length: 514 }, () => 1), op(5)], []],
  ])("nothing after %s", (_, tokens, local) => {
    expect(type2([1, op(6), ...tokens, 2, op(6), END], local)).toMatchObject({ strokes: ["line 1 0"], isWhole: false });
  });
});

describe("a Type 1 charstring draws with", () => {
  it.each<[string, (number | Uint8Array)[], string[]]>([
    ["hsbw", [5, 90, op(13)], ["move 5 0"]],
    ["sbw", [5, 6, 90, 0, op(12, 7)], ["move 5 6"]],
    ["rmoveto", [1, 2, op(21)], ["move 1 2"]],
    ["hmoveto", [3, op(22)], ["move 3 0"]],
    ["vmoveto", [4, op(4)], ["move 0 4"]],
    ["rlineto", [1, 2, op(5)], ["line 1 2"]],
    ["hlineto", [1, op(6)], ["line 1 0"]],
    ["vlineto", [1, op(7)], ["line 0 1"]],
    ["rrcurveto", [1, 2, 3, 4, 5, 6, op(8)], ["curve 1 2 3 4 5 6"]],
    ["vhcurveto", [1, 2, 3, 4, op(30)], ["curve 0 1 2 3 4 0"]],
    ["hvcurveto", [1, 2, 3, 4, op(31)], ["curve 1 0 2 3 0 4"]],
    ["div", [7, 2, op(12, 12), op(6)], ["line 3.5 0"]],
    ["hints, which draw nothing", [1, 2, op(1), 1, 2, op(3), 3, op(6)], ["line 3 0"]],
  ])("%s", (_, tokens, strokes) => {
    expect(type1([...tokens, END, 9, op(6)])).toEqual({ strokes, isWhole: true, seac: undefined });
  });

  it("numbers of every length", () => {
    const tokens = [
      op(247, 0),
      op(250, 255),
      op(5),
      op(251, 0),
      op(254, 255),
      op(5),
      op(255, 0xff, 0xff, 0xff, 0),
      op(6),
    ];
    expect(type1(tokens).strokes).toEqual(["line 108 1131", "line -108 -1131", "line -256 0"]);
  });

  it("two curves for a flex: from its seven moves, and back to its end", () => {
    const flex = (x: number, y: number) => [x, y, op(21), 2, CALLSUBR];
    const moves = [flex(1, 2), flex(3, 4), flex(5, 6), flex(7, 8), flex(9, 10), flex(11, 12), flex(13, 14)].flat();
    const othersubr = op(12, 16);
    const pop = op(12, 17);
    const subroutines = [
      charstring(3, 0, othersubr, pop, pop, op(12, 33), RETURN),
      charstring(0, 1, othersubr, RETURN),
      charstring(0, 2, othersubr, RETURN),
    ];
    const tokens = [1, CALLSUBR, ...moves, 50, 60, 70, 0, CALLSUBR, 1, op(6), END];
    expect(type1(tokens, subroutines).strokes).toEqual(["curve 4 6 5 6 7 8", "curve 9 10 11 12 13 14", "line 1 0"]);
  });

  it("what an unknown OtherSubr was given, in its order", () => {
    const tokens = [1, 2, 2, 50, op(12, 16), op(12, 17), op(12, 17), op(5), END];
    expect(type1(tokens).strokes).toEqual(["line 1 2"]);
    // Hints are replaced by subroutine 3 (chapter 8.1).
    expect(type1([9, 1, 3, op(12, 16), op(12, 17), op(6), END]).strokes).toEqual(["line 3 0"]);
  });

  it("an accent on a letter by seac, from the side bearing", () => {
    const { seac, strokes } = type1([20, 90, op(13), 5, 30, 40, 65, 66, op(12, 6), 1, op(6)]);
    expect(seac).toEqual({ dx: 45, dy: 40, base: 65, accent: 66 });
    expect(strokes).toEqual(["move 20 0"]);
  });

  it.each<[string, (number | Uint8Array)[], Uint8Array[]]>([
    ["a subroutine that is not there", [5, CALLSUBR], []],
    ["a subroutine that calls itself", [0, CALLSUBR], [charstring(0, CALLSUBR)]],
    ["more operands than a stack holds", [...Array.from({ length: 201 }, () => 1), op(5)], []],
  ])("nothing after %s", (_, tokens, subroutines) => {
    const drawn = type1([1, op(6), ...tokens, 2, op(6), END], subroutines);
    expect(drawn).toMatchObject({ strokes: ["line 1 0"], isWhole: false });
  });
});

describe("the pen of glyphs", () => {
  const box = (draw: (pen: Outline) => void) => {
    const extent = new Extent();
    draw(new Outline(extent, [2, 1, -1, 3, 10, 20]));
    return [extent.left, extent.bottom, extent.right, extent.top];
  };

  it("takes lines through the whole matrix, and moves for nothing", () => {
    expect(box((pen) => pen.move(5, 6))).toEqual([Infinity, Infinity, -Infinity, -Infinity]);
    const drawn = box((pen) => {
      pen.move(1, 2);
      pen.line(3, 4);
    });
    expect(drawn).toEqual([10, 27, 12, 42]);
  });

  it("takes a curve as far as it goes, not as far as its control points", () => {
    const drawn = box((pen) => {
      pen.move(3, 5);
      pen.curve(0, 40, 40, 0, 0, -40);
    });
    // The bounds of 10,000 points of the curve.
    const at = (p: number[], t: number) => p[1]! * 3 * t * (1 - t) ** 2 + p[2]! * 3 * t * t * (1 - t) + p[3]! * t ** 3;
    const xs: number[] = [];
    const ys: number[] = [];
    for (let i = 0; i <= 10_000; i++) {
      const [x, y] = [3 + at([0, 0, 40, 40], i / 10_000), 5 + at([0, 40, 40, 0], i / 10_000)];
      xs.push(2 * x - y + 10);
      ys.push(x + 3 * y + 20);
    }
    const expected = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    expect(drawn).toHaveLength(4);
    for (const [side, value] of drawn.entries()) expect(value).toBeCloseTo(expected[side]!, 3);
  });
});
