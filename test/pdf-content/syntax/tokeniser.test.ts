import { describe, expect, it } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { operatorCode, Tokeniser } from "../../../src/pdf-content/syntax/tokeniser.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";

/**
 * The operators of a content stream in several streams, and of the last how many numbers its arrays have and its
 * strings' bytes.
 */
function read(pieces: Iterable<Uint8Array>) {
  const tokens = new Tokeniser(Iterator.from(pieces), new Work());
  const operators: number[] = [];
  let [items, strings] = [0, ""];
  while (tokens.next()) {
    operators.push(tokens.operator);
    items = tokens.items.count;
    strings = Buffer.from(tokens.strings.subarray(0, 40)).toString("latin1");
  }
  return { operators, items, strings };
}

function* repeated(first: string, piece: string, times: number, last: string): Generator<Uint8Array> {
  const middle = latin1(piece);
  yield latin1(first);
  for (let i = 0; i < times; i++) yield middle;
  yield latin1(last);
}

describe("a content stream in many streams", () => {
  it("is read as one, with white space between the streams", () => {
    const { operators } = read(["0 0 10", "10 re", "f", "[(a", "b)", "1 2", "] TJ", "Q"].map(latin1));
    expect(operators).toEqual(["re", "f", "TJ", "Q"].map(operatorCode));
    expect(read(["(a", "b) Tj"].map(latin1)).strings).toMatch(/^a\nb/);
  });

  it("has each operation as soon as its stream ends: no stream is read again for what is in the one before", () => {
    let given = 0;
    const tokens = new Tokeniser(
      (function* () {
        for (const piece of ["[1 2] 0 d", "q", "Q"]) {
          given++;
          yield latin1(piece);
        }
      })(),
      new Work(),
    );
    const read: (string | number)[] = [];
    while (tokens.next()) read.push(given, String.fromCharCode(tokens.operator));
    expect(read).toEqual([1, "d", 2, "q", 3, "Q"]);
  });

  it("keeps an inline image whose data goes on in other streams", () => {
    const pieces = ["q BI /W 3 /H 1 /BPC 8", "/CS /G", "ID a", "b EI", " Q"].map(latin1);
    const image = new Tokeniser(pieces.values(), new Work());
    image.next();
    image.next();
    expect(Buffer.from(image.inlineImage?.data ?? []).toString("latin1")).toBe("a\nb");
    image.next();
    expect(image.operator).toBe(operatorCode("Q"));
  });

  // Read again from its start with each stream, the last of these would take minutes: 8,000 times 1 MB.
  it.each([100, 1_000, 8_000])("reads a value that spans %i of them in proportion to its length", (times) => {
    expect(read(repeated("[", `${"1 ".repeat(20)}${"% ".padEnd(120)}`, times, "] TJ")).items).toBe(20 * times);
    const { operators, strings } = read(repeated("(begin", "x".repeat(150), times, "end) Tj Q"));
    expect(operators).toEqual(["Tj", "Q"].map(operatorCode));
    expect(strings).toMatch(/^begin\nx+$/);
    expect(read(repeated("q <", "61".repeat(75), times, "> Tj")).operators).toHaveLength(2);
    expect(read(repeated("q BI /W 1 ID ", "y".repeat(150), times, " EI Q")).operators).toHaveLength(3);
  });

  it.each(["[", "(", "<", "<< /A [", "BI /W 1 ID "])("ends where %s never closes, however long it is", (open) => {
    expect(read(repeated(`q ${open}`, "12 ".repeat(50), 8_000, "Q")).operators[0]).toBe(operatorCode("q"));
  });

  it("refuses a value of more than eight megabytes in several streams: it would have to be held", () => {
    const pieces = repeated("q (", "x".repeat(1 << 20), 30, ") Tj");
    expect(() => read(pieces)).toThrow("more than 8 MiB in several streams");
  });
});

it.each(["(a)", "/a"])("%s has the number 0, not one that stood in its place before", (value) => {
  const tokens = new Tokeniser([latin1(`[7 8 9] 5 d [${value} ${value}] ${value} d`)].values(), new Work());
  tokens.next();
  tokens.next();
  expect([...tokens.items.number.subarray(0, tokens.items.count)]).toEqual([0, 0]);
  expect(tokens.operands.number[1]).toBe(0);
});

it("operands are charged while they are read: an operation may have millions of them", () => {
  for (const operand of ["1 ", "() ", "<> ", "/a ", "/#41 ", "[1] ", "<</A 1>> "]) {
    const work = new Work(0, { steps: 1_000 });
    const tokens = new Tokeniser([latin1(operand.repeat(100_000))].values(), work);
    expect(() => tokens.next()).toThrow(expect.objectContaining({ kind: "steps" }));
    expect(tokens.operands.count).toBeLessThan(10_000);
  }
});

it("a name is the same text with escapes as without, whether it is short or long", () => {
  for (const length of [1, 31, 32, 33, 85, 86, 300]) {
    const written = ["A".repeat(length), "#41".repeat(length), `#41${"A".repeat(length - 1)}`];
    const tokens = new Tokeniser([latin1(written.map((name) => `/${name}`).join(" "))].values(), new Work());
    tokens.next();
    expect(tokens.operands.object.slice(0, 3)).toEqual(new Array(3).fill("A".repeat(length)));
  }
});

it("a word of four letters is a value or an unknown operator, never the operator that its first three are", () => {
  const { operators } = read(["true null BDCx 0 0 10 10 re BDC"].map(latin1));
  expect(operators[0]).not.toBe(operatorCode("BDC"));
  expect(operators.slice(1)).toEqual(["re", "BDC"].map(operatorCode));
});
