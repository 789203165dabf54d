import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, type ImagesToPdfOptions, imagesToPdf } from "../../../src/images/image-document.ts";
import { gif } from "../../fixtures/gif.ts";
import { adobe, jfif, jpeg } from "../../fixtures/jpeg.ts";
import { type PngFixture, png } from "../../fixtures/png.ts";
import { nearly, RENDERERS, type Rendered, type Renderer } from "../../support/renderers.ts";

/** Renders at one page unit a pixel. */
async function show(
  renderer: Renderer,
  file: Uint8Array,
  options: Partial<ImagesToPdfOptions> = {},
): Promise<Rendered> {
  const { rope, failures } = await imagesToPdf([{ name: "x", bytes: file }], {
    ...DEFAULT_OPTIONS,
    dpi: 72,
    ...options,
  });
  expect(failures).toEqual([]);
  return (await renderer.pages(rope.toBytes()))[0]!;
}

function expectPixels(page: Rendered, width: number, height: number, colour: (x: number, y: number) => number[]): void {
  expect([page.width, page.height]).toEqual([width, height]);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) expect(page.at(x, y), `${x},${y}`).toEqual(nearly(colour(x, y)));
  }
}

const block = (page: Rendered, index: number) => page.at(index * 8 + 4, 4);
const WHITE = [255, 255, 255];

describe.each(RENDERERS)("in $name", (renderer) => {
  it("gray of every depth has its levels", async () => {
    for (const depth of [1, 2, 4, 8, 16] as const) {
      const most = 2 ** depth - 1;
      const level = (x: number, y: number) => Math.min(most, Math.round(((x + y * 4) / 15) * most));
      for (const interlaced of [false, true]) {
        const page = await show(
          renderer,
          png({ width: 4, height: 4, colourType: 0, depth, pixel: (x, y) => [level(x, y)], interlaced }),
        );
        expectPixels(page, 4, 4, (x, y) => Array(3).fill((level(x, y) / most) * 255));
      }
    }
  });

  it("RGB of 8 and 16 bits has its colours, under every filter", async () => {
    for (const depth of [8, 16] as const) {
      const colour = (x: number, y: number) => [x * 36, y * 36, 255 - x * 30];
      const pixel = (x: number, y: number) => colour(x, y).map((value) => (depth === 16 ? value * 257 : value));
      const page = await show(
        renderer,
        png({ width: 7, height: 7, colourType: 2, depth, pixel, filter: (y) => y % 5 }),
      );
      expectPixels(page, 7, 7, colour);
    }
  });

  it("a palette has its colours at every depth", async () => {
    const palette = [255, 0, 0, 0, 255, 0, 0, 0, 255, 90, 80, 70];
    for (const depth of [2, 4, 8] as const) {
      const page = await show(
        renderer,
        png({ width: 5, height: 5, colourType: 3, depth, palette, pixel: (x, y) => [(x + y) % 4] }),
      );
      expectPixels(page, 5, 5, (x, y) => palette.slice(((x + y) % 4) * 3, ((x + y) % 4) * 3 + 3));
    }
  });

  it("alpha lets the background through by its share, in 8 and 16 bits, gray and colour", async () => {
    const background = [0, 100, 200] as const;
    const colour = [200, 50, 0];
    for (const depth of [8, 16] as const) {
      for (const colourType of [4, 6] as const) {
        const scale = depth === 16 ? 257 : 1;
        const own = colourType === 4 ? [120] : colour;
        const pixel = (x: number) => [...own, x * 85].map((value) => value * scale);
        const page = await show(renderer, png({ width: 4, height: 4, colourType, depth, pixel }), { background });
        expectPixels(page, 4, 4, (x) =>
          background.map((behind, i) => ((own[i] ?? own[0]!) * x * 85 + behind * (255 - x * 85)) / 255),
        );
      }
    }
  });

  it("a palette's alpha lets the background through by its share", async () => {
    const fixture: PngFixture = {
      width: 4,
      height: 4,
      colourType: 3,
      depth: 4,
      palette: [255, 0, 0, 0, 255, 0, 0, 0, 255],
      transparency: [255, 128, 0],
      pixel: (x) => [x % 3],
    };
    const page = await show(renderer, png(fixture));
    expectPixels(page, 4, 4, (x) => [[255, 0, 0], [127, 255, 127], WHITE][x % 3]!);
  });

  it("a transparent colour of gray, RGB or palette vanishes, and no other", async () => {
    const gray = png({ width: 4, height: 4, colourType: 0, depth: 8, pixel: (x) => [x * 60], transparency: [0, 120] });
    expectPixels(await show(renderer, gray), 4, 4, (x) => (x === 2 ? WHITE : Array(3).fill(x * 60)));
    const rgb = png({
      width: 4,
      height: 4,
      colourType: 2,
      depth: 8,
      pixel: (x) => [x * 60, 9, 9],
      transparency: [0, 60, 0, 9, 0, 9],
    });
    expectPixels(await show(renderer, rgb), 4, 4, (x) => (x === 1 ? WHITE : [x * 60, 9, 9]));
    const palette = png({
      width: 4,
      height: 4,
      colourType: 3,
      depth: 8,
      palette: [1, 2, 3, 90, 90, 90],
      transparency: [255, 0],
      pixel: (x) => [x & 1],
    });
    expectPixels(await show(renderer, palette), 4, 4, (x) => (x & 1 ? WHITE : [1, 2, 3]));
  });
});

describe.each(RENDERERS)("GIF and JPEG in $name", (renderer) => {
  it("a GIF has its colours, its transparency and its place", async () => {
    const palette = [255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30];
    const frames = [{ left: 1, top: 2, width: 4, height: 3, index: (x: number) => x, transparent: 2 }];
    const page = await show(renderer, gif({ width: 6, height: 6, palette, frames }), { background: [9, 9, 9] });
    expectPixels(page, 6, 6, (x, y) => {
      const inside = x >= 1 && x < 5 && y >= 2 && y < 5 && x !== 3;
      return inside ? palette.slice((x - 1) * 3, (x - 1) * 3 + 3) : [9, 9, 9];
    });
  });

  it("a JPEG is gray, YCbCr or RGB as its markers say", async () => {
    const gray = await show(renderer, jpeg({ blocks: [[[30], [200]]] }));
    expect([block(gray, 0), block(gray, 1)]).toEqual([nearly([30, 30, 30]), nearly([200, 200, 200])]);
    const blocks = [
      [
        [200, 100, 50],
        [76, 85, 255],
      ],
    ];
    for (const rgb of [
      { blocks, segments: [adobe(0)] },
      { blocks, componentIds: [0x52, 0x47, 0x42] },
    ]) {
      expect(block(await show(renderer, jpeg(rgb)), 0)).toEqual(nearly([200, 100, 50]));
    }
    for (const segments of [[], [jfif(1, 72, 72)], [adobe(1)], [jfif(1, 72, 72), adobe(0)]]) {
      // Y 76, Cb 85, Cr 255 is red.
      expect(block(await show(renderer, jpeg({ blocks, segments })), 1)).toEqual([
        expect.closeTo(254, -1),
        expect.closeTo(0, -1),
        expect.closeTo(0, -1),
      ]);
    }
  });

  it("CMYK is as it is without Adobe's marker, and turned around with it", async () => {
    const paper = [
      [
        [0, 0, 0, 0],
        [0, 0, 0, 255],
        [255, 0, 0, 0],
      ],
    ];
    const plain = await show(renderer, jpeg({ blocks: paper }));
    expect(block(plain, 0)).toEqual(nearly(WHITE));
    expect(Math.max(...block(plain, 1))).toBeLessThan(60);
    const [red, green, blue] = block(plain, 2) as [number, number, number];
    expect(red).toBeLessThan(60);
    expect(Math.min(green, blue)).toBeGreaterThan(150);
    const inverted = paper.map((row) => row.map((ink) => ink.map((value) => 255 - value)));
    const turned = await show(renderer, jpeg({ blocks: inverted, segments: [adobe(0)] }));
    for (const index of [0, 1, 2]) expect(block(turned, index)).toEqual(nearly(block(plain, index)));
  });

  it("a JPEG whose height is given late, or whose tables were left out, is whole", async () => {
    const blocks = [[[30]], [[200]]];
    for (const fixture of [
      { blocks, dnl: true },
      { blocks, withoutTables: true },
      { blocks, junk: Uint8Array.of(1, 2, 3) },
    ]) {
      const page = await show(renderer, jpeg(fixture));
      expect([page.at(4, 4), page.at(4, 12)]).toEqual([nearly([30, 30, 30]), nearly([200, 200, 200])]);
    }
  });
});
