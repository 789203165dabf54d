/**
 * Undoes a row's PNG filter in place (§9.2). `row` holds the row's bytes without the filter byte; `previous` the row
 * above, already unfiltered (zeros above the first).
 */
export function unfilter(filter: number, row: Uint8Array, previous: Uint8Array, pixelBytes: number): void {
  const length = row.length;
  switch (filter) {
    case 1:
      for (let i = pixelBytes; i < length; i++) row[i] = row[i]! + row[i - pixelBytes]!;
      break;
    case 2:
      for (let i = 0; i < length; i++) row[i] = row[i]! + previous[i]!;
      break;
    case 3:
      for (let i = 0; i < Math.min(pixelBytes, length); i++) row[i] = row[i]! + (previous[i]! >> 1);
      for (let i = pixelBytes; i < length; i++) row[i] = row[i]! + ((row[i - pixelBytes]! + previous[i]!) >> 1);
      break;
    case 4:
      for (let i = 0; i < Math.min(pixelBytes, length); i++) row[i] = row[i]! + previous[i]!;
      for (let i = pixelBytes; i < length; i++) {
        row[i] = row[i]! + paeth(row[i - pixelBytes]!, previous[i]!, previous[i - pixelBytes]!);
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
