import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../../src/images/image-document.ts";
import { readPng } from "../../../src/images/png/png.ts";
import { type ApngFrame, apng as animatedPng } from "../../fixtures/apng.ts";
import { be32, bytes } from "../../fixtures/bytes.ts";
import { chunk, type PngFixture, pngStream } from "../../fixtures/png.ts";
import { random } from "../../fixtures/random.ts";
import { readAll, samples, type WrittenImage } from "../sink.ts";

type Colour = readonly [number, number, number, number];
const RED: Colour = [255, 0, 0, 255];
const BLUE: Colour = [0, 0, 255, 255];
const HALF_GREEN: Colour = [0, 255, 0, 128];
const NOTHING: Colour = [0, 0, 0, 0];

/** A frame of one colour, unless it has a stream of its own. */
type Frame = ApngFrame & { colour?: Colour };

const CANVAS = { width: 3, height: 2 };
const plain = (colour: Colour): PngFixture => ({ ...CANVAS, colourType: 6, depth: 8, pixel: () => [...colour] });

function apng(still: PngFixture, first: Frame | undefined, rest: Frame[], declared?: number): Uint8Array {
  const frames = rest.map(({ colour = RED, ...frame }): ApngFrame => {
    const { width = still.width, height = still.height, stream } = frame;
    return { ...frame, stream: stream ?? pngStream({ ...still, width, height, pixel: () => [...colour] }) };
  });
  return animatedPng(still, first, frames, declared);
}

/** The first row, as RGBA. */
function firstRow(image: WrittenImage): number[][] {
  const colours = samples(image)[0]!;
  const alphas = image.softMask && samples(image.softMask)[0]!;
  return [0, 1, 2].map((x) => [...colours.slice(x * 3, x * 3 + 3), alphas ? alphas[x]! : 255]);
}

async function shown(file: Uint8Array): Promise<number[][][]> {
  return (await readAll(readPng, file, { frames: "all" })).map(({ image }) => firstRow(image));
}

describe("an animated PNG", () => {
  const file = apng(plain(RED), {}, [{ left: 1, width: 1, height: 1, colour: BLUE }]);

  it("gives its still picture, passed through as it is, where one frame is wanted", async () => {
    const rgb: PngFixture = { ...plain(RED), colourType: 2, pixel: () => [255, 0, 0] };
    const written = await readAll(readPng, apng(rgb, {}, [{ colour: BLUE }]));
    expect(written).toHaveLength(1);
    expect(written[0]!.frame.method).toBe("passthrough");
  });

  it("gives a page for each frame, drawn over the one before", async () => {
    expect(await shown(file)).toEqual([
      [RED, RED, RED],
      [RED, BLUE, RED],
    ]);
  });

  it("leaves out a still picture that is no frame", async () => {
    expect(await shown(apng(plain(RED), undefined, [{ colour: BLUE }]))).toEqual([[BLUE, BLUE, BLUE]]);
  });

  it("clears or restores a frame's place before the next, as the frame asks", async () => {
    const spot = { left: 1, width: 1, colour: BLUE };
    const last = { left: 2, width: 1, colour: BLUE };
    for (const [dispose, left] of [
      [0, BLUE],
      [1, NOTHING],
      [2, RED],
    ] as const) {
      const pages = await shown(apng(plain(RED), {}, [{ ...spot, dispose }, last]));
      expect(pages.at(-1), `disposal ${dispose}`).toEqual([RED, left, BLUE]);
    }
  });

  it("clears the first frame where it asks to restore what was before it", async () => {
    const pages = await shown(apng(plain(RED), { dispose: 2 }, [{ width: 1, colour: BLUE }]));
    expect(pages[1]).toEqual([BLUE, NOTHING, NOTHING]);
  });

  it("draws over what is there, or replaces it, as the frame asks", async () => {
    const half = { width: 1, colour: HALF_GREEN };
    const pages = await shown(apng(plain(RED), {}, [{ ...half, blend: 1 }, half]));
    expect(pages[1]![0]).toEqual([127, 128, 0, 255]);
    expect(pages[2]![0]).toEqual(HALF_GREEN);
  });

  it("reads frames of every colour type, depth and interlacing", async () => {
    const kinds: [PngFixture["colourType"], PngFixture["depth"], number[], number[]][] = [
      [0, 1, [1], [255, 255]],
      [0, 2, [1], [85, 255]],
      [0, 16, [0x8080], [128, 255]],
      [2, 8, [1, 2, 3], [1, 2, 3, 255]],
      [2, 16, [0x101, 0x202, 0x303], [1, 2, 3, 255]],
      [3, 4, [1], [40, 50, 60, 99]],
      [4, 8, [7, 9], [7, 9]],
      [6, 16, [0x101, 0x202, 0x303, 0x404], [1, 2, 3, 4]],
    ];
    for (const [colourType, depth, pixel, seen] of kinds) {
      for (const interlaced of [false, true]) {
        const palette = colourType === 3 ? { palette: [10, 20, 30, 40, 50, 60], transparency: [255, 99] } : {};
        const still: PngFixture = { ...CANVAS, colourType, depth, interlaced, ...palette, pixel: () => pixel };
        const stream = pngStream(still);
        const [, second] = await readAll(readPng, apng(still, {}, [{ stream }]), { frames: "all" });
        const image = second!.image;
        const alpha = image.softMask ? samples(image.softMask)[1]![2]! : 255;
        const colours = samples(image)[1]!.slice(-(seen.length - 1));
        expect([...colours, alpha], `type ${colourType}, ${depth} bits`).toEqual(seen);
      }
    }
  });

  it("hides pixels of the transparent colour", async () => {
    const still: PngFixture = { ...CANVAS, colourType: 2, depth: 8, pixel: () => [1, 2, 3] };
    const keyed = { ...still, transparency: [0, 1, 0, 2, 0, 3] };
    const [page] = await shown(apng(keyed, undefined, [{ stream: pngStream(still) }]));
    expect(page!.map((pixel) => pixel[3])).toEqual([0, 0, 0]);
  });
});

describe("animations made at random", () => {
  const noise = random(21);
  const below = (limit: number) => Math.floor(noise() * limit);
  const SIZE = { width: 9, height: 7 };
  const level = () => [0, 255, below(256), below(256)][below(4)]!;
  const pixels = (count: number) => Array.from({ length: count }, () => [level(), level(), level(), level()]);

  interface RandomFrame {
    left: number;
    top: number;
    width: number;
    height: number;
    dispose: number;
    blend: number;
    pixels: number[][];
  }

  function randomFrame(isWhole: boolean): RandomFrame {
    const width = isWhole ? SIZE.width : 1 + below(SIZE.width);
    const height = isWhole ? SIZE.height : 1 + below(SIZE.height);
    const place = { left: below(SIZE.width - width + 1), top: below(SIZE.height - height + 1), width, height };
    return { ...place, dispose: below(3), blend: below(2), pixels: pixels(width * height) };
  }

  function write(frames: RandomFrame[]): Uint8Array {
    const picture = ({ width, height, pixels: all }: RandomFrame): PngFixture => ({
      ...{ width, height, colourType: 6, depth: 8 },
      pixel: (x, y) => all[y * width + x]!,
    });
    const rest = frames.slice(1).map((frame) => ({ ...frame, stream: pngStream(picture(frame)) }));
    return apng(picture(frames[0]!), frames[0], rest);
  }

  /** What is seen after each frame, with colours multiplied by alpha: the words of PNG, §11.3.6.2, in their order. */
  function composed(frames: RandomFrame[]): number[][][] {
    let canvas = Array.from({ length: SIZE.width * SIZE.height }, () => [0, 0, 0, 0]);
    return frames.map((frame, index) => {
      const before = canvas;
      const inside = (i: number) => {
        const [x, y] = [(i % SIZE.width) - frame.left, Math.floor(i / SIZE.width) - frame.top];
        return x >= 0 && y >= 0 && x < frame.width && y < frame.height ? y * frame.width + x : undefined;
      };
      const seen = before.map((old, i) => {
        const own = inside(i);
        if (own === undefined) return old;
        const [red, green, blue, alpha] = frame.pixels[own]! as [number, number, number, number];
        const source = [red, green, blue, 255].map((value) => (value * alpha) / 255);
        return frame.blend === 0 ? source : source.map((value, c) => value + old[c]! * (1 - alpha / 255));
      });
      const dispose = frame.dispose === 2 && index === 0 ? 1 : frame.dispose;
      if (dispose === 0) canvas = seen;
      if (dispose === 1) canvas = seen.map((value, i) => (inside(i) === undefined ? value : [0, 0, 0, 0]));
      return seen;
    });
  }

  it("show after each frame what the specification says", async () => {
    for (let round = 0; round < 12; round++) {
      const frames = Array.from({ length: 5 }, (_, index) => randomFrame(index === 0));
      const written = await readAll(readPng, write(frames), { frames: "all" });
      const expected = composed(frames);
      expect(written).toHaveLength(5);
      written.forEach(({ image }, index) => {
        const colours = samples(image).flat();
        const alphas = image.softMask && samples(image.softMask).flat();
        const far = expected[index]!.filter((pixel, i) => {
          const alpha = alphas ? alphas[i]! : 255;
          const shown = [...colours.slice(i * 3, i * 3 + 3).map((value) => (value * alpha) / 255), alpha];
          return pixel.some((value, c) => Math.abs(value - shown[c]!) > 2.5);
        });
        expect(far, `animation ${round}, frame ${index}`).toEqual([]);
      });
    }
  });
});

describe("a damaged animated PNG", () => {
  it("names how many frames there are when it is cut off", async () => {
    const [only] = await readAll(readPng, apng(plain(RED), {}, [], 5), { frames: "all" });
    expect(only!.warnings).toEqual(["The animation declares 5 frames, of which 1 can be read."]);
  });

  it("gives its still picture where no frame makes sense", async () => {
    const outside = apng(plain(RED), undefined, [{ left: 2, width: 2, colour: BLUE }]);
    const [only] = await readAll(readPng, outside, { frames: "all" });
    expect(firstRow(only!.image)).toEqual([RED, RED, RED]);
    expect(only!.warnings).toEqual(["The animation declares 1 frames, of which 0 can be read."]);
  });

  it("leaves out a frame whose pixels are damaged, and says which", async () => {
    const damaged = apng(plain(RED), {}, [{ stream: Uint8Array.of(1, 2, 3, 4) }, { colour: BLUE }]);
    const result = await imagesToPdf([{ name: "a.png", bytes: damaged }], { ...DEFAULT_OPTIONS, frames: "all" });
    expect(result.pageCount).toBe(2);
    expect(result.warnings).toMatchObject([{ page: 2, isLeftOut: true }]);
  });

  it("is refused when its frames together have too many pixels", () => {
    const whole = { width: 2000, height: 2000, stream: Uint8Array.of(0) };
    const small = apng(plain(RED), whole, Array(70).fill(whole));
    const header = chunk("IHDR", bytes(be32(2000), be32(2000), [8, 6, 0, 0, 0]));
    const still = bytes(small.subarray(0, 8), header, small.subarray(8 + header.length));
    expect(() => readPng(still, { frames: "all" })).toThrow("frames have");
  });
});
