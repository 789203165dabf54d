import type { Reservation } from "./reservation.ts";

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
