// Makes rows of RGB from the rows of a VP8 frame. Chroma is interpolated as in libwebp, so the pixels are the same.

import { take } from "./arena";
import { blue, chromaStride, luma, lumaStride, red, rows } from "./vp8-frame";
import { height, width } from "./vp8-header";

let output: usize = 0;
/** The lowest row so far. Its colours need the chroma of the row below it. */
let keptLuma: usize = 0;
let keptBlue: usize = 0;
let keptRed: usize = 0;
/** Chroma of one row at full width. */
let wideBlue: usize = 0;
let wideRed: usize = 0;
let done: i32 = 0;

export function openColours(): void {
  const across = <usize>width;
  output = take(across * 3 * 17);
  keptLuma = take(lumaStride);
  keptBlue = take(chromaStride);
  keptRed = take(chromaStride);
  wideBlue = take(across + 2);
  wideRed = take(across + 2);
  done = 0;
}

export function colourOutput(): usize {
  return output;
}

/** Converts what is known of the complete macroblock row `index` (of `rows`); returns the number of pixel rows. */
export function convertColours(index: i32): i32 {
  const isLast = index === rows - 1;
  const first = done;
  const end = isLast ? height : index * 16 + 15;
  const top = index * 16;
  for (; done < end; done++) {
    const line = done - top;
    const target = output + <usize>(done - first) * <usize>width * 3;
    if (line < 0) {
      convertRow(keptLuma, keptBlue, keptRed, blue, red, target);
      continue;
    }
    const near = line >> 1;
    const far = (line & 1) === 1 ? near + 1 : near - 1;
    const lumaRow = luma + <usize>line * lumaStride;
    const nearBlue = blue + <usize>near * chromaStride;
    const nearRed = red + <usize>near * chromaStride;
    // The picture's first and last rows have no neighbour outside the picture.
    if (done === 0 || (done === height - 1 && (height & 1) === 0)) {
      convertRow(lumaRow, nearBlue, nearRed, nearBlue, nearRed, target);
    } else if (far < 0) {
      convertRow(lumaRow, nearBlue, nearRed, keptBlue, keptRed, target);
    } else {
      convertRow(lumaRow, nearBlue, nearRed, blue + <usize>far * chromaStride, red + <usize>far * chromaStride, target);
    }
  }
  memory.copy(keptLuma, luma + lumaStride * 15, lumaStride);
  memory.copy(keptBlue, blue + chromaStride * 7, chromaStride);
  memory.copy(keptRed, red + chromaStride * 7, chromaStride);
  return done - first;
}

function convertRow(
  lumaRow: usize,
  nearBlue: usize,
  nearRed: usize,
  farBlue: usize,
  farRed: usize,
  target: usize,
): void {
  widen(nearBlue, farBlue, wideBlue);
  widen(nearRed, farRed, wideRed);
  for (let x: usize = 0; x < <usize>width; x++) {
    const y = (<i32>load<u8>(lumaRow + x) * 19077) >> 8;
    const u = <i32>load<u8>(wideBlue + x);
    const v = <i32>load<u8>(wideRed + x);
    const place = target + x * 3;
    store<u8>(place, level(y + ((v * 26149) >> 8) - 14234));
    store<u8>(place, level(y - ((u * 6419) >> 8) - ((v * 13320) >> 8) + 8708), 1);
    store<u8>(place, level(y + ((u * 33050) >> 8) - 17685), 2);
  }
}

function level(value: i32): i32 {
  return (value & ~16383) === 0 ? value >> 6 : value < 0 ? 0 : 255;
}

/** Weights 9, 3, 3, 1 of the four nearest samples. */
function widen(near: usize, far: usize, out: usize): void {
  const samples = <usize>((width + 1) >> 1);
  let nearLeft = <u32>load<u8>(near);
  let farLeft = <u32>load<u8>(far);
  store<u8>(out, (3 * nearLeft + farLeft + 2) >> 2);
  for (let i: usize = 1; i < samples; i++) {
    const nearRight = <u32>load<u8>(near + i);
    const farRight = <u32>load<u8>(far + i);
    const sum = nearLeft + nearRight + farLeft + farRight + 8;
    const outer = (sum + 2 * (nearRight + farLeft)) >> 3;
    const inner = (sum + 2 * (nearLeft + farRight)) >> 3;
    store<u8>(out + 2 * i - 1, (outer + nearLeft) >> 1);
    store<u8>(out + 2 * i, (inner + nearRight) >> 1);
    nearLeft = nearRight;
    farLeft = farRight;
  }
  if ((width & 1) === 0) store<u8>(out + <usize>width - 1, (3 * nearLeft + farLeft + 2) >> 2);
}
