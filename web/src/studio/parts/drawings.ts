import type { PdfView, View } from "../document/viewer.ts";

/** Drawings in the page by document and page: where the same is shown again, they are there before it is drawn. */
const there = new WeakMap<PdfView, Map<number, Set<HTMLCanvasElement>>>();
const shown = new WeakMap<HTMLCanvasElement, View>();
/** A result takes the place of the work, and copies what was drawn there. */
const STAYS_MS = 500;

function drawingsOf({ pdf, page }: View): Set<HTMLCanvasElement> {
  const pages = there.get(pdf) ?? new Map<number, Set<HTMLCanvasElement>>();
  there.set(pdf, pages);
  const drawings = pages.get(page) ?? new Set<HTMLCanvasElement>();
  pages.set(page, drawings);
  return drawings;
}

export function keepDrawing(view: View, canvas: HTMLCanvasElement): void {
  shown.set(canvas, view);
  drawingsOf(view).add(canvas);
}

/** Shows one of these pages as it is drawn elsewhere, the largest of the first that is; otherwise nothing. */
export function copyOf(views: readonly View[], to: HTMLCanvasElement): boolean {
  forget(to);
  const known = views
    .map((view) => [...drawingsOf(view)].sort((a, b) => b.width - a.width)[0])
    .find((one) => one !== undefined);
  to.width = known?.width ?? 0;
  if (!known) return false;
  to.height = known.height;
  to.getContext("2d")?.drawImage(known, 0, 0);
  return true;
}

function forget(canvas: HTMLCanvasElement): void {
  const view = shown.get(canvas);
  if (view) drawingsOf(view).delete(canvas);
  shown.delete(canvas);
}

/** The canvas leaves the page. Its pixels go once nobody can want them. */
export function letGo(canvas: HTMLCanvasElement): void {
  setTimeout(() => {
    forget(canvas);
    canvas.width = 0;
  }, STAYS_MS);
}
