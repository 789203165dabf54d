import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Size } from "../document/viewer.ts";
import { follow } from "../parts/follow.ts";
import { type Area, between, type Edges, inShape, moved, onPage, placeOf, resized } from "./area.ts";

const HANDLES: [name: string, edges: Edges][] = [
  ["nw", { top: true, left: true }],
  ["n", { top: true }],
  ["ne", { top: true, right: true }],
  ["e", { right: true }],
  ["se", { bottom: true, right: true }],
  ["s", { bottom: true }],
  ["sw", { bottom: true, left: true }],
  ["w", { left: true }],
];

const HOLD_MS = 400;
const SHAKE_PX = 8;

/** Runs when the finger stays where it was put. */
function whenHeld({ clientX, clientY, pointerId }: PointerEvent, run: () => void): void {
  const over = new AbortController();
  const timer = setTimeout(() => {
    over.abort();
    run();
  }, HOLD_MS);
  const giveUp = (event: PointerEvent) => {
    const isStill = Math.hypot(event.clientX - clientX, event.clientY - clientY) < SHAKE_PX;
    if (event.type === "pointermove" && event.pointerId === pointerId && isStill) return;
    over.abort();
    clearTimeout(timer);
  };
  for (const name of ["pointermove", "pointerdown", "pointerup", "pointercancel"] as const) {
    addEventListener(name, giveUp, { signal: over.signal, capture: true });
  }
}

/** The areas over a page: drawn, moved and resized by pointer or keys. */
export function AreaLayer(props: {
  areas: readonly Area[];
  /** The place of the one that has handles. */
  at: number;
  page: Size;
  /** An area in words for screen readers, in the chosen unit. */
  labelOf: (area: Area, index: number) => string;
  keepsShape: boolean;
  /** Nobody has drawn the current area yet: drawing inside it begins another in its place. */
  isProposal: boolean;
  /** What is drawn beside the areas is always one more, and never in place of another. */
  addsAlways?: boolean;
  /** What the areas lie on: a shade, or marks. */
  children: ComponentChildren;
  /** A click beside the areas, where nothing was drawn. */
  onTap?: (point: { x: number; y: number }) => void;
  onSelect: (index: number) => void;
  /** Changes the current area. */
  onChange: (area: Area) => void;
  onAdd: (area: Area) => void;
  onRemove: (index: number) => void;
}) {
  const { areas, at, page, labelOf, keepsShape, isProposal, addsAlways, onSelect, onChange, onAdd, onRemove, onTap } =
    props;
  const layer = useRef<HTMLDivElement>(null);
  // A press beside the areas that has not moved.
  const isTap = useRef(false);
  const focusCurrent = () => layer.current?.querySelector<HTMLElement>(".area.current")?.focus({ preventScroll: true });
  // An area that is removed by a key takes the focus with it.
  const removesByKey = useRef(false);
  useEffect(() => {
    if (removesByKey.current) focusCurrent();
    removesByKey.current = false;
  }, [areas.length]);

  const shaped = (before: Area, next: Area, edges: Edges) =>
    keepsShape ? inShape(next, before.width / before.height, edges, page) : next;

  const press = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const target = event.target as HTMLElement;
    isTap.current = !target.closest(".area");
    // A finger on the page scrolls it. It moves handles, and an area on which it was held.
    if (event.pointerType === "touch" && !target.dataset.handle) {
      if (target.closest(".area")) whenHeld(event, () => drag(event, true));
      return;
    }
    event.preventDefault();
    drag(event, target.dataset.handle === "move");
  };

  const drag = (event: PointerEvent, isWhole: boolean) => {
    const target = event.target as HTMLElement;
    const element = layer.current as HTMLDivElement;
    const box = element.getBoundingClientRect();
    const start = onPage({ x: event.clientX, y: event.clientY }, box, page);
    const edges = HANDLES.find(([name]) => name === target.dataset.handle)?.[1];
    const index = Number(target.closest<HTMLElement>(".area")?.dataset.index ?? -1);
    const isMoved = isWhole || (index >= 0 && !(isProposal && index === at));
    const before = edges || isMoved ? areas[index] : undefined;
    if (before) onSelect(index);
    // Where there are several, what is drawn beside them is one more.
    const isOneMore = !before && (addsAlways || (!isProposal && areas.length > 1));
    const known = before ?? areas[at];
    element.setPointerCapture(event.pointerId);
    let hasMoved = false;
    const move = (moving: PointerEvent) => {
      const isFirst = !hasMoved;
      const now = onPage({ x: moving.clientX, y: moving.clientY }, box, page);
      const [dx, dy] = [now.x - start.x, now.y - start.y];
      // A slightly shaky click draws nothing.
      if (isFirst && Math.hypot(dx, dy) * (box.width / page.width) < 4) return;
      hasMoved = true;
      isTap.current = false;
      if (before)
        onChange(edges ? shaped(before, resized(before, edges, dx, dy, page), edges) : moved(before, dx, dy, page));
      else (isOneMore && isFirst ? onAdd : onChange)(between(start, now));
    };
    const stay = (touch: TouchEvent) => touch.preventDefault();
    const letGo = follow(element, event, move, () => {
      element.removeEventListener("touchmove", stay);
      element.removeEventListener("pointerdown", giveUp);
      focusCurrent();
    });
    // A second finger means zooming: what the first one began was not a drawing.
    const giveUp = () => {
      letGo();
      if (!hasMoved) return;
      if (isOneMore) onRemove(areas.length);
      else if (known) onChange(known);
    };
    // The page would scroll along with an area that is held.
    element.addEventListener("touchmove", stay, { passive: false });
    element.addEventListener("pointerdown", giveUp);
  };

  const type = (event: KeyboardEvent, area: Area, index: number) => {
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      removesByKey.current = true;
      onRemove(index);
      return;
    }
    const step = event.shiftKey ? 10 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const by = steps[event.key];
    if (!by) return;
    event.preventDefault();
    const edges = { right: by[0] !== 0, top: by[1] !== 0 };
    onChange(event.altKey ? shaped(area, resized(area, edges, ...by, page), edges) : moved(area, ...by, page));
  };

  const tap = (event: MouseEvent) => {
    if (!onTap || !isTap.current) return;
    const box = (layer.current as HTMLDivElement).getBoundingClientRect();
    onTap(onPage({ x: event.clientX, y: event.clientY }, box, page));
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: what a click here does is also in the list beside the page
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div class="area-layer" ref={layer} onPointerDown={press} onClick={tap}>
      {props.children}
      {areas.map((area, index) => (
        <div
          key={index}
          class={`area${index === at ? " current" : ""}${index === at && isProposal ? " proposal" : ""}`}
          data-index={index}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys that move it
          tabIndex={0}
          role="application"
          aria-label={labelOf(area, index)}
          onFocus={() => onSelect(index)}
          onKeyDown={(event) => type(event, area, index)}
          style={placeOf(area, page)}
        >
          {areas.length > 1 && (
            <span class="area-number" aria-hidden="true">
              {index + 1}
            </span>
          )}
          {index === at && HANDLES.map(([name]) => <span key={name} class={`handle ${name}`} data-handle={name} />)}
          {index === at && <span class="handle move" data-handle="move" />}
        </div>
      ))}
    </div>
  );
}
