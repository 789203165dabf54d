import { stream } from "../../../fixtures/pdf.ts";
import { type Construct, construct, onePage } from "../construct.ts";
import { cff, cidKeyedCff } from "../made/cff.ts";
import { widthOf } from "../made/shapes.ts";
import { descriptor, lettersOf, program } from "../made/subset.ts";
import { trueType } from "../made/truetype.ts";
import type { Secret } from "../secret.ts";

const hex = (value: number) => value.toString(16).padStart(4, "0");

/** Codes of two bytes, counted from 1 in the order of the subset. */
function codes(secret: Secret, shown: string): string {
  const letters = lettersOf(secret);
  return Array.from(shown, (letter) => hex(letters.indexOf(letter) + 1)).join("");
}

const composite = (secret: Secret) =>
  `BT /M 12 Tf 10 20 Td <${codes(secret, secret.word)}> Tj 130 200 Td <${codes(secret, "inside")}> Tj ET`;

function toUnicode(secret: Secret, style: "char" | "range" | "array"): string {
  const unicode = Array.from(lettersOf(secret), (letter) => hex(letter.charCodeAt(0)));
  const code = (i: number) => hex(i + 1);
  const ranges = unicode.map((to, i) => `<${code(i)}> <${code(i)}> <${to}>`).join("\n");
  const body = {
    char: `${unicode.length} beginbfchar\n${unicode.map((to, i) => `<${code(i)}> <${to}>`).join("\n")}\nendbfchar`,
    range: `${unicode.length} beginbfrange\n${ranges}\nendbfrange`,
    array:
      `1 beginbfrange\n<0001> <${code(unicode.length - 1)}>` +
      ` [${unicode.map((to) => `<${to}>`).join(" ")}]\nendbfrange`,
  }[style];
  return stream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Made def\n1 begincodespacerange` +
      ` <0000> <ffff> endcodespacerange\n${body}\nendcmap end end`,
  );
}

interface Composite {
  readonly subtype: "CIDFontType0" | "CIDFontType2";
  readonly file: string;
  readonly encoding?: string;
  readonly descendant?: string;
  readonly map?: "char" | "range" | "array";
  readonly objects?: Record<number, string>;
}

function compositeFont(secret: Secret, options: Composite): Uint8Array {
  const { subtype, file, encoding = "/Identity-H", descendant = "", map = "char", objects = {} } = options;
  const widths = Array.from(lettersOf(secret), widthOf).join(" ");
  return onePage(composite(secret), {
    inside: "",
    fonts: "/M 10 0 R",
    objects: {
      10: `<</Type/Font/Subtype/Type0/BaseFont/Made/Encoding${encoding}/ToUnicode 14 0 R/DescendantFonts[13 0 R]>>`,
      11: descriptor(`${file === "FontFile2" ? "/FontFile2" : "/FontFile3"} 12 0 R`, 4),
      12: program(...programOf(file, lettersOf(secret))),
      13:
        `<</Type/Font/Subtype/${subtype}/BaseFont/Made/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)` +
        `/Supplement 0>>/FontDescriptor 11 0 R/W[1[${widths}]]${descendant}>>`,
      14: toUnicode(secret, map),
      ...objects,
    },
  });
}

function programOf(file: string, letters: string): [Uint8Array, string] {
  if (file === "FontFile2") return [trueType(letters), ""];
  if (file === "CID") return [cidKeyedCff(letters), "/Subtype/CIDFontType0C"];
  return [cff(letters), "/Subtype/CIDFontType0C"];
}

/** The codes of the word as bytes, four letters at least. */
const codesOf = (secret: Secret) => Buffer.from(codes(secret, secret.word), "hex").toString("latin1");

const named = { holds: ["letter", "glyph"], codes: codesOf } as const;

export const compositeFontConstructs: Construct[] = [
  construct(
    "font: composite TrueType",
    (secret) =>
      compositeFont(secret, { subtype: "CIDFontType2", file: "FontFile2", descendant: "/CIDToGIDMap/Identity" }),
    named,
  ),
  construct(
    "font: composite TrueType with a map to glyphs",
    (secret) =>
      compositeFont(secret, {
        subtype: "CIDFontType2",
        file: "FontFile2",
        descendant: "/CIDToGIDMap 15 0 R",
        map: "range",
        objects: { 15: stream(Array.from({ length: 14 }, (_, i) => `\0${String.fromCharCode(i)}`).join("")) },
      }),
    named,
  ),
  construct(
    "font: composite CFF",
    (secret) => compositeFont(secret, { subtype: "CIDFontType0", file: "bare", map: "array" }),
    named,
  ),
  construct(
    "font: composite CFF, keyed by CID",
    (secret) => compositeFont(secret, { subtype: "CIDFontType0", file: "CID" }),
    named,
  ),
  construct(
    "font: composite with an encoding of its own",
    (secret) =>
      compositeFont(secret, {
        subtype: "CIDFontType2",
        file: "FontFile2",
        encoding: " 16 0 R",
        objects: {
          16: stream(
            "/CIDInit /ProcSet findresource begin begincmap /CMapName /Own def 1 begincodespacerange <0000>" +
              " <ffff> endcodespacerange 13 begincidchar\n" +
              `${Array.from({ length: 13 }, (_, i) => `<${hex(i + 1)}> ${i + 1}`).join("\n")}\nendcidchar endcmap end`,
            "/Type/CMap/CMapName/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
          ),
        },
      }),
    named,
  ),
  construct(
    "font: vertical writing with metrics of its own",
    (secret) => {
      const metrics = Array.from(lettersOf(secret), (l) => `-${widthOf(l)} 300 800`).join(" ");
      return onePage(
        `BT /M 10 Tf 30 95 Td <${codes(secret, secret.word)}> Tj 170 190 Td <${codes(secret, "inside")}> Tj ET`,
        {
          inside: "",
          fonts: "/M 10 0 R",
          objects: {
            10:
              "<</Type/Font/Subtype/Type0/BaseFont/Made/Encoding/Identity-V/ToUnicode 14 0 R" +
              "/DescendantFonts[13 0 R]>>",
            11: descriptor("/FontFile2 12 0 R", 4),
            12: program(trueType(lettersOf(secret))),
            13:
              `<</Type/Font/Subtype/CIDFontType2/BaseFont/Made/CIDSystemInfo<</Registry(Adobe)` +
              `/Ordering(Identity)/Supplement 0>>/FontDescriptor 11 0 R/W2[1[${metrics}]]/CIDToGIDMap/Identity>>`,
            14: toUnicode(secret, "char"),
          },
        },
      );
    },
    named,
  ),
  construct(
    "font: a list of CIDs in the descriptor",
    (secret) =>
      compositeFont(secret, {
        subtype: "CIDFontType2",
        file: "FontFile2",
        objects: { 11: descriptor("/FontFile2 12 0 R", 4, "/CIDSet 15 0 R"), 15: stream("\xff\xfc") },
      }),
    named,
  ),
];
