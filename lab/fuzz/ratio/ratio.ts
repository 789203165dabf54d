import type { Random } from "../../../test/fixtures/random.ts";
import { MAX_UNHELD, type Score, scoreOf, unheldBytes, unseen } from "../../../test/support/score.ts";
import type { Target } from "../target.ts";
import {
  choose,
  chosenSeed,
  climb,
  type Doing,
  type Input,
  nameOf,
  run,
  seed,
  timesRead,
  useFolder,
} from "./subjects.ts";

/** The inputs that climbed highest, from which others are made. */
const summit: { readonly input: Input; readonly height: number }[] = [];
const MOST = 60;
/** How often an input is made of one that climbed. */
const CLIMBS = 0.7;
/** Growth of the heap that is worth a closer look: garbage counts, too. */
const MUCH = 64 << 20;

/**
 * Searches for what the meter does not see: an input is scored by the time of the thread over charged steps, and by
 * live bytes over held ones, and those that score most are changed further.
 */
export const ratioTarget: Target = {
  extension: "ratio",
  useFolder,
  choose(words) {
    if (words !== "") choose(words);
  },
  async make(random, index) {
    const first = chosenSeed(index);
    if (first) return packed(first);
    const from = summit.length > 0 && random.next() < CLIMBS ? random.pick(summit).input : await seed(random);
    return packed(climb(from, await other(random), random));
  },
  async check(packedInput) {
    const input = unpacked(packedInput);
    if (!input) return "no input";
    const { doing, bytes } = input;
    const size = bytes.length * timesRead(input);
    const subject = { size, run: (work: Parameters<typeof run>[1]) => run(input, work) };
    const before = process.memoryUsage();
    const score = await scoreOf(subject);
    const after = process.memoryUsage();
    remember(input, score);
    const what = nameOf(doing);
    const wrong = score.ms < 5 ? "" : await unseen(subject);
    if (wrong !== "") throw new Error(`unseen in ${what}: ${wrong}`);
    if (after.heapUsed + after.external - before.heapUsed - before.external > MUCH) await checkMemory(subject, what);
    // What fails otherwise is found by the targets that look for that.
    return score.outcome === "answered" ? what : `${what}: ${score.outcome.slice(0, 40)}`;
  },
};

/** An input that is a function of these numbers only: it climbs from nowhere but its seed. */
export async function fixedInput(random: Random): Promise<Uint8Array> {
  let input = await seed(random);
  for (let climbs = random.below(4); climbs > 0; climbs--) input = climb(input, await seed(random), random);
  return packed(input);
}

async function other(random: Random): Promise<Input> {
  return summit.length > 0 && random.next() < 0.5 ? random.pick(summit).input : seed(random);
}

function remember(input: Input, { ms, ratio }: Score): void {
  const height = ratio * Math.min(1, ms / 20);
  summit.push({ input, height });
  summit.sort((one, two) => two.height - one.height);
  // Each kind of work climbs by itself, or the dearest would be all that is tried.
  const counts = new Map<string, number>();
  const kept = summit.filter(({ input: { doing } }) => {
    const key = nameOf(doing);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key)! <= 4;
  });
  summit.splice(0, Infinity, ...kept.slice(0, MOST));
}

/** What is live beside what is held. A collection in between leaves garbage, so it is only worth a closer look. */
async function checkMemory(subject: Parameters<typeof scoreOf>[0], what: string): Promise<void> {
  const unheld = await unheldBytes(subject);
  if (unheld > MAX_UNHELD) throw new Error(`not held in ${what}: ${unheld >> 20} MB beside what is held`);
}

/** A line that says what is done, and the input itself. */
function packed({ doing, bytes }: Input): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(doing)}\n`), bytes]);
}

function unpacked(input: Uint8Array): Input | undefined {
  const end = input.indexOf(10);
  try {
    const doing = JSON.parse(new TextDecoder().decode(input.subarray(0, Math.max(0, end)))) as Doing;
    return typeof doing.kind === "string" ? { doing, bytes: input.slice(end + 1) } : undefined;
  } catch {
    return undefined;
  }
}
