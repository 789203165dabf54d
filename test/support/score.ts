import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Work } from "../../src/meter/work.ts";
import type { WorkLimits } from "../../src/meter/work-limits.ts";

/** What an input cost beside what the meter counted. */
export interface Score {
  /** Time of this thread only, in milliseconds: a busy machine makes nothing slow. */
  readonly ms: number;
  readonly steps: number;
  /** Microseconds for each step that was charged. */
  readonly ratio: number;
  /** Bytes that were held at most. */
  readonly held: number;
  /** How it ended: `answered`, or the kind of the problem. */
  readonly outcome: string;
}

/** What is judged: something that is done on a meter of its own, for an input of some size. */
export interface Subject {
  readonly size: number;
  run(work: Work): unknown;
}

/** A step is about a microsecond: what takes ten times as long passes the meter unseen. */
const MAX_RATIO = 10;
/** Less is too inexact, and does no harm. */
const LEAST_MS = 50;
/** Bytes that may be live beside what is held. */
export const MAX_UNHELD = 32 << 20;

/** What reading a byte of the input may cost in steps, once. */
const READ_BYTE = 0.01;

/** A part of what a request may do shows whether all is charged. */
const LIMITS: Partial<WorkLimits> = { steps: 60_000, stepsPerMebibyte: 20_000 };

/** A tenth of a second, by the ratio that is allowed. */
const REFUSED = 10_000;

/** What is refused for want of steps may have been done before it was charged, once: then the request ends. */
class Refusing extends Work {
  refused = 0;

  override spend(steps: number, isDivided = false): void {
    try {
      super.spend(steps, isDivided);
    } catch (error) {
      this.refused = Math.min(steps, REFUSED);
      throw error;
    }
  }
}

export async function scoreOf({ size, run }: Subject, limits = LIMITS): Promise<Score> {
  const work = new Refusing(size, limits);
  const start = process.threadCpuUsage();
  let outcome = "answered";
  try {
    await run(work);
  } catch (error) {
    outcome = kindOf(error);
  }
  const { user, system } = process.threadCpuUsage(start);
  const ms = (user + system) / 1000;
  const { bytes: held } = work.used;
  const steps = work.used.steps + work.refused + size * READ_BYTE;
  return { ms, steps, ratio: (ms * 1000) / Math.max(1, steps), held, outcome };
}

export function isUnseen({ ms, ratio }: Pick<Score, "ms" | "ratio">): boolean {
  return ms >= LEAST_MS && ratio > MAX_RATIO;
}

/**
 * What is wrong with the cost of a subject; nothing when it is seen. The first time also pays for compilation, and a
 * charge that is refused comes after some of the work: what is unseen is so again, with all that a request may do.
 */
export async function unseen(subject: Subject, times = 5): Promise<string> {
  let score = await scoreOf(subject);
  for (let again = 1; again <= times && isUnseen(score); again++) {
    score = await scoreOf(subject, again === 1 ? LIMITS : {});
  }
  if (!isUnseen(score)) return "";
  const { ms, steps, ratio, outcome } = score;
  return `${ms.toFixed(0)} ms for ${steps.toFixed(0)} steps (${ratio.toFixed(0)} μs each), ${subject.size} bytes: ${outcome}`;
}

function kindOf(error: unknown): string {
  const { name, kind, message } = error as { name?: string; kind?: string; message?: string };
  return kind ?? `${name}: ${message}`;
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes that are live, of objects and of buffers. Buffers that one collection finds are free when the next begins. */
export function live(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** How often it is looked at what is live: each time all that is old is collected. */
const LOOKS = 8;

/** A meter that lets somebody look, at moments that are spread over the work. */
class Watched extends Work {
  asked = 0;
  #every = Number.POSITIVE_INFINITY;
  #look: (() => void) | undefined;

  watch(every: number, look: () => void): void {
    this.#every = Math.max(1, every);
    this.#look = look;
  }

  override spend(steps: number, isDivided = false): void {
    super.spend(steps, isDivided);
    this.#count();
  }

  override hold(bytes: number): void {
    super.hold(bytes);
    this.#count();
  }

  #count(): void {
    if (++this.asked % this.#every === 0) this.#look?.();
  }
}

/** What is read of an input becomes objects: the largest of them is live while it is read, whatever is kept of it. */
const READ_BYTES = 40;

/**
 * The most bytes that were live beside what was held then and what was read of the input. The first walk fills caches
 * and tells where to look in the second.
 */
export async function unheldBytes({ size, run }: Subject, limits: Partial<WorkLimits> = {}): Promise<number> {
  const walk = async (work: Watched): Promise<void> => {
    try {
      await run(work);
    } catch (error) {
      kindOf(error);
    }
  };
  const first = new Watched(size, limits);
  await walk(first);
  const second = new Watched(size, limits);
  const least = live();
  let most = 0;
  second.watch(Math.ceil(first.asked / LOOKS), () => {
    most = Math.max(most, live() - least - second.held - size * READ_BYTES);
  });
  await walk(second);
  return most;
}
