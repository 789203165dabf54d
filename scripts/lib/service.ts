import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { get } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { generateKey } from "../../src/keys/format.ts";
import { BUILT_LINE } from "./built.ts";
import { ensureBrowser } from "./local-browser.ts";
import { putKey } from "./local-keys.ts";
import { ASKED, BUILD_FAILED, BUILDING_LINE, type LocalWorker, READY_LINE } from "./local-worker-says.ts";
import { holdState, requireFreePort, StartProblem } from "./start-checks.ts";
import { WRANGLER_ENV } from "./wrangler.ts";

export const PROJECT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const LOCAL_WORKER = path.join(PROJECT, "scripts", "lib", "local-worker.ts");
/** From the end of the build, which takes as long as the machine is busy. */
const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 10_000;
const KILL_TIMEOUT_MS = 2_000;

export interface ServiceOptions {
  port: number;
  /** Where R2, KV, the secrets and the development key live; a restart with the same folder keeps them. */
  state: string;
  key?: string | undefined;
  /** The address to listen on, and those by which clients reach it; this machine's own if nothing is said. */
  listen?: string | undefined;
  origins?: { api: string; downloads: string } | undefined;
  /** Further variables for the Worker, such as ALLOW_LOOPBACK_HOSTS. */
  vars?: Record<string, string>;
  /** Stops the service, also while it starts. */
  signal?: AbortSignal;
  /** Where the service's own output goes. */
  onOutput?: (text: string) => void;
}

export interface Service {
  /** Address of the API. */
  api: string;
  /** The address of the download links: another name of the same machine. */
  downloads: string;
  key: string;
  /** Opens the dashboard. */
  adminSecret: string;
  /** Whether this start made the key and the secret. */
  isFirst: boolean;
  /** The process of local-worker.ts. workerd is its child. */
  pid: number;
  notes: string[];
  /** Resolves when the service has ended, either by itself or because of `stop`. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the whole service on this machine: the Worker in workerd with local R2, KV, rate limits and a real browser.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { port, state } = options;
  const release = await holdState(state, port);
  try {
    await requireFreePort(port, state);
    return await startHeld(options, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function startHeld(options: ServiceOptions, release: () => Promise<void>): Promise<Service> {
  const { port, state } = options;
  const isFirst = !existsSync(path.join(state, "secrets.env"));
  const { file: secrets, adminSecret } = await secretsFile(state);
  const key = await developmentKey(state, options.key);
  const browser = await ensureBrowser();
  const { api, downloads } = options.origins ?? {
    api: `http://localhost:${port}`,
    downloads: `http://127.0.0.1:${port}`,
  };
  const hosts = { API_ORIGIN: api, DOWNLOAD_ORIGIN: downloads };
  const vars = {
    ...hosts,
    ...{ QUIRE_ENV: "development", DEMO: "on", BROWSERS: "6" },
    ...options.vars,
  };
  const asked: LocalWorker = { host: options.listen ?? "127.0.0.1", port, state, secrets, vars };
  const child = spawn(process.execPath, ["--no-warnings", LOCAL_WORKER], {
    cwd: PROJECT,
    // The service has its own process group: Ctrl-C in the terminal reaches us, and we stop it in order.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...browser.env, ...WRANGLER_ENV, [ASKED]: JSON.stringify(asked) },
  });
  const output = collectOutput(child, options.onOutput);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve())).then(release);
  const stop = () => stopChild(child, ended);
  options.signal?.addEventListener("abort", () => void stop());
  try {
    await answering(api, child, output, options);
  } catch (error) {
    await stop();
    throw error;
  }
  return { api, downloads, key, adminSecret, isFirst, pid: child.pid as number, notes: browser.notes, ended, stop };
}

/** The secrets of this machine's service. Each is made once. */
async function secretsFile(state: string): Promise<{ file: string; adminSecret: string }> {
  const file = path.join(state, "secrets.env");
  const secrets = await readSecrets(state);
  for (const name of ["LINK_SECRET", "ADMIN_SECRET"]) {
    if (!secrets.has(name)) secrets.set(name, Buffer.from(randomBytes(32)).toString("base64url"));
  }
  if (!secrets.has("RECEIPT_KEY")) {
    const { privateKey } = generateKeyPairSync("ed25519");
    secrets.set("RECEIPT_KEY", Buffer.from(privateKey.export({ type: "pkcs8", format: "der" })).toString("base64"));
  }
  await writeFile(file, [...secrets].map(([name, value]) => `${name}=${value}\n`).join(""), { mode: 0o600 });
  return { file, adminSecret: secrets.get("ADMIN_SECRET") as string };
}

export async function readSecrets(state: string): Promise<Map<string, string>> {
  const file = path.join(state, "secrets.env");
  const kept = existsSync(file) ? await readFile(file, "utf8") : "";
  return new Map([...kept.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name as string, value as string]));
}

/** The key given, else the key of the last start, else a new key. The local KV knows it in any case. */
async function developmentKey(state: string, given: string | undefined): Promise<string> {
  const file = path.join(state, "local-key");
  const kept = existsSync(file) ? (await readFile(file, "utf8")).trim() : undefined;
  const key = given ?? kept ?? generateKey();
  if (key !== kept) {
    await putKey({ state }, key, { id: "development", name: "Development", createdAt: new Date().toISOString() });
    await writeFile(file, key, { mode: 0o600 });
  }
  return key;
}

function collectOutput(child: ChildProcess, onOutput: ((text: string) => void) | undefined): () => string {
  let tail = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-4_000);
      onOutput?.(text);
    });
  }
  return () => tail;
}

async function answering(
  api: string,
  child: ChildProcess,
  output: () => string,
  { port, state }: ServiceOptions,
): Promise<void> {
  let deadline = Date.now() + START_TIMEOUT_MS;
  const said = () => `it said:\n${output()}`;
  // Another service may have taken the port since it was found free. Ours says when it is the one that listens.
  const listens = () => new RegExp(`${READY_LINE} http://\\S+:${port}\\b`).test(output());
  while (Date.now() < deadline) {
    if (isBuilding(output())) deadline = Date.now() + START_TIMEOUT_MS;
    if (output().includes(BUILD_FAILED)) throw new StartProblem(`The build failed; ${said()}`);
    if (child.exitCode !== null || child.signalCode !== null) {
      if (/EADDRINUSE|Address already in use/i.test(output())) await requireFreePort(port, state);
      throw new StartProblem(`The service ended while it started (${child.exitCode ?? child.signalCode}); ${said()}`);
    }
    if (listens() && (await isHealthy(port, api))) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new StartProblem(`The service did not answer within ${START_TIMEOUT_MS / 1000} s; ${said()}`);
}

/** Asks this machine for the host that clients ask for. */
export function isHealthy(port: number, api: string): Promise<boolean> {
  const headers = { Host: new URL(api).host, "X-Forwarded-Proto": "https" };
  return new Promise((resolve) => {
    const asked = get({ host: "127.0.0.1", port, path: "/health", headers, timeout: 10_000 }, async (answer) => {
      const text = await new Response(Readable.toWeb(answer) as never).text().catch(() => "");
      resolve(text === '{"status":"ok"}');
    });
    asked.on("error", () => resolve(false)).on("timeout", () => asked.destroy());
  });
}

/** scripts/build.ts says itself when it is done. */
function isBuilding(output: string): boolean {
  return output.lastIndexOf(BUILDING_LINE) > output.lastIndexOf(BUILT_LINE);
}

/**
 * SIGTERM to the program stops workerd and the browsers. What outlives it is killed with its process group.
 */
async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null) child.kill("SIGTERM");
  const timer = setTimeout(() => killGroup(child), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
  // A signal arrives after some time. Only when the group is gone are the state's files certainly closed.
  const deadline = Date.now() + KILL_TIMEOUT_MS;
  while (killGroup(child) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** False when nobody is left in the group. */
function killGroup(child: ChildProcess): boolean {
  try {
    return process.kill(-(child.pid as number), "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
}
