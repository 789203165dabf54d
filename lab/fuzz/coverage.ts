import { Session } from "node:inspector";

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}

/** Which parts of our own code ran, by V8's counts of blocks, in this thread. */
export class Coverage {
  readonly #session = new Session();
  /** By script: a byte for each character that ran. */
  readonly #ran = new Map<string, Uint8Array>();
  /** Where blocks begin, as far as V8 has told. */
  readonly #blocks = new Map<string, Set<number>>();

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** Whether anything ran since the last look that never ran before; it then counts as known, if it is `kept`. */
  isNew(kept: boolean): boolean {
    let isNew = false;
    for (const { url, functions } of this.#taken()) {
      if (!/\/src\/[^?]*\.ts$/.test(url)) continue;
      const now = ranIn(functions);
      const before = this.#ran.get(url) ?? new Uint8Array(now.length);
      const known = this.#blocks.get(url) ?? new Set();
      for (const { ranges } of functions) for (const { startOffset } of ranges) known.add(startOffset);
      this.#blocks.set(url, known);
      for (let at = 0; at < now.length; at++) {
        if (now[at] === 0 || before[at] === 1) continue;
        isNew = true;
        if (!kept) break;
        before[at] = 1;
      }
      this.#ran.set(url, before);
    }
    return isNew;
  }

  /** Blocks that ran, of those in functions that V8 has told of. */
  counts(): { readonly reached: number; readonly known: number } {
    let [reached, known] = [0, 0];
    for (const [url, starts] of this.#blocks) {
      known += starts.size;
      for (const start of starts) reached += this.#ran.get(url)?.[start] ?? 0;
    }
    return { reached, known };
  }

  #taken(): readonly Script[] {
    let scripts: readonly Script[] = [];
    // In its own thread a session answers at once.
    this.#session.post("Profiler.takePreciseCoverage", (error, taken) => {
      if (error) throw error;
      scripts = taken.result;
    });
    return scripts;
  }
}

/** Ranges stand within the ones before them, and say otherwise where their counts do. */
function ranIn(functions: Script["functions"]): Uint8Array {
  const end = functions.reduce((most, { ranges }) => Math.max(most, ranges[0]?.endOffset ?? 0), 0);
  const ran = new Uint8Array(end);
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return ran;
}
