import { bytes } from "../../fixtures/bytes.ts";
import { exifBlock } from "../../fixtures/exif.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import * as webp from "../../fixtures/webp.ts";
import { changes, damages } from "./damage.ts";
import { type Row, recorded, type Sweep } from "./table.ts";

const { GRADIENT, LOSSLESS, LOSSLESS_ALPHA, LOSSY, LOSSY_ALPHA, SMALL_ALPHA, SOLID, TALL_LOSSY, TWO_COLOURS } = webp;
const PICTURES = { LOSSLESS, LOSSLESS_ALPHA, LOSSY, LOSSY_ALPHA, SMALL_ALPHA, SOLID, TALL_LOSSY, TWO_COLOURS };
const LEFT_OUT = [0, 0, 0, 0];

recorded("WebP pictures", function* (): Iterable<Row | Sweep> {
  for (const [name, file] of Object.entries(PICTURES)) {
    yield { name, file };
    yield { name, file, options: { webp: "lossless" } };
    yield* damages(name, file, { to: 60, cuts: 20 });
    yield { name: `${name}, its data changed`, damaged: changes(file, { from: 60, to: 200, step: 5 }) };
    yield {
      name: `${name}, its data changed`,
      damaged: changes(file, { from: 60, to: 200, step: 7 }),
      options: { webp: "lossless" },
    };
  }
  const extended: Record<string, Uint8Array> = {
    profile: webp.extendedWebp({ ...GRADIENT, picture: LOSSY, icc: iccHeader("RGB ") }),
    "profile of gray": webp.extendedWebp({ ...GRADIENT, picture: LOSSY, icc: iccHeader("GRAY") }),
    "profile, lossless": webp.extendedWebp({ ...GRADIENT, picture: LOSSLESS, icc: iccHeader("RGB ") }),
    EXIF: webp.extendedWebp({ ...GRADIENT, picture: LOSSY, exif: exifBlock(6, 300) }),
    "EXIF with a name before it": webp.extendedWebp({
      ...GRADIENT,
      picture: LOSSY,
      exif: bytes("Exif\0\0", exifBlock(6, 300)),
    }),
    "another canvas": webp.extendedWebp({ width: 34, height: 20, picture: LOSSY }),
    "a higher canvas": webp.extendedWebp({ width: 33, height: 21, picture: LOSSY }),
    "no picture": webp.webp(),
    "no picture on a canvas": webp.extendedWebp({ ...GRADIENT }),
    "a canvas that is cut off": webp.webp(webp.riffChunk("VP8X", new Uint8Array(9))),
    "an unknown chunk before": webp.webp(webp.riffChunk("ABCD", Uint8Array.of(1, 2, 3)), webp.pictureChunks(LOSSY)),
    "alpha behind its picture": webp.webp(webp.pictureChunks(LOSSY), webp.riffChunk("ALPH", Uint8Array.of(0, 1, 2))),
    "alpha before a lossless picture": webp.webp(
      webp.riffChunk("ALPH", Uint8Array.of(0, 1, 2)),
      webp.pictureChunks(LOSSLESS),
    ),
    "bytes after the end": bytes(LOSSY, "more"),
    "a length of nothing": bytes(LOSSY.subarray(0, 4), LEFT_OUT, LOSSY.subarray(8)),
  };
  for (const [name, file] of Object.entries(extended)) yield { name, file };
  yield* damages(
    "profile and EXIF",
    webp.extendedWebp({ ...GRADIENT, picture: SOLID, icc: iccHeader("RGB "), exif: exifBlock(3, 100) }),
    { to: 250, step: 2, cuts: 20 },
  );
});

recorded("WebP animations", function* (): Iterable<Row | Sweep> {
  const whole = { picture: LOSSLESS, left: 0, top: 0, ...GRADIENT };
  const small = { picture: SMALL_ALPHA, left: 4, top: 6, width: 8, height: 6 };
  const canvas = (...frames: webp.WebpFixture["frames"] & {}) => webp.extendedWebp({ ...GRADIENT, frames });
  yield { name: "a whole first frame", file: canvas(whole, small) };
  yield { name: "a small first frame", file: canvas(small, whole) };
  yield { name: "a lossy first frame", file: canvas({ ...whole, picture: LOSSY }, small) };
  yield {
    name: "a profile",
    file: webp.extendedWebp({ ...GRADIENT, frames: [small, small], icc: iccHeader("RGB ") }),
  };
  const frames: Record<string, typeof small> = {
    "too far right": { ...small, left: 26 },
    "as far right as can be": { ...small, left: 24 },
    "too far down": { ...small, top: 16 },
    "as far down as can be": { ...small, top: 14 },
    "of another width": { ...small, width: 9 },
    "of another height": { ...small, height: 7 },
  };
  for (const [name, frame] of Object.entries(frames)) {
    yield { name: `a first frame ${name}`, file: canvas(frame, whole) };
    yield { name: `a second frame ${name}`, file: canvas(whole, frame) };
  }
  yield { name: "no frames", file: canvas(small).subarray(0, 44) };
  yield* damages("two frames", canvas(small, { ...small, left: 8, flags: webp.DISPOSE }), { cuts: 40, to: 150 });
});
