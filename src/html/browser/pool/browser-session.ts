import { pause } from "../../../platform/pause.ts";
import type { SparePage } from "../blank.ts";
import type { Sealing } from "../lockdown.ts";

/** A browser, as this isolate knows it. */
export interface Session {
  /** When this isolate heard of it. */
  since: number;
  /** When each render in it began, one entry a render. */
  renders: Set<{ since: number }>;
  /** This isolate has launched it, and has rendered nothing in it yet. */
  unused: boolean;
  /** Until this time it counts as full: other isolates render in it. */
  fullUntil: number;
  /** How often in a row it was found full. */
  fulls: number;
  sealing: Sealing | undefined;
  /** When a render began to find out how it can be sealed. */
  triedSince: number;
  /** When a render in it last succeeded, or when the browser was launched. */
  provenAt: number;
  /** Renders in a row that it failed. */
  doubts: number;
  spares: SparePage[];
  /** When the request that is making spares now began to do so. */
  stockingSince: number;
}

const IDLE_WITHIN_MS = 5_000;

export function newSession(): Session {
  return {
    since: Date.now(),
    renders: new Set(),
    unused: false,
    fullUntil: 0,
    fulls: 0,
    sealing: undefined,
    triedSince: 0,
    provenAt: 0,
    doubts: 0,
    spares: [],
    stockingSince: 0,
  };
}

/** Whether there is soon a moment at which the browser renders nothing. */
export async function becomesIdle(session: Session): Promise<boolean> {
  const until = Date.now() + IDLE_WITHIN_MS;
  do {
    await pause(50);
    if (session.renders.size === 0) return true;
  } while (Date.now() < until);
  return false;
}
