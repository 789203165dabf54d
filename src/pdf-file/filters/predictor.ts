import { sumDifferences, unfilter } from "../../codecs/predictors.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { PdfProblem } from "../pdf-problem.ts";

export interface PredictorParameters {
  readonly predictor: number;
  readonly colors: number;
  readonly bits: number;
  readonly columns: number;
}

/** Undoes a predictor (7.4.4.4): 2 is TIFF's, 10 to 15 are PNG's, where each row names its own. */
export function undoPredictor(data: Uint8Array, parameters: PredictorParameters, work: Work): Uint8Array {
  const { predictor, colors, bits, columns } = parameters;
  if (predictor <= 1) return data;
  const rowBits = colors * bits * columns;
  if (!(colors >= 1 && colors <= 64 && [1, 2, 4, 8, 16].includes(bits) && columns >= 1 && rowBits < 2 ** 31)) {
    // It was decoded all the same.
    work.spend(data.length * COST.decodedByte);
    throw new PdfProblem("corrupt", "A stream has unusable predictor parameters.");
  }
  const rowBytes = Math.ceil(rowBits / 8);
  // Samples of less than a byte are summed one by one, and rows may be of one byte.
  const samples = predictor === 2 ? Math.max(1, 8 / bits) : 1;
  work.spend(data.length * samples * COST.predictedSample + (data.length / rowBytes) * COST.predictedRow);
  if (predictor !== 2) return undoPng(data, rowBytes, Math.max(1, (colors * bits) >> 3));
  const out = data.slice();
  sumDifferences(out, rowBytes, { samples: colors, bits, littleEndian: false });
  return out;
}

function undoPng(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = Math.ceil(data.length / (rowBytes + 1));
  const out = new Uint8Array(Math.max(0, data.length - rows));
  let above = new Uint8Array(Math.min(rowBytes, data.length));
  let aboveAt = 0;
  for (let row = 0; row < rows; row++) {
    const read = row * (rowBytes + 1) + 1;
    const write = row * rowBytes;
    const end = Math.min(out.length, write + rowBytes);
    // The rows of a cross-reference stream are short: there a loop is faster than the call that makes a view.
    if (rowBytes < 64) for (let i = write; i < end; i++) out[i] = data[i + row + 1]!;
    else out.set(data.subarray(read, read + end - write), write);
    unfilter(data[read - 1]!, out, write, end, above, aboveAt, pixelBytes);
    above = out;
    aboveAt = write;
  }
  return out;
}
