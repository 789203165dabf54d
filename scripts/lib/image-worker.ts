import { readFile } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "esbuild";

/** The engine for the studio's previews, as far as images need it, in a browser's worker: a script of its own. */
export async function bundleImageWorker(project: string): Promise<{ name: string; contents: Uint8Array }> {
  const engine = path.join(project, "web/src/studio/images/engine");
  const { outputFiles } = await build({
    absWorkingDir: project,
    entryPoints: [{ in: path.join(engine, "worker.ts"), out: "image-worker" }],
    outdir: "assets",
    entryNames: "[name]-[hash]",
    bundle: true,
    format: "esm",
    target: ["es2022"],
    minify: true,
    write: false,
    logLevel: "warning",
    plugins: [wasmModules, engineParts],
  });
  const [{ path: file, contents }] = outputFiles as [(typeof outputFiles)[0]];
  return { name: path.basename(file), contents };
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

/** Loading a file of the engine does nothing by itself, so of the door only what is used comes into the script. */
const engineParts: Plugin = {
  name: "parts of the engine",
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path: file, resolveDir }) => {
      const whole = path.resolve(resolveDir, file);
      return whole.includes(`${path.sep}src${path.sep}`) ? { path: whole, sideEffects: false } : undefined;
    });
  },
};
