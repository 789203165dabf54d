import type { drawPage, Size } from "../document/viewer.ts";

type Drawing = ReturnType<typeof drawPage>;

const waiting: (() => Promise<void>)[] = [];
let isGoing = false;
let heldUntil = 0;

/** While a list runs past faster than this from one frame to the next, nothing is drawn: it would be gone again. */
const FAST_PX = 24;
const PAUSE_MS = 120;
const places = new WeakMap<EventTarget, number>();

addEventListener(
  "scroll",
  ({ target }) => {
    if (!(target instanceof Element)) return;
    const place = target.scrollTop + target.scrollLeft;
    if (Math.abs(place - (places.get(target) ?? 0)) > FAST_PX) heldUntil = performance.now() + PAUSE_MS;
    places.set(target, place);
  },
  { capture: true, passive: true },
);

/** Draws one thumbnail at a time: many at once take all of a frame, and the list stands still. */
export function inTurn(begin: () => Drawing): Drawing {
  let drawing: Drawing | undefined;
  let isOver = false;
  const done = new Promise<Size | undefined>((resolve, reject) => {
    waiting.push(async () => {
      if (isOver) return resolve(undefined);
      drawing = begin();
      await drawing.done.then(resolve, reject);
    });
  });
  void goOn();
  return {
    done,
    cancel() {
      isOver = true;
      drawing?.cancel();
    },
  };
}

async function goOn(): Promise<void> {
  if (isGoing) return;
  isGoing = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    await released();
    await next();
  }
  isGoing = false;
}

async function released(): Promise<void> {
  for (let left = heldUntil - performance.now(); left > 0; left = heldUntil - performance.now()) {
    await new Promise((go) => setTimeout(go, left));
  }
}
