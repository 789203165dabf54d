import { DurableObject } from "cloudflare:workers";

const ATTEMPTS = 5;
const WINDOW_MS = 15 * 60_000;

export type Attempt = { allowed: true } | { allowed: false; retryAfter: number };

/** Counts wrong secrets of one address. An attempt is counted before it is checked, so that many at once gain nothing. */
export class SignInGate extends DurableObject<Env> {
  async attempt(now: number): Promise<Attempt> {
    const known = await this.ctx.storage.get<{ since: number; attempts: number }>("tries");
    const tries = known && now - known.since < WINDOW_MS ? known : { since: now, attempts: 0 };
    if (tries.attempts >= ATTEMPTS) {
      return { allowed: false, retryAfter: Math.ceil((tries.since + WINDOW_MS - now) / 1000) };
    }
    await this.ctx.storage.put("tries", { since: tries.since, attempts: tries.attempts + 1 });
    await this.ctx.storage.setAlarm(tries.since + WINDOW_MS);
    return { allowed: true };
  }

  async succeeded(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}

/** The gate of the address that a request comes from. A network of IPv6 is one address: its owner has 2⁶⁴ of them. */
export function gateOf(request: Request, env: Env): DurableObjectStub<SignInGate> {
  const address = request.headers.get("CF-Connecting-IP") ?? "unknown";
  const name = address.includes(":") ? network64(address) : address;
  return env.SIGN_IN.get(env.SIGN_IN.idFromName(name));
}

function network64(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const rest = tail === undefined ? [] : tail.split(":").filter((group) => group !== "");
  while (tail !== undefined && groups.length + rest.length < 8) groups.push("0");
  return [...groups, ...rest].slice(0, 4).join(":");
}
