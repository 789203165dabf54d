import { el } from "../../dom.ts";
import { type Area, between, type Edges, moved, onPage, resized, type Size } from "./area.ts";

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

/** The rectangle over a page: drawn, moved and resized by pointer or keys. */
export function areaLayer(onChange: (area: Area) => void): {
  element: HTMLElement;
  show: (area: Area | undefined, page: Size) => void;
} {
  const handles = HANDLES.map(([name]) => el("span", { class: `handle ${name}`, "data-handle": name }));
  const rectangle = el("div", { class: "area", tabindex: 0, role: "application", hidden: true }, ...handles);
  const element = el("div", { class: "area-layer" }, rectangle);
  let area: Area | undefined;
  let page: Size = { width: 1, height: 1 };

  function place(next: Area | undefined): void {
    area = next;
    rectangle.hidden = next === undefined;
    if (!next) return;
    const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
    rectangle.style.left = percent(next.x, page.width);
    rectangle.style.bottom = percent(next.y, page.height);
    rectangle.style.width = percent(next.width, page.width);
    rectangle.style.height = percent(next.height, page.height);
    const whole = (value: number) => Math.round(value);
    rectangle.setAttribute(
      "aria-label",
      `Crop area: ${whole(next.width)} by ${whole(next.height)} points, ${whole(next.x)} from the left, ${whole(next.y)} from the bottom. Arrow keys move it, with Shift by ten; with Alt they move its right and top edges.`,
    );
  }
  function change(next: Area): void {
    place(next);
    onChange(next);
  }

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const box = element.getBoundingClientRect();
    const start = onPage({ x: event.clientX, y: event.clientY }, box, page);
    const target = event.target as HTMLElement;
    const edges = HANDLES.find(([name]) => name === target.dataset.handle)?.[1];
    const before = area;
    const keeps = before !== undefined && (edges !== undefined || target === rectangle);
    element.setPointerCapture(event.pointerId);
    const move = (moving: PointerEvent) => {
      const now = onPage({ x: moving.clientX, y: moving.clientY }, box, page);
      if (!keeps) return change(between(start, now));
      const [dx, dy] = [now.x - start.x, now.y - start.y];
      change(edges ? resized(before, edges, dx, dy, page) : moved(before, dx, dy, page));
    };
    const end = () => {
      element.removeEventListener("pointermove", move);
      rectangle.focus({ preventScroll: true });
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", end, { once: true });
    element.addEventListener("pointercancel", end, { once: true });
  });

  rectangle.addEventListener("keydown", (event) => {
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
    change(event.altKey ? resized(area, { right: true, top: true }, ...by, page) : moved(area, ...by, page));
  });

  return {
    element,
    show(next, size) {
      page = size;
      place(next);
    },
  };
}
