import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { PROJECT } from "../../../scripts/lib/service.ts";
import { tinyPdf } from "../../fixtures/pdf.ts";

const { api, key } = inject("service");
let folder: string;
let files: string[];

function run(command: string, ...args: string[]): string {
  const env = { ...process.env, QUIRE: api, QUIRE_API_KEY: key };
  return execFileSync(command, args, { cwd: folder, env, encoding: "utf8" });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "quire-client-"));
  const packed = execFileSync("npm", ["pack", "--json", "--loglevel=error", "--pack-destination", folder], {
    cwd: path.join(PROJECT, "client"),
    encoding: "utf8",
  });
  const [made] = JSON.parse(packed.slice(packed.indexOf("[\n"))) as [{ filename: string; files: { path: string }[] }];
  files = made.files.map(({ path: file }) => file);
  await writeFile(
    path.join(folder, "package.json"),
    JSON.stringify({ name: "customer", private: true, type: "module" }),
  );
  run("npm", "install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", `./${made.filename}`);
  await writeFile(path.join(folder, "report.pdf"), tinyPdf(3));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it("the packed client holds the built modules with their types, the page and the licence, and nothing of the sources", () => {
  expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "dist/index.js", "dist/index.d.ts"]));
  expect(files.filter((file) => file.startsWith("src/"))).toEqual([]);
});

it("installed into an empty folder, does what the first lines of its page say", async () => {
  const page = await readFile(path.join(folder, "node_modules", "quire-client", "README.md"), "utf8");
  const first = /```ts\n([\s\S]*?)```/.exec(page)?.[1] as string;
  const program = first.replace('"https://api.example.com"', "process.env.QUIRE").replaceAll("!,", ",");
  await writeFile(path.join(folder, "first.mjs"), `${program}\nconsole.log(downloadUrl);\n`);
  const link = run(process.execPath, "first.mjs").trim();
  expect(await (await fetch(link)).text()).toMatch(/^%PDF-/);
});

it("the packed client is called from CommonJS", async () => {
  const program = `
    const { Quire, QuireError } = require("quire-client");
    const quire = new Quire({ apiKey: process.env.QUIRE_API_KEY, baseUrl: process.env.QUIRE });
    quire.htmlToPdf({ html: "" }).catch((error) => console.log(error instanceof QuireError, error.field));`;
  await writeFile(path.join(folder, "program.cjs"), program);
  expect(run(process.execPath, "--no-warnings", "program.cjs").trim()).toBe("true html");
});

it("the packed client has types that a strict program is checked by", async () => {
  const program = `
    import { Quire } from "quire-client";
    const quire = new Quire({ apiKey: "", baseUrl: "" });
    export const parts: Promise<string[]> = quire
      .split({ file: new Blob([]), splitMode: "ranges", ranges: ["1"] }, { onUploadProgress: ({ sent }) => void sent })
      .then(({ files }) => files.map(({ downloadUrl }) => downloadUrl));
    // @ts-expect-error: there is no such mode
    void quire.split({ splitMode: "range" });`;
  await writeFile(path.join(folder, "program.ts"), program);
  const options = [
    "--strict",
    "--noEmit",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--lib",
    "es2023,dom,dom.iterable",
  ];
  run(path.join(PROJECT, "node_modules", ".bin", "tsc"), ...options, "program.ts");
});
