import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { latin1Text } from "../../src/platform/latin1.ts";
import { findInTurns, redactInTurns } from "../../src/redact/redact.ts";
import type { TextRule } from "../../src/redact/rules.ts";
import { type Bodies, pdf, stream } from "../fixtures/pdf.ts";

const COURIER = "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>";
const image = (width: number): Bodies[number] =>
  stream(
    "\0".repeat(width * width),
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${width}/ColorSpace/DeviceGray/BitsPerComponent 8`,
  );

/** A page with the content, in a font F, and an image I. */
function page(content: string, { font = COURIER, more = {} }: { font?: string; more?: Bodies } = {}): Uint8Array {
  return pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 8 0 R>>/XObject<</I 6 0 R>>>>>>",
    4: stream(content),
    5: font,
    6: image(40),
    8: COURIER,
    ...more,
  });
}

/** Several pages, each with lines of text. */
function pages(...contents: string[]): Uint8Array {
  const kids = contents.map((_, at) => `${10 + 2 * at} 0 R`);
  const bodies: Bodies = {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: `<</Type/Pages/Kids[${kids.join(" ")}]/Count ${contents.length}>>`,
    5: COURIER,
  };
  contents.forEach((content, at) => {
    bodies[10 + 2 * at] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${11 + 2 * at} 0 R/Resources<</Font<</F 5 0 R>>>>>>`;
    bodies[11 + 2 * at] = stream(content);
  });
  return pdf(bodies);
}

const text = (words: string, x = 50, y = 700): string => `BT /F 10 Tf ${x} ${y} Td (${words}) Tj ET\n`;
const rules: TextRule[] = [{ contains: "Jane Doe" }];
const coverageOf = (file: Uint8Array) => atOnce(findInTurns(openPdf(file), { rules })).coverage;

/** What is found and cut; the finished file is searched again by itself. */
function cut(file: Uint8Array, ...asked: TextRule[]): number {
  const { findings, redaction } = atOnce(redactInTurns(openPdf(file), { rules: asked.length > 0 ? asked : rules }));
  expect(redaction.verified).toBe(true);
  return findings.length;
}

describe("a page says how far it was read", () => {
  const PARAGRAPH = Array.from({ length: 40 }, (_, at) =>
    text(`A line of ordinary words, number ${at}`, 50, 760 - 18 * at),
  ).join("");
  const tiles = Array.from(
    { length: 80 },
    (_, at) => `q 60 0 0 60 ${60 * (at % 10)} ${60 * Math.floor(at / 10)} cm /I Do Q`,
  ).join("\n");
  /** Half of so many squares each way are filled. */
  const squares = (side: number): string =>
    Array.from({ length: side * side }, (_, at) =>
      at % 2 === 0 ? `${60 + 3 * (at % side)} ${140 - 3 * Math.floor(at / side)} 3 3 re f` : "",
    ).join("\n");
  const outlined = (count: number): string =>
    Array.from({ length: count }, (_, at) => {
      const [x, width] = [40 + 12 * at, 5 + (at % 5)];
      return `${x} 700 m ${x} 712 ${x + width} 712 ${x + width} 700 c f\n`;
    }).join("");
  const toUnicode = (to: string): Bodies => ({
    7: stream(`1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <41> <5a> <${to}> endbfrange`),
  });
  const mapped = (name = "Courier"): string =>
    `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding/ToUnicode 7 0 R>>`;

  it.each<[string, Uint8Array, string, string[]]>([
    ["text alone", page(PARAGRAPH), "read", []],
    ["a scan", page("q 600 0 0 800 0 0 cm /I Do Q"), "pictures", ["pictures"]],
    [
      "a scan with a Bates number",
      page(`q 600 0 0 800 0 0 cm /I Do Q ${text("ABC000123", 450, 20)}`),
      "pictures",
      ["pictures"],
    ],
    [
      "a scan in strips",
      page(Array.from({ length: 80 }, (_, at) => `q 600 0 0 10 0 ${10 * at} cm /I Do Q`).join("\n")),
      "pictures",
      ["pictures"],
    ],
    ["a scan with its text over it", page(`q 600 0 0 800 0 0 cm /I Do Q ${PARAGRAPH}`), "read", []],
    [
      "a scan with words over it that are not drawn",
      page(`q 600 0 0 800 0 0 cm /I Do Q BT 3 Tr ET ${PARAGRAPH}`),
      "recognised",
      ["recognised"],
    ],
    [
      "a scan with a single word over it that is not drawn",
      page(`q 600 0 0 800 0 0 cm /I Do Q BT 3 Tr ET ${text("Invoice")}`),
      "pictures",
      ["pictures"],
    ],
    [
      "a recognised scan beside a code",
      page(`q 500 0 0 800 0 0 cm /I Do Q q 50 0 0 50 540 20 cm /I Do Q BT 3 Tr ET ${PARAGRAPH}`),
      "partly",
      ["recognised", "pictures"],
    ],
    ["a picture beside text", page(`${PARAGRAPH} q 200 0 0 200 380 20 cm /I Do Q`), "partly", ["pictures"]],
    ["a stamp beside text", page(`${PARAGRAPH} q 90 0 0 60 500 20 cm /I Do Q`), "read", []],
    ["what may be a QR code", page(`${PARAGRAPH} q 60 0 0 60 500 20 cm /I Do Q`), "partly", ["pictures"]],
    ["an icon, too small for a code", page(`${PARAGRAPH} q 20 0 0 20 500 20 cm /I Do Q`), "read", []],
    ["a scan in square tiles with its text over it", page(`${tiles} ${PARAGRAPH}`), "read", []],
    ["letters as shapes", page(outlined(40)), "partly", ["outlines"]],
    ["a QR code as shapes", page(squares(25)), "partly", ["outlines"]],
    ["a table of as many cells as no code has", page(squares(24)), "read", []],
    ["a short word as shapes, such as a logo's", page(outlined(8)), "read", []],
    [
      "characters in private use",
      page(text("JANE DOE"), { font: mapped(), more: toUnicode("e041") }),
      "partly",
      ["unreadable"],
    ],
    [
      "letters that are said to be spaces",
      page(text("J"), {
        font: mapped(),
        more: { 7: stream("1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <4a> <0020> endbfchar") },
      }),
      "read",
      ["symbols"],
    ],
    [
      "a word that is said to be spaces",
      page(text("JANE"), {
        font: mapped(),
        more: {
          7: stream(
            "1 begincodespacerange <00> <ff> endcodespacerange 4 beginbfchar <4a> <0020> <41> <00a0> <4e> <2003> <45> <0020> endbfchar",
          ),
        },
      }),
      "partly",
      ["unreadable"],
    ],
    [
      "a word that is said to be spaces, and is not drawn, such as those of a layer",
      page(`BT 3 Tr ET ${text("JANE")}`, {
        font: mapped(),
        more: {
          7: stream(
            "1 begincodespacerange <00> <ff> endcodespacerange 4 beginbfchar <4a> <0020> <41> <00a0> <4e> <2003> <45> <0020> endbfchar",
          ),
        },
      }),
      "read",
      [],
    ],
    [
      "a word that is said to be something without width, but drawn",
      page(text("ABC"), { font: mapped(), more: toUnicode("200b") }),
      "partly",
      ["unreadable"],
    ],
    [
      "a word of a font of the viewer's, of which the file says other letters than its encoding",
      page(text("ABC"), { font: mapped(), more: toUnicode("0058") }),
      "partly",
      ["unreadable"],
    ],
    [
      "symbols of a font of symbols",
      page(text("ABC"), { font: mapped("ABCDEF+Wingdings-Regular"), more: toUnicode("f041") }),
      "read",
      ["symbols"],
    ],
  ])("%s", (_, file, state, kinds) => {
    const { pages: listed, ...counts } = coverageOf(file);
    expect(listed.flatMap(({ why }) => why.map(({ kind }) => kind))).toEqual(kinds);
    expect(listed[0]?.state ?? "read").toBe(state);
    expect({ read: 0, recognised: 0, partly: 0, pictures: 0, [state]: 1 }).toEqual(counts);
  });

  it("with the font, the count and the place of what was not read", () => {
    const file = page(text("JANE DOE"), { font: mapped(), more: toUnicode("e041") });
    const [first] = coverageOf(file).pages;
    expect(first!.why).toMatchObject([{ kind: "unreadable", characters: 7, font: "Courier" }]);
    expect(first!.why[0]!.area!.x).toBeCloseTo(50, 0);
  });

  it("and is refused by default, or not verified", () => {
    const file = page(`q 600 0 0 800 0 0 cm /I Do Q ${text("ABC000123", 450, 20)}`);
    expect(() => atOnce(redactInTurns(openPdf(file), { rules }))).toThrow("unsearched");
    const made = atOnce(redactInTurns(openPdf(file), { rules, onUnreadable: "report" }));
    expect(made.redaction.verified).toBe(false);
  });
});

describe("a word is found and cut", () => {
  const at = (letters: string, place: (index: number) => string): string =>
    `BT /F 10 Tf ${[...letters].map((letter, index) => `${place(index)} Tm (${letter}) Tj`).join(" ")} ET`;
  const words = "Jane Doe";
  const DATE: TextRule[] = [{ pattern: "date" }];

  it.each<[string, string, TextRule[]?]>([
    ["with another apostrophe", text("O\\222Brien"), [{ contains: "O'Brien" }]],
    ["with another dash", text("Smith\\226Jones"), [{ contains: "Smith-Jones" }]],
    ["that its own hyphen divides", `${text("Smith-")}${text("Jones", 50, 686)}`, [{ words: "Smith-Jones" }]],
    ["of which an address is divided", `${text("write to jane@")}${text("firm.com", 50, 686)}`, [{ pattern: "email" }]],
    ["of a date that is divided at its spaces", `${text("on 28 November")}${text("2026 at", 50, 686)}`, DATE],
    ["of a date in three lines", `${text("28th")}${text("day of May,", 50, 686)}${text("2026", 50, 672)}`, DATE],
    ["of a telephone number that is divided", `${text("+49 30")}${text("901820", 50, 686)}`, [{ pattern: "phone" }]],
    ["of a card that is divided", `${text("4111 1111")}${text("1111 1111", 50, 686)}`, [{ pattern: "card" }]],
    [
      "of an IBAN that is divided",
      `${text("DE89 3704")}${text("0044 0532", 50, 686)}${text("0130 00", 50, 672)}`,
      [{ pattern: "iban" }],
    ],
    ["with its label above it", `${text("SSN:")}${text("123456789", 50, 686)}`, [{ pattern: "ssn" }]],
    ["of a date that is divided", `${text("on 2026-11-")}${text("28 at", 50, 686)}`, [{ pattern: "date" }]],
    [
      "by an expression over the end of a line",
      `${text("see Invoice No.")}${text("71 of", 50, 686)}`,
      [{ regex: "Invoice No\\. \\d+" }],
    ],
    ["in percent code", text("https://x.org/?q=Jane%20Doe")],
    [
      "that is drawn twice, letter by letter",
      `BT /F 10 Tf 50 700 Td [${[..."Jane Doe"].map((one) => `(${one}) 570 (${one}) 30`).join(" ")}] TJ ET`,
    ],
    [
      "on an arc",
      at("JaneDoe", (index) => {
        const turn = (index * 10 * Math.PI) / 180;
        const [c, s] = [Math.cos(turn), Math.sin(turn)];
        return `${c} ${-s} ${s} ${c} ${200 + 40 * s} ${400 + 40 * c}`;
      }),
      [{ contains: "JaneDoe" }],
    ],
    [
      "on a wave",
      at("JaneDoe", (index) => `1 0 0 1 ${50 + 6 * index} ${700 + 4 * Math.sin(index)}`),
      [{ contains: "JaneDoe" }],
    ],
    [
      "over the end of a column, drawn row by row",
      [text("some words"), text("Doe went", 350), text("by Jane", 50, 686), text("more words", 350, 686)].join(""),
    ],
    [
      "whose letters are mirrored one by one",
      at("JaneDoe", (index) => `-1 0 0 1 ${106 + 6 * index} 700`),
      [{ contains: "JaneDoe" }],
    ],
    [
      "in the boxes of a form",
      at("123456789", (index) => `1 0 0 1 ${50 + 18 * index} 700`),
      [{ contains: "123-45-6789" }],
    ],
    ["as a number in boxes", at("123456789", (index) => `1 0 0 1 ${50 + 18 * index} 700`), [{ digits: 9 }]],
    [
      "whose letters are below one another",
      at("JANE", (index) => `1 0 0 1 50 ${700 - 12 * index}`),
      [{ contains: "Jane" }],
    ],
    [
      "with an accent over its letter",
      `BT /F 10 Tf 50 700 Td (Jos) Tj 18 0 Td (\\264) Tj (e) Tj ET`.replace("(\\264) Tj (e)", "(\\264) Tj 0 0 Td (e)"),
      [{ contains: "Jos\u00e9" }],
    ],
    [
      "in the cell of a table, row by row",
      `${text("1")}${text("Jane", 100)}${text("30.00", 300)}${text("2", 50, 686)}${text("Doe", 100, 686)}${text("40.00", 300, 686)}`,
    ],
  ])("%s", (_, content, asked = rules) => {
    expect(cut(page(content), ...asked)).toBeGreaterThan(0);
  });

  it("but no number of the columns of a table", () => {
    const numbers = ["2280", "2200", "2060", "1150", "5", "Jan 19", "200", "500", "1000"];
    const content = numbers.map((one, at) => text(one, 50, 700 - 12 * at)).join("");
    const rules = (["card", "date", "phone", "ssn"] as const).map((pattern) => ({ pattern }));
    expect(atOnce(findInTurns(openPdf(page(content)), { rules })).findings).toEqual([]);
  });

  it("over the end of a page, with running heads between", () => {
    const file = pages(
      `${text("Some words, and then Jane", 50, 100)}${text("- 1 -", 290, 30)}`,
      `${text("The running head", 50, 780)}${text("Doe, and more words", 50, 740)}`,
    );
    expect(atOnce(findInTurns(openPdf(file), { rules })).findings.map(({ page }) => page)).toEqual([1, 2]);
    expect(cut(file)).toBe(2);
  });

  it("in a string, a name and an address of the document", () => {
    const file = pdf({
      1: "<</Type/Catalog/Pages 2 0 R/Dests<</Jane#20Doe[3 0 R/Fit]>>>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[4 0 R 6 0 R]>>",
      4: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://x.org/?q=Jane%20Doe)>>>>",
      6: "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/RC(<p><b>Ja</b>ne</p><p>Doe</p>)>>",
      ...{ 7: "<</Title<feff004a0061006e0065200b00a00044006f0065>>>" },
    });
    const info = Buffer.from(
      Buffer.from(file).toString("latin1").replace("/Root 1 0 R", "/Root 1 0 R/Info 7 0 R"),
      "latin1",
    );
    const { elsewhere } = atOnce(findInTurns(openPdf(info), { rules: [{ contains: words }] }));
    const places = elsewhere.map(({ place }) => place).sort();
    expect(places).toEqual(expect.arrayContaining(["Info", "annotations", "destinations", "links"]));
  });
});

describe("of XMP what a person wrote is counted", () => {
  const packet =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>' +
    '<rdf:li xml:lang="x-default">Jane Doe</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>';
  const file = pdf({
    1: "<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>",
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>",
    4: stream(packet, "/Type/Metadata/Subtype/XML"),
  });

  it("a text in parts goes with them, and so does a language that is none", () => {
    const list = "<rdf:li>Jane</rdf:li><rdf:li>Doe</rdf:li>";
    const more = packet
      .replace("<dc:title>", `<dc:creator><rdf:Seq>${list}</rdf:Seq></dc:creator><dc:title>`)
      .replace('"x-default">Jane Doe', '"Jane-Doe">A title');
    const said = pdf({
      1: "<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>",
      4: stream(more, "/Type/Metadata/Subtype/XML"),
    });
    const { rope } = atOnce(
      redactInTurns(openPdf(said), { rules: [{ contains: "Jane Doe" }, { contains: "Jane-Doe" }] }),
    );
    expect(latin1Text(rope.toBytes())).not.toMatch(/Jane/);
    expect(latin1Text(rope.toBytes())).toContain("A title");
  });

  it.each([
    ["title", 0],
    ["description", 0],
    ["purl.org", 0],
    ["default", 0],
    ["Jane Doe", 1],
  ])("%s: %i", (contains, count) => {
    const { elsewhere, redaction } = atOnce(redactInTurns(openPdf(file), { rules: [{ contains }] }));
    expect(elsewhere).toEqual(count > 0 ? [{ place: "XMP", rule: 0, count }] : []);
    expect(redaction.verified).toBe(true);
  });
});
