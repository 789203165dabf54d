import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import { importsOf } from "./import-circles.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** The rooms of docs/architecture.md that are the engine, and what they stand on. */
const ROOMS = /^src\/(codecs|images|pdf-\w+|crop|split|merge|forms|remove|redact|inspect|text-layer)\//;
const ENGINE =
  "{engine.ts,{codecs,images,pdf-file,pdf-pages,pdf-content,pdf-conformance,crop,split,merge,forms,remove,redact,inspect,text-layer,meter,platform}/**/*.ts}";

const files = globSync(`src/${ENGINE}`, { cwd: ROOT }).sort();

/** Each file's text without its comments, and what it imports. */
const sources = files.map((file) => {
  const text = readFileSync(path.join(ROOT, file), "utf8");
  const { module, comments } = parseSync(file, text);
  const ends = [...comments.map(({ start }) => start), text.length];
  const code = ends.map((end, at) => text.slice(comments[at - 1]?.end ?? 0, end)).join("");
  return { file, code, imported: module.staticImports.map(({ moduleRequest }) => moduleRequest.value) };
});

/** Names by which a file asks its host for something, and that only some hosts have. */
function hostNames({ code, imported }: (typeof sources)[number]): string[] {
  return [
    ...imported.filter((name) => /^(node|cloudflare):/.test(name)),
    ...[...code.matchAll(/\b(?:Buffer|process|caches|env|document\.(?:createElement|body))\b(?=[.(])/g)].map(
      ([name]) => name,
    ),
  ];
}

it("the engine asks its host for nothing that only some hosts have, but behind the seam", () => {
  expect(files.length).toBeGreaterThan(200);
  const asking = sources.filter(({ file }) => !file.startsWith("src/platform/native/"));
  expect(asking.flatMap((source) => hostNames(source).map((name) => `${source.file}: ${name}`))).toEqual([]);
});

/** Of the language after ES2023, what Node 20 lacks: grouping, promises with their ends, iterators' own methods. */
const TOO_NEW = [
  /\b(?:Map|Object)\.groupBy\(/,
  /\bPromise\.(?:withResolvers|try)\b/,
  /\bArray\.fromAsync\(/,
  /\bIterator\./,
  /\.(?:keys|values|entries)\(\)\s*\.(?:map|filter|some|every|find|reduce|toArray|take|drop|flatMap)\(/,
  /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|difference|intersection|symmetricDifference|union)\(/,
];

it("the engine runs in the oldest Node that its package names", () => {
  const { engines } = JSON.parse(readFileSync(path.join(ROOT, "engine/package.json"), "utf8"));
  expect(engines.node).toMatch(/^\^20\./);
  const tooNew = sources.filter(({ code }) => TOO_NEW.some((pattern) => pattern.test(code)));
  expect(tooNew.map(({ file }) => file)).toEqual([]);
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

it("no class extends one of the language but Error: what all strings or lists do would be looked up from then on", () => {
  const extended = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/\bclass\s+\w*\s*(?:<[^{]*>)?\s*extends\s+(\w+)/g)].flatMap(([, name = ""]) =>
      name in globalThis && name !== "Error" ? [`${file}: ${name}`] : [],
    ),
  );
  expect(extended).toEqual([]);
});
