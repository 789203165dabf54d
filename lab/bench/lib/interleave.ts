import { median } from "./statistics.ts";

/** Something to be timed. A run returns its own milliseconds, so preparation does not count. */
export interface Contender {
  name: string;
  run(): Promise<number>;
}

export interface Timing {
  name: string;
  medianMs: number;
  samples: number[];
  /** Why there is no figure. */
  failure?: string;
}

const longMs = 3000;
const shortMs = 250;

/**
 * Runs the contenders in turns, so that a slow minute of the machine affects all of them. Each is warmed up first,
 * unless one run already takes seconds: then that run counts, and two are enough. Short runs are done three times a
 * round, since a cold JIT and other work on the machine affect them more.
 */
export async function interleave(contenders: readonly Contender[], rounds: number): Promise<Timing[]> {
  const timings = contenders.map((contender): Timing => ({ name: contender.name, medianMs: Number.NaN, samples: [] }));
  const lanes: { run: () => Promise<number>; samples: number[]; rounds: number; repeats: number }[] = [];
  for (const [index, { run }] of contenders.entries()) {
    const { samples } = timings[index]!;
    try {
      const first = await run();
      if (first > longMs) {
        samples.push(first);
        lanes.push({ run, samples, rounds: 1, repeats: 1 });
        continue;
      }
      const repeats = first < shortMs ? 3 : 1;
      for (let i = 1; i < repeats * 2; i++) await run();
      lanes.push({ run, samples, rounds, repeats });
    } catch (error) {
      timings[index]!.failure = error instanceof Error ? error.message.slice(0, 200) : String(error);
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const lane of lanes) {
      if (round >= lane.rounds) continue;
      for (let i = 0; i < lane.repeats; i++) lane.samples.push(await lane.run());
    }
  }
  for (const timing of timings) timing.medianMs = median(timing.samples);
  return timings;
}
