import { describe, expect, it } from "vitest";
import { Functions } from "../../../src/pdf-content/colour/functions.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { pdf, stream } from "../../fixtures/pdf.ts";

function made(body: string) {
  const document = openPdf(pdf({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Count 0/Kids[]>>", 3: body }));
  return new Functions(document).of(document.get(3));
}

/** What a function gives for each input, rounded to thousandths. */
function results(body: string, ...inputs: number[][]) {
  const found = made(body);
  return inputs.map((input) => found?.evaluate(input)?.map((value) => Math.round(value * 1000) / 1000));
}

const LINE = "<</FunctionType 2/Domain[0 1]/N 1/C0[0]/C1[10]>>";

describe("an exponential function", () => {
  it("goes from C0 to C1 by the power N", () => {
    const body = "<</FunctionType 2/Domain[0 1]/N 2/C0[1 0]/C1[3 -1]>>";
    expect(results(body, [0], [0.5], [1])).toEqual([
      [1, 0],
      [1.5, -0.25],
      [3, -1],
    ]);
    expect(made(body)?.steps).toBe(3);
  });

  it("has 0, 1, a power of 1 and a domain from 0 to 1 where nothing is said", () => {
    expect(results("<</FunctionType 2>>", [0], [0.25], [1], [2], [-1], [])).toEqual([[0], [0.25], [1], [1], [0], [0]]);
  });

  it("is held to its domain and its range", () => {
    const body = "<</FunctionType 2/Domain[0.25 0.5]/Range[3 4]/C0[0]/C1[10]>>";
    expect(results(body, [0], [0.35], [1])).toEqual([[3], [3.5], [4]]);
  });

  it("keeps its first colour where the second has too few numbers", () => {
    expect(results("<</FunctionType 2/C0[0.5 0.7]/C1[1]>>", [1])).toEqual([[1, 0.7]]);
  });
});

describe("a stitched function", () => {
  const other = "<</FunctionType 2/Domain[0 1]/N 1/C0[100]/C1[200]>>";

  it("takes the part that the bounds say, each from 0 to 1 or as encoded", () => {
    const body = `<</FunctionType 3/Domain[0 4]/Bounds[1]/Encode[0 1 1 0]/Functions[${LINE}${other}]>>`;
    expect(results(body, [0], [0.5], [1], [2.5], [4])).toEqual([[0], [5], [200], [150], [100]]);
    expect(results(body.replace("/Encode[0 1 1 0]", ""), [0.5], [2.5])).toEqual([[5], [150]]);
  });

  it("has a first part of no length where a bound is the domain's beginning", () => {
    const body = `<</FunctionType 3/Domain[0 1]/Bounds[0]/Functions[${LINE}${other}]>>`;
    expect(results(body, [0], [0.5])).toEqual([[100], [150]]);
  });

  it("takes as many steps as it has parts and its longest part takes", () => {
    const long = "<</FunctionType 2/C0[0 0 0]/C1[1 1 1]>>";
    expect(made(`<</FunctionType 3/Domain[0 1]/Bounds[0.5]/Functions[${LINE}${long}]>>`)?.steps).toBe(6);
  });

  it("is none without parts, or with a part that is none", () => {
    expect(made("<</FunctionType 3/Domain[0 1]/Bounds[]/Functions[]>>")).toBeUndefined();
    expect(made(`<</FunctionType 3/Domain[0 1]/Bounds[0.5]/Functions[${LINE}<</FunctionType 9>>]>>`)).toBeUndefined();
  });
});

describe("a sampled function", () => {
  const sampled = (data: string, entries: string) => stream(data, `/FunctionType 0${entries}`);

  it.each([
    [1, "\x40", [0, 1, 0]],
    [2, "\x1b", [0, 1, 2, 3]],
    [4, "\x0f\x70", [0, 15, 7]],
    [8, "\x00\xff\x40", [0, 255, 64]],
    [16, "\x00\x00\xff\xff\x01\x02", [0, 65_535, 258]],
    [32, "\x00\x00\x00\x00\xff\xff\xff\xff\x00\x01\x00\x02", [0, 2 ** 32 - 1, 65_538]],
  ])("has samples of %i bits", (bits, data, samples) => {
    const entries = `/Domain[0 ${samples.length - 1}]/Range[0 ${2 ** bits - 1}]/Size[${samples.length}]`;
    const inputs = samples.map((_, i) => [i]);
    expect(results(sampled(data, `${entries}/BitsPerSample ${bits}`), ...inputs)).toEqual(samples.map((one) => [one]));
  });

  it("takes the nearest sample of each input, the first going fastest, and decodes each output", () => {
    const entries = "/Domain[0 1 0 1]/Range[0 300 0 300]/Size[2 3]/BitsPerSample 8/Decode[0 255 255 0]";
    const body = sampled("\0\0\x01\x01\x02\x02\x03\x03\x04\x04\x05\x05", entries);
    const inputs = [0, 0.5, 1].flatMap((y) => [0, 1].map((x) => [x, y]));
    expect(results(body, ...inputs)).toEqual([0, 1, 2, 3, 4, 5].map((value) => [value, 255 - value]));
    expect(results(body, [0.4, 0.2], [0.6, 0.8])).toEqual([
      [0, 255],
      [5, 250],
    ]);
    expect(made(body)?.steps).toBe(4);
  });

  it("is encoded as it says, and never past its ends", () => {
    const entries = "/Domain[-1 1]/Range[0 255]/Size[3]/BitsPerSample 8/Encode[5 -3]";
    expect(results(sampled("\x0a\x14\x1e", entries), [-1], [0], [0.1], [1])).toEqual([[30], [20], [20], [10]]);
  });

  it.each([
    ["its size", "/Domain[0 1]/Range[0 1]/BitsPerSample 8"],
    ["its range", "/Domain[0 1]/Size[2]/BitsPerSample 8"],
    ["its domain", "/Range[0 1]/Size[2]/BitsPerSample 8"],
    ["the bits of its samples", "/Domain[0 1]/Range[0 1]/Size[2]"],
    ["a number of bits that may be", "/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 3"],
    ["a domain for each input", "/Domain[0 1]/Range[0 1]/Size[2 2]/BitsPerSample 8"],
  ])("is none without %s", (_, entries) => {
    expect(made(sampled("\0\0\0\0", entries))).toBeUndefined();
  });
});

describe("a calculator", () => {
  const program = (text: string) => stream(text, "/FunctionType 4/Domain[-1000 1000 -1000 1000]");

  it.each<[string, number[], number[]]>([
    ["add", [5, 3], [8]],
    ["sub", [5, 3], [2]],
    ["mul", [5, 3], [15]],
    ["div", [6, 4], [1.5]],
    ["div", [6, 0], [0]],
    ["idiv", [-7, 2], [-3]],
    ["idiv", [7, 0], [0]],
    ["mod", [-7, 3], [-1]],
    ["mod", [7, 0], [0]],
    ["exp", [2, 3], [8]],
    ["atan", [1, 0], [90]],
    ["atan", [-1, 0], [270]],
    ["bitshift", [3, 2], [12]],
    ["bitshift", [12, -2], [3]],
    ["bitshift", [12, 0], [12]],
    ["and", [6, 3], [2]],
    ["or", [6, 3], [7]],
    ["xor", [6, 3], [5]],
    ["eq", [3, 3], [1]],
    ["ne", [3, 3], [0]],
    ["gt", [3, 3], [0]],
    ["gt", [4, 3], [1]],
    ["ge", [3, 3], [1]],
    ["ge", [2, 3], [0]],
    ["lt", [3, 3], [0]],
    ["lt", [2, 3], [1]],
    ["le", [3, 3], [1]],
    ["le", [4, 3], [0]],
    ["abs", [9, -4], [9, 4]],
    ["neg", [9, -4], [9, 4]],
    ["ceiling", [9, 1.2], [9, 2]],
    ["floor", [9, 1.8], [9, 1]],
    ["round", [9, 1.6], [9, 2]],
    ["truncate", [9, -1.8], [9, -1]],
    ["cvi", [9, 1.8], [9, 1]],
    ["cvr", [9, 1.8], [9, 1.8]],
    ["sqrt", [9, 16], [9, 4]],
    ["sqrt", [9, -16], [9, 0]],
    ["sin", [9, 30], [9, 0.5]],
    ["cos", [9, 60], [9, 0.5]],
    ["ln", [9, 1], [9, 0]],
    ["log", [9, 100], [9, 2]],
    ["log 0 gt", [9, 0], [9, 0]],
    ["not", [0, 1], [0, 0]],
    ["not", [0, 0], [0, 1]],
    ["not", [0, 6], [0, -7]],
    ["true false", [7, 8], [7, 8, 1, 0]],
    ["pop", [7, 8], [7]],
    ["dup", [7, 8], [7, 8, 8]],
    ["exch", [7, 8], [8, 7]],
    ["9 2 copy", [7, 8], [7, 8, 9, 8, 9]],
    ["0 copy", [7, 8], [7, 8]],
    ["9 0 index 2 index", [7, 8], [7, 8, 9, 9, 8]],
    ["9 3 1 roll", [7, 8], [9, 7, 8]],
    ["9 3 -1 roll", [7, 8], [8, 9, 7]],
    ["9 2 5 roll", [7, 8], [7, 9, 8]],
    ["0 3 roll", [7, 8], [7, 8]],
    ["gt {1} {2} ifelse", [7, 8], [2]],
    ["lt {1} {2} ifelse", [7, 8], [1]],
    ["gt {1} if", [7, 8], []],
    ["lt {1} if 5", [7, 8], [1, 5]],
    ["% a comment }\n pop", [7, 8], [7]],
  ])("that says %s makes %j into %j", (text, inputs, outputs) => {
    expect(results(program(`{ ${text} }`), inputs)).toEqual([outputs]);
  });

  it.each(["pop pop pop", "pop add", "pop exch", "pop pop neg", "unknown", "4 copy", "-1 copy", "2 index", "3 1 roll"])(
    "that says %s gives nothing",
    (text) => {
      expect(results(program(`{ ${text} }`), [7, 8])).toEqual([undefined]);
    },
  );

  it.each(["{1} 2 if", "{1} {2} if", "{1}"])("with a choice of %s gives nothing", (text) => {
    expect(results(program(`{ ${text} }`), [7, 8])).toEqual([undefined]);
  });

  it("has a hundred numbers at most", () => {
    expect(results(program(`{ ${"1 ".repeat(98)}}`), [7, 8])[0]).toHaveLength(100);
    expect(results(program(`{ ${"1 ".repeat(99)}}`), [7, 8])).toEqual([undefined]);
  });

  it("is none where its brackets do not close, open too late or nest more than 32 deep", () => {
    const nested = (depth: number) => program(`${"{".repeat(depth)}${"}".repeat(depth)}`);
    expect(made(nested(32))).toBeDefined();
    for (const body of [nested(33), program("{ 1"), program("1 {}"), program("")]) expect(made(body)).toBeUndefined();
  });

  it("takes a step for each word, and more for those that move many numbers", () => {
    expect(made(program("{ 1 2 add 3 1 roll }"))?.steps).toBe(27);
    expect(made(program("{ 1 copy }"))?.steps).toBe(23);
  });

  it("is none where its source is longer than 64 kilobytes", () => {
    const long = (length: number) => program(`{${" ".repeat(length - 2)}}`);
    expect(made(long(65_536))).toBeDefined();
    expect(made(long(65_537))).toBeUndefined();
  });
});

describe("functions together", () => {
  it("each give their first output", () => {
    expect(results(`[${LINE}<</FunctionType 2/C0[5 6]/C1[5 6]>>]`, [0.5])).toEqual([[5, 5]]);
    expect(made(`[${LINE}${LINE}]`)?.steps).toBe(5);
  });

  it("are 32 at most, and nest eight deep", () => {
    expect(results(`[${LINE.repeat(33)}]`, [0])[0]).toHaveLength(32);
    const nested = (depth: number) => made(`${"[".repeat(depth)}${LINE}${"]".repeat(depth)}`);
    expect(nested(8)).toBeDefined();
    expect(nested(9)).toBeUndefined();
  });

  it("are none where one is none, of an unknown type or without numbers", () => {
    for (const body of [`[${LINE} null]`, "<</FunctionType 1>>", "null", "<</FunctionType 0>>", "<</FunctionType 4>>"])
      expect(made(body)).toBeUndefined();
  });
});
