import sharp from "sharp";
import { expect, it } from "vitest";
import { readJpeg } from "../../../src/images/jpeg/jpeg.ts";
import { readOne } from "../../images/sink.ts";

type JpegOptions = Parameters<ReturnType<typeof sharp>["jpeg"]>[0];

/** Not a multiple of any block; with edges, slopes and noise. */
const [WIDTH, HEIGHT] = [317, 203];
const photo = (channels: 1 | 3) =>
  Uint8Array.from({ length: WIDTH * HEIGHT * channels }, (_, i) => {
    const [x, y] = [Math.floor(i / channels) % WIDTH, Math.floor(i / channels / WIDTH)];
    const isInside = (x - 150) ** 2 + (y - 90) ** 2 < 3600;
    return (isInside ? 200 - (i % channels) * 50 : 40 + (x >> 1)) + ((x * 7 + y * 13) % 9);
  });

const encoded = (channels: 1 | 3, options: JpegOptions) =>
  sharp(photo(channels), { raw: { width: WIDTH, height: HEIGHT, channels } })
    .jpeg({ quality: 90, ...options })
    .toBuffer();

/** The mean difference from a picture whose samples are means of squares of the JPEG's own. */
async function distance(file: Uint8Array, made: Uint8Array, times: number): Promise<number> {
  const before = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const after = await sharp(made).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = after.info;
  let sum = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < channels; c++) {
        let [total, count] = [0, 0];
        for (let row = y * times; row < Math.min((y + 1) * times, HEIGHT); row++) {
          for (let column = x * times; column < Math.min((x + 1) * times, WIDTH); column++) {
            total += before.data[(row * WIDTH + column) * channels + c]!;
            count++;
          }
        }
        sum += Math.abs(total / count - after.data[(y * width + x) * channels + c]!);
      }
    }
  }
  return sum / (width * height * channels);
}

it.each<[string, 1 | 3, JpegOptions]>([
  ["gray", 1, {}],
  ["4:4:4", 3, { chromaSubsampling: "4:4:4" }],
  ["4:2:0", 3, { chromaSubsampling: "4:2:0" }],
  ["progressive", 3, { progressive: true }],
  ["in scans of one component", 1, { progressive: true }],
])(
  "a JPEG (%s) of more pixels than wanted is halved as often as needed, and looks the same",
  async (_, channels, kind) => {
    const file = new Uint8Array(await encoded(channels, kind));
    for (const times of [2, 4, 8]) {
      const maxPixels = Math.ceil((WIDTH * HEIGHT) / (times * times));
      const { frame, image, warnings } = await readOne(readJpeg, file, { maxPixels });
      const size = { width: Math.ceil(WIDTH / times), height: Math.ceil(HEIGHT / times) };
      expect(frame).toMatchObject({ ...size, method: "decoded", density: { x: 96 / times, y: 96 / times } });
      expect(image.dict).toMatchObject({ Width: size.width, Height: size.height });
      expect(warnings).toEqual([]);
      expect(image.data.length).toBeLessThan(file.length);
      expect(await distance(file, image.data, times)).toBeLessThan(4);
    }
    expect((await readOne(readJpeg, file, { maxPixels: WIDTH * HEIGHT })).frame.method).toBe("passthrough");
  },
);

it.each<[string, 1 | 3, JpegOptions]>([
  ["gray", 1, {}],
  ["4:2:0", 3, { chromaSubsampling: "4:2:0" }],
  ["progressive", 3, { progressive: true }],
])("a JPEG (%s) that is finer than wanted is stored at that quality, and looks the same", async (_, channels, kind) => {
  const file = new Uint8Array(await encoded(channels, { quality: 97, ...kind }));
  let before = file.length;
  for (const quality of [90, 75, 40]) {
    const { frame, image, warnings } = await readOne(readJpeg, file, { quality });
    expect([frame.width, frame.height, frame.method, warnings]).toEqual([WIDTH, HEIGHT, "decoded", []]);
    expect(image.data.length).toBeLessThan(before * 0.9);
    before = image.data.length;
    // As far from the picture as what libjpeg makes of it at that quality.
    const theirs = await sharp(file)
      .jpeg({ quality, ...kind })
      .toBuffer();
    expect(await distance(file, image.data, 1)).toBeLessThan((await distance(file, theirs, 1)) * 1.2 + 0.3);
  }
});

it("a JPEG that is as coarse already is in the PDF as it is", async () => {
  const file = new Uint8Array(await encoded(3, { quality: 60 }));
  expect((await readOne(readJpeg, file, { quality: 80 })).frame.method).toBe("passthrough");
});

it("a JPEG that would not become shorter is in the PDF as it is", async () => {
  const tiny = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#345" } })
    .jpeg({ quality: 95, optimizeCoding: true })
    .toBuffer();
  const { image } = await readOne(readJpeg, new Uint8Array(tiny), { quality: 50 });
  expect(image.data.length).toBeLessThanOrEqual(tiny.length);
});
