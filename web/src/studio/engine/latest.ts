/** Runs one thing at a time, and of those that wait only the last: for what is shown while something changes. */
export class Latest {
  #now: AbortController | undefined;
  #next: ((over: AbortSignal) => Promise<void>) | undefined;

  /** The job may go on when another waits, or stop by the signal. */
  run(job: (over: AbortSignal) => Promise<void>): void {
    this.#next = job;
    if (this.#now) this.#now.abort();
    else void this.#runAll();
  }

  async #runAll(): Promise<void> {
    try {
      for (let job = this.#next; job; job = this.#next) {
        this.#next = undefined;
        this.#now = new AbortController();
        await job(this.#now.signal);
      }
    } finally {
      this.#now = undefined;
    }
  }
}
