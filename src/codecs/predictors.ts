/**
 * Undoes a row's PNG filter in place (PNG §9.2). The row, without its filter byte, is bytes[start, end); the row above,
 * already unfiltered, begins at `aboveAt` of `above` (zeros above the first).
 */
export function unfilter(
  filter: number,
  bytes: Uint8Array,
  start: number,
  end: number,
  above: Uint8Array,
  aboveAt: number,
  pixelBytes: number,
): void {
  const first = Math.min(end, start + pixelBytes);
  let up = aboveAt;
  switch (filter) {
    case 1:
      for (let i = first; i < end; i++) bytes[i] = bytes[i]! + bytes[i - pixelBytes]!;
      break;
    case 2:
      for (let i = start; i < end; i++) bytes[i] = bytes[i]! + above[up++]!;
      break;
    case 3:
      for (let i = start; i < first; i++) bytes[i] = bytes[i]! + (above[up++]! >> 1);
      for (let i = first; i < end; i++) bytes[i] = bytes[i]! + ((bytes[i - pixelBytes]! + above[up++]!) >> 1);
      break;
    case 4:
      for (let i = start; i < first; i++) bytes[i] = bytes[i]! + above[up++]!;
      for (let i = first; i < end; i++, up++) {
        bytes[i] = bytes[i]! + paeth(bytes[i - pixelBytes]!, above[up]!, above[up - pixelBytes]!);
      }
      break;
  }
}

function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Of samples that are stored as differences to the one before them in their row. */
export interface Differences {
  /** Samples of a pixel: each is the difference to the same one of the pixel before. */
  readonly samples: number;
  /** 1, 2, 4, 8, 16 or 32. */
  readonly bits: number;
  readonly littleEndian: boolean;
}

/** Undoes TIFF's predictor 2 (TIFF 6.0 §14) in place, in rows of `rowBytes`. The last row may be cut off. */
export function sumDifferences(rows: Uint8Array, rowBytes: number, differences: Differences): void {
  const { samples, bits, littleEndian } = differences;
  const sum =
    bits < 8 ? sumBits(bits) : bits === 8 ? sumBytes : bits === 16 ? sum16(littleEndian) : sum32(littleEndian);
  for (let at = 0; at < rows.length; at += rowBytes) sum(rows, at, Math.min(rows.length, at + rowBytes), samples);
}

type SumRow = (rows: Uint8Array, start: number, end: number, samples: number) => void;

function sumBytes(rows: Uint8Array, start: number, end: number, samples: number): void {
  if (samples === 3) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let at = start; at + 2 < end; at += 3) {
      rows[at] = red += rows[at]!;
      rows[at + 1] = green += rows[at + 1]!;
      rows[at + 2] = blue += rows[at + 2]!;
    }
    return;
  }
  for (let at = start + samples; at < end; at++) rows[at] = rows[at]! + rows[at - samples]!;
}

function sum16(littleEndian: boolean): SumRow {
  const [high, low] = littleEndian ? [1, 0] : [0, 1];
  return (rows, start, end, samples) => {
    for (let at = start + samples * 2, back = start; at + 1 < end; at += 2, back += 2) {
      const sum = (rows[at + low]! | (rows[at + high]! << 8)) + (rows[back + low]! | (rows[back + high]! << 8));
      rows[at + low] = sum;
      rows[at + high] = sum >> 8;
    }
  };
}

function sum32(littleEndian: boolean): SumRow {
  return (rows, start, end, samples) => {
    const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
    for (let at = start + samples * 4, back = start; at + 3 < end; at += 4, back += 4) {
      view.setUint32(at, view.getUint32(at, littleEndian) + view.getUint32(back, littleEndian), littleEndian);
    }
  };
}

function sumBits(bits: number): SumRow {
  const mask = (1 << bits) - 1;
  let before = new Uint8Array(0);
  return (rows, start, end, samples) => {
    if (before.length === samples) before.fill(0);
    else before = new Uint8Array(samples);
    const count = Math.floor(((end - start) * 8) / bits);
    for (let sample = 0; sample < count; sample++) {
      const at = start + ((sample * bits) >> 3);
      const shift = 8 - bits - ((sample * bits) & 7);
      const value = (((rows[at]! >> shift) & mask) + before[sample % samples]!) & mask;
      before[sample % samples] = value;
      rows[at] = (rows[at]! & ~(mask << shift)) | (value << shift);
    }
  };
}

/**
 * Undoes TIFF's predictor 3 (Adobe's technical note 3) in place. A row holds the highest bytes of all values, then
 * their next bytes, and so on, in either byte order of the file; all of them as differences.
 */
export function joinFloats(rows: Uint8Array, rowBytes: number, differences: Differences): void {
  const { samples, bits, littleEndian } = differences;
  const size = bits >> 3;
  const values = Math.floor(rowBytes / size);
  const joined = new Uint8Array(values * size);
  sumDifferences(rows, rowBytes, { samples, bits: 8, littleEndian });
  for (let start = 0; start < rows.length; start += rowBytes) {
    for (let value = 0; value < values; value++) {
      for (let byte = 0; byte < size; byte++) {
        joined[value * size + (littleEndian ? size - 1 - byte : byte)] = rows[start + byte * values + value]!;
      }
    }
    rows.set(joined, start);
  }
}
