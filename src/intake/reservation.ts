/** Room for bytes that are about to be held. */
export interface Room {
  /** Waits for more room; refuses with "busy" when there is none in time. */
  grow(bytes: number): Promise<void>;
  shrink(bytes: number): void;
  onRelease?(free: () => void): void;
}

/** Bytes that one request may hold. All methods are safe after `release`. */
export interface Reservation extends Room {
  readonly held: number;
  /**
   * Runs `free` when the reservation ends, so that large buffers are freed then instead of at the next garbage
   * collection.
   */
  onRelease(free: () => void): void;
  /**
   * May be called more than once, and is called automatically when the client disconnects. All bytes that were read
   * under the reservation become invalid.
   */
  release(): void;
}

/** A request's whole reservation, which also knows how much memory the request used. */
export interface Account extends Reservation {
  /** The most bytes that it held at one time. */
  readonly peak: number;
  /** How long it waited for room. */
  readonly waitedMs: number;
}
