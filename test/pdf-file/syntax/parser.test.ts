import { describe, expect, it } from "vitest";
import { MAX_ELEMENTS, MAX_NESTING } from "../../../src/pdf-file/pdf-limits.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { ByteWriter } from "../../../src/pdf-file/syntax/byte-writer.ts";
import { formatNumber } from "../../../src/pdf-file/syntax/numbers.ts";
import { type PdfObject, PdfRef, type PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { Parser } from "../../../src/pdf-file/syntax/parser.ts";
import { keySet, newScan, scanDict } from "../../../src/pdf-file/syntax/scan.ts";
import { writeObject } from "../../../src/pdf-file/syntax/serialise.ts";
import { text } from "../../fixtures/pdf.ts";

const parse = (source: string): PdfObject => new Parser(latin1(source), 0).value();
const write = (object: PdfObject): string => {
  const out = new ByteWriter();
  writeObject(out, object);
  return text(out.view());
};

describe("a name longer than any of a real document", () => {
  it.each(["a", "#61"])("is read as its beginning, which V8 tells apart by more than its length: %s", (letter) => {
    const names = Array.from({ length: 3 }, (_, index) => parse(`/${letter.repeat(20_000)}${index}`) as string);
    expect(names[0]).toMatch(/^a{16000}$/);
    expect(new Set(names).size).toBe(1);
  });
});

describe("a name that is a number", () => {
  it.each(["/131072", "<</131072 1/4294836224/262144/7 null>>", "[/1000000 /12]"])(
    "is written as it was: %s",
    (source) => {
      expect(write(parse(source))).toBe(source);
    },
  );

  it("is the same however it is written", () => {
    const dict = parse("<</131072 1/#31#331072 2/13107#32 3>>") as Map<string, PdfObject>;
    expect([...dict.values()]).toEqual([3]);
  });
});

describe("an object is read", () => {
  it.each<[string, PdfObject]>([
    ["null", null],
    ["true", true],
    ["-17", -17],
    ["+.5", 0.5],
    ["4.", 4],
    ["--5", -5],
    ["0.30000001", 0.30000001],
    [".", 0],
    ["/Name", "Name"],
    ["/", ""],
    ["/A#20B#zz", "A B#zz"],
    ["12 0 R", new PdfRef(12, 0)],
    ["12 0 Rx", 12],
    ["[/Indexed /DeviceRGB 255 7 0 R]", ["Indexed", "DeviceRGB", 255, new PdfRef(7, 0)]],
    ["[1 2 3 0 R 4 R]", [1, 2, new PdfRef(3, 0), 4, null]],
    [
      "<</A 1/B[2]/C<</D/E>>>>",
      new Map<string, PdfObject>([
        ["A", 1],
        ["B", [2]],
        ["C", new Map([["D", "E"]])],
      ]),
    ],
    ["% a comment\n42", 42],
    ["<</A%>>\n1>>", new Map([["A", 1]])],
    ["whatever", null],
  ])("%s", (source, object) => {
    expect(parse(source)).toEqual(object);
  });

  it.each([
    ["(plain)", "plain"],
    ["(a(b)c)", "a(b)c"],
    ["(\\)\\(\\\\)", ")(\\"],
    ["(\\101\\7\\0001)", "A\x07\x001"],
    ["(a\\\r\nb\rc\r\nd)", "ab\nc\nd"],
    ["(unclosed", "unclosed"],
    ["<48 65 6C6c 6F>", "Hello"],
    ["<4>", "@"],
  ])("%s as a string", (source, bytes) => {
    expect(text((parse(source) as PdfString).bytes)).toBe(bytes);
  });

  it.each<[string, PdfObject]>([
    ["<</A 1/B>>", new Map([["A", 1]])],
    [
      "<</A 1 2/B 3>>",
      new Map([
        ["A", 1],
        ["B", 3],
      ]),
    ],
    ["<</A[1 2>>", new Map([["A", [1, 2]]])],
    ["<</A 1 endobj", new Map([["A", 1]])],
    ["<</A 1/A 2>>", new Map([["A", 2]])],
  ])("%s, though it is malformed", (source, object) => {
    expect(parse(source)).toEqual(object);
  });

  it("unless it is cut off", () => {
    for (const source of ["", "<</A", "[1 2", "   "]) {
      expect(() => parse(source)).toThrowError(expect.objectContaining({ kind: "corrupt" }));
    }
  });

  it("unless it is nested beyond reason", () => {
    expect(() => parse("[".repeat(100_000))).toThrowError(expect.objectContaining({ kind: "budget" }));
    expect(() => parse("<</A".repeat(100_000))).toThrowError(expect.objectContaining({ kind: "budget" }));
  });

  it("unless it has more elements than any document needs", () => {
    const array = (length: number) => parse(`[${"0 ".repeat(length)}]`) as PdfObject[];
    expect(array(MAX_ELEMENTS)).toHaveLength(MAX_ELEMENTS);
    expect(() => array(MAX_ELEMENTS + 1)).toThrowError(expect.objectContaining({ kind: "budget" }));
  });
});

describe("an object is written", () => {
  it.each([
    "<</A 1/B[1 2 R null true]/C 3 0 R/D<48656c6c6f>/E(a\\(b\\)\\\\\\r)/F#20G/H<<>>>>",
    "[-1 0.5 (\x00\xff) /A]",
  ])("reading it gives the same again: %s", (source) => {
    const object = parse(source);
    expect(parse(write(object))).toEqual(object);
  });

  it("unless it is nested deeper than what is read", () => {
    const nested = (depth: number): PdfObject => (depth === 0 ? null : [nested(depth - 1)]);
    expect(parse(write(nested(MAX_NESTING)))).toEqual(nested(MAX_NESTING));
    expect(() => write(nested(MAX_NESTING + 1))).toThrowError(expect.objectContaining({ kind: "budget" }));
  });

  it("without exponents", () => {
    expect([1e-7, 1e21, -1.5e-9, 0.1 + 0.2, 612].map(formatNumber)).toEqual([
      "0.0000001",
      "1000000000000000000000",
      "-0.0000000015",
      "0.30000000000000004",
      "612",
    ]);
  });
});

describe("a dictionary's entries are found without reading it", () => {
  const keys = keySet("MediaBox", "Kids");
  const find = (source: string): string | undefined => {
    const bytes = latin1(source);
    const scan = newScan(keys);
    if (!scanDict(bytes, 0, bytes.length, keys, scan)) return undefined;
    return scan.slots[1]! < 0 ? "" : source.slice(scan.slots[0]!, scan.slots[2]!);
  };

  it.each([
    ["<</Type/Page/MediaBox[0 0 1 1]/Kids 3 0 R>>", "/MediaBox[0 0 1 1]"],
    ["<</X(\\(>>)/Y<3e>/MediaBox 12 0 R /Z<</MediaBox 1>>>>", "/MediaBox 12 0 R"],
    ["<</A/MediaBox/B 1>>", ""],
  ])("in %s", (source, found) => {
    expect(find(source)).toBe(found);
  });

  it.each(["<</MediaBox 1/MediaBox 2>>", "<</Media#42ox 1>>", "<</A [1>>", "<</A 1", "[]", "<< 1 /A >>"])(
    "unless it has to be read with care: %s",
    (source) => {
      expect(find(source)).toBeUndefined();
    },
  );
});
