import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type Bodies, deflated, pdf, stream, text } from "../../fixtures/pdf.ts";
import { bodiesOf, construct, MIDDLE } from "../../fixtures/removal/construct.ts";
import { cff } from "../../fixtures/removal/made/cff.ts";
import { widthOf } from "../../fixtures/removal/made/shapes.ts";
import { descriptor, program } from "../../fixtures/removal/made/subset.ts";
import { trueType, trueTypeByCode } from "../../fixtures/removal/made/truetype.ts";
import { type1 } from "../../fixtures/removal/made/type1.ts";
import { removeOutside } from "../../support/at-once.ts";
import { openWithMupdf } from "../../support/finder/finder.ts";
import { ordersOf, ordersRevealed } from "../../support/finder/orders.ts";
import { shownCodes } from "../../support/finder/shown-codes.ts";
import { RENDERERS } from "../../support/renderers.ts";
import { differencesInside } from "./inside.ts";

const REMOVED = "DrWolfgang";
const KEPT = "Zyxgomrand";
/** The letters of both in the order in which the document shows them first. */
const LETTERS = [...new Set(REMOVED + KEPT)].join("");

/** A font as some writer makes it: its objects from number 10 on, and the code of the first letter. */
interface Made {
  readonly objects: Bodies;
  readonly first: number;
  readonly isWide?: boolean;
  readonly isPlain?: boolean;
  /** Whether the font gives its characters no text. */
  readonly isSilent?: boolean;
}

const widths = `/Widths[${Array.from(LETTERS, widthOf).join(" ")}]`;
const ofCodes = (first: number) => `/FirstChar ${first}/LastChar ${first + LETTERS.length - 1}${widths}`;
const utf16 = (text: string) => Array.from(text, (letter) => hex(letter.charCodeAt(0), 4)).join("");
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

function toUnicode(first: number, digits: number): string {
  const entries = Array.from(LETTERS, (letter, i) => `<${hex(first + i, digits)}> <${hex(letter.charCodeAt(0), 4)}>`);
  return stream(
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Made def 1 begincodespacerange " +
      `<${"0".repeat(digits)}> <${"f".repeat(digits)}> endcodespacerange\n${LETTERS.length} beginbfchar\n` +
      `${entries.join("\n")}\nendbfchar endcmap end end`,
  );
}

/** Codes of one byte in the order of first use, by which a TrueType program of its own finds its glyphs. */
const byCode = (first: number): Made => ({
  first,
  objects: {
    10: `<</Type/Font/Subtype/TrueType/BaseFont/DRWOLF+Made${ofCodes(first)}/FontDescriptor 11 0 R/ToUnicode 13 0 R>>`,
    11: descriptor("/FontFile2 12 0 R", 4),
    12: program(trueTypeByCode(LETTERS, first)),
    13: toUnicode(first, 2),
  },
});

const composite = (subtype: string, file: string, data: string): Made => ({
  first: 1,
  isWide: true,
  objects: {
    10: "<</Type/Font/Subtype/Type0/BaseFont/DRWOLF+Made/Encoding/Identity-H/DescendantFonts[13 0 R]/ToUnicode 14 0 R>>",
    11: descriptor(`/${file} 12 0 R`, 4),
    12: data,
    13:
      `<</Type/Font/Subtype/${subtype}/BaseFont/DRWOLF+Made/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)` +
      `/Supplement 0>>/FontDescriptor 11 0 R/W[1[${Array.from(LETTERS, widthOf).join(" ")}]]>>`,
    14: toUnicode(1, 4),
  },
});

const differences = `/Encoding<</Type/Encoding/Differences[1${Array.from(LETTERS, (letter) => `/${letter}`).join("")}]>>`;

function typed1(): Bodies {
  const { program: data, lengths } = type1(LETTERS);
  const [head, sealed, tail] = lengths;
  return {
    11: descriptor("/FontFile 12 0 R"),
    12: deflated(text(data), `/Length1 ${head}/Length2 ${sealed}/Length3 ${tail}`),
  };
}

/** Without text: viewers take the codes for it. */
function silent({ objects, ...made }: Made): Made {
  const { 13: _, ...rest } = objects;
  return { ...made, isSilent: true, objects: { ...rest, 10: String(rest[10]).replace("/ToUnicode 13 0 R", "") } };
}

/** A bitmap font whose glyphs are named as they are shown first. */
function bitmaps(): Made {
  const letters = Array.from(LETTERS);
  return {
    first: 0,
    isSilent: true,
    objects: {
      10:
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 99 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 0" +
        `/LastChar ${letters.length - 1}/Widths[${letters.map(() => 12).join(" ")}]` +
        `/Encoding<</Differences[0${letters.map((_, i) => `/a${i}`).join("")}]>>` +
        `/CharProcs<<${letters.map((_, i) => `/a${i} ${30 + i} 0 R`).join("")}>>/Resources<<>>>>`,
      ...Object.fromEntries(
        letters.map((letter, i) => [30 + i, stream(`12 0 d0 0 0 ${letter.charCodeAt(0) / 20} 9 re f`)]),
      ),
    },
  };
}

const WRITERS: Record<string, Made> = {
  "LibreOffice: codes from 1": byCode(1),
  "Quartz: codes from 33": byCode(33),
  "codes from 33 that nothing gives a text": silent(byCode(33)),
  "codes from 1 that nothing gives a text": silent(byCode(1)),
  "glyphs of a Type 3 font": bitmaps(),
  "Qt: CIDs are glyphs of TrueType": composite("CIDFontType2", "FontFile2", program(trueType(LETTERS))),
  "cairo: CIDs are glyphs of CFF": composite(
    "CIDFontType0",
    "FontFile3",
    program(cff(LETTERS), "/Subtype/CIDFontType0C"),
  ),
  "cairo: glyphs behind codes of WinAnsiEncoding": {
    first: 0,
    isPlain: true,
    objects: {
      10:
        "<</Type/Font/Subtype/TrueType/BaseFont/DRWOLF+Made/FirstChar 32/LastChar 126/Encoding/WinAnsiEncoding" +
        `/Widths[${Array.from({ length: 95 }, (_, i) => widthOf(String.fromCharCode(32 + i))).join(" ")}]` +
        "/FontDescriptor 11 0 R>>",
      11: descriptor("/FontFile2 12 0 R"),
      12: program(trueType(LETTERS)),
    },
  },
  "PDFlib: names of a CFF program": {
    first: 1,
    objects: {
      10: `<</Type/Font/Subtype/Type1/BaseFont/DRWOLF+Made${ofCodes(1)}/FontDescriptor 11 0 R${differences}/ToUnicode 13 0 R>>`,
      11: descriptor("/FontFile3 12 0 R"),
      12: program(cff(LETTERS), "/Subtype/Type1C"),
      13: toUnicode(1, 2),
    },
  },
  "names of a Type 1 program": {
    first: 1,
    objects: {
      10: `<</Type/Font/Subtype/Type1/BaseFont/DRWOLF+Made${ofCodes(1)}/FontDescriptor 11 0 R${differences}/ToUnicode 13 0 R>>`,
      ...typed1(),
      13: toUnicode(1, 2),
    },
  },
};

/** Two pages: the first shows what is removed and, in its middle, what is kept; the second shows that as well. */
function documentOf({ objects, first, isWide, isPlain }: Made): Uint8Array {
  const codeOf = (letter: string) => (isPlain ? letter.charCodeAt(0) : first + LETTERS.indexOf(letter));
  const shown = (letters: string) =>
    `<${Array.from(letters, (letter) => hex(codeOf(letter), isWide ? 4 : 2)).join("")}> Tj`;
  const content = `BT /M 12 Tf 10 20 Td ${shown(REMOVED)} 110 200 Td ${shown(KEPT)} ET`;
  return pdf({
    ...bodiesOf(content, { inside: "", fonts: "/M 10 0 R", objects }),
    2: "<</Type/Pages/Kids[3 0 R 20 0 R]/Count 2>>",
    20: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 21 0 R/Resources<</Font<</M 10 0 R>>>>>>",
    21: stream(`BT /M 12 Tf 120 220 Td ${shown(KEPT)} ET`),
  });
}

const { x, y, width, height } = MIDDLE.shown;
const CROPPED = [{ page: 1, area: { x, y, width, height } }];

describe.each(Object.entries(WRITERS))("a font as writers number it (%s)", (_, made) => {
  const file = documentOf(made);
  const result = removeOutside(openPdf(file), { definitions: CROPPED }).rope.toBytes();
  const [before, after] = [file, result].map((one) => openWithMupdf(one, undefined)) as [
    ReturnType<typeof openWithMupdf>,
    ReturnType<typeof openWithMupdf>,
  ];

  it("shows by the order of its numbers what the document says, and nothing of that when it was removed", () => {
    expect(ordersOf(before)).not.toEqual([]);
    expect(ordersRevealed(before, after)).toEqual([]);
  });

  it("shows the same characters inside, and on pages that are not cropped", async () => {
    const inside = construct("", () => file, { inside: made.isSilent ? "" : KEPT });
    const faults = differencesInside(file, result, inside);
    // Without a text, viewers take codes for it.
    expect(faults.filter((line) => !(made.isSilent && / lost /.test(line)))).toEqual([]);
    const whole = { page: 2, shown: { x: 0, y: 0, width: 400, height: 400 }, box: [0, 0, 400, 400] } as const;
    const elsewhere = differencesInside(file, result, { ...inside, areas: [whole] });
    expect(elsewhere.filter((line) => !(made.isSilent && / lost /.test(line)))).toEqual([]);
    for (const renderer of RENDERERS) {
      const [, had] = await renderer.pages(file);
      const [, has] = await renderer.pages(result);
      const dark = (page: typeof had) => {
        const found: string[] = [];
        for (let row = 0; row < 400; row++)
          for (let column = 0; column < 400; column++)
            if (page!.at(column, row)[0]! < 128) found.push(`${column} ${row}`);
        return found;
      };
      expect(dark(had).length, renderer.name).toBeGreaterThan(100);
      expect(dark(has), renderer.name).toEqual(dark(had));
    }
  });

  it("has other letters before its name", () => {
    const hadName = Buffer.from(file).toString("latin1").includes("DRWOLF+");
    const names = Array.from({ length: after.countObjects() - 1 }, (_, i) => after.newIndirect(i + 1).resolve())
      .filter((object) => object.isDictionary() && object.get("BaseFont").isName())
      .map((object) => object.get("BaseFont").asName());
    expect(names.filter((name) => name.includes("DRWOLF"))).toEqual([]);
    expect(names.some((name) => /^[A-Z]{6}\+Made$/.test(name))).toBe(hadName);
  });
});

it("a glyph that is named for a ligature is still read as its letters", () => {
  const font =
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 1/LastChar 6/Widths[278 222 500 556 222 556]" +
    "/Encoding<</Differences[1/f/i/fi/e/l/d]>>>>";
  const content = "BT /M 12 Tf 10 20 Td <0102> Tj 110 200 Td <03040506> Tj ET";
  const file = pdf(bodiesOf(content, { inside: "", fonts: "/M 10 0 R", objects: { 10: font } }));
  const result = removeOutside(openPdf(file), { definitions: CROPPED }).rope.toBytes();
  const document = openWithMupdf(result, undefined);
  const maps = Array.from({ length: document.countObjects() - 1 }, (_, i) => document.newIndirect(i + 1).resolve())
    .map((object) => (object.isDictionary() ? object.get("ToUnicode") : object))
    .filter((map) => map.isStream())
    .map((map) => Buffer.from(map.readStream().asUint8Array()).toString("latin1"));
  // Not every reader takes the ligature's own character for its letters.
  expect(maps.join("")).toContain(utf16("fi"));
});

it("a page that was read before anything was removed has the new codes as well", () => {
  const first = Buffer.from(documentOf(WRITERS["Qt: CIDs are glyphs of TrueType"]!)).toString("latin1");
  const file = Buffer.from(first.replace("/Kids[3 0 R 20 0 R]", "/Kids[20 0 R 3 0 R]"), "latin1");
  const definitions = [{ page: 2, area: CROPPED[0]!.area }];
  const result = removeOutside(openPdf(file), { definitions }).rope.toBytes();
  const [before, after] = [file, result].map((one) => openWithMupdf(one, undefined));
  expect(ordersRevealed(before!, after!)).toEqual([]);
  const shown = { x: 0, y: 0, width: 400, height: 400 };
  const whole = construct("", () => file, { inside: KEPT, areas: [{ page: 1, shown, box: [0, 0, 400, 400] }] });
  expect(differencesInside(file, result, whole)).toEqual([]);
});

it("the codes of a font do not depend on what was removed", () => {
  const contentOf = (removed: string): string => {
    const letters = [...new Set(removed + KEPT)].join("");
    const shown = (of: string) => `<${Array.from(of, (letter) => hex(letters.indexOf(letter) + 1, 2)).join("")}> Tj`;
    const map = Array.from(letters, (letter, i) => `<${hex(i + 1, 2)}> <${hex(letter.charCodeAt(0), 4)}>`);
    const file = pdf(
      bodiesOf(`BT /M 12 Tf 10 20 Td ${shown(removed)} 110 200 Td ${shown(KEPT)} ET`, {
        inside: "",
        fonts: "/M 10 0 R",
        objects: {
          10:
            `<</Type/Font/Subtype/TrueType/BaseFont/${removed.toUpperCase().slice(0, 6)}+Made/FirstChar 1` +
            `/LastChar ${letters.length}/Widths[${Array.from(letters, widthOf).join(" ")}]/FontDescriptor 11 0 R` +
            "/ToUnicode 13 0 R>>",
          11: descriptor("/FontFile2 12 0 R", 4),
          12: program(trueTypeByCode(letters, 1)),
          13: stream(
            `1 begincodespacerange <00> <ff> endcodespacerange ${map.length} beginbfchar ${map.join(" ")} endbfchar`,
          ),
        },
      }),
    );
    const result = removeOutside(openPdf(file), { definitions: CROPPED }).rope.toBytes();
    // The identifier of a new file is random.
    return Buffer.from(result)
      .toString("latin1")
      .replace(/\/ID ?\[[^\]]*\]/, "");
  };
  expect(contentOf("DrWolfgang")).toBe(contentOf("PeterBobby"));
});

it("bitmap fonts whose glyphs are named in the order of first use are numbered as what is left shows them", () => {
  const resultOf = (removed: string): string => {
    const letters = [...new Set(removed + KEPT)];
    const shown = (of: string) => `<${Array.from(of, (letter) => hex(letters.indexOf(letter), 2)).join("")}> Tj`;
    const glyph = (letter: string) => stream(`12 0 d0 0 0 ${letter.charCodeAt(0) - 60} 9 re f`);
    const file = pdf(
      bodiesOf(`BT /T 1 Tf 10 20 Td ${shown(removed)} 100 180 Td ${shown(KEPT)} ET`, {
        inside: "",
        fonts: "/T 10 0 R",
        objects: {
          10:
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 99 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 0" +
            `/LastChar ${letters.length - 1}/Widths[${letters.map(() => 12).join(" ")}]` +
            `/Encoding<</Differences[0${letters.map((_, i) => `/a${i}`).join("")}]>>` +
            `/CharProcs<<${letters.map((_, i) => `/a${i} ${11 + i} 0 R`).join("")}>>/Resources<<>>>>`,
          ...Object.fromEntries(letters.map((letter, i) => [11 + i, glyph(letter)])),
        },
      }),
    );
    const result = removeOutside(openPdf(file), { definitions: CROPPED }).rope.toBytes();
    return Buffer.from(result)
      .toString("latin1")
      .replace(/\/ID ?\[[^\]]*\]/, "");
  };
  expect(resultOf("DrWolfgang")).toBe(resultOf("mangoDrybr"));
});

it("signs of a formula whose names have no text keep the codes that viewers take for it", () => {
  const font =
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 3/LastChar 112/Widths[500]" +
    "/Encoding<</Differences[3/braceleftt 104/angbracketleftt/angbracketrightt 112/radicalt]>>>>";
  const content = "BT /M 12 Tf 10 20 Td <03> Tj 110 200 Td <706869> Tj ET";
  const file = pdf(bodiesOf(content, { inside: "", fonts: "/M 10 0 R", objects: { 10: font } }));
  const result = removeOutside(openPdf(file), { definitions: CROPPED }).rope.toBytes();
  expect(shownCodes(openWithMupdf(result, undefined)).map(({ code }) => code)).toEqual([112, 104, 105]);
});
