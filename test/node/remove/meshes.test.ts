import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { redactInTurns } from "../../../src/redact/redact.ts";
import { stream } from "../../fixtures/pdf.ts";
import { MIDDLE, onePage } from "../../fixtures/removal/construct.ts";
import { removeOutside } from "../../support/at-once.ts";
import { openWithMupdf } from "../../support/finder/finder.ts";
import { differing, pixels } from "../../support/finder/inside-pixels.ts";

type Point = readonly [x: number, y: number];
type Colour = readonly number[];

/** A sheet that is larger than the area, with points and colours that only lie outside. */
const [A, B, C, D]: Point[] = [
  [20, 30],
  [10, 390],
  [385, 370],
  [395, 15],
];
const COLOURS: Colour[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
];
/** How far the sides of a patch bulge. */
const BULGE = 60;
/** Steps of a colour that MuPDF's coarse patches differ by. */
const share = 0.01;

const bytes = (value: number, low: number, high: number): number[] => {
  const code = Math.round(((value - low) / (high - low)) * 0xffff);
  return [code >> 8, code & 255];
};
const at = ([x, y]: Point): number[] => [...bytes(x, 0, 500), ...bytes(y, 0, 500)];
const inColours = (colour: Colour): number[] => colour.flatMap((part) => bytes(part, 0, 1));

function sheet(kind: number, inks: readonly Colour[]): number[] {
  const colours = inks.map(inColours);
  const [a, b, c, d] = [A!, B!, C!, D!];
  if (kind === 5)
    return [...at(a), ...colours[0]!, ...at(d), ...colours[3]!, ...at(b), ...colours[1]!, ...at(c), ...colours[2]!];
  if (kind === 4) {
    const corner = (flag: number, point: Point, i: number) => [flag, ...at(point), ...colours[i]!];
    return [...corner(0, a, 0), ...corner(0, b, 1), ...corner(0, c, 2), ...corner(2, d, 3)];
  }
  const bulging = ([x0, y0]: Point, [x1, y1]: Point): Point[] =>
    [1 / 3, 2 / 3].map((t): Point => {
      const [x, y] = [x0 + t * (x1 - x0), y0 + t * (y1 - y0)];
      return [x + (x < 200 ? BULGE : -BULGE), y + (y < 200 ? BULGE : -BULGE)];
    });
  const boundary = [a, ...bulging(a, b), b, ...bulging(b, c), c, ...bulging(c, d), d, ...bulging(d, a)];
  const inner: Point[] =
    kind === 7
      ? [
          [150, 160],
          [120, 280],
          [290, 250],
          [260, 110],
        ]
      : [];
  return [0, ...[...boundary, ...inner].flatMap(at), ...colours.flat()];
}

function mesh(kind: number, inks: readonly Colour[] = COLOURS, more = ""): string {
  const size = kind === 5 ? "/VerticesPerRow 2" : "/BitsPerFlag 8";
  const range = "0 1 ".repeat(inks[0]!.length);
  return stream(
    String.fromCharCode(...sheet(kind, inks)),
    `/ShadingType ${kind}/ColorSpace/DeviceRGB/BitsPerCoordinate 16/BitsPerComponent 16${size}` +
      `/Decode[0 500 0 500 ${range}]${more}`,
  );
}

const FADE = "/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>";
const PLACES: Colour[] = [[0.1], [0.4], [0.9], [0.6]];

const page = (body: string, content = "/S sh"): Uint8Array =>
  onePage(content, {
    resources: "/Shading<</S 20 0 R>>/Pattern<</P<</PatternType 2/Shading 20 0 R>>>>",
    objects: { 20: body },
    inside: "",
  });

const cut = (file: Uint8Array): Uint8Array =>
  removeOutside(openPdf(file), { definitions: [{ page: 1, area: MIDDLE.shown }] }).rope.toBytes();

const picture = (file: Uint8Array, area: typeof MIDDLE.shown) => {
  const document = openWithMupdf(file, undefined);
  const found = pixels(document.loadPage(0) as never, area);
  document.destroy();
  return found;
};

/** The mesh of a result: what its numbers lie between, and its kind. */
function left(file: Uint8Array) {
  const document = openPdf(file);
  for (let number = 1; number < 60; number++) {
    const found = document.get(number);
    if (!(found instanceof PdfStream) || !found.dict.has("ShadingType")) continue;
    const [x0, x1, y0, y1, ...colours] = document.numbers(found.dict.get("Decode"), 6)!;
    return { kind: found.dict.get("ShadingType"), box: [x0, y0, x1, y1], colours };
  }
  throw new Error("no mesh");
}

const cases: [string, Uint8Array][] = [4, 5, 6, 7].flatMap((kind): [string, Uint8Array][] => [
  [`of kind ${kind}`, page(mesh(kind))],
  [`of kind ${kind}, turned`, page(mesh(kind), "0.8 0.6 -0.6 0.8 100 -100 cm /S sh")],
  [`of kind ${kind}, as a pattern`, page(mesh(kind), "/Pattern cs /P scn 0 0 400 400 re f")],
  [`of kind ${kind}, by a function`, page(mesh(kind, PLACES, FADE))],
]);

describe("a mesh across the edge", () => {
  it.each(cases)("%s looks as before inside, and has nothing of the rest", (_, file) => {
    const result = cut(file);
    expect(differing(picture(file, MIDDLE.shown), picture(result, { ...MIDDLE.shown, x: 0, y: 0 }))).toBeLessThan(
      share,
    );
  });

  it.each([4, 5, 6, 7])("of kind %i keeps no point and no colour of outside", (kind) => {
    const { box, colours } = left(cut(page(mesh(kind))));
    const rounded = box.map((side) => Math.round(side! * 100) / 100);
    expect(Math.min(...rounded.slice(0, 2))).toBeGreaterThanOrEqual(100);
    expect(Math.max(...rounded.slice(2))).toBeLessThanOrEqual(300);
    expect(Math.max(...colours)).toBeLessThan(0.99);
  });

  it("by a function keeps none of the function's colours of outside", () => {
    const [first, last] = left(cut(page(mesh(4, PLACES, FADE)))).colours;
    expect(first).toBeGreaterThan(0.1);
    expect(last).toBeLessThan(0.9);
  });
});

describe("a mesh under an area that is cut out", () => {
  it.each([4, 5, 6, 7])("of kind %i stays beside it, and is gone there", (kind) => {
    const file = page(mesh(kind));
    const area = { x: 150, y: 180, width: 80, height: 40 };
    const result = atOnce(redactInTurns(openPdf(file), { areas: [{ page: 1, area }] })).rope.toBytes();
    const beside = { x: 60, y: 250, width: 250, height: 60 };
    expect(differing(picture(file, beside), picture(result, beside))).toBeLessThan(share);
    expect(picture(result, area).data.every((value) => value > 250)).toBe(true);
  });
});
