import { createHmac } from "node:crypto";
import { networkOf } from "../intake/client-network.ts";
import type { KeyRecord } from "./key-records.ts";

/** What a visitor without a key sends instead of one. */
export const DEMO_TOKEN = "demo";

/** All visitors together: what they did is counted as one, and they share what one key may hold. */
export const VISITORS = "visitors";
const PREFIX = "visitor:";

/** The record of whoever comes from this network. Nobody without the secret can tell the address from the id. */
export function visitorOf(request: Request, secret: string, limits: NonNullable<KeyRecord["limits"]>): KeyRecord {
  const mark = createHmac("sha256", secret)
    .update(`visitor ${networkOf(request)}`)
    .digest("hex")
    .slice(0, 20);
  return { id: `${PREFIX}${mark}`, name: "Visitor", createdAt: "", limits };
}

export function isVisitor(keyId: string): boolean {
  return keyId.startsWith(PREFIX);
}

/** The account under which a key's work is shown to the operator, and competes with that of other keys. */
export function accountOf(keyId: string): string {
  return isVisitor(keyId) ? VISITORS : keyId;
}
