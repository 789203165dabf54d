/** Who is wrong about what: we, one of the others, or nobody can tell because the others differ among themselves. */
export const sides = ["ours", "theirs", "undecided"] as const;
export type Side = (typeof sides)[number];

/** Where a statement of ours and another reader's differ. */
export interface Difference {
  /** Which statement: differences are sorted by it. */
  readonly name: string;
  readonly side: Side;
  /** The page, and what each says. */
  readonly detail: string;
}

/**
 * Compares a statement with those of other readers; `objects` says what one has against it. It is our fault where
 * several have something against it and none agrees, and theirs where one alone has.
 */
export function judged<Reader extends string>(
  name: string,
  where: string,
  readers: Iterable<Reader>,
  objects: (reader: Reader) => string | undefined,
): Difference[] {
  const [objections, agreeing]: [string[], string[]] = [[], []];
  for (const reader of readers) {
    const objection = objects(reader);
    if (objection === undefined) agreeing.push(reader);
    else objections.push(`${reader} ${objection}`);
  }
  if (objections.length === 0) return [];
  const side: Side =
    agreeing.length === 0 && objections.length > 1
      ? "ours"
      : objections.length === 1 && agreeing.length > 1
        ? "theirs"
        : "undecided";
  return [{ name, side, detail: `${where}: ${objections.join(", ")}` }];
}
