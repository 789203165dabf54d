import { describe, expect, it } from "vitest";
import { mergeInTurns } from "../../src/merge/merge.ts";
import { atOnce } from "../../src/meter/turns.ts";
import { Work } from "../../src/meter/work.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { type Bodies, damaged, pagesOf, pdf, stream } from "../fixtures/pdf.ts";
import { inspectPdf } from "../support/at-once.ts";
import { runPdf } from "../support/pdf-operations.ts";

const UNKNOWN = "/Filter/NoSuchFilter";
const IMAGE = "q 50 0 0 50 10 10 cm /I Do Q";
const TINTED = "/C cs 1 scn 10 10 20 20 re f";
const FUNCTION = "/FunctionType 0/Size[2]/BitsPerSample 8/Domain[0 1]/Range[0 1 0 1 0 1]";

/** Two pages that say something; the first has these resources and shows more. */
function document(resources: string, shown: string, objects: Bodies, { catalog = "", page = "" } = {}): Uint8Array {
  const font = "/Font<</T<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
  return pdf({
    ...pagesOf(2, (index) => (index === 0 ? `/Resources<<${resources}${font}>>${page}` : `/Resources<<${font}>>`)),
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    4: stream(`BT /T 9 Tf 20 80 Td (a text) Tj ET\n${shown}`),
    6: stream("BT /T 9 Tf 20 80 Td (another) Tj ET"),
    ...objects,
  });
}

function image(space: string, more = ""): string {
  const dict = `/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace ${space}${more}`;
  return stream("\x00\x01\x02\x03", dict);
}

const WITH_IMAGE = "/XObject<</I 20 0 R>>";
const WITH_TINT = "/ColorSpace<</C[/Separation/X/DeviceRGB 21 0 R]>>";
const gradient = "/ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 100 0]/Function 21 0 R";
const mesh = "/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 1 0 1 0 1 0 1 0 1]";

/** Where a stream of an unknown filter may lie, and whether the page says that not all of it could be read. */
const PLACES: Record<string, [Uint8Array, boolean]> = {
  "the colours of an image": [
    document(WITH_IMAGE, IMAGE, { 20: image("[/Indexed/DeviceRGB 3 21 0 R]"), 21: stream("abcdefghijkl", UNKNOWN) }),
    true,
  ],
  "a profile": [
    document(WITH_IMAGE, IMAGE, { 20: image("[/ICCBased 21 0 R]"), 21: stream("abc", `${UNKNOWN}/N 1`) }),
    false,
  ],
  "a function of a colour": [
    document(WITH_TINT, TINTED, {
      21: stream("{}", `${UNKNOWN}/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]`),
    }),
    true,
  ],
  "samples of a function": [document(WITH_TINT, TINTED, { 21: stream("abcdef", UNKNOWN + FUNCTION) }), true],
  "a gradient": [
    document(`/Shading<</S<<${gradient}>>>>`, "/S sh", { 21: stream("abcdef", UNKNOWN + FUNCTION) }),
    false,
  ],
  "a mesh": [
    document("/Shading<</S 21 0 R>>", "/S sh", {
      21: stream("abcdef", `${UNKNOWN}/ShadingType 4/ColorSpace/DeviceRGB${mesh}`),
    }),
    false,
  ],
  "what images of JBIG2 share": [
    document(WITH_IMAGE, IMAGE, {
      20: image("/DeviceGray", "/Filter/JBIG2Decode/DecodeParms<</JBIG2Globals 21 0 R>>").replace(
        "Component 8",
        "Component 1",
      ),
      21: stream("x", UNKNOWN),
    }),
    false,
  ],
  metadata: [
    document("", "", { 40: stream("<x/>", `${UNKNOWN}/Type/Metadata/Subtype/XML`) }, { catalog: "/Metadata 40 0 R" }),
    false,
  ],
  "a form of XFA": [
    document("", "", { 40: stream("<x/>", UNKNOWN) }, { catalog: "/AcroForm<</Fields[]/XFA 40 0 R>>" }),
    false,
  ],
  "a script": [
    document("", "", { 40: stream("x", UNKNOWN) }, { catalog: "/OpenAction<</S/JavaScript/JS 40 0 R>>" }),
    false,
  ],
  "a rich text": [
    document(
      "",
      "",
      { 40: stream("<p>x</p>", UNKNOWN) },
      { page: "/Annots[<</Type/Annot/Subtype/FreeText/DA(/T 9 Tf)/Rect[5 5 30 30]/RC 40 0 R/Contents(x)>>]" },
    ),
    false,
  ],
  "a thumbnail": [document("", "", { 40: stream("x", UNKNOWN) }, { page: "/Thumb 40 0 R" }), false],
};

const OPERATIONS = [
  ...(["crop", "auto", "areas", "remove", "split", "text split", "blank split", "redact", "merge"] as const),
  ...(["drop actions", "PDF/A", "PDF/UA"] as const),
];

describe("a filter that nobody knows, of", () => {
  it.each(Object.entries(PLACES))("%s, refuses nothing, and is said where a page needs it", (_, [file, isSaid]) => {
    for (const operation of OPERATIONS) {
      expect(() => runPdf(operation, file, new Work(file.length, {})), operation).not.toThrow();
    }
    const { pages, partial } = inspectPdf(openPdf(file), { from: 1, limit: 2, content: true, text: "lines" });
    expect(partial).toEqual(isSaid ? [1] : []);
    expect(pages.map(({ blank, text }) => [blank, text?.lines[0]?.text])).toEqual([
      [false, "a text"],
      [false, "another"],
    ]);
  });
});

it("one of the streams of a page that cannot be decoded is left out of what is laid over another, too", () => {
  const over = openPdf(document("", "", { 40: stream("x", UNKNOWN) }, { page: "/Contents[4 0 R 40 0 R]" }));
  const under = openPdf(pdf(pagesOf(1)));
  const overlays = () => [{ document: over, page: 1, layer: "over" as const }];
  const parts = [{ document: under, title: "a" }];
  const made = openPdf(
    atOnce(mergeInTurns(parts, { tagged: true, outline: "keep", overlays }, under.work)).rope.toBytes(),
  );
  expect(inspectPdf(made, { from: 1, limit: 1, text: "lines" }).pages[0]!.text!.lines[0]!.text).toBe("a text");
});

describe("an object stream that cannot be decoded", () => {
  const inStream = (bodies: Bodies, page: string): Uint8Array => {
    const file = pdf(
      { ...pagesOf(2, (index) => (index === 0 ? page : "")), ...bodies },
      { style: "stream", compressed: Object.keys(bodies).map(Number), trailer: "/Root 1 0 R/Info 30 0 R" },
    );
    return damaged(file, "/Filter/FlateDecode", "/Filter/FlateDecodX");
  };

  it("of things beside the pages refuses nothing, and what is used of it is counted", () => {
    const bodies = { 30: "<</Title(a)>>", 31: "<</Type/Annot/Subtype/Square/Rect[1 1 9 9]>>" };
    const file = inStream(bodies, "/Annots[31 0 R]");
    for (const operation of OPERATIONS) {
      expect(() => runPdf(operation, file, new Work(file.length, {})), operation).not.toThrow();
    }
    const opened = openPdf(file);
    expect(inspectPdf(opened, { from: 1, limit: 9, content: true }).pages.map(({ blank }) => blank)).toEqual([
      false,
      false,
    ]);
    expect(opened.damage.missingObjects).toBeGreaterThan(0);
  });
});
