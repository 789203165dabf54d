import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../../src/images/image-document.ts";
import { bmp } from "../../fixtures/bmp.ts";
import { be16, bytes } from "../../fixtures/bytes.ts";
import { box, boxed, codestream, jp2 } from "../../fixtures/jp2.ts";
import { jpxStream } from "../../fixtures/jpx.ts";
import { nearly, RENDERERS } from "../../support/renderers.ts";

const SIZE = 40;
const RED = [200, 30, 20];
const BLUE = [20, 40, 210];
const GRAY = [128, 128, 128];

/** Rows of red above, of blue below. */
const rows = (order: (colour: number[]) => number[]): number[] =>
  Array.from({ length: SIZE * SIZE }, (_, i) => order(i < (SIZE * SIZE) / 2 ? RED : BLUE)).flat();
const backwards = ([red, green, blue]: number[]): number[] => [blue!, green!, red!];
const upsideDown = (pixels: number[]): number[] =>
  Array.from({ length: SIZE }, (_, y) => pixels.slice((SIZE - 1 - y) * SIZE * 3, (SIZE - y) * SIZE * 3)).flat();
/** Its upper half is red, its lower half lets half of what is behind it through. */
const channel = (above: number, below = above): number[][] =>
  Array.from({ length: SIZE }, (_, y) => new Array<number>(SIZE).fill(y < SIZE / 2 ? above : below));
const sheer = jpxStream([...RED.map((level) => channel(level)), channel(255, 128)]);
const described = (opacity: number): Uint8Array =>
  box(
    "cdef",
    bytes(
      be16(4),
      [0, 1, 2].flatMap((i) => [i, 0, i + 1].flatMap(be16)),
      [3, opacity, 0].flatMap(be16),
    ),
  );
const PALE = RED.map((level) => Math.round(255 - ((255 - level) * 128) / 255));
const mixed = RED.map((level) => channel(level, Math.round((level * 128) / 255)));

describe.each(RENDERERS)("$name", ({ pages }) => {
  it.each<[string, Uint8Array, number[], number[]]>([
    ["BMP", bmp({ width: SIZE, height: SIZE, bits: 24, pixels: upsideDown(rows(backwards)) }), RED, BLUE],
    ["BMP that begins above", bmp({ width: SIZE, height: -SIZE, bits: 24, pixels: rows(backwards) }), RED, BLUE],
    ["JPEG 2000", jp2(SIZE, SIZE, 3, 16), GRAY, GRAY],
    ["JPEG 2000 with alpha, of which nothing is said", boxed(sheer, SIZE, SIZE, 4, 16), RED, PALE],
    ["JPEG 2000 with alpha", boxed(sheer, SIZE, SIZE, 4, 16, [described(1)]), RED, PALE],
    ["JPEG 2000 with alpha without a file around it", sheer, RED, PALE],
    [
      "JPEG 2000 whose colours are mixed with black",
      boxed(jpxStream([...mixed, channel(255, 128)]), SIZE, SIZE, 4, 16, [described(2)]),
      RED,
      PALE,
    ],
    ["JPEG 2000 of gray without a file around it", codestream(SIZE, SIZE, 1), GRAY, GRAY],
  ])("shows %s upright and in its colours", async (_, file, above, below) => {
    const made = await imagesToPdf([{ name: "x", bytes: file }], { ...DEFAULT_OPTIONS, dpi: 72 });
    expect(made.failures).toEqual([]);
    const [page] = await pages(made.rope.toBytes());
    expect([page!.width, page!.height]).toEqual([SIZE, SIZE]);
    expect(page!.at(20, 5)).toEqual(nearly(above));
    expect(page!.at(20, 35)).toEqual(nearly(below));
  });
});
