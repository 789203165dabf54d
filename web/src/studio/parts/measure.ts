import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

const NARROW = matchMedia("(max-width: 56rem)");

/** Whether the page and the options lie one below the other, as on a phone. */
export function isNarrow(): boolean {
  return NARROW.matches;
}

/** The inner size of an element, as it changes. */
export function useInnerSize<T extends HTMLElement>(): [RefObject<T>, { width: number; height: number }] {
  const place = useRef<T>(null);
  const [inner, setInner] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setInner({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return [place, inner];
}
