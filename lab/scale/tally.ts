import { Sample } from "./sample.ts";

/** What happened in a part of the day. */
export class Tally {
  arrived = 0;
  hotArrived = 0;
  answered = 0;
  readonly refusals = new Map<string, { hot: number; others: number }>();
  /** Milliseconds beyond the request's own work. */
  readonly waits = new Sample();
  /** Until a place in a browser was found. */
  readonly browserWaits = new Sample();
  /** Time until there was room in the isolate's memory. */
  readonly memoryWaits = new Sample();
  /** Uploads so large that an isolate takes only one at a time, and what became of them. */
  readonly large = { arrived: 0, refused: 0, waits: new Sample() };
  renders = 0;
  fallbacks = 0;
  foundFull = 0;
  links = 0;
  storedBytes = 0;
  idempotentCalls = 0;
  cpuMs = 0;

  refuse(reason: string, hot: boolean): void {
    const known = this.refusals.get(reason) ?? { hot: 0, others: 0 };
    known[hot ? "hot" : "others"]++;
    this.refusals.set(reason, known);
  }

  get refused(): number {
    return [...this.refusals.values()].reduce((sum, { hot, others }) => sum + hot + others, 0);
  }

  get underWay(): number {
    return this.arrived - this.answered - this.refused;
  }
}
