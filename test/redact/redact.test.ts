import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import { Work } from "../../src/meter/work.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfStream } from "../../src/pdf-file/syntax/objects.ts";
import { readPageRanges, runsNamed } from "../../src/pdf-pages/page-ranges.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import { findInTurns, redactInTurns } from "../../src/redact/redact.ts";
import type { RedactionRequest } from "../../src/redact/request.ts";
import type { TextRule } from "../../src/redact/rules.ts";
import { longDocument } from "../fixtures/long-document.ts";
import { type Bodies, damaged, pagesOf, pdf, stream, text } from "../fixtures/pdf.ts";

const page = (content: string, more: Bodies = {}, catalog = "", entries = ""): Uint8Array =>
  pdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${entries}>>`,
    4: stream(content),
    5: "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
    ...more,
  });
const line = (words: string, y = 300): string => `BT /F 10 Tf 50 ${y} Td (${words}) Tj ET\n`;

const redact = (file: Uint8Array, request: RedactionRequest) => atOnce(redactInTurns(openPdf(file), request));
const find = (words: string, rule: TextRule): string[] =>
  atOnce(findInTurns(openPdf(page(line(words))), { rules: [rule] })).findings.map((one) => one.text);

/** What a page says, as the same reader finds it. */
const said = (file: Uint8Array): string =>
  atOnce(findInTurns(openPdf(file), { rules: [{ regex: "(?s).+" }] })).findings[0]?.text.trim() ?? "";

const MARK = { colour: [0, 0, 0] } as const;
/** What identifies a file is drawn by lot. */
const plain = (file: Uint8Array): string => text(file).replace(/\/ID\[[^\]]*\]/, "");

describe("rules find", () => {
  it.each<[string, TextRule, string, string[]]>([
    ["a text anywhere", { contains: "smith" }, "Smithson and Smith", ["Smith", "Smith"]],
    ["whole words", { words: "smith" }, "Smithson and Smith", ["Smith"]],
    ["capitals, if asked", { words: "smith", caseSensitive: true }, "Smith", []],
    ["a name in capitals", { words: "Groß" }, "Herr GROSS", ["GROSS"]],
    ["a whole line", { equals: "Jane Doe" }, "Jane Doe", ["Jane Doe"]],
    ["an expression", { regex: "No\\. \\d+" }, "No. 71 and No. 72", ["No. 71", "No. 72"]],
    ["an address", { pattern: "email" }, "write to jane.doe@example.com now", ["jane.doe@example.com"]],
    ["an IBAN", { pattern: "iban" }, "DE89 3704 0044 0532 0130 00 EUR", ["DE89 3704 0044 0532 0130 00"]],
    ["no IBAN with wrong check digits", { pattern: "iban" }, "DE88 3704 0044 0532 0130 00", []],
    ["a card", { pattern: "card" }, "Order 12 4111 1111 1111 1111", ["4111 1111 1111 1111"]],
    ["no card with a wrong sum", { pattern: "card" }, "4111 1111 1111 1112", []],
    ["a telephone number", { pattern: "phone" }, "call +49 30 901820 today", ["+49 30 901820"]],
    ["dates", { pattern: "date" }, "2024-03-01, 1.3.2024, March 1, 2024", ["2024-03-01", "1.3.2024", "March 1, 2024"]],
    ["a number of so many digits", { digits: 4 }, "1234 12345 5678", ["1234", "5678"]],
  ])("%s", (_, rule, words, found) => {
    expect(find(words, rule)).toEqual(found);
  });
});

it("a pattern leaves the words beside it, where no space is written between them", () => {
  const content =
    "BT /F 10 Tf 50 300 Td [(please) -333 (write) -333 (to) -333 (jane@firm.de) -333 (now.) -333 (In)] TJ ET";
  const { findings, rope } = redact(page(content), { rules: [{ pattern: "email" }, { pattern: "url" }] });
  expect(findings.map(({ text }) => text)).toEqual(["jane@firm.de"]);
  expect(said(rope.toBytes())).toBe("please write to now. In");
});

it("a pattern takes the whole of an address in which a gap is narrower than those between words", () => {
  const words = "(please) -333 (write) -333 (to) -333 (jo) -200 (hn@firm.de) -333 (now.)";
  const { rope } = redact(page(`BT /F 10 Tf 50 300 Td [${words}] TJ ET`), { rules: [{ pattern: "email" }] });
  expect(said(rope.toBytes())).toBe("please write to now.");
});

it.each([
  ["before their letters, as by TeX", "[(est ) -80 (\\264) 680 (economis) -80 (\\264) 680 (e) -600 (en cela)] TJ"],
  ["after them", "[(est ) (e) 520 (\\264) 80 (conomise) 520 (\\264) -520 (en cela)] TJ"],
])("a word that begins and ends with letters whose accents are drawn %s", (_, shown) => {
  const file = page(`BT /F 10 Tf 50 300 Td ${shown} ET`);
  const { findings, rope } = redact(file, { rules: [{ words: "économisé" }] });
  expect(findings.map(({ text }) => text)).toEqual(["économisé"]);
  expect(said(rope.toBytes())).toBe("est en cela");
  const { findings: rests, kept } = redact(file, {
    rules: [{ words: "économisé" }, { words: "est" }],
    except: ["1.1"],
  });
  expect([kept, rests].map(([one]) => one?.text)).toEqual(["économisé", "est"]);
});

it("a rule looks on its own pages, such as each other one", () => {
  const five = pdf({
    ...pagesOf(5, () => "/Resources<</Font<</F 20 0 R>>>>"),
    ...Object.fromEntries([4, 6, 8, 10, 12].map((number) => [number, stream(line("Jane", 50))])),
    20: "<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
  });
  const pages = pageSet(runsNamed(readPageRanges("odd"), 5, {}));
  const { findings } = atOnce(findInTurns(openPdf(five), { rules: [{ words: "Jane", pages }] }));
  expect(findings.map(({ page }) => page)).toEqual([1, 3, 5]);
});

describe("a word is found", () => {
  const courier = "BT /F 10 Tf 50 300 Td";
  it.each([
    ["with a character in it that says nothing", `${courier} (Pot\\001ato) Tj ET`],
    ["whose letters are apart", `${courier} 3 Tc (Potato) Tj ET`],
    ["that a hyphen divides", `${courier} (Pot-) Tj 0 -12 Td (ato) Tj ET`],
    ["as its letters are placed one by one", `${courier} (Po) Tj 24 0 Td (to) Tj -12 0 Td (ta) Tj ET`],
  ])("%s", (_, content) => {
    const { findings } = redact(page(content), { rules: [{ contains: "Potato" }], onUnreadable: "report" });
    expect(findings.length).toBeGreaterThan(0);
  });
});

describe("a cut", () => {
  it("keeps the rest of the line", () => {
    const { rope, findings } = redact(page(line("Dear Jane Doe, hello")), { rules: [{ words: "Jane Doe" }] });
    expect(findings).toMatchObject([{ rule: 0, page: 1, text: "Jane Doe" }]);
    expect(said(rope.toBytes())).toBe("Dear , hello");
  });

  it.each(["box", "close"] as const)("gives the same file for another secret of the same length (%s)", (gap) => {
    const cut = (word: string): string =>
      plain(redact(page(line(`Dear ${word}, hello`)), { rules: [{ contains: word }], gap, mark: MARK }).rope.toBytes());
    expect(cut("Robert")).toBe(cut("Martha"));
  });

  it("gives the same file for another length within a step", () => {
    const cut = (word: string): string =>
      plain(redact(page(line(`Dear ${word}, hello`)), { rules: [{ contains: word }], mark: MARK }).rope.toBytes());
    // A letter of Courier is 0.6 of its size wide, and a step is the size.
    expect(cut("Ann")).toBe(cut("Al"));
  });

  const WORDS = "/F 10 Tf 50 300 Td";
  it.each<[string, (word: string) => string]>([
    [
      "letter by letter",
      (word) => `${WORDS} (Dear ) Tj ${[...word].map((letter) => `(${letter}) Tj`).join(" ")} (, hello) Tj`,
    ],
    ["as an array", (word) => `${WORDS} [(Dear )(${word})(, hello)] TJ`],
    ["with letters spaced out", (word) => `${WORDS} 1 Tc (Dear ${word}, hello) Tj`],
    ["narrowed", (word) => `${WORDS} 90 Tz (Dear ${word}, hello) Tj`],
    ["with wide spaces", (word) => `${WORDS} 2 Tw (Dear ${word} and hello) Tj`],
    ["by a matrix that turns", (word) => `/F 10 Tf 0.8 0.6 -0.6 0.8 50 100 Tm (Dear ${word}, hello) Tj`],
    ["twice on a line", (word) => `${WORDS} (Dear ${word} and ${word}, hello) Tj`],
    ["at the end of a line", (word) => `${WORDS} (Dear ${word}) Tj 0 -14 Td (hello) Tj`],
    ["in lines that follow", (word) => `${WORDS} 14 TL (Dear ${word}) Tj (${word}, hello) '`],
  ])("gives the same file for another length within a step, of a text that is written %s", (_, content) => {
    const cut = (word: string): string =>
      plain(redact(page(`BT ${content(word)} ET`), { rules: [{ contains: word }], mark: MARK }).rope.toBytes());
    // A letter is 6 points wide, with the space between letters 7, and narrowed 5.4; a step is 10.
    const [one, other] = content("").includes(" Tc ") ? ["Ann", "Jane"] : ["Al", "Ann"];
    expect(cut(one!)).toBe(cut(other!));
  });

  it("does not tell a kerning of the letters beside it", () => {
    const cut = (word: string): string => {
      const content = `BT /F 10 Tf 50 300 Td [(Dear )20(${word})-31( hello)] TJ ET\n`;
      const other = `BT /F 10 Tf 50 300 Td [(Dear )(${word})( hello)] TJ ET\n`;
      const [one, two] = [content, other].map((text) =>
        plain(redact(page(text), { rules: [{ contains: word }], mark: MARK }).rope.toBytes()),
      );
      expect(one).toBe(two);
      return one!;
    };
    expect(cut("Robert")).toBe(cut("Martha"));
  });

  it("leaves an underline that runs beneath it with a gap", () => {
    const file = page(`${line("Dear Jane, hello")}0.5 w 50 299 m 200 299 l S`);
    const { redaction } = redact(file, { rules: [{ contains: "Jane" }] });
    expect(redaction.pages[0]?.cut.paths).toBe(1);
  });

  it("leaves the rules of a table that are drawn as lines much wider than long, and divides those that it meets", () => {
    // As the rules of printed tables are: a third of a point long, and as wide as the table is high.
    const rules = (...xs: number[]) => `300 w ${xs.map((x) => `${x} 250 m ${x + 0.3} 250 l`).join(" ")} S\n`;
    const cut = (content: string, words = "Dear Jane, hello") =>
      redact(page(line(words) + content), { rules: [{ contains: "Jane" }] });
    const whole = cut(rules(45, 200));
    expect(whole.redaction.pages[0]).toMatchObject({ removed: { paths: 0 }, cut: { paths: 0 } });
    const turned = cut("q 0 1 -1 0 0 0 cm 300 w 250 -45 m 250 -45.3 l 250 -200 m 250 -200.3 l S Q\n");
    expect(turned.redaction.pages[0]).toMatchObject({ removed: { paths: 0 }, cut: { paths: 0 } });
    const met = cut(rules(45, 90, 200));
    expect(met.redaction.pages[0]).toMatchObject({ removed: { paths: 0 }, cut: { paths: 1 } });
    // A cap reaches out to all sides.
    expect(cut(`1 J ${rules(200)}`).redaction.pages[0]?.removed.paths).toBe(1);
  });

  it("leaves a ground that is laid all around it", () => {
    const file = page(`0.9 g 0 0 400 400 re f 0 g ${line("Dear Jane, hello")}`);
    expect(redact(file, { rules: [{ contains: "Jane" }] }).redaction.pages[0]?.cut.paths).toBe(0);
  });

  it("keeps letters that lie close to an area and do not touch it", () => {
    const words = page(line("Dear Jane Doe, hello"));
    // Jane Doe, from edge to edge: letters of Courier are 6 wide here, with room beside them.
    const { rope } = redact(words, { areas: [{ page: 1, area: { x: 80, y: 298, width: 48, height: 10 } }] });
    expect(said(rope.toBytes())).toBe("Dear , hello");
  });

  it("cuts letters, too, that would move into an area on the same line", () => {
    const areas = [{ page: 1, area: { x: 164, y: 298, width: 30, height: 10 } }];
    const cut = (gap: "box" | "close") =>
      redact(page(line("Dear Al, hello you there")), { rules: [{ words: "Al" }], areas, gap }).rope.toBytes();
    expect(said(cut("close"))).toBe("Dear , hello you");
    expect(said(cut("box"))).toMatch(/^Dear , hello y/);
  });

  it("draws bars and a label", () => {
    const mark = { colour: [1, 0, 0], label: "CUT" } as const;
    const { rope } = redact(page(line("Dear Jane, hello")), { rules: [{ contains: "Jane" }], mark });
    expect(said(rope.toBytes())).toContain("CUT");
  });

  it("counts what the document says elsewhere, by place", () => {
    const file = page(
      line("Dear Jane"),
      {
        6: "<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>",
        7: "<</Title(For Jane)/Parent 6 0 R/Dest[3 0 R/Fit]>>",
        8: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com/Jane)>>>>",
        9: "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(ask Jane)>>",
      },
      "/Outlines 6 0 R",
      "/Annots[8 0 R 9 0 R]",
    );
    const request = { rules: [{ contains: "jane" }] };
    const counts = [
      { place: "links", rule: 0, count: 1 },
      { place: "annotations", rule: 0, count: 1 },
      { place: "outline", rule: 0, count: 1 },
    ];
    expect(redact(file, request).elsewhere).toEqual(counts);
    // So does what only looks.
    expect(atOnce(findInTurns(openPdf(file), request)).elsewhere).toEqual(counts);
  });

  it("counts each rule that finds a text, also where one before it finds the same", () => {
    const more = {
      6: "<</Title(Jane Doe)>>",
      7: "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(ask Jane)/T(Mr Doe)/Subj(Doe)>>",
    };
    const file = page(line("Hello"), more, "", "/Annots[7 0 R]");
    const titled = damaged(file, "/Root 1 0 R", "/Root 1 0 R/Info 6 0 R");
    const { elsewhere } = redact(titled, { rules: [{ words: "Jane" }, { words: "Doe" }, { words: "Roe" }] });
    expect(elsewhere.toSorted((a, b) => a.rule - b.rule || (a.place < b.place ? -1 : 1))).toEqual([
      { place: "Info", rule: 0, count: 1 },
      { place: "annotations", rule: 0, count: 1 },
      { place: "Info", rule: 1, count: 1 },
      { place: "annotations", rule: 1, count: 1 },
    ]);
  });

  it("cuts the caption of a button without a look", () => {
    const button = "<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(b)/MK<</CA(Call Jane)>>/Rect[50 100 150 120]>>";
    const file = page(line("Hello"), { 6: button }, "/AcroForm<</Fields[6 0 R]>>", "/Annots[6 0 R]");
    for (const pages of [undefined, pageSet(runsNamed(readPageRanges("1"), 1, {}))]) {
      const { rope } = redact(file, { rules: [{ words: "Jane", ...(pages && { pages }) }], mark: MARK });
      expect(text(rope.toBytes())).not.toContain("Jane");
      expect(said(rope.toBytes())).toBe("Hello");
    }
  });

  it("cuts a free text or a field without a look by its texts, on the pages of a rule", () => {
    const more = {
      6: "<</Type/Annot/Subtype/FreeText/Rect[50 100 150 120]/DA(/Helv 9 Tf)/Contents(ask Jane first)>>",
      7: "<</Type/Annot/Subtype/FreeText/Rect[50 130 150 150]/DA(/Helv 9 Tf)/RC(<p>J&#97;ne</p>)>>",
      8: "<</Type/Annot/Subtype/Widget/FT/Tx/Parent 9 0 R/Rect[50 160 150 180]>>",
      9: "<</T(a)/V(Jane)/Kids[8 0 R]>>",
      10: "<</Type/Annot/Subtype/FreeText/Rect[50 190 150 210]/DA(/Helv 9 Tf)/Contents(for Joe)>>",
    };
    const catalog = "/AcroForm<</Fields[9 0 R]>>";
    const file = page(line("Hello"), more, catalog, "/Annots[6 0 R 7 0 R 8 0 R 10 0 R]");
    const first = pageSet(runsNamed(readPageRanges("1"), 1, {}));
    const request = { rules: [{ words: "Jane", pages: first }], mark: MARK };
    const { findings, rope } = redact(file, request);
    expect(findings.map(({ text, areas }) => [text, areas[0]!.y])).toEqual([
      ["Jane", 100],
      [expect.stringMatching(/J.*ne/), 130],
      ["Jane", 160],
    ]);
    const contentsOf = (bytes: Uint8Array) => {
      const made = openPdf(bytes);
      const left = made.array(made.page(0).dict.get("Annots")) ?? [];
      return left.map((one) => made.text(made.dict(one)?.get("Contents") ?? null));
    };
    expect(contentsOf(rope.toBytes())).toEqual(["for Joe"]);
    expect(said(rope.toBytes())).toBe("Hello");
    // What is chosen to stay, stays.
    const some = redact(file, { ...request, except: ["1.1"] });
    expect([some.findings.length, some.kept.length]).toEqual([2, 1]);
    expect(contentsOf(some.rope.toBytes())).toEqual(["ask Jane first", "for Joe"]);
  });

  it.each([
    ["the caption of a line", "/Subtype/Line/L[50 100 150 120]/Cap true/Contents(ask Jane)"],
    ["the rich text of a note", "/Subtype/Text/Contents(x)/RC(<p>J&#97;ne</p>)"],
    ["the address of a link", "/Subtype/Link/A<</S/URI/URI(https://example.com/Jane)>>"],
    ["the name of a stamp", "/Subtype/Stamp/Name/Jane"],
    ["the caption of a button with a look", "/Subtype/Widget/FT/Btn/Ff 65536/T(b)/MK<</CA(Jane)>>/AP<</N 7 0 R>>"],
    ["a choice that a list offers", "/Subtype/Widget/FT/Ch/T(b)/Opt[[(a)(Jane)](b)]"],
    ["a value that its look does not show", "/Subtype/Widget/FT/Tx/T(b)/V(Jane)/AP<</N 7 0 R>>"],
  ])("takes %s by a rule with pages, on these pages", (_, entries) => {
    const more = {
      6: `<</Type/Annot/Rect[50 100 150 120]${entries}>>`,
      7: stream("0 0 5 5 re f", "/Subtype/Form/BBox[0 0 9 9]"),
    };
    const pages = pageSet(runsNamed(readPageRanges("1"), 1, {}));
    const file = page(line("Hello"), more, "/AcroForm<</Fields[6 0 R]>>", "/Annots[6 0 R]");
    const { findings, rope } = redact(file, { rules: [{ contains: "Jane", pages }], mark: MARK });
    expect(findings).toHaveLength(1);
    expect(text(rope.toBytes())).not.toMatch(/Jane|97;ne/);
  });

  it("keeps a stamp whose look has states that do not say the word", () => {
    const more = {
      6: "<</Type/Annot/Subtype/Stamp/Name/Own/Rect[50 100 150 120]/AP<</N<</On 7 0 R/Off 7 0 R>>>>/AS/On>>",
      7: stream("0 0 5 5 re f", "/Subtype/Form/BBox[0 0 9 9]"),
    };
    const { rope } = redact(page(line("Dear Jane"), more, "", "/Annots[6 0 R]"), { rules: [{ contains: "Jane" }] });
    const made = openPdf(rope.toBytes());
    const annotations = made.array(made.page(0).dict.get("Annots")) ?? [];
    expect(annotations.map((annotation) => made.dict(annotation)?.get("Subtype"))).toEqual(["Stamp"]);
  });

  it("takes the areas of Redact annotations", () => {
    const redactions = { 6: "<</Type/Annot/Subtype/Redact/Rect[48 295 115 312]>>" };
    const file = page(line("Dear Jane, hello"), redactions, "", "/Annots[6 0 R]");
    const { rope, areas } = redact(file, { annotations: true });
    expect(areas).toMatchObject([{ page: 1, area: { x: 48, y: 295 } }]);
    expect(said(rope.toBytes())).toBe("hello");
  });

  it("is no more than a long document's size explains", () => {
    const count = 20;
    const file = longDocument(count, "Dear Jane");
    const document = openPdf(file, { work: new Work(file.length, { steps: 40_000 }) });
    expect(atOnce(redactInTurns(document, { rules: [{ words: "Jane" }] })).findings).toHaveLength(count);
  });

  it("takes the long texts of a field one after the other", () => {
    const long = `(${"ab ".repeat(10_000)})`;
    const field = { 6: `<</Subtype/Widget/FT/Tx/Rect[0 0 9 9]/T(a)/V${long}/DV${long}/RV${long}/TU${long}>>` };
    const file = page(line("Dear Jane"), field, "", "/Annots[6 0 R]");
    const work = new Work(file.length, { stepsAtOnce: 100_000, stepsPerMebibyte: 0 });
    const turns = redactInTurns(openPdf(file, { work }), { rules: [{ words: "Jane" }, { pattern: "email" }] });
    const once = () => {
      work.beginTurn(true);
      while (!work.isTurnOver) {
        const { value } = turns.next();
        if (value) return value;
      }
      return undefined;
    };
    let made = once();
    while (!made) made = once();
    expect(made.findings).toHaveLength(1);
  });

  it("is refused where a page cannot be searched, unless a report is asked for", () => {
    const file = page(`q 400 0 0 400 0 0 cm BI /W 20/H 20/BPC 8/CS/G ID ${"0".repeat(400)} EI Q`);
    const request = { rules: [{ contains: "Jane" }] };
    expect(() => redact(file, request)).toThrow("unsearched");
    expect(redact(file, { ...request, onUnreadable: "report" }).coverage.pages.map(({ page }) => page)).toEqual([1]);
  });
});

describe("what is found can be chosen", () => {
  const file = page(line("Dear Jane, see Jane") + line("and Jane", 280), { 6: "<</Title(For Jane)>>" });
  const rules = [{ words: "Jane" }];
  const ids = () => atOnce(findInTurns(openPdf(file), { rules })).findings.map(({ id }) => id);

  it("by ids, which are the same each time, with what is written around it", () => {
    const plan = atOnce(findInTurns(openPdf(file), { rules }));
    expect(plan.findings.map(({ id }) => id)).toEqual(["1.1", "1.2", "1.3"]);
    expect(plan.findings[0]!.context).toEqual(["Dear ", ", see Jane\nand Jane\n"]);
  });

  it("so that only these are cut", () => {
    const made = redact(file, { rules, only: [ids()[1]!] });
    expect(said(made.rope.toBytes())).toMatch(/^Dear Jane, see\s+and Jane$/);
    expect(made.kept.map(({ id }) => id)).toEqual(["1.1", "1.3"]);
  });

  it("so that all others are cut", () => {
    const made = redact(file, { rules, except: [ids()[0]!] });
    expect(said(made.rope.toBytes())).toMatch(/^Dear Jane, see\s+and$/);
  });

  it("and elsewhere all goes, unless all that a rule finds stays", () => {
    const titled = pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>/Annots[6 0 R]>>",
      4: stream(line("Dear Jane, see Jane")),
      5: "<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
      6: "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(Jane wrote)>>",
    });
    expect(redact(titled, { rules, except: ["1.1"] }).elsewhere).toMatchObject([{ place: "annotations", count: 1 }]);
    expect(redact(titled, { rules, except: ["1.1", "1.2"] }).elsewhere).toEqual([]);
  });

  it("as one where a text runs over the end of a page", () => {
    const content = (words: string) => stream(line(words));
    const long = pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 400 400]/Resources<</Font<</F 5 0 R>>>>>>",
      3: "<</Type/Page/Parent 2 0 R/Contents 6 0 R>>",
      4: "<</Type/Page/Parent 2 0 R/Contents 7 0 R>>",
      5: "<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
      6: content("signed by Jane"),
      7: content("Doe on Monday, for Jane Doe"),
    });
    const plan = atOnce(findInTurns(openPdf(long), { rules: [{ words: "Jane Doe" }] }));
    expect(plan.findings.map(({ id, page }) => [id, page])).toEqual([
      ["1.1", 1],
      ["1.1", 2],
      ["2.1", 2],
    ]);
    const { kept } = redact(long, { rules: [{ words: "Jane Doe" }], except: ["1.1"] });
    expect(kept.map(({ page }) => page)).toEqual([1, 2]);
  });

  it("and an id that is none of theirs is refused", () => {
    expect(() => redact(file, { rules, only: ["2.1"] })).toThrow("no such finding");
  });
});

describe("bars", () => {
  it("are drawn as their rule says, or as all", () => {
    const file = page(line("Dear Jane and Bob"));
    const rules = [{ words: "Jane", mark: { colour: [1, 0, 0], label: "§ 1" } as const }, { words: "Bob" }];
    const document = openPdf(redact(file, { rules, mark: { ...MARK, label: "B" } }).rope.toBytes());
    const resources = document.dict(document.page(0).dict.get("Resources"));
    const marks = document.resolve(document.dict(resources?.get("XObject"))?.get("Marks"));
    const made = text(document.streamData(marks as PdfStream));
    expect(made).toMatch(/1 0 0 rg\n[\s\S]*0 0 0 rg\n/);
    expect(made).toContain("(\xa7 1) Tj");
    expect(made).toContain("(B) Tj");
  });
});

describe("what a document says of itself", () => {
  const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  const xmp =
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}"><rdf:Description rdf:about="uuid:1" ` +
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="A &amp; B" ' +
    'xmlns:g="http://ns.adobe.com/xap/1.0/g/img/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ask Jane</rdf:li>' +
    "</rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>Jane</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>" +
    '<xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType="Resource"><g:image>/9j/PICTURE</g:image></rdf:li></rdf:Alt>' +
    "</xmp:Thumbnails></rdf:Description></rdf:RDF></x:xmpmeta>";
  const file = page(
    line("Dear Jane"),
    {
      6: stream(xmp, "/Type/Metadata/Subtype/XML"),
      7: "<</Type/Outlines/First 8 0 R/Last 8 0 R/Count 1>>",
      8: "<</Title(First)/Parent 7 0 R/Dest[3 0 R/Fit]>>",
    },
    "/Metadata 6 0 R/Outlines 7 0 R",
  );

  it("is written anew in XMP: no thumbnail of a page, and no property that says a text that is cut", () => {
    const { rope, elsewhere } = redact(file, { rules: [{ words: "Jane" }] });
    const made = text(rope.toBytes());
    expect(made).not.toMatch(/PICTURE|Jane|uuid/);
    expect(made).toContain("<xmp:CreatorTool>A &amp; B</xmp:CreatorTool>");
    expect(made).toContain("<rdf:li>Bob</rdf:li>");
    expect(elsewhere).toEqual([{ place: "XMP", rule: 0, count: 1 }]);
  });

  it("may have elements and namespaces that are called as a text is that is cut", () => {
    const titled = page(
      line("Title of the creator"),
      { 6: stream(xmp, "/Type/Metadata/Subtype/XML") },
      "/Metadata 6 0 R",
    );
    const { rope, findings } = redact(titled, { rules: [{ contains: "title" }, { contains: "creator" }] });
    expect(text(rope.toBytes())).toContain("<dc:title>");
    expect(findings.map((one) => one.text)).toEqual(["Title", "creator"]);
  });

  it("loses the thumbnail where only an area is cut, too", () => {
    const { rope } = redact(file, { areas: [{ page: 1, area: { x: 0, y: 0, width: 9, height: 9 } }] });
    expect(text(rope.toBytes())).not.toContain("PICTURE");
    expect(text(rope.toBytes())).toContain("Ask Jane");
  });

  it("goes whole when that is asked", () => {
    const { rope, redaction } = redact(file, { rules: [{ words: "Jane" }], document: "clear" });
    expect(text(rope.toBytes())).not.toMatch(/Metadata|Outlines|CreatorTool/);
    expect(redaction.document.cleared).toEqual(["outline", "XMP"]);
  });
});

describe("attached files", () => {
  const attached = (name: string, more = "") =>
    `<</Type/Filespec/F(${name})/UF(${name})/AFRelationship/Data/EF<</F 20 0 R/UF 20 0 R>>${more}>>`;
  const file = page(
    line("Jane Doe"),
    {
      10: "<</Names[(data.xml) 11 0 R(jane doe.txt) 12 0 R(notes.txt) 13 0 R]>>",
      11: attached("data.xml"),
      12: attached("jane doe.txt"),
      13: attached("notes.txt", "/Desc(of Jane Doe)/Secret(Jane)"),
      20: stream("<total>12</total>", "/Type/EmbeddedFile/Subtype/text#2Fxml/Params<</Size 17>>"),
    },
    "/Names<</EmbeddedFiles 10 0 R>>/AF[11 0 R 13 0 R]",
  );
  const rules = [{ words: "Jane Doe" }];

  it("go, and the report says so", () => {
    const { rope, attached, redaction } = redact(file, { rules });
    expect(attached).toEqual([]);
    expect(redaction.document.dropped).toContain("attachments and media");
    expect(text(rope.toBytes())).not.toMatch(/EmbeddedFile|data\.xml|total/);
  });

  it("stay when that is asked, and are named; one that is called like the text goes", () => {
    const { rope, attached, elsewhere } = redact(file, { rules, attachments: "keep" });
    expect(attached).toEqual(["data.xml"]);
    expect(elsewhere).toEqual([{ place: "attachments", rule: 0, count: 2 }]);
    const document = openPdf(rope.toBytes());
    const names = document.dict(document.dict(document.catalog.get("Names"))?.get("EmbeddedFiles"));
    const [, specification] = document.array(names?.get("Names")) ?? [];
    expect(document.array(document.catalog.get("AF"))).toEqual([specification]);
    const data = document.resolve(document.dict(document.dict(specification)?.get("EF"))?.get("UF"));
    expect(data).toBeInstanceOf(PdfStream);
    expect(text(document.streamData(data as PdfStream))).toBe("<total>12</total>");
    expect(text(rope.toBytes())).not.toMatch(/jane doe|notes/i);
  });
});
