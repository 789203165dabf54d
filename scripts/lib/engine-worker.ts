import path from "node:path";
import { build } from "esbuild";
import { wasmModules } from "./image-worker.ts";

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
    alias: { "quire:engine": path.join(project, "src/engine.ts") },
    plugins: [wasmModules],
  });
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith("engine/worker.ts"));
  const url = `/assets/${path.basename((entry as [string, unknown])[0])}`;
  return { url, files: new Map(outputFiles.map(({ path: file, contents }) => [file, contents])) };
}
