import { describe, expect, it } from "vitest";
import { Extent } from "../../src/pdf-content/extent.ts";
import type { Matrix } from "../../src/pdf-content/matrix.ts";
import { Inside } from "../../src/remove/tally.ts";

type Sides = [left: number, bottom: number, right: number, top: number];
type Glyphs = [count: number, clip: Sides];

const ALL: Sides = [0, 0, 400, 400];
const HALF: Sides = [100, 100, 200, 300];

function page(glyphs: Glyphs[], images: [Matrix, Sides][] = []): Inside {
  const inside = new Inside([100, 100, 300, 300]);
  for (const [count, clip] of glyphs) inside.glyphs(count, Extent.of(clip));
  for (const [matrix, clip] of images) inside.image(matrix, Extent.of(clip));
  return inside;
}

describe("what the new file shows inside is compared with the old one", () => {
  it.each<[string, Glyphs[], Glyphs[]]>([
    [
      "is cut into other pieces",
      [[7, ALL]],
      [
        [3, ALL],
        [4, ALL],
      ],
    ],
    ["is under a clip that is cut at the area", [[7, [50, 50, 200, 400]]], [[7, [100, 100, 200, 300]]]],
    ["is under a clip that is rounded", [[7, HALF]], [[7, [100, 100, 200.05, 299.95]]]],
    ["is under a curved clip, which becomes smaller when it is cut", [[7, HALF]], [[7, [110, 100, 190, 300]]]],
    ["is under nothing but a line", [[7, [100, 100, 100.05, 300]]], [[7, [100, 100, 99, 300]]]],
    ["is nothing", [], []],
  ])("text that %s is the same", (_, before, after) => {
    expect(page(before).fault(page(after))).toBeUndefined();
  });

  it.each<[string, Glyphs[], Glyphs[], string]>([
    ["a character less", [[7, ALL]], [[6, ALL]], "6 glyphs instead of 7"],
    ["a character more", [[7, ALL]], [[8, ALL]], "8 glyphs instead of 7"],
    ["a wider clip", [[7, HALF]], [[7, [100, 100, 201, 300]]], "glyphs under another clip"],
    ["a clip that lies elsewhere", [[7, HALF]], [[7, [150, 100, 250, 300]]], "glyphs under another clip"],
    ["a clip that lies outside", [[7, HALF]], [[7, [20, 100, 90, 300]]], "glyphs under another clip"],
    [
      "a clip that begins too late",
      [
        [5, ALL],
        [2, HALF],
      ],
      [
        [6, ALL],
        [1, HALF],
      ],
      "glyphs under another clip",
    ],
  ])("%s is a fault", (_, before, after, fault) => {
    expect(page(before).fault(page(after))).toBe(fault);
  });

  it("an image may be cut, at the area or at its clip, and lies where it lay", () => {
    const whole = page(
      [],
      [
        [
          [400, 0, 0, 400, 0, 0],
          [0, 0, 250, 400],
        ],
      ],
    );
    expect(
      whole.fault(
        page(
          [],
          [
            [
              [210, 0, 0, 210, 95, 95],
              [0, 0, 250, 400],
            ],
          ],
        ),
      ),
    ).toBeUndefined();
    expect(
      whole.fault(
        page(
          [],
          [
            [
              [210, 0, 0, 150, 95, 150],
              [0, 0, 250, 400],
            ],
          ],
        ),
      ),
    ).toBe("an image beside its place");
    expect(whole.fault(page([]))).toBe("0 images instead of 1");
  });

  it("an image under a curved clip shows less when the clip is cut, and nowhere else", () => {
    const picture: Matrix = [400, 0, 0, 400, 0, 0];
    const whole = page([], [[picture, HALF]]);
    expect(whole.fault(page([], [[picture, [110, 100, 190, 300]]]))).toBeUndefined();
    expect(whole.fault(page([], [[picture, [110, 100, 210, 300]]]))).toBe("an image beside its place");
  });

  it("of a turned image only the number is compared", () => {
    const turned = page([], [[[300, 300, -300, 300, 0, 0], ALL]]);
    expect(turned.fault(page([], [[[100, 100, -100, 100, 100, 100], ALL]]))).toBeUndefined();
  });

  it("what a form shows is counted for each of its places", () => {
    const before = page([[5, ALL]]);
    const amount = before.start();
    before.glyphs(3, Extent.of(ALL));
    before.glyphs(2, Extent.of(HALF));
    before.image([50, 0, 0, 50, 120, 120], Extent.of(ALL));
    before.addAgain(amount());
    const image: [Matrix, Sides] = [[50, 0, 0, 50, 120, 120], ALL];
    expect(
      before.fault(
        page(
          [
            [8, ALL],
            [2, HALF],
            [3, ALL],
            [2, HALF],
          ],
          [image, image],
        ),
      ),
    ).toBeUndefined();
    expect(
      before.fault(
        page(
          [
            [8, ALL],
            [2, HALF],
          ],
          [image],
        ),
      ),
    ).toBe("10 glyphs instead of 15");
  });

  it("of a page with thousands of clips the numbers are compared", () => {
    const clips = Array.from({ length: 6000 }, (_, i): Glyphs => [1, [100, 100, 110 + i / 100, 300]]);
    expect(page(clips).fault(page(clips))).toBeUndefined();
    expect(page(clips).fault(page([...clips.slice(0, -1), [3, ALL]]))).toBe("6002 glyphs instead of 6000");
    expect(page(clips).fault(page(clips.map(([count]) => [count, ALL])))).toBe("glyphs under another clip");
  });
});
