import { deflateSync } from "node:zlib";
import { atOnce } from "../../../src/meter/turns.ts";
import { compileExpression } from "../../../src/pdf-content/text/regex.ts";
import { comparable, containing, type Finder, matching } from "../../../src/pdf-content/text/search.ts";
import { TextReader } from "../../../src/pdf-content/text/text-reader.ts";
import type { TextLine } from "../../../src/pdf-content/text/words.ts";
import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { choiceInTurns } from "../../../src/split/split.ts";
import { type Random, seeded } from "../../../test/fixtures/random.ts";
import { contentAreas, removeOutside } from "../../../test/support/at-once.ts";
import { standardFontFiles } from "../../../test/support/standard-fonts.ts";
import { refusalCode } from "../../corpus/refusal.ts";
import { edge, mutateBytes } from "../mutate.ts";
import type { Target } from "../target.ts";
import { type PdfPart, partsIn } from "./pdf-parts.ts";

const CONTENT = `q 0.5 g 1 0 0 1 10 10 cm 0 0 50 40 re W n 20 w 1 j 0 0 m 10 90 l 30 20 40 50 60 60 c 5 5 v h B* Q
/G gs /S cs 0.5 scn 5 5 20 20 re f /P scn 0 0 9 9 re f /X Do /I Do
BT /F1 12 Tf 2 Tr 10 50 Td [(Abc)-200(\\101 d)] TJ T* (x) ' /F2 9 Tf 1 0 0.2 1 5 5 Tm <00410042> Tj /F3 8 Tf 7 Tr (ab) Tj ET
/OC /L BDC 0 0 5 5 re f EMC /Sh sh
BI /W 4 /H 2 /BPC 8 /CS /G ID abcdEFGH EI
0 0 0 1 k 1 1 5 5 re s`;

const CMAP = `/CIDInit /ProcSet findresource begin begincmap /WMode 1 def 2 begincodespacerange <00> <80> <8140> <9ffc>
endcodespacerange 1 begincidrange <8140> <817e> 633 endcidrange 1 begincidchar <41> 7 endcidchar endcmap`;
const TO_UNICODE = `1 begincodespacerange <0000> <ffff> endcodespacerange 2 beginbfrange <0041> <0050> <0061>
<0060> <0062> [<0041> <d83dde00> <0043>] endbfrange 1 beginbfchar <01> <00660069> endbfchar`;
const CALCULATOR = "{ dup 0.5 gt { 1 exch sub } { 2 mul 3 1 roll pop 0 } ifelse dup dup dup }";
const PROCEDURE = "500 0 0 0 400 400 d1 0 0 300 300 re f /Again Do";
const FORM = "0.3 G 5 w 0 0 m 50 50 l S /X Do";

/** Of the first pages of a folder's files, in place of ours. What they name is what ours name. */
let contents: readonly Uint8Array[] = [];

/** Everything that content can name, one part of it broken: a content stream, a font, a CMap, a function, an image. */
export const contentTarget: Target = {
  extension: "pdf",
  useFolder(folder) {
    contents = partsIn(folder, "content");
  },
  seeds: () => contents.map((content) => file(objectsOf({ ...wholeParts(seeded(1)), content }, seeded(1)))),
  make: (random) => document(random),
  async check(input) {
    try {
      return read(input);
    } catch (error) {
      const code = refusalCode(error);
      if (code === undefined) throw error;
      return code;
    }
  },
};

function read(input: Uint8Array): string {
  const pdf = openPdf(input);
  const [found] = contentAreas(pdf, [0], { threshold: 191, specks: input.length % 3 });
  const { area, width, height } = found!;
  if (area) {
    const sides = [area.x, area.y, width - area.x - area.width, height - area.y - area.height];
    if (!sides.every((side) => side >= -0.01)) throw new Error(`the area leaves the page: ${JSON.stringify(area)}`);
  }
  const { lines } = atOnce(new TextReader(pdf).read(pdf.page(0), [0, 0, 200, 100]));
  judgeRules(openPdf(input), lines);
  return area ? (lines.length > 0 ? "ink and words" : "ink") : "blank";
}

/** What is searched is what is read: a rule finds each word, and nothing that no page says. */
function judgeRules(pdf: PdfDocument, lines: readonly TextLine[]): void {
  const finds = (find: Finder): boolean => {
    const rule = { find, at: "end", page: "keep", before: "part", none: "whole" } as const;
    const { parts, unread } = atOnce(choiceInTurns(pdf, { text: rule }, { outputBytes: 1e9, names: [{ find }] }));
    if (parts.length !== 1 || unread.scans.length > 1) throw new Error(`one page has ${parts.length} parts`);
    return parts[0]!.found !== undefined;
  };
  const words = lines
    .flatMap(({ words }) => words.map(({ text }) => text))
    .filter((word) => comparable(word, true) !== "");
  for (const word of words.slice(0, 3)) {
    if (!finds(containing(word, true))) throw new Error(`${JSON.stringify(word)} is read and not found`);
  }
  if (finds(containing("\u{e000}\u{e000}", false))) throw new Error("found what no page says");
  const any = finds(matching(compileExpression("[^ \\n]+", false, 100)));
  if (words.some((word) => /[^\s]/.test(word)) && !any) throw new Error("an expression misses what is read");
}

/** One part as it is given, in a document that is otherwise whole: of a font, what a removal prunes is read again. */
const partTarget = (part: PdfPart, extension: string, parts: Uint8Array[] = []): Target => ({
  extension,
  useFolder(folder) {
    parts.push(...partsIn(folder, part));
  },
  seeds: () => parts,
  make(random) {
    const ours = wholeParts(random)[part];
    const given = parts.length > 0 && random.next() < 0.5 ? random.pick(parts) : ours;
    return random.next() < 0.5 ? mutateBytes(given, random) : mutateNumbers(given, random);
  },
  async check(input) {
    try {
      const bytes = file(objectsOf({ ...wholeParts(seeded(1)), [part]: input }, seeded(1)));
      const outcome = read(bytes);
      const area = { x: 0, y: 0, width: 60, height: 60 };
      const { rope } = removeOutside(openPdf(bytes), { definitions: [{ page: 1, area }] });
      contentAreas(openPdf(rope.toBytes()), [0], { threshold: 191, specks: 0 });
      return outcome;
    } catch (error) {
      const code = refusalCode(error);
      // A proof that fails is a fault of the removal. That of some contents is known, and not mended.
      if (code === undefined || (code === "unverified" && part === "program")) throw error;
      return code;
    }
  },
});

export const operatorsTarget = partTarget("content", "txt");
export const fontTarget = partTarget("program", "font");

type Part = "content" | "cmap" | "toUnicode" | "calculator" | "procedure" | "form" | "program" | "image";

function document(random: Random): Uint8Array {
  const parts = wholeParts(random);
  if (contents.length > 0 && random.next() < 0.5) parts.content = random.pick(contents);
  const broken = random.pick(Object.keys(parts) as Part[]);
  parts[broken] = random.next() < 0.5 ? mutateBytes(parts[broken], random) : mutateNumbers(parts[broken], random);
  return file(objectsOf(parts, random));
}

function wholeParts(random: Random): Record<Part, Uint8Array> {
  return {
    content: latin1(CONTENT),
    cmap: latin1(CMAP),
    toUnicode: latin1(TO_UNICODE),
    calculator: latin1(CALCULATOR),
    procedure: latin1(PROCEDURE),
    form: latin1(FORM),
    program: random.pick(standardFontFiles()),
    image: Uint8Array.from({ length: 64 }, () => random.below(256)),
  };
}

function objectsOf(parts: Record<Part, Uint8Array>, random: Random): string[] {
  const isSfnt = parts.program[0] === 0;
  const stream = (data: Uint8Array, dict = ""): string =>
    `<<${dict}/Length ${data.length}>>\nstream\n${text(data)}\nendstream`;
  const packed = (data: Uint8Array, dict = ""): string => stream(deflateSync(data), `${dict}/Filter/FlateDecode`);
  const image = random.pick([
    packed(parts.image, "/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray"),
    packed(
      parts.image,
      "/Subtype/Image/Width 5/Height 3/BitsPerComponent 8/ColorSpace/DeviceRGB/DecodeParms<</Predictor 15/Colors 3/Columns 5>>",
    ),
    stream(
      parts.image,
      "/Subtype/Image/Width 32/Height 9/ImageMask true/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 32>>",
    ),
    stream(parts.image, "/Subtype/Image/Width 64/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/LZWDecode"),
    stream(parts.image, "/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode"),
  ]);
  return [
    "<</Type/Catalog/Pages 2 0 R/OCProperties<</D<</OFF[12 0 R]>>>>>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources 5 0 R/Annots[<</Subtype/Stamp/Rect[1 1 9 9]/AP<</N 10 0 R>>>>]>>",
    packed(parts.content),
    "<</Font<</F1 6 0 R/F2 7 0 R/F3 9 0 R>>/XObject<</X 10 0 R/I 11 0 R>>/ExtGState<</G<</ca .5/BM/Multiply/SMask<</S/Luminosity/G 10 0 R>>>>>>" +
      "/ColorSpace<</S[/Separation/Spot/DeviceCMYK 13 0 R]>>/Properties<</L 12 0 R>>/Shading<</Sh<</ShadingType 2/BBox[0 0 9 9]>>>>/Pattern<</P 10 0 R>>>>",
    `<</Type/Font/Subtype/${isSfnt ? "TrueType" : "Type1"}/BaseFont/Abc/FirstChar 65/Widths[500 ${edge(random)} 300]/FontDescriptor 8 0 R/Encoding<</Differences[66/eacute/uni0041]>>>>`,
    `<</Type/Font/Subtype/Type0/Encoding 14 0 R/ToUnicode 15 0 R/DescendantFonts[<</Subtype/CIDFontType${isSfnt ? 2 : 0}/FontDescriptor 8 0 R/W[1 [500 600] 7 ${edge(random)} 250]/W2[1 9 -900 400 800]>>]>>`,
    `<</Type/FontDescriptor/Flags ${random.pick([4, 32, 34])}/FontFile${isSfnt ? 2 : 3} 16 0 R>>`,
    "<</Type/Font/Subtype/Type3/FontMatrix[.001 0 0 .001 0 0]/FontBBox[0 0 9 9]/CharProcs<</a 17 0 R/b 17 0 R>>/Encoding<</Differences[97/a/b]>>/FirstChar 97/Widths[500 500]/Resources<</XObject<</Again 10 0 R>>/Font<</F3 9 0 R>>>>>>",
    stream(
      parts.form,
      "/Subtype/Form/BBox[0 0 60 60]/Matrix[1 0 0 1 3 3]/Group<</S/Transparency>>/Resources<</XObject<</X 10 0 R>>>>",
    ),
    image,
    "<</Type/OCG/Name(x)>>",
    stream(parts.calculator, "/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1 0 1]"),
    stream(parts.cmap, "/CMapName/X"),
    stream(parts.toUnicode),
    packed(parts.program, isSfnt ? "" : "/Subtype/Type1C"),
    stream(parts.procedure),
  ];
}

/** Replaces a number by another, which breaks counts, offsets and matrices. */
function mutateNumbers(data: Uint8Array, random: Random): Uint8Array {
  const before = text(data);
  const found = [...before.matchAll(/-?\d+(\.\d+)?/g)];
  if (found.length === 0) return mutateBytes(data, random);
  const { index, 0: number } = random.pick(found);
  const other = random.pick([String(edge(random)), `-${edge(random)}`, "1e9", "--3", "0.00000001", "("]);
  return latin1(before.slice(0, index) + other + before.slice(index + number.length));
}

function file(objects: readonly string[]): Uint8Array {
  let out = "%PDF-1.7\n";
  const rows = objects.map((object, at) => {
    const row = `${String(out.length).padStart(10, "0")} 00000 n \n`;
    out += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const start = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}`;
  return latin1(`${out}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
}

function latin1(value: string): Uint8Array {
  return Uint8Array.from(value, (character) => character.charCodeAt(0) & 255);
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
