import { useRef } from "preact/hooks";
import type { Size } from "../document/viewer.ts";
import { type Area, between, type Edges, inShape, moved, onPage, resized } from "./area.ts";

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

/** The area over a page: drawn, moved and resized by pointer or keys. */
export function AreaLayer(props: {
  area: Area | undefined;
  page: Size;
  /** The area in words for screen readers, in the chosen unit. */
  label: string;
  keepsShape: boolean;
  /** Nobody has drawn the area yet: drawing inside it begins another. */
  isProposal: boolean;
  /** What is outside goes for good, and is shown in red. */
  removes: boolean;
  onChange: (area: Area) => void;
}) {
  const { area, page, label, keepsShape, isProposal, removes, onChange } = props;
  const layer = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);

  const shaped = (before: Area, next: Area, edges: Edges) =>
    keepsShape ? inShape(next, before.width / before.height, edges, page) : next;

  const press = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    // A finger on the page scrolls it; only handles are dragged.
    if (event.pointerType === "touch" && !(event.target as HTMLElement).dataset.handle) return;
    event.preventDefault();
    const element = layer.current as HTMLDivElement;
    const box = element.getBoundingClientRect();
    const start = onPage({ x: event.clientX, y: event.clientY }, box, page);
    const target = event.target as HTMLElement;
    const edges = HANDLES.find(([name]) => name === target.dataset.handle)?.[1];
    const before = area;
    const isMoved = target.dataset.handle === "move" || (target === frame.current && !isProposal);
    const holds = before !== undefined && (edges !== undefined || isMoved);
    element.setPointerCapture(event.pointerId);
    let hasMoved = false;
    const move = (moving: PointerEvent) => {
      const now = onPage({ x: moving.clientX, y: moving.clientY }, box, page);
      const [dx, dy] = [now.x - start.x, now.y - start.y];
      // A slightly shaky click draws nothing.
      if (!hasMoved && Math.hypot(dx, dy) * (box.width / page.width) < 4) return;
      hasMoved = true;
      if (!holds) onChange(between(start, now));
      else onChange(edges ? shaped(before, resized(before, edges, dx, dy, page), edges) : moved(before, dx, dy, page));
    };
    const end = () => {
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerdown", giveUp);
      frame.current?.focus({ preventScroll: true });
    };
    // A second finger means zooming: what the first one began was not a drawing.
    const giveUp = () => {
      end();
      if (hasMoved && before) onChange(before);
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerdown", giveUp);
    element.addEventListener("pointerup", end, { once: true });
    element.addEventListener("pointercancel", end, { once: true });
  };

  const type = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const by = steps[event.key];
    if (!by || !area) return;
    event.preventDefault();
    const edges = { right: by[0] !== 0, top: by[1] !== 0 };
    onChange(event.altKey ? shaped(area, resized(area, edges, ...by, page), edges) : moved(area, ...by, page));
  };

  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <div class="area-layer" ref={layer} onPointerDown={press}>
      {area && (
        <div
          ref={frame}
          class={`area${isProposal ? " proposal" : ""}${removes ? " removing" : ""}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys that move it
          tabIndex={0}
          role="application"
          aria-label={label}
          onKeyDown={type}
          style={{
            left: percent(area.x, page.width),
            bottom: percent(area.y, page.height),
            width: percent(area.width, page.width),
            height: percent(area.height, page.height),
          }}
        >
          {HANDLES.map(([name]) => (
            <span key={name} class={`handle ${name}`} data-handle={name} />
          ))}
          <span class="handle move" data-handle="move" />
        </div>
      )}
    </div>
  );
}
