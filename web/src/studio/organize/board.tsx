import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useInnerSize } from "../parts/measure.ts";
import { dragged, press } from "./drag.ts";
import * as edit from "./edit.ts";
import { type Grid, gridOf, placeOf } from "./grid.ts";
import { LeafCard } from "./leaf.tsx";
import * as state from "./state.ts";

/** Rows that are there above and below what is in view. */
const SPARE_ROWS = 2;

/** The pages in their order. Of many only those in view are in the page, and the one that has the focus. */
export function Board() {
  const [view, inner] = useInnerSize<HTMLDivElement>();
  const list = useRef<HTMLOListElement>(null);
  const [firstRow, setFirstRow] = useState(0);
  const leaves = state.leaves.value;
  const grid = useMemo(() => gridOf(inner.width, leaves.length), [inner.width, leaves.length]);
  const { stop, goTo } = useFocus(view, list, grid);
  const first = Math.max(firstRow - SPARE_ROWS, 0) * grid.columns;
  const rows = Math.ceil(inner.height / grid.cell.height) + 1 + 2 * SPARE_ROWS;
  const shown = leaves.map((leaf, index) => ({ leaf, index })).slice(first, first + rows * grid.columns);
  const kept = leaves[stop];
  if (kept && !shown.some(({ index }) => index === stop)) shown.push({ leaf: kept, index: stop });
  const drag = dragged.value;
  return (
    <div
      class="stage-view board"
      ref={view}
      role="region"
      aria-label="Pages in order"
      onScroll={({ currentTarget: { scrollTop } }) => setFirstRow(Math.floor(scrollTop / grid.cell.height))}
    >
      <p id="leaf-help" class="visually-hidden">
        Space selects it. Alt and arrow keys move it, R turns it, D duplicates it, Delete deletes it.
      </p>
      {inner.width > 0 && (
        <ol
          ref={list}
          aria-label="Pages"
          style={{ height: `${grid.height}px` }}
          onPointerDown={(event) =>
            press(event, { view: view.current as HTMLElement, list: event.currentTarget, grid })
          }
          onKeyDown={(event) => keys(event, grid, goTo)}
          onFocusIn={({ target }) => {
            const { index } = (target as HTMLElement).dataset;
            if (index !== undefined) goTo(Number(index), false);
          }}
        >
          {shown.map(({ leaf, index }) => (
            <LeafCard
              key={leaf.id}
              leaf={leaf}
              index={index}
              grid={grid}
              isStop={index === stop}
              isDragged={drag?.which.has(leaf.id) === true}
              onChoose={edit.choose}
            />
          ))}
          {drag && <Marker grid={grid} to={drag.to} />}
        </ol>
      )}
      {drag && (
        <span class="drag-count" aria-hidden="true" style={{ left: `${drag.x}px`, top: `${drag.y}px` }}>
          {drag.which.size === 1 ? "1 page" : `${drag.which.size} pages`}
        </span>
      )}
    </div>
  );
}

/** Where what is dragged would come. */
function Marker({ grid, to }: { grid: Grid; to: number }) {
  const { left, top } = placeOf(grid, to);
  return (
    <li
      class="drag-marker"
      role="presentation"
      style={{ left: `${left}px`, top: `${top}px`, height: `${grid.cell.height}px` }}
    />
  );
}

/** One page is a stop of the Tab key. It is found by its id, so that the focus goes along when it moves. */
function useFocus(view: { current: HTMLElement | null }, list: { current: HTMLElement | null }, grid: Grid) {
  const [at, setAt] = useState<{ id: number | undefined; index: number; wantsFocus: boolean }>({
    ...{ id: undefined, index: 0, wantsFocus: false },
  });
  const leaves = state.leaves.value;
  const found = leaves.findIndex(({ id }) => id === at.id);
  const stop = found >= 0 ? found : Math.max(Math.min(at.index, leaves.length - 1), 0);
  const goTo = (index: number, wantsFocus = true) => {
    const to = Math.max(Math.min(index, state.leaves.value.length - 1), 0);
    setAt({ id: state.leaves.value[to]?.id, index: to, wantsFocus });
    const { top } = placeOf(grid, to);
    const element = view.current;
    if (!wantsFocus || !element) return;
    if (top < element.scrollTop) element.scrollTop = top;
    if (top + grid.cell.height > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + grid.cell.height - element.clientHeight + 2 * EDGE_PX;
    }
  };
  useLayoutEffect(() => {
    if (!at.wantsFocus) return;
    list.current?.querySelector<HTMLElement>(`[data-index="${stop}"]`)?.focus({ preventScroll: true });
  }, [at, stop, leaves]);
  return { stop, goTo };
}

const EDGE_PX = 16;

/** What keys do with the page that has the focus, and with all that are selected if it is one of them. */
function keys(event: KeyboardEvent, grid: Grid, goTo: (index: number) => void): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  const index = Number((event.target as HTMLElement).dataset.index);
  const leaf = state.leaves.value[index];
  if (!leaf) return;
  const which = state.chosen.value.has(leaf.id) ? state.chosen.value : new Set([leaf.id]);
  const { columns } = grid;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  const ends = { Home: 0, End: state.leaves.value.length - 1 }[key];
  const done = () => {
    if (step !== undefined && altKey) {
      edit.shift(which, step);
      return goTo(state.leaves.value.findIndex(({ id }) => id === leaf.id));
    }
    if (key.toLowerCase() === "a" && (ctrlKey || metaKey)) return edit.chooseAll();
    if (altKey || ctrlKey || metaKey) return false;
    if (step !== undefined || ends !== undefined) return goTo(ends ?? index + (step ?? 0));
    if (key === "Escape") return edit.chooseAll(false);
    if (key === "Delete" || key === "Backspace") {
      edit.remove(which);
      return goTo(
        Math.max(
          state.leaves.value.findIndex(({ id }) => id === leaf.id),
          index,
        ),
      );
    }
    if (key.toLowerCase() === "r") return edit.turn(which, shiftKey ? 270 : 90);
    if (key.toLowerCase() === "d") return edit.duplicate(which);
    return false;
  };
  if (done() !== false) event.preventDefault();
}
