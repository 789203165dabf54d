import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";

const NOW = Date.now();
const LEASE_MS = 300_000;
const HOUR_MS = 3_600_000;
const objectOf = (name: string) => env.ANSWERS.get(env.ANSWERS.idFromName(`${name} ${crypto.randomUUID()}`));

async function tokenOf(claim: Promise<unknown>): Promise<string> {
  const { state, token } = (await claim) as { state: string; token: string };
  expect(state).toBe("new");
  return token;
}

function alarmOf(object: ReturnType<typeof objectOf>): Promise<number | null> {
  return runInDurableObject(object, (_, state) => state.storage.getAlarm());
}

describe("the lease of a claim", () => {
  it("holds the key for five minutes, to the millisecond", async () => {
    const object = objectOf("lease");
    await tokenOf(object.claim("a", NOW));
    expect(await object.claim("a", NOW + LEASE_MS - 1)).toEqual({ state: "running" });
    expect(await object.claim("b", NOW + LEASE_MS - 1)).toEqual({ state: "other" });
    await tokenOf(object.claim("b", NOW + LEASE_MS));
  });

  it("that was lost keeps no answer, and leaves the one of the next claim as it is", async () => {
    const object = objectOf("lost");
    const first = await tokenOf(object.claim("a", NOW));
    const second = await tokenOf(object.claim("a", NOW + LEASE_MS));
    await object.keep(first, "late", NOW + HOUR_MS);
    expect(await object.claim("a", NOW + LEASE_MS + 1)).toEqual({ state: "running" });
    await object.keep(second, "answer", NOW + HOUR_MS);
    await object.keep(first, "late", NOW + 2 * HOUR_MS);
    expect(await object.claim("a", NOW + LEASE_MS + 2)).toEqual({ state: "done", answer: "answer" });
  });

  it("that was lost cannot give the key free", async () => {
    const object = objectOf("abandoned");
    const first = await tokenOf(object.claim("a", NOW));
    const second = await tokenOf(object.claim("a", NOW + LEASE_MS));
    await object.abandon(first);
    expect(await object.claim("a", NOW + LEASE_MS + 1)).toEqual({ state: "running" });
    await object.abandon(second);
    await tokenOf(object.claim("a", NOW + LEASE_MS + 2));
  });

  it("ends with an answer, which can be neither abandoned nor overwritten", async () => {
    const object = objectOf("answered");
    const token = await tokenOf(object.claim("a", NOW));
    await object.keep(token, "answer", NOW + HOUR_MS);
    await object.abandon(token);
    await object.keep(token, "again", NOW + HOUR_MS);
    expect(await object.claim("a", NOW + 1)).toEqual({ state: "done", answer: "answer" });
  });
});

describe("an answer", () => {
  it("is given until its links end, also past the lease, and is forgotten then", async () => {
    const object = objectOf("hour");
    await object.keep(await tokenOf(object.claim("a", NOW)), "answer", NOW + HOUR_MS);
    expect(await object.claim("a", NOW + HOUR_MS - 1)).toEqual({ state: "done", answer: "answer" });
    expect(await object.claim("b", NOW + HOUR_MS - 1)).toEqual({ state: "other" });
    const next = await tokenOf(object.claim("a", NOW + HOUR_MS));
    await object.keep(next, "new", NOW + 2 * HOUR_MS);
    expect(await object.claim("a", NOW + HOUR_MS)).toEqual({ state: "done", answer: "new" });
  });

  it("may be longer than a row of the database", async () => {
    const object = objectOf("long");
    const answer = Array.from({ length: 300_000 }, (_, i) => i % 10_000).join();
    await object.keep(await tokenOf(object.claim("a", NOW)), answer, NOW + HOUR_MS);
    const claim = (await object.claim("a", NOW)) as { answer: string };
    expect(claim.answer === answer).toBe(true);
    const longest = "SELECT max(length(text)) AS longest FROM answer";
    const rows = await runInDurableObject(object, (_, { storage }) => storage.sql.exec(longest).one());
    // Of characters, which take up to four bytes: a row on the platform holds 2 MB, and locally any size.
    expect(rows.longest).toBeLessThanOrEqual(500_000);
  });

  it("is whole where a row ends amid a character that JavaScript counts as two", async () => {
    for (const before of ["", "a"]) {
      const object = objectOf(`halves ${before}`);
      const answer = before + "\u{1f600}".repeat(600_000);
      await object.keep(await tokenOf(object.claim(before, NOW)), answer, NOW + 1);
      const claim = (await object.claim(before, NOW)) as { answer: string };
      expect(claim.answer === answer).toBe(true);
    }
  });

  it("leaves nothing behind: an alarm takes the claim away with its lease, the answer with its links", async () => {
    const object = objectOf("alarms");
    const token = await tokenOf(object.claim("a", NOW));
    expect(await alarmOf(object)).toBe(NOW + LEASE_MS);
    await object.keep(token, "answer", NOW + HOUR_MS);
    expect(await alarmOf(object)).toBe(NOW + HOUR_MS);
  });
});
