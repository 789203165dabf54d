import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { bundleWorker } from "../../../scripts/lib/worker-bundle.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** What is uploaded, compressed. */
const MOST_GZIP_BYTES = 425_000;
const MOST_EVALUATED_BYTES = 120_000;
/** Tables of limits are small, and published by a route of every isolate. */
const LIMITS = /(limits|caps|max-redirects|images\/image)\.ts$/;

const { text, evaluated } = await bundleWorker(ROOT);

it("a cold isolate evaluates a tenth of the Worker, without an engine, a schema or a parser of addresses", () => {
  const bytes = [...evaluated.values()].reduce((sum, each) => sum + each, 0);
  expect(bytes).toBeLessThan(MOST_EVALUATED_BYTES);
  const modules = [...evaluated.keys()].filter((module) => !LIMITS.test(module));
  const needless = /^src\/(pdf|images|pdf-objects|mcp|fields\/read)|^src\/app\/(openapi|postman)|zod|marked|ipaddr/;
  expect(modules.filter((module) => needless.test(module))).toEqual([]);
  expect(modules.filter((module) => module.startsWith("src/api/operations/"))).toEqual(["src/api/operations/index.ts"]);
});

it("the script and its kernels are small when compressed", () => {
  const kernels = readdirSync(path.join(ROOT, "wasm"))
    .filter((file) => file.endsWith(".wasm"))
    .map((file) => readFileSync(path.join(ROOT, "wasm", file)));
  expect(gzipSync(Buffer.concat([Buffer.from(text), ...kernels])).length).toBeLessThan(MOST_GZIP_BYTES);
});

it("the script holds no character that V8 has no byte for: one would double the memory of them all", () => {
  expect(/[^\u0000-\u00ff]/.exec(text)?.[0]).toBeUndefined();
});
