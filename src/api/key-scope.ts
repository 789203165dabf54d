import { Refusal } from "../errors/errors.ts";
import { isInNetwork } from "../intake/outbound/address.ts";
import { addressOf } from "../keys/client-network.ts";
import type { KeyScope } from "../keys/key-records.ts";

/** Refuses what a key is not for. Few keys have a scope, so no cold isolate evaluates this before one comes. */
export function requireScope(
  { operations, addresses }: KeyScope,
  { operation, request }: { operation?: string; request?: Request },
): void {
  if (operation !== undefined && operations?.includes(operation) === false) {
    throw new Refusal("FORBIDDEN", `This API key is for ${operations.join(", ")} alone, not for ${operation}.`);
  }
  if (request === undefined || addresses === undefined) return;
  const address = addressOf(request);
  if (addresses.some((network) => isInNetwork(address, network))) return;
  throw new Refusal("FORBIDDEN", `This API key is not accepted from the address ${address}.`);
}
