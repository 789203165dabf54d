import { execFileSync } from "node:child_process";
import { cp, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

/**
 * Makes what the package of `engine/` holds, in engine/dist: the engine for three kinds of host. Where Node's modules
 * are, it uses them; elsewhere the packages that stand in for them are inside. A Worker of Cloudflare compiles no
 * WebAssembly from bytes, so for it the kernels are files.
 */
const PROJECT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const DIST = path.join(PROJECT, "engine", "dist");

const kernelFiles: Plugin = {
  name: "kernels as files",
  setup({ onResolve }) {
    onResolve({ filter: /\.wasm$/ }, ({ path: file }) => ({ path: `./wasm/${path.basename(file)}`, external: true }));
  },
};

const kernelsInside: Plugin = {
  name: "kernels inside",
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm$/ }, async ({ path: file }) => {
      const text = await readFile(file, "base64");
      const bytes = `Uint8Array.from(atob("${text}"), (letter) => letter.charCodeAt(0))`;
      return { contents: `export default new WebAssembly.Module(${bytes});`, loader: "js" };
    });
  },
};

await rm(DIST, { recursive: true, force: true });
await Promise.all([bundle("workerd", ["workerd"]), bundle("node", ["node"]), bundle("page", [])]);
execFileSync(path.join(PROJECT, "node_modules", ".bin", "tsc"), ["-p", "engine"], { cwd: PROJECT, stdio: "inherit" });

async function bundle(host: "workerd" | "node" | "page", conditions: string[]): Promise<void> {
  const inWorker = host === "workerd";
  await build({
    absWorkingDir: PROJECT,
    entryPoints: [{ in: "src/engine.ts", out: "index" }],
    outdir: path.join(DIST, host),
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["es2024"],
    sourcemap: true,
    external: ["node:*"],
    conditions,
    logLevel: "warning",
    plugins: [inWorker ? kernelFiles : kernelsInside],
  });
  if (inWorker)
    await cp(path.join(PROJECT, "wasm"), path.join(DIST, host, "wasm"), { recursive: true, filter: isKernel });
}

function isKernel(file: string): boolean {
  return file.endsWith(`${path.sep}wasm`) || (file.endsWith(".wasm") && path.basename(path.dirname(file)) === "wasm");
}
