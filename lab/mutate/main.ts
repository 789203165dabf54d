import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "../../scripts/browser.ts";
import { PROJECT } from "../../scripts/lib/service.ts";
import { wholeNumber } from "../bench/lib/options.ts";
import { randomFor } from "../fuzz/inputs.ts";
import { Checkout } from "./checkout.ts";
import { type Planted, placesAtRandom } from "./places.ts";
import { Runner } from "./run.ts";
import { SuiteFinder, type Suites } from "./suites.ts";

const usage = `Plants small faults at random places of src/ and runs the tests that could notice each.

  npm run mutate -- [--seed N] [--count N] [--no-e2e] [FOLDER or FILE of src …]

Lines are drawn alike, so that long files get more faults. A fault that the compiler refuses is drawn again. The same
seed plants the same faults. Ends with the share that was noticed and a list of those that were not.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "20" },
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

Object.assign(process.env, (await ensureBrowser()).env);
const checkout = new Checkout(PROJECT, join(PROJECT, ".quire", "mutate"));
const finder = new SuiteFinder(checkout.root, checkout.tests);
const runner = new Runner(checkout.root);
process.on("SIGINT", () => process.exit(130)).on("exit", () => runner.stop());

const folders = positionals.map((name) => name.replace(/\/$/, ""));
const isChosen = (file: string) => folders.some((name) => file === name || file.startsWith(`${name}/`));
const sources = checkout.sources.filter((file) => folders.length === 0 || isChosen(file));
if (sources.length === 0) {
  console.error(`No source of src/ is in ${positionals.join(", ")}.\n\n${usage}`);
  process.exit(2);
}
if (!checkout.typesAreRight()) {
  console.error("The types are wrong before any fault is planted: run npm test first.");
  process.exit(2);
}
await testsPassWithoutFaults(sources);

const survivors: Planted[] = [];
const byRoom = new Map<string, { planted: number; noticed: number }>();
let changed: string[] = [];
let planted = 0;
for (const place of placesAtRandom(checkout.root, sources, randomFor(seed, 0))) {
  if (planted === count) break;
  checkout.plant(place.file, place.source);
  if (checkout.typesAreRight()) {
    planted += 1;
    const by = await noticedBy(place);
    const room = byRoom.get(roomOf(place.file)) ?? { planted: 0, noticed: 0 };
    byRoom.set(roomOf(place.file), { planted: room.planted + 1, noticed: room.noticed + (by ? 1 : 0) });
    if (!by) survivors.push(place);
    console.log(`${by ? "noticed" : "SURVIVED"}  ${describe(place)}${by ? `\n          by ${by}` : ""}`);
  }
  checkout.restore(place.file);
  changed.push(place.file);
}
runner.stop();

console.log(`\n${"room".padEnd(16)} planted  noticed`);
for (const [room, tally] of [...byRoom].sort()) {
  console.log(`${room.padEnd(16)} ${String(tally.planted).padStart(7)}  ${String(tally.noticed).padStart(7)}`);
}
const noticed = planted - survivors.length;
console.log(`\n${noticed} of ${planted} faults noticed (${Math.round((100 * noticed) / planted)} %), seed ${seed}.`);
for (const place of survivors) console.log(`\nnot noticed: ${describe(place)}`);
process.exit(0);

/** The first test file that fails with the fault in place. */
async function noticedBy(place: Planted): Promise<string | undefined> {
  const { nearest, others, endToEnd } = finder.suitesFor(place.file);
  for (const tests of [nearest, others]) {
    if (tests.length === 0) continue;
    const answer = await runner.run({ changed: absolute([...changed, place.file]), tests: absolute(tests) });
    changed = [];
    if (!answer.passed) return relative(answer.failed[0]);
  }
  if (values.e2e && endToEnd.length > 0 && !runner.runEndToEnd(endToEnd).passed) return "the end-to-end tests";
  return undefined;
}

/** Tests that fail anyway would notice everything. */
async function testsPassWithoutFaults(files: string[]): Promise<void> {
  const suites = files.map((file) => finder.suitesFor(file));
  const all = (which: keyof Suites) => [...new Set(suites.flatMap((suite) => suite[which]))];
  const tests = [...new Set([...all("nearest"), ...all("others")])];
  const answer = await runner.run({ changed: [], tests: absolute(tests) });
  if (answer.passed && answer.ran > 0) return;
  console.error(
    `Without any fault, ${answer.ran} test files ran and these failed: ${answer.failed.map(relative).join(", ")}.`,
  );
  process.exit(2);
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
