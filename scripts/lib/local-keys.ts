import { type KeyRecord, keyEntry } from "../../src/keys/key-records.ts";
import { runWrangler } from "./wrangler.ts";

/** Which KV: the local one in a state folder, or an environment's on Cloudflare. */
export type KeySpace = { state: string } | { environment: string };

export interface KeyListing {
  name: string;
  metadata?: KeyRecord;
}

export async function putKey(space: KeySpace, key: string, record: KeyRecord): Promise<void> {
  const { name } = await keyEntry(key, record);
  await putKeyRecord(space, name, record);
}

export async function putKeyRecord(space: KeySpace, name: string, record: KeyRecord): Promise<void> {
  const text = JSON.stringify(record);
  await runWrangler(["kv", "key", "put", name, text, "--metadata", text, ...spaceOptions(space)]);
}

export async function listKeys(space: KeySpace): Promise<KeyListing[]> {
  const printed = await runWrangler(["kv", "key", "list", "--prefix", "key:", ...spaceOptions(space)]);
  return JSON.parse(printed.slice(printed.indexOf("["))) as KeyListing[];
}

function spaceOptions(space: KeySpace): string[] {
  return "state" in space
    ? ["--binding", "KEYS", "--local", "--persist-to", space.state]
    : ["--binding", "KEYS", "--remote", "--env", space.environment];
}
