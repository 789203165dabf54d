import { DurableObject } from "cloudflare:workers";

/**
 * Sessions of the dashboard that were signed out of, until they would have expired: a copy of a cookie is worth nothing
 * then.
 */
export class EndedSessions extends DurableObject<Env> {
  async end(id: string, until: number): Promise<void> {
    await this.ctx.storage.put(id, until);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(until);
  }

  async hasEnded(id: string): Promise<boolean> {
    return (await this.ctx.storage.get(id)) !== undefined;
  }

  /** Forgets those that have expired, and comes again for the next. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    let next: number | undefined;
    for (const [id, until] of await this.ctx.storage.list<number>()) {
      if (until <= now) await this.ctx.storage.delete(id);
      else next = Math.min(next ?? until, until);
    }
    if (next !== undefined) await this.ctx.storage.setAlarm(next);
  }
}

/** One object for all: operators are few, and each of their requests asks it once. */
export function sessionsOf(env: Env): DurableObjectStub<EndedSessions> {
  return env.SESSIONS.get(env.SESSIONS.idFromName("ended"));
}
