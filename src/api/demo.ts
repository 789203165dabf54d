import { Refusal } from "../errors/errors.ts";
import { isVisitor, visitorOf } from "../keys/demo-visitor.ts";
import type { KeyRecord } from "../keys/key-records.ts";
import { LIMITS } from "./limits.ts";
import { linkSecrets } from "./settings.ts";

/** Whether the service may be tried without a key: the operator's setting DEMO. */
export function isDemoOpen(env: Env): boolean {
  return env.DEMO === "on";
}

/** The largest file and the largest body that this key allows; `most` are the operation's own limits. */
export function ceilingsOf(keyId: string, most: { fileBytes: number; bodyBytes: number }): typeof most {
  if (!isVisitor(keyId)) return most;
  const { fileBytes, requestBytes } = LIMITS.demo;
  return { fileBytes: Math.min(most.fileBytes, fileBytes), bodyBytes: Math.min(most.bodyBytes, requestBytes) };
}

/**
 * A visitor without a key is known by address alone, and treated as a key with small limits. A page of another site
 * could use up the shares of its readers, so requests from such pages are refused.
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
