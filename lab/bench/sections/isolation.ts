import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT } from "../../../scripts/lib/service.ts";
import { newSection, type Section } from "../lib/report.ts";
import { median } from "../lib/statistics.ts";

/** What does the work: it takes a body and gives it back, or takes the thread for as long as it is told. */
const WORK = `
const work = async (request) => {
  const busy = Number(new URL(request.url).searchParams.get("busy") ?? 0);
  for (let turn = 0; turn < busy; turn++) spin();
  return new Response(await request.arrayBuffer());
};
let spins = 0;
const spin = () => { for (let i = 0; i < 2e6; i++) spins = (spins * 31 + i) | 0; };
`;
const LOADED = `${WORK}export default { fetch: work }`;
const CALLER = `${WORK}
import { DurableObject } from "cloudflare:workers";
export class Heavy extends DurableObject { fetch(request) { return work(request); } }
const LOADED = ${JSON.stringify(LOADED)};
const ways = {
  direct: work,
  "a service binding": (request, env) => env.OTHER.fetch(request),
  "a loaded Worker": (request, env) => env.LOADER.get("heavy", () => ({
    compatibilityDate: "2026-10-01", mainModule: "index.js", modules: { "index.js": LOADED }, limits: { cpuMs: 3000 },
  })).getEntrypoint().fetch(request),
  "a Durable Object": (request, env) => env.HEAVY.get(env.HEAVY.idFromName(String(Math.random()))).fetch(request),
};
export default { fetch(request, env) {
  const way = new URL(request.url).searchParams.get("way");
  return way ? ways[way](request, env) : new Response("ok");
} }`;
const WAYS = ["direct", "a service binding", "a loaded Worker", "a Durable Object"];
const BODY = new Uint8Array(1 << 20);
/** Turns of two million steps each: some hundred milliseconds. */
const BUSY = 60;

const configOf = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "caller", worker = (
      modules = [(name = "index.js", esModule = embed "caller.js")],
      compatibilityDate = "2026-10-01",
      bindings = [
        (name = "OTHER", service = "other"),
        (name = "LOADER", workerLoader = ()),
        (name = "HEAVY", durableObjectNamespace = "Heavy"),
      ],
      durableObjectNamespaces = [(className = "Heavy", uniqueKey = "heavy")],
      durableObjectStorage = (inMemory = void),
    )),
    (name = "other", worker = (
      modules = [(name = "index.js", esModule = embed "other.js")],
      compatibilityDate = "2026-10-01",
    )),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "caller")],
);`;

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("workerd does not answer");
}

/**
 * What it costs to do the work of a request elsewhere, and whether a runaway there keeps the others waiting: in
 * workerd, where no limit of CPU holds.
 */
export async function isolationSection(rounds: number): Promise<Section> {
  const section = newSection("Isolation: what a second Worker costs, and whether a runaway stays alone");
  const folder = mkdtempSync(join(tmpdir(), "isolation-"));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const files = { "caller.js": CALLER, "other.js": LOADED, "config.capnp": configOf(port) };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const workerd = join(PROJECT, "node_modules", ".bin", "workerd");
  const runtime = spawn(workerd, ["serve", "--experimental", join(folder, "config.capnp")], { stdio: "inherit" });
  try {
    const url = `http://127.0.0.1:${port}/`;
    await answering(url);
    const send = async (way: string, busy = 0): Promise<number> => {
      const start = performance.now();
      const answer = await fetch(`${url}?way=${way}&busy=${busy}`, { method: "POST", body: BODY });
      if (!answer.ok) throw new Error(`${way}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      return performance.now() - start;
    };
    const times = new Map(WAYS.map((way) => [way, [] as number[]]));
    for (let round = 0; round <= rounds * 3; round++) {
      for (const way of WAYS) {
        const ms = await send(way);
        if (round > 0) times.get(way)!.push(ms);
      }
    }
    for (const way of WAYS) {
      section.rows.push({ what: "a request of 1 MB", who: way, value: median(times.get(way)!), unit: "ms" });
    }
    for (const way of WAYS) {
      const runaway = send(way, BUSY);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const start = performance.now();
      await (await fetch(url)).text();
      const wait = performance.now() - start;
      const note = `the runaway took ${(await runaway).toFixed(0)} ms`;
      section.rows.push({ what: "a neighbour beside a runaway", who: way, value: wait, unit: "ms", note });
    }
  } finally {
    runtime.kill();
    rmSync(folder, { recursive: true });
  }
  section.notes.push("workerd holds no limit of CPU: whether a runaway ends there is not seen here.");
  return section;
}
