import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { markFont, type Overlay, type Placement, POSITIONS, type Position } from "../../../src/engine.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { archived } from "../../fixtures/archived.ts";
import { PAGE_SHAPES, pageOfShape } from "../../fixtures/page-shapes.ts";
import { pdf } from "../../fixtures/pdf.ts";
import { mergePdfs } from "../../support/at-once.ts";
import { broken } from "../../support/conformance.ts";
import { nearly, RENDERERS } from "../../support/renderers.ts";

const font = await markFont();
const MARGIN = 7;
const SIZE = 10;
/** Of the font's capitals, as its maker publishes it. */
const CAPITALS = 0.714 * SIZE;

const textAt = (position: Position, text: string, more: Partial<Overlay> = {}) =>
  ({
    ...{ layer: "over", font, text, size: SIZE, color: [0, 0, 0] },
    ...{ place: { position, margin: MARGIN } },
    ...more,
  }) as Overlay;

function marked(file: Uint8Array, overlays: readonly Overlay[], rotate = 0): Uint8Array {
  const parts = [{ document: openPdf(file), title: "Marked" }];
  const pages = [{ part: 0, rotate }];
  return mergePdfs(parts, { tagged: true, outline: "none", pages, overlays: () => overlays }).rope.toBytes();
}

interface Line {
  text: string;
  left: number;
  right: number;
  baseline: number;
}

/** The lines that MuPDF reads on the first page, in points of the page as it is seen, and that page's size. */
function read(file: Uint8Array): { width: number; height: number; lines: Line[] } {
  const page = mupdf.Document.openDocument(file, "application/pdf").loadPage(0);
  const [, , width, height] = page.getBounds();
  const lines: Line[] = [];
  page.toStructuredText("").walk({
    beginLine: () => void lines.push({ text: "", left: Number.NaN, right: 0, baseline: 0 }),
    onChar(character, [x, y], _, size, quad) {
      const line = lines.at(-1)!;
      expect(size).toBeCloseTo(SIZE, 3);
      if (line.text === "") line.left = x;
      line.text += character;
      line.right = quad[2];
      line.baseline = height - y;
    },
  });
  return { width, height, lines };
}

/** Where a line of this width should be: its left end, and its baseline. */
function expected(position: Position, page: { width: number; height: number }, width: number): [number, number] {
  const [across, up] = [page.width - width, page.height - CAPITALS];
  const at = (least: number, most: number, first: boolean, last: boolean) =>
    first ? least : last ? most : (most + least) / 2;
  return [
    at(MARGIN, across - MARGIN, position.endsWith("left"), position.endsWith("right")),
    at(MARGIN, up - MARGIN, position.startsWith("bottom"), position.startsWith("top")),
  ];
}

describe("a text on a page", () => {
  it.each(PAGE_SHAPES)("is where it is asked for on a page $name, as the page is seen", ({ sane: _, ...shape }) => {
    const numbered = POSITIONS.map((position, at) => textAt(position, String(at + 1)));
    const { lines, ...page } = read(marked(pageOfShape(shape, ""), numbered));
    expect(lines.map(({ text }) => text).sort()).toEqual(POSITIONS.map((_, at) => String(at + 1)));
    for (const { text, left, right, baseline } of lines) {
      const position = POSITIONS[Number(text) - 1]!;
      const [x, y] = expected(position, page, right - left);
      expect(Math.abs(left - x), position).toBeLessThan(0.5);
      expect(Math.abs(baseline - y), position).toBeLessThan(0.5);
    }
  });

  it.each([90, 180, 270])("is upright on a page that is turned by %i while it is joined", (rotate) => {
    const file = marked(
      pageOfShape({ entries: "/MediaBox[0 0 200 140]/Rotate 90" }, ""),
      [textAt("bottom-left", "I")],
      rotate,
    );
    const { lines, width } = read(file);
    expect(width).toBe(rotate === 180 ? 140 : 200);
    expect(lines).toMatchObject([{ text: "I", left: expect.closeTo(MARGIN, 2), baseline: expect.closeTo(MARGIN, 2) }]);
  });

  it("is drawn alike by all renderers", async () => {
    const file = marked(pageOfShape({ entries: "/MediaBox[10 20 210 160]/Rotate 270" }, ""), [
      textAt("top-right", "HHHH\nH"),
    ]);
    for (const renderer of RENDERERS) {
      const [page] = await renderer.pages(file);
      const inked = (x: number, y: number) => page!.at(x, y)[0]! < 128;
      const points = Array.from(
        { length: page!.width * page!.height },
        (_, at) => [at % page!.width, Math.floor(at / page!.width)] as const,
      );
      const ink = points.filter(([x, y]) => inked(x, y));
      const [xs, ys] = [ink.map(([x]) => x), ink.map(([, y]) => y)];
      // Beside the stem of an H the font leaves a tenth of its size.
      expect(page!.width - MARGIN - Math.max(...xs), renderer.name).toBeLessThan(3);
      expect(Math.abs(Math.min(...ys) - MARGIN), renderer.name).toBeLessThanOrEqual(1);
      expect(Math.abs(Math.max(...ys) - (MARGIN + CAPITALS + 1.2 * SIZE)), renderer.name).toBeLessThanOrEqual(1.5);
    }
  });

  it("says its letters to those who copy it, in every script that the font has", () => {
    const text = "Größe Ωμέγα Жук ąłż Tiếng Việt € № – …";
    expect(font.missing(text)).toEqual([]);
    expect(
      read(marked(pageOfShape({ entries: "/MediaBox[0 0 500 140]" }, ""), [textAt("center", text)])).lines,
    ).toMatchObject([{ text }]);
  });

  it("leaves a PDF/A-2b one", () => {
    const file = marked(archived(), []);
    const overlays = [textAt("bottom", "1 / 9"), textAt("top", "Draft", { color: [1, 0, 0] } as Partial<Overlay>)];
    expect(broken(marked(archived(), overlays))).toEqual(broken(file));
  });
});

/** A page of 60 by 30 points as it is seen: red at its left, green at its right. */
const FLAG = openPdf(
  pageOfShape(
    { entries: "/MediaBox[100 100 130 160]/Rotate 90" },
    "1 0 0 rg 100 100 30 30 re f 0 1 0 rg 100 130 30 30 re f",
  ),
);
const flagAt = (position: Position, more: Partial<Placement> = {}, laid: Partial<Overlay> = {}) =>
  ({ layer: "over", document: FLAG, page: 1, place: { position, margin: MARGIN, ...more }, ...laid }) as Overlay;

const colourAt = async (file: Uint8Array, x: number, y: number): Promise<unknown[]> => {
  const pages = await Promise.all(RENDERERS.map(async (renderer) => (await renderer.pages(file))[0]!));
  return pages.map((page) => page.at(x, page.height - 1 - y));
};

const [WHITE, RED, GREEN, BLUE] = [
  [255, 255, 255],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
];
const both = (colour: number[] | undefined) => [nearly(colour!), nearly(colour!)];

describe("a page of another document", () => {
  const shapes = PAGE_SHAPES.filter(({ entries }) => !entries.includes("UserUnit"));

  it.each(shapes)("is where it is asked for on a page $name, as both are seen", async ({ sane: _, ...shape }) => {
    const file = marked(pageOfShape(shape, ""), [flagAt("bottom-left")]);
    expect(await colourAt(file, MARGIN + 1, MARGIN + 1)).toEqual(both(RED));
    expect(await colourAt(file, MARGIN + 58, MARGIN + 28)).toEqual(both(GREEN));
    expect(await colourAt(file, MARGIN - 2, MARGIN + 1)).toEqual(both(WHITE));
    expect(await colourAt(file, MARGIN + 61, MARGIN + 28)).toEqual(both(WHITE));
    expect(await colourAt(file, MARGIN + 1, MARGIN + 31)).toEqual(both(WHITE));
  });

  const PLAIN = { entries: "/MediaBox[0 0 200 140]" };

  it("is turned about its middle, and its box keeps the margin", async () => {
    const file = marked(pageOfShape(PLAIN, ""), [flagAt("top-right", { rotation: 90 })]);
    // Turned clockwise, its left is on top.
    expect(await colourAt(file, 200 - MARGIN - 15, 140 - MARGIN - 3)).toEqual(both(RED));
    expect(await colourAt(file, 200 - MARGIN - 15, 140 - MARGIN - 57)).toEqual(both(GREEN));
    expect(await colourAt(file, 200 - MARGIN - 33, 140 - MARGIN - 15)).toEqual(both(WHITE));
  });

  it.each([
    ["points", { points: 120 }, 120],
    ["a part of the page", { share: 0.25 }, 50],
    ["all that fits", "fill", 186],
    ["its own size where that fits", "shrink", 60],
  ] as const)("is as wide as %s", async (_, width, wide) => {
    const file = marked(pageOfShape(PLAIN, ""), [flagAt("left", { width })]);
    expect(await colourAt(file, MARGIN + wide - 3, 70)).toEqual(both(GREEN));
    expect(await colourAt(file, MARGIN + wide + 2, 70)).toEqual(both(WHITE));
  });

  it("lies under or over what the page shows, and shows what is below as far as it is asked to", async () => {
    const blue = pageOfShape(PLAIN, "0 0 1 rg 0 0 200 20 re f");
    const under = marked(blue, [flagAt("bottom-left", {}, { layer: "under" })]);
    expect(await colourAt(under, MARGIN + 3, MARGIN + 3)).toEqual(both(BLUE));
    expect(await colourAt(under, MARGIN + 3, MARGIN + 25)).toEqual(both(RED));
    const veiled = marked(blue, [flagAt("bottom-left", {}, { opacity: 0.5 })]);
    expect(await colourAt(veiled, MARGIN + 3, MARGIN + 3)).toEqual(both([128, 0, 128]));
    expect(await colourAt(veiled, MARGIN + 3, MARGIN + 25)).toEqual(both([255, 128, 128]));
    const text = {
      ...textAt("bottom-left", "\u2013\u2013", { opacity: 0.5 }),
      size: 100,
      place: { position: "bottom-left", margin: 0 },
    };
    const dash = marked(blue, [text as Overlay]);
    expect(await colourAt(dash, 25, 27)).toEqual(both([128, 128, 128]));
  });

  it("leaves a PDF/A-2b one, through which its pages show too", () => {
    const overlays = [flagAt("top", { rotation: 30 }, { opacity: 0.4 }), textAt("bottom", "Draft", { opacity: 0.2 })];
    expect(broken(marked(archived(), overlays))).toEqual(broken(marked(archived(), [])));
  });
});

describe("what texts cost", () => {
  it("is one font for all pages, and one form for pages that have the same", () => {
    const kids = Array.from({ length: 50 }, (_, at) => at + 3);
    const file = pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: `<</Type/Pages/Count 50/Kids[${kids.map((kid) => `${kid} 0 R`).join(" ")}]/MediaBox[0 0 200 100]>>`,
      ...Object.fromEntries(kids.map((kid) => [kid, "<</Type/Page/Parent 2 0 R>>"])),
    });
    const parts = () => [{ document: openPdf(file), title: "Pages" }];
    const sizeOf = (overlays?: (page: number) => readonly Overlay[]) =>
      mergePdfs(parts(), { tagged: true, outline: "none", overlays }).rope.length;
    const plain = sizeOf();
    const same = sizeOf(() => [textAt("bottom", "Draft")]) - plain;
    const numbers = sizeOf((page) => [textAt("bottom", `${page} / 50`)]) - plain;
    expect(same).toBeLessThan(5_000);
    expect((numbers - same) / 50).toBeLessThan(250);
  });
});
