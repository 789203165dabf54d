import { describe, expect, it } from "vitest";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { nameEnd, readName } from "../../../src/pdf-file/syntax/names.ts";
import { nameText } from "../../../src/remove/rewrite/output.ts";
import { left, OUTSIDE } from "./left.ts";

describe("what was set for something outside is not told", () => {
  it.each([
    ["a colour", "0.1 0.2 0.3 rg", "0 g 150 150 9 9 re f", "0 g 150 150 9 9 re f"],
    ["a colour of strokes", "0.1 0.2 0.3 RG", "0 G 150 150 9 9 re S", "0 G 150 150 9 9 re S"],
    ["a space and a tint", "/DeviceRGB cs 0.1 0.2 0.3 sc", "0 g 150 150 9 9 re f", "0 g 150 150 9 9 re f"],
    ["a width", "7 w", "1 w 150 150 m 160 160 l S", "1 w 150 150 m 160 160 l S"],
    ["dashes", "[7 5 3] 1 d", "[] 0 d 150 150 m 160 160 l S", "[] 0 d 150 150 m 160 160 l S"],
    [
      "caps, joins and a limit",
      "1 J 1 j 3 M",
      "0 J 0 j 4 M 150 150 m 160 160 l S",
      "0 J 0 j 4 M 150 150 m 160 160 l S",
    ],
    ["a graphics state", "/A gs", "/B gs 150 150 9 9 re f", "/B gs 150 150 9 9 re f"],
    ["what another graphics state sets too", "/A gs 7 w", "/W gs 150 150 9 9 re f", "/W gs 150 150 9 9 re f"],
    ["a colour, before q", "0.1 0.2 0.3 rg", "q 0 g 150 150 9 9 re f Q", "q 0 g 150 150 9 9 re f Q"],
    ["a colour, before two q", "0.1 0.2 0.3 rg q", "q 0 g 150 150 9 9 re f Q Q", "q q 0 g 150 150 9 9 re f Q Q"],
  ])("%s", (_, outside, inside, expected) => {
    expect(left(`${outside} ${OUTSIDE}${inside}`)).toBe(expected);
  });

  it("but what something inside needs after Q is set there", () => {
    expect(left(`1 0 0 rg ${OUTSIDE}q 0 g 150 150 9 9 re f Q 160 160 9 9 re f`)).toBe(
      "q 0 g 150 150 9 9 re f Q 1 0 0 rg 160 160 9 9 re f",
    );
  });

  it("and in the order in which it was set", () => {
    expect(left(`/W gs 5 w ${OUTSIDE}q /W gs 150 150 9 9 re B Q 160 160 9 9 re B`)).toBe(
      "q /W gs 150 150 9 9 re B Q /W gs 5 w 160 160 9 9 re B",
    );
    expect(left(`/W gs 5 w ${OUTSIDE}q /A gs 150 150 9 9 re B Q 160 160 9 9 re B`)).toBe(
      "/W gs 5 w q /A gs 150 150 9 9 re B Q 160 160 9 9 re B",
    );
  });
});

it("a name is written as it is, with an escape for what would end it or be taken for an escape", () => {
  const written = ["F1", "A+B_c.d-2", "", "a b", "a#b", "a/b", "(x)", "<[{%}]>", "\x05\x7f", "\xe9"].map(nameText);
  expect(written).toEqual([
    ...["/F1", "/A+B_c.d-2", "/", "/a#20b", "/a#23b", "/a#2fb"],
    ...["/#28x#29", "/#3c#5b#7b#25#7d#5d#3e", "/#05#7f", "/#e9"],
  ]);
});

it("every name of one byte is read back as it was", () => {
  for (let code = 1; code < 256; code++) {
    const name = `a${String.fromCharCode(code)}b`;
    const bytes = latin1(`${nameText(name)} Do`);
    const end = nameEnd(bytes, 1, bytes.length);
    expect([readName(bytes, 1, end), end]).toEqual([name, bytes.length - 3]);
  }
});
