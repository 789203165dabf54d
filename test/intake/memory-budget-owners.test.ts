import { expect, it } from "vitest";
import { MemoryBudget } from "../../src/intake/memory-budget.ts";

/** Long, because a busy machine may stand still for a second. */
const soon = { waitMs: 60_000 };
const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

it("owners take turns: one with many requests waits for itself, whoever was first", async () => {
  const budget = new MemoryBudget(100);
  const first = await budget.reserve(80, { ...soon, owner: "flooder" });
  const order: string[] = [];
  const waiting = ["flooder 1", "flooder 2", "flooder 3", "other 1", "other 2"].map(async (name) => {
    const lease = await budget.reserve(80, { ...soon, owner: name.split(" ")[0] });
    order.push(name);
    lease.release();
  });
  first.release();
  await Promise.all(waiting);
  expect(order).toEqual(["other 1", "flooder 1", "other 2", "flooder 2", "flooder 3"]);
});

it("an owner whose last turn is a thousand owners ago counts as one who had none", async () => {
  const budget = new MemoryBudget(100);
  for (let i = 0; i < 1_001; i++) (await budget.reserve(1, { ...soon, owner: `owner ${i}` })).release();
  const first = await budget.reserve(80, { ...soon, owner: "owner 1000" });
  const order: string[] = [];
  const waiting = ["owner 0", "new", "owner 1"].map(async (owner) => {
    const lease = await budget.reserve(80, { ...soon, owner });
    order.push(owner);
    lease.release();
  });
  first.release();
  await Promise.all(waiting);
  expect(order).toEqual(["owner 0", "new", "owner 1"]);
});

it("an owner who holds less comes before one who holds more", async () => {
  const budget = new MemoryBudget(100);
  const held = [];
  for (const [owner, bytes] of [
    ["large", 60],
    ["small", 20],
    ["none", 20],
  ] as const) {
    held.push(await budget.reserve(bytes, { ...soon, owner }));
  }
  const order: string[] = [];
  const waiting = ["large", "small"].map(async (owner) => {
    (await budget.reserve(20, { ...soon, owner })).onRelease(() => undefined);
    order.push(owner);
  });
  held[2]?.release();
  await tick();
  expect(order).toEqual(["small"]);
  held[0]?.release();
  await Promise.all(waiting);
});
