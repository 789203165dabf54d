import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { importCircles, importsOf } from "./import-circles.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

function read(folder: string): Map<string, string> {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => [`${folder}/${file}`, readFileSync(path.join(ROOT, folder, file), "utf8")]),
  );
}

it.each(["src", "lab", "scripts", "test", "web/src"])(
  "no file or folder of %s imports one that leads back to it",
  (folder) => {
    expect(importCircles(read(folder))).toEqual([]);
  },
);

it("a folder of src imports only what is below it in the table of docs/inside/architecture.md", () => {
  const architecture = readFileSync(path.join(ROOT, "docs", "inside", "architecture.md"), "utf8");
  const table = architecture.slice(architecture.indexOf("| folder of `src/` |")).split("\n\n", 1)[0] as string;
  const rows = table.split("\n").map((row) => row.split("|")[1] as string);
  const rooms = rows.slice(2).flatMap((row) => [...row.matchAll(/`([\w.-]+)\/?`/g)].map(([, room]) => room as string));
  const roomOf = (file: string) => file.split("/")[1] as string;
  const sources = [...read("src")].filter(([file]) => !file.endsWith(".d.ts"));
  expect(new Set(rooms)).toEqual(new Set(sources.map(([file]) => roomOf(file))));
  const upwards = sources
    .flatMap(([file, text]) => importsOf(file, text))
    .filter(({ from, to }) => to.startsWith("src/") && rooms.indexOf(roomOf(to)) < rooms.indexOf(roomOf(from)));
  expect(upwards).toEqual([]);
});

it("the proof of a removal imports nothing of what writes it, and nothing that does", () => {
  const room = read("src/remove");
  const reached = new Set([...room.keys()].filter((file) => file.startsWith("src/remove/prove/")));
  for (const file of reached) {
    for (const { to } of importsOf(file, room.get(file)!)) if (room.has(to)) reached.add(to);
  }
  const beside = [...reached].filter((file) => !file.startsWith("src/remove/prove/"));
  const shared = ["areas", "mesh", "reading", "shelf", "tally"];
  expect(beside.sort()).toEqual(shared.map((name) => `src/remove/${name}.ts`));
});

it("no folder of src has more files than a stranger can look through", () => {
  const files = [...read("src").keys()].map((file) => file.split("/")[1] as string);
  const counts = new Map<string, number>();
  for (const room of files) counts.set(room, (counts.get(room) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 100)).toEqual([]);
});

it("a circle is named by the imports that make it, whatever their kind", () => {
  const sources = new Map([
    ["src/a/one.ts", 'import type { Two } from "../b/two.ts";'],
    ["src/b/two.ts", 'export { three } from "./deep/three.ts";'],
    ["src/b/deep/three.ts", 'export const three = () => import("../../c/four.ts");'],
    ["src/c/four.ts", 'import "../a/one.ts";'],
    ["src/main.ts", 'import "./a/one.ts";\nimport "node:path";'],
  ]);
  expect(importCircles(sources)).toEqual([
    ["src/a/one.ts → src/b/two.ts", "src/b/deep/three.ts → src/c/four.ts", "src/c/four.ts → src/a/one.ts"],
  ]);
});

it("a folder may be between files that import it and files that it imports, but not between a file and itself", () => {
  const below = new Map([
    ["src/html/convert.ts", 'import "./browser/page.ts";'],
    ["src/html/browser/page.ts", 'import "../limits.ts";'],
    ["src/html/limits.ts", ""],
  ]);
  expect(importCircles(below)).toEqual([]);
  expect(importCircles(new Map([...below, ["src/html/limits.ts", 'import "./convert.ts";']]))).toHaveLength(1);
  const sideBySide = new Map([
    ["src/one.ts", 'import "./two.ts";'],
    ["src/two.ts", 'import "./one.ts";'],
  ]);
  expect(importCircles(sideBySide)).toHaveLength(1);
});
