import type { SparePage } from "./blank.ts";
import type { Sealing } from "./lockdown.ts";

/** A place in a browser. Giving it back says what became of the browser. */
export interface Lease {
  readonly sessionId: string;
  /** Whether the browser was launched for this request. */
  readonly launched: boolean;
  /** How the browser keeps pages from the network, once that is known. */
  readonly sealing: Sealing | undefined;
  /** Ways that are worth trying, from the best. */
  readonly ways: readonly Sealing[];
  /** Whether this render is the one that tries the browser; another one of the isolate may have begun to. */
  beginTrial(): boolean;
  seal(way: Sealing): void;
  /** The browser does not accept it, or does not obey. */
  refuse(way: Sealing): void;
  /** A page that was made ready in advance: this request's alone. */
  readonly spare: SparePage | undefined;
  /** Makes the blank pages that are missing, and stops when one cannot be made. */
  stock(make: () => Promise<SparePage | undefined>): Promise<void>;
  /** Returns whether the browser is given up: no request may use it again. */
  release(state?: LeaseState): boolean;
}

/**
 * What became of a browser: it works; it has no room at this time; it was too slow or cut the connection, which it may
 * do once; or it is of no more use.
 */
export type LeaseState = "well" | "full" | "doubtful" | "dead";

export interface BorrowOptions {
  /** Sessions that failed this request already. */
  avoid: ReadonlySet<string>;
  /** A browser failed this request already, so a new one is preferred to another shared one. */
  wary?: boolean;
  /** The latest time to go on waiting, in milliseconds of the clock. */
  until: number;
  /** Ends the wait: its client is gone. */
  signal: AbortSignal;
  /** Keeps the Worker alive for a launch that its request waits for no longer. */
  waitUntil: (work: Promise<unknown>) => void;
}
