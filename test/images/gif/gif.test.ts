import { describe, expect, it } from "vitest";
import { IMAGE_CAPS } from "../../../src/codecs/caps.ts";
import { readGif } from "../../../src/images/gif/gif.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { type GifFixture, gif, subBlocks } from "../../fixtures/gif.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import { random } from "../../fixtures/random.ts";
import { readAll, readOne, samples, type WrittenImage } from "../sink.ts";

const PALETTE = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255];
const noise = random(3);
const grid = Array.from({ length: 64 * 64 }, () => Math.floor(noise() * 4));
const index = (x: number, y: number) => grid[y * 64 + x]!;

function still(width: number, height: number): GifFixture {
  return { width, height, palette: PALETTE, frames: [{ width, height, index }] };
}

function indices(width: number, height: number): number[][] {
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => index(x, y)));
}

/** Colours of an Indexed or RGB image, and undefined where a mask hides the pixel. */
function colours(image: WrittenImage): (string | undefined)[][] {
  const space = String(image.dict.ColorSpace);
  const alphas = image.softMask && samples(image.softMask);
  const hidden = /^\[(\d+) /.exec(String(image.dict.Mask))?.[1];
  const table = /<([0-9a-f]*)>/.exec(space)?.[1];
  return samples(image).map((row, y) => {
    if (table !== undefined) {
      return row.map((value) => (String(value) === hidden ? undefined : table.slice(value * 6, value * 6 + 6)));
    }
    return Array.from({ length: row.length / 3 }, (_, x) => {
      const colour = row.slice(x * 3, x * 3 + 3).map((value) => value.toString(16).padStart(2, "0"));
      return alphas && alphas[y]![x] === 0 ? undefined : colour.join("");
    });
  });
}

const [RED, GREEN, BLUE, WHITE] = ["ff0000", "00ff00", "0000ff", "ffffff"];

describe("a still GIF", () => {
  it("gives its indices and its palette, plain and interlaced, of any size", async () => {
    for (const [width, height] of [
      [1, 1],
      [3, 2],
      [17, 5],
      [50, 40],
    ] as const) {
      for (const interlaced of [false, true]) {
        const fixture = still(width, height);
        const { image } = await readOne(readGif, gif({ ...fixture, frames: [{ ...fixture.frames[0]!, interlaced }] }));
        expect(samples(image), `${width}×${height}`).toEqual(indices(width, height));
        expect(colours(image)[0]![0]).toBe([RED, GREEN, BLUE, WHITE][index(0, 0)]);
      }
    }
  });

  it("makes its transparent index a colour key", async () => {
    const fixture = still(8, 8);
    const { image } = await readOne(readGif, gif({ ...fixture, frames: [{ ...fixture.frames[0]!, transparent: 2 }] }));
    expect(image.dict.Mask).toBe("[2 2]");
  });

  it("lies at its place on the logical screen", async () => {
    const frames = [{ left: 3, top: 5, width: 4, height: 2, index }];
    const { frame, tiles } = await readOne(readGif, gif({ width: 20, height: 10, palette: PALETTE, frames }));
    expect(frame).toMatchObject({ width: 20, height: 10 });
    expect(tiles[0]).toMatchObject({ left: 3, top: 5, width: 4, height: 2 });
  });

  it("takes its own size where the logical screen has none", async () => {
    const { frame } = await readOne(readGif, gif({ ...still(7, 6), width: 0, height: 0 }));
    expect(frame).toMatchObject({ width: 7, height: 6 });
  });

  it("prefers its own palette to the global one", async () => {
    const frames = [{ width: 2, height: 1, index: (x: number) => x, palette: [1, 2, 3, 4, 5, 6] }];
    const { image } = await readOne(readGif, gif({ width: 2, height: 1, palette: PALETTE, frames }));
    expect(colours(image)).toEqual([["010203", "040506"]]);
  });

  it("leaves out a profile that is longer than any is", async () => {
    const block = bytes([0x21, 0xff, 11], "ICCRGBG1012", subBlocks(iccHeader("RGB ", IMAGE_CAPS.profileBytes + 1)), 0);
    const { profiles } = await readOne(readGif, gif({ ...still(4, 4), blocks: [block] }));
    expect(profiles).toEqual([]);
  });

  it("keeps an embedded ICC profile", async () => {
    const block = bytes([0x21, 0xff, 11], "ICCRGBG1012", subBlocks(iccHeader("RGB ", 700)), 0);
    const { image, profiles } = await readOne(readGif, gif({ ...still(4, 4), blocks: [block] }));
    expect(String(image.dict.ColorSpace)).toContain("/Indexed [/ICCBased");
    expect(profiles[0]!.bytes).toEqual(iccHeader("RGB ", 700));
  });

  it("steps over plain text, comments and unknown extensions; a control block before plain text is not the frame's", async () => {
    const blocks = [
      bytes([0x21, 0xfe, 3], "abc", 0),
      bytes([0x21, 0xf9, 4, 1, 0, 0, 0, 0]),
      bytes([0x21, 0x01, 12], new Uint8Array(12), 2, "hi", 0),
      bytes([0x21, 0x77, 2, 1, 2, 0]),
    ];
    const plain = gif({ ...still(4, 4), blocks });
    const { image } = await readOne(readGif, plain);
    expect(image.dict.Mask).toBeUndefined();
    expect(samples(image)).toEqual(indices(4, 4));
  });

  it("shows the rows that it has when it is cut off", async () => {
    const fixture = still(10, 10);
    const cut = gif({ ...fixture, frames: [{ ...fixture.frames[0]!, pixels: 50 }], withoutTrailer: true });
    const { tiles, image } = await readOne(readGif, cut);
    expect(tiles[0]!.height).toBe(5);
    expect(samples(image)).toEqual(indices(10, 5));
  });
});

describe("an animated GIF", () => {
  it("gives its first frame that has a size, at its place, whatever follows", async () => {
    const first = { left: 1, top: 0, width: 2, height: 1, index: () => 1, disposal: 2 };
    const others = [{ width: 4, height: 2, index: () => 0, pixels: 0 }];
    const fixture = { width: 4, height: 2, palette: PALETTE };
    for (const before of [[], [{ ...first, width: 0 }]]) {
      const frames = [...before, first, ...others];
      const written = await readAll(readGif, gif({ ...fixture, frames, withoutTrailer: true }));
      expect(written).toHaveLength(1);
      expect(written[0]!.tiles).toMatchObject([{ left: 1, top: 0, width: 2, height: 1 }]);
      expect(colours(written[0]!.image)).toEqual([[GREEN, GREEN]]);
    }
  });
});

describe("a damaged GIF", () => {
  it("is refused when it holds no image, or an image without pixels", async () => {
    const empty = gif({ width: 4, height: 4, palette: PALETTE, frames: [] });
    const frames = [{ width: 4, height: 4, index, pixels: 0 }];
    for (const file of [empty, gif({ width: 4, height: 4, palette: PALETTE, frames }), empty.subarray(0, 9)]) {
      await expect(readOne(readGif, file)).rejects.toMatchObject({ name: "ImageProblem", code: "CORRUPTED_IMAGE" });
    }
  });
});

describe("a GIF with something missing", () => {
  it("says how much of a picture that is cut off is missing, plain and interlaced", async () => {
    for (const interlaced of [false, true]) {
      const frame = { width: 10, height: 10, index, pixels: 60, interlaced };
      const { warnings } = await readOne(readGif, gif({ ...still(10, 10), frames: [frame] }));
      expect(warnings).toEqual(["The GIF is cut off or damaged: 40 % of the picture is missing."]);
    }
  });

  it("is shown in levels of gray when there is no colour table", async () => {
    const file = gif(still(4, 4));
    // Without the flag and the four colours of the global table.
    const without = bytes(file.subarray(0, 10), file[10]! & 0x7f, file.subarray(11, 13), file.subarray(13 + 12));
    const { image } = await readOne(readGif, without);
    expect(samples(image)).toEqual(indices(4, 4));
    expect(String(image.dict.ColorSpace)).toMatch(/<000000010101/);
  });

  it("says so when it lies outside of its canvas", async () => {
    const { warnings } = await readOne(
      readGif,
      gif({ ...still(4, 4), frames: [{ left: 9, width: 4, height: 4, index }] }),
    );
    expect(warnings).toEqual([expect.stringContaining("outside of its canvas")]);
  });
});
