import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "../../scripts/browser.ts";
import { PROJECT } from "../../scripts/lib/service.ts";
import { wholeNumber } from "../bench/lib/options.ts";
import { randomFor } from "../fuzz/inputs.ts";
import { Checkout } from "./checkout.ts";
import { thoseThatCompile } from "./compiling.ts";
import { type Planted, placesAtRandom } from "./places.ts";
import { type RunAnswer, Runner } from "./run.ts";
import { SuiteFinder } from "./suites.ts";

const usage = `Plants small faults at random places of src/ and runs the tests that could notice each.

  npm run mutate -- [--seed N] [--count N] [--tests N] [--no-e2e] [FOLDER or FILE of src …]

Lines are drawn alike, so that long files get more faults. A fault that the compiler refuses is drawn again. The same
seed plants the same faults. Ends with the share that was noticed and a list of those that were not.

--tests N tries the N nearest test files only, and no end-to-end tests: a quick look, which names too many.`;
/** How many test files are tried at once: the nearest ones notice most faults, in a few seconds. */
const ROUNDS = [3, 12, Number.POSITIVE_INFINITY];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "20" },
    tests: { type: "string" },
    e2e: { type: "boolean", default: true },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const seed = wholeNumber("seed", values.seed, 0, 1e9);
const count = wholeNumber("count", values.count, 1, 100_000);
const mostTests = values.tests === undefined ? undefined : wholeNumber("tests", values.tests, 1, 100_000);

Object.assign(process.env, (await ensureBrowser()).env);
const checkout = new Checkout(PROJECT, join(PROJECT, ".quire", `mutate-${process.pid}`));
const finder = new SuiteFinder(checkout.root, checkout.tests);
const runner = new Runner(checkout.root);
process.on("SIGINT", () => process.exit(130)).on("SIGTERM", () => process.exit(143));
process.on("exit", () => {
  runner.stop();
  checkout.remove();
});

const folders = positionals.map((name) => name.replace(/\/$/, ""));
const isChosen = (file: string) => folders.some((name) => file === name || file.startsWith(`${name}/`));
const sources = checkout.sources.filter((file) => folders.length === 0 || isChosen(file));
if (sources.length === 0) {
  console.error(`No source of src/ is in ${positionals.join(", ")}.\n\n${usage}`);
  process.exit(2);
}
if (checkout.filesWithTypeErrors().size > 0) {
  console.error("The types are wrong before any fault is planted: run npm test first.");
  process.exit(2);
}

const survivors: Planted[] = [];
const byRoom = new Map<string, { planted: number; noticed: number }>();
/** Test files that were seen to pass, and to fail, without any fault: those that fail anyway would notice everything. */
const sound = new Set<string>();
const unsound = new Set<string>();
let changed: string[] = [];
let planted = 0;
const places = placesAtRandom(checkout.root, sources, randomFor(seed, 0));
for (const place of thoseThatCompile(checkout, places)) {
  checkout.plant(place.file, place.source);
  const by = await noticedBy(place);
  checkout.restore(place.file);
  changed.push(place.file);
  const room = byRoom.get(roomOf(place.file)) ?? { planted: 0, noticed: 0 };
  byRoom.set(roomOf(place.file), { planted: room.planted + 1, noticed: room.noticed + (by ? 1 : 0) });
  if (!by) survivors.push(place);
  console.log(`${by ? "noticed" : "SURVIVED"}  ${describe(place)}${by ? `\n          by ${by}` : ""}`);
  planted += 1;
  if (planted === count) break;
}

console.log(`\n${"room".padEnd(16)} planted  noticed`);
for (const [room, tally] of [...byRoom].sort()) {
  console.log(`${room.padEnd(16)} ${String(tally.planted).padStart(7)}  ${String(tally.noticed).padStart(7)}`);
}
const noticed = planted - survivors.length;
console.log(`\n${noticed} of ${planted} faults noticed (${Math.round((100 * noticed) / planted)} %), seed ${seed}.`);
for (const place of survivors) console.log(`\nnot noticed: ${describe(place)}`);
process.exit(0);

/** The first test file that fails with the fault in place, and passes without it. */
async function noticedBy(place: Planted): Promise<string | undefined> {
  const { inProcess, endToEnd } = finder.suitesFor(place.file);
  const tests = inProcess.slice(0, mostTests);
  for (const [round, most] of ROUNDS.entries()) {
    let left = tests.slice(ROUNDS[round - 1] ?? 0, most).filter((file) => !unsound.has(file));
    while (left.length > 0) {
      const answer = await run(left, place.file);
      if (answer.passed) break;
      if (answer.failed.length === 0) return "an error outside the tests";
      const failed = answer.failed.map(relative);
      const noticing = await firstSound(failed, place);
      if (noticing) return noticing;
      left = left.filter((file) => !failed.includes(file));
    }
  }
  const tryEndToEnd = values.e2e && mostTests === undefined && endToEnd.length > 0;
  return tryEndToEnd && !runner.runEndToEnd(endToEnd).passed ? "the end-to-end tests" : undefined;
}

/** The first of the files that passes once the fault is taken away; the fault is in place again afterwards. */
async function firstSound(failed: string[], place: Planted): Promise<string | undefined> {
  for (const file of failed) {
    if (!checkout.tests.includes(file) || sound.has(file)) return file;
    checkout.restore(place.file);
    const { passed } = await run([file], place.file);
    checkout.plant(place.file, place.source);
    (passed ? sound : unsound).add(file);
    if (passed) return file;
    console.log(`${file} fails without any fault: it is left out.`);
  }
  return undefined;
}

/** Runs test files after a file was changed. */
async function run(tests: string[], file: string): Promise<RunAnswer> {
  const answer = await runner.run({ changed: absolute([...changed, file]), tests: absolute(tests) });
  changed = [];
  if (answer.passed && answer.ran !== tests.length) throw new Error(`${answer.ran} of ${tests.length} test files ran.`);
  return answer;
}

function describe(place: Planted): string {
  return `${place.file}:${place.line}  ${place.kind}\n          - ${place.before}\n          + ${place.after}`;
}

function roomOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}

function absolute(files: string[]): string[] {
  return files.map((file) => join(checkout.root, file));
}

function relative(file: string | undefined): string {
  return (file ?? "an error").replace(`${checkout.root}/`, "");
}
