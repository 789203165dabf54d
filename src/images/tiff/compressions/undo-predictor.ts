import { unsupported } from "../../../codecs/image-problem.ts";
import type { Layout } from "../tiff-layout.ts";

export type UndoPredictor = (rows: Uint8Array, count: number, rowBytes: number) => void;

/** Undoes tag 317 in place: 2, differences along a row (TIFF 6.0 §14); 3, of floats' bytes (Adobe technical note 3). */
export function undoPredictor(layout: Layout): UndoPredictor | undefined {
  const step = layout.planar ? 1 : layout.samples;
  const { bits, predictor } = layout;
  const { littleEndian } = layout.directory.file;
  if (predictor === 1) return undefined;
  if (predictor === 2 && bits === 8) return (rows, count, rowBytes) => eachRow(rows, count, rowBytes, step, sumBytes);
  if (predictor === 2 && bits === 16) {
    const sum = littleEndian ? sumLittle16 : sumBig16;
    return (rows, count, rowBytes) => eachRow(rows, count, rowBytes, step, sum);
  }
  if (predictor === 2 && bits === 32) {
    return (rows, count, rowBytes) => {
      const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
      for (let row = 0; row < count; row++) {
        const end = (row + 1) * rowBytes - 3;
        for (let at = row * rowBytes + step * 4; at < end; at += 4) {
          view.setUint32(
            at,
            view.getUint32(at, littleEndian) + view.getUint32(at - step * 4, littleEndian),
            littleEndian,
          );
        }
      }
    };
  }
  if (predictor === 3 && layout.format === "float" && bits % 8 === 0) {
    return (rows, count, rowBytes) => {
      const scratch = new Uint8Array(rowBytes);
      eachRow(rows, count, rowBytes, step, sumBytes);
      for (let row = 0; row < count; row++)
        joinFloatBytes(rows, row * rowBytes, rowBytes, bits >> 3, littleEndian, scratch);
    };
  }
  throw unsupported(`TIFF predictor ${predictor} with ${bits}-bit samples is not supported.`);
}

type SumRow = (rows: Uint8Array, start: number, end: number, step: number) => void;

function eachRow(rows: Uint8Array, count: number, rowBytes: number, step: number, sum: SumRow): void {
  for (let row = 0; row < count; row++) sum(rows, row * rowBytes, (row + 1) * rowBytes, step);
}

function sumBytes(rows: Uint8Array, start: number, end: number, step: number): void {
  if (step === 3) {
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
  for (let at = start + step; at < end; at++) rows[at] = rows[at]! + rows[at - step]!;
}

function sumLittle16(rows: Uint8Array, start: number, end: number, step: number): void {
  for (let at = start + step * 2, back = start; at + 1 < end; at += 2, back += 2) {
    const sum = (rows[at]! | (rows[at + 1]! << 8)) + (rows[back]! | (rows[back + 1]! << 8));
    rows[at] = sum;
    rows[at + 1] = sum >> 8;
  }
}

function sumBig16(rows: Uint8Array, start: number, end: number, step: number): void {
  for (let at = start + step * 2, back = start; at + 1 < end; at += 2, back += 2) {
    const sum = ((rows[at]! << 8) | rows[at + 1]!) + ((rows[back]! << 8) | rows[back + 1]!);
    rows[at] = sum >> 8;
    rows[at + 1] = sum;
  }
}

/**
 * The row holds the highest bytes of all values, then their next bytes, and so on, in either byte order of the file.
 */
function joinFloatBytes(
  rows: Uint8Array,
  start: number,
  rowBytes: number,
  size: number,
  littleEndian: boolean,
  scratch: Uint8Array,
): void {
  const values = Math.floor(rowBytes / size);
  for (let value = 0; value < values; value++) {
    for (let byte = 0; byte < size; byte++) {
      scratch[value * size + (littleEndian ? size - 1 - byte : byte)] = rows[start + byte * values + value]!;
    }
  }
  rows.set(scratch.subarray(0, values * size), start);
}
