import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { wholeNumber } from "../lib/options.ts";
import { randomFor } from "./inputs.ts";
import { LAST_INPUT } from "./last-input.ts";
import { MENDS } from "./ratio/mends.ts";
import { type RunEnd, runInThread } from "./run.ts";
import { type TargetName, targetNames } from "./targets/names.ts";
import { targets } from "./targets.ts";

const usage = `Feeds broken inputs, made by seeded and structure-aware mutation, to the readers.

  npm run fuzz -- [${targetNames.join("|")}] [--seconds N | --minutes N | --inputs N] [--seed N] [--folder FOLDER] [--only WORDS]
  npm run fuzz -- TARGET … --guide counted|guided [--folder FOLDER] [--minutes N] [--seed N]
  npm run fuzz -- ratio --without NAME|each [--minutes N] [--seed N]
  npm run fuzz -- time --free COSTS [--only WORDS]

Without a target, all of them: --seconds each, or --inputs of each, however long these take. An input that fails (an
error that is no refusal, a hang, too much memory) is saved to fuzz/failures/ and cut down to what makes it fail. Ends
with 1 when there was one. removal plants secrets outside of the areas that it crops, in made documents or in any PDF of
--folder, and looks for them in the result by other means. redact cuts words that it draws from such a document, file by
file, and looks for them. time tries each reader, or those with WORDS in their names; with --free some costs of the
meter (src/meter/work-limits.ts) are nothing, such as glyph,charstringStep: it should then find what they hold back.
ratio climbs: inputs whose time is long for the steps that the meter counts, or whose memory is not held, are changed
further, until one takes ten times what it is charged. --folder gives it more to begin with. --without takes one mend
away (lab/fuzz/ratio/mends.ts; "each" one after the other), begins with the seeds that ask for it, and ends with 1 where
that goes unnoticed. --guide guided keeps inputs by which code of ours runs that none reached before (V8's counts of
blocks), changes these further, and keeps them in fuzz/found/; --folder gives it more to begin with. counted only counts.
content, operators and font take of each PDF of --folder what its first page shows: its content, or its first font.
Both tell how many blocks were reached.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "7" },
    minutes: { type: "string" },
    inputs: { type: "string" },
    seed: { type: "string", default: "1" },
    folder: { type: "string" },
    only: { type: "string" },
    free: { type: "string", default: "" },
    without: { type: "string" },
    guide: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((name) => !targetNames.includes(name as TargetName));
if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `No target ${unknown.join(", ")}.\n\n${usage}` : usage);
  process.exit(values.help ? 0 : 2);
}

const seed = wholeNumber("seed", values.seed, 0, 1e9);
const inputs = values.inputs === undefined ? Infinity : wholeNumber("inputs", values.inputs, 1, 1e9);
const given = values.minutes === undefined ? 1 : wholeNumber("minutes", values.minutes, 1, 1440) * 60;
const seconds =
  inputs < Infinity ? Infinity : values.minutes ? given : wholeNumber("seconds", values.seconds, 1, 86_400);
const { folder, only } = values;
const guide = values.guide as "counted" | "guided" | undefined;
if (guide !== undefined && guide !== "counted" && guide !== "guided") {
  console.error(`--guide takes counted or guided, not "${guide}".`);
  process.exit(2);
}
const free = values.free.split(",").filter((name) => name !== "");
const failures = join(import.meta.dirname, "..", "..", "fuzz", "failures");
let failed = false;
for (const name of values.without === undefined
  ? []
  : values.without === "each"
    ? Object.keys(MENDS)
    : [values.without]) {
  failed = !(await isNoticed(name)) || failed;
}
for (const target of values.without !== undefined
  ? []
  : positionals.length > 0
    ? (positionals as TargetName[])
    : targetNames) {
  const kinds = await fuzz(target);
  failed ||= kinds > 0;
}
process.exitCode = failed ? 1 : 0;

/** Whether the search fails without a mend, and after how long. */
async function isNoticed(name: string): Promise<boolean> {
  const mend = MENDS[name];
  if (!mend) throw new Error(`There is no mend ${name}; there are ${Object.keys(MENDS).join(", ")}.`);
  const from = Date.now();
  const until = from + seconds * 1000;
  const end = await runInThread({
    ...{ target: "ratio", folder, only: only ?? mend.seeds, free, without: name, seed, first: 0, end: inputs, until },
  });
  const found = end.kind === "failure";
  const after = `${((Date.now() - from) / 1000).toFixed(0)} s`;
  const tried = end.kind === "failure" ? `input ${end.index}, ${end.detail.split("\n", 1)[0]}` : "goes unnoticed";
  console.log(`without ${name}: after ${after}, ${tried}`);
  return found;
}

/** Continues after a failure with the next input until the time is up. Each kind of failure is reported once. */
async function fuzz(target: TargetName): Promise<number> {
  const until = Date.now() + seconds * 1000;
  const outcomes: Record<string, number> = {};
  const known = new Set<string>();
  let first = 0;
  let tried = 0;
  while (first < inputs && Date.now() < until) {
    const end = await runInThread({ target, folder, only, free, guide, seed, first, end: inputs, until });
    if (end.kind === "minimised") continue;
    for (const [name, count] of Object.entries(end.outcomes ?? {})) outcomes[name] = (outcomes[name] ?? 0) + count;
    if (end.kind === "end") {
      tried = end.next;
      if (end.known) outcomes[`blocks reached of ${end.known}:`] = end.reached ?? 0;
      break;
    }
    tried = end.index + 1;
    first = end.index + 1;
    if (known.has(end.signature)) continue;
    known.add(end.signature);
    await save(target, end);
  }
  const reported = Object.entries(outcomes).map(([name, count]) => `${name} ${count}`);
  const verdict = known.size === 0 ? "no failure" : `${known.size} kinds of failure`;
  console.log(`${target}: ${tried} inputs, seed ${seed}: ${verdict} (${reported.join(", ")})`);
  return known.size;
}

async function save(target: TargetName, failure: RunEnd & { kind: "failure" }): Promise<void> {
  // Its reader is needed only after a failure. Loading it takes longer than many a run.
  const { useFolder, choose, make, extension } = await targets[target]();
  if (folder !== undefined) useFolder?.(folder);
  if (only !== undefined) choose?.(only);
  const input =
    failure.input ??
    (guide || target === "ratio"
      ? new Uint8Array(readFileSync(LAST_INPUT))
      : await make(randomFor(seed, failure.index), failure.index));
  // Each try of a hang takes the whole time limit, so such an input is kept as it is.
  const isQuick = failure.signature !== "hang" && failure.signature !== "memory";
  const smallest = isQuick ? await smaller(target, input, failure.signature) : input;
  mkdirSync(failures, { recursive: true });
  const name = `${target}-${seed}-${failure.index}.${extension}`;
  writeFileSync(join(failures, name), smallest);
  console.log(
    `${target}: ${failure.signature}, input ${failure.index} of seed ${seed}, saved as fuzz/failures/${name}`,
  );
  console.log(failure.detail.split("\n").slice(0, 6).join("\n"));
}

async function smaller(target: TargetName, input: Uint8Array, signature: string): Promise<Uint8Array> {
  const until = Date.now() + 10_000;
  const end = await runInThread({
    target,
    folder,
    only,
    free,
    seed,
    first: 0,
    end: 0,
    until,
    failing: { input, signature },
  });
  return end.kind === "minimised" ? end.input : input;
}
