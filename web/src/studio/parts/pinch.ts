import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { LARGEST_ZOOM, SMALLEST_ZOOM } from "./zoom.tsx";

const WHEEL_STEP = 300;

/**
 * Two fingers, or Ctrl and the wheel (which is how a trackpad reports a pinch), zoom what this element shows. The point
 * between the fingers stays where it is.
 */
export function usePinch(place: RefObject<HTMLElement>, zoom: number, onZoom: (zoom: number) => void): void {
  const current = useRef({ zoom, onZoom });
  current.current = { zoom, onZoom };
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let begun: { spread: number; zoom: number } | undefined;
    const zoomTo = (wanted: number, x: number, y: number) => {
      const { zoom: before, onZoom } = current.current;
      const next = Math.min(Math.max(wanted, SMALLEST_ZOOM), LARGEST_ZOOM);
      if (next === before) return;
      const box = element.getBoundingClientRect();
      const [insideX, insideY] = [x - box.left, y - box.top];
      const [left, top] = [element.scrollLeft + insideX, element.scrollTop + insideY];
      onZoom(next);
      requestAnimationFrame(() => {
        element.scrollLeft = (left * next) / before - insideX;
        element.scrollTop = (top * next) / before - insideY;
      });
    };
    const touch = (event: TouchEvent) => {
      const [a, b] = event.touches;
      if (!a || !b) {
        begun = undefined;
        return;
      }
      event.preventDefault();
      const spread = Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1);
      begun ??= { spread, zoom: current.current.zoom };
      zoomTo((begun.zoom * spread) / begun.spread, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo(current.current.zoom * Math.exp(-event.deltaY / WHEEL_STEP), event.clientX, event.clientY);
    };
    const touches = ["touchstart", "touchmove", "touchend", "touchcancel"] as const;
    for (const name of touches) element.addEventListener(name, touch, { passive: false });
    element.addEventListener("wheel", wheel, { passive: false });
    return () => {
      for (const name of touches) element.removeEventListener(name, touch);
      element.removeEventListener("wheel", wheel);
    };
  }, []);
}
