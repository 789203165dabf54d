/** The last place in a rising list whose number is not above this one; -1 when all are. */
export function lastUpTo(rising: readonly number[], most: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
