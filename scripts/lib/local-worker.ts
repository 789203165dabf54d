import { spawn } from "node:child_process";
import { readdirSync, readFileSync, watch } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { convertV4MiniflareOptions, Miniflare, type MiniflareOptions, type V4ModuleDefinition } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { IS_BUILT } from "./built.ts";
import { ASKED, BUILD_FAILED, BUILDING_LINE, type LocalWorker, READY_LINE } from "./local-worker-says.ts";

/**
 * The program that service.ts starts: the Worker of wrangler.toml in workerd, with what `wrangler dev` gives it, but
 * without the Worker that `wrangler dev` puts in front. That one keeps connections to ours, which ours ends after five
 * seconds without a request, and it repeats only GET and HEAD: a POST at that moment was answered by a bare 500,
 * "Network connection lost". It also copies each body once more.
 */
const PROJECT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const WATCHED = ["src", "web"];
/** Editors write a file in several steps, and a change of branches writes many files. */
const SETTLED_MS = 200;

const asked = JSON.parse(process.env[ASKED] as string) as LocalWorker;
await build();
const miniflare = new Miniflare(options());
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end());
await miniflare.ready;
console.log(`${READY_LINE} http://${asked.host}:${asked.port}`);
if (!IS_BUILT) rebuildOnChange();

async function end(): Promise<void> {
  await miniflare.dispose();
  process.exit(0);
}

function options(): MiniflareOptions {
  const { host, port, state, secrets, vars } = asked;
  // The secrets that wrangler.toml requires: wrangler looks whether they are there.
  process.loadEnvFile(secrets);
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(path.join(PROJECT, "wrangler.toml"));
  return convertV4MiniflareOptions({
    host,
    port,
    inspectorPort: 0,
    resourcePersistencePath: path.join(state, "v3"),
    unsafeTriggerHandlers: true,
    logRequests: false,
    telemetry: { enabled: false },
    handleStructuredLogs: ({ message }) => console.log(message),
    ...workerOptions,
    modulesRules: undefined,
    name: "quire",
    rootPath: PROJECT,
    modulesRoot: path.dirname(main as string),
    modules: modules(main as string),
    bindings: { ...(workerOptions.bindings ?? {}), ...parseEnv(readFileSync(secrets, "utf8")), ...vars },
  });
}

/** As wrangler.toml's rules say: every module of the folder, with the first one at the top. */
function modules(main: string): V4ModuleDefinition[] {
  const folder = path.dirname(main);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(mjs|wasm)$/.test(name));
  const paths = [main, ...names.map((name) => path.join(folder, name)).filter((file) => file !== main)];
  return paths.map((file) => ({ type: file.endsWith(".wasm") ? "CompiledWasm" : "ESModule", path: file }));
}

async function build(): Promise<void> {
  console.log(BUILDING_LINE);
  const script = path.join(PROJECT, "scripts", "build.ts");
  const child = spawn(process.execPath, ["--no-warnings", script], { cwd: PROJECT, stdio: "inherit" });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(BUILD_FAILED);
}

/** One build at a time: what changes meanwhile is built afterwards. */
function rebuildOnChange(): void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const rebuild = () =>
    build()
      .then(() => miniflare.setOptions(options()))
      // A fault in the sources: the Worker of the last build goes on until they are mended.
      .catch((error: Error) => console.error(error.message));
  for (const folder of WATCHED) {
    watch(path.join(PROJECT, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => (running = running.then(rebuild)), SETTLED_MS);
    });
  }
}
