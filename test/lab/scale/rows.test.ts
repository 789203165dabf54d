import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { type Rows, rowsOfAdmission, rowsOfKey, rowsOfSums } from "../../../lab/scale/rows.ts";
import type { KeyUsage } from "../../../src/usage/key-usage.ts";
import { batchOf } from "../../../src/usage/tally.ts";
import { usageOf, usageOfAll } from "../../../src/usage/usage-objects.ts";

const use = {
  ...{ keyId: "rows", operation: "crop-pdf", status: 200, bytesIn: 1, bytesOut: 1, milliseconds: 1, requestId: "r" },
  at: Date.now(),
};

/** Uses of two operations on two days: renders that came about in three ways, and a refusal. */
const uses = [
  use,
  { ...use, operation: "html-to-pdf", counts: { "browser-shared-session": 1, "launched-browser": 1 } },
  { ...use, operation: "html-to-pdf", counts: { "browser-quick-action": 1 }, at: use.at - 86_400_000 },
  { ...use, operation: "html-to-pdf", status: 400, code: "INVALID_INPUT" },
];
const lastUses = { rows: use.at, others: use.at };

/** Rows that are paid for by the second write: the first one makes them. */
function rowsOf(object: ReturnType<typeof usageOfAll>, write: (usage: KeyUsage) => unknown): Promise<number> {
  return runInDurableObject(object, async (usage: KeyUsage, { storage }) => {
    await write(usage);
    const { exec } = storage.sql;
    const cursors: { rowsWritten: number }[] = [];
    storage.sql.exec = ((...args: Parameters<typeof exec>) => {
      const cursor = exec.apply(storage.sql, args);
      cursors.push(cursor);
      return cursor;
    }) as typeof exec;
    try {
      await write(usage);
    } finally {
      storage.sql.exec = exec;
    }
    return cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
  });
}

const sumOf = (rows: Partial<Rows>) => Object.values(rows).reduce((sum, count) => sum + count, 0);

it.each([
  { name: "one use", batch: [use], sums: 4, keys: 4 },
  // Each name of a count has a row for its hour and one for its day.
  { name: "renders and refusals", batch: uses, sums: 6 + 6 + 1 + 1 + 2, keys: 6 + 6 + 1 + 1 + 1 },
])("a write of $name costs as many rows as the simulation of scale counts", async ({ name, batch, ...rows }) => {
  const lasts = batch.length > 1 ? lastUses : { rows: use.at };
  const id = `rows of ${name}`;
  const sums = await rowsOf(usageOfAll(env.USAGE), (usage) => usage.add(batchOf(batch, true), lasts));
  const keys = await rowsOf(usageOf(env.USAGE, id), (usage) =>
    usage.write(batchOf(batch, false), 0, { browserMs: 1, storedBytes: 1 }),
  );
  expect({ sums, keys }).toEqual(rows);
  expect(sumOf(rowsOfSums(batchOf(batch, true), lasts))).toBe(sums);
  expect(sumOf(rowsOfKey(batchOf(batch, false)))).toBe(keys);
});

it("a request that a key's own limits let pass costs a row for each limit", async () => {
  const limits = { perMinute: 10, perDay: 100 };
  const rows = await rowsOf(usageOf(env.USAGE, "limited rows"), (usage) => usage.admit(limits, use.at));
  expect(rows).toBe(2);
  expect(sumOf(rowsOfAdmission(limits))).toBe(rows);
  expect(sumOf(rowsOfAdmission({ perDay: 100 }))).toBe(1);
});
