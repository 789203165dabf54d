import path from "node:path";
import { parseArgs } from "node:util";
import { newKey } from "../src/admin/schemas.ts";
import { generateKey, newKeyId } from "../src/keys/format.ts";
import { type KeyLimits, type KeyRecord, standing } from "../src/keys/store.ts";
import { type KeySpace, listKeys, putKey, putKeyRecord } from "./lib/local-keys.ts";
import { PROJECT } from "./lib/service.ts";

const USAGE = `Usage:
  npm run keys -- create NAME [--expires 2027-01-31] [LIMITS] [--remote]   prints the key, once
  npm run keys -- list [--remote]
  npm run keys -- revoke ID [--remote]

LIMITS of the key itself, whole numbers: --per-minute and --per-day (requests), --concurrent (requests under way at a time),
--browser-seconds and --stored-bytes (an hour), --split-bytes (that one split may make). Without them: GET /v1/limits, under "key".

Without --remote: the keys of this machine's \`npm start\`. With it: those of [env.production] (--env NAME for another).`;

/** Options by name, and the limit that each sets. */
const LIMIT_OPTIONS = {
  "per-minute": "perMinute",
  "per-day": "perDay",
  concurrent: "concurrentRequests",
  "browser-seconds": "browserSecondsPerHour",
  "stored-bytes": "storedBytesPerHour",
  "split-bytes": "splitOutputBytes",
} as const satisfies Record<string, keyof KeyLimits>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    remote: { type: "boolean", default: false },
    env: { type: "string", default: "production" },
    expires: { type: "string" },
    ...Object.fromEntries(Object.keys(LIMIT_OPTIONS).map((name) => [name, { type: "string" } as const])),
  },
});
const space: KeySpace = values.remote ? { environment: values.env } : { state: path.join(PROJECT, ".quire", "state") };
const [command, argument] = positionals;

if (command === "create" && argument) await create(argument);
else if (command === "list") await list();
else if (command === "revoke" && argument) await revoke(argument);
else {
  console.error(USAGE);
  process.exitCode = 1;
}

/** The same schema as the administration's: what it refuses is refused here. */
function limits(): { limits?: KeyLimits } {
  const given = Object.entries(LIMIT_OPTIONS).flatMap(([option, limit]) => {
    const text = (values as Record<string, string | boolean | undefined>)[option];
    return text === undefined ? [] : [[limit, Number(text)]];
  });
  if (given.length === 0) return {};
  const { data, error } = newKey.shape.limits.safeParse(Object.fromEntries(given));
  if (error)
    throw new Error(`Limits: ${error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}`);
  return { limits: data as KeyLimits };
}

async function create(name: string): Promise<void> {
  const expires = values.expires === undefined ? undefined : new Date(values.expires);
  if (expires && Number.isNaN(expires.getTime())) throw new Error(`--expires: not a date: ${values.expires}`);
  const key = generateKey();
  const record: KeyRecord = {
    id: newKeyId(new Set((await listKeys(space)).flatMap(({ metadata }) => (metadata ? [metadata.id] : [])))),
    name,
    createdAt: new Date().toISOString(),
    ...(expires ? { expiresAt: expires.toISOString() } : {}),
    ...limits(),
  };
  await putKey(space, key, record);
  console.log(`${key}\n\nThis is the only time the key is shown. Its id is ${record.id}.`);
}

async function list(): Promise<void> {
  const rows = (await listKeys(space)).flatMap(({ metadata }) => (metadata ? [metadata] : []));
  console.table(
    rows.map(({ limits, ...record }) => ({ ...record, ...limits, standing: standing(record, Date.now()) })),
  );
}

async function revoke(id: string): Promise<void> {
  const found = (await listKeys(space)).find(({ metadata }) => metadata?.id === id);
  if (!found?.metadata) throw new Error(`No key has the id ${id}; \`npm run keys -- list\` shows them.`);
  await putKeyRecord(space, found.name, { ...found.metadata, revokedAt: new Date().toISOString() });
  console.log(`Key ${id} (${found.metadata.name}) is revoked; it is refused everywhere within about a minute.`);
}
