import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Languages whose models are deployed: the packages `@tesseract.js-data/…` of `package.json`. */
async function modelLanguages(project: string): Promise<string[]> {
  const { dependencies } = JSON.parse(await readFile(path.join(project, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const packages = Object.keys(dependencies).filter((name) => name.startsWith(MODELS));
  return packages.map((name) => name.slice(MODELS.length));
}

const MODELS = "@tesseract.js-data/";
const CORE = "tesseract-core-simd-lstm";

/** What reads pictures (web/src/ocr), and its models: static assets, which src/ocr gives to a sealed page. */
export async function readingFiles(project: string, pdfjsFolder: string): Promise<Map<string, Uint8Array>> {
  const file = (...steps: string[]) => readFile(path.join(project, "node_modules", ...steps));
  const languages = await modelLanguages(project);
  const models = languages.map(async (name) => {
    const model = await file(MODELS + name, "4.0.0_best_int", `${name}.traineddata.gz`);
    return [`${name}.traineddata.gz`, model] as const;
  });
  const { outputFiles } = await build({
    absWorkingDir: project,
    entryPoints: ["web/src/ocr/main.ts"],
    outdir: "none",
    bundle: true,
    format: "esm",
    target: ["es2022"],
    minify: true,
    charset: "utf8",
    write: false,
    logLevel: "warning",
    // What the core's script would ask of Node, and what is a file of its own.
    external: ["/assets/*", "node:*", "fs", "path", "crypto", "url", "module"],
    define: { PDFJS_FOLDER: JSON.stringify(pdfjsFolder) },
    tsconfig: path.join(project, "web/tsconfig.json"),
  });
  return new Map<string, Uint8Array>([
    ["main.js", (outputFiles[0] as (typeof outputFiles)[0]).contents],
    ["core.wasm.gz", gzipSync(await file("tesseract.js-core", `${CORE}.wasm`), { level: 9 })],
    ["languages.json", Buffer.from(JSON.stringify(languages))],
    ...(await Promise.all(models)),
  ]);
}
