import { deflated, pdf, stream, text } from "../../../test/fixtures/pdf.ts";
import { qrCode, qrSamples } from "../../../test/fixtures/qr.ts";
import { bodiesOf, onePage, type Parts } from "../../../test/fixtures/removal/construct.ts";

/** Letters that no file has by chance. */
export const PLANTED = "ZQXJVKWY";

/** A document that says the word on its page, and in one more place. */
export interface Planted {
  readonly place: string;
  readonly file: Uint8Array;
}

const line = (text: string): string => `BT /F1 12 Tf 50 300 Td (${text}) Tj ET\n`;
const SAID = line(`Dear ${PLANTED}, hello`);

const page = (more: string, parts: Parts = {}): Uint8Array => onePage(SAID + more, parts);
const inCatalog = (catalog: string, objects: Parts["objects"] = {}): Uint8Array => page("", { catalog, objects });
const inPage = (entries: string, objects: Parts["objects"] = {}): Uint8Array => page("", { page: entries, objects });
const form = (content: string): string =>
  stream(content, "/Type/XObject/Subtype/Form/BBox[0 0 400 400]/Resources<</Font<</F1 5 0 R>>>>");
const tags = (entry: string): Parts => ({
  page: "/StructParents 0",
  catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 7 0 R",
  objects: {
    7: "<</Type/StructTreeRoot/K 8 0 R/ParentTree<</Nums[0[8 0 R]]>>>>",
    8: `<</Type/StructElem/S/P/P 7 0 R/Pg 3 0 R/K 0${entry}>>`,
  },
});
const tagged = `/P<</MCID 0>>BDC ${line("more")} EMC`;
const attachment = `<</Type/Filespec/F(${PLANTED}.txt)/UF(${PLANTED}.txt)/EF<</F 7 0 R>>>>`;
const attached = { 7: deflated(`attached: ${PLANTED}`, "/Type/EmbeddedFile") };

/** The word in an older revision of the page, which an update replaces. */
function withRevision(): Uint8Array {
  const file = Buffer.from(pdf(bodiesOf(SAID))).toString("latin1");
  const start = /startxref\n(\d+)/.exec(file)![1]!;
  const content = `4 0 obj\n${stream(line("Dear reader, hello"))}\nendobj\n`;
  const at = file.length + content.length;
  const xref = `xref\n4 1\n${String(file.length).padStart(10, "0")} 00000 n \n`;
  const text = `${file}${content}${xref}trailer\n<</Root 1 0 R/Size 7/Prev ${start}>>\nstartxref\n${at}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(text, "latin1"));
}

/** A QR code of the word as a picture, so many points wide. */
function withCode(width: number): Uint8Array {
  const { side, samples } = qrSamples(PLANTED);
  const dict = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 1`;
  return page(`q ${width} 0 0 ${width} 50 20 cm /Q Do Q`, {
    resources: "/XObject<</Q 7 0 R>>",
    objects: { 7: deflated(text(samples), dict) },
  });
}

/** A QR code of the word, of which each dark module is a square. */
function withDrawnCode(): Uint8Array {
  const squares = qrCode(PLANTED).flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`${60 + 3 * x} ${140 - 3 * y} 3 3 re f`] : [])),
  );
  return page(squares.join("\n"));
}

export const planted: readonly Planted[] = [
  { place: "characters of one string", file: page("") },
  {
    place: "characters placed one by one",
    file: page(`BT /F1 12 Tf 50 250 Td [${Array.from(PLANTED, (letter) => `(${letter})`).join("-9")}] TJ ET`),
  },
  { place: "invisible text", file: page(`BT 3 Tr /F1 12 Tf 50 250 Td (${PLANTED}) Tj ET`) },
  { place: "text beside the page", file: page(`BT /F1 12 Tf 900 250 Td (${PLANTED}) Tj ET`) },
  {
    place: "a form",
    file: page("q 1 0 0 1 0 -50 cm /X Do Q", { resources: "/XObject<</X 7 0 R>>", objects: { 7: form(SAID) } }),
  },
  {
    place: "a hidden layer",
    file: page(`/OC/L BDC BT /F1 12 Tf 50 250 Td (${PLANTED}) Tj ET EMC`, {
      resources: "/Properties<</L 7 0 R>>",
      catalog: "/OCProperties<</OCGs[7 0 R]/D<</OFF[7 0 R]>>>>",
      objects: { 7: "<</Type/OCG/Name(layer)>>" },
    }),
  },
  {
    place: "a pattern",
    file: page("/Pattern cs /T scn 0 0 400 200 re f", {
      resources: "/Pattern<</T 7 0 R>>",
      objects: {
        7: stream(
          `BT /F1 12 Tf 50 50 Td (${PLANTED}) Tj ET`,
          "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 400 400]/XStep 400/YStep 400" +
            "/Resources<</Font<</F1 5 0 R>>>>",
        ),
      },
    }),
  },
  { place: "ActualText of content", file: page(`/Span<</ActualText(${PLANTED})>>BDC ${line("more")} EMC`) },
  ...["Alt", "ActualText", "E", "T"].map((key) => ({
    place: `${key} of a tag`,
    file: page(tagged, tags(`/${key}(${PLANTED})`)),
  })),
  {
    place: "a field's value and default",
    file: page("", {
      catalog: "/AcroForm<</Fields[7 0 R]>>",
      page: "/Annots[7 0 R]",
      objects: {
        7: `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(${PLANTED})/DV(${PLANTED})/Rect[50 100 200 120]/P 3 0 R>>`,
      },
    }),
  },
  { place: "XFA", file: inCatalog("/AcroForm<</Fields[]/XFA 7 0 R>>", { 7: deflated(`<x>${PLANTED}</x>`) }) },
  {
    place: "a note's contents",
    file: inPage("/Annots[7 0 R]", { 7: `<</Type/Annot/Subtype/Text/Rect[9 9 30 30]/Contents(${PLANTED})>>` }),
  },
  {
    place: "an annotation's look",
    file: inPage("/Annots[7 0 R]", {
      7: "<</Type/Annot/Subtype/Stamp/Rect[0 0 400 400]/AP<</N 8 0 R>>>>",
      8: form(`BT /F1 12 Tf 50 100 Td (${PLANTED}) Tj ET`),
    }),
  },
  {
    place: "a link's address",
    file: inPage("/Annots[7 0 R]", {
      7: `<</Type/Annot/Subtype/Link/Rect[9 9 30 30]/A<</S/URI/URI(https://x.example/${PLANTED})>>>>`,
    }),
  },
  {
    place: "the outline",
    file: inCatalog("/Outlines 7 0 R", {
      7: "<</Type/Outlines/First 8 0 R/Last 8 0 R/Count 1>>",
      8: `<</Title(${PLANTED})/Parent 7 0 R/Dest[3 0 R/Fit]>>`,
    }),
  },
  { place: "a named destination", file: inCatalog(`/Names<</Dests<</Names[(${PLANTED})[3 0 R/Fit]]>>>>`) },
  { place: "page labels", file: inCatalog(`/PageLabels<</Nums[0<</S/D/P(${PLANTED}-)>>]>>`) },
  {
    place: "Info",
    file: pdf({ ...bodiesOf(SAID), 7: `<</Title(${PLANTED})>>` }, { trailer: "/Root 1 0 R/Info 7 0 R" }),
  },
  {
    place: "XMP",
    file: inCatalog("/Metadata 7 0 R", { 7: stream(`<x>${PLANTED}</x>`, "/Type/Metadata/Subtype/XML") }),
  },
  {
    place: "an attachment",
    file: inCatalog(`/Names<</EmbeddedFiles<</Names[(a)${attachment}]>>>>`, attached),
  },
  { place: "a script", file: inCatalog(`/OpenAction<</S/JavaScript/JS(${PLANTED})>>`) },
  {
    place: "a thumbnail",
    file: inPage("/Thumb 7 0 R", {
      7: stream(PLANTED, "/Width 8/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray"),
    }),
  },
  { place: "private data of programs", file: inPage(`/PieceInfo<</A<</Private(${PLANTED})>>>>`) },
  {
    place: "a layer's name",
    file: inCatalog("/OCProperties<</OCGs[7 0 R]/D<</Order[7 0 R]>>>>", { 7: `<</Type/OCG/Name(${PLANTED})>>` }),
  },
  { place: "an earlier revision", file: withRevision() },
  { place: "a QR code of 50 mm", file: withCode(142) },
  { place: "a QR code of 25 mm", file: withCode(71) },
  { place: "a QR code as shapes", file: withDrawnCode() },
  { place: "an object that nothing uses", file: page("", { objects: { 7: `<</A(${PLANTED})>>` } }) },
];
