import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { redactInTurns } from "../../src/redact/redact.ts";
import type { RedactionRequest } from "../../src/redact/request.ts";
import { pdf, stream, text } from "../fixtures/pdf.ts";

/** Letters of Courier are 0.6 of their size wide: 6 points here. */
const LETTER = 6;
const page = (content: string, annotations = ""): Uint8Array =>
  pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>/Annots[${annotations}]>>`,
    4: stream(content),
    5: "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
  });
const line = (x: number, y: number, words: string, state = ""): string =>
  `BT /F 10 Tf ${state} ${x} ${y} Td (${words}) Tj ET\n`;
const cut = (file: Uint8Array, word: string, more: Partial<RedactionRequest> = {}) =>
  atOnce(
    redactInTurns(openPdf(file), { rules: [{ words: word }], mark: { colour: [0, 0, 0] }, ...more }),
  ).rope.toBytes();
/** Without what identifies a file, which is drawn by lot. */
const plain = (file: Uint8Array): string => text(file).replace(/\/ID\[[^\]]*\]/, "");

/** Where words lie in a file: from, to, and what they say. */
function words(file: Uint8Array): { text: string; from: number; to: number }[] {
  return atOnce(redactInTurns(openPdf(file), { rules: [{ regex: "\\S+" }], gap: "box" })).findings.map((one) => ({
    text: one.text,
    from: one.areas[0]!.x,
    to: one.areas[0]!.x + one.areas[0]!.width,
  }));
}

/** A line whose spaces are made as wide as it takes to end at 350, as word spacing or as numbers between strings. */
function justified(all: string, y: number, by: "Tw" | "TJ" = "Tw"): string {
  const gaps = all.split(" ").length - 1;
  const more = (300 - all.length * LETTER) / gaps;
  if (by === "Tw") return line(50, y, all, `${more} Tw`);
  const parts = all.split(" ").join(` ) ${-more * 100} (`);
  return `BT /F 10 Tf 50 ${y} Td [(${parts})] TJ ET\n`;
}

const LINES = [
  "the first of these lines has got so many words",
  "and the second line has some others in it, too",
  "the third one ends there as well as they do",
];

describe("a line between two margins", () => {
  it.each(["Tw", "TJ"] as const)("ends at its margin again, and tells no more than a step of the width (%s)", (by) => {
    const made = ["Al", "Ann"].map((name) => {
      const lines = [
        ...LINES.map((one, at) => justified(one, 200 + 14 * at, by)),
        justified(`here we then ask ${name} who has known it since then`, 186, by),
      ];
      return cut(page(lines.join("")), name);
    });
    expect(plain(made[0]!)).toBe(plain(made[1]!));
    const own = words(made[0]!).slice(-10);
    expect(own.map(({ text }) => text)).toEqual("here we then ask who has known it since then".split(" "));
    expect(own.at(-1)!.to).toBeCloseTo(350, 1);
    expect(own[0]!.from).toBeCloseTo(50, 1);
  });
});

describe("a line that is set to the right", () => {
  it("keeps its end, and its beginning tells no more than a step", () => {
    const right = (words: string, y: number) => line(350 - words.length * LETTER, y, words);
    const made = ["Al", "Ann"].map((name) => {
      const lines = ["One Road", "Some Larger Town", "A Country"].map((one, at) => right(one, 200 + 14 * at));
      return cut(page([...lines, right(`for ${name} only`, 186)].join("")), name);
    });
    expect(plain(made[0]!)).toBe(plain(made[1]!));
    expect(words(made[0]!).at(-1)!.to).toBeCloseTo(350, 1);
  });

  it("stays so in a column of numbers", () => {
    const numbers = ["12.00", "1234.00", "7.00", "99.00"].map((one, at) =>
      line(350 - one.length * LETTER, 300 - 14 * at, one),
    );
    const content = text(cut(page(numbers.join("")), "1234.00"));
    // A bar of whole steps, which ends where the numbers do and begins no further to the left.
    expect(content).toMatch(/310 [\d.]+ m\n350 [\d.]+ l/);
  });
});

describe("a line in the middle", () => {
  it("stays there, and tells no more than a step", () => {
    const middle = (words: string, y: number) => line(200 - (words.length * LETTER) / 2, y, words);
    const made = ["Al", "Ann"].map((name) => {
      const lines = ["An Agreement", "between all those who sign it", "of this day"].map((one, at) =>
        middle(one, 200 + 14 * at),
      );
      return cut(page([...lines, middle(`with ${name} and others`, 186)].join("")), name);
    });
    expect(plain(made[0]!)).toBe(plain(made[1]!));
  });
});

describe("a bar over glyphs that are contents", () => {
  it.each([
    ["of the usual space", 0.001, 10],
    ["of letters as large as points", 1, 0.01],
    ["of a space of its own", 0.02, 0.5],
  ])("is as high as its letters: %s", (_, unit, size) => {
    const file = pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
      4: stream(`BT /F ${size} Tf 50 300 Td (aba) Tj ET`),
      5:
        `<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[${unit} 0 0 ${unit} 0 0]/FirstChar 97/LastChar 98` +
        "/Widths[600 600]/CharProcs<</a 6 0 R/b 6 0 R>>/Encoding<</Differences[97/a/b]>>>>",
      6: stream("600 0 d0 0 0 500 700 re f"),
    });
    const [, bottom, top] = /BBox\[\S+ (\S+) \S+ (\S+)\]/.exec(text(cut(file, "aba")))!.map(Number);
    expect(top! - bottom!).toBeGreaterThan(600 * unit * size);
    expect(top! - bottom!).toBeLessThan(2000 * unit * size);
  });
});

describe("what follows a cut", () => {
  it("does not come over the text of the next column", () => {
    // From 50 to 140, and the column beside begins at 152.
    const made = words(cut(page(line(50, 300, "to An at once") + line(152, 300, "beside")), "An"));
    const [last, beside] = made.slice(-2);
    expect(beside).toMatchObject({ text: "beside", from: 152 });
    expect(last!.text).toBe("once");
    expect(last!.to).toBeLessThan(beside!.from - 1);
  });

  it("does not leave the page", () => {
    const made = words(cut(page(line(320, 300, "to An now it")), "An"));
    expect(made.at(-1)!.to).toBeLessThanOrEqual(400);
  });

  it("goes no further than the lines above and below", () => {
    const made = words(cut(page(line(50, 314, "as long as this is") + line(50, 300, "to An it ends here")), "An"));
    expect(made.at(-1)!.to).toBeLessThanOrEqual(50 + 18 * LETTER + 0.1);
  });

  it("takes its links and highlights along", () => {
    const at = (word: string, all = "Dear Al, see there") => 50 + all.indexOf(word) * LETTER;
    const rect = `${at("there")} 298 ${at("there") + 30} 308`;
    const quad = `${at("see")} 308 ${at("see") + 18} 308 ${at("see")} 298 ${at("see") + 18} 298`;
    const file = page(
      line(50, 300, "Dear Al, see there"),
      `<</Type/Annot/Subtype/Link/Rect[${rect}]/A<</S/URI/URI(https://example.com)>>>>` +
        `<</Type/Annot/Subtype/Highlight/Rect[${at("see")} 298 ${at("see") + 18} 308]/QuadPoints[${quad}]>>`,
    );
    const made = openPdf(cut(file, "Al"));
    const [see, there] = words(cut(file, "Al")).slice(-2);
    const [link, highlight] = made.array(made.page(0).dict.get("Annots"))!.map((item) => made.dict(item)!);
    expect(made.numbers(link!.get("Rect"), 4)?.[0]).toBeCloseTo(there!.from, 1);
    expect(made.numbers(highlight!.get("Rect"), 4)?.[0]).toBeCloseTo(see!.from, 1);
    expect(made.numbers(highlight!.get("QuadPoints"), 8)?.[2]).toBeCloseTo(see!.to, 1);
  });
});
