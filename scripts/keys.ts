import { parseArgs } from "node:util";
import type { KeyView } from "../src/admin/schemas.ts";
import { LIMITS } from "../src/api/limits.ts";
import { AdminProblem, callAdmin, type Door, localDoor, remoteDoor } from "./lib/admin-client.ts";
import { keyLimits, limitOptions } from "./lib/key-limits.ts";

const USAGE = `Usage:
  npm run keys -- create NAME [--expires 2027-01-31] [LIMITS] [SCOPE] [--url URL]   prints the key, once
  npm run keys -- list [--url URL]
  npm run keys -- rotate ID [--overlap-hours 24] [--url URL]   prints a new key; the old one works until the overlap ends
  npm run keys -- revoke ID [--url URL]

LIMITS of the key itself, whole numbers: --per-minute and --per-day (requests), --concurrent (requests under way at a time),
--browser-seconds and --stored-bytes (an hour), --split-bytes (that one split may make). Without them: GET /v1/limits, under "key".

SCOPE of the key: --operations html-to-pdf,image-to-pdf (these alone), --addresses 192.0.2.7,2001:db8::/48 (requests from these
addresses and networks alone).

Without --url: the keys of this machine's \`npm start\`, which must be running. With it: those of the service at that address;
its admin secret is then read from the environment variable QUIRE_ADMIN_SECRET.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: "string" },
    expires: { type: "string" },
    operations: { type: "string" },
    addresses: { type: "string" },
    "overlap-hours": { type: "string" },
    ...limitOptions,
  },
});
const [command, argument] = positionals;

try {
  if (command === "create" && argument) await create(argument);
  else if (command === "list") await list();
  else if (command === "rotate" && argument) await rotate(argument);
  else if (command === "revoke" && argument) await revoke(argument);
  else {
    console.error(USAGE);
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof AdminProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function door(): Promise<Door> | Door {
  return values.url === undefined ? localDoor() : remoteDoor(String(values.url));
}

async function create(name: string): Promise<void> {
  const given = values.expires === undefined ? undefined : new Date(String(values.expires));
  if (given && Number.isNaN(given.getTime())) throw new AdminProblem(`--expires: not a date: ${values.expires}`);
  const only = keyScope(values.operations, values.addresses);
  const body = { name, ...(given ? { expiresAt: given.toISOString() } : {}), ...keyLimits(values), ...only };
  const { key, record } = await callAdmin<{ key: string; record: KeyView }>(await door(), "POST", "/keys", body);
  console.log(`${key}\n\nThis is the only time the key is shown. Its id is ${record.id}.`);
  const most = LIMITS.rate.requestsPerMinute;
  if ((record.limits?.perMinute ?? 0) > most) {
    console.log(`Every key may make at most ${most} requests a minute, in each location: that limit comes first.`);
  }
}

/** What is in the lists is for the service to judge. */
function keyScope(...given: (string | undefined)[]): { only?: Record<string, string[] | undefined> } {
  const [operations, addresses] = given.map((text) => text?.split(",").map((item) => item.trim()));
  return operations || addresses ? { only: { operations, addresses } } : {};
}

async function rotate(id: string): Promise<void> {
  const overlap = values["overlap-hours"];
  const body = overlap === undefined ? {} : { overlapHours: Number(overlap) };
  const route = `/keys/${encodeURIComponent(id)}/rotate`;
  const { key, record, old } = await callAdmin<{ key: string; record: KeyView; old: KeyView }>(
    await door(),
    "POST",
    route,
    body,
  );
  console.log(`${key}\n\nThis is the only time the key is shown. Its id is ${record.id}.`);
  console.log(`The old key ${old.id} works until ${old.expiresAt}.`);
}

async function list(): Promise<void> {
  const { keys } = await callAdmin<{ keys: KeyView[] }>(await door(), "GET", "/keys");
  console.table(keys.map(({ limits, only, ...record }) => ({ ...record, ...limits, ...only })));
}

async function revoke(id: string): Promise<void> {
  const route = `/keys/${encodeURIComponent(id)}/revoke`;
  const { record } = await callAdmin<{ record: KeyView }>(await door(), "POST", route);
  console.log(`Key ${id} (${record.name}) is revoked; it is refused everywhere within about a minute and a half.`);
}
