import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { SERVICE_VERSION } from "../../../src/mcp/revisions.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

/** The one place that says where the repository is. `npm run record -- repository` brings it to all others. */
const { url } = (JSON.parse(read("package.json")) as { repository: { url: string } }).repository;
const address = url.replace(/^git\+|\.git$/g, "");
const [owner, name] = new URL(address).pathname.slice(1).split("/");

const ADDRESS = /https:\/\/[\w.-]+\/[\w.-]+\/[\w-]+(?=\.git"|"|\)|\/security\/| && cd)/g;
const PLACES: [file: string, lines: RegExp][] = [
  ["README.md", /^ {4}git clone .*$/gm],
  [".github/ISSUE_TEMPLATE/config.yml", /^ {4}url: .*$/gm],
  ["docs/run/deployment.md", /\?url=.*\)$/gm],
  ["client/package.json", /"url": "git\+.*"/g],
  ["engine/package.json", /"url": "git\+.*"/g],
  ["server.json", /"repository": .*$/gm],
];

it.each(PLACES)("%s has the repository of package.json", async (file, lines) => {
  const text = read(file);
  const found = text.match(lines) ?? [];
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(ADDRESS);
  const named = text.replace(lines, (line) => line.replace(ADDRESS, address));
  const registry = named.replace(/"io\.github\.[^/"]+\/[^"]+"/, `"io.github.${owner}/${name}"`);
  const folder = registry.replace(/(git clone .* && cd ).*$/m, `$1${name}`);
  await expect(folder).toMatchFileSnapshot(path.join(ROOT, file));
});

it("no other file names it", () => {
  const patterns = ["*", ".github/**/*.*", "{client,docs,engine,scripts,src,web}/**/*.{ts,tsx,md,json,html,css}"];
  const files = globSync(patterns, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/node_modules|\/dist(\/|$)/.test(entry.parentPath))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
  expect(files.length).toBeGreaterThan(500);
  const known = new Set(["package.json", ...PLACES.map(([file]) => file)]);
  expect(files.filter((file) => read(file).includes(`${owner}/${name}`) && !known.has(file))).toEqual([]);
});

it.each(["package.json", "server.json"])("the service says the version of %s", (file) => {
  expect(SERVICE_VERSION).toBe((JSON.parse(read(file)) as { version: string }).version);
});
