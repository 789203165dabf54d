import * as tiff from "../../fixtures/tiff.ts";
import { type Row, recorded } from "./table.ts";
import { type Kind, LAYOUTS, ramp, tiffOf } from "./tiff-pages.ts";

const signed = { 339: 2 };

const repeated = (rows: Uint8Array, value: number) =>
  new Uint8Array(new Float32Array(rows.length / 4).fill(value).buffer);

/** Photometric interpretations and kinds of samples. */
const SAMPLES: Record<string, Kind> = {
  "bits, 0 is white": { bits: 1, photometric: 0 },
  "bits, 0 is black": { bits: 1 },
  "bits of a mask": { bits: 1, photometric: 4 },
  "gray, 0 is white": { photometric: 0 },
  "gray, 0 is white, 4 bits": { bits: 4, photometric: 0 },
  ...Object.fromEntries([2, 3, 4, 6, 8, 10, 12, 14, 15, 16, 24, 32].map((bits) => [`gray, ${bits} bits`, { bits }])),
  "gray, 40 bits": { bits: 40 },
  ...Object.fromEntries([1, 4, 8, 12, 16, 32].map((bits) => [`gray, signed, ${bits} bits`, { bits, tags: signed }])),
  "gray of no format": { tags: { 339: 4 } },
  "gray of a complex format": { tags: { 339: 6 } },
  ...Object.fromEntries([16, 24, 32, 64].map((bits) => [`gray, floats of ${bits} bits`, { bits, float: true }])),
  "gray, floats up to 200": { bits: 32, float: true, scale: 200 },
  "gray, floats up to 5000": { bits: 32, float: true, scale: 5000 },
  "gray, floats below 0": { bits: 32, float: true, scale: -5 },
  "gray, floats that are all the same": { bits: 32, float: true, rows: (rows) => repeated(rows, 300) },
  "gray, floats that are no numbers": { bits: 32, float: true, rows: (rows) => repeated(rows, Number.NaN) },
  "gray and alpha": { samples: 2, tags: { 338: 2 } },
  "gray and another sample": { samples: 2, tags: { 338: 0 } },
  "gray and alpha, 16 bits": { bits: 16, samples: 2, tags: { 338: 2 } },
  "gray and alpha, floats": { bits: 32, float: true, samples: 2, tags: { 338: 2 } },
  RGB: { samples: 3, photometric: 2 },
  "RGB, 4 bits": { bits: 4, samples: 3, photometric: 2 },
  "RGB, 5 bits": { bits: 5, samples: 3, photometric: 2 },
  "RGB, 16 bits": { bits: 16, samples: 3, photometric: 2 },
  "RGB, 32 bits": { bits: 32, samples: 3, photometric: 2 },
  "RGB, floats": { bits: 32, float: true, samples: 3, photometric: 2 },
  "RGB of two samples": { samples: 2, photometric: 2 },
  "RGB and an undescribed sample": { samples: 4, photometric: 2 },
  "RGB and a sample that is no alpha": { samples: 4, photometric: 2, tags: { 338: 0 } },
  "RGB and premultiplied alpha": { samples: 4, photometric: 2, tags: { 338: 1 } },
  "RGB and alpha": { samples: 4, photometric: 2, tags: { 338: 2 } },
  "RGB and alpha, 16 bits": { bits: 16, samples: 4, photometric: 2, tags: { 338: 2 } },
  "RGB and premultiplied alpha, 16 bits": { bits: 16, samples: 4, photometric: 2, tags: { 338: 1 } },
  "RGB, another sample and alpha": { samples: 5, photometric: 2, tags: { 338: [0, 2] } },
  "RGB and alpha, floats": { bits: 32, float: true, samples: 4, photometric: 2, tags: { 338: 2 } },
  ...Object.fromEntries(
    [1, 2, 3, 4, 8, 10].map((bits) => [
      `palette, ${bits} bits`,
      { bits, photometric: 3, tags: { 320: ramp(2 ** bits) } },
    ]),
  ),
  "palette of bytes": { bits: 4, photometric: 3, tags: { 320: ramp(16, 255) } },
  "palette and alpha": { bits: 8, samples: 2, photometric: 3, tags: { 320: ramp(256), 338: 2 } },
  "palette and alpha, 4 bits": { bits: 4, samples: 2, photometric: 3, tags: { 320: ramp(16), 338: 2 } },
  "palette and another sample": { bits: 4, samples: 2, photometric: 3, tags: { 320: ramp(16), 338: 0 } },
  "palette that is too short": { bits: 4, photometric: 3, tags: { 320: ramp(15) } },
  "palette of 16 bits": { bits: 16, photometric: 3, tags: { 320: ramp(65536) } },
  "palette of 17 bits": { bits: 17, photometric: 3, tags: { 320: ramp(16) } },
  "palette, signed, 4 bits": { bits: 4, photometric: 3, tags: { 320: ramp(16), ...signed } },
  "palette, signed": { photometric: 3, tags: { 320: ramp(256), ...signed } },
  CMYK: { samples: 4, photometric: 5 },
  "CMYK, 16 bits": { bits: 16, samples: 4, photometric: 5 },
  "CMYK and alpha": { samples: 5, photometric: 5, tags: { 338: 2 } },
  "other inks": { samples: 4, photometric: 5, tags: { 332: 2 } },
  Lab: { samples: 3, photometric: 8 },
  "Lab as in profiles": { samples: 3, photometric: 9 },
  "Lab, 16 bits": { bits: 16, samples: 3, photometric: 8 },
  "a photometric interpretation that does not exist": { photometric: 77 },
  "no photometric interpretation, RGB": { samples: 3, tags: { 262: [] } },
  "YCbCr, whole": { samples: 3, photometric: 6, tags: { 530: [1, 1] } },
  "YCbCr, whole, of other coefficients": {
    samples: 3,
    photometric: 6,
    tags: { 530: [1, 1], 529: { rational: 0.3 }, 532: [16, 235, 128, 240, 128, 240] },
  },
  "YCbCr of two samples": { samples: 2, photometric: 6 },
  "YCbCr without colours": { samples: 3, photometric: 6, tags: { 530: [1, 1], 532: [9, 9, 9, 9, 9, 9] } },
};

recorded("TIFF samples", function* (): Iterable<Row> {
  for (const [name, kind] of Object.entries(SAMPLES)) {
    for (const [way, layout] of Object.entries(LAYOUTS)) {
      if (layout.planar && (kind.samples ?? 1) === 1) continue;
      yield { name: `${name}, ${way}`, file: tiffOf({ ...kind, ...layout }) };
    }
  }
});

const blocks = (across: number, down: number, tags: Kind["tags"] = {}): Kind => ({
  // A row of blocks is as many bytes as this.
  width: Math.ceil(13 / across) * (across * down + 2),
  height: Math.ceil(9 / down),
  photometric: 6,
  tags: {
    256: 13,
    257: 9,
    258: [8, 8, 8],
    277: 3,
    278: 9,
    ...(across * down === 4 ? {} : { 530: [across, down] }),
    ...tags,
  },
});

recorded("TIFF with fewer samples of chroma", function* (): Iterable<Row> {
  for (const across of [1, 2, 4]) {
    for (const down of [1, 2, 4]) {
      yield { name: `YCbCr, a pair for ${across} × ${down}`, file: tiffOf(blocks(across, down)) };
    }
  }
  yield { name: "YCbCr, a pair for 2 × 1, strips", file: tiffOf({ ...blocks(2, 1, { 278: 4 }), rowsPerStrip: 4 }) };
  yield { name: "YCbCr, strips that cut blocks", file: tiffOf({ ...blocks(2, 2, { 278: 3 }), rowsPerStrip: 1 }) };
  yield { name: "YCbCr, a pair for 3 × 1", file: tiffOf(blocks(2, 1, { 530: [3, 1] })) };
  yield { name: "YCbCr, a pair for 1 × 3", file: tiffOf(blocks(2, 1, { 530: [1, 3] })) };
  yield { name: "YCbCr, blocks in planes", file: tiffOf({ ...blocks(2, 2, { 284: 2 }), rowsPerStrip: 2 }) };
  yield {
    name: "YCbCr, blocks with a predictor",
    file: tiffOf({ ...blocks(2, 2, { 317: 2 }), compression: tiff.LZW }),
  };
  yield {
    name: "YCbCr, tiles of blocks",
    file: tiffOf({ ...blocks(2, 2, { 322: 16, 323: 16 }), compression: tiff.LZW }),
  };
});
