import type { Page } from "playwright-core";

export interface Scrolled {
  /** Of 200 frames, those that came more than 50 ms after the one before. */
  late: number;
  /** The longest that the page's own work kept the main thread, in ms; 0 where nothing took 50. */
  longestTask: number;
}

/** Runs in the page, so it is given as text: its types are those of a browser. */
const scroll = (selector: string) => `new Promise((resolve) => {
  const FRAMES = 200;
  const list = document.querySelector(${JSON.stringify(selector)});
  const tasks = [0];
  const watch = new PerformanceObserver((all) => tasks.push(...all.getEntries().map(({ duration }) => duration)));
  watch.observe({ type: "longtask" });
  const step = list.scrollHeight / FRAMES;
  const gaps = [];
  let last;
  const frame = (now) => {
    if (last !== undefined) gaps.push(now - last);
    last = now;
    list.scrollBy({ top: step, behavior: "instant" });
    if (gaps.length < FRAMES) requestAnimationFrame(frame);
    else setTimeout(() => resolve({
      late: gaps.filter((gap) => gap > 50).length, longestTask: Math.round(Math.max(...tasks)),
    }), 100);
  };
  requestAnimationFrame(frame);
})`;

/** Scrolls a list from its top to its end in 200 frames. */
export function scrolled(page: Page, selector: string): Promise<Scrolled> {
  return page.evaluate(scroll(selector)) as Promise<Scrolled>;
}
