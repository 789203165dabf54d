import path from "node:path";
import { build, type Metafile } from "esbuild";

interface WorkerBundle {
  /** The script, as it is uploaded. */
  text: string;
  /** The modules that an isolate evaluates before its first request, with their bytes in the script. */
  evaluated: Map<string, number>;
}

/** The Worker in one script, bundled as wrangler does it. */
export async function bundleWorker(project: string): Promise<WorkerBundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints: [path.join(project, "src", "index.ts")],
    outfile: path.join(project, "dist", "worker.js"),
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["node:*", "cloudflare:*", "*.wasm"],
    logLevel: "error",
  });
  const script = Object.values(metafile.outputs)[0] as Metafile["outputs"][string];
  const evaluated = [...evaluatedFrom("src/index.ts", metafile)].map((module): [string, number] => [
    module,
    script.inputs[module]?.bytesInOutput ?? 0,
  ]);
  return { text: outputFiles[0]?.text ?? "", evaluated: new Map(evaluated.filter(([, bytes]) => bytes > 0)) };
}

/** Everything that a module imports, except by `import()`: that waits inside the script until it is called. */
function evaluatedFrom(module: string, metafile: Metafile, seen = new Set<string>()): Set<string> {
  if (seen.has(module)) return seen;
  seen.add(module);
  for (const { path: imported, kind, external } of metafile.inputs[module]?.imports ?? []) {
    if (!external && kind !== "dynamic-import") evaluatedFrom(imported, metafile, seen);
  }
  return seen;
}
