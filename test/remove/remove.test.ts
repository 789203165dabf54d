import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { removeOutside } from "../support/at-once.ts";
import "../support/parts.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfStream } from "../../src/pdf-file/syntax/objects.ts";
import type { RemovalRequest } from "../../src/remove/index.ts";
import { adobe, jpeg } from "../fixtures/jpeg.ts";
import { build, stream } from "./files.ts";

const SQUARE = { x: 100, y: 100, width: 200, height: 200 };
const KEPT = "BT /F1 12 Tf 150 200 Td (KEEPME) Tj ET\n";

function removed(file: Uint8Array, options: Partial<RemovalRequest> = {}) {
  const definitions = [{ page: 1, area: SQUARE }];
  const { rope, removal } = removeOutside(openPdf(file), { definitions, ...options });
  const document = openPdf(rope.toBytes());
  return { document, removal, everything: textOfAll(document) };
}

/** Every object with its streams decoded, as text. */
function textOfAll(document: ReturnType<typeof openPdf>): string {
  const parts: string[] = [];
  for (let number = 1; number < document.size; number++) {
    const object = document.get(number);
    parts.push(JSON.stringify(object, (_, value) => (value instanceof Map ? [...value] : value)));
    if (object instanceof PdfStream && !["DCTDecode"].includes(String(object.dict.get("Filter")))) {
      parts.push(Buffer.from(document.streamData(object)).toString("latin1"));
    }
  }
  return parts.join("\n");
}

describe("a crop that removes", () => {
  it("leaves nothing of text outside, and text inside as it is", () => {
    const { everything, removal } = removed(build({ content: `${KEPT}BT /F1 12 Tf 10 20 Td (SECRET) Tj ET` }));
    expect(everything).toContain("(KEEPME) Tj");
    expect(everything).not.toContain("SECRET");
    expect(removal.pages[0]!.removed.glyphs).toBe(6);
    expect(removal.verified).toBe(true);
  });

  it("places what is left of a line by a matrix, so that no number shows how wide the rest was", () => {
    const { everything } = removed(build({ content: "BT /F1 12 Tf 20 200 Td [(SECRET) -12345 (KEEP)] TJ ET" }));
    expect(everything).not.toContain("12345");
    expect(everything).not.toContain("20 200");
    expect(everything).toMatch(/1 0 0 1 [\d.]+ 200 Tm \(KEEP\) Tj/);
  });

  it("keeps or removes characters that the edge cuts, as asked", () => {
    const content = "BT /F1 12 Tf 96 200 Td (MKEEP) Tj ET";
    expect(removed(build({ content })).everything).toContain("(MKEEP) Tj");
    const { everything, removal } = removed(build({ content }), { edge: "remove" });
    expect(everything).toContain("(KEEP) Tj");
    expect(everything).not.toContain("MKEEP");
    expect(removal.pages[0]!.removed.glyphs).toBe(1);
  });

  it("finds characters that the edge cuts where their rise brings them", () => {
    const file = build({ content: `${KEPT}BT /F1 12 Tf 30 Ts 150 265 Td (RISEN) Tj -30 Ts 0 -138 Td (SUNK) Tj ET` });
    expect(removed(file).everything).toMatch(/RISEN.*SUNK/s);
    const { everything, removal } = removed(file, { edge: "remove" });
    expect(everything).toContain("(KEEPME) Tj");
    expect(everything).not.toMatch(/RISEN|SUNK/);
    expect(removal.pages[0]!.removed.glyphs).toBe(9);
  });

  it("cuts lines at the edge, so that no point far outside is left", () => {
    const { everything, removal } = removed(build({ content: "10 10 m 20 90 l 33 12 l 390 390 l S" }));
    for (const point of ["10 10", "20 90", "33 12", "390 390"]) expect(everything).not.toContain(point);
    expect(removal.pages[0]!.cut.paths).toBe(1);
  });

  it("leaves the bytes of a content stream alone of which nothing lies outside", () => {
    const { everything, removal } = removed(build({ content: `  ${KEPT}  120 120 20 20 re f` }));
    expect(everything).toContain(`  ${KEPT}  120 120 20 20 re f`);
    expect(removal.pages[0]!.removed.glyphs).toBe(0);
  });

  it("keeps what an annotation without a place says, on a page that it does not crop", () => {
    const note = "<</Type/Annot/Subtype/Text/Contents(REMARK)>>";
    const more = {
      2: "<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>",
      6: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Annots[${note}]>>`,
    };
    expect(removed(build({ content: KEPT, more })).everything).toContain("REMARK");
    const cropped = removed(build({ content: KEPT, page: `/Annots[${note}]` }));
    expect(cropped.everything).not.toContain("REMARK");
  });

  it("clears what describes the document, or keeps and names it as asked", () => {
    const file = build({ content: KEPT, info: "<</Title(SECRET)>>" });
    expect(removed(file).everything).not.toContain("SECRET");
    expect(removed(file).removal.document.cleared).toEqual(["Info"]);
    const kept = removed(file, { document: "keep" });
    expect(kept.removal.document.kept).toEqual(["Info"]);
    expect(kept.document.dict(kept.document.trailer.get("Info"))?.has("Title")).toBe(true);
  });
});

/** Samples of a square of 40 by 40, the first eight columns and rows telling. */
const SAMPLES = Array.from({ length: 40 }, (_, y) => (y < 8 ? "T".repeat(40) : "T".repeat(8) + "k".repeat(32))).join(
  "",
);
const IMAGE = "/Type/XObject/Subtype/Image/Width 40/Height 40/BitsPerComponent 8/ColorSpace/DeviceGray";
const FORM = "/Type/XObject/Subtype/Form/BBox[0 0 400 400]/Resources<</Font<</F1 5 0 R>>>>";
const SECRET = "BT /F1 12 Tf 10 20 Td (SECRET) Tj ET ";

describe("what holds a secret outside loses it", () => {
  const files: Record<string, Parameters<typeof build>[0]> = {
    "a form": { content: "/Fm Do", resources: "/XObject<</Fm 6 0 R>>", more: { 6: stream(FORM, SECRET) } },
    "a form's private data": {
      content: "/Fm Do",
      resources: "/XObject<</Fm 6 0 R>>",
      more: { 6: stream(`${FORM}/PieceInfo<</A<</Private(SECRET)>>>>`, "120 120 20 20 re f") },
    },
    "a pattern's cell": {
      content: "/Pattern cs /P1 scn 0 0 400 400 re f",
      resources: "/Pattern<</P1 6 0 R>>",
      more: {
        6: stream(
          "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 400 400]/XStep 400/YStep 400/Resources<</Font<</F1 5 0 R>>>>",
          SECRET,
        ),
      },
    },
    "a soft mask": {
      content: "/G gs 0 0 400 400 re f",
      resources: "/ExtGState<</G<</SMask<</S/Luminosity/G 6 0 R>>>>>>",
      more: { 6: stream(`${FORM}/Group<</S/Transparency/CS/DeviceGray>>`, `1 g ${SECRET}100 100 200 200 re f`) },
    },
    "a property list": { content: `/Span<</ActualText(SECRET)>>BDC ${SECRET}EMC` },
    "a comment": { content: `${KEPT}% SECRET` },
    "operands that nothing takes": { content: `${KEPT}(SECRET)` },
    "an element of the structure and its parent": {
      content: `/P<</MCID 0>>BDC ${SECRET}EMC /P<</MCID 1>>BDC ${KEPT}EMC`,
      page: "/StructParents 0",
      catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R",
      more: {
        6: "<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0[8 0 R 9 0 R]]>>>>",
        7: "<</S/Sect/P 6 0 R/Alt(SECRET)/K[8 0 R 9 0 R]>>",
        8: "<</S/P/P 7 0 R/Pg 3 0 R/ActualText(SECRET)/K 0>>",
        9: "<</S/P/P 7 0 R/Pg 3 0 R/ActualText(stays)/K 1>>",
      },
    },
    "an annotation and a field": {
      content: KEPT,
      page: "/Annots[6 0 R 7 0 R]",
      catalog: "/AcroForm<</Fields[7 0 R]>>",
      more: {
        6: "<</Type/Annot/Subtype/Text/Rect[10 10 30 30]/Contents(SECRET)>>",
        7: "<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/V(SECRET)/Rect[10 350 90 370]>>",
      },
    },
    "a thumbnail and the catalog": {
      content: KEPT,
      page: "/Thumb 6 0 R/PieceInfo<</App<</Private(SECRET)>>>>",
      catalog:
        "/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(SECRET)>>]>>>>/OpenAction<</S/JavaScript/JS(SECRET)>>",
      more: { 6: stream("/Width 6/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", "SECRET") },
    },
    "a hidden layer": {
      content: `${KEPT}/OC/oc BDC ${SECRET}EMC`,
      resources: "/Properties<</oc 6 0 R>>",
      catalog: "/OCProperties<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>",
      more: { 6: "<</Type/OCG/Name(SECRET)>>" },
    },
    "text that clips": { content: "BT 7 Tr /F1 12 Tf 10 20 Td (SECRET) Tj ET 0 0 400 400 re f" },
  };
  it.each(Object.entries(files))("%s", (_, file) => {
    expect(Buffer.from(build(file)).toString("latin1")).toContain("SECRET");
    expect(removed(build(file)).everything).not.toContain("SECRET");
  });

  it("an image, whose samples inside stay as they are", () => {
    const file = build({
      content: "q 400 0 0 400 0 0 cm /Im Do Q",
      resources: "/XObject<</Im 6 0 R>>",
      more: { 6: stream(IMAGE, SAMPLES) },
    });
    const { everything, removal } = removed(file);
    expect(everything).not.toContain("T".repeat(8));
    expect(everything).toContain("q 0.5 0 0 0.5 0.25 0.25 cm");
    expect(removal.pages[0]!.cut.images).toBe(1);
  });

  it("keeps the tags of what stays", () => {
    const { everything } = removed(build(files["an element of the structure and its parent"]!));
    expect(everything).toContain("StructTreeRoot");
    expect(everything).toContain("ParentTree");
    // The element still leads to its content.
    const [, mark] = /\/P ?<<\/MCID (\d+)>>\s*BDC/.exec(everything) ?? [];
    expect(everything).toMatch(new RegExp(`/S ?/P\\b[^]*/K ${mark}\\b`));
  });
});

describe("what paints nothing goes from contents that are kept otherwise", () => {
  const form = (content: string): Uint8Array =>
    build({
      content: "q 1 0 0 1 150 150 cm /Fm Do Q",
      resources: "/XObject<</Fm 6 0 R>>",
      more: { 6: stream("/Type/XObject/Subtype/Form/BBox[0 0 50 50]/Resources<</Font<</F1 5 0 R>>>>", content) },
    });
  const shown = "BT /F1 12 Tf 1 0 0 1 5 5 Tm (KEEP) Tj ET\n";
  const cutLine = (show: string, x = 90): string => `BT /F1 12 Tf 1 0 0 1 ${x} 150 Tm ${show} ET`;

  it.each([
    ["a comment of the page", build({ content: `${KEPT}% SECRET\n` })],
    ["a comment inside a form", form(`${shown}% SECRET\n`)],
    ["a comment between the operands of a form's line", form(`${shown}10 10 m 20 % SECRET\n 20 l S`)],
    ["a word inside an array of strings", form("BT /F1 12 Tf 1 0 0 1 5 5 Tm [(KE) SECRET (EP)] TJ ET")],
    ["what is no digit of a hexadecimal string", form(`${shown}BT 1 0 0 1 5 25 Tm <41 SECRET 42> Tj ET`)],
    ["operands without an operator", form(`${shown}(SECRET)`)],
    ["a comment in a line that the edge cuts", build({ content: cutLine("[(OUT KE) 20 % SECRET\n(EP)] TJ") })],
    ["what is no digit in such a line", build({ content: cutLine("[(OUT KE) <45 SECRET 50> (KE)] TJ") })],
    ["an escape in such a line", build({ content: cutLine("[(\\117SECRET\\ KE) 20 (\\(EP)] TJ", 60) })],
  ])("%s", (_, file) => {
    const { everything } = removed(file);
    expect(everything).toMatch(/KE/);
    expect(everything).not.toContain("SECRET");
  });
});

it("white space in hexadecimal strings goes: its kinds could spell something", () => {
  const { everything } = removed(build({ content: `BT /F1 12 Tf 1 0 0 1 150 150 Tm <4B 45\t50\n54> Tj ET` }));
  expect(everything).toMatch(/\(KEPT\)|<4b455054>/i);
});

describe("a stream of content that cannot be decoded", () => {
  const page = (contents: string, resources = ""): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents ${contents}/Resources<</Font<</F1 5 0 R>>${resources}>>>>`;
  const files: Record<string, Uint8Array> = {
    "one of a page's": build({
      content: KEPT,
      more: { 3: page("[4 0 R 6 0 R]"), 6: stream("/Filter/Nobodys", "SECRET") },
    }),
    "that of a form": build({
      content: `${KEPT}q 1 0 0 1 150 150 cm /Fm Do Q`,
      resources: "/XObject<</Fm 6 0 R>>",
      more: { 6: stream("/Subtype/Form/BBox[0 0 50 50]/Filter/Nobodys", "SECRET") },
    }),
  };

  it.each(Object.entries(files))("is refused by name, and goes where that is asked for: %s", (_, file) => {
    const thing = "a content stream that cannot be decoded";
    expect(() => removed(file)).toThrow(expect.objectContaining({ misfit: { kind: "unremovable", thing, page: 1 } }));
    const { everything, removal } = removed(file, { onUnremovable: "drop" });
    expect(everything).toContain("KEEPME");
    expect(everything).not.toContain("SECRET");
    expect(removal.pages[0]!.dropped).toEqual([thing]);
  });
});

describe.each([
  ["JPXDecode", "SECRET"],
  // The header of a JPEG in an arithmetic code, 40 by 40 (ITU-T T.81, SOF9).
  ["DCTDecode", "\xff\xd8\xff\xc9\0\x0b\x08\0\x28\0\x28\x01\x01\x11\0SECRET\xff\xd9"],
])("what cannot be removed, such as an image of %s that is not read,", (filter, data) => {
  const thing = `an image compressed by ${filter}`;
  const file = build({
    content: `${KEPT}q 400 0 0 400 0 0 cm /Im Do Q`,
    resources: "/XObject<</Im 6 0 R>>",
    more: { 6: stream(`${IMAGE}/Filter/${filter}`, data) },
  });

  it("is refused by its name and its page", () => {
    expect(() => removed(file)).toThrow(expect.objectContaining({ misfit: { kind: "unremovable", thing, page: 1 } }));
  });

  it("is left out where that is asked for, and named", () => {
    const { everything, removal } = removed(file, { onUnremovable: "drop" });
    expect(everything).not.toContain("SECRET");
    expect(everything).toContain("KEEPME");
    expect(removal.pages[0]!.dropped).toEqual([thing]);
  });
});

it("a string of more than 262,144 characters across the edge is refused by name", () => {
  const content = (length: number): string => `BT /F1 1 Tf 1 0 0 1 150 150 Tm (${"a".repeat(length)}) Tj ET`;
  const thing = "a string of too many characters";
  expect(() => removed(build({ content: content(262_145) }))).toThrow(
    expect.objectContaining({ misfit: { kind: "unremovable", thing, page: 1 } }),
  );
  expect(removed(build({ content: content(262_144) })).everything).toContain("(aaa");
});

describe("JPEGs across the edge", () => {
  const picture = jpeg({
    blocks: Array.from({ length: 8 }, (_, y) => Array.from({ length: 8 }, (_, x) => [10 * x + 20 * y])),
    segments: [adobe(0)],
  });
  const binary = Buffer.from(picture).toString("latin1");
  const jpegsIn = (document: ReturnType<typeof openPdf>): string[] =>
    Array.from({ length: document.size }, (_, number) => document.get(number)).flatMap((object) =>
      object instanceof PdfStream && object.dict.get("Filter") === "DCTDecode"
        ? [Buffer.from(document.rawStream(object)).toString("latin1")]
        : [],
    );

  it("outlive the compressed content in which they are", () => {
    const content = `q 400 0 0 400 0 0 cm BI /W 64 /H 64 /CS /G /BPC 8 /F /DCT ID ${binary}\nEI Q`;
    const deflated = Buffer.from(deflateSync(Buffer.from(content, "latin1"))).toString("latin1");
    const { document } = removed(build({ content: "", more: { 4: stream("/Filter/FlateDecode", deflated) } }));
    const [cut] = jpegsIn(document);
    expect(cut).toContain("Adobe");
    expect(cut!.endsWith("\xff\xd9")).toBe(true);
  });

  it("are cut and stored once where the same one is stored twice", () => {
    const image = `/Type/XObject/Subtype/Image/Width 64/Height 64/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode`;
    const make = (second: string) =>
      build({
        content: "q 400 0 0 400 0 0 cm /A Do Q q 400 0 0 400 0 0 cm /B Do Q",
        resources: "/XObject<</A 6 0 R/B 7 0 R>>",
        more: { 6: stream(image, binary), 7: stream(`${image}${second}`, binary) },
      });
    expect(jpegsIn(removed(make("")).document)).toHaveLength(1);
    expect(jpegsIn(removed(make("/Decode[1 0]")).document)).toHaveLength(2);
  });
});
