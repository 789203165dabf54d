import { DurableObject } from "cloudflare:workers";
import { networkOf, siteOf } from "../keys/client-network.ts";

const ATTEMPTS = 5;
/** Of all networks of one site together. */
const SITE_ATTEMPTS = 20;
const WINDOW_MS = 15 * 60_000;

export type Attempt = { outcome: "right" } | { outcome: "wrong" } | { outcome: "shut"; retryAfter: number };

/**
 * Compares secrets for one address, and counts the wrong ones. One object does both in one step, so guesses sent at
 * once count as much as guesses sent one after the other. The right secret is not counted.
 */
export class SignInGate extends DurableObject<Env> {
  async attempt(given: string, now: number, most = ATTEMPTS): Promise<Attempt> {
    const known = await this.ctx.storage.get<{ since: number; attempts: number }>("tries");
    const tries = known && now - known.since < WINDOW_MS ? known : { since: now, attempts: 0 };
    if (tries.attempts >= most) {
      return { outcome: "shut", retryAfter: Math.ceil((tries.since + WINDOW_MS - now) / 1000) };
    }
    if (sameSecret(given, this.env.ADMIN_SECRET)) {
      if (known) await this.ctx.storage.deleteAll();
      return { outcome: "right" };
    }
    await this.ctx.storage.put("tries", { since: tries.since, attempts: tries.attempts + 1 });
    await this.ctx.storage.setAlarm(tries.since + WINDOW_MS);
    return { outcome: "wrong" };
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}

/** Takes the same time wherever the texts differ, and however long the secret is. */
function sameSecret(given: string, secret: string): boolean {
  const { createHash, timingSafeEqual } = process.getBuiltinModule("node:crypto");
  const [a, b] = [given, secret].map((text) => createHash("sha256").update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}

/** Asks the gate of the site that a request comes from, if it has one, and then that of its address. */
export async function attemptFrom(request: Request, env: Env, given: string): Promise<Attempt> {
  const gate = (name: string) => env.SIGN_IN.get(env.SIGN_IN.idFromName(name));
  const site = siteOf(request);
  const now = Date.now();
  if (site !== undefined) {
    const attempt = await gate(site).attempt(given, now, SITE_ATTEMPTS);
    if (attempt.outcome === "shut") return attempt;
  }
  return gate(networkOf(request)).attempt(given, now);
}
