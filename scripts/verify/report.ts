import type { Result, State } from "./check.ts";

const MARKS: Record<State, string> = { ok: "ok", degraded: "DEGRADED", red: "RED", "not examined": "–" };
const MAX_SAID = 400;

/** A line of the table. */
export function line({ group, name, state, said, ms }: Result): string {
  const time = `${(ms / 1000).toFixed(1)} s`;
  return `${MARKS[state].padEnd(8)} ${time.padStart(7)}  ${group.padEnd(10)} ${name}: ${said.slice(0, MAX_SAID)}`;
}

/** The number of checks of each result, and the names of those that are not green. */
export function summary(results: readonly Result[]): string {
  const of = (state: State) => results.filter((result) => result.state === state);
  const named = (state: State, what: string) =>
    of(state).map(({ group, name, said }) => `${what}: ${group}, ${name}: ${said.slice(0, MAX_SAID)}`);
  const counts = (["ok", "degraded", "red", "not examined"] as const).map((state) => `${of(state).length} ${state}`);
  return [
    "",
    ...named("not examined", "not examined"),
    ...named("degraded", "DEGRADED"),
    ...named("red", "RED"),
    counts.join(", "),
  ].join("\n");
}

/** 1 when a check is red, 2 when all works but something is degraded, else 0. */
export function exitCode(results: readonly Result[]): number {
  if (results.some(({ state }) => state === "red")) return 1;
  return results.some(({ state }) => state === "degraded") ? 2 : 0;
}
