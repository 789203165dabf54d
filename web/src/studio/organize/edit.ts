import { batch } from "@preact/signals";
import { announce } from "../../dom.ts";
import { plural } from "../../format.ts";
import * as state from "./state.ts";

type Ids = ReadonlySet<number>;

let ids = 0;

export function freshId(): number {
  ids += 1;
  return ids;
}

/** What is new has no id of what was kept. */
export function beginAfter(...kept: readonly (readonly { id: number }[])[]): void {
  for (const { id } of kept.flat()) ids = Math.max(ids, id);
}

export function pagesOf(of: number, count: number): state.Leaf[] {
  return Array.from({ length: count }, (_, index) => ({ id: freshId(), of, page: index + 1, turn: 0 }));
}

/** Behind the last page that is selected, or at the end. */
export function placeForNew(): number {
  const last = state.leaves.value.findLastIndex(({ id }) => state.chosen.value.has(id));
  return last < 0 ? state.leaves.value.length : last + 1;
}

export function insert(leaves: readonly state.Leaf[], at: number): void {
  state.work.beginStep();
  state.leaves.value = state.leaves.value.toSpliced(at, 0, ...leaves);
}

export function insertBlank(): void {
  const at = placeForNew();
  const blank: state.Leaf = { id: freshId(), of: 0, page: 0, turn: 0 };
  insert([blank], at);
  state.chosen.value = new Set([blank.id]);
  announce(`An empty page is number ${at + 1}.`);
}

/** An empty page is as the one before it. */
export function turn(which: Ids, by: 90 | 270): void {
  state.work.beginStep();
  state.leaves.value = state.leaves.value.map((leaf) =>
    which.has(leaf.id) && leaf.page > 0 ? { ...leaf, turn: ((leaf.turn + by) % 360) as state.Turn } : leaf,
  );
  announce(`${plural(which.size, "page")} turned ${by === 90 ? "right" : "left"}.`);
}

export function remove(which: Ids): void {
  state.work.beginStep();
  batch(() => {
    state.leaves.value = state.leaves.value.filter(({ id }) => !which.has(id));
    state.chosen.value = new Set([...state.chosen.value].filter((id) => !which.has(id)));
  });
  announce(`${plural(which.size, "page")} deleted, ${state.leaves.value.length} left.`);
}

/** Copies follow behind the last of them, and are selected in their place. */
export function duplicate(which: Ids): void {
  const copies = state.leaves.value.filter(({ id }) => which.has(id)).map((leaf) => ({ ...leaf, id: freshId() }));
  const last = state.leaves.value.findLastIndex(({ id }) => which.has(id));
  insert(copies, last + 1);
  state.chosen.value = new Set(copies.map(({ id }) => id));
  announce(`${plural(copies.length, "page")} duplicated.`);
}

/** Brings pages before the one that is at an index now. */
export function move(which: Ids, to: number): void {
  const { value } = state.leaves;
  const moved = value.filter(({ id }) => which.has(id));
  const others = value.filter(({ id }) => !which.has(id));
  const before = value.slice(0, Math.max(to, 0)).filter(({ id }) => !which.has(id)).length;
  const next = others.toSpliced(before, 0, ...moved);
  if (next.every((leaf, index) => leaf === value[index])) return;
  state.leaves.value = next;
  const from = before + 1;
  const last = before + moved.length;
  announce(last > from ? `Pages are numbers ${from} to ${last} now.` : `The page is number ${from} of ${next.length}.`);
}

/** Brings pages forward or back by a number of places. */
export function shift(which: Ids, by: number): void {
  const { value } = state.leaves;
  const first = value.findIndex(({ id }) => which.has(id));
  const last = value.findLastIndex(({ id }) => which.has(id));
  if (first >= 0) move(which, by < 0 ? Math.max(first + by, 0) : last + 1 + by);
}

let lastChosen: number | undefined;

/** With Shift, all pages from the one selected last. */
export function choose(index: number, isRange: boolean): void {
  const { value } = state.leaves;
  const id = value[index]?.id;
  if (id === undefined) return;
  const next = new Set(state.chosen.value);
  const from = isRange ? value.findIndex((leaf) => leaf.id === lastChosen) : -1;
  if (from >= 0) {
    for (const leaf of value.slice(Math.min(from, index), Math.max(from, index) + 1)) next.add(leaf.id);
  } else if (!next.delete(id)) next.add(id);
  lastChosen = id;
  state.chosen.value = next;
}

export function chooseAll(isAll = true): void {
  state.chosen.value = new Set(isAll ? state.leaves.value.map(({ id }) => id) : []);
}
