import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { cp, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describedFiles } from "./lib/described.ts";
import { navHtml } from "./lib/docs-nav.ts";
import { bundleEngineWorkers } from "./lib/engine-worker.ts";
import { guideFiles } from "./lib/guides.ts";
import { markFont } from "./lib/mark-font.ts";
import { markdownExtras } from "./lib/markdown-extras.ts";
import { put } from "./lib/put.ts";
import { readingFiles } from "./lib/reading.ts";
import { makeSamples, type SampleFiles } from "./lib/samples.ts";
import { PACKED } from "./lib/worker-bundle.ts";

/**
 * Bundles web/ into dist/web, from where the Worker serves it as static assets. Runs before each start, test and
 * deployment.
 */
const PROJECT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const WEB = path.join(PROJECT, "web");
const OUTPUT = path.join(PROJECT, "dist", "web");
const SCRIPTS = ["landing/main.ts", "guide/main.ts", "dashboard/main.ts", "studio/main.tsx", "docs/main.ts"];
/** Each page has only the styles that it needs, since nothing is drawn before they arrive. */
const STYLES = ["landing", "docs", "dashboard", "studio"];
const PDFJS = path.join(PROJECT, "node_modules", "pdfjs-dist");
/** What pdf.js asks for while it draws: character maps, the standard fonts, decoders, colour profiles. */
const PDFJS_SCRIPTS = ["pdf.min.mjs", "pdf.worker.min.mjs"];
const PDFJS_FOLDERS = ["cmaps", "standard_fonts", "wasm", "iccs"];

export async function buildWeb(): Promise<void> {
  const pdfjs = await copyPdfjs();
  const engine = await bundleEngineWorkers(PROJECT, path.join(OUTPUT, "assets"));
  for (const [file, contents] of engine.files) await put(file, contents);
  const reading = await readingFiles(PROJECT, pdfjs.folder);
  for (const [file, contents] of reading.files) await put(path.join(OUTPUT, file), contents);
  const globals = { ...engine.urls, ...reading.globals };
  const entries = await bundle(pdfjs, globals, await makeSamples(path.join(OUTPUT, "assets")));
  const layout = await readFile(path.join(WEB, "layout.html"), "utf8");
  const shells = new Map<string, string>();
  for (const file of await readdir(path.join(WEB, "shells"))) {
    shells.set(path.parse(file).name, await readFile(path.join(WEB, "shells", file), "utf8"));
  }
  const readingPaths = [...reading.files.keys()].map((file) => path.join(OUTPUT, file));
  const kept = new Set([...entries.files, ...engine.files.keys(), ...readingPaths]);
  for (const file of await readdir(path.join(WEB, "pages"))) {
    const page = await readFile(path.join(WEB, "pages", file), "utf8");
    await put(path.join(OUTPUT, file), Buffer.from(fill(layout, shells, page, path.parse(file).name, entries)));
    kept.add(path.join(OUTPUT, file));
  }
  const worker = path.join(OUTPUT, "service-worker.js");
  const engineUrls = [...engine.files.keys()].map((file) => `/${path.relative(OUTPUT, file)}`);
  await put(worker, await serviceWorker([...(entries.all.get("studio") ?? []), ...engineUrls, ...pdfjs.files]));
  kept.add(worker);
  for (const { path: file, text, isPage } of await guideFiles(path.join(PROJECT, "docs"), OUTPUT)) {
    const whole = isPage ? fill(layout, shells, text, "docs", entries) : text;
    await put(path.join(OUTPUT, file), Buffer.from(whole));
    kept.add(path.join(OUTPUT, file));
  }
  for (const file of await readdir(path.join(WEB, "static"))) {
    await put(path.join(OUTPUT, file), await readFile(path.join(WEB, "static", file)));
  }
  await put(path.join(OUTPUT, "described", "robots.txt"), await readFile(path.join(WEB, "robots.txt")));
  for (const [file, text] of await describedFiles(PROJECT)) {
    await put(path.join(OUTPUT, "described", file), Buffer.from(text));
  }
  for (const file of await readdir(path.join(PROJECT, PACKED.source))) {
    const asset = path.join(OUTPUT, PACKED.assets, `${file}.txt`);
    await put(asset, await readFile(path.join(PROJECT, PACKED.source, file)));
  }
  for (const [file, text] of await markdownExtras(PROJECT)) {
    const asset = path.join(OUTPUT, "markdown", file);
    await put(asset, Buffer.from(text));
  }
  for (const folder of [OUTPUT, path.join(OUTPUT, "docs"), path.join(OUTPUT, "assets")]) {
    await removeOld(folder, kept);
  }
}

/** Pages, scripts and styles of earlier builds. Files that another build is writing now still have another ending. */
async function removeOld(folder: string, kept: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isFile() && /\.(html|md|js|css)$/.test(file) && !kept.has(file)) await rm(file, { force: true });
  }
}

interface Bundled {
  files: string[];
  /** Where each entry is, by its name, and all that it may load. */
  urls: Map<string, string>;
  all: Map<string, string[]>;
  /** What a script imports first. The page asks for it together with the script, not after it. */
  imports: Map<string, string[]>;
}

async function bundle(
  pdfjs: { folder: string; bytes: number },
  urls: Record<string, string>,
  samples: SampleFiles,
): Promise<Bundled> {
  const define = {
    PDFJS_FOLDER: JSON.stringify(pdfjs.folder),
    PDFJS_BYTES: String(pdfjs.bytes),
    ...Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, JSON.stringify(url)])),
    SAMPLE_FILES: JSON.stringify(samples),
    MARK_FONT: JSON.stringify(await markFont()),
  };
  const built: Bundled = { files: [], urls: new Map(), all: new Map(), imports: new Map() };
  // One build for each page. Pages share little, and on a slow line a request costs more than its bytes.
  const entries = [
    ...SCRIPTS.map((file) => ({ in: `web/src/${file}`, out: path.dirname(file) })),
    ...STYLES.map((name) => ({ in: `web/styles/pages/${name}.css`, out: name })),
  ];
  for (const entry of entries) await bundleEntry(entry, define, built);
  return built;
}

async function bundleEntry(
  entry: { in: string; out: string },
  define: Record<string, string>,
  { files, urls, all, imports }: Bundled,
): Promise<void> {
  const result = await build({
    absWorkingDir: PROJECT,
    entryPoints: [entry],
    outdir: path.join(OUTPUT, "assets"),
    entryNames: "[name]-[hash]",
    chunkNames: "chunk-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["es2022"],
    minify: true,
    charset: "utf8",
    metafile: true,
    write: false,
    logLevel: "warning",
    define,
    tsconfig: path.join(WEB, "tsconfig.json"),
  });
  const { outputs } = result.metafile;
  const urlOf = (file: string) => `/${path.relative(OUTPUT, path.join(PROJECT, file))}`;
  const [file = "", output] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry.in) ?? [];
  const imported = (output?.imports ?? []).filter(({ kind }) => kind === "import-statement");
  const name = entry.out + (entry.in.endsWith(".css") ? ".css" : "");
  urls.set(name, urlOf(file));
  all.set(name, Object.keys(outputs).map(urlOf));
  imports.set(
    name,
    imported.map((one) => urlOf(one.path)),
  );
  for (const { path: file, contents } of result.outputFiles) {
    await put(file, contents);
    files.push(file);
  }
}

/**
 * The studio's own service worker, which keeps these files; a change of any of them, or of the page, is a new version.
 */
async function serviceWorker(files: readonly string[]): Promise<Uint8Array> {
  const page = await readFile(path.join(OUTPUT, "studio.html"), "utf8");
  const styles = [...page.matchAll(/"(\/assets\/[^"]+\.css)"/g)].map(([, url]) => url as string);
  const kept = ["/studio", "/favicon.svg", ...styles, ...files];
  const version = createHash("sha256").update(page).update(kept.join()).digest("hex").slice(0, 16);
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: ["web/src/studio/offline/service-worker.ts"],
    outdir: OUTPUT,
    bundle: true,
    format: "iife",
    minify: true,
    write: false,
    define: { OFFLINE_FILES: JSON.stringify(kept), OFFLINE_VERSION: JSON.stringify(version) },
  });
  return (outputFiles[0] as (typeof outputFiles)[0]).contents;
}

/**
 * The page's own first comment describes it: its title, description and script; its styles and the shell around it,
 * when they are not the usual ones; the data that its script begins with; and the section of the site that it belongs
 * to.
 */
function fill(
  layout: string,
  shells: Map<string, string>,
  page: string,
  name: string,
  { urls, imports }: Bundled,
): string {
  const head = /^<!--([\s\S]*?)-->/.exec(page)?.[1] ?? "";
  const members = Object.fromEntries([...head.matchAll(/^\s*(\w+):\s*(.*)$/gm)].map(([, key, value]) => [key, value]));
  const script = members.script as string;
  const section = members.section ?? name;
  const values: Record<string, string> = {
    title: members.title as string,
    description: members.description as string,
    script: urls.get(script) as string,
    preloads: [
      ...(imports.get(script) ?? []).map((url) => `\n    <link rel="modulepreload" href="${url}">`),
      // What the script fetches before it can draw.
      members.data ? `\n    <link rel="preload" href="${members.data}" as="fetch" crossorigin>` : "",
    ].join(""),
    styles: urls.get(`${members.styles ?? script}.css`) as string,
    body: page
      .slice(page.indexOf("-->") + 3)
      .trim()
      .replace("{{navigation}}", () => navHtml()),
    page: section,
    // Where scripts do not run, the page says what a script would have drawn.
    noscript: page.includes('id="app"') ? (shells.get("no-script") as string) : "",
  };
  const shell = shells.get(members.shell ?? "site") as string;
  return layout
    .replace("{{shell}}", () => shell)
    .replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const value = values[key];
      if (value === undefined) throw new Error(`web/pages/${name}.html: nothing for {{${key}}}`);
      return value;
    })
    .replace(`data-page="${section}"`, `data-page="${section}" aria-current="page"`);
}

async function copyPdfjs(): Promise<{ folder: string; bytes: number; files: string[] }> {
  const { version } = JSON.parse(readFileSync(path.join(PDFJS, "package.json"), "utf8")) as { version: string };
  const target = path.join(OUTPUT, "assets", `pdfjs-${version}`);
  if (!existsSync(target)) {
    const half = `${target}.${process.pid}`;
    for (const folder of PDFJS_FOLDERS) {
      await cp(path.join(PDFJS, folder), path.join(half, folder), { recursive: true });
    }
    for (const file of PDFJS_SCRIPTS) {
      await cp(path.join(PDFJS, "legacy", "build", file), path.join(half, file));
    }
    // Two builds may run at once. The first to finish renames its folder.
    await rename(half, target).catch(() => rm(half, { recursive: true, force: true }));
  }
  const sizes = PDFJS_SCRIPTS.map((file) => statSync(path.join(PDFJS, "legacy", "build", file)).size);
  const folder = `/assets/pdfjs-${version}`;
  const fonts = (await readdir(path.join(target, "standard_fonts"))).filter((name) => /\.(ttf|pfb)$/.test(name));
  const files = [...PDFJS_SCRIPTS, ...fonts.map((name) => `standard_fonts/${name}`)].map((name) => `${folder}/${name}`);
  return { folder, bytes: sizes.reduce((sum, size) => sum + size, 0), files };
}
