/** Runs one thing at a time, and of those that wait only the last: for what is shown while something changes. */
export class Latest {
  #isRunning = false;
  #next: (() => Promise<void>) | undefined;

  run(job: () => Promise<void>): void {
    this.#next = job;
    if (!this.#isRunning) void this.#runAll();
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    try {
      for (let job = this.#next; job; job = this.#next) {
        this.#next = undefined;
        await job();
      }
    } finally {
      this.#isRunning = false;
    }
  }
}
