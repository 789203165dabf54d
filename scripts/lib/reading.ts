import { createHash } from "node:crypto";
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

/** The packages whose files are in these, for their licences. */
export async function packagesOfReading(project: string): Promise<string[]> {
  return ["tesseract.js-core", ...(await modelLanguages(project)).map((name) => MODELS + name)];
}

const MODELS = "@tesseract.js-data/";
const CORE = "tesseract-core-simd-lstm";

export interface ReadingFiles {
  /** By their paths among the static assets. */
  files: Map<string, Uint8Array>;
  /** What the studio has to know, by global names. */
  globals: Record<string, string>;
}

/**
 * What reads pictures (web/src/ocr), and its models: static assets, which src/ocr gives to a sealed page, and which the
 * studio's worker fetches.
 */
export async function readingFiles(project: string, pdfjsFolder: string): Promise<ReadingFiles> {
  const file = (...steps: string[]) => readFile(path.join(project, "node_modules", ...steps));
  const languages = await modelLanguages(project);
  const models = languages.map(async (name) => {
    const model = await file(MODELS + name, "4.0.0_best_int", `${name}.traineddata.gz`);
    return [`${name}.traineddata.gz`, model] as const;
  });
  const program = gzipSync(await file("tesseract.js-core", `${CORE}.wasm`), { level: 9 });
  const unchanging = [["core.wasm.gz", program] as const, ...(await Promise.all(models))];
  const folder = `assets/reading-${hashOf(...unchanging.map(([, bytes]) => bytes))}`;
  const [page, worker] = await scripts(project, { PDFJS_FOLDER: pdfjsFolder, READING_FOLDER: `/${folder}` });
  const workerFile = `assets/reading-worker-${hashOf(worker)}.js`;
  return {
    files: new Map<string, Uint8Array>([
      ["ocr/main.js", page],
      ["ocr/languages.json", Buffer.from(JSON.stringify(languages))],
      [workerFile, worker],
      ...unchanging.map(([name, bytes]) => [`${folder}/${name}`, bytes] as const),
    ]),
    globals: { READING_WORKER: `/${workerFile}`, READING_LANGUAGES: languages.join() },
  };
}

function hashOf(...parts: Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 12);
}

/** The scripts of the sealed page and of the studio's worker. */
async function scripts(project: string, globals: Record<string, string>): Promise<[Uint8Array, Uint8Array]> {
  const { outputFiles } = await build({
    absWorkingDir: project,
    entryPoints: ["web/src/ocr/main.ts", "web/src/studio/reading/worker.ts"],
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
    define: Object.fromEntries(Object.entries(globals).map(([name, value]) => [name, JSON.stringify(value)])),
    tsconfig: path.join(project, "web/tsconfig.json"),
  });
  return outputFiles.map(({ contents }) => contents) as [Uint8Array, Uint8Array];
}
