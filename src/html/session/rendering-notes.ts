import { SEALINGS, type Sealing } from "../browser/lockdown.ts";

/** How many problems are kept of one request. The first ones say most. */
const MAX_PROBLEMS = 8;

/** How the documents of one request were rendered, for the operator. */
export class RenderingNotes {
  /** How many documents were rendered by each way. */
  readonly methods: Record<string, number> = {};
  /** How the last browser keeps pages from the network. */
  sealing: Sealing | undefined;
  /** Browsers that were launched for this request. */
  launches = 0;
  waitedMs = 0;
  /** Time that all documents together spent in browsers. */
  browserMs = 0;
  /** Failures of browsers and of the platform after which another way was tried. */
  readonly problems: string[] = [];

  problem(message: string): void {
    if (this.problems.length < MAX_PROBLEMS && !this.problems.includes(message)) this.problems.push(message);
  }

  rendered(method: string): void {
    this.methods[method] = (this.methods[method] ?? 0) + 1;
  }

  get usedFallback(): boolean {
    return "browser-quick-action" in this.methods;
  }

  /** What the operator's figures count. */
  counts(): Record<string, number> {
    const launched = this.launches > 0 ? { "launched-browser": this.launches } : {};
    const weak = this.sealing === undefined || this.sealing === SEALINGS[0] ? {} : { "weaker-seal": 1 };
    return { ...this.methods, ...launched, ...weak };
  }

  /** For the log line. */
  toJSON(): object {
    const { methods, usedFallback, sealing, launches, waitedMs, browserMs, problems } = this;
    const why = problems.length > 0 ? { problems } : {};
    return { methods, usedFallback, sealing, launches, waitedMs, browserMs, ...why };
  }
}
