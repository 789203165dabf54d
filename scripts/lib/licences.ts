import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { bundleEngineWorkers } from "./engine-worker.ts";
import { PACKAGES_OF_EXTRAS } from "./markdown-extras.ts";
import { packagesOfReading } from "./reading.ts";
import { bundleWorker, PACKED } from "./worker-bundle.ts";

const PAGES = ["landing/main.ts", "guide/main.ts", "dashboard/main.ts", "studio/main.tsx", "docs/main.ts"];
const LICENCE = /^(licen[cs]e|notice|copying)/i;
/** What is copied as it is, with all of its notices. */
const COPIED = ["pdfjs-dist"];
/** Of packages without a file of their licence, the file that has a notice at its head. */
const IN_SOURCE: Record<string, string> = { brotli: "dec/decode.js" };

const LINE = "-".repeat(80);

/** The notices of all that is given to others within the Worker and the pages. */
export async function licenceNotices(project: string): Promise<string> {
  const notices = [];
  for (const name of [...(await packagesIn(project))].sort()) notices.push(await noticeOf(project, name));
  return [
    "Quire is made with the following, which is in the Worker and the pages that it serves.\n",
    ...notices,
    await dataNotice(project),
  ].join(`\n${LINE}\n\n`);
}

async function packagesIn(project: string): Promise<Set<string>> {
  const modules = await bundleWorker(project);
  const engine = await bundleEngineWorkers(project, "");
  const { metafile } = await build({
    absWorkingDir: project,
    entryPoints: PAGES.map((file) => `web/src/${file}`),
    outdir: "none",
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    splitting: true,
    tsconfig: "web/tsconfig.json",
    logLevel: "warning",
  });
  const files = [...modules.flatMap(({ sources }) => sources), ...engine.sources, ...Object.keys(metafile.inputs)];
  const found = new Set([...COPIED, ...PACKAGES_OF_EXTRAS, ...(await packagesOfReading(project))]);
  for (const file of files) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
    if (name !== undefined) found.add(name);
  }
  return found;
}

async function noticeOf(project: string, name: string): Promise<string> {
  const folder = path.join(project, "node_modules", name);
  const { version, license, author } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
    version: string;
    license: string;
    author?: string | { name: string };
  };
  const isCopied = COPIED.includes(name);
  const files = (await readdir(folder, { recursive: isCopied })).filter((file) => LICENCE.test(path.basename(file)));
  if (files.length === 0) {
    const source = IN_SOURCE[name];
    const head = source && /\/\*[\s\S]*?\*\//.exec(await readFile(path.join(folder, source), "utf8"))?.[0];
    const by = typeof author === "string" ? author : (author?.name ?? "its contributors");
    return `${name} ${version} (${license})\n\nBy ${by}; no text of its licence is with it.\n${head ? `\n${head}\n` : ""}`;
  }
  const texts = await Promise.all(files.sort().map((file) => readFile(path.join(folder, file), "utf8")));
  const parts = texts.map(
    (text, at) => `${isCopied ? `${files[at]}\n\n` : ""}${text.trim().replaceAll("\r\n", "\n")}\n`,
  );
  return [`${name} ${version} (${license})\n`, ...new Set(parts)].join("\n");
}

/** What packed data was made of, by the first line of each file, with the notices at their heads. */
async function dataNotice(project: string): Promise<string> {
  const folder = path.join(project, PACKED.source);
  const notices = new Map<string, Set<string>>();
  for (const file of (await readdir(folder)).sort()) {
    const text = await readFile(path.join(folder, file), "utf8");
    const [, source] = /^.*, of (.+):\n/.exec(text) ?? [];
    const [, notice] = /\/\*!([\s\S]*?)\*\//.exec(text) ?? [];
    if (source === undefined || notice === undefined) throw new Error(`${PACKED.source}/${file} has no notice`);
    const own = notices.get(source) ?? new Set();
    notices.set(source, own.add(notice.replaceAll(/^ \* ?/gm, "").trim()));
  }
  return [...notices].map(([source, own]) => [`${source}\n`, ...own].join("\n").concat("\n")).join(`\n${LINE}\n\n`);
}
