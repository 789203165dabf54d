import type { SparePage } from "../blank.ts";
import type { Sealing } from "../lockdown.ts";
import type { Ledger } from "./ledger.ts";

/** A place in a browser. Whoever gives it back says how the browser is. */
export interface Lease {
  readonly sessionId: string;
  /** Whether this isolate has launched the browser, and this is its first render. */
  readonly launched: boolean;
  /** How the browser keeps pages from the network, once that is known. */
  readonly sealing: Sealing | undefined;
  /** Ways that are worth trying, best first. */
  readonly ways: readonly Sealing[];
  /** Whether this render tries the browser first; another render of the isolate may already be doing so. */
  beginTrial(): boolean;
  seal(way: Sealing): void;
  /** Notes that the browser does not accept this way, or does not obey it. */
  refuse(way: Sealing): void;
  /** A page that was prepared in advance, for this request alone. */
  readonly spare: SparePage | undefined;
  /** Makes the missing spare pages, and stops when one cannot be made. */
  stock(make: () => Promise<SparePage | undefined>): Promise<void>;
  /** Returns whether the browser is given up: no request may use it again. */
  release(state?: LeaseState): boolean;
}

/**
 * The state of a browser after a render: it works; it has no room now; it was too slow or cut the connection, which it
 * may do once; or it is unusable.
 */
export type LeaseState = "well" | "full" | "doubtful" | "dead";

export interface BorrowOptions {
  avoid: ReadonlySet<string>;
  /** A browser has already failed this request, so a new browser is preferred to another shared one. */
  wary?: boolean;
  /** When to stop waiting, in milliseconds of the clock. */
  until: number;
  /** Ends the wait when the client is gone. */
  signal: AbortSignal;
  /** Keeps the Worker alive for a launch for which its request no longer waits. */
  waitUntil: (work: Promise<unknown>) => void;
}

/** What is asked for, and the ledger of the browsers that may be lent. */
export interface Borrower extends BorrowOptions {
  ledger: Ledger;
}
