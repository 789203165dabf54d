import { opened, sizes } from "../document/opened.ts";
import type { PdfView, Size } from "../document/viewer.ts";
import { Icon } from "../parts/icon.tsx";
import { PageCanvas } from "../parts/page-canvas.tsx";
import { A4, fitted, usePageSize } from "../parts/page-size.ts";
import { type Grid, placeOf } from "./grid.ts";
import { MarkLayer } from "./mark-layer.tsx";
import { numberAt } from "./marks.ts";
import * as state from "./state.ts";

/** A page of the board: a button that selects it, and what it is of. */
export function LeafCard(props: {
  leaf: state.Leaf;
  index: number;
  grid: Grid;
  isStop: boolean;
  isDragged: boolean;
  onChoose: (index: number, isRange: boolean) => void;
}) {
  const { leaf, index, grid, isStop, isDragged, onChoose } = props;
  const { id } = leaf;
  const { cell } = grid;
  const { left, top } = placeOf(grid, index);
  const count = state.leaves.value.length;
  const origin = originOf(leaf, index);
  return (
    <li
      class={`leaf${isDragged ? " dragged" : ""}`}
      style={{ left: `${left}px`, top: `${top}px`, width: `${cell.width}px`, height: `${cell.height}px` }}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-leaf={id}
    >
      <button
        type="button"
        class="leaf-page"
        data-index={index}
        tabIndex={isStop ? 0 : -1}
        aria-pressed={state.chosen.value.has(id)}
        aria-label={`Page ${index + 1}${spoken(leaf)}${numbered(index)}`}
        aria-describedby="leaf-help"
        onClick={(event) => onChoose(index, event.shiftKey)}
      >
        <Sheet leaf={leaf} index={index} box={grid.sheet} />
      </button>
      <span class="leaf-foot">
        <span class="leaf-grip">
          <Icon name="grip" />
        </span>
        <span class="leaf-number">{index + 1}</span>
        {origin !== "" && (
          <span class="leaf-origin" title={origin}>
            {origin}
          </span>
        )}
      </span>
    </li>
  );
}

function nameOf(of: number): string {
  return (of === 0 ? opened.value?.name : state.added.value.find(({ id }) => id === of)?.name) ?? "";
}

/** Where a page comes from, when its place does not say it. */
function originOf({ of, page }: state.Leaf, index: number): string {
  if (page === 0) return "empty";
  if (state.inUse.value.length > 1) return `${page} of ${nameOf(of)}`;
  return page === index + 1 ? "" : `was ${page}`;
}

function spoken({ of, page, turn }: state.Leaf): string {
  if (page === 0) return ", empty";
  return `: page ${page} of ${nameOf(of)}${turn === 0 ? "" : `, turned ${turn} degrees`}`;
}

function numbered(index: number): string {
  const number = numberAt(index);
  return number === undefined ? "" : `, numbered ${number}`;
}

export function viewOf(of: number): PdfView | undefined {
  return of === 0 ? opened.value?.pdf : state.views.value.get(of)?.pdf;
}

/** An empty page is as large as the one before it, or at the beginning as the next. */
function likeOf(leaf: state.Leaf, index: number): state.Leaf | undefined {
  if (leaf.page > 0) return leaf;
  const { value } = state.leaves;
  return value.slice(0, index).findLast(({ page }) => page > 0) ?? value.slice(index).find(({ page }) => page > 0);
}

function Sheet({ leaf, index, box }: { leaf: state.Leaf; index: number; box: Size }) {
  const like = likeOf(leaf, index);
  const pdf = like && viewOf(like.of);
  // An added file that is not open yet.
  if (!like || !pdf) return <span class="thumb-page leaf-sheet waiting" style={{ width: "60%", height: "70%" }} />;
  return <Drawn pdf={pdf} leaf={like} index={index} box={box} isEmpty={leaf.page === 0} />;
}

function Drawn(props: { pdf: PdfView; leaf: state.Leaf; index: number; box: Size; isEmpty: boolean }) {
  const { pdf, leaf, index, box, isEmpty } = props;
  const { of, page, turn } = leaf;
  const known = of === 0 ? sizes.value.get(page) : undefined;
  const size = usePageSize(pdf, page) ?? known ?? A4;
  const shown = turn % 180 === 0 ? size : { width: size.height, height: size.width };
  const width = fitted(shown, box);
  const scale = width / shown.width;
  return (
    <span class="thumb-page leaf-sheet" style={{ width: `${width}px`, height: `${shown.height * scale}px` }}>
      {!isEmpty && (
        <span class="leaf-turn" style={{ rotate: `${turn}deg` }}>
          <PageCanvas pdf={pdf} page={page} width={size.width * scale} size={size} isOfMany />
        </span>
      )}
      <MarkLayer page={shown} index={index} />
    </span>
  );
}
