import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { ROWS_OF_A_WRITE } from "../../lab/scale/rows.ts";
import type { KeyUsage } from "../../src/usage/key-usage.ts";
import { batchOf } from "../../src/usage/tally.ts";
import { usageOf, usageOfAll } from "../../src/usage/usage-objects.ts";

const use = {
  ...{ keyId: "rows", operation: "crop-pdf", status: 200, bytesIn: 1, bytesOut: 1, milliseconds: 1, requestId: "r" },
  at: Date.now(),
};

/** Rows that are paid for by the second write: the first one makes them. */
function rowsOf(object: ReturnType<typeof usageOfAll>, write: (usage: KeyUsage) => void): Promise<number> {
  return runInDurableObject(object, (usage: KeyUsage, { storage }) => {
    write(usage);
    const { exec } = storage.sql;
    const cursors: { rowsWritten: number }[] = [];
    storage.sql.exec = ((...args: Parameters<typeof exec>) => {
      const cursor = exec.apply(storage.sql, args);
      cursors.push(cursor);
      return cursor;
    }) as typeof exec;
    try {
      write(usage);
    } finally {
      storage.sql.exec = exec;
    }
    return cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
  });
}

it("a write of uses costs as many rows as the simulation of scale counts", async () => {
  const sums = await rowsOf(usageOfAll(env.USAGE), (usage) => usage.add(batchOf([use], true), { rows: use.at }));
  const spending = { browserMs: 1, storedBytes: 1 };
  const keys = await rowsOf(usageOf(env.USAGE, "rows"), (usage) => {
    usage.write(batchOf([use], false), 0, spending);
  });
  expect({ sums, keys }).toEqual(ROWS_OF_A_WRITE);
});
