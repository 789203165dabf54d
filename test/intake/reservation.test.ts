import { describe, expect, it } from "vitest";
import { MemoryBudget } from "../../src/intake/memory-budget.ts";
import { shareOf } from "../../src/intake/reservation.ts";

const soon = { waitMs: 1000 };

describe("a share of a reservation", () => {
  it("takes of what the whole has in advance, and then more, and gives all of it back", async () => {
    const budget = new MemoryBudget(100);
    const whole = await budget.reserve(30, soon);
    const advance = { bytes: 30 };
    const share = shareOf(whole, advance);
    await share.grow(20);
    expect([share.held, advance.bytes, budget.used]).toEqual([20, 10, 30]);
    await share.grow(25);
    expect([share.held, advance.bytes, budget.used]).toEqual([45, 0, 45]);
    share.shrink(15);
    expect([share.held, budget.used]).toEqual([30, 30]);
    share.shrink(99);
    expect([share.held, budget.used]).toEqual([0, 0]);
  });

  it("lets go of what it made when it is released, or the whole is, and once only", async () => {
    const budget = new MemoryBudget(100);
    const whole = await budget.reserve(10, soon);
    const freed: string[] = [];
    const [first, second] = [shareOf(whole), shareOf(whole)];
    first.onRelease(() => freed.push("first"));
    second.onRelease(() => freed.push("second"));
    await first.grow(5);
    first.release();
    expect([freed, budget.used]).toEqual([["first"], 10]);
    whole.release();
    expect([freed, budget.used]).toEqual([["first", "second"], 0]);
  });
});
