import path, { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "../../scripts/lib/local-browser.ts";
import { PROJECT } from "../../scripts/lib/service.ts";
import { SLOW_TESTS } from "../../scripts/lib/slow-tests.ts";
import { randomFor } from "../fuzz/inputs.ts";
import { wholeNumber } from "../lib/options.ts";
import { Checkout } from "./checkout.ts";
import { Compiling } from "./compiling.ts";
import { type Planted, placesAtRandom } from "./places.ts";
import { failingTest, passesEndToEnd } from "./suite-process.ts";
import { SUITES, SuiteFinder, type Suites, suiteOf } from "./suites.ts";
import { Knowledge, runSwitched } from "./switched-run.ts";
import { switchable } from "./switches.ts";

const usage = `Plants small faults at random places of src/ and runs the tests that could notice each.

  npm run mutate -- [--seed N] [--count N] [--suite NAME …] [--e2e] [FOLDER or FILE or FILE:LINE of src …]

Lines are drawn alike, so that long files get more faults. A fault that the compiler refuses is drawn again. The same
seed plants the same faults. Ends with the share that was noticed and a list of those that were not.

All faults are put into the sources side by side, each with a switch. A test runs once without any, which shows those
that it comes by, and then once, with what goes before and after it, with each of them that no other test has noticed.
What acts before a test begins, or once in a process, is planted alone.

--suite tries these suites only: pure (tests of pure code, in Node), node, workerd, browser (renders).
--e2e tries those that are left with the end-to-end tests as well: three minutes for each.`;
/**
 * How many test files are tried with each fault, whether it is switched or planted. The nearest files notice most
 * faults.
 */
const NEAR = 40;
/** A slow test file is tried only if it is among the very nearest. */
const NEAREST_SLOW = 3;
const NEAREST = 15;
/** A fault that is planted alone needs a process for each suite, so only this many files of each suite try it. */
const NEAREST_ALONE = 12;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "20" },
    suite: { type: "string", multiple: true, default: [...SUITES] },
    e2e: { type: "boolean", default: false },
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
const checkout = new Checkout(PROJECT, join(PROJECT, ".quire", `mutate-${process.pid}`));
const finder = new SuiteFinder(checkout.root, checkout.tests);
process.on("SIGINT", () => process.exit(130)).on("SIGTERM", () => process.exit(143));
process.on("exit", () => {
  checkout.remove();
});

const folders = positionals.map((name) => name.replace(/\/$/, ""));
const isIn = (file: string, name: string) => file === name.replace(/:\d+$/, "") || file.startsWith(`${name}/`);
const sources = checkout.sources.filter((file) => folders.length === 0 || folders.some((name) => isIn(file, name)));
const isAt = ({ file, line }: Planted, name: string) =>
  isIn(file, name) && (!/:\d+$/.test(name) || name === `${file}:${line}`);
if (sources.length === 0) {
  console.error(`No source of src/ is in ${positionals.join(", ")}.\n\n${usage}`);
  process.exit(2);
}
const survivors: Planted[] = [];
const byRoom = new Map<string, { planted: number; noticed: number }>();
const suitesOf = new Map<Planted, Suites>();
const compiling = new Compiling(checkout.root, checkout.sources);
const places = placesAtRandom(checkout.root, sources, randomFor(seed, 0)).filter(
  (place) => folders.length === 0 || folders.some((name) => isAt(place, name)),
);
for (const place of compiling.draw(places, count)) suitesOf.set(place, finder.suitesFor(place.file));
const drawn = [...suitesOf.keys()];
console.log(`${drawn.length} faults drawn.`);
const switches = switchable(
  drawn.map((place) => {
    return { file: place.file, fault: place, near: suitesOf.get(place)?.inProcess.slice(0, NEAREST) ?? [] };
  }),
);
const idOf = (place: Planted) => switches.find(({ fault }) => fault === place)?.id;
const knowledge = new Knowledge();
const isLeft = (place: Planted) => !knowledge.noticedBy.has(idOf(place) ?? -1);
const suites = SUITES.filter((name) => values.suite.includes(name));
for (const suite of suites) {
  const near = drawn.filter(isLeft).flatMap((place) => [...(suitesOf.get(place)?.inProcess.entries() ?? [])]);
  const tried = near.filter(([place, file]) => place < (isSlow(file) ? NEAREST_SLOW : NEAR));
  const own = tried.filter(([, file]) => suiteOf(file) === suite);
  const tests = own.sort(([a], [b]) => a - b).map(([, file]) => file);
  await runSwitched(checkout.root, suite, [...new Set(tests)], switches, knowledge);
  console.log(`After the suite ${suite}: ${knowledge.noticedBy.size} of ${drawn.length} noticed.`);
}
console.log(`${knowledge.passingOnce} tests do not pass twice in one process, so no fault was tried with them.`);
for (const [file, why] of knowledge.failing) {
  console.log(`Without any fault, a test of ${file} fails, and what it notices is left out: ${why}`);
}

for (const place of drawn) {
  const id = idOf(place);
  const by = (id !== undefined && knowledge.noticedBy.get(id)) || (await noticedPlanted(place, id));
  const room = byRoom.get(roomOf(place.file)) ?? { planted: 0, noticed: 0 };
  byRoom.set(roomOf(place.file), { planted: room.planted + 1, noticed: room.noticed + (by ? 1 : 0) });
  if (!by) survivors.push(place);
  console.log(
    `${by ? "noticed" : "SURVIVED"}  ${describe(place)}${by ? `\n          by ${by}` : `\n          ${waysOf(id)}`}`,
  );
}

console.log(`\n${"room".padEnd(16)} planted  noticed`);
for (const [room, tally] of [...byRoom].sort()) {
  console.log(`${room.padEnd(16)} ${String(tally.planted).padStart(7)}  ${String(tally.noticed).padStart(7)}`);
}
const planted = drawn.length;
const noticed = planted - survivors.length;
console.log(`\n${noticed} of ${planted} faults noticed (${Math.round((100 * noticed) / planted)} %), seed ${seed}.`);
for (const place of survivors) console.log(`\nnot noticed: ${describe(place)}`);
process.exit(0);

/**
 * Tries a fault that tests cannot switch on themselves, for instance because it takes effect when its file is imported.
 */
async function noticedPlanted(place: Planted, id: number | undefined): Promise<string | undefined> {
  const { inProcess, endToEnd } = suitesOf.get(place) as Suites;
  const sound = inProcess.filter((file) => !knowledge.failing.has(file));
  const tests = suites.flatMap((suite) => sound.filter((file) => suiteOf(file) === suite).slice(0, NEAREST_ALONE));
  checkout.plant(place.file, place.source);
  try {
    const alone = id === undefined || knowledge.imported.has(id) || knowledge.kept.has(id);
    const failing = alone && tests.length > 0 ? await failingTest(checkout.root, suites, tests) : undefined;
    if (failing !== undefined || !values.e2e || endToEnd.length === 0) return failing;
    return passesEndToEnd(checkout.root, endToEnd) ? undefined : "the end-to-end tests";
  } finally {
    checkout.restore(place.file);
  }
}

function waysOf(id: number | undefined): string {
  if (id === undefined) return "planted alone";
  if (knowledge.kept.has(id)) return "planted alone: a process keeps its result";
  if (knowledge.reached.has(id)) return "tests come by it";
  return knowledge.imported.has(id) ? "planted alone: it acts on import" : "no test comes by it";
}

function describe(place: Planted): string {
  return `${place.file}:${place.line}  ${place.kind}\n          - ${place.before}\n          + ${place.after}`;
}

function isSlow(file: string): boolean {
  return SLOW_TESTS.some((files) => path.matchesGlob(file, files));
}

function roomOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}
