import { BrowserPool } from "../../../src/html/browser/pool/sessions.ts";
import { POOL_LIMITS, type PoolLimits } from "../../../src/html/html-limits.ts";

/** A machine that runs all tests is slow. What a test finds must not come from that. */
const SLOW_MACHINE = { connectMs: 30_000, openMs: 30_000, silenceMs: 30_000, launchMs: 60_000, waitMs: 60_000 };

export function patientPool(changes: Partial<PoolLimits> = {}): BrowserPool {
  return new BrowserPool({ ...POOL_LIMITS, ...SLOW_MACHINE, ...changes });
}
