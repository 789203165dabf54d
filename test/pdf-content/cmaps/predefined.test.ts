import { describe, expect, it } from "vitest";
import "../../support/parts.ts";
import type { Ordering } from "../../../src/collections/collection.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { predefined } from "../../../src/pdf-content/cmaps/predefined.ts";
import { partOf } from "../../../src/pdf-content/parts.ts";
import { TextReader } from "../../../src/pdf-content/text/text-reader.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { pdf, stream } from "../../fixtures/pdf.ts";

/** The words of a page that shows these codes in a font without /ToUnicode. */
function wordsOf(encoding: string, ordering: string, hex: string, more = "", objects: Record<number, string> = {}) {
  const document = openPdf(
    pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
      4: stream(`BT /F 10 Tf 20 150 Td <${hex}> Tj ET`),
      5: `<</Type/Font/Subtype/Type0/BaseFont/Made/Encoding ${encoding}/DescendantFonts[6 0 R]>>`,
      6:
        "<</Type/Font/Subtype/CIDFontType0/BaseFont/Made/CIDSystemInfo<</Registry(Adobe)" +
        `/Ordering(${ordering})/Supplement 2>>${more}>>`,
      ...objects,
    }),
  );
  const { lines, unread } = atOnce(new TextReader(document).read(document.page(0), [0, 0, 200, 200]));
  expect(unread).toBe(0);
  return lines.flatMap(({ words }) => words);
}

const textOf = (...parts: Parameters<typeof wordsOf>) =>
  wordsOf(...parts)
    .map(({ text }) => text)
    .join(" ");

describe("East Asian text without /ToUnicode", () => {
  it.each([
    ["/90ms-RKSJ-H", "Japan1", "8ABF8E9A B1 41", "漢字ｱA"],
    ["/90msp-RKSJ-H", "Japan1", "93FA967B 41", "日本A"],
    ["/EUC-H", "Japan1", "B4C1BBFA 8EB1", "漢字ｱ"],
    ["/H", "Japan1", "34413B7A", "漢字"],
    ["/UniJIS-UTF16-H", "Japan1", "6F225B57", "漢字"],
    ["/GBK-EUC-H", "GB1", "BABAD7D6 8140", "汉字丂"],
    ["/GBKp-EUC-H", "GB1", "BABAD7D6 41", "汉字A"],
    ["/GB-EUC-H", "GB1", "BABAD7D6", "汉字"],
    ["/GBK2K-H", "GB1", "BABA 8139EE39", "汉㐀"],
    ["/ETen-B5-H", "CNS1", "BA7EA672", "漢字"],
    ["/HKscs-B5-H", "CNS1", "BA7EA672", "漢字"],
    ["/CNS-EUC-H", "CNS1", "C4A1", "一"],
    ["/KSCms-UHC-H", "Korea1", "C7D1B1DB 8141", "한글갂"],
    ["/KSC-EUC-H", "Korea1", "C7D1B1DB", "한글"],
  ])("is read in %s", (encoding, ordering, hex, text) => {
    expect(textOf(encoding, ordering, hex)).toBe(text);
  });

  it.each([
    ["Japan1", "04650466", "亜唖"],
    ["GB1", "03E803E9", "拜稗"],
    ["CNS1", "02530254", "一乙"],
    ["Korea1", "043E043F", "가각"],
    ["KR", "0BB900220023", "ffAB"],
  ])("is read by the CIDs of %s", (ordering, hex, text) => {
    expect(textOf("/Identity-H", ordering, hex)).toBe(text);
  });

  it("has the widths of its CIDs, so that words lie where they are drawn", () => {
    const [word] = wordsOf("/90ms-RKSJ-H", "Japan1", "41428ABF", "/DW 1000/W[231 632 500]");
    expect(word!.box[0]).toBeCloseTo(20);
    expect(word!.box[2]).toBeCloseTo(20 + 2 * 5 + 10);
  });

  it("is read from the top to the bottom in vertical writing, with the forms that it has there", () => {
    const [word] = wordsOf("/90ms-RKSJ-V", "Japan1", "8ABF8E9A8141");
    expect(word!.text).toBe("漢字、");
    expect(word!.box[3] - word!.box[1]).toBeCloseTo(30);
  });

  it("is read where a font's own character map builds on a predefined one", () => {
    const map = stream("/90ms-RKSJ-H usecmap 1 begincidchar <42> 1125 endcidchar", "/Type/CMap");
    expect(textOf("7 0 R", "Japan1", "414243 8ABF", "", { 7: map })).toBe("A亜C漢");
  });
});

const decoded = (label: string, code: number): string =>
  new TextDecoder(label).decode(Uint8Array.from(code > 255 ? [code >> 8, code & 255] : [code]));

it.each<[string, Ordering, string, number]>([
  ["90ms-RKSJ-H", "Japan1", "shift_jis", 7780],
  ["EUC-H", "Japan1", "euc-jp", 7010],
  ["GBK-EUC-H", "GB1", "gbk", 21_880],
  ["ETen-B5-H", "CNS1", "big5", 13_550],
  ["KSCms-UHC-H", "Korea1", "euc-kr", 8100],
])("the characters of %s are those of the encoding that it is made for", (name, ordering, label, least) => {
  const cmap = predefined(name);
  let same = 0;
  const different: string[] = [];
  for (let code = 0x21; code < 0xffff; code++) {
    const [cid, text] = [cmap.cid(code), decoded(label, code)];
    // Some bytes are no code, some codes are those of private characters.
    if (cid === 0 || [...text].length !== 1 || /[\ufffd\p{Co}]/u.test(text)) continue;
    if (partOf(ordering).text(cid)?.normalize("NFKC") === text.normalize("NFKC")) same++;
    else different.push(text);
  }
  expect(same).toBeGreaterThan(least);
  // Dashes, bars and pairs of old and new forms, which each table joins in its own way.
  expect(different.length).toBeLessThan(20);
});
