import type { Picture } from "./picture.ts";

/**
 * A small baseline encoder (ITU-T T.81) with fixed quantisation and the standard Huffman tables, 4:4:4 or gray, so that
 * every strip of a TIFF shares its tables, and so that test images of any shape can be made without a codec.
 */
export function encodeBaseline(picture: Picture, step: number): { tables: Uint8Array; frame: Uint8Array } {
  const { width, height, channels, data } = picture;
  const planes = channels === 1 ? [data] : toYcc(picture);
  const bits = bitWriter();
  const predictors = planes.map(() => 0);
  const block = new Float64Array(64);
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      planes.forEach((plane, component) => {
        for (let i = 0; i < 64; i++) {
          const x = Math.min(width - 1, left + (i & 7));
          const y = Math.min(height - 1, top + (i >> 3));
          block[i] = plane[y * width + x]! - 128;
        }
        predictors[component] = encodeBlock(bits, transform(block), step, predictors[component]!);
      });
    }
  }
  const components = planes.flatMap((_, i) => [i + 1, 0x11, 0]);
  const frame = [
    ...segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, planes.length, ...components]),
    ...segment(0xda, [planes.length, ...planes.flatMap((_, i) => [i + 1, 0]), 0, 63, 0]),
  ];
  const tables = [
    ...segment(0xdb, [0, ...new Array<number>(64).fill(step)]),
    ...segment(0xc4, [0, ...dcCounts, ...dcValues]),
    ...segment(0xc4, [0x10, ...acCounts, ...acValues]),
  ];
  return { tables: Uint8Array.from(tables), frame: Buffer.concat([Uint8Array.from(frame), bits.finish()]) };
}

/** A whole file: SOI, tables, frame, EOI, with `segments` (application data) after SOI. */
export function encodeBaselineFile(
  picture: Picture,
  step: number,
  segments: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const { tables, frame } = encodeBaseline(picture, step);
  return Buffer.concat([Uint8Array.of(0xff, 0xd8), segments, tables, frame, Uint8Array.of(0xff, 0xd9)]);
}

function segment(marker: number, body: readonly number[]): number[] {
  return [0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body];
}

function toYcc({ width, height, data }: Picture): Uint8Array[] {
  const planes = [0, 1, 2].map(() => new Uint8Array(width * height));
  const [luma, cb, cr] = planes as [Uint8Array, Uint8Array, Uint8Array];
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    const r = data[at]!;
    const g = data[at + 1]!;
    const b = data[at + 2]!;
    luma[i] = Math.round(0.299 * r + 0.587 * g + 0.114 * b);
    cb[i] = Math.min(255, Math.round(128 - 0.168736 * r - 0.331264 * g + 0.5 * b));
    cr[i] = Math.min(255, Math.round(128 + 0.5 * r - 0.418688 * g - 0.081312 * b));
  }
  return planes;
}

const cosines = Float64Array.from({ length: 64 }, (_, i) => {
  const u = i >> 3;
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * (i & 7) + 1) * u * Math.PI) / 16);
});
const scratch = new Float64Array(64);
const coefficients = new Float64Array(64);

function transform(block: Float64Array): Float64Array {
  multiply(block, scratch);
  multiply(scratch, coefficients);
  return coefficients;
}

/** One pass of the separable DCT, transposing: two passes give the transform the right way round. */
function multiply(from: Float64Array, to: Float64Array): void {
  for (let row = 0; row < 8; row++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (let x = 0; x < 8; x++) sum += from[row * 8 + x]! * cosines[u * 8 + x]!;
      to[u * 8 + row] = sum;
    }
  }
}

const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
];

// Annex K.3: the typical luminance tables.
const dcCounts = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const dcValues = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const acCounts = [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d];
const acValues = [
  ...Buffer.from(
    "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a" +
      "434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9" +
      "aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa",
    "hex",
  ),
];

const dcCodes = huffman(dcCounts, dcValues);
const acCodes = huffman(acCounts, acValues);

/** code << 5 | length, by symbol. */
function huffman(counts: readonly number[], values: readonly number[]): Uint32Array {
  const codes = new Uint32Array(256);
  let code = 0;
  let at = 0;
  counts.forEach((count, index) => {
    for (let i = 0; i < count; i++) codes[values[at++]!] = (code++ << 5) | (index + 1);
    code <<= 1;
  });
  return codes;
}

type BitWriter = ReturnType<typeof bitWriter>;

function encodeBlock(bits: BitWriter, block: Float64Array, step: number, predictor: number): number {
  const dc = Math.round(block[0]! / step);
  const size = magnitude(dc - predictor);
  bits.write(dcCodes[size]!);
  bits.value(dc - predictor, size);
  let run = 0;
  for (let k = 1; k < 64; k++) {
    const value = Math.round(block[zigzag[k]!]! / step);
    if (value === 0) {
      run++;
      continue;
    }
    for (; run > 15; run -= 16) bits.write(acCodes[0xf0]!);
    const bitsOfValue = magnitude(value);
    bits.write(acCodes[(run << 4) | bitsOfValue]!);
    bits.value(value, bitsOfValue);
    run = 0;
  }
  if (run > 0) bits.write(acCodes[0]!);
  return dc;
}

function magnitude(value: number): number {
  return 32 - Math.clz32(Math.abs(value));
}

function bitWriter() {
  let bytes = new Uint8Array(1 << 16);
  let length = 0;
  let buffer = 0;
  let count = 0;
  const put = (code: number, width: number): void => {
    if (length + 16 > bytes.length) {
      const grown = new Uint8Array(bytes.length * 2);
      grown.set(bytes);
      bytes = grown;
    }
    buffer = (buffer << width) | code;
    count += width;
    while (count >= 8) {
      const byte = (buffer >>> (count - 8)) & 0xff;
      bytes[length++] = byte;
      if (byte === 0xff) bytes[length++] = 0;
      count -= 8;
    }
    buffer &= (1 << count) - 1;
  };
  return {
    write: (code: number): void => put(code >>> 5, code & 31),
    value: (value: number, width: number): void => {
      if (width > 0) put(value < 0 ? value + (1 << width) - 1 : value, width);
    },
    finish: (): Uint8Array => {
      if (count > 0) put((1 << (8 - count)) - 1, 8 - count);
      return bytes.subarray(0, length);
    },
  };
}
