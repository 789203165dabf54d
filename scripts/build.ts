import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildWeb } from "./build-web.ts";
import { BUILT_LINE, IS_BUILT } from "./lib/built.ts";
import { put } from "./lib/put.ts";
import { bundleWorker } from "./lib/worker-bundle.ts";

/**
 * Makes what is deployed, in dist/: the Worker and its static assets. wrangler runs it before starts and deployments.
 */
const PROJECT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const WORKER = path.join(PROJECT, "dist", "worker");

if (!IS_BUILT) await Promise.all([buildWeb(), buildWorker()]);
console.log(`${BUILT_LINE} (${(performance.now() / 1000).toFixed(1)} s).`);

async function buildWorker(): Promise<void> {
  const kernels = (await readdir(path.join(PROJECT, "wasm"))).filter((file) => file.endsWith(".wasm"));
  const files = new Map<string, Uint8Array>();
  for (const file of kernels) files.set(`wasm/${file}`, await readFile(path.join(PROJECT, "wasm", file)));
  for (const { name, text, sourceMap } of await bundleWorker(PROJECT)) {
    files.set(name, Buffer.from(text));
    if (sourceMap !== null) files.set(`${name}.map`, Buffer.from(sourceMap));
  }
  for (const [name, contents] of files) await put(path.join(WORKER, name), contents);
  for (const name of await readdir(WORKER, { recursive: true })) {
    // A file that another build is writing now is not ours to remove.
    if (/\.(mjs|map|wasm)$/.test(name) && !files.has(name)) await rm(path.join(WORKER, name), { force: true });
  }
}
