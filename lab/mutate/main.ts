import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "../../scripts/lib/local-browser.ts";
import { PROJECT } from "../../scripts/lib/service.ts";
import { randomFor } from "../fuzz/inputs.ts";
import { wholeNumber } from "../lib/options.ts";
import { Checkout } from "./checkout.ts";
import { Compiling } from "./compiling.ts";
import { type Planted, placesAtRandom } from "./places.ts";
import { QUICK, SUITES, type Suite, SuiteFinder, suiteOf } from "./suites.ts";

const usage = `Plants small faults at random places of src/, one after the other, and runs the tests that are nearest to each.

  npm run mutate -- [--seed N] [--count N] [--suite NAME …] [FOLDER or FILE or FILE:LINE of src …]

Lines are drawn alike, so that long files get more faults. A fault that the compiler refuses is drawn again. The same
seed plants the same faults. Ends with the share that was noticed and a list of those that were not.

--suite tries these suites only: pure (tests of pure code, in Node), node, workerd, browser (renders).`;

/** How many test files try a fault. */
const NEAREST = 24;
/** And how many of a suite before all others: most faults are noticed by them. */
const FIRST = 4;
/** Tests that have not ended by then do not end. */
const ENDLESS_MS = 300_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "20" },
    suite: { type: "string", multiple: true, default: [...SUITES] },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const seed = wholeNumber("seed", values.seed, 0, 1e9);
const count = wholeNumber("count", values.count, 1, 100_000);

const env = { ...process.env, ...(await ensureBrowser()).env };
const checkout = new Checkout(PROJECT, join(PROJECT, ".quire", `mutate-${process.pid}`));
const finder = new SuiteFinder(checkout.root, checkout.tests);
process.on("SIGINT", () => process.exit(130)).on("SIGTERM", () => process.exit(143));
process.on("exit", () => checkout.remove());

const folders = positionals.map((name) => name.replace(/\/$/, ""));
const isIn = (file: string, name: string) => file === name.replace(/:\d+$/, "") || file.startsWith(`${name}/`);
const isAsked = ({ file, line }: Planted) =>
  folders.length === 0 ||
  folders.some((name) => isIn(file, name) && (!/:\d+$/.test(name) || name === `${file}:${line}`));
const sources = checkout.sources.filter((file) => folders.length === 0 || folders.some((name) => isIn(file, name)));
if (sources.length === 0) {
  console.error(`No source of src/ is in ${positionals.join(", ")}.\n\n${usage}`);
  process.exit(2);
}
const places = placesAtRandom(checkout.root, sources, randomFor(seed, 0)).filter(isAsked);
const drawn = new Compiling(checkout.root, checkout.sources).draw(places, count);

/** Whether a file of tests passes without a fault, of those that were tried. */
const sound = new Map<string, boolean>();
const survivors: Planted[] = [];
for (const place of drawn) {
  const began = performance.now();
  const by = noticedBy(place);
  if (!by) survivors.push(place);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${by ? `noticed (${by})` : "SURVIVED"}, ${seconds} s  ${describe(place)}`);
}
const noticed = drawn.length - survivors.length;
console.log(
  `\n${noticed} of ${drawn.length} faults noticed (${Math.round((100 * noticed) / drawn.length)} %), seed ${seed}.`,
);
for (const place of survivors) console.log(`\nnot noticed: ${describe(place)}`);
process.exit(0);

/** The nearest tests that run in Node come first, then the others of them, then those that take long to start. */
function noticedBy(place: Planted): Suite | undefined {
  const asked = SUITES.filter((suite) => values.suite.includes(suite));
  const [quick, slow] = [
    asked.filter((suite) => QUICK.includes(suite)),
    asked.filter((suite) => !QUICK.includes(suite)),
  ];
  return (
    quick.find((suite) => isNoticedBy(suite, place, 0, FIRST)) ??
    quick.find((suite) => isNoticedBy(suite, place, FIRST, NEAREST)) ??
    slow.find((suite) => isNoticedBy(suite, place, 0, NEAREST))
  );
}

/** A file of tests fails with the fault, and passes without it. */
function isNoticedBy(suite: Suite, place: Planted, from: number, to: number): boolean {
  const near = finder
    .testsFor(place.file)
    .slice(0, NEAREST)
    .filter((file) => suiteOf(file) === suite);
  let tests = near.filter((file) => sound.get(file) !== false).slice(from, to);
  while (tests.length > 0) {
    checkout.plant(place.file, place.source);
    const failing = failingFile(suite, tests);
    checkout.restore(place.file);
    if (failing === undefined) return false;
    if (!sound.has(failing)) sound.set(failing, failingFile(suite, [failing]) === undefined);
    if (sound.get(failing)) return true;
    tests = tests.filter((file) => file !== failing);
  }
  return false;
}

function failingFile(suite: Suite, tests: readonly string[]): string | undefined {
  const vitest = join(checkout.root, "node_modules", ".bin", "vitest");
  const report = join(checkout.root, "report.json");
  const how = ["--config", "lab/mutate/vitest.config.ts", "--project", suite, "--bail", "1"];
  const args = ["run", ...how, "--reporter", "json", "--outputFile", report, ...tests];
  rmSync(report, { force: true });
  const { status } = spawnSync(vitest, args, { cwd: checkout.root, env, timeout: ENDLESS_MS, stdio: "ignore" });
  if (status === 0) return undefined;
  const results: { name: string; status: string }[] = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8")).testResults
    : [];
  // Of what does not end, there is no report.
  const failed = results.find((result) => result.status === "failed")?.name;
  return failed === undefined ? tests[0] : relative(checkout.root, failed);
}

function describe(place: Planted): string {
  return `${place.file}:${place.line}  ${place.kind}\n          - ${place.before}\n          + ${place.after}`;
}
