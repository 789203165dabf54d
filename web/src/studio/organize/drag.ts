import { signal } from "@preact/signals";
import * as edit from "./edit.ts";
import { type Grid, indexAt } from "./grid.ts";
import * as state from "./state.ts";

/** Pages that are dragged, where the pointer is, and before which page they would come. */
export const dragged = signal<{ which: ReadonlySet<number>; x: number; y: number; to: number } | undefined>(undefined);

const FAR_PX = 6;
/** Near its edge the board scrolls, as fast as the pointer is near. */
const EDGE_PX = 56;

interface Board {
  /** What scrolls, and what is scrolled in it. */
  view: HTMLElement;
  list: HTMLElement;
  grid: Grid;
}

/** Drags pages: by mouse on any part of them, by a finger on the grip, since on the rest it scrolls. */
export function press(event: PointerEvent, { view, list, grid }: Board): void {
  const target = event.target as HTMLElement;
  const isGrip = target.closest(".leaf-grip") !== null;
  const id = Number(target.closest<HTMLElement>("[data-leaf]")?.dataset.leaf);
  if (!id || event.button !== 0 || (!isGrip && event.pointerType !== "mouse")) return;
  const which = state.chosen.value.has(id) ? state.chosen.value : new Set([id]);
  let [x, y] = [event.clientX, event.clientY];
  let frame = 0;
  const show = () => {
    const { left, top } = list.getBoundingClientRect();
    const to = indexAt(grid, x - left, y - top, state.leaves.value.length);
    dragged.value = { which, x, y, to };
  };
  const scroll = () => {
    const { top, bottom } = view.getBoundingClientRect();
    const by = Math.min(y - top - EDGE_PX, 0) + Math.max(y - bottom + EDGE_PX, 0);
    if (by !== 0) {
      view.scrollTop += by / 4;
      show();
    }
    frame = requestAnimationFrame(scroll);
  };
  const move = (moving: PointerEvent) => {
    [x, y] = [moving.clientX, moving.clientY];
    if (!dragged.value) {
      if (Math.hypot(x - event.clientX, y - event.clientY) < FAR_PX) return;
      list.setPointerCapture(event.pointerId);
      frame = requestAnimationFrame(scroll);
    }
    show();
  };
  const over = new AbortController();
  const end = (ending: Event) => {
    if (ending instanceof KeyboardEvent && ending.key !== "Escape") return;
    over.abort();
    cancelAnimationFrame(frame);
    const { value } = dragged;
    dragged.value = undefined;
    if (value && ending.type === "pointerup") edit.move(value.which, value.to);
  };
  const { signal: isOver } = over;
  list.addEventListener("pointermove", move, { signal: isOver });
  for (const name of ["pointerup", "pointercancel", "keydown"]) {
    addEventListener(name, end, { capture: true, signal: isOver });
  }
}
