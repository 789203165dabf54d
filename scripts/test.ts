import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { BUILT } from "./lib/built.ts";
import { type Done, runLanes, type Step } from "./lib/lanes.ts";
import { ensureBrowser } from "./lib/local-browser.ts";
import { testsNear } from "./lib/near-tests.ts";
import { PROJECT } from "./lib/service.ts";
import { SLOW_TESTS } from "./lib/slow-tests.ts";
import { BUNDLE_LIMIT_BYTES } from "./lib/worker-bundle.ts";
import { wranglerCommand } from "./lib/wrangler.ts";

/** Everything that must hold. The last line is the one that CI reads. */
const usage = `npm test [-- --quick | PATH ...]

Types, lint, unused code, the size of the bundle, and all tests. --quick is for daily work: it leaves out the bundle,
what needs a browser or the whole service, and the test files that take longest. With files or folders: types, lint, and
the tests that are near them.`;

/** What is used of a report of vitest. */
interface TestReport {
  numPassedTests: number;
  numTotalTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, help: { type: "boolean" } },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const near = testsNear(PROJECT, positionals);
const work = path.join(PROJECT, ".quire", "test");
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const browser = await ensureBrowser();
const env: NodeJS.ProcessEnv = { ...process.env, ...browser.env, WRANGLER_SEND_METRICS: "false" };
if (process.stdout.isTTY) env.FORCE_COLOR ??= "1";
// A hundred processes import the same packages: each is compiled once, and again only when it has changed.
env.NODE_COMPILE_CACHE ??= kept("compiled");
if (near.length === 0) {
  await import("./build.ts");
  Object.assign(env, BUILT);
}

const checks: Step[] = [
  types("types", "."),
  types("web types", "web"),
  types("web test types", "test/tsconfig.browser.json"),
  step("lint", bin("biome"), ["check", "."]),
  step("unused code", bin("knip"), ["--cache", "--cache-location", kept("knip")]),
];
const bundling: Step[] = [
  step("binding types", ...wranglerCommand(["types", "--include-runtime=false", "--strict-vars=false", "--check"])),
  step("bundle", ...wranglerCommand(["deploy", "--dry-run", "--outdir", folder("bundle")])),
];
/** One after the other, each with steps side by side. */
const stages = near.length > 0 ? [nearLanes()] : values.quick ? [quickLanes()] : wholeStages();
const SUITES = /^(workerd|node|browser|e2e|near)\b/;

let passed = 0;
let failed = 0;
const done: Done[] = [];
for (const lanes of stages) done.push(...(await runLanes(lanes, { cwd: PROJECT, env })));
console.log("");
for (const { name, ok, seconds } of done) {
  console.log(`${ok ? "ok    " : "FAILED"} ${name.padEnd(16)} ${seconds.toFixed(0).padStart(4)} s`);
  if (SUITES.test(name)) countTests(name, ok);
  else count(ok);
}
if (!values.quick && near.length === 0) await bundleSize();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Browsers first, with nothing beside them: two cores are too few for more, and a page that comes late is a failure.
 * Then one lane works. The other mostly waits for the service as a whole, so the first one's steps give way: where time
 * is short, clients' own deadlines pass.
 */
function wholeStages(): Step[][][] {
  const [types, ...others] = checks as [Step, ...Step[]];
  const working = [...tests("workerd"), ...tests("node")].map((each) => ({ ...each, yields: true }));
  return [[[types, ...bundling], others], [tests("browser", 2)], [working, tests("e2e")]];
}

/** Both work. */
function quickLanes(): Step[][] {
  const [first, second] = tests("workerd", 2) as [Step, Step];
  return [
    [...checks, first],
    [second, ...tests("node")],
  ];
}

/** Each project takes those that are its own. */
function nearLanes(): Step[][] {
  console.log(`Near: ${near.join(" ")}`);
  return [[...checks.filter(({ name }) => name !== "unused code"), vitest("near", near)]];
}

function step(name: string, command: string, args: string[]): Step {
  return { name, command, args };
}

/** The compiler looks again only at what has changed since the last run, and at what depends on it. */
function types(name: string, project: string): Step {
  const known = kept(`${name.replaceAll(" ", "-")}.tsbuildinfo`);
  return step(name, bin("tsc"), ["-p", project, "--incremental", "--tsBuildInfoFile", known]);
}

/** A project of vitest, each shard in a process of its own. */
function tests(project: string, shards = 1): Step[] {
  const left = values.quick ? SLOW_TESTS.flatMap((files) => ["--exclude", files]) : [];
  return Array.from({ length: shards }, (_, index) => {
    const name = shards > 1 ? `${project} ${index + 1}/${shards}` : project;
    return vitest(name, ["--project", project, `--shard=${index + 1}/${shards}`, ...left]);
  });
}

function vitest(name: string, which: string[]): Step {
  // What a test that passes logs is no news. A table that is missing is a fault, and no run writes one.
  const how = ["--silent=passed-only", "--update=none", "--reporter=default", "--reporter=json"];
  return step(name, bin("vitest"), ["run", ...which, ...how, `--outputFile.json=${reportOf(name)}`]);
}

/** The report of a step of tests. */
function reportOf(name: string): string {
  return folder(`${name.replace(/\W/g, "-")}.json`);
}

function folder(name: string): string {
  return path.join(work, name);
}

/** What the next run can use as well. */
function kept(name: string): string {
  return path.join(PROJECT, ".quire", "cache", name);
}

function bin(name: string): string {
  return path.join(PROJECT, "node_modules", ".bin", name);
}

function count(ok: boolean): void {
  if (ok) passed += 1;
  else failed += 1;
}

async function bundleSize(): Promise<void> {
  const bundle = folder("bundle");
  let bytes = 0;
  for (const name of existsSync(bundle) ? await readdir(bundle) : []) {
    if (name.endsWith(".map") || name === "README.md" || !statSync(path.join(bundle, name)).isFile()) continue;
    bytes += gzipSync(readFileSync(path.join(bundle, name))).length;
  }
  const ok = bytes > 0 && bytes <= BUNDLE_LIMIT_BYTES;
  console.log(`${ok ? "ok    " : "FAILED"} bundle: ${bytes} bytes gzip, at most ${BUNDLE_LIMIT_BYTES}`);
  count(ok);
}

/** vitest's own report gives the counts; a run that ends without one has failed. */
function countTests(name: string, ok: boolean): void {
  if (!existsSync(reportOf(name))) {
    count(false);
    return;
  }
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(readFileSync(reportOf(name), "utf8")) as TestReport;
  passed += numPassedTests;
  // A test that did not pass has failed, even when it was skipped or never reached.
  const others = numTotalTests - numPassedTests;
  failed += others;
  if (!ok && others === 0) count(false);
  for (const file of testResults) nameFailures(file);
}

/** Again at the end of the run, where they are found first: the whole output has thousands of lines. */
function nameFailures(of: TestReport["testResults"][number]): void {
  const file = path.relative(PROJECT, of.name);
  const lost = of.assertionResults.filter(({ status }) => status !== "passed");
  for (const { fullName, failureMessages, status } of lost) {
    console.log(`  ${file}: ${fullName}: ${firstLine(failureMessages[0] ?? status)}`);
  }
  if (lost.length === 0 && of.status !== "passed") console.log(`  ${file}: ${firstLine(of.message)}`);
}

function firstLine(text: string): string {
  // vitest's own word for where a test began whose time is over.
  return (text.split("\n", 1)[0] as string).replace("Error: STACK_TRACE_ERROR", "took longer than it may");
}
