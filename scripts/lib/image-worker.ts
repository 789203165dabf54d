import { readFile } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "esbuild";

/** The engine of images for the studio's previews: src/images in a browser's worker, a script of its own. */
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
    alias: {
      "quire:images": path.join(project, "src/images/image-document.ts"),
      "node:zlib": path.join(engine, "zlib.ts"),
      "node:crypto": path.join(engine, "crypto.ts"),
    },
    inject: [path.join(engine, "buffer.ts")],
    plugins: [wasmModules],
  });
  const [{ path: file, contents }] = outputFiles as [(typeof outputFiles)[0]];
  return { name: path.basename(file), contents };
}

/** As in a Worker of Cloudflare, importing a WebAssembly file gives a compiled module. */
const wasmModules: Plugin = {
  name: "wasm modules",
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm$/ }, async ({ path: file }) => {
      const text = await readFile(file, "base64");
      const bytes = `Uint8Array.from(atob("${text}"), (letter) => letter.charCodeAt(0))`;
      return { contents: `export default new WebAssembly.Module(${bytes});`, loader: "js" };
    });
  },
};
