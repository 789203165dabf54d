import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { putKey } from "../../scripts/lib/local-keys.ts";
import { generateKey } from "../../src/keys/format.ts";
import { seeded } from "../../test/fixtures/random.ts";
import { browserThatCanBeCut } from "../../test/support/cut-browser.ts";
import { canMeasureMemory } from "../../test/support/process-memory.ts";
import { writeResult } from "../bench/lib/docs.ts";
import { startLocalService } from "../bench/lib/local-service.ts";
import { machineLine, packageVersions } from "../bench/lib/machine.ts";
import { wholeNumber } from "../lib/options.ts";
import { type Action, actions, type Client, type Result, readLargeInput } from "./actions.ts";
import { burstsRun } from "./bursts.ts";
import { floodRun } from "./flood.ts";
import type { Rests } from "./memory.ts";
import { loadReport, type Tally } from "./report.ts";
import { disturb, disturbed, renderActions } from "./soak.ts";
import { type Look, watchProcesses } from "./watch.ts";

const usage = `Mixed traffic against the service, each success verified.

  npm run load -- [--clients N] [--seconds N] [--seed N] [--write] [--url http://localhost:8787 --key qk_…]
  npm run load -- --soak [--renders 3000] [--seconds N]

--soak sends nothing but pages to be rendered, so many or for so long, and kills, stops or cuts off the service's browsers meanwhile.

  npm run load -- --flood [--write]      one key floods, another works beside it
  npm run load -- --bursts               POSTs with pauses in which kept connections end: is every one answered?

Without --url, a service of its own is started and its memory and browsers are watched. Only loopback addresses are taken.
After the first minute (or fifth) and at the end the traffic rests for some seconds, for a look at what the isolate then holds.
Ends with 1 on a wrong answer, a hang, a 5xx other than 503 with Retry-After, or memory or browsers that are not level.
--write writes bench/results/*.md and their rows in docs/inside/benchmarks.md.`;

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "8" },
    seconds: { type: "string" },
    soak: { type: "boolean", default: false },
    renders: { type: "string", default: "3000" },
    seed: { type: "string", default: "1" },
    url: { type: "string" },
    key: { type: "string" },
    flood: { type: "boolean", default: false },
    bursts: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const PROGRESS_MS = 10_000;
const clients = wholeNumber("clients", values.clients, 1, 64);
const seconds = wholeNumber("seconds", values.seconds ?? (values.soak ? "3600" : "60"), 1, 3600);
let left = values.soak ? wholeNumber("renders", values.renders, 1, 1e6) : Number.POSITIVE_INFINITY;
const seed = wholeNumber("seed", values.seed, 0, 1e9);
if (values.flood) {
  const { text, isGood } = await floodRun();
  console.log(text);
  if (values.write) writeTable("Flood", "npm run load -- --flood", text, new Date());
  process.exit(isGood ? 0 : 1);
}
if (values.bursts) process.exit((await burstsRun(16)) ? 0 : 1);

await readLargeInput();
// Each has its own key: the rate limit is per key, and is not measured here.
const keys = Array.from({ length: clients }, () => (values.url === undefined ? generateKey() : (values.key ?? "")));
if (values.soak) process.env.CHROME_PATH = await browserThatCanBeCut(mkdtempSync(join(tmpdir(), "quire-soak-")));
const own = values.url === undefined ? await startLocalService({}, makeKeys) : undefined;
const api = own?.api ?? loopback(values.url ?? "");
const watch = own !== undefined && canMeasureMemory() ? await watchProcesses(own) : undefined;
const tally: Tally = new Map();
const started = new Date();
let rests: Rests | undefined;
const soak = values.soak && own !== undefined ? disturb(own.root, seeded(seed)) : undefined;
try {
  rests = await mixedTraffic();
} finally {
  await watch?.stop();
  await own?.stop();
}
const report = loadReport(tally, watch && rests && { looks: watch.looks, rests });
const text = soak ? `${report.text}\n\n${disturbed(soak)}` : report.text;
console.log(text);
if (values.write && soak)
  writeTable("Soak", `npm run load -- --soak --renders ${values.renders} --seed ${seed}`, text, started);
else if (values.write) writeLoad(text);
process.exitCode = report.isGood ? 0 : 1;

/** The traffic rests when every lane has ended: nothing is in flight then. */
async function mixedTraffic(): Promise<Rests | undefined> {
  const lanes = keys.map((key, index): Client => ({ api, key, random: seeded(seed * 1000 + index) }));
  const during = async (ms: number, before?: () => Promise<unknown>): Promise<Look | undefined> => {
    const progress = showProgress();
    const until = Date.now() + ms;
    await Promise.all(lanes.map((client) => traffic(client, until)));
    clearInterval(progress);
    await before?.();
    return watch?.atRest();
  };
  const settling = Math.min(60_000, seconds * 200);
  const first = await during(settling);
  const last = await during(seconds * 1000 - settling, soak?.end);
  return first && last && { first, last };
}

function showProgress(): NodeJS.Timeout {
  return setInterval(() => {
    const results = [...tally.values()].flat();
    const wrong = results.filter((result) => result.wrong !== undefined).length;
    console.error(`${soFar()}: ${results.length} requests, ${wrong} wrong`);
  }, PROGRESS_MS);
}

function soFar(): string {
  return `${Math.round((Date.now() - started.getTime()) / 1000)} s`;
}

function writeLoad(body: string): void {
  writeTable("Load", `npm run load -- --clients ${clients} --seconds ${seconds} --seed ${seed}`, body, started);
}

function writeTable(name: string, command: string, body: string, at: Date): void {
  const { node, wrangler, workerd } = packageVersions() as Record<"node" | "wrangler" | "workerd", string>;
  const run = {
    date: at.toISOString(),
    machine: machineLine(),
    versions: { node, wrangler, workerd },
    missing: [],
  };
  const slug = name.toLowerCase();
  writeResult(run, { slug, title: name, body: `\`${command}\`\n\n${body}`, summary: "no targets" });
}

/** One after the other, and before the service runs, since the local store allows one writer at a time. */
async function makeKeys(state: string): Promise<void> {
  for (const [index, key] of keys.entries()) {
    await putKey({ state }, key, { id: `load-${index}`, name: "Load", createdAt: new Date().toISOString() });
  }
}

async function traffic(client: Client, until: number): Promise<void> {
  // Each action as often as it weighs.
  const urn = (values.soak ? renderActions : actions).flatMap((action) =>
    Array.from({ length: action.weight }, () => action),
  );
  while (Date.now() < until && left-- > 0) {
    const action = client.random.pick(urn);
    record(action, await attempt(action, client));
  }
}

async function attempt(action: Action, client: Client): Promise<Result> {
  const started = performance.now();
  try {
    return await action.run(client);
  } catch (error) {
    const ms = performance.now() - started;
    return { status: -1, ms, wrong: `no answer: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function record(action: Action, result: Result): void {
  const results = tally.get(action.name) ?? [];
  results.push(result);
  tally.set(action.name, results);
  // Printed at once: a run takes long, and the causes of a failure may show in what else happens then.
  if (result.wrong !== undefined) console.error(`${soFar()}: wrong: ${action.name}: ${result.wrong}`);
}

/** This tool is for your own machine. It must not be pointed at other services. */
function loopback(address: string): string {
  const { hostname, origin } = new URL(address);
  if (!["localhost", "127.0.0.1", "[::1]"].includes(hostname)) {
    console.error(`--url takes loopback addresses only, not ${hostname}.`);
    process.exit(2);
  }
  return origin;
}
