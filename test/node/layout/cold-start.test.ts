import { readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { bundleWorker, type WorkerModule } from "../../../scripts/lib/worker-bundle.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/**
 * What is uploaded, compressed, as `wrangler deploy --dry-run` and `npm run bench -- startup` count it. A third of it
 * is evaluated only for the few requests that need it, so what a cold isolate evaluates is the limit that users feel.
 */
const MAX_GZIP_BYTES = 681_400;
const MAX_EVALUATED_BYTES = 104_000;
/** Tables of limits are small, and published by a route of every isolate. */
const LIMITS = /(limits|caps|max-redirects|images\/image|codecs\/image-problem)\.ts$/;

const modules = await bundleWorker(ROOT);
const evaluated = [...modulesBefore("index.mjs")];

/** A module and all that it imports, except by `import()`. */
function modulesBefore(name: string, seen = new Set<WorkerModule>()): Set<WorkerModule> {
  const module = modules.find((each) => each.name === name) as WorkerModule;
  if (seen.has(module)) return seen;
  seen.add(module);
  for (const imported of module.imports) modulesBefore(imported, seen);
  return seen;
}

it("a cold isolate evaluates a tenth of the Worker, without an engine, a schema or a parser of addresses", () => {
  expect(evaluated.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(MAX_EVALUATED_BYTES);
  const sources = evaluated.flatMap((module) => module.sources).filter((source) => !LIMITS.test(source));
  expect(sources).toContain("src/index.ts");
  // zlib and crypto of Node bring streams and events with them, which took a third of the start.
  expect(evaluated.filter(({ text }) => /["'`]node:\w+["'`];/.test(text)).map(({ name }) => name)).toEqual([]);
  const needless =
    /^src\/(codecs|pdf-\w+|images|crop|split|merge|forms|remove|redact|inspect|text-layer|mcp|fields\/read|intake\/outbound\/(?!max))|zod|markdown-it|linkify-it/;
  expect(sources.filter((source) => needless.test(source))).toEqual([]);
  expect(sources.filter((source) => source.startsWith("src/api/operations/"))).toEqual(["src/api/operations/index.ts"]);
});

it("the Worker holds nothing that only describes its interface", () => {
  const described = modules.flatMap(({ sources }) => sources).filter((source) => source.startsWith("src/described/"));
  expect(described).toEqual([]);
  // A summary, a description and the description of a field.
  for (const text of ["Split PDF", "Cuts a PDF into several.", "1-based page numbers"]) {
    expect(modules.filter((module) => module.text.includes(text))).toEqual([]);
  }
});

it("the Worker has the platform's own zlib and crypto, and none of what replaces them in a browser", () => {
  const sources = modules.flatMap(({ sources }) => sources);
  expect(sources).toContain("src/platform/native/zlib.ts");
  expect(sources.filter((source) => /src\/platform\/portable|pako|brotli\/|@noble/.test(source))).toEqual([]);
});

it("the modules and their kernels are small when compressed", () => {
  const files = new Map(modules.map(({ name, text }) => [name, Buffer.from(text)]));
  for (const file of readdirSync(path.join(ROOT, "wasm")).filter((name) => name.endsWith(".wasm"))) {
    files.set(`wasm/${file}`, readFileSync(path.join(ROOT, "wasm", file)));
  }
  // In wrangler's order, the Worker itself last, so that this is its figure: order alone makes 2 KB of difference.
  const others = [...files.keys()].filter((name) => name !== "index.mjs").sort();
  const uploaded = Buffer.concat([...others, "index.mjs"].map((name) => files.get(name)!));
  expect(gzipSync(uploaded).length).toBeLessThanOrEqual(MAX_GZIP_BYTES);
});

it("no module holds a character that V8 has no byte for: one would double the memory of all of them", () => {
  expect(modules.filter(({ text }) => /[^\u0000-\u00ff]/.test(text)).map(({ name }) => name)).toEqual([]);
});

it("source maps lead to the source, also behind letters that became escapes", () => {
  const { text, sourceMap } = modules.find(({ name }) => name === "core.mjs") as WorkerModule;
  const sentence = "Agents need an API key of their own.";
  const before = text.slice(0, text.indexOf(sentence) - 1);
  expect(before).toMatch(/\\u[0-9a-f]{4}/);
  const lines = before.split("\n");
  const place = new SourceMap(JSON.parse(sourceMap as string)).findEntry(lines.length - 1, lines.at(-1)!.length);
  if (!("originalLine" in place)) throw new Error("The map has no entry there.");
  const source = readFileSync(path.join(ROOT, "dist", "worker", place.originalSource), "utf8");
  expect(source.split("\n")[place.originalLine]?.slice(place.originalColumn + 1)).toMatch(sentence);
});
