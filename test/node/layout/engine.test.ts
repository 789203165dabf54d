import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import { importsOf } from "./import-circles.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** The rooms of docs/architecture.md that are the engine, and what they stand on. */
const ROOMS = /^src\/(codecs|images|pdf-\w+|crop|split|merge|remove|redact|inspect)\//;
const ENGINE =
  "{engine.ts,{codecs,images,pdf-file,pdf-pages,pdf-content,pdf-conformance,crop,split,merge,remove,inspect,meter,platform}/**/*.ts}";

const files = globSync(`src/${ENGINE}`, { cwd: ROOT }).sort();

/** Names by which a file asks its host for something, and that only some hosts have. */
function hostNames(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  const { module, comments } = parseSync(file, text);
  const code = comments.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  const imported = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  return [
    ...imported.filter((name) => /^(node|cloudflare):/.test(name)),
    ...[...code.matchAll(/\b(?:Buffer|process|caches|env|document\.(?:createElement|body))\b(?=[.(])/g)].map(
      ([name]) => name,
    ),
  ];
}

it("the engine asks its host for nothing that only some hosts have, but behind the seam", () => {
  expect(files.length).toBeGreaterThan(200);
  const asking = files.filter((file) => !file.startsWith("src/platform/native/"));
  expect(asking.flatMap((file) => hostNames(file).map((name) => `${file}: ${name}`))).toEqual([]);
});

it("both sides of the seam have the same modules", () => {
  const sides = ["native", "portable"].map((side) =>
    globSync("*.ts", { cwd: path.join(ROOT, "src/platform", side) })
      .filter((name) => name !== "output.ts")
      .sort(),
  );
  expect(sides[0]).toEqual(sides[1]);
});

it("what is not the engine knows of it the door, and the tables of limits that every isolate publishes", () => {
  const others = globSync("src/**/*.ts", { cwd: ROOT }).filter((file) => file !== "src/engine.ts" && !ROOMS.test(file));
  const inside = others
    .flatMap((file) => importsOf(file, readFileSync(path.join(ROOT, file), "utf8")))
    .filter(({ to }) => ROOMS.test(to) && !/(caps|limits)\.ts$/.test(to));
  expect(inside).toEqual([]);
});
