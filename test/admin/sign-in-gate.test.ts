import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";

const QUARTER = 15 * 60_000;
/** Alarms are due by the real clock. */
const START = Date.now();
let gates = 0;
const newGate = () => env.SIGN_IN.get(env.SIGN_IN.idFromName(`gate ${gates++}`));

it("a gate shuts after five wrong secrets, and opens a quarter of an hour after the first of them", async () => {
  const gate = newGate();
  for (let i = 0; i < 5; i++) expect(await gate.attempt("wrong", START + i * 60_000)).toEqual({ outcome: "wrong" });
  expect(await gate.attempt(env.ADMIN_SECRET, START + 5 * 60_000)).toEqual({ outcome: "shut", retryAfter: 600 });
  expect(await gate.attempt(env.ADMIN_SECRET, START + QUARTER - 1)).toEqual({ outcome: "shut", retryAfter: 1 });
  expect(await gate.attempt("wrong", START + QUARTER)).toEqual({ outcome: "wrong" });
});

it("a gate that has opened again shuts only after five more wrong secrets", async () => {
  const gate = newGate();
  for (let i = 0; i < 5; i++) await gate.attempt("wrong", START);
  for (let i = 0; i < 5; i++) expect(await gate.attempt("wrong", START + QUARTER)).toEqual({ outcome: "wrong" });
  expect(await gate.attempt("wrong", START + QUARTER)).toEqual({ outcome: "shut", retryAfter: 900 });
});

it("the right secret makes a gate forget the wrong ones", async () => {
  const gate = newGate();
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 4; i++) expect(await gate.attempt("wrong", START)).toEqual({ outcome: "wrong" });
    expect(await gate.attempt(env.ADMIN_SECRET, START)).toEqual({ outcome: "right" });
  }
});

it("a gate keeps nothing when its quarter of an hour is over", async () => {
  const gate = newGate();
  for (let i = 0; i < 5; i++) await gate.attempt("wrong", START);
  expect(await runDurableObjectAlarm(gate)).toBe(true);
  expect(await gate.attempt(env.ADMIN_SECRET, START)).toEqual({ outcome: "right" });
  // Nothing is left to be woken for.
  expect(await runDurableObjectAlarm(gate)).toBe(false);
});
