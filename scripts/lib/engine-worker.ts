import { readFile } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "esbuild";

/** The engine for the studio, in a browser's worker: a script, and parts that are loaded when they are needed. */
export async function bundleEngineWorker(
  project: string,
  outdir: string,
): Promise<{ url: string; files: Map<string, Uint8Array> }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints: [{ in: "web/src/studio/engine/worker.ts", out: "engine-worker" }],
    outdir,
    entryNames: "[name]-[hash]",
    chunkNames: "engine-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["es2022"],
    minify: true,
    write: false,
    metafile: true,
    logLevel: "warning",
    alias: { "quire:operations": path.join(project, "src/api/in-page.ts") },
    plugins: [wasmModules, noBrowserPool],
  });
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith("engine/worker.ts"));
  const url = `/assets/${path.basename((entry as [string, unknown])[0])}`;
  return { url, files: new Map(outputFiles.map(({ path: file, contents }) => [file, contents])) };
}

/** As in a Worker of Cloudflare, importing a WebAssembly file gives a compiled module. */
export const wasmModules: Plugin = {
  name: "wasm modules",
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm$/ }, async ({ path: file }) => {
      const text = await readFile(file, "base64");
      const bytes = `Uint8Array.from(atob("${text}"), (letter) => letter.charCodeAt(0))`;
      return { contents: `export default new WebAssembly.Module(${bytes});`, loader: "js" };
    });
  },
};

/** The page shows what only browsers read before it asks the engine, so an image is taken as it is. */
const noBrowserPool: Plugin = {
  name: "no pool of browsers",
  setup({ onLoad }) {
    onLoad({ filter: /operations\/shown-image\.ts$/ }, () => ({
      contents: "export const shownInBrowser = async (image) => image;",
      loader: "js",
    }));
  },
};
