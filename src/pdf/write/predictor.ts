/** /Predictor of rows that all carry PNG's Up filter (ISO 32000-2 §7.4.4.4). */
export const UP = 12;
/** The byte that stands before such a row (PNG §9.2). */
const UP_ROW = 2;

/** Writes a row as differences from the row above, its filter's byte first. */
export function filterUp(
  out: Uint8Array,
  at: number,
  row: Uint8Array,
  rowAt: number,
  above: Uint8Array,
  aboveAt: number,
  length: number,
): void {
  out[at] = UP_ROW;
  for (let i = 0; i < length; i++) out[at + 1 + i] = row[rowAt + i]! - above[aboveAt + i]!;
}
