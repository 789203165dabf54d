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

/** Bytes that a reservation already holds, and that its shares use before they ask for more. */
export interface Advance {
  bytes: number;
}

/** A share of a reservation that ends before the whole does: the memory of one file among many. */
export function shareOf(whole: Reservation, advance: Advance = { bytes: 0 }): Reservation {
  const frees: (() => void)[] = [];
  let held = 0;
  const share = {
    get held() {
      return held;
    },
    async grow(bytes: number) {
      const drawn = Math.min(bytes, advance.bytes);
      advance.bytes -= drawn;
      await whole.grow(bytes - drawn);
      held += bytes;
    },
    shrink(bytes: number) {
      const given = Math.min(bytes, held);
      held -= given;
      whole.shrink(given);
    },
    onRelease(free: () => void) {
      frees.push(free);
    },
    release() {
      for (const free of frees.splice(0)) free();
      share.shrink(held);
    },
  };
  whole.onRelease(() => share.release());
  return share;
}
