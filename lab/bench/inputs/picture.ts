import { seeded } from "./random.ts";

/** Pixels, `channels` bytes each, rows from the top without padding. */
export interface Picture {
  width: number;
  height: number;
  channels: number;
  data: Uint8Array;
}

/** A landscape of soft fields, hard edges and sensor noise (`grain` either way): it compresses as photographs do. */
export function photo(width: number, height: number, seed: number, grain = 8): Picture {
  const random = seeded(seed);
  const data = new Uint8Array(width * height * 3);
  const waves = Array.from({ length: 3 }, () => ({
    x: wave(width, 0.001 + 0.004 * random.next(), random.next()),
    y: wave(height, 0.001 + 0.005 * random.next(), random.next()),
    detail: wave(width, 0.05 + 0.1 * random.next(), random.next()),
  }));
  const horizon = Float32Array.from({ length: width }, (_, x) => height * (0.5 + 0.08 * Math.sin(x / 310 + seed)));
  let noise = seed | 1;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ground = y > horizon[x]! ? 60 : 0;
      for (let c = 0; c < 3; c++) {
        const field = waves[c]!;
        noise = (Math.imul(noise, 1664525) + 1013904223) | 0;
        const value =
          118 + 46 * (field.x[x]! + field.y[y]!) + 8 * field.detail[x]! * field.y[y]! - ground * (c === 1 ? 0.4 : 1);
        data[at++] = Math.max(0, Math.min(255, value + ((noise >>> 24) - 128) * (grain / 128)));
      }
    }
  }
  return { width, height, channels: 3, data };
}

function wave(length: number, frequency: number, phase: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => Math.sin(i * frequency + phase * 6.283));
}

export function toGray(picture: Picture): Picture {
  const { width, height } = picture;
  const data = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < data.length; i++, at += 3) {
    data[i] = (picture.data[at]! * 77 + picture.data[at + 1]! * 151 + picture.data[at + 2]! * 28) >> 8;
  }
  return { width, height, channels: 1, data };
}

/** With a soft elliptic edge in the alpha channel. */
export function withAlpha(picture: Picture): Picture {
  const { width, height } = picture;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, to = 0, from = 0; y < height; y++) {
    const dy = (2 * y) / height - 1;
    for (let x = 0; x < width; x++) {
      const dx = (2 * x) / width - 1;
      data[to++] = picture.data[from++]!;
      data[to++] = picture.data[from++]!;
      data[to++] = picture.data[from++]!;
      data[to++] = Math.max(0, Math.min(255, (1.1 - dx * dx - dy * dy) * 900));
    }
  }
  return { width, height, channels: 4, data };
}

/** Indices into a 6 × 7 × 6 colour cube, with the palette. */
export function toPalette(picture: Picture): { picture: Picture; palette: Uint8Array } {
  const { width, height } = picture;
  const data = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < data.length; i++, at += 3) {
    const r = Math.min(5, Math.floor(picture.data[at]! / 43));
    const g = Math.min(6, Math.floor(picture.data[at + 1]! / 37));
    const b = Math.min(5, Math.floor(picture.data[at + 2]! / 43));
    data[i] = (r * 7 + g) * 6 + b;
  }
  const palette = new Uint8Array(256 * 3);
  for (let i = 0; i < 252; i++) {
    palette[i * 3] = Math.floor(i / 42) * 51;
    palette[i * 3 + 1] = (Math.floor(i / 6) % 7) * 42;
    palette[i * 3 + 2] = (i % 6) * 51;
  }
  return { picture: { width, height, channels: 1, data }, palette };
}

/**
 * A scanned page in one bit a pixel (1 is black), rows padded to bytes: lines of letter-like strokes and a little dust.
 */
export function scan(width: number, height: number, seed: number): { width: number; height: number; rows: Uint8Array } {
  const random = seeded(seed);
  const stride = (width + 7) >> 3;
  const rows = new Uint8Array(stride * height);
  const fill = (left: number, top: number, w: number, h: number): void => {
    for (let y = top; y < Math.min(height, top + h); y++) {
      for (let x = left; x < Math.min(width, left + w); x++) rows[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  };
  for (let top = 250; top < height - 250; top += 58) {
    for (let left = 200; left < width - 220; ) {
      const wide = 12 + random.below(14);
      if (random.next() < 0.17) {
        left += 22;
        continue;
      }
      fill(left, top, 4, 34);
      if (random.next() < 0.6) fill(left, top + random.below(30), wide, 4);
      if (random.next() < 0.5) fill(left + wide - 4, top + 8, 4, 26);
      left += wide + 7;
    }
  }
  for (let i = 0; i < 150; i++) fill(random.below(width), random.below(height), 2, 2);
  return { width, height, rows };
}
