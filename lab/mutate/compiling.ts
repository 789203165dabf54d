import type { Checkout } from "./checkout.ts";
import type { Planted } from "./places.ts";

/** How many faults are compiled together, each in a file of its own: one run of the compiler costs as much as many tests. */
const TOGETHER = 25;

/** Places whose fault the compiler takes, in the order in which they were drawn. The faults are not in place. */
export function* thoseThatCompile(checkout: Checkout, places: Iterable<Planted>): Generator<Planted> {
  let batch: Planted[] = [];
  for (const place of places) {
    if (batch.length === TOGETHER || batch.some(({ file }) => file === place.file)) {
      yield* compiled(checkout, batch);
      batch = [];
    }
    batch.push(place);
  }
  yield* compiled(checkout, batch);
}

function compiled(checkout: Checkout, batch: Planted[]): Planted[] {
  for (const { file, source } of batch) checkout.plant(file, source);
  const wrong = checkout.filesWithTypeErrors();
  for (const { file } of batch) checkout.restore(file);
  if (wrong.size === 0) return batch;
  if (batch.length === 1) return [];
  const blamed = (place: Planted) => wrong.has(place.file);
  // An error in a file without a fault is the work of a fault elsewhere: which one, each alone will tell.
  if (!batch.some(blamed)) return batch.flatMap((place) => compiled(checkout, [place]));
  return compiled(
    checkout,
    batch.filter((place) => !blamed(place)),
  );
}
