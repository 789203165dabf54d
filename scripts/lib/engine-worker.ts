import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "esbuild";
import { type Plugin as RolldownPlugin, rolldown } from "rolldown";
import { withoutDescriptions } from "./without-descriptions.ts";
import { TREESHAKE } from "./worker-bundle.ts";

/** More than there are operations. With fewer, each would load what only some of them need. */
const SHARED_BY = 6;

/** The engine for the studio, in a browser's worker: a script, and parts that are loaded when they are needed. */
export async function bundleEngineWorker(
  project: string,
  outdir: string,
): Promise<{ url: string; files: Map<string, Uint8Array>; sources: string[] }> {
  const bundle = await rolldown({
    input: { "engine-worker": path.join(project, "web/src/studio/engine/worker.ts") },
    cwd: project,
    platform: "browser",
    resolve: { alias: { "quire:operations": path.join(project, "src/api/in-page.ts") } },
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
  const chunks = output.filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry) as (typeof chunks)[0];
  const files = chunks.map(({ fileName, code }) => [path.join(outdir, fileName), Buffer.from(code)] as const);
  const sources = chunks.flatMap(({ moduleIds }) => moduleIds);
  return { url: `/assets/${entry.fileName}`, files: new Map(files), sources };
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

/** The page shows what only browsers read before it asks the engine, so an image is taken as it is. */
const noBrowserPool: RolldownPlugin = {
  name: "no pool of browsers",
  load: {
    filter: { id: /operations\/shown-image\.ts$/ },
    handler: () => ({ code: "export const shownInBrowser = async (image) => image;", moduleType: "js" }),
  },
};
