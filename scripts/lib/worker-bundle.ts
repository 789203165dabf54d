import path from "node:path";
import { decode, encode } from "@jridgewell/sourcemap-codec";
import { type InputOptions, type OutputChunk, type Plugin, rolldown } from "rolldown";
import { packedWords } from "./packed-words.ts";
import { withoutDescriptions } from "./without-descriptions.ts";

export interface WorkerModule {
  /** `index.mjs` is the Worker; it imports `core.mjs` at once, and through it others later. */
  name: string;
  text: string;
  /** What bundlers add themselves has none. */
  sourceMap: string | null;
  /** The files that are in it. */
  sources: string[];
  /** The modules that are evaluated before it. */
  imports: string[];
}

/** The most that may be uploaded, compressed: what is larger starts more slowly. */
export const BUNDLE_LIMIT_BYTES = 687_800;

/**
 * Files that requests load together, each group as one module: fewer lines import and export. The name of `base64`
 * makes it the first in the upload, where gzip has a code that fits such text. This takes 5 KB off what is uploaded.
 */
const GROUPS = [
  { name: "core", tags: ["$initial" as const] },
  { name: "pipeline", test: /\/src\/api\/pipeline\.ts$/ },
  { name: "objects", test: /\/src\/pdf-file\/(syntax\/|write\/|rope|pdf-(problem|limits))/ },
  { name: "base64", test: /\/fonts\/(names\/words|standard\/standard-data)\.ts$/ },
];

/** Loading a file of the engine does nothing by itself: what imports the door gets no more than it uses. */
const ENGINE = /\/src\/(engine\.ts$|(codecs|images|pdf-\w+|crop|split|merge|remove|redact|inspect|text-layer)\/)/;

/** Schemas that are unused without their descriptions are left out. */
export const TREESHAKE = {
  moduleSideEffects: [{ test: ENGINE, sideEffects: false }],
  manualPureFunctions: ["z"],
  propertyReadSideEffects: false,
  unknownGlobalSideEffects: false,
} as const satisfies InputOptions["treeshake"];

/**
 * The Worker as it is deployed: one module of what every request needs, others of what some import later. wrangler's
 * own bundler makes one script of them all, which is larger, and which a cold isolate has to read from end to end.
 */
export async function bundleWorker(project: string): Promise<WorkerModule[]> {
  const bundle = await rolldown({
    input: path.join(project, "src", "index.ts"),
    cwd: project,
    platform: "neutral",
    external: [/^node:/, /^cloudflare:/],
    resolve: { conditionNames: ["workerd", "worker", "browser"], mainFields: ["browser", "module", "main"] },
    transform: { target: "es2024" },
    treeshake: TREESHAKE,
    optimization: { inlineConst: true },
    plugins: [withoutDescriptions, pageComments, packedWords(project), kernels, packedAsAssets],
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.generate({
    dir: path.join(project, "dist", "worker"),
    format: "esm",
    minify: true,
    comments: false,
    sourcemap: true,
    codeSplitting: { groups: GROUPS },
    // No hashes: they do not compress.
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name].mjs",
  });
  await bundle.close();
  return output.filter((file) => file.type === "chunk").map((chunk) => moduleOf(chunk, project));
}

function moduleOf({ fileName, code, map, modules, imports }: OutputChunk, project: string): WorkerModule {
  return {
    name: fileName,
    text: code.replace(WIDE, escaped),
    sourceMap: map && JSON.stringify({ ...map, mappings: shifted(map.mappings, code) }),
    sources: Object.keys(modules).map((file) => path.relative(project, file)),
    imports: imports.filter((imported) => imported.endsWith(".mjs")),
  };
}

/** Letters that Latin-1 does not have are written as escapes: one of them would double V8's memory of the module. */
const WIDE = /[^\u0000-\u00ff]/g;

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The mappings of code whose letters became escapes: what follows them in a line moves to the right. */
function shifted(mappings: string, code: string): string {
  const lines = code.split("\n");
  const moved = decode(mappings).map((segments, number) => {
    const places = [...(lines[number] ?? "").matchAll(WIDE)].map(({ index }) => index);
    let before = 0;
    return segments.map(([column, ...source]) => {
      while (before < places.length && (places[before] as number) < column) before++;
      return [column + before * (escaped("x").length - 1), ...source] as (typeof segments)[0];
    });
  });
  return encode(moved);
}

/** Scripts of pages are texts, in which no bundler finds comments. Nothing moves, so there is no map of it. */
const pageComments: Plugin = {
  name: "comments of scripts of pages",
  transform: {
    filter: { id: /\/src\/html\/.*\.ts$/ },
    handler: (code) => ({ code: code.replace(/^ *(?:\/\/.*|\/\*\*[^`]*?\*\/)$/gm, blank), map: null }),
  },
};

function blank(text: string): string {
  return text.replace(/[^\n]/g, "");
}

/** Compiled kernels stay files, in a folder beside the modules. */
const kernels: Plugin = {
  name: "kernels",
  resolveId: {
    filter: { id: /\.wasm$/ },
    handler: (id) => ({ id: `./wasm/${path.basename(id)}`, external: true }),
  },
};

/** Where the static assets have packed data: Adobe's collections of characters, and a font, with their notices. */
export const PACKED = { source: "packed", assets: "collections" };

/** Each is larger than most modules, and seldom needed: the Worker takes what its source packs from there. */
const packedAsAssets: Plugin = {
  name: "packed data",
  load: {
    filter: { id: /\/packed\/\w+\.ts$/ },
    handler: (id) => {
      const asset = `${PACKED.assets}/${path.basename(id)}.txt`;
      const code = `import { env } from "cloudflare:workers";
        export async function packed() {
          const answer = await env.ASSETS.fetch("https://assets.invalid/${asset}");
          if (!answer.ok) throw new Error("The asset ${asset} is missing.");
          return (await answer.text()).split("\`")[1];
        }`;
      return { code, moduleType: "js" };
    },
  },
};
