import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PATHS = /`((?:src|test|lab|scripts|wasm|web)\/[\w./-]+)`/g;

it("every file and folder that the documentation names is there", () => {
  const pages = ["README.md", "CONTRIBUTING.md", ...globSync("{docs,wasm}/**/*.md", { cwd: ROOT })];
  const named = pages.flatMap((page) => {
    const text = readFileSync(path.join(ROOT, page), "utf8");
    return [...text.matchAll(PATHS)].map(([, file]) => ({ page, file: file as string }));
  });
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ file }) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
