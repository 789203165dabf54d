/** `cropData[2].cropArea.width` */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : `${text}${text && "."}${String(step)}`),
    "",
  );
}

/** Paths that came, but which the schema left out of what it read. */
export function unknownPaths(came: unknown, read: unknown, path: PropertyKey[]): string[] {
  if (Array.isArray(came) && Array.isArray(read)) {
    return came.slice(0, 100).flatMap((item, index) => unknownPaths(item, read[index], [...path, index]));
  }
  if (!isPlain(came) || !isPlain(read)) return [];
  return Object.entries(came).flatMap(([name, value]) =>
    name in read || value === undefined
      ? unknownPaths(value, read[name], [...path, name])
      : [fieldPath([...path, name])],
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Says that a field is not known, with the known one that was probably meant. */
export function unknownFieldWarning(path: string, known: readonly string[]): string {
  if (known.includes(path)) {
    return `Field "${path}" was ignored: files come as file parts of multipart/form-data, all other fields do not.`;
  }
  const name = path.slice(Math.max(path.lastIndexOf("."), path.lastIndexOf("]")) + 1).toLowerCase();
  const near = known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance)[0];
  return `Unknown field "${path}" was ignored${near ? `; did you mean "${near.candidate}"?` : "."}`;
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 8) return 99;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
