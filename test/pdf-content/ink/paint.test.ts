import { describe, expect, it } from "vitest";
import { stream } from "../../fixtures/pdf.ts";
import { inkOf, type PageParts } from "../page.ts";

const MARK = "20 20 10 10 re";
const SMALL = [20, 20, 30, 30];
const PAGE = [0, 0, 200, 100];
const BLACK_PAGE = "0 g 0 0 200 100 re f";

const settings = (entries: string): PageParts => ({ resources: `/ExtGState<</S<<${entries}>>>>` });
const form = (content: string, dict = "") => stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 200 100]${dict}`);
const withForm = (content: string, dict = "", entries = ""): PageParts => ({
  resources: `/XObject<</X 10 0 R>>/ExtGState<</S<<${entries}>>>>`,
  objects: { 10: form(content, dict) },
});
const GROUP = "/Group<</S/Transparency>>";

describe("Paint shows", () => {
  it.each([
    ["filled, by its filling alpha", "f", "/CA 0", SMALL],
    ["filled, not with a filling alpha of 0", "f", "/ca 0", null],
    ["stroked, by its stroking alpha", "S", "/ca 0", [19.5, 19.5, 30.5, 30.5]],
    ["stroked, not with a stroking alpha of 0", "S", "/CA 0", null],
    ["both, where one of them does", "B", "/CA 0", SMALL],
    ["both, where the other does", "B", "/ca 0", [19.5, 19.5, 30.5, 30.5]],
    ["faintly", "f", "/ca 0.01", SMALL],
  ])("%s", (_, operator, entries, box) => {
    expect(inkOf(`/S gs ${MARK} ${operator}`, settings(entries))).toEqual(box);
  });

  it.each([
    ["Normal", null],
    ["Multiply", null],
    ["Darken", null],
    ["Difference", SMALL],
    ["Exclusion", SMALL],
  ])("in white where %s makes more of it than paper", (mode, box) => {
    expect(inkOf(`/S gs 1 g ${MARK} f`, settings(`/BM/${mode}`))).toEqual(box);
    expect(inkOf(`/S gs 1 G ${MARK} S`, settings(`/BM/${mode}`)) === null).toBe(box === null);
  });

  it("as text by the mode that it is drawn in", () => {
    const parts = settings("/ca 0");
    const font = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
    const shown = (mode: number, more: Partial<PageParts> = {}) =>
      inkOf(`/S gs BT /F 20 Tf ${mode} Tr 20 20 Td (H) Tj ET`, { resources: `${parts.resources}${font}`, ...more });
    expect([0, 3, 4, 7].map((mode) => shown(mode))).toEqual([null, null, null, null]);
    const filled = shown(0, { resources: font })!;
    for (const mode of [1, 2, 5, 6]) {
      // Half a line of one point to each side, with its corners.
      expect(shown(mode)![0], String(mode)).toBeCloseTo(filled[0]! - Math.SQRT1_2, 0);
    }
    for (const mode of [0, 4]) expect(shown(mode, { resources: font }), String(mode)).toEqual(filled);
  });
});

describe("A background hides what lies under it", () => {
  it.each([
    ["a rectangle", "0 0 200 100 re f"],
    ["one that is larger", "-10 -10 400 400 re f"],
    ["one that is smaller by less than a twentieth of a point", "0.04 0.04 199.92 99.92 re f"],
    ["a path of a rectangle's lines", "0 0 m 200 0 l 200 100 l 0 100 l h f"],
  ])("where it is %s over the page", (_, path) => {
    expect(inkOf(`${MARK} f 1 g ${path}`)).toBeNull();
    expect(inkOf(`${MARK} f 0 0 1 rg ${path}`)).toBeNull();
  });

  it.each([
    ["is smaller on the left", "0.1 0 200 100 re f", ""],
    ["is smaller below", "0 0.1 200 100 re f", ""],
    ["is smaller on the right", "0 0 199.9 100 re f", ""],
    ["is smaller above", "0 0 200 99.9 re f", ""],
    ["is a triangle", "0 0 m 400 0 l 0 400 l h f", ""],
    ["is faint", "/S gs 0 0 200 100 re f", "/ca 0.9"],
    ["is blended", "/S gs 0 0 200 100 re f", "/BM/Multiply"],
    ["is clipped", "10 10 50 50 re W n 0 0 200 100 re f", ""],
  ])("not where it %s", (_, path, entries) => {
    expect(inkOf(`${MARK} f 1 g ${path}`, settings(entries))).toEqual(SMALL);
  });

  it("because its colour is paper from then on, until another one comes", () => {
    expect(inkOf(`0 0 1 rg 0 0 200 100 re f ${MARK} f`)).toBeNull();
    expect(inkOf(`0 0 1 rg 0 0 200 100 re f 1 g ${MARK} f`)).toEqual(SMALL);
    expect(inkOf(`0 0 1 rg 0 0 200 100 re f 1 g 0 0 200 100 re f ${MARK} f`)).toBeNull();
  });

  it("not within a group that is faint or blended, and again after it", () => {
    for (const entries of ["/ca 0.5", "/BM/Multiply"]) {
      const inside = withForm(`1 g 0 0 200 100 re f`, GROUP, entries);
      expect(inkOf(`${MARK} f q /S gs /X Do Q`, inside), entries).not.toBeNull();
      expect(inkOf(`${MARK} f q /S gs /X Do Q 1 g 0 0 200 100 re f`, inside), entries).toBeNull();
    }
    expect(inkOf(`${MARK} f /X Do`, withForm("1 g 0 0 200 100 re f", GROUP))).toBeNull();
    expect(inkOf(`${MARK} f /X Do`, withForm("1 g 0 0 200 100 re f"))).toBeNull();
  });
});

describe("A group", () => {
  it("begins with paint that is opaque and normal, whatever is set around it", () => {
    const blended = withForm(`1 g ${MARK} f`, GROUP, "/BM/Difference");
    expect(inkOf("/S gs /X Do", blended)).toEqual(SMALL);
    expect(inkOf("/S gs /X Do", withForm(`${MARK} B`, GROUP, "/CA 0"))).toEqual([19.5, 19.5, 30.5, 30.5]);
    expect(inkOf("/S gs /X Do", withForm(`${MARK} B`, GROUP, "/ca 0"))).toBeNull();
    expect(inkOf("/S gs /X Do", withForm(`${MARK} B`, "", "/CA 0"))).toEqual(SMALL);
  });

  it("shows where the mask around it lets it through", () => {
    const parts = withForm(BLACK_PAGE, GROUP, "/SMask<</S/Alpha/G 11 0 R>>");
    expect(inkOf("/S gs /X Do", { ...parts, objects: { ...parts.objects, 11: form(`${MARK} f`, GROUP) } })).toEqual(
      SMALL,
    );
  });

  it("is not read where it lies outside of the page or of what is clipped", () => {
    expect(inkOf("1 0 0 1 300 0 cm /X Do", withForm(BLACK_PAGE))).toBeNull();
    expect(inkOf("300 300 5 5 re W n /X Do", withForm(BLACK_PAGE))).toBeNull();
  });
});

describe("A soft mask lets paint through", () => {
  const masked = (mask: string, content: string): PageParts => ({
    ...settings(`/SMask<<${mask}/G 10 0 R>>`),
    objects: { 10: form(content, "/Group<</S/Transparency/CS/DeviceGray>>"), 11: stream("{}", "/FunctionType 4") },
  });
  it.each([
    ["by its brightness", "/S/Luminosity", `1 g ${MARK} f`, SMALL],
    ["by its brightness, and not where it is black", "/S/Luminosity", `0 g ${MARK} f`, null],
    ["by its alpha, of whatever colour", "/S/Alpha", `0 g ${MARK} f`, SMALL],
    ["by its alpha, of white too", "/S/Alpha", `1 g ${MARK} f`, SMALL],
    ["with a black backdrop", "/S/Luminosity/BC[0]", `1 g ${MARK} f`, SMALL],
    ["everywhere with a light backdrop", "/S/Luminosity/BC[0.5]", `1 g ${MARK} f`, PAGE],
    ["where only its brightness has a backdrop", "/S/Alpha/BC[0.5]", `1 g ${MARK} f`, SMALL],
    ["with a transfer function that changes nothing", "/S/Luminosity/TR/Identity", `1 g ${MARK} f`, SMALL],
    ["everywhere with another transfer function", "/S/Luminosity/TR 11 0 R", `1 g ${MARK} f`, PAGE],
  ])("%s", (_, mask, content, box) => {
    expect(inkOf(`/S gs ${BLACK_PAGE}`, masked(mask, content))).toEqual(box);
  });

  it("everywhere where it has no group", () => {
    expect(inkOf(`/S gs ${BLACK_PAGE}`, settings("/SMask<</S/Luminosity>>"))).toEqual(PAGE);
  });

  it("of whatever kind it paints, and ends with it", () => {
    const parts = masked("/S/Luminosity", `1 g ${MARK} f`);
    expect(inkOf("q /S gs Q 0 0 200 50 re f", parts)).toEqual([0, 0, 200, 50]);
    expect(inkOf("/S gs BI /W 1 /H 1 /BPC 8 /CS /G ID \x01 EI", parts)).toBeNull();
    expect(inkOf("/S gs 40 0 0 40 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x01 EI", parts)).toEqual(SMALL);
  });
});

describe("A shading shows", () => {
  const shading = (entries: string): PageParts => ({
    resources: `/Shading<</H<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Extend[true true]${entries}>>>>/ExtGState<</S<</ca 0>>>>`,
  });
  it.each([
    ["all over what is clipped", "20 20 10 10 re W n /H sh", "", SMALL],
    ["all over the page", "/H sh", "", PAGE],
    ["within its box", "2 0 0 2 0 0 cm /H sh", "/BBox[10 10 15 15]", SMALL],
    ["without a box that is none", "/H sh", "/BBox[10 10 15]", PAGE],
    ["not with an alpha of 0", "/S gs /H sh", "", null],
  ])("%s", (_, content, entries, box) => {
    expect(inkOf(content, shading(entries))).toEqual(box);
  });
});
