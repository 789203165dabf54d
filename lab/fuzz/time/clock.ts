import { type Reader, readAnyhow } from "./reader.ts";

/** Ways to put words together so that reading them is slow. Each grows with the size that is asked for. */
const SHAPES = {
  repeated: (words: readonly string[], size: number) => fill(words.join(""), size),
  nested: ([open = "", close = ""]: readonly string[], size: number) => fill(open, size / 2) + fill(close, size / 2),
  "near misses": ([word = "", other = ""]: readonly string[], size: number) => fill(word, size - other.length) + other,
  "begun and never ended": ([first = "", ...words]: readonly string[], size: number) =>
    first + fill(words.join("") || "a", size),
} as const;
export type Shape = keyof typeof SHAPES;
export const shapes = Object.keys(SHAPES) as Shape[];

export interface Recipe {
  reader: string;
  shape: Shape;
  words: readonly string[];
  frame: readonly [before: string, after: string];
}

/** No input under 64 KiB may take longer, on a machine like those that tests run on. */
const MAX_MS = 250;
const SMALL = 64 << 10;
/** Above this size only growth is judged: a time that grows too fast may still be short. */
const SIZES = [4 << 10, 16 << 10, SMALL - 512, 256 << 10, 1 << 20];
/** Where a meter ends the work, its growth says nothing. */
const METERED_SIZES = [16 << 10, 1 << 20];
/**
 * How many times as long an input of four times the size may take. Shorter times than this one count as this one, since
 * they are too inexact.
 */
const MAX_GROWTH = 4 * 2.5;
const LEAST_MS = 6;

function textOf({ shape, words, frame: [before, after] }: Recipe, size: number): string {
  return before + SHAPES[shape](words, size) + after;
}

/** Says what is wrong with a reader's time for growing inputs of one recipe; undefined when nothing is. */
export async function slowness(reader: Reader, recipe: Recipe): Promise<string | undefined> {
  let before = Number.POSITIVE_INFINITY;
  const { mostMs } = reader;
  for (const size of mostMs === undefined ? SIZES : METERED_SIZES) {
    const text = textOf(recipe, size);
    const bad = (ms: number) =>
      mostMs === undefined ? (size < SMALL && ms > MAX_MS) || ms > before * MAX_GROWTH : ms > mostMs;
    let ms = await cpuMs(reader, text);
    // The first run also pays for compilation and garbage. Really slow input is slow again.
    for (let again = 0; again < 2 && bad(ms); again++) ms = Math.min(ms, await cpuMs(reader, text));
    if (bad(ms))
      return `${reader.name}: ${text.length} characters took ${ms.toFixed(0)} ms, a quarter of them ${before.toFixed(0)} ms`;
    before = Math.max(ms, LEAST_MS);
  }
  return undefined;
}

/** Time of this thread only, so that a busy machine makes nothing slow. */
async function cpuMs(reader: Reader, text: string): Promise<number> {
  const start = process.threadCpuUsage();
  await readAnyhow(reader, text);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

function fill(word: string, size: number): string {
  return word === "" ? "" : word.repeat(Math.max(1, Math.floor(size / word.length)));
}
