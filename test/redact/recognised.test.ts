import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import type { PdfStream } from "../../src/pdf-file/syntax/objects.ts";
import type { Recognised } from "../../src/redact/recognised.ts";
import { findInTurns, redactInTurns } from "../../src/redact/redact.ts";
import type { RedactionRequest } from "../../src/redact/request.ts";
import { pdf, stream } from "../fixtures/pdf.ts";

/** Samples of the page's picture: as many as points, each with a value of its own. */
const [WIDTH, HEIGHT] = [300, 200];
const samples = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => 40 + ((at * 7919) % 200));
/** A word that is not drawn, in letters that are 6 points wide. */
const word = (text: string, x: number, y: number): string => `BT 3 Tr /F 10 Tf ${x} ${y} Td (${text}) Tj ET\n`;

function scan(words: string): Uint8Array {
  const raw = [...samples].map((sample) => String.fromCharCode(sample)).join("");
  return pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</I 6 0 R>>>>>>`,
    4: stream(`q ${WIDTH} 0 0 ${HEIGHT} 0 0 cm /I Do Q\n${words}`),
    5: "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
    6: stream(
      raw,
      `/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}/ColorSpace/DeviceGray/BitsPerComponent 8`,
    ),
  });
}

const LINE = word("Paid", 50, 100) + word("to", 84, 100) + word("Jane", 106, 100) + word("Doe", 140, 100);
const rules = [{ contains: "Jane" }];

function cut(file: Uint8Array, request: RedactionRequest = { rules }) {
  const made = atOnce(redactInTurns(openPdf(file), request));
  const bytes = made.rope.toBytes();
  const written = openPdf(bytes);
  const resources = written.dict(written.page(0).attribute("Resources"))!;
  const [image] = [...written.entries(resources.get("XObject")).values()];
  const left = written.streamData(written.resolve(image) as PdfStream);
  const text = atOnce(findInTurns(openPdf(bytes), { rules: [{ regex: "\\S+" }] })).findings.map(({ text }) => text);
  return { made, text, isCut: (x: number, y: number) => isFlatAt(left, x, y) };
}

/** Whether the samples around a place of the page are alike. */
function isFlatAt(left: Uint8Array, x: number, y: number): boolean {
  const at = (HEIGHT - 1 - Math.floor(y)) * WIDTH + Math.floor(x);
  return left[at] !== samples[at] || (left[at] === left[at + 1] && left[at] === left[at - 1]);
}

describe("words that were recognised", () => {
  it("are found, and the finding says what it rests on", () => {
    const { made } = cut(scan(LINE));
    expect(made.findings).toMatchObject([{ text: "Jane", recognised: true }]);
    expect(made.findings[0]).not.toHaveProperty("confidence");
    expect(made.coverage).toMatchObject({ read: 0, recognised: 1, partly: 0, pictures: 0 });
    expect(made.redaction.verified).toBe(false);
  });

  it("have the confidence of the one of which is known least", () => {
    const words: Recognised["words"] = [
      { text: "Paid", box: [50, 90, 74, 102], confidence: 12 },
      { text: "Jane", box: [106, 90, 130, 102], confidence: 91 },
      { text: "Doe", box: [140, 90, 158, 102], confidence: 63 },
    ];
    const recognised = new Map([[1, { words }]]);
    const { made } = cut(scan(LINE), { rules: [{ contains: "Jane Doe" }], recognised });
    expect(made.findings).toMatchObject([{ text: "Jane Doe", recognised: true, confidence: 63 }]);
    expect(made.coverage.pages[0]!.why).toMatchObject([{ kind: "recognised", characters: 13, confidence: 55 }]);
  });

  it("of a page without a picture are only text that is not drawn", () => {
    const file = pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
      4: stream(LINE),
      5: "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
    });
    const made = atOnce(redactInTurns(openPdf(file), { rules }));
    expect(made.findings[0]).not.toHaveProperty("recognised");
    expect(made.redaction.verified).toBe(true);
  });

  it("are cut with a margin of the picture, which ends before the next word", () => {
    const { isCut, text } = cut(scan(LINE));
    expect(text.sort()).toEqual(["Doe", "Paid", "to"]);
    // The word is from 106 to 130; the next ones end at 96 and begin at 140.
    for (const x of [105, 107, 118, 129, 131]) expect([x, isCut(x, 103)]).toEqual([x, true]);
    for (const y of [96, 109]) expect([y, isCut(118, y)]).toEqual([y, true]);
    for (const x of [94, 141]) expect([x, isCut(x, 103)]).toEqual([x, false]);
    for (const y of [90, 118]) expect([y, isCut(118, y)]).toEqual([y, false]);
  });

  it("go whole where a rule finds a part: where a letter of theirs is was never told", () => {
    const { made, isCut, text } = cut(scan(LINE), { rules: [{ contains: "Jan" }] });
    expect(made.findings[0]!.text).toBe("Jan");
    expect(text).not.toContain("e");
    expect(isCut(127, 103)).toBe(true);
  });

  it("take those with them that another layer has in their place", () => {
    const { text } = cut(scan(`${LINE}${word("Jcme", 105, 101)}${word("Smith", 200, 150)}`));
    expect(text.sort()).toEqual(["Doe", "Paid", "Smith", "to"]);
  });

  it("of a page that was looked at whole leave nothing unsearched", () => {
    const recognised = new Map([[1, { words: [], isWhole: true, leftOut: 3 }]]);
    const { made } = cut(scan(""), { rules, recognised });
    expect(made.coverage.pages).toMatchObject([
      { state: "recognised", why: [{ kind: "pictures" }, { kind: "recognised", characters: 0, leftOut: 3 }] },
    ]);
    expect(made.redaction.verified).toBe(false);
    expect(() => cut(scan(""))).toThrow();
  });
});
