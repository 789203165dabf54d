/** Servers with one queue, first come, first served. A new request learns at once how long it will wait. */
export class Queue {
  readonly #freeAt: number[];
  /** Milliseconds of work that they were given. */
  busyMs = 0;
  served = 0;

  constructor(servers: number) {
    this.#freeAt = new Array<number>(servers).fill(0);
  }

  /** How long a request that comes now would wait. */
  wait(now: number): number {
    let soonest = Number.POSITIVE_INFINITY;
    for (const free of this.#freeAt) if (free < soonest) soonest = free;
    return Math.max(0, soonest - now);
  }

  /** Accepts a request, and returns how long it waits. */
  enter(now: number, serviceMs: number): number {
    let first = 0;
    for (let server = 1; server < this.#freeAt.length; server++) {
      if ((this.#freeAt[server] as number) < (this.#freeAt[first] as number)) first = server;
    }
    const wait = Math.max(0, (this.#freeAt[first] as number) - now);
    this.#freeAt[first] = now + wait + serviceMs;
    this.busyMs += serviceMs;
    this.served++;
    return wait;
  }
}
