import { Refusal } from "../errors/errors.ts";
import { counted } from "../platform/counted.ts";
import { type AccessKeys, accessIdentity, accessSettings } from "./access.ts";
import { sessionsOf } from "./ended-sessions.ts";
import { checkSession, sessionToken } from "./session.ts";
import { attemptFrom } from "./sign-in-gate.ts";

/** Who the operator of a request is, and how that is known. */
export interface Operator {
  by: "session" | "access" | "secret";
  name: string;
  /** When the session expires, in Unix seconds. */
  expires?: number;
}

/** Shorter secrets could be guessed even though attempts are throttled. */
const LEAST_ADMIN_SECRET = 20;

/** The secret of the dashboard. Without one that is long enough, nobody can sign in with a secret. */
function adminSecret(env: Env): string | undefined {
  const secret = env.ADMIN_SECRET;
  return secret !== undefined && secret.length >= LEAST_ADMIN_SECRET ? secret : undefined;
}

/** The operator behind a request of the admin API: a script with the secret, Cloudflare Access, or a session. */
export async function requireOperator(request: Request, env: Env, accessKeys: AccessKeys): Promise<Operator> {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (bearer !== undefined) {
    await checkSecret(request, env, bearer);
    return { by: "secret", name: "operator" };
  }
  const operator = await browserOperator(request, env, accessKeys);
  if (!operator) throw new Refusal("AUTHENTICATION_REQUIRED", "Sign in with the admin secret.");
  if (request.method !== "GET" && request.method !== "HEAD") refuseOtherSites(request);
  return operator;
}

/** Lets the gates of the caller's address compare a secret. */
export async function checkSecret(request: Request, env: Env, given: string): Promise<void> {
  if (adminSecret(env) === undefined) {
    const text = "The dashboard is not set up: the Worker's ADMIN_SECRET is missing or shorter than 20 characters.";
    throw new Refusal("AUTHENTICATION_REQUIRED", text);
  }
  const attempt = await attemptFrom(request, env, given);
  if (attempt.outcome === "right") return;
  if (attempt.outcome === "wrong") {
    throw new Refusal("AUTHENTICATION_REQUIRED", "The admin secret is wrong.", { field: "secret" });
  }
  const minutes = Math.ceil(attempt.retryAfter / 60);
  const text = `Too many wrong secrets; try again in ${counted(minutes, "minute")}.`;
  throw new Refusal("RATE_LIMITED", text, { field: "secret", retryAfter: attempt.retryAfter });
}

async function browserOperator(request: Request, env: Env, accessKeys: AccessKeys): Promise<Operator | undefined> {
  const access = accessSettings(env);
  const name = access && (await accessIdentity(request, access, accessKeys, Date.now()));
  if (name !== undefined) return { by: "access", name };
  const secret = adminSecret(env);
  const token = sessionToken(request);
  if (secret === undefined || token === undefined) return undefined;
  const session = await checkSession(token, secret, Date.now());
  if (session === undefined || (await sessionsOf(env).hasEnded(session.id))) return undefined;
  return { by: "session", name: "operator", expires: session.expires };
}

/**
 * A cookie proves no intent, since browsers send it by themselves: the change must come from a page of this origin. A
 * form cannot set the header, and a script of another origin would need a preflight, which the admin API never answers.
 */
export function refuseOtherSites(request: Request): void {
  const own = new URL(request.url).origin;
  const site = request.headers.get("Sec-Fetch-Site") ?? "same-origin";
  if (request.headers.get("Origin") === own && site === "same-origin" && request.headers.has("X-Quire-Admin")) return;
  throw new Refusal("CROSS_SITE", "Changes are accepted from the dashboard's own pages only.");
}

/** Ends the session everywhere, not only in this browser; false when there was none. */
export async function endSession(request: Request, env: Env): Promise<boolean> {
  const secret = adminSecret(env);
  const token = sessionToken(request);
  const session = secret && token && (await checkSession(token, secret, Date.now()));
  if (!session) return false;
  await sessionsOf(env).end(session.id, session.expires * 1000);
  return true;
}
