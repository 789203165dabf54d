import path from "node:path";
import { parseArgs } from "node:util";
import { generateKey, newKeyId } from "../src/keys/format.ts";
import { type KeyRecord, standing } from "../src/keys/key-records.ts";
import { keyLimits, limitOptions } from "./lib/key-limits.ts";
import { type KeySpace, listKeys, putKey, putKeyRecord } from "./lib/local-keys.ts";
import { PROJECT } from "./lib/service.ts";

const USAGE = `Usage:
  npm run keys -- create NAME [--expires 2027-01-31] [LIMITS] [--remote]   prints the key, once
  npm run keys -- list [--remote]
  npm run keys -- revoke ID [--remote]

LIMITS of the key itself, whole numbers: --per-minute and --per-day (requests), --concurrent (requests under way at a time),
--browser-seconds and --stored-bytes (an hour), --split-bytes (that one split may make). Without them: GET /v1/limits, under "key".

Without --remote: the keys of this machine's \`npm start\`. With it: those of [env.production] (--env NAME for another).`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    remote: { type: "boolean", default: false },
    env: { type: "string", default: "production" },
    expires: { type: "string" },
    ...limitOptions,
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

async function create(name: string): Promise<void> {
  const expires = values.expires === undefined ? undefined : new Date(values.expires);
  if (expires && Number.isNaN(expires.getTime())) throw new Error(`--expires: not a date: ${values.expires}`);
  const limits = keyLimits(values);
  const key = generateKey();
  const record: KeyRecord = {
    id: newKeyId(new Set((await listKeys(space)).flatMap(({ metadata }) => (metadata ? [metadata.id] : [])))),
    name,
    createdAt: new Date().toISOString(),
    ...(expires ? { expiresAt: expires.toISOString() } : {}),
    ...limits,
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
