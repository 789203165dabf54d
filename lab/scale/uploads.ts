import { ISOLATE_ALONE_BYTES, ISOLATE_BUDGET_BYTES } from "../../src/api/limits.ts";
import { MemoryBudget } from "../../src/intake/memory-budget.ts";

/** How many requests that hold this many bytes the service's own budget admits to one isolate at a time. */
export function uploadsAtOnce(bytes: number): number {
  const budget = new MemoryBudget(ISOLATE_BUDGET_BYTES, ISOLATE_ALONE_BYTES);
  const over = new AbortController();
  for (let taken = 0; ; taken++) {
    const { used } = budget;
    budget
      .open({ waitMs: 1000, signal: over.signal })
      .grow(bytes)
      .catch(() => {});
    if (budget.used > used) continue;
    over.abort();
    return taken;
  }
}
