import { type Difference, judged } from "./differences.ts";
import { compare } from "./pixels.ts";
import { type Look, lookOf, type Reader } from "./readers.ts";
import type { Stated } from "./statement.ts";

/** Each page of each part must look as in the document, in every pixel of every renderer. */
export async function judgeParts(stated: Stated, paths: readonly string[], look: Look): Promise<Difference[]> {
  const found: Difference[] = [];
  let before = 0;
  for (const [index, path] of paths.entries()) {
    const count = index === 0 ? stated.ahead : stated.pages.length - stated.ahead;
    const shown = await lookOf(path, [1, count]);
    for (let at = 0; at < count; at++) {
      const { pageNumber } = stated.pages[before + at]!.facts;
      found.push(
        ...judged("page of a part", `page ${pageNumber}`, look.keys(), (reader) =>
          differs(reader, look, before + at, shown, at),
        ),
      );
    }
    before += count;
  }
  return found;
}

function differs(reader: Reader, look: Look, page: number, shown: Look, at: number): string | undefined {
  const expected = look.get(reader)![page]!;
  const other = shown.get(reader)?.[at];
  if (other === undefined) return "shows nothing of the part";
  if (expected.width !== other.width || expected.height !== other.height)
    return `shows ${other.width}×${other.height} instead of ${expected.width}×${expected.height}`;
  const { mean, share } = compare(expected, other, 8);
  return mean === 0 ? undefined : `shows ${(100 * share).toFixed(3)} % of the pixels otherwise`;
}
