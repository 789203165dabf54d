import { Refusal } from "../errors/errors.ts";
import type { KeyRecord } from "../keys/key-records.ts";
import { isVisitor, visitorOf } from "../keys/visitor.ts";
import { LIMITS } from "./limits.ts";
import { linkSecrets } from "./settings.ts";

/** Whether the service may be tried without a key: the operator's setting DEMO. */
export function isDemoOpen(env: Env): boolean {
  return env.DEMO === "on";
}

/** What a file of a request with this key may hold at most, and its body: `most` is what the operation takes. */
export function ceilingsOf(keyId: string, most: { fileBytes: number; bodyBytes: number }): typeof most {
  if (!isVisitor(keyId)) return most;
  const { fileBytes, requestBytes } = LIMITS.demo;
  return { fileBytes: Math.min(most.fileBytes, fileBytes), bodyBytes: Math.min(most.bodyBytes, requestBytes) };
}

/**
 * Who comes without a key is known by the address alone, as a key with small limits. A page of another site could spend
 * its readers' shares, each from an address of its own: what comes from such a page is refused.
 */
export function visitorRecord(request: Request, env: Env): KeyRecord {
  if (!isDemoOpen(env)) {
    const text = "This service cannot be tried without a key: its operator has not opened the demo quota.";
    throw new Refusal("AUTHENTICATION_REQUIRED", text, { headers: { "WWW-Authenticate": 'Bearer realm="quire"' } });
  }
  const origin = request.headers.get("Origin");
  const site = request.headers.get("Sec-Fetch-Site");
  const isOwnPage = origin === null || origin === new URL(request.url).origin;
  if (!isOwnPage || (site !== null && site !== "same-origin" && site !== "none")) {
    const text =
      "The demo quota is for this service's own pages and for trials by hand; another site needs an API key.";
    throw new Refusal("AUTHENTICATION_REQUIRED", text, { headers: { "WWW-Authenticate": 'Bearer realm="quire"' } });
  }
  return visitorOf(request, linkSecrets(env).current, LIMITS.demo);
}
