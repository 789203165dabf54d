import type { drawPage, Size } from "../document/viewer.ts";

type Drawing = ReturnType<typeof drawPage>;

const waiting: (() => Promise<void>)[] = [];
let isGoing = false;
let heldUntil = 0;

/** While a list runs past, nothing is drawn: it would be gone again. */
export function holdDrawings(forMs: number): void {
  heldUntil = performance.now() + forMs;
}

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
