import "../../../support/parts.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { randomFor } from "../../../../lab/fuzz/inputs.ts";
import { MENDS } from "../../../../lab/fuzz/ratio/mends.ts";
import { fixedInput, ratioTarget } from "../../../../lab/fuzz/ratio/ratio.ts";

/** So many inputs take a minute and a half of a thread's time. They are the same on every machine. */
const [SEEDS, EACH] = [12, 50];

/** Time is that of the thread, and what is slow is tried again: a busy machine makes nothing unseen. */
it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
  "nothing passes the meter unseen that is made of seed %i",
  async (seed) => {
    for (let index = 0; index < EACH; index++) {
      const outcome = await ratioTarget.check(await fixedInput(randomFor(seed, index)));
      expect(outcome, `input ${index}`).not.toMatch(/(Type|Range|Reference|Syntax)Error/);
    }
  },
  600_000,
);

it.each(Object.entries(MENDS))("the mend of %s can still be taken away", (_, { file, mended }) => {
  expect(readFileSync(join(import.meta.dirname, "../../../..", file), "utf8")).toContain(mended);
});
