import { DurableObject } from "cloudflare:workers";
import type { Sealing } from "../lockdown.ts";
import { type Ledger, LedgerBook, type LedgerPage, type LedgerState } from "./ledger.ts";

const STATE = "state";

/** The ledger of browsers that all isolates share: one object, small enough to be written whole. */
export class BrowserLedger extends DurableObject<Env> implements Ledger {
  #book = new LedgerBook();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    void ctx.blockConcurrencyWhile(async () => {
      this.#book = new LedgerBook(await ctx.storage.get<LedgerState>(STATE));
    });
  }

  read(): Promise<LedgerPage> {
    return this.#book.read();
  }

  async launched(id: string): Promise<void> {
    await this.#book.launched(id);
    await this.#write();
  }

  async gone(ids: string[]): Promise<void> {
    await this.#book.gone(ids);
    await this.#write();
  }

  async refused(way: Sealing, id: string): Promise<void> {
    await this.#book.refused(way, id);
    await this.#write();
  }

  async #write(): Promise<void> {
    await this.ctx.storage.put(STATE, this.#book.state);
  }
}

export function ledgerOf(env: Env): Ledger {
  return env.BROWSER_LEDGER.get(env.BROWSER_LEDGER.idFromName("all"));
}
