import { describe, expect, it } from "vitest";
import "../../support/parts.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { Work } from "../../../src/meter/work.ts";
import { TextForms } from "../../../src/pdf-content/text/reading-form.ts";
import { comparable, searchedTexts } from "../../../src/pdf-content/text/search.ts";
import { TextReader } from "../../../src/pdf-content/text/text-reader.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type Bodies, pdf, stream } from "../../fixtures/pdf.ts";

const HELVETICA = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

function read(content: string, font = HELVETICA, objects: Bodies = {}, page = "") {
  const document = openPdf(
    pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${page}>>`,
      4: stream(content),
      5: font,
      ...objects,
    }),
  );
  return atOnce(new TextReader(document).read(document.page(0), [0, 0, 200, 100]));
}

type Parts = Parameters<typeof read>;
const wordsOf = (...parts: Parts) => read(...parts).lines.flatMap(({ words }) => words);
const texts = (...parts: Parts) => wordsOf(...parts).map(({ text }) => text);
const lines = (...parts: Parts) => read(...parts).lines.map(({ text }) => text);

const u16 = (...values: number[]): string => values.map((one) => String.fromCharCode(one >> 8, one & 255)).join("");
const u32 = (...values: number[]): string => values.map((one) => u16(one >>> 16, one & 0xffff)).join("");

/** й and к as glyphs 5 and 6, in the two formats of a Unicode `cmap`. */
const SEGMENTS = u16(4, 32, 0, 4, 0, 0, 0, 0x43a, 0xffff, 0, 0x439, 0xffff, 5 - 0x439 + 0x10000, 1, 0, 0);
const GROUPS = `${u16(12, 0)}${u32(28, 0, 1, 0x439, 0x43a, 5)}`;

function trueType(tables: Readonly<Record<string, string>>): string {
  const names = Object.keys(tables);
  let directory = u32(0x10000) + u16(names.length, 0, 0, 0);
  let body = "";
  for (const name of names) {
    directory += `${name}${u32(0, 12 + 16 * names.length + body.length, tables[name]!.length)}`;
    body += tables[name];
  }
  return directory + body;
}

describe("The words of a page", () => {
  it("end at spaces, and at gaps as wide as one", () => {
    expect(texts("BT /F 10 Tf 10 50 Td (one two) Tj [(th)-20(ree)-400(four)] TJ 0 -20 Td (five) Tj ET")).toEqual([
      "one",
      "twothree",
      "four",
      "five",
    ]);
  });

  it("lie where the content puts them", () => {
    const [first, second] = wordsOf("BT /F 10 Tf 20 50 Td (HH) Tj 0 -30 Td (H) Tj ET");
    expect(first!.box[0]).toBeCloseTo(20);
    expect(first!.box[2]).toBeCloseTo(20 + 2 * 7.22);
    expect(first!.box[1]).toBeLessThan(50);
    expect(first!.box[3]).toBeGreaterThan(57);
    expect(second!.box[0]).toBeCloseTo(20);
  });

  it("are read by ToUnicode before any encoding", () => {
    const map =
      "1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <41> <00660069> <42> <D83DDE00> endbfchar";
    const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>";
    expect(texts("BT /F 10 Tf 10 50 Td (ABC) Tj ET", font, { 6: stream(map) })).toEqual(["fi😀C"]);
  });

  it("are read by the names of a font's differences", () => {
    const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/Euro/uni20AC/eacute]>>>>";
    expect(texts("BT /F 10 Tf 10 50 Td (ABCD) Tj ET", font)).toEqual(["€€éD"]);
  });

  it("are read from composite fonts by ranges and by Unicode CMaps", () => {
    const descendant = "/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 500>>]";
    const map =
      "1 beginbfrange <0001> <0003> <0061> endbfrange 1 beginbfrange <0010> <0011> [<0078> <0079>] endbfrange";
    const identity = `<</Type/Font/Subtype/Type0/Encoding/Identity-H${descendant}/ToUnicode 6 0 R>>`;
    expect(texts("BT /F 10 Tf 10 50 Td <0001000200030010 0011> Tj ET", identity, { 6: stream(map) })).toEqual([
      "abcxy",
    ]);
    const unicode = `<</Type/Font/Subtype/Type0/Encoding/UniJIS-UTF16-H${descendant}>>`;
    expect(texts("BT /F 10 Tf 10 50 Td <65E5672C> Tj ET", unicode)).toEqual(["日本"]);
  });

  it("are read by the character map of the program where a composite font has no ToUnicode", () => {
    const descriptor = "/FontDescriptor<</Type/FontDescriptor/FontName/X/FontFile2 6 0 R>>";
    const descendant = `/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 500${descriptor}>>]`;
    const font = `<</Type/Font/Subtype/Type0/Encoding/Identity-H${descendant}>>`;
    for (const map of [SEGMENTS, GROUPS]) {
      const program = stream(trueType({ cmap: `${u16(0, 1, 3, 1)}${u32(12)}${map}`, glyf: u16(0), loca: u16(0) }));
      expect(texts("BT /F 10 Tf 10 50 Td <000500060009> Tj ET", font, { 6: program })).toEqual(["йк"]);
    }
  });

  it("are the codes themselves where ToUnicode is named the identity", () => {
    const descendant = "/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 500>>]";
    const font = `<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode/Identity-H${descendant}>>`;
    expect(texts("BT /F 10 Tf 10 50 Td <010D0065> Tj ET", font)).toEqual(["če"]);
  });

  it("include invisible text, and leave out what lies outside the page", () => {
    expect(texts("BT /F 10 Tf 3 Tr 10 50 Td (hidden) Tj 500 0 Td (away) Tj ET")).toEqual(["hidden"]);
  });

  it("have letters at the page's edge of which a part shows", () => {
    expect(texts("BT /F 10 Tf -10 50 Td (HHH) Tj 206 0 Td (HH) Tj ET")).toEqual(["HH", "H"]);
  });

  it("are the codes themselves where the font's writer mapped them to glyphs", () => {
    const map = "/CIDToGIDMap 6 0 R/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>";
    const descendant = `/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 500${map}>>]`;
    const font = `<</Type/Font/Subtype/Type0/Encoding/Identity-H${descendant}>>`;
    expect(texts("BT /F 10 Tf 10 50 Td <004A0061> Tj ET", font, { 6: stream("") })).toEqual(["Ja"]);
  });

  describe("that a viewer writes into fields", () => {
    const field = (entries: string, look = "/BC[0]") =>
      lines(
        "",
        HELVETICA,
        { 7: "<</FT/Tx/V(from above)>>" },
        "/Annots[" + `<</Type/Annot/Subtype/Widget/Rect[20 40 120 60]/MK<<${look}>>${entries}>>]`,
      );

    it("are their values, of the field itself or of one above it", () => {
      expect(field("/FT/Tx/V(Invoice 7)/DA(/F 10 Tf)")).toEqual(["Invoice 7"]);
      expect(field("/Parent 7 0 R")).toEqual(["from above"]);
      expect(field("/FT/Tx/Ff 4096/V(two\\rlines)/DA(/F 6 Tf)")).toEqual(["two", "lines"]);
      expect(field("/FT/Tx/Ff 8192/V(secret)")).toEqual([]);
      expect(field("/FT/Btn/V/Yes")).toEqual([]);
    });

    it("are the caption of a button that can be pushed, and of no other", () => {
      const button = (flags: number) => field(`/FT/Btn/Ff ${flags}`, "/CA(Send now)");
      expect(button(1 << 16)).toEqual(["Send now"]);
      // A box to tick says by its caption which sign ticks it.
      expect(button(0)).toEqual([]);
    });

    it("are the chosen option, or all options of a list", () => {
      const options = "/Opt[[(a)(First)][(b)(Second)](Third)]/V(b)/DA(/F 5 Tf)";
      expect(field(`/FT/Ch/Ff 131072${options}`)).toEqual(["Second"]);
      expect(field(`/FT/Ch${options}`)).toEqual(["First", "Second", "Third"]);
    });

    it("are not said twice where an old appearance says the same", () => {
      const again = (value: string) =>
        lines(
          "",
          HELVETICA,
          {
            1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</NeedAppearances true>>>>",
            6: stream(
              "BT /F 10 Tf 2 5 Td (old) Tj ET",
              "/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F 5 0 R>>>>",
            ),
          },
          `/Annots[<</Subtype/Widget/Rect[20 40 120 60]/FT/Tx/V(${value})/AP<</N 6 0 R>>>>]`,
        );
      expect(again("old")).toEqual(["old"]);
      expect(again("new").join(" ").split(" ").sort()).toEqual(["new", "old"]);
    });
  });

  it("include those of annotations that show", () => {
    const page = "/Annots[<</Type/Annot/Subtype/FreeText/Rect[0 0 50 20]/AP<</N 6 0 R>>>>]";
    const appearance = stream(
      "BT /F 10 Tf 2 5 Td (note) Tj ET",
      "/Subtype/Form/BBox[0 0 50 20]/Resources<</Font<</F 5 0 R>>>>",
    );
    expect(texts("", HELVETICA, { 6: appearance }, page)).toEqual(["note"]);
  });
});

/** Codes 1 to 9 of a font with these texts in its ToUnicode, each half as wide as high. */
function fontOf(...characters: string[]): readonly [string, Bodies] {
  const hex = (text: string) => [...text].map((one) => u16(...[...one].map((c) => c.charCodeAt(0)))).join("");
  const bytes = (text: string) => [...text].map((one) => one.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  const map = characters.map((text, at) => `<0${at + 1}> <${bytes(hex(text))}>`).join(" ");
  const widths = `/FirstChar 1/Widths[${characters.map(() => 500).join(" ")}]`;
  return [
    `<</Type/Font/Subtype/TrueType/BaseFont/X${widths}/ToUnicode 6 0 R>>`,
    {
      6: stream(`1 begincodespacerange <00> <ff> endcodespacerange ${characters.length} beginbfchar ${map} endbfchar`),
    },
  ];
}

describe("The lines of a page", () => {
  it("are those that a reader sees, whatever the order of the content", () => {
    expect(
      lines("BT /F 10 Tf 1 0 0 1 10 20 Tm (last) Tj 1 0 0 1 60 80 Tm (line) Tj 1 0 0 1 10 80 Tm (first) Tj ET"),
    ).toEqual(["first line", "last"]);
  });

  it("join letters that are placed one by one, and pieces of words in any order", () => {
    expect(lines("BT /F 10 Tf 10 50 Td (I) Tj 2.78 0 Td (n) Tj 5.56 0 Td (v) Tj ET")).toEqual(["Inv"]);
    expect(
      lines("BT /F 10 Tf 1 0 0 1 23.34 50 Tm (oice) Tj 1 0 0 1 10 50 Tm (Inv) Tj 1 0 0 1 60 50 Tm (7) Tj ET"),
    ).toEqual(["Invoice 7"]);
  });

  it("hold words that are spaced out for effect, but not letters with spaces between them", () => {
    expect(lines("BT /F 10 Tf 6 Tc 10 50 Td (TOTAL) Tj ET")).toEqual(["TOTAL"]);
    expect(lines("BT /F 10 Tf 10 50 Td (T O T A L) Tj ET")).toEqual(["T O T A L"]);
  });

  it("have text once that is drawn twice for weight or shadow", () => {
    expect(lines("BT /F 10 Tf 10 50 Td (bold) Tj 0.4 0 Td (bold) Tj 0 -0.4 Td (bold) Tj ET")).toEqual(["bold"]);
  });

  it("have text once that is drawn again in other pieces", () => {
    const again = "1 0 0 1 10.4 50 Tm (Share) Tj 1 0 0 1 39.9 50 Tm (co) Tj 1 0 0 1 50.8 50 Tm (de) Tj";
    expect(lines(`BT /F 10 Tf 1 0 0 1 10 50 Tm (Share code) Tj ${again} ET`)).toEqual(["Share code"]);
    expect(lines("BT /F 10 Tf 1 0 0 1 10 50 Tm (Sha) Tj 1 0 0 1 10.4 49.8 Tm (Share:7) Tj ET")).toEqual(["Share:7"]);
    expect(lines("BT /F 10 Tf 1 0 0 1 10 50 Tm (Share) Tj 1 0 0 1 10.4 50 Tm (Shore) Tj ET")[0]).toMatch(/Shore/);
  });

  it("have letters with the accents that TeX draws over them, or under them", () => {
    const accented = (content: string) => lines(`BT /F 10 Tf 10 50 Td ${content} ET`);
    // The pen goes back by what the accent is wide, and by half of what the letter is wider.
    expect(accented("[(programm)-111 (\\264) 444 (e et contr) -111 (\\210) 444 (ole)] TJ")).toEqual([
      "programmé et contrôle",
    ]);
    expect(accented("[(a ) -111 (`) 444 (a l) -111 (\\264) 444 (ete)] TJ")).toEqual(["a à léte"]);
    // A cedilla after its letter, and an accent that is raised over a capital.
    expect(accented("[(c) 416 (\\270) 83 (a va)] TJ")).toEqual(["ça va"]);
    expect(accented("(a) Tj [-167 ( ) ] TJ 2 Ts [-167 (\\264)] TJ 0 Ts [500 (E)] TJ")).toEqual(["a É"]);
    // Quotation marks, and accents over what has none, stay.
    expect(accented("(`un` \\264 a\\264) Tj")).toEqual(["`un` ´ a´"]);
    expect(accented("[(\\264) 333 (xy)] TJ")).toEqual(["´xy"]);
    expect(accented("[(\\264 ) 611 (e)] TJ")).toEqual(["´ e"]);
  });

  it("keep raised and lowered letters", () => {
    expect(lines("BT /F 10 Tf 10 50 Td (x) Tj 4 Ts /F 6 Tf (2) Tj 0 Ts /F 10 Tf (+y) Tj ET")).toEqual(["x2+y"]);
  });

  it("are read column by column where prose is set in columns, and across them in tables", () => {
    const row = (y: number, left: string, right: string) =>
      `1 0 0 1 5 ${y} Tm (${left}) Tj 1 0 0 1 110 ${y} Tm (${right}) Tj`;
    const prose = `BT /F 8 Tf ${row(80, "The first column of", "The second column is")} ${row(70, "this page ends in", "to the right of it,")} ${row(60, "the middle of it.", "and ends elsewhere.")} ET`;
    const read = lines(prose);
    expect(read).toEqual([
      "The first column of",
      "this page ends in",
      "the middle of it.",
      "The second column is",
      "to the right of it,",
      "and ends elsewhere.",
    ]);
    const table = `BT /F 8 Tf ${row(80, "Paper", "12.00")} ${row(70, "Pencils", "3.50")} ${row(60, "Total", "15.50")} ET`;
    expect(lines(table)).toEqual(["Paper 12.00", "Pencils 3.50", "Total 15.50"]);
  });

  it("are read in the direction of text that is turned", () => {
    expect(lines("BT /F 10 Tf 0 1 -1 0 50 10 Tm (turned text) Tj 0 1 -1 0 70 10 Tm (below) Tj ET")).toEqual([
      "turned text",
      "below",
    ]);
    expect(lines("BT /F 10 Tf -1 0 0 -1 150 50 Tm (upside down) Tj ET")).toEqual(["upside down"]);
    const [word] = wordsOf("BT /F 10 Tf 0 1 -1 0 50 10 Tm (HH) Tj ET");
    expect(word!.box[1]).toBeCloseTo(10);
    expect(word!.box[3]).toBeCloseTo(10 + 2 * 7.22);
    expect(word!.box[0]).toBeLessThan(50);
  });

  it("are read from right to left where their script is, with numbers as they are", () => {
    const [font, objects] = fontOf("\u05d0", "\u05d1", "\u05d2", "1", "2", " ", "a", "b");
    // As it is seen: 12 <gimel bet> <aleph>
    expect(lines("BT /F 10 Tf 10 50 Td <0405060302060106> Tj ET", font, objects)).toEqual(["\u05d0 \u05d1\u05d2 12"]);
    expect(lines("BT /F 10 Tf 10 50 Td <070806030206070807> Tj ET", font, objects)).toEqual(["ab \u05d1\u05d2 aba"]);
  });

  describe("from right to left", () => {
    const [font, objects] = fontOf("\u05d0", "\u05d1", "(", ")", "1", ".", " ", "%", "5");
    const [ALEPH, BET, OPEN, CLOSE, ONE, STOP, SPACE, PERCENT, FIVE] = Array.from(
      { length: 9 },
      (_, at) => `0${at + 1}`,
    );
    /** The line of these glyphs, from left to right. */
    const seen = (...glyphs: (string | undefined)[]) =>
      lines(`BT /F 10 Tf 10 50 Td <${glyphs.join("")}> Tj ET`, font, objects);

    it("have the brackets that are meant, whether the file says which are drawn or which are meant", () => {
      // As TeX and Quartz write it: the bracket that is drawn at the left opens to the right.
      expect(seen(OPEN, BET, ALEPH, CLOSE, SPACE, ALEPH)).toEqual(["\u05d0 (\u05d0\u05d1)"]);
      // As Office writes it: what is drawn at the left is the closing one.
      expect(seen(CLOSE, BET, ALEPH, OPEN, SPACE, ALEPH)).toEqual(["\u05d0 (\u05d0\u05d1)"]);
      expect(seen(ALEPH, SPACE, OPEN, ONE, CLOSE, SPACE, BET)).toEqual(["\u05d1 (1) \u05d0"]);
      expect(seen(ALEPH, SPACE, CLOSE, ONE, OPEN, SPACE, BET)).toEqual(["\u05d1 (1) \u05d0"]);
    });

    it("begin with the number of their line, whose full stop follows it", () => {
      expect(seen(BET, ALEPH, SPACE, STOP, ONE)).toEqual(["1. \u05d0\u05d1"]);
      const apart = `BT /F 10 Tf 10 50 Td <${BET}${ALEPH}${ALEPH}> Tj 90 0 Td <${STOP}${ONE}> Tj ET`;
      expect(lines(apart, font, objects)).toEqual(["1. \u05d0\u05d0\u05d1"]);
      expect(seen(BET, ALEPH, SPACE, ONE, STOP, FIVE)).toEqual(["1.5 \u05d0\u05d1"]);
      expect(seen(BET, ALEPH, SPACE, FIVE, PERCENT)).toEqual(["5% \u05d0\u05d1"]);
    });

    it("are read right column first", () => {
      const column = (x: number, letter: string | undefined) =>
        `1 0 0 1 ${x} 80 Tm ${`<${letter!.repeat(16)}> Tj T* `.repeat(3)}`;
      const page = `BT /F 5 Tf 10 TL ${column(10, BET)} ${column(110, ALEPH)} ET`;
      const [alephs, bets] = ["\u05d0".repeat(16), "\u05d1".repeat(16)];
      expect(lines(page, font, objects)).toEqual([alephs, alephs, alephs, bets, bets, bets]);
    });
  });

  it("are read column by column where lines are short, but of letters that say as much as two", () => {
    const [font, objects] = fontOf("\u6f22", "\u5b57");
    const column = (x: number, letter: string) => `1 0 0 1 ${x} 80 Tm ${`<${letter.repeat(8)}> Tj T* `.repeat(3)}`;
    const page = `BT /F 8 Tf 10 TL ${column(10, "01")} ${column(110, "02")} ET`;
    const [first, second] = ["\u6f22".repeat(8), "\u5b57".repeat(8)];
    expect(lines(page, font, objects)).toEqual([first, first, first, second, second, second]);
  });

  it("are read cell by cell in a table with both directions", () => {
    const [font, objects] = fontOf("\u05d0", "\u05d1", "1", "2", " ", "a", "b");
    // As it is seen: 12 ab 1   <bet aleph> 2
    const cells = "BT /F 10 Tf 10 50 Td <03040506070503> Tj 100 0 Td <0201050404> Tj ET";
    expect(lines(cells, font, objects)).toEqual(["22 \u05d0\u05d1 12 ab 1"]);
    // Within one sentence, a number goes with the word beside it.
    expect(lines("BT /F 10 Tf 10 50 Td <0607050304050102> Tj ET", font, objects)).toEqual(["\u05d1\u05d0 ab 12"]);
  });

  it("keep the text of a glyph that says letters of both directions", () => {
    const [font, objects] = fontOf("\u05d0\u05d1 a", "b");
    expect(lines("BT /F 10 Tf 10 50 Td <010202> Tj ET", font, objects)).toEqual(["\u05d0\u05d1 abb"]);
  });

  it("have the letters of ligatures and of presentation forms", () => {
    const [font, objects] = fontOf("\ufb01", "\ufefb", "\ufb03");
    expect(lines("BT /F 10 Tf 10 50 Td <0103> Tj ET", font, objects)).toEqual(["fiffi"]);
    expect(lines("BT /F 10 Tf 10 50 Td <02> Tj ET", font, objects)).toEqual(["\u0644\u0627"]);
  });

  it("have a hyphen for a soft one that is drawn, and nothing for one that takes no space", () => {
    const [font, objects] = fontOf("1", "\u00ad", "2");
    expect(lines("BT /F 10 Tf 10 50 Td <010203> Tj ET", font, objects)).toEqual(["1-2"]);
    const narrow = font.replace("500 500 500", "500 0 500");
    expect(lines("BT /F 10 Tf 10 50 Td <010203> Tj ET", narrow, objects)).toEqual(["12"]);
  });
});

describe("What is searched", () => {
  const searched = (...parts: Parts) =>
    searchedTexts(read(...parts)).flatMap((text) =>
      new TextForms(text, new Work()).joined.map((form) => comparable(form.text, false)),
    );

  it("has words in the ways that a hyphen at the end of a line may be meant", () => {
    const found = searched("BT /F 10 Tf 10 80 Td (The Rech-) Tj 0 -12 Td (nung is well-known) Tj ET");
    expect(found).toEqual([
      "the rech- nung is well-known",
      "the rech nung is well-known",
      "the rechnung is well-known",
      "the rech-nung is well-known",
    ]);
  });

  it("is compared without differences that nobody sees", () => {
    expect(comparable("  Of\ufb01ce\u00a0No.\n1\u00ad2 ", false)).toBe("office no. 12");
    expect(comparable("Stra\u00dfe", true)).toBe("Strasse");
  });
});

describe("What could not be read", () => {
  it("is counted where a font does not say which characters it has", () => {
    const font = "<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</Subtype/CIDFontType2/DW 500>>]>>";
    expect(read("BT /F 10 Tf 10 50 Td <000100020003> Tj ET", font)).toMatchObject({ lines: [], unread: 3 });
    expect(read("BT /F 10 Tf 10 50 Td (abc) Tj ET").unread).toBe(0);
  });

  it("is a scan where images cover a page without text", () => {
    const image = "q 200 0 0 100 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q";
    expect(read(image).isScan).toBe(true);
    expect(read(`${image} BT /F 10 Tf 3 Tr 10 50 Td (read) Tj ET`).isScan).toBe(false);
    for (const size of ["20 0 0 10", "80 0 0 100", "200 0 0 40"]) {
      expect(read(`q ${size} 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q`).isScan, size).toBe(false);
    }
  });
});
