import { describe, expect, it } from "vitest";
import { left, OUTSIDE } from "./left.ts";

const text = (shown: string, state = "/F1 9 Tf 1.00 0 0 1.00 120 200 Tm"): string => `BT ${state} ${shown} ET`;

/** The first text behind what goes is written again, with all of its state. */
const FIRST = "BT /F1 9 Tf 1 0 0 1 120 220 Tm (zero) Tj ET";

describe("what stays is copied as it stands, behind something that goes", () => {
  it.each([
    ["text that is placed by itself", text("[(one) 20.50 (two)] TJ")],
    ["lines that are placed by the one before", text("(one) Tj 00 -12.0 Td (two) Tj 12.0 TL T* (three) Tj (four) '")],
    ["text in the state of the text before it", `${text("(one) Tj")} ${text("(two) Tj", "01 0 0 1 120 150 Tm")}`],
    ["a path", "150.0 150.0 m 160.0 160.0 l S"],
    ["a path between texts", `${text("(one) Tj")} 150.0 150 9 9 re f ${text("(two) Tj")}`],
    ["what is in a saved state", `q 1.0 0 0 1.0 0 0 cm 0.50 g 150 150 9 9 re f Q ${text("(one) Tj")}`],
    ["marked content that only has a number", `/P <</MCID 0>> BDC ${text("(one) Tj")} EMC 150.0 150 9 9 re f`],
    ["strings with escapes and of digits", text("(o\\156e) Tj <74776F> Tj")],
  ])("%s", (_, content) => {
    expect(left(`${OUTSIDE} ${FIRST} ${content} ${OUTSIDE}`)).toBe(`${FIRST} ${content}`);
  });
});

describe("what is copied tells nothing of what goes beside it", () => {
  it.each([
    ["a number behind the last character", text("[(one) 80.0] TJ 300 0 Td (out) Tj"), text("[(one)] TJ")],
    ["a number before the first one", text("300 0 Td (out) Tj -300 0 Td [80.0 (one)] TJ"), "80"],
    ["the way from a text that goes", text("-100 0 Td (out) Tj 104.5 0 Td (one) Tj"), "104.5"],
    ["the leading of lines that go", text("77.5 TL -100 0 Td (out) Tj 1 0 0 1 120 200 Tm (one) Tj"), "77.5"],
    ["a spacing of words that go", text("(one) Tj 7.5 Tw 300 0 Td (o u t) Tj 0 Tw -300 0 Td (two) Tj"), "7.5"],
    ["a colour of what goes", "150.0 150 9 9 re f 0.25 g 10 10 9 9 re f 0 g 160.0 160 9 9 re f", "0.25"],
    ["a font that shows what goes", text("(one) Tj /F1 77 Tf 300 0 Td (out) Tj"), "77"],
    ["a matrix of what goes", "150.0 150 9 9 re f q 7.5 0 0 1 0 0 cm 90 10 9 9 re f Q 160.0 160 9 9 re f", "7.5"],
    ["a comment", `150.0 150 9 9 re f % told\n160.0 160 9 9 re f ${OUTSIDE}`, "told"],
    ["an operand without an operator", `150.0 150 9 9 re f (told) q 160.0 160 9 9 re f Q ${OUTSIDE}`, "told"],
    ["an operator that nobody knows", `150.0 150 9 9 re f (told) told 160.0 160 9 9 re f ${OUTSIDE}`, "told"],
    ["white space between digits", `${text("(one) Tj <6 F> Tj <6F> Tj")} ${OUTSIDE}`, "6 F"],
    ["a mark around nothing", `150.0 150 9 9 re f /Told BMC EMC 160.0 160 9 9 re f ${OUTSIDE}`, "Told"],
  ])("%s", (_, content, told) => {
    const made = left(`${FIRST} ${content}`);
    if (told.startsWith("BT")) expect(made).toBe(`${FIRST} ${told}`);
    else expect(made).not.toContain(told);
    expect(made).toMatch(/one|150/);
  });

  it("a Q that nothing opens does not end what is around", () => {
    expect(left(`${OUTSIDE} 150.0 150 9 9 re f Q Q 160.0 160 9 9 re f`)).not.toContain("Q");
  });
});
