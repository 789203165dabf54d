import type { BrowserPool } from "../html/browser/sessions.ts";
import type { MemoryBudget } from "../intake/memory-budget.ts";
import type { KeyRecord } from "../keys/key-records.ts";
import type { Share } from "./allowance.ts";
import type { RequestRecord } from "./request-record.ts";

/** What requests of one isolate share, as far as operations use it. */
export interface Shared {
  readonly memory: MemoryBudget;
  readonly browsers: BrowserPool;
  /** Addresses of a host, by DNS. */
  readonly resolve: (host: string) => Promise<string[]>;
}

/** A request that was let in: whose it is, and what it has to work with. */
export interface Arrival {
  request: Request;
  env: Env;
  ctx: { waitUntil(work: Promise<unknown>): void };
  key: KeyRecord;
  share: Share;
  shared: Shared;
  record: RequestRecord;
}
