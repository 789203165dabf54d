import { hashKey, type KeyRecord, PREFIX } from "../../src/keys/key-records.ts";
import { runWrangler } from "./wrangler.ts";

/**
 * Puts a key into the KV of a state folder, for a service that is not running yet. The service's registry takes the key
 * in later.
 */
export async function putKey({ state }: { state: string }, key: string, record: KeyRecord): Promise<void> {
  const text = JSON.stringify(record);
  const place = ["--binding", "KEYS", "--local", "--persist-to", state];
  await runWrangler(["kv", "key", "put", PREFIX + (await hashKey(key)), text, "--metadata", text, ...place]);
}
