import { AccessKeys } from "../admin/access.ts";
import { ISOLATE_ALONE_BYTES, ISOLATE_BUDGET_BYTES } from "../api/limits.ts";
import { BrowserPool } from "../html/browser/pool/sessions.ts";
import { POOL_LIMITS, type PoolLimits } from "../html/html-limits.ts";
import { MemoryBudget } from "../intake/memory-budget.ts";
import type { Resolver } from "../intake/outbound/resolve.ts";
import { KeyLookup } from "../keys/lookup.ts";
import { GATHER_MS, UsageCollector } from "../usage/collector.ts";
import { KeyMeter } from "../usage/key-meter.ts";

/**
 * What all requests of one isolate share. It is made once and passed to them. Besides, these outlive a request: idle
 * kernels of WebAssembly, constant tables, and small scratch arrays of readers and writers. These still hold numbers or
 * letters of the last file; each is written before it is read, so no other request sees them.
 */
export class Isolate {
  readonly memory = new MemoryBudget(ISOLATE_BUDGET_BYTES, ISOLATE_ALONE_BYTES);
  readonly browsers: BrowserPool;
  readonly keys = new KeyLookup();
  readonly meter = new KeyMeter();
  readonly usage: UsageCollector;
  readonly accessKeys = new AccessKeys();
  #resolver: Resolver | undefined;

  /** Made when a request first names an address: most of what it needs is a parser of addresses. */
  readonly resolve: Resolver = async (host) => {
    this.#resolver ??= (await import("../intake/outbound/resolve.ts")).dohResolver();
    return this.#resolver(host);
  };

  /** What is different from the usual limits, and how long a busy isolate collects uses before it writes. */
  constructor(browsers: Partial<PoolLimits> = {}, gatherMs: number = GATHER_MS) {
    this.browsers = new BrowserPool({ ...POOL_LIMITS, ...browsers });
    this.usage = new UsageCollector(this.meter, gatherMs);
  }
}
