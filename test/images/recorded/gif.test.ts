import { bytes, le16 } from "../../fixtures/bytes.ts";
import { type GifFixture, type GifFrameFixture, gif, subBlocks } from "../../fixtures/gif.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import { encodeLzw } from "../../fixtures/lzw.ts";
import { random } from "../../fixtures/random.ts";
import { damages } from "./damage.ts";
import { type Row, recorded, type Sweep } from "./table.ts";

const SIZE = { width: 11, height: 9 };
const palette = (entries: number, seed = 3) =>
  Array.from({ length: entries * 3 }, (_, i) => (i * 37 * seed + seed) & 255);
const picture = (entries: number, seed = 5) => {
  const next = random(seed);
  const indices = Array.from({ length: 40 * 40 }, () => Math.floor(next() * entries));
  return (x: number, y: number) => indices[y * 40 + x]!;
};
/** Its pixels in codes of so many bits, as encoders write them. */
const packed = (entries: number, bits: number, { width, height } = SIZE): Uint8Array => {
  const index = picture(entries);
  return encodeLzw(
    Uint8Array.from({ length: width * height }, (_, i) => index(i % width, Math.floor(i / width))),
    bits,
    "gif",
  );
};
const still = (frame: Partial<GifFrameFixture> = {}, change: Partial<GifFixture> = {}): Uint8Array => {
  const colours = change.palette ?? palette(8);
  return gif({
    ...SIZE,
    palette: colours,
    frames: [{ ...SIZE, index: picture(colours.length / 3), ...frame }],
    ...change,
  });
};

/** The frame's codes are told to have this size. */
function withCodeSize(file: Uint8Array, size: number): Uint8Array {
  const changed = file.slice();
  const image = file.lastIndexOf(0x2c, file.length - 20);
  changed[image + 10] = size;
  return changed;
}

/** Codes of single pixels, from two bits on. The table fills up behind them as in a decoder. */
function unclearedCodes(pixels: number): Uint8Array {
  const index = picture(4);
  const out = new Uint8Array(pixels * 2);
  let [at, next, width] = [0, 6, 3];
  for (let i = 0; i < pixels; i++) {
    const code = index(i % 40, Math.floor(i / 40) % 40);
    for (let bit = 0; bit < width; bit++, at++) out[at >> 3]! |= ((code >> bit) & 1) << (at & 7);
    if (i > 0 && next < 4096) next++;
    if (next === 1 << width && width < 12) width++;
  }
  return out.subarray(0, (at + 7) >> 3);
}

const application = (name: string, data: Uint8Array) => bytes([0x21, 0xff, name.length], name, subBlocks(data), 0);

recorded("GIF of one frame", function* (): Iterable<Row | Sweep> {
  for (const entries of [2, 4, 8, 16, 32, 256]) {
    for (const interlaced of [false, true]) {
      for (const transparent of [undefined, 0, 1, entries - 1, entries]) {
        const name = `${entries} colours, ${interlaced ? "interlaced, " : ""}transparent ${transparent}`;
        const frame = { interlaced, ...(transparent === undefined ? {} : { transparent: transparent & 255 }) };
        yield { name, file: still(frame, { palette: palette(entries) }) };
      }
    }
  }
  for (const [entries, bits] of [
    [2, 2],
    [4, 2],
    [8, 3],
    [32, 5],
    [128, 7],
  ] as const) {
    const file = still({ data: packed(entries, bits) }, { palette: palette(entries) });
    yield { name: `codes from ${bits} bits`, file: withCodeSize(file, bits) };
    yield* damages(`codes from ${bits} bits`, withCodeSize(file, bits), {
      from: 10 + 3 * entries,
      to: 150 + 3 * entries,
      step: 2,
      cuts: 20,
    });
  }
  const repeats = Uint8Array.from({ length: 40 * 40 }, (_, i) => ((i * i) >> 4) & 3);
  const wide = gif({
    width: 40,
    height: 40,
    palette: palette(4),
    frames: [{ width: 40, height: 40, data: encodeLzw(repeats, 2, "gif") }],
  });
  yield { name: "repeats", file: withCodeSize(wide, 2) };
  const never = gif({
    width: 80,
    height: 64,
    palette: palette(4),
    frames: [{ width: 80, height: 64, data: unclearedCodes(80 * 64) }],
  });
  yield { name: "a table that is full, and never cleared", file: withCodeSize(never, 2) };
  for (const size of [0, 1, 8, 9, 11, 12, 200])
    yield { name: `codes of ${size} bits declared`, file: withCodeSize(still(), size) };
  for (const pixels of [0, 1, 10, 11, 12, 50, 98]) {
    yield { name: `${pixels} pixels of data`, file: still({ pixels }) };
    yield {
      name: `${pixels} pixels of data, interlaced, transparent`,
      file: still({ pixels, interlaced: true, transparent: 3 }),
    };
  }
  for (const [left, top] of [
    [2, 3],
    [0, 20],
    [20, 0],
    [10, 8],
  ] as const) {
    yield { name: `at ${left}, ${top}`, file: still({ left, top }) };
  }
  yield { name: "a smaller frame", file: still({ left: 3, top: 2, width: 5, height: 4 }) };
  yield { name: "a larger frame", file: still({ width: 15, height: 12 }) };
  yield { name: "a frame without width", file: still({ width: 0 }) };
  yield { name: "a frame without height", file: still({ height: 0 }) };
  yield { name: "its own palette", file: still({ palette: palette(8, 9) }) };
  yield { name: "its own palette of two", file: still({ palette: palette(2, 9) }) };
  yield { name: "no screen", file: still({ left: 1, top: 2 }, { width: 0, height: 0 }) };
  yield { name: "no width of the screen", file: still({}, { width: 0 }) };
  yield { name: "no trailer", file: still({}, { withoutTrailer: true }) };
  const bare = still();
  bare[10] = 0;
  yield { name: "no palette", file: bytes(bare.subarray(0, 13), bare.subarray(13 + 24)) };
  const blocks: Record<string, Uint8Array> = {
    "a comment": bytes([0x21, 0xfe], subBlocks(bytes("words")), 0),
    "a zero too many": Uint8Array.of(0, 0),
    "a block that does not exist": Uint8Array.of(9),
    "plain text": bytes([0x21, 0xf9, 4, 9, 0, 0, 2, 0], [0x21, 1, 12], new Uint8Array(12), subBlocks(bytes("text")), 0),
    "a control of five bytes": Uint8Array.of(0x21, 0xf9, 5, 1, 0, 0, 2, 0, 0),
    "a profile": application("ICCRGBG1012", iccHeader("RGB ")),
    "a profile of gray": application("ICCRGBG1012", iccHeader("GRAY")),
    "a profile in blocks": application("ICCRGBG1012", iccHeader("RGB ", 600)),
    "two profiles": bytes(
      application("ICCRGBG1012", iccHeader("RGB ")),
      application("ICCRGBG1012", iccHeader("RGB ", 200)),
    ),
    "another application": application("NETSCAPE2.0", Uint8Array.of(1, 0, 0)),
    "a profile of another name": application("ICCRGBG1013", iccHeader("RGB ")),
    "a profile of a longer name": application("ICCRGBG1012x", iccHeader("RGB ")),
  };
  for (const [name, block] of Object.entries(blocks)) yield { name, file: still({}, { blocks: [block] }) };
  yield { name: "nothing but a header", file: bytes("GIF89a", le16(3), le16(3), [0, 0, 0]) };
  yield* damages("plain", still({ transparent: 2 }), { cuts: 999, to: 100, twice: true });
  yield* damages("interlaced", still({ interlaced: true, palette: palette(4) }), { from: 13, step: 3, cuts: 20 });
  yield* damages("profile", still({}, { blocks: [blocks["a profile"]!] }), { from: 37, to: 200 });
});

recorded("GIF animations", function* (): Iterable<Row | Sweep> {
  const whole: GifFrameFixture = { ...SIZE, index: picture(8) };
  const part: GifFrameFixture = { left: 2, top: 3, width: 5, height: 4, index: picture(8, 9), disposal: 2 };
  const file = (...frames: GifFrameFixture[]) => gif({ ...SIZE, palette: palette(8), frames });
  yield { name: "a whole first frame", file: file(whole, part) };
  yield { name: "a part as the first frame", file: file({ ...part, transparent: 3 }, whole) };
  yield { name: "a first frame without width", file: file({ ...part, width: 0 }, part, whole) };
  yield { name: "a second frame without data", file: file(whole, { ...part, pixels: 0 }) };
  yield* damages("two frames", file(part, whole), { cuts: 60, to: 120 });
});
