import type { KeyView } from "../../src/admin/schemas.ts";
import { callAdmin, type Door } from "../lib/admin-client.ts";
import { type Check, degraded, type Finding, notExamined } from "./check.ts";
import { HTML } from "./operations.ts";
import { described, expectThat, Fault, type Service } from "./service.ts";

/** What docs/run/operations.md promises: how long an isolate remembers a key, plus the time that KV takes. */
const PROMISED_MS = 90_000;
const GIVEN_UP_MS = 180_000;
const STEP_MS = 1_000;
/** How many refusals in a row are needed: isolates answer in turn, and some learn of a change later. */
const IN_A_ROW = 5;

/** A request that costs nothing: with a valid key it is refused because its input is missing. */
async function isKnown(service: Service, key: string): Promise<boolean> {
  const answer = await service.post(HTML, {}, { headers: { Authorization: `Bearer ${key}` } });
  if (answer.status === 401) return false;
  if (answer.status === 400) return true;
  throw new Fault(`a request with the new key answered ${await described(answer)}`);
}

/** Milliseconds until the key's state was seen this many times in a row. */
async function until(service: Service, key: string, known: boolean): Promise<number | undefined> {
  const began = Date.now();
  let since: number | undefined;
  for (let inARow = 0; Date.now() - began < GIVEN_UP_MS; ) {
    const asked = Date.now();
    if ((await isKnown(service, key)) === known) {
      since ??= asked - began;
      if (++inARow === IN_A_ROW) return since;
    } else {
      [since, inARow] = [undefined, 0];
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
  }
  return undefined;
}

async function revocation(service: Service): Promise<string | Finding> {
  const { admin } = service.given;
  if (admin === undefined) return notExamined("the operator's secret was not given (QUIRE_ADMIN_SECRET)");
  const made = await callAdmin<{ key: string; record: KeyView }>(admin, "POST", "/keys", { name: "verify" });
  try {
    const worksAfter = await until(service, made.key, true);
    expectThat(worksAfter !== undefined, `a new key did not work within ${GIVEN_UP_MS / 1000} s`);
    await revoke(admin, made.record.id);
    const delay = await until(service, made.key, false);
    expectThat(delay !== undefined, `a revoked key still worked after ${GIVEN_UP_MS / 1000} s`);
    const said = `a new key worked after ${seconds(worksAfter)}; revoked, it was refused after ${seconds(delay)}`;
    return delay > PROMISED_MS ? degraded(`${said}; at most ${seconds(PROMISED_MS)} is promised`) : said;
  } finally {
    await revoke(admin, made.record.id);
  }
}

async function revoke(admin: Door, id: string): Promise<void> {
  await callAdmin(admin, "POST", `/keys/${id}/revoke`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function trail(service: Service): Promise<string | Finding> {
  const { admin } = service.given;
  if (admin === undefined) return notExamined("the operator's secret was not given (QUIRE_ADMIN_SECRET)");
  const { entries } = await callAdmin<{ entries: { action: string; at: string }[] }>(admin, "GET", "/audit?limit=10");
  expectThat(
    entries.some(({ action }) => action === "revoke-key"),
    "the revocation is not in it",
  );
  return `${entries.length} latest entries, the revocation among them`;
}

const check = (name: string, run: Check["run"]): Check => ({ group: "keys", name, run });

export const keys: readonly Check[] = [
  check("a revoked key is refused in time", revocation),
  check("the administration leaves a trail", trail),
];
