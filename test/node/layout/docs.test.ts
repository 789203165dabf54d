import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { GUIDES } from "../../../scripts/lib/docs-nav.ts";

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

it("every link of the documentation leads to a file that is there", () => {
  const pages = ["README.md", "CONTRIBUTING.md", "client/README.md", ...globSync("docs/**/*.md", { cwd: ROOT })];
  const links = pages.flatMap((page) =>
    [...readFileSync(path.join(ROOT, page), "utf8").matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)/g)].map(([, link]) =>
      path.join(path.dirname(page), link as string),
    ),
  );
  expect(links.length).toBeGreaterThan(80);
  expect(links.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

it("a page of the documentation has a name of its own, whichever room it is in", () => {
  const names = globSync("docs/{use,run,inside}/*.md", { cwd: ROOT }).map((file) => path.basename(file));
  expect(names.length).toBeGreaterThan(25);
  expect(new Set(names).size).toBe(names.length);
});

it("every promise of docs/run/security.md names a test, and each of them is there", () => {
  const rows =
    readFileSync(path.join(ROOT, "docs", "run", "security.md"), "utf8").match(/^\|(?! (threat|guard|---) ).*/gm) ?? [];
  expect(rows.length).toBeGreaterThan(80);
  for (const row of rows) {
    const tests = [...(row.split("|").at(-2) ?? "").matchAll(/`([\w./-]+(?:\.test\.ts|\/))`/g)].map(
      ([, file]) => `${file}`,
    );
    expect(tests, row).not.toEqual([]);
    let folder = "";
    for (const file of tests) {
      // A file by itself lies beside the one that was named before it.
      const whole = file.startsWith("test/") ? file : path.join(folder, file);
      expect(existsSync(path.join(ROOT, whole)), `${row} names ${whole}`).toBe(true);
      folder = path.dirname(whole);
    }
  }
});

it("every guide for callers is a page of the documentation", () => {
  const guides = readdirSync(path.join(ROOT, "docs", "use")).filter((name) => name.endsWith(".md"));
  const shown = GUIDES.map(({ guide }) => `${guide}.md`);
  expect(guides.filter((name) => !shown.includes(name))).toEqual([]);
});
