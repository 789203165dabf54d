import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Whether an element is near the window. It stays so while it has the focus. */
export function useNear(place: RefObject<Element>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current as Element;
    const watch = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting === true || element.contains(document.activeElement)),
      { rootMargin: "300px" },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return isNear;
}
