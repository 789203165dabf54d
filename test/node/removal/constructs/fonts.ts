import { deflated, stream, text } from "../../../fixtures/pdf.ts";
import { type Construct, construct, onePage } from "../construct.ts";
import { cff, openTypeCff } from "../made/cff.ts";
import { widthOf } from "../made/shapes.ts";
import { descriptor, lettersOf, program } from "../made/subset.ts";
import { trueType } from "../made/truetype.ts";
import { type1 } from "../made/type1.ts";
import type { Secret } from "../secret.ts";

/** Widths by code, of the codes that the subset has. */
function simple(subtype: string, secret: Secret, more = ""): string {
  const letters = lettersOf(secret);
  const widths = Array.from({ length: 91 }, (_, i) => {
    const letter = String.fromCharCode(32 + i);
    return letters.includes(letter) ? widthOf(letter) : 0;
  });
  return (
    `<</Type/Font/Subtype/${subtype}/BaseFont/Made/FirstChar 32/LastChar 122` +
    `/Widths[${widths.join(" ")}]/FontDescriptor 11 0 R${more}>>`
  );
}

const show = (secret: Secret) => `BT /M 12 Tf 10 20 Td (${secret.word}) Tj 130 200 Td (inside) Tj ET`;

const holds = ["word", "glyph"] as const;

const embedded = (
  name: string,
  subtype: string,
  make: (secret: Secret) => Record<number, string>,
  more = "/Encoding/WinAnsiEncoding",
) =>
  construct(
    `font: ${name}`,
    (secret) =>
      onePage(show(secret), {
        inside: "",
        fonts: "/M 10 0 R",
        objects: { 10: simple(subtype, secret, more), ...make(secret) },
      }),
    { holds: [...holds] },
  );

const wholly =
  (font: (secret: Secret) => Record<number, string>, shows = (word: string) => `(${word})`) =>
  (secret: Secret) =>
    onePage(`BT /M 12 Tf 10 20 Td ${shows(secret.word)} Tj ET`, { fonts: "/M 10 0 R", objects: font(secret) });

export const fontConstructs: Construct[] = [
  embedded("a TrueType subset", "TrueType", (secret) => ({
    11: descriptor("/FontFile2 12 0 R"),
    12: program(trueType(lettersOf(secret))),
  })),
  embedded("a TrueType subset of glyphs made of others", "TrueType", (secret) => ({
    11: descriptor("/FontFile2 12 0 R"),
    12: program(trueType(lettersOf(secret), true)),
  })),
  embedded(
    "a symbolic TrueType subset",
    "TrueType",
    (secret) => ({
      11: descriptor("/FontFile2 12 0 R", 4),
      12: program(trueType(lettersOf(secret))),
    }),
    "",
  ),
  embedded("a Type 1 subset", "Type1", (secret) => {
    const { program: data, lengths } = type1(lettersOf(secret));
    const [head, sealed, tail] = lengths;
    return {
      11: descriptor("/FontFile 12 0 R"),
      12: deflated(text(data), `/Length1 ${head}/Length2 ${sealed}/Length3 ${tail}`),
    };
  }),
  embedded("a CFF subset", "Type1", (secret) => ({
    11: descriptor("/FontFile3 12 0 R"),
    12: program(cff(lettersOf(secret)), "/Subtype/Type1C"),
  })),
  embedded("an OpenType subset with CFF outlines", "Type1", (secret) => ({
    11: descriptor("/FontFile3 12 0 R"),
    12: program(openTypeCff(lettersOf(secret)), "/Subtype/OpenType"),
  })),
  embedded("a CFF subset whose descriptor lists its glyphs", "Type1", (secret) => ({
    11: descriptor("/FontFile3 12 0 R", 32, `/CharSet(${Array.from(lettersOf(secret), (l) => `/${l}`).join("")})`),
    12: program(cff(lettersOf(secret)), "/Subtype/Type1C"),
  })),
  embedded("a program with metadata of its own", "Type1", (secret) => ({
    11: descriptor("/FontFile3 12 0 R"),
    12: program(cff(lettersOf(secret)), "/Subtype/Type1C/Metadata 13 0 R"),
    13: stream(`<x>${secret.word}</x>`, "/Type/Metadata/Subtype/XML"),
  })),
  construct(
    "font: codes of its own by Differences",
    (secret) => {
      const letters = lettersOf(secret);
      const code = (shown: string) => Buffer.from(Array.from(shown, (l) => 1 + letters.indexOf(l))).toString("hex");
      return onePage(`BT /M 12 Tf 10 20 Td <${code(secret.word)}> Tj 130 200 Td <${code("inside")}> Tj ET`, {
        inside: "",
        fonts: "/M 10 0 R",
        objects: {
          10:
            `<</Type/Font/Subtype/Type1/BaseFont/Made/FirstChar 1/LastChar 13` +
            `/Widths[${Array.from(letters, widthOf).join(" ")}]/FontDescriptor 11 0 R` +
            `/Encoding<</Differences[1${Array.from(letters, (l) => `/${l}`).join("")}]>>>>`,
          11: descriptor("/FontFile3 12 0 R", 4),
          12: program(cff(letters), "/Subtype/Type1C"),
        },
      });
    },
    { holds: ["letter", "glyph"] },
  ),
  construct(
    "font: a standard font with codes of its own",
    (secret) => {
      const letters = lettersOf(secret);
      const code = (shown: string) => Buffer.from(Array.from(shown, (l) => 1 + letters.indexOf(l))).toString("hex");
      return onePage(`BT /M 12 Tf 10 20 Td <${code(secret.word)}> Tj 130 200 Td <${code("inside")}> Tj ET`, {
        inside: "",
        fonts: "/M 10 0 R",
        objects: {
          10:
            `<</Type/Font/Subtype/Type1/BaseFont/Times-Roman` +
            `/Encoding<</Differences[1${Array.from(letters, (l) => `/${l}`).join("")}]>>>>`,
        },
      });
    },
    { holds: ["letter"] },
  ),
  construct(
    "font: named only outside, with a telling name",
    wholly(({ word }) => ({ 10: `<</Type/Font/Subtype/Type1/BaseFont/${word}-Bold/Encoding/WinAnsiEncoding>>` })),
  ),
  construct("font: in the resources and never used", ({ word }) =>
    onePage("", {
      fonts: "/M 10 0 R",
      objects: { 10: `<</Type/Font/Subtype/TrueType/BaseFont/${word}/FontDescriptor<</FontFamily(${word})>>>>` },
    }),
  ),
];
