import { PdfProblem } from "../pdf-problem.ts";

export interface PredictorParameters {
  readonly predictor: number;
  readonly colors: number;
  readonly bits: number;
  readonly columns: number;
}

/** Undoes a predictor (7.4.4.4): 2 is TIFF's, 10 to 15 are PNG's, where each row names its own. */
export function undoPredictor(data: Uint8Array, parameters: PredictorParameters): Uint8Array {
  const { predictor, colors, bits, columns } = parameters;
  if (predictor <= 1) return data;
  const rowBits = colors * bits * columns;
  if (!(colors >= 1 && colors <= 64 && [1, 2, 4, 8, 16].includes(bits) && columns >= 1 && rowBits < 2 ** 31)) {
    throw new PdfProblem("corrupt", "A stream has unusable predictor parameters.");
  }
  const rowBytes = Math.ceil(rowBits / 8);
  const pixelBytes = Math.max(1, (colors * bits) >> 3);
  if (predictor === 2) return undoTiff(data, rowBytes, colors, bits);
  return undoPng(data, rowBytes, pixelBytes);
}

function undoPng(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = Math.ceil(data.length / (rowBytes + 1));
  const out = new Uint8Array(Math.max(0, data.length - rows));
  let above = -1;
  for (let read = 0, write = 0; read < data.length; ) {
    const type = data[read++]!;
    const count = Math.min(rowBytes, data.length - read);
    if (type === 2 && above >= 0) {
      // Nearly every cross-reference stream uses this.
      for (let i = 0; i < count; i++) out[write + i] = data[read + i]! + out[above + i]!;
      above = write;
      read += count;
      write += count;
      continue;
    }
    for (let i = 0; i < count; i++) {
      const left = i >= pixelBytes ? out[write + i - pixelBytes]! : 0;
      const up = above >= 0 ? out[above + i]! : 0;
      let predicted = 0;
      if (type === 1) predicted = left;
      else if (type === 2) predicted = up;
      else if (type === 3) predicted = (left + up) >> 1;
      else if (type === 4)
        predicted = paeth(left, up, above >= 0 && i >= pixelBytes ? out[above + i - pixelBytes]! : 0);
      out[write + i] = data[read + i]! + predicted;
    }
    above = write;
    read += count;
    write += count;
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function undoTiff(data: Uint8Array, rowBytes: number, colors: number, bits: number): Uint8Array {
  const out = data.slice();
  for (let row = 0; row < out.length; row += rowBytes) {
    const end = Math.min(out.length, row + rowBytes);
    if (bits === 8) {
      for (let i = row + colors; i < end; i++) out[i]! += out[i - colors]!;
    } else if (bits === 16) {
      for (let i = row + colors * 2; i + 1 < end; i += 2) {
        const before = i - colors * 2;
        const sum = ((out[i]! << 8) | out[i + 1]!) + ((out[before]! << 8) | out[before + 1]!);
        out[i] = sum >> 8;
        out[i + 1] = sum;
      }
    } else undoTiffBits(out.subarray(row, end), colors, bits);
  }
  return out;
}

function undoTiffBits(row: Uint8Array, colors: number, bits: number): void {
  const mask = (1 << bits) - 1;
  const before = new Array<number>(colors).fill(0);
  const samples = Math.floor((row.length * 8) / bits);
  for (let sample = 0; sample < samples; sample++) {
    const at = sample * bits;
    const shift = 8 - bits - (at & 7);
    const value = (((row[at >> 3]! >> shift) & mask) + before[sample % colors]!) & mask;
    before[sample % colors] = value;
    row[at >> 3] = (row[at >> 3]! & ~(mask << shift)) | (value << shift);
  }
}
