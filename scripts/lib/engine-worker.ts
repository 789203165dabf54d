import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "esbuild";
import { type OutputChunk, type Plugin as RolldownPlugin, rolldown } from "rolldown";
import { withoutDescriptions } from "./without-descriptions.ts";
import { TREESHAKE } from "./worker-bundle.ts";

/** More than there are operations. With fewer, each would load what only some of them need. */
const SHARED_BY = 6;

/** What a worker of the page can do, by the global name that the page has its address by. */
const WORKERS = {
  ENGINE_WORKER: { name: "engine-worker", operations: "src/api/in-page.ts" },
  ASSEMBLY_WORKER: { name: "assembly-worker", operations: "src/api/in-page-assembly.ts" },
};

export interface EngineWorkers {
  urls: Record<keyof typeof WORKERS, string>;
  files: Map<string, Uint8Array>;
  sources: string[];
}

/** The engine for the studio, in workers of a browser: scripts, and parts that are loaded when they are needed. */
export async function bundleEngineWorkers(project: string, outdir: string): Promise<EngineWorkers> {
  const urls = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  const sources = new Set<string>();
  for (const [global, { name, operations }] of Object.entries(WORKERS)) {
    const chunks = await bundledWorker(project, name, operations);
    for (const { fileName, code, isEntry, moduleIds } of chunks) {
      if (isEntry) urls.set(global, `/assets/${fileName}`);
      files.set(path.join(outdir, fileName), Buffer.from(code));
      for (const id of moduleIds) sources.add(id);
    }
  }
  return { urls: Object.fromEntries(urls) as EngineWorkers["urls"], files, sources: [...sources] };
}

async function bundledWorker(project: string, name: string, operations: string): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    input: { [name]: path.join(project, "web/src/studio/engine/worker.ts") },
    cwd: project,
    platform: "browser",
    resolve: { alias: { "quire:operations": path.join(project, operations) } },
    transform: { target: "es2022" },
    treeshake: TREESHAKE,
    optimization: { inlineConst: true },
    plugins: [withoutDescriptions, kernelsInside, noBrowserPool],
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.generate({
    format: "esm",
    minify: true,
    comments: false,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "engine-[hash].js",
    // What all operations and some of their parts need is one file: else each begins with forty requests.
    codeSplitting: { groups: [{ name: "shared", minShareCount: SHARED_BY }] },
  });
  await bundle.close();
  return output.filter((file) => file.type === "chunk");
}

/** As in a Worker of Cloudflare, importing a WebAssembly file gives a compiled module. */
async function compiled(file: string): Promise<string> {
  const text = await readFile(file, "base64");
  const bytes = `Uint8Array.from(atob("${text}"), (letter) => letter.charCodeAt(0))`;
  return `export default new WebAssembly.Module(${bytes});`;
}

export const wasmModules: Plugin = {
  name: "wasm modules",
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm$/ }, async ({ path: file }) => ({ contents: await compiled(file), loader: "js" }));
  },
};

export const kernelsInside: RolldownPlugin = {
  name: "wasm modules",
  load: {
    filter: { id: /\.wasm$/ },
    handler: async (file) => ({ code: await compiled(file), moduleType: "js" }),
  },
};

const SHOWN_AS_IT_IS = "export const shownInBrowser = async (image) => image;";
const READ_ELSEWHERE = 'export const recognise = () => Promise.reject(new Error("The service reads pictures"));';

/** The page shows what only browsers read before it asks the engine, so an image is taken as it is. */
const noBrowserPool: RolldownPlugin = {
  name: "no pool of browsers",
  load: {
    filter: { id: /operations\/(shown-image|recognition)\.ts$/ },
    handler: (id) => ({ code: id.endsWith("image.ts") ? SHOWN_AS_IT_IS : READ_ELSEWHERE, moduleType: "js" }),
  },
};
