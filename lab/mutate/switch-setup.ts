import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { beforeEach, expect, type TestContext, vi } from "vitest";
import { type Findings, MAX_TRIES, SWITCH } from "./switches.ts";

// It warns of a deprecation, for packages without `setFn`. In workerd a line of the log outside a test ends the
// process.
const { warn } = console;
console.warn = () => {};
const { getFn, setFn } = await import("vitest/suite");
console.warn = warn;

/**
 * Runs each test once without a fault, which shows the faults that it passes, and then once with each of those that no
 * test has noticed yet. To vitest these are retries of one test, so the hooks before and after it run each time.
 */

/** By id, the test files that are nearest to each fault. */
declare const NEAR_TESTS: Record<number, string[]>;
/** Test files that have to pass twice before a fault is tried with them. */
declare const DOUBTED: string[];
/**
 * A fault is given up when this many tests have not noticed it, or when they have taken this long. The nearest files
 * continue for some time. Slow tests do not try it. When half of the time is spent, only every third test tries it, so
 * that the last tests of a long file have their turn as well.
 */
const MOST = { ms: 4_000, tests: 200 };
const MAX_NEAR = { ms: 20_000, tests: 600 };
const SPARSE = 3;
const LONG_TEST_MS = 5_000;
const AGAIN = { message: "Once more." };

/** A test that takes this many times its own processor time with a fault, and five seconds more, does not end. */
const ENDLESS = { times: 20, ms: 5_000 };
/** One that waits takes no processor time: by the clock it may take so much longer than without a fault. */
const WAITING = { times: 10, ms: 10_000 };

interface Switches {
  on: number;
  left: number;
  /** When the fault's time is over, as `milliseconds` tells it. */
  until: number;
  spent: Float64Array;
  /** How many tests each fault was on in. */
  tests: Uint32Array;
  /** How many tests have passed each fault that nothing has noticed yet. */
  reached: Uint32Array;
  passes: Uint32Array;
  noticed: Set<number>;
}

/** Shared by all files of the process. */
const shared = globalThis as unknown as { quireSwitches?: Switches; [SWITCH]: (id: number) => boolean };
shared.quireSwitches ??= {
  on: 0,
  left: 0,
  until: 0,
  spent: new Float64Array(4096),
  tests: new Uint32Array(4096),
  reached: new Uint32Array(4096),
  passes: new Uint32Array(4096),
  noticed: new Set(),
};
const state = shared.quireSwitches;
const isWorkerd = navigator.userAgent === "Cloudflare-Workers";
const journal = isWorkerd ? undefined : process.env.QUIRE_FAULT_JOURNAL;
const platform = "cloudflare:workers";
const worker: { env: { FAULT_JOURNAL: Fetcher } } | undefined = isWorkerd
  ? await import(/* @vite-ignore */ platform)
  : undefined;
/** Where processes that a test forks say which faults they have passed. */
const forkedPasses = `${journal}.forked`;
if (journal) process.env.NODE_OPTIONS = `--import ${new URL("./forked.ts", import.meta.url).href}`;
const now = performance.now.bind(performance);
// A test may put other clocks in their place.
const [later, never] = [setTimeout, clearTimeout];
const tries = new WeakMap<TestContext["task"], Tries>();

beforeEach(async ({ task }) => {
  const known = tries.get(task) ?? new Tries(task);
  tries.set(task, known);
  await known.begin();
});

shared[SWITCH] = (id) => {
  if (state.on === 0) state.passes[id]! += 1;
  if (id !== state.on) return false;
  state.left -= 1;
  // A loop that no longer ends is noticed: by how often it passes here, or by the time that it takes.
  if (state.left < 0 || (state.left % 64 === 0 && milliseconds() > state.until)) {
    throw new Error("With the fault the test comes by it without end.");
  }
  return true;
};

/** What one test has been tried with. */
class Tries {
  readonly #task: TestContext["task"];
  readonly #test: () => Promise<void>;
  readonly #imported: number[];
  #findings: Findings | undefined;
  #passes: Uint32Array = new Uint32Array();
  #forked = new Set<number>();
  #left: number[] = [];
  /** What is being tried: nothing at first, a fault, or whether the test still passes without one. */
  #trying: "first" | "pass twice" | "fault" | "still passes" | "passes with a clock" = "first";
  #fault = 0;
  #began = 0;
  #took = 0;
  #beganAt = 0;
  #waited = 0;
  /** How often the test may pass the fault that is tried. */
  #most = 0;
  #over = false;

  constructor(task: TestContext["task"]) {
    this.#task = task;
    this.#test = getFn(task) as () => Promise<void>;
    this.#imported = ids(state.passes);
    state.passes.fill(0);
    setFn(task, () => this.#run());
    // vitest asks this after each try that did not pass.
    const condition = ({ message }: { message: string }) => this.#goesOn(message === AGAIN.message);
    Object.assign(task, { retry: { count: MAX_TRIES, condition } });
  }

  /** Before the test's own preparations, which a fault may break as well. */
  async begin(): Promise<void> {
    if (this.#task.result) this.#task.result.errors = [];
    // vitest waits for what the test expected of promises, also for those of a try that waited in vain.
    Object.assign(this.#task, { promises: [] });
    this.#began = milliseconds();
    this.#beganAt = now();
    if (this.#trying !== "fault") {
      if (journal) clear();
      return;
    }
    this.#most = this.#passes[this.#fault]! * 100 + 100_000;
    state.left = this.#most;
    state.until = this.#began + this.#took * ENDLESS.times + ENDLESS.ms;
    await note(`${this.#fault} ${this.#task.file.name}`);
    state.on = this.#fault;
  }

  async #run(): Promise<void> {
    // vitest wants every test to expect something, also the try that ends the others.
    if (this.#over) return expect(this.#over).toBe(true);
    await (this.#trying === "fault" ? this.#testInTime() : this.#test());
    if (this.#task.result?.errors?.length) return;
    if (this.#trying === "first") this.#plan();
    // The last try passes, which ends the retries.
    const isLast = this.#left.length === 1 && this.#trying !== "first" && this.#trying !== "pass twice";
    if (this.#left.length > 0 && !isLast) throw AGAIN;
    state.on = 0;
    if (this.#trying === "fault") this.#count();
    else if (isLast) this.#notice();
    clear();
  }

  /** A test that waits in vain is not waited for as long as without a fault. */
  async #testInTime(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const refuse = () => reject(new Error("With the fault the test waits without end."));
      timer = later(refuse, this.#waited * WAITING.times + WAITING.ms);
    });
    await Promise.race([this.#test(), late]).finally(() => never(timer));
  }

  #plan(): void {
    this.#took = milliseconds() - this.#began;
    this.#waited = now() - this.#beganAt;
    this.#forked = passedInForks();
    for (const id of this.#forked) state.passes[id]! += 1;
    this.#passes = state.passes.slice();
    const reached = ids(state.passes);
    const { name } = this.#task.file;
    const isTried = (id: number) => {
      const isNear = NEAR_TESTS[id]?.some((file) => name.endsWith(file));
      if (state.noticed.has(id)) return false;
      const most = isNear ? MAX_NEAR : MOST;
      const spent = Math.max(state.spent[id]! / most.ms, state.tests[id]! / most.tests);
      state.reached[id]! += 1;
      return spent < 0.5 || (spent < 1 && state.reached[id]! % SPARSE === 0);
    };
    this.#left = this.#took > LONG_TEST_MS ? [] : reached.filter(isTried);
    this.#findings = { reached, imported: this.#imported, noticed: [], kept: [] };
    (this.#task.meta as { faults?: Findings }).faults = this.#findings;
  }

  #count(): void {
    state.spent[this.#fault]! += milliseconds() - this.#began;
    state.tests[this.#fault]! += 1;
    if (state.left === this.#most && !this.#forked.has(this.#fault)) this.#findings?.kept.push(this.#fault);
  }

  /** Whether the test is tried again, after a try that does not end it. */
  #goesOn(passed: boolean): boolean {
    state.on = 0;
    if (this.#over || this.#findings === undefined) return false;
    const isDoubted = DOUBTED.some((file) => this.#task.file.name.endsWith(file));
    switch (this.#trying) {
      case "first":
        if (!passed) return false;
        this.#trying = isDoubted ? "pass twice" : "fault";
        break;
      case "pass twice":
        if (!passed) return this.#end({ passesOnce: true });
        this.#trying = "fault";
        break;
      case "fault":
        this.#count();
        if (passed) this.#left.shift();
        else this.#trying = "still passes";
        break;
      case "still passes":
      case "passes with a clock":
        if (passed) {
          this.#notice();
          this.#left.shift();
          this.#trying = "fault";
        } else if (this.#trying === "still passes") {
          // A fault may have left a clock that stands still.
          vi.useRealTimers();
          this.#trying = "passes with a clock";
        } else {
          if (isDoubted) this.#notice();
          return this.#end(isDoubted ? { spoiled: true } : { doubted: true });
        }
    }
    this.#fault = this.#left[0] ?? 0;
    return true;
  }

  #notice(): void {
    state.noticed.add(this.#fault);
    this.#findings?.noticed.push(this.#fault);
  }

  #end(why: Partial<Findings>): true {
    Object.assign(this.#findings as Findings, why);
    clear();
    this.#over = true;
    return true;
  }
}

function ids(passes: Uint32Array): number[] {
  return [...passes.entries()].filter(([, times]) => times > 0).map(([id]) => id);
}

function clear(): void {
  void note("0");
  state.passes.fill(0);
}

function passedInForks(): Set<number> {
  if (!journal || !existsSync(forkedPasses)) return new Set();
  const passed = readFileSync(forkedPasses, "utf8").trim().split("\n").map(Number);
  rmSync(forkedPasses);
  return new Set(passed);
}

/** Says which fault is on, for the case that the process does not come back. */
async function note(line: string): Promise<void> {
  if (journal) appendFileSync(journal, `${line}\n`);
  else await worker?.env.FAULT_JOURNAL.fetch("http://journal", { method: "POST", body: `${line}\n` });
}

/**
 * CPU time where it is known, since a busy machine takes many times as long; otherwise an eighth of the elapsed time.
 */
function milliseconds(): number {
  const used = journal ? process.cpuUsage().user / 1000 : 0;
  return used + now() / (journal ? 8 : 1);
}
