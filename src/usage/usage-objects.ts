import type { KeyUsage } from "./key-usage.ts";

export function usageOf(usage: Env["USAGE"], keyId: string): DurableObjectStub<KeyUsage> {
  return usage.get(usage.idFromName(`key:${keyId}`));
}

export function usageOfAll(usage: Env["USAGE"]): DurableObjectStub<KeyUsage> {
  return usage.get(usage.idFromName("all"));
}
