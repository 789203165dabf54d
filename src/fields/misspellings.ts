/** The known word that a misspelt word probably means. */
export function meant(word: string, known: readonly string[]): string | undefined {
  const plain = letters(word);
  const same = known.find((candidate) => letters(candidate) === plain);
  if (same !== undefined) return same;
  return known
    .map((candidate) => ({ candidate, distance: editDistance(plain, letters(candidate)) }))
    .filter(({ candidate, distance }) => distance <= Math.floor(candidate.length / 3))
    .sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

/** `crop_data`, `CropData` and `cropData[]` are the same word. */
export function letters(word: string): string {
  return word
    .replace(/\[\d*\]$/, "")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}

/** Letters that are missing, one too many, others, or two in the wrong order. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 8) return 99;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isTurned = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1, isTurned ? before[j - 2]! + 1 : change));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
