import type { BrowserPool } from "../html/browser/pool/sessions.ts";
import type { MemoryBudget } from "../intake/memory-budget.ts";
import type { KeyRecord } from "../keys/key-records.ts";
import type { Share } from "./allowance.ts";
import type { RequestRecord } from "./request-record.ts";

/** The part of the isolate's shared state that operations use. */
export interface Shared {
  readonly memory: MemoryBudget;
  readonly browsers: BrowserPool;
  /** Looks up the addresses of a host in DNS. */
  readonly resolve: (host: string) => Promise<string[]>;
}

/** A request that was admitted: whose it is, and what it may use. */
export interface Arrival {
  request: Request;
  /** An agent's call of a tool: it names files by addresses only. */
  isOfAgent: boolean;
  env: Env;
  ctx: { waitUntil(work: Promise<unknown>): void };
  key: KeyRecord;
  share: Share;
  shared: Shared;
  record: RequestRecord;
}
