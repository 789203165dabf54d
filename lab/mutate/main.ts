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
import { SUITES, type Suite, SuiteFinder, suiteOf } from "./suites.ts";

const usage = `Plants small faults at random places of src/, one after the other, and runs the tests that are nearest to each.

  npm run mutate -- [--seed N] [--count N] [--suite NAME …] [FOLDER or FILE or FILE:LINE of src …]

Lines are drawn alike, so that long files get more faults. A fault that the compiler refuses is drawn again. The same
seed plants the same faults. Ends with the share that was noticed and a list of those that were not.

--suite tries these suites only: pure (tests of pure code, in Node), node, workerd, browser (renders).`;

/** How many test files of each suite try a fault. */
const NEAREST = 20;
/** Tests that have not ended by then do not end. */
const ENDLESS_MS = 600_000;

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

/** Files of tests that fail without a fault. */
const unsound = new Set<string>();
const survivors: Planted[] = [];
for (const place of drawn) {
  const by = SUITES.filter((suite) => values.suite.includes(suite)).find((suite) => isNoticedBy(suite, place));
  if (!by) survivors.push(place);
  console.log(`${by ? `noticed (${by})` : "SURVIVED"}  ${describe(place)}`);
}
const noticed = drawn.length - survivors.length;
console.log(
  `\n${noticed} of ${drawn.length} faults noticed (${Math.round((100 * noticed) / drawn.length)} %), seed ${seed}.`,
);
for (const place of survivors) console.log(`\nnot noticed: ${describe(place)}`);
process.exit(0);

/** A file of tests fails with the fault, and passes without it. */
function isNoticedBy(suite: Suite, place: Planted): boolean {
  const tests = finder.testsFor(place.file).filter((file) => suiteOf(file) === suite);
  const sound = tests.filter((file) => !unsound.has(file)).slice(0, NEAREST);
  if (sound.length === 0) return false;
  checkout.plant(place.file, place.source);
  const failing = failingFile(suite, sound);
  checkout.restore(place.file);
  if (failing === undefined) return false;
  if (failingFile(suite, [failing]) === undefined) return true;
  unsound.add(failing);
  return isNoticedBy(suite, place);
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
