import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { Imports } from "../../../scripts/lib/near-tests.ts";
import { SLOW_TESTS } from "../../../scripts/lib/slow-tests.ts";
import { importsOf } from "./import-circles.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const SHARED = /^test\/(fixtures|support)\//;

const tests = globSync("test/**/*.test.ts", { cwd: ROOT });
const imports = globSync("{test,lab,scripts}/**/*.ts", { cwd: ROOT }).flatMap((file) =>
  importsOf(file, readFileSync(path.join(ROOT, file), "utf8")),
);

it("every test lies in a folder of the name that its subject's folder has", () => {
  const mirrors = tests.filter((file) => !/^test\/(e2e|node\/layout)\//.test(file));
  expect(mirrors.length).toBeGreaterThan(150);
  const alone = mirrors.filter((file) => {
    // Recorded results stand in a folder of their own beside the other tests of their subject.
    const folder = path
      .dirname(file)
      .replace(/^test\/(node\/)?/, "")
      .replace(/\/recorded$/, "");
    return ![`src/${folder}`, folder].some((each) => existsSync(path.join(ROOT, each)));
  });
  expect(alone).toEqual([]);
});

it("every source is reached by the imports of a test, but the doors that builds open by their paths", () => {
  const reach = new Imports(ROOT);
  const own = tests.filter((file) => !/^test\/(e2e|node\/layout)\//.test(file));
  const reached = new Set(own.flatMap((file) => [...reach.reach(file).keys()]));
  const doors = readFileSync(path.join(ROOT, "knip.json"), "utf8");
  const sources = globSync("src/**/*.ts", { cwd: ROOT }).filter((file) => !file.endsWith(".d.ts"));
  expect(sources.length).toBeGreaterThan(600);
  expect(sources.filter((file) => !reached.has(file) && !doors.includes(`"${file}"`))).toEqual([]);
});

it("fixtures import nothing but sources, and what supports tests imports fixtures and no test", () => {
  const above = (shared: RegExp, allowed: RegExp) =>
    imports.filter(({ from, to }) => shared.test(from) && /^(test|lab|scripts)\//.test(to) && !allowed.test(to));
  expect(above(/^test\/fixtures\//, /^test\/fixtures\//)).toEqual([]);
  expect(above(/^test\/support\//, /^(test\/(fixtures|support)|scripts)\//)).toEqual([]);
});

it("the lab and the scripts know of tests only what is shared, and only the lab's own tests know the lab", () => {
  const outside = imports.filter(({ from, to }) => !from.startsWith("test/") && to.startsWith("test/"));
  expect(outside.length).toBeGreaterThan(20);
  expect(outside.filter(({ to }) => !SHARED.test(to))).toEqual([]);
  const intoLab = imports.filter(({ from, to }) => !from.startsWith("lab/") && to.startsWith("lab/"));
  expect(intoLab.filter(({ from }) => !/^test\/(node\/)?lab\//.test(from))).toEqual([]);
});

it("every slow test that a quick run leaves out is there", () => {
  for (const files of SLOW_TESTS) expect(globSync(files, { cwd: ROOT }), files).not.toEqual([]);
});

it("a quick run can leave files out of every project: none has an `exclude` of its own, which vitest would prefer", () => {
  expect(readFileSync(path.join(ROOT, "vitest.config.mts"), "utf8")).not.toMatch(/^\s*exclude:/m);
});
