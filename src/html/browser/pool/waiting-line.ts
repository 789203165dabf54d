import { HtmlProblem } from "../../html-problem.ts";

export interface Ticket {
  wake: () => void;
  /** A browser is being launched for this request, so it takes no place from the others that wait. */
  launches: boolean;
  since: number;
  until: number;
}

/** A ticket that is still there this long after its time belongs to a request that the runtime cut off. */
const LATE_MS = 1_000;
/** How long a request sleeps at most before it looks by itself. */
const SLEEP_MS = 100;

/** Requests that wait for a place in a browser, in the order of their arrival. */
export class WaitingLine {
  readonly #tickets: Ticket[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get waiting(): number {
    return this.#tickets.filter(({ launches }) => !launches).length;
  }

  ticket(until: number): Ticket {
    return { wake: () => {}, launches: false, since: Date.now(), until };
  }

  isFirst(ticket: Ticket): boolean {
    const now = Date.now();
    for (let head = this.#tickets[0]; head !== undefined && head.until < now - LATE_MS; head = this.#tickets[0])
      this.#tickets.shift();
    const place = this.#tickets.indexOf(ticket);
    return place === 0 || (place < 0 && this.#tickets.length === 0);
  }

  async wait(ticket: Ticket): Promise<void> {
    if (!this.#tickets.includes(ticket)) {
      if (this.waiting >= this.#most) throw busy();
      this.#tickets.push(ticket);
    }
    await this.woken(ticket);
  }

  /** Another request normally wakes this one. In case that request is cut off first, this one also looks by itself. */
  async woken(ticket: Ticket): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      ticket.wake = resolve;
      timer = setTimeout(resolve, Math.min(SLEEP_MS, Math.max(1, ticket.until - Date.now())));
    });
    clearTimeout(timer);
  }

  wakeFirst(): void {
    this.#tickets[0]?.wake();
  }

  /** The first place is for the request for which a browser is being launched. */
  goFirst(ticket: Ticket): void {
    if (!this.#tickets.includes(ticket)) this.#tickets.unshift(ticket);
  }

  /** Places that come free while the work goes on are for the requests behind this one. */
  async aside<T>(ticket: Ticket, work: () => Promise<T>): Promise<T> {
    const place = this.#tickets.indexOf(ticket);
    if (place < 0) return work();
    this.#tickets.splice(place, 1);
    this.wakeFirst();
    const result = await work();
    this.#tickets.unshift(ticket);
    return result;
  }

  leave(ticket: Ticket): void {
    const place = this.#tickets.indexOf(ticket);
    if (place >= 0) this.#tickets.splice(place, 1);
    this.wakeFirst();
  }
}

export function busy(): HtmlProblem {
  return new HtmlProblem("busy", "Every browser is in use. Try again shortly.", { retryAfter: 5 });
}
