import { execFileSync } from "node:child_process";
import { cp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { wasmModules } from "./lib/engine-worker.ts";

/**
 * Makes what the package of `engine/` holds, in engine/dist: the engine for three kinds of host. Where Node's modules
 * are, it uses them; elsewhere the packages that stand in for them are inside. A Worker of Cloudflare compiles no
 * WebAssembly from bytes, so for it the kernels are files.
 */
const PROJECT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const DIST = path.join(PROJECT, "engine", "dist");
/** As deep as DIST, so that source maps lead to the same files. */
const MADE = path.join(PROJECT, ".quire", `engine-${process.pid}`);

const kernelFiles: Plugin = {
  name: "kernels as files",
  setup({ onResolve }) {
    onResolve({ filter: /\.wasm$/ }, ({ path: file }) => ({ path: `./wasm/${path.basename(file)}`, external: true }));
  },
};

await Promise.all([bundle("workerd", ["workerd"]), bundle("node", ["node"]), bundle("page", [])]);
const tsc = path.join(PROJECT, "node_modules", ".bin", "tsc");
execFileSync(tsc, ["-p", "engine", "--outDir", path.join(MADE, "types")], { cwd: PROJECT, stdio: "inherit" });
await putInPlace();

/** At once: programs may be running from there, and another build may do the same. What it made is equal. */
async function putInPlace(): Promise<void> {
  const old = `${MADE}-old`;
  const unless = (code: string) => (error: NodeJS.ErrnoException) => {
    if (error.code !== code) throw error;
  };
  await rename(DIST, old).catch(unless("ENOENT"));
  await rename(MADE, DIST).catch(unless("ENOTEMPTY"));
  for (const folder of [old, MADE]) await rm(folder, { recursive: true, force: true });
}

async function bundle(host: "workerd" | "node" | "page", conditions: string[]): Promise<void> {
  const inWorker = host === "workerd";
  await build({
    absWorkingDir: PROJECT,
    entryPoints: [
      { in: "src/engine.ts", out: "index" },
      ...(host === "node" ? [{ in: "engine/cli.ts", out: "cli" }] : []),
    ],
    outdir: path.join(MADE, host),
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["es2024"],
    sourcemap: true,
    external: ["node:*"],
    conditions,
    logLevel: "warning",
    plugins: [inWorker ? kernelFiles : wasmModules],
  });
  if (inWorker)
    await cp(path.join(PROJECT, "wasm"), path.join(MADE, host, "wasm"), { recursive: true, filter: isKernel });
}

function isKernel(file: string): boolean {
  return file.endsWith(`${path.sep}wasm`) || (file.endsWith(".wasm") && path.basename(path.dirname(file)) === "wasm");
}
