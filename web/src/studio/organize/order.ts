import type { AssemblePdfRequest } from "../../../../client/src/index.ts";
import type { Leaf } from "./state.ts";

/** An item names so many pages at most: its text has a limit. */
const MOST_AT_ONCE = 800;

type Item = NonNullable<AssemblePdfRequest["order"]>[number];

/** The board as the interface takes it: pages that follow each other in one file and are turned alike are one item. */
export function orderOf(leaves: readonly Leaf[], files: readonly number[]): Item[] {
  const items: Item[] = [];
  let run: Leaf[] = [];
  const end = () => {
    const [first] = run;
    if (first) items.push({ document: files.indexOf(first.of) + 1, pages: written(run), ...turned(first) });
    run = [];
  };
  for (const leaf of leaves) {
    const before = run.at(-1);
    if (
      before &&
      (leaf.page === 0 || leaf.of !== before.of || leaf.turn !== before.turn || run.length === MOST_AT_ONCE)
    )
      end();
    if (leaf.page === 0) items.push({ blank: true });
    else run.push(leaf);
  }
  end();
  return items;
}

const turned = ({ turn }: Leaf): Pick<Item, "rotate"> => (turn === 0 ? {} : { rotate: turn });

/** Pages in their order: `3-5,1,1`. */
function written(run: readonly Leaf[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const { page } of run) {
    const last = ranges.at(-1);
    if (last && page === last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(",");
}
