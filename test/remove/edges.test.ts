import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfStream } from "../../src/pdf-file/syntax/objects.ts";
import type { RemovalRequest } from "../../src/remove/index.ts";
import { ascii85 } from "../fixtures/removal/made/encode.ts";
import { descriptor } from "../fixtures/removal/made/subset.ts";
import { trueTypeByCode } from "../fixtures/removal/made/truetype.ts";
import { removeOutside } from "../support/at-once.ts";
import { build, stream } from "./files.ts";

const SQUARE = { x: 100, y: 100, width: 200, height: 200 };
const FORM = "/Type/XObject/Subtype/Form/BBox[0 0 400 400]/Resources<</Font<</F1 5 0 R>>>>";

function removed(made: Parameters<typeof build>[0], options: Partial<RemovalRequest> = {}) {
  const definitions = [{ page: 1, area: SQUARE }];
  const { rope, removal } = removeOutside(openPdf(build(made)), { definitions, ...options });
  return { document: openPdf(rope.toBytes()), ...removal.pages[0]! };
}

describe("characters that an edge cuts are those whose shape crosses it", () => {
  it.each([
    ["left", "96 200", "HHH", 1],
    ["left, within a point of it", "99.5 200", "HHH", 0],
    ["right", "280 200", "HHH", 1],
    ["right, within a point of it", "274 200", "HHH", 0],
    ["lower", "150 98", "HHH", 3],
    ["lower, within a point of it", "150 101", "HHH", 0],
    ["lower, with tails below", "150 101", "gHg", 2],
    ["upper", "150 295", "HHH", 3],
    ["upper, within a point of it", "150 290.4", "HHH", 0],
    ["upper, with small letters below", "150 293", "xHx", 1],
  ])("the %s", (_, place, text, count) => {
    const content = `BT /F1 12 Tf ${place} Td (${text}) Tj ET`;
    expect(removed({ content }, { edge: "remove" }).removed.glyphs).toBe(count);
  });
});

it("a letter without an outline covers what letters usually do, whatever its code is afterwards", () => {
  // The program announces one glyph only: those of the letters are missing.
  const program = Buffer.from(trueTypeByCode("oa", 1)).toString("latin1");
  const maxp = program.indexOf("maxp");
  const at = Buffer.from(program, "latin1").readUInt32BE(maxp + 8);
  const short = `${program.slice(0, at + 4)}\0\x01${program.slice(at + 6)}`;
  const { cut, removed: gone } = removed({
    content: "BT /F1 12 Tf 150 301.5 Td <01> Tj 0 30 Td <02> Tj ET",
    more: {
      5: "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Made/FirstChar 1/LastChar 2/Widths[500 500]/FontDescriptor 7 0 R/ToUnicode 9 0 R>>",
      7: descriptor("/FontFile2 8 0 R", 4),
      8: stream(`/Length1 ${short.length}`, short),
      9: stream(
        "",
        "1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <01> <006f> <02> <0061> endbfchar",
      ),
    },
  });
  expect([cut.glyphs, gone.glyphs]).toEqual([1, 1]);
});

describe("the end of a line", () => {
  /** Goes from just outside the right edge away from it, by a pen of ten points. */
  const line = (cap: number, x: number) => removed({ content: `10 w ${cap} J ${x} 150 m ${x + 45} 195 l S` });

  it.each([
    ["that is square shows inside, by its corner", 2, 305.5, [0, 1]],
    ["that is square is gone where its corner lies outside too", 2, 307.5, [1, 0]],
    ["that is round is gone where it lies outside", 1, 305.5, [1, 0]],
    ["that is cut off is gone where it lies outside", 0, 305.5, [1, 0]],
    ["that is cut off shows inside, by half a pen", 0, 303, [0, 1]],
  ])("%s", (_, cap, x, [gone, cut]) => {
    const page = line(cap, x);
    expect([page.removed.paths, page.cut.paths]).toEqual([gone, cut]);
  });
});

describe("a form", () => {
  const SHOWN = "150 150 9 9 re f ";
  const form = (content: string, data: string) =>
    removed({ content, resources: "/XObject<</Fm 6 0 R>>", more: { 6: stream(FORM, data) } });
  const forms = ({ document }: ReturnType<typeof form>) =>
    Array.from({ length: document.size }, (_, number) => document.get(number)).filter(
      (object) => object instanceof PdfStream && object.dict.get("Subtype") === "Form",
    ).length;

  it("that nothing shows of is removed as one thing, and its content is not counted", () => {
    const hidden = form(`q 10 10 50 50 re W n /Fm Do Q ${SHOWN}`, `${SHOWN}BT /F1 12 Tf 10 20 Td (SECRET) Tj ET`);
    expect([hidden.removed.forms, hidden.removed.glyphs, hidden.removed.paths, forms(hidden)]).toEqual([1, 0, 0, 0]);
  });

  it("that is drawn twice loses twice what lies outside, and is written once", () => {
    const twice = form("/Fm Do /Fm Do", `${SHOWN}BT /F1 12 Tf 10 20 Td (SECRET) Tj ET`);
    expect([twice.removed.forms, twice.removed.glyphs, forms(twice)]).toEqual([0, 12, 1]);
  });

  it("that is drawn at two places is written for each", () => {
    const twice = form("/Fm Do q 1 0 0 1 20 20 cm /Fm Do Q", `${SHOWN}20 20 9 9 re f`);
    expect([twice.removed.paths, forms(twice)]).toEqual([2, 2]);
  });

  it("of which nothing is left is painted by nothing", () => {
    const nothing = form(`/Fm Do /Fm Do ${SHOWN}`, "20 20 9 9 re f");
    expect([nothing.removed.paths, forms(nothing)]).toEqual([2, 0]);
  });
});

it.each<[string, (data: string) => string]>([
  ["/F/AHx", (data) => `${Buffer.from(data).toString("hex")}>`],
  ["/F/Fl/DP<</Predictor 1>>", (data) => Buffer.from(deflateSync(data)).toString("latin1")],
  ["/Filter[/AHx/A85]/DecodeParms[null null]", (data) => `${Buffer.from(ascii85(data)).toString("hex")}>`],
])("a content stream that stays as it is can be read by its filters as before, with %s", (entries, encode) => {
  const data = "150 150 9 9 re f 160 160 9 9 re f";
  const coded = encode(data);
  const { document } = removed({ content: "", more: { 4: stream(entries, coded) } });
  const contents = document.resolve(document.page(0).dict.get("Contents"));
  expect(contents instanceof PdfStream && Buffer.from(document.streamData(contents)).toString()).toBe(data);
});
