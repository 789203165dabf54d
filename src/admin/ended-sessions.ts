import { DurableObject } from "cloudflare:workers";

/**
 * Remembers sessions that ended by signing out, until they would have expired by themselves. A stolen copy of such a
 * cookie is refused.
 */
export class EndedSessions extends DurableObject<Env> {
  async end(id: string, until: number): Promise<void> {
    await this.ctx.storage.put(id, until);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(until);
  }

  async hasEnded(id: string): Promise<boolean> {
    return (await this.ctx.storage.get(id)) !== undefined;
  }

  /** Forgets expired sessions, and sets the alarm for the next one to expire. */
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

/** One object for all operators: there are few, and each of their requests asks it once. */
export function sessionsOf(env: Env): DurableObjectStub<EndedSessions> {
  return env.SESSIONS.get(env.SESSIONS.idFromName("ended"));
}
