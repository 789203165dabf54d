import { huffmanSegment } from "../../../src/images/jpeg/tables.ts";
import { arithmeticJpeg, photoBlocks } from "../../fixtures/arithmetic.ts";
import { be16, bytes } from "../../fixtures/bytes.ts";
import { bitWriter, encodeBlock } from "../../fixtures/jpeg-encoder.ts";
import { random } from "../../fixtures/random.ts";
import { changes, damages } from "./damage.ts";
import { type Row, recorded, type Sweep } from "./table.ts";

const segment = (marker: number, data: Uint8Array): Uint8Array => bytes([0xff, marker], be16(data.length + 2), data);

interface ScanFixture {
  from: number;
  to: number;
  high?: number;
  low?: number;
}

/** Every byte is the code of a symbol, so that noise has symbols of all kinds; sizes of DC are those below 15. */
const ANY_SYMBOLS = segment(
  0xc4,
  bytes(
    [0, 0, 0, 0, 15, ...new Array<number>(12).fill(0)],
    Array.from({ length: 15 }, (_, i) => i),
    [0x10, ...new Array<number>(7).fill(0), 255, ...new Array<number>(8).fill(0)],
    Array.from({ length: 255 }, (_, i) => i),
  ),
);

/** A progressive file of these scans, whose data is noise. */
function progressive(
  scans: readonly ScanFixture[],
  components = 1,
  seed = scans.length,
  tables = huffmanSegment(),
): Uint8Array {
  const ids = Array.from({ length: components }, (_, i) => i + 1);
  const frame = bytes(
    8,
    be16(16),
    be16(24),
    components,
    ids.flatMap((id) => [id, 0x11, 0]),
  );
  const noise = random(seed);
  const parts = scans.map(({ from, to, high = 0, low = 0 }) => {
    const named = to === 0 ? ids : [1];
    const entropy = Array.from({ length: 40 }, () => Math.floor(noise() * 254));
    return bytes(
      segment(
        0xda,
        bytes(
          named.length,
          named.flatMap((id) => [id, 0]),
          [from, to, (high << 4) | low],
        ),
      ),
      entropy,
    );
  });
  return bytes(
    [0xff, 0xd8],
    segment(0xdb, bytes(0, new Uint8Array(64).fill(1))),
    segment(0xc2, frame),
    tables,
    ...parts,
    [0xff, 0xd9],
  );
}

/** A sequential colour file with fewer samples of chroma, of real coefficients and restarts. */
function sampled(across: number, down: number, restartInterval = 0): Uint8Array {
  const bits: Uint8Array[] = [];
  let writer = bitWriter();
  const previous = [0, 0, 0];
  const blocks = photoBlocks(200, across * 4 + down);
  let used = 0;
  const units = 6;
  for (let unit = 0; unit < units; unit++) {
    if (restartInterval > 0 && unit > 0 && unit % restartInterval === 0) {
      bits.push(writer.finish().slice(), Uint8Array.of(0xff, 0xd0 + ((unit / restartInterval - 1) & 7)));
      writer = bitWriter();
      previous.fill(0);
    }
    for (const [component, count] of [across * down, 1, 1].entries()) {
      for (let i = 0; i < count; i++) {
        previous[component] = encodeBlock(writer, Float64Array.from(blocks[used++]!), 1, previous[component]!);
      }
    }
  }
  bits.push(writer.finish().slice());
  const [width, height] = [across * 8 * 3 - 5, down * 8 * 2 - 3];
  const frame = bytes(8, be16(height), be16(width), 3, [1, (across << 4) | down, 0, 2, 0x11, 0, 3, 0x11, 0]);
  return bytes(
    [0xff, 0xd8],
    segment(0xdb, bytes(0, new Uint8Array(64).fill(1))),
    segment(0xc0, frame),
    huffmanSegment(),
    restartInterval > 0 ? segment(0xdd, Uint8Array.from(be16(restartInterval))) : [],
    segment(0xda, bytes(3, [1, 0, 2, 0, 3, 0], [0, 63, 0])),
    ...bits,
    [0xff, 0xd9],
  );
}

const DESCRIPTIONS = bytes(
  segment(0xe0, bytes("JFIF\0", [1, 1, 1, 0, 72, 0, 72, 1, 1], [1, 2, 3])),
  segment(0xe5, new Uint8Array(0)),
  segment(0xfe, bytes("words")),
  segment(0xee, bytes("Adobe", [0, 100, 0, 0, 0, 0, 0])),
);

/** No marker is in it. */
const noise = (seed: number, length: number): number[] => {
  const next = random(seed);
  return Array.from({ length }, () => Math.floor(next() * 255));
};

/** A frame of two or three components in scans of their own; `factors` are their sampling factors. */
function apart(sof: number, factors: readonly number[], quantizer: Uint8Array, tables = huffmanSegment()): Uint8Array {
  const components = factors.flatMap((factor, i) => [i + 1, factor, 0]);
  const scans = factors.map((_, i) =>
    bytes(segment(0xda, bytes(1, [i + 1, 0], sof === 0xc2 ? [0, 0, 0] : [0, 63, 0])), noise(i, 60)),
  );
  return bytes(
    [0xff, 0xd8],
    segment(0xdb, quantizer),
    segment(sof, bytes(8, be16(40), be16(40), factors.length, components)),
    tables,
    ...scans,
    ...scans,
    [0xff, 0xd9],
  );
}

recorded("JPEG scans", function* (): Iterable<Row | Sweep> {
  for (const [across, down] of [
    [1, 1],
    [2, 1],
    [1, 2],
    [2, 2],
    [4, 1],
    [4, 2],
  ] as const) {
    for (const restartInterval of [0, 2]) {
      const file = sampled(across, down, restartInterval);
      const name = `${across} × ${down} luma, restarts ${restartInterval}`;
      yield { name, file };
      yield* damages(name, file, { from: 90, to: 130, cuts: 40 });
      const start = file.findIndex((byte, i) => byte === 0xff && file[i + 1] === 0xda);
      // Cut off, files are read to see how much of them is there.
      yield {
        name: `${name}, its data changed and its end cut off`,
        damaged: changes(file.subarray(0, -3), { from: start, to: start + 120, step: 2 }),
      };
    }
  }
  const orders: Record<string, Parameters<typeof progressive>[0]> = {
    DC: [{ from: 0, to: 0 }],
    "DC and AC": [
      { from: 0, to: 0 },
      { from: 1, to: 63 },
    ],
    "DC and two bands": [
      { from: 0, to: 0 },
      { from: 1, to: 5 },
      { from: 6, to: 63 },
    ],
    "DC refined": [
      { from: 0, to: 0, low: 1 },
      { from: 0, to: 0, high: 1 },
    ],
    "all refined": [
      { from: 0, to: 0, low: 1 },
      { from: 1, to: 63, low: 2 },
      { from: 1, to: 63, high: 2, low: 1 },
      { from: 0, to: 0, high: 1 },
      { from: 1, to: 63, high: 1 },
    ],
    "AC first": [
      { from: 1, to: 63 },
      { from: 0, to: 0 },
    ],
    "DC twice": [
      { from: 0, to: 0 },
      { from: 0, to: 0 },
    ],
    "AC refined before it is there": [
      { from: 0, to: 0 },
      { from: 1, to: 63, high: 1 },
    ],
    "AC refined twice": [
      { from: 0, to: 0 },
      { from: 1, to: 63, low: 1 },
      { from: 1, to: 63, high: 1 },
      { from: 1, to: 63, high: 1 },
    ],
    "a bit left out": [
      { from: 0, to: 0, low: 2 },
      { from: 0, to: 0, high: 2, low: 0 },
    ],
    "bits beyond": [{ from: 0, to: 0, low: 14 }],
    "13 bits": [{ from: 0, to: 0, low: 13 }],
    "a band that ends before it begins": [
      { from: 0, to: 0 },
      { from: 6, to: 5 },
    ],
    "a band beyond": [
      { from: 0, to: 0 },
      { from: 6, to: 64 },
    ],
    "DC and AC at once": [{ from: 0, to: 63 }],
  };
  for (const [name, scans] of Object.entries(orders)) {
    const file = progressive(scans);
    yield { name: `progressive, ${name}`, file };
    yield { name: `progressive, ${name}, cut off`, file: file.subarray(0, -30) };
    yield { name: `progressive, ${name}, three components`, file: progressive(scans, 3) };
    yield { name: `progressive, ${name}, three components, cut off`, file: progressive(scans, 3).subarray(0, -12) };
  }
  for (const [name, scans] of Object.entries(orders)) {
    const of = (seed: number) => progressive(scans, 1, seed, ANY_SYMBOLS);
    yield {
      name: `progressive, ${name}, any symbols`,
      damaged: Array.from({ length: 12 }, (_, seed) => [seed, of(seed)]),
    };
    yield {
      name: `progressive, ${name}, any symbols, cut off`,
      damaged: Array.from({ length: 12 }, (_, seed) => [seed, of(seed).subarray(0, -5)]),
    };
  }
  const fine = bytes(0, new Uint8Array(64).fill(1));
  const wide = bytes(0x10, new Uint8Array(128).fill(1));
  for (const sof of [0xc0, 0xc2, 0xc9]) {
    for (const factors of [[0x11], [0x11, 0x11, 0x11], [0x22, 0x11, 0x11], [0x44, 0x11, 0x11], [0x42, 0x21, 0x12]]) {
      const name = `SOF${sof - 0xc0}, components ${factors.map((factor) => factor.toString(16))} apart`;
      yield { name, file: apart(sof, factors, fine) };
      yield { name: `${name}, any symbols`, file: apart(sof, factors, fine, ANY_SYMBOLS) };
      yield { name: `${name}, quantizers of two bytes`, file: apart(sof, factors, wide) };
      yield {
        name: `${name}, cut off`,
        damaged: [400, 200, 100, 60, 8, 3].map((end) => [end, apart(sof, factors, fine).subarray(0, -end)]),
      };
    }
  }
  const refinements = Array.from({ length: 501 }, (): ScanFixture => ({ from: 0, to: 0 }));
  for (const count of [500, 501]) {
    const short = refinements.slice(0, count);
    yield { name: `${count} scans`, file: progressive(short, 1, 1) };
  }
  for (const name of ["AC first", "DC twice", "AC refined twice"]) {
    const file = progressive(orders[name]!);
    const start = file.findIndex((byte, i) => byte === 0xff && file[i + 1] === 0xda);
    yield { name: `progressive, ${name}, its data changed`, damaged: changes(file, { from: start }) };
  }
  for (const [name, change] of Object.entries({
    sequential: {},
    restarts: { restartInterval: 3 },
    progressive: { progressive: true },
    "progressive, restarts": { progressive: true, restartInterval: 4 },
  })) {
    const file = arithmeticJpeg({ width: 27, height: 19, blocks: photoBlocks(12, 7), ...change });
    const label = `arithmetic coding, ${name}`;
    yield { name: label, file };
    yield { name: label, file, options: { stripMetadata: true } };
    yield* damages(label, file, { from: 69, cuts: 50 });
    const described = bytes(file.subarray(0, 2), DESCRIPTIONS, file.subarray(2));
    for (const stripMetadata of [false, true]) {
      yield { name: `${label}, descriptions`, file: described, options: { stripMetadata } };
    }
    const dataAt = file.findIndex((byte, i) => byte === 0xff && file[i + 1] === 0xda) + 10;
    yield {
      name: `${label}, noise instead of data`,
      damaged: Array.from({ length: 24 }, (_, seed) => [
        seed,
        bytes(file.subarray(0, dataAt), noise(seed, 150), [0xff, 0xd9]),
      ]),
    };
    yield { name: `${label}, no data`, file: bytes(file.subarray(0, dataAt), [0xff, 0xd9]) };
    const conditioned = (...values: number[]) =>
      bytes(file.subarray(0, 71), segment(0xcc, Uint8Array.from(values)), file.subarray(71));
    for (const values of [
      [0, 0x21],
      [0, 0x12],
      [0x10, 1],
      [0x10, 63],
      [0x10, 64],
      [0x10, 0],
      [0, 0x10, 0x10, 5],
      [0x20, 1],
      [0],
    ]) {
      yield { name: `${label}, conditioning ${values}`, file: conditioned(...values) };
    }
  }
});
