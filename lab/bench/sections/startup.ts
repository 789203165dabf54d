import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUNDLE_LIMIT_BYTES } from "../../../scripts/lib/worker-bundle.ts";
import { runWrangler } from "../../../scripts/lib/wrangler.ts";
import { warm } from "../lib/growth.ts";
import { heldMb, openInspector } from "../lib/inspector.ts";
import { startLocalService } from "../lib/local-service.ts";
import { startHelloWorker } from "../lib/peer-worker.ts";
import { newSection, type Section } from "../lib/report.ts";
import { mean } from "../lib/statistics.ts";

const MAX_GZIP_KB = Math.floor(BUNDLE_LIMIT_BYTES / 1024);
const MAX_ACTIVE_MS = 30;
const MAX_IDLE_MB = 10;
/** Times that a hello-world of hono takes. */
const MAX_OF_HELLO = 3;
/** The profiler looks once a millisecond and sometimes misses a short start-up, so the mean of many starts is taken. */
const STARTS_PER_ROUND = 3;

const WORKERS = [
  { who: "ours", args: "--env=" },
  { who: "hello-world of hono", args: "--config=lab/bench/worker-hello/wrangler.toml" },
] as const;

interface Startup {
  gzipKb: number;
  activeMs: number;
}

/** What a cold isolate costs: the bundle that is uploaded, the time until it may answer, and what it holds then. */
export async function startupSection(rounds: number): Promise<Section> {
  const section = newSection("Start-up: a cold isolate");
  const seen = WORKERS.map(({ who, args }) => ({ who, args, startups: [] as Startup[] }));
  for (let start = 0; start < rounds * STARTS_PER_ROUND; start++) {
    for (const { args, startups } of seen) startups.push(await startup(args));
  }
  for (const { who, startups } of seen) {
    section.rows.push({ what: "bundle, gzip", who, value: startups[0]?.gzipKb ?? Number.NaN, unit: "KB" });
  }
  const [ours = Number.NaN, hello = Number.NaN] = seen.map(({ startups }) => mean(startups.map((s) => s.activeMs)));
  const note = `mean of ${rounds * STARTS_PER_ROUND}`;
  section.rows.push({ what: "start-up, active", who: WORKERS[0].who, value: ours, unit: "ms", note });
  section.rows.push({ what: "start-up, active", who: WORKERS[1].who, value: hello, unit: "ms", note });
  const idle = await addIdle(section);
  const asked = (what: string, value: number, limit: number, unit: string): void => {
    section.targets.push({ what, value, limit, better: "lower", unit });
  };
  asked("bundle, gzip", seen[0]?.startups[0]?.gzipKb ?? Number.NaN, MAX_GZIP_KB, "KB");
  asked("start-up, active", ours, MAX_ACTIVE_MS, "ms");
  asked("start-up beside a hello-world of hono", ours / hello, MAX_OF_HELLO, "×");
  asked("isolate at rest, after a crop", idle, MAX_IDLE_MB, "MB");
  section.notes.push(
    "Bundle and start-up are what `wrangler check startup` tells (KB of 1,024 bytes). At rest means after a collection of garbage.",
  );
  return section;
}

async function startup(args: string): Promise<Startup> {
  const folder = mkdtempSync(join(tmpdir(), "quire-bench-startup-"));
  try {
    const said = await runWrangler(["check", "startup", "--outfile", join(folder, "cpuprofile"), `--args=${args}`]);
    const figure = (pattern: RegExp): number => Number(pattern.exec(said)?.[1] ?? Number.NaN);
    return { gzipKb: figure(/gzip: ([\d.]+) KiB/), activeMs: figure(/Active: ([\d.]+) ms/) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the isolates hold at rest. Returns what ours holds after a crop. */
async function addIdle(section: Section): Promise<number> {
  const what = "isolate at rest";
  const peer = await startHelloWorker();
  try {
    const mb = await collectedMb(peer.worker, peer.url);
    section.rows.push({ what, who: "hello-world of hono", value: mb, unit: "MB" });
  } finally {
    await peer.stop();
  }
  const service = await startLocalService();
  try {
    const health = `${service.api}/health`;
    section.rows.push({ what, who: "ours", value: await collectedMb(service.worker, health), unit: "MB" });
    await warm(service);
    const mb = await collectedMb(service.worker, health);
    section.rows.push({ what: `${what}, after a crop`, who: "ours", value: mb, unit: "MB" });
    return mb;
  } finally {
    await service.stop();
  }
}

async function collectedMb(worker: number, url: string): Promise<number> {
  const inspector = await openInspector(worker);
  // Another inspector may be connected at the first attempt: `wrangler dev` looks at a Worker that has just started.
  await inspector?.memory();
  const memory = await inspector?.collected(() => fetch(url).then((answer) => answer.text()));
  inspector?.close();
  return memory === undefined ? Number.NaN : heldMb(memory);
}
