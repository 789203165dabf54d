import { deflateSync } from "node:zlib";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { onePage } from "../../../test/fixtures/hostile/page.ts";
import { type Bodies, deflated, pdf, stream, text } from "../../../test/fixtures/pdf.ts";

export const MIB = 1 << 20;
export const HELVETICA = "/Font<</F<</Subtype/Type1/BaseFont/Helvetica>>>>";
export const zeros = (length: number) => "\0".repeat(length);

/** A file as it is written here, whose cross-reference is told to begin at `xref` where that is named. */
export function written(body: string, xref?: string): Uint8Array {
  const at = xref === undefined ? -1 : body.lastIndexOf(xref);
  return latin1(`%PDF-1.7\n${body}${at < 0 ? "" : `\nstartxref\n${at + 9}\n%%EOF\n`}`);
}

export const TWO = "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n";

/** A cross-reference stream that says nothing, with these entries. */
export const xrefOf = (entries: string, data = "") =>
  written(`${TWO}3 0 obj\n${deflated(data, `/Type/XRef/Root 1 0 R${entries}`)}\nendobj`, "3 0 obj");

/** A page with a form of these filters; the data are packed as often as there is a FlateDecode at their head. */
export function filtered(data: string, filters: string, parameters = "", packs = 1): Uint8Array {
  let bytes: Uint8Array = Buffer.from(data, "latin1");
  for (let i = 0; i < packs; i++) bytes = deflateSync(bytes);
  return onePage("/X Do", {
    resources: "/XObject<</X 10 0 R>>",
    objects: { 10: stream(text(bytes), `/Subtype/Form/BBox[0 0 9 9]/Filter[${filters}]${parameters}`) },
  });
}

export const metadata = (xml: string) =>
  onePage("", { catalog: "/Metadata 10 0 R", objects: { 10: deflated(xml, "/Type/Metadata/Subtype/XML") } });

/** A text in a font with this map of characters. */
export const mapped = (map: string) =>
  onePage("BT /F 9 Tf (abc) Tj ET", {
    resources: "/Font<</F<</Subtype/Type1/BaseFont/Helvetica/ToUnicode 10 0 R>>>>",
    objects: { 10: deflated(map) },
  });

/** A text in a composite font, whose descendant has these entries. */
export const composite = (descendant: string, encoding = "/Identity-H", objects: Bodies = {}) =>
  onePage("BT /F 9 Tf <00010002> Tj ET", {
    resources: "/Font<</F 10 0 R>>",
    objects: {
      10: `<</Subtype/Type0/BaseFont/A/Encoding ${encoding}/DescendantFonts[11 0 R]>>`,
      11: `<</Subtype/CIDFontType2/BaseFont/A${descendant}>>`,
      ...objects,
    },
  });

/** A page that shows one image of these entries. */
export const image = (entries: string, data = "abcd") =>
  onePage("q 99 0 0 99 0 0 cm /X Do Q", {
    resources: "/XObject<</X 10 0 R>>",
    objects: { 10: deflated(data, `/Subtype/Image${entries}`) },
  });

export const outline = (first: string, items: Bodies) =>
  onePage("", {
    catalog: "/Outlines 5 0 R",
    objects: { 5: `<</Type/Outlines/First ${first}/Last ${first}>>`, ...items },
  });

/** A page tree of these objects from number 2 on. */
export const pageTree = (objects: Bodies) => pdf({ 1: "<</Type/Catalog/Pages 2 0 R>>", ...objects });

export const PAGE = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>";
