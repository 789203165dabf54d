import type { KeyUsage } from "./key-usage.ts";

/** The object of one key. */
export function usageOf(usage: Env["USAGE"], keyId: string): DurableObjectStub<KeyUsage> {
  return usage.get(usage.idFromName(`key:${keyId}`));
}

/** The object that holds the sums of all keys. */
export function usageOfAll(usage: Env["USAGE"]): DurableObjectStub<KeyUsage> {
  return usage.get(usage.idFromName("all"));
}
