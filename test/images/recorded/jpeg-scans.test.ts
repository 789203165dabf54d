import { bytes } from "../../fixtures/bytes.ts";
import { changes, damages } from "./damage.ts";
import { ANY_SYMBOLS, apart, noise, progressive, type ScanFixture, sampled, segment } from "./jpeg-files.ts";
import { type Row, recorded, type Sweep } from "./table.ts";

/** Runs of sixteen zeros, then a coefficient of one or two bits whose run ends behind the block. */
const BEYOND = [
  0xf0, 0xf0, 0xf0, 0xf1, 0xf8, 0x78, 0x78, 0x79, 0x3c, 0xf0, 0xf0, 0xf2, 0xc3, 0xc3, 0xc3, 0xe1, 0x80, 0xff, 0, 7,
];

const DESCRIPTIONS = bytes(
  segment(0xe0, bytes("JFIF\0", [1, 1, 1, 0, 72, 0, 72, 1, 1], [1, 2, 3])),
  segment(0xe5, new Uint8Array(0)),
  segment(0xfe, bytes("words")),
  segment(0xee, bytes("Adobe", [0, 100, 0, 0, 0, 0, 0])),
);

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
    "AC beyond the block": [
      { from: 0, to: 0 },
      { from: 1, to: 63, data: BEYOND },
      { from: 1, to: 63, high: 1 },
    ],
    "AC beyond the block, refined": [
      { from: 0, to: 0 },
      { from: 1, to: 63, high: 1, data: BEYOND },
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
    const stuffed = (seed: number) => noise(seed, 60).flatMap((byte) => (byte % 4 === 0 ? [0xff, 0] : [byte]));
    const withStuffed = (seed: number) => scans.map((scan) => ({ data: stuffed(seed), ...scan }));
    yield {
      name: `progressive, ${name}, stuffed bytes`,
      damaged: Array.from({ length: 8 }, (_, seed) => [seed, progressive(withStuffed(seed), 1, seed, ANY_SYMBOLS)]),
    };
    yield {
      name: `progressive, ${name}, any symbols, cut off`,
      damaged: Array.from({ length: 12 }, (_, seed) => [seed, of(seed).subarray(0, -5)]),
    };
  }
  const fine = bytes(0, new Uint8Array(64).fill(1));
  const wide = bytes(0x10, new Uint8Array(128).fill(1));
  for (const sof of [0xc0, 0xc2, 0xc9]) {
    for (const factors of [
      [0x11],
      [0x11, 0x11, 0x11],
      [0x22, 0x11, 0x11],
      [0x44, 0x11, 0x11],
      [0x42, 0x21, 0x12],
      [0x42, 0x21, 0x11],
    ]) {
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
  const doubtful = progressive(orders["AC first"]!);
  const described = bytes(doubtful.subarray(0, 2), DESCRIPTIONS, doubtful.subarray(2));
  for (const stripMetadata of [false, true]) {
    yield {
      name: `progressive, AC first, descriptions, ${stripMetadata}`,
      file: described,
      options: { stripMetadata },
    };
  }
  for (const sof of [0xc9, 0xca]) {
    const file = sampled(1, 1);
    file[file.findIndex((byte, i) => byte === 0xff && file[i + 1] === 0xc0) + 1] = sof;
    yield { name: `arithmetic coding, ${sof}`, file };
  }
});
