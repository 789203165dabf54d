/** Three bytes a pixel, rows from the top. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Reads every picture of a stream of binary PPM or PGM (P6, P5) of 8 bits. */
export function readPnm(bytes: Uint8Array): Pixels[] {
  const pictures: Pixels[] = [];
  let at = 0;
  while (at + 7 < bytes.length) {
    const header = new TextDecoder("latin1").decode(bytes.subarray(at, at + 200));
    const match = /^P([56])\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s+255\s/.exec(header);
    if (match === null) throw new Error("not a PNM of 8 bits");
    const width = Number(match[2]);
    const height = Number(match[3]);
    const channels = match[1] === "6" ? 3 : 1;
    const body = bytes.subarray(at + match[0].length, at + match[0].length + width * height * channels);
    pictures.push({ width, height, data: channels === 3 ? body : spread(body) });
    at += match[0].length + body.length;
  }
  return pictures;
}

function spread(gray: Uint8Array): Uint8Array {
  const data = new Uint8Array(gray.length * 3);
  for (let i = 0; i < gray.length; i++) data.fill(gray[i]!, i * 3, i * 3 + 3);
  return data;
}

export function region(from: Pixels, left: number, top: number, width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const start = ((top + y) * from.width + left) * 3;
    data.set(from.data.subarray(start, start + width * 3), y * width * 3);
  }
  return { width, height, data };
}

export interface Difference {
  /** Mean absolute difference of the samples. */
  mean: number;
  /** The share of pixels with a sample that differs by more than the threshold. */
  share: number;
}

/** A pixel whose like is `within` so many pixels of its place in both pictures does not differ. */
export function compare(a: Pixels, b: Pixels, threshold: number, within = 0): Difference {
  const pixels = a.width * a.height;
  let sum = 0;
  let differing = 0;
  const isBeside = (pixel: number): boolean =>
    hasNear(a, b, pixel, threshold, within) && hasNear(b, a, pixel, threshold, within);
  for (let i = 0; i < pixels * 3; i += 3) {
    const r = Math.abs(a.data[i]! - b.data[i]!);
    const g = Math.abs(a.data[i + 1]! - b.data[i + 1]!);
    const blue = Math.abs(a.data[i + 2]! - b.data[i + 2]!);
    const differs = r > threshold || g > threshold || blue > threshold;
    if (differs && within > 0 && isBeside(i / 3)) continue;
    sum += r + g + blue;
    if (differs) differing++;
  }
  return { mean: sum / (pixels * 3 || 1), share: differing / (pixels || 1) };
}

/** Whether the pixel of one picture is in the other one, too, not further away than this. */
function hasNear(one: Pixels, other: Pixels, pixel: number, threshold: number, within: number): boolean {
  const [x, y] = [pixel % one.width, Math.floor(pixel / one.width)];
  const isLike = (at: number): boolean =>
    [0, 1, 2].every((c) => Math.abs(one.data[pixel * 3 + c]! - other.data[at * 3 + c]!) <= threshold);
  for (let row = Math.max(0, y - within); row <= Math.min(one.height - 1, y + within); row++) {
    for (let column = Math.max(0, x - within); column <= Math.min(one.width - 1, x + within); column++) {
      if (isLike(row * one.width + column)) return true;
    }
  }
  return false;
}
