import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tinyPdf } from "../../fixtures/pdf.ts";
import { png } from "../../fixtures/png.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");
let folder: string;
let files: string[];

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: folder, encoding: "utf8" });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "quire-engine-"));
  const packed = execFileSync("npm", ["pack", "--json", "--loglevel=error", "--pack-destination", folder], {
    cwd: path.join(PROJECT, "engine"),
    encoding: "utf8",
  });
  const [made] = JSON.parse(packed.slice(packed.indexOf("[\n"))) as [{ filename: string; files: { path: string }[] }];
  files = made.files.map(({ path: file }) => file);
  await writeFile(path.join(folder, "package.json"), '{"name":"customer","private":true,"type":"module"}');
  run("npm", "install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", `./${made.filename}`);
  await writeFile(path.join(folder, "report.pdf"), tinyPdf(3));
  const picture = png({ width: 4, height: 3, depth: 8, colourType: 2, pixel: (x, y) => [x * 60, y * 80, 9] });
  await writeFile(path.join(folder, "a.png"), picture);
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

it("the packed engine holds a build for each kind of host with its kernels, types, the page and the licence", () => {
  const hosts = ["workerd", "node", "page"].flatMap((host) => [`dist/${host}/index.js`, `dist/${host}/index.js.map`]);
  expect(files).toEqual(expect.arrayContaining([...hosts, "LICENSE", "README.md", "dist/types/src/engine.d.ts"]));
  expect(files).toContain("dist/workerd/wasm/inflate.wasm");
  expect(files.filter((file) => file.startsWith("src/"))).toEqual([]);
});

it("installed into an empty folder, does what each example of its page says", async () => {
  const page = await readFile(path.join(folder, "node_modules", "quire-engine", "README.md"), "utf8");
  const examples = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code as string);
  expect(examples).toHaveLength(5);
  for (const [index, example] of examples.entries()) {
    const around = example.includes("readFile")
      ? ""
      : 'import { readFile } from "node:fs/promises";\nconst [pdf, png] = [await readFile("report.pdf"), await readFile("a.png")];\n';
    const made = /\bfile\b/.test(example) && !example.includes("answers") ? "file.size" : "parts.length";
    await writeFile(path.join(folder, `${index}.mjs`), `${around}${example}\nconsole.log("made", ${made} > 0);\n`);
    expect(run(process.execPath, `${index}.mjs`), example).toMatch(/made true\n$/);
  }
});

it("makes in a page what it makes in Node", async () => {
  const program = `
    import { readFile } from "node:fs/promises";
    import * as native from "quire-engine";
    import * as page from "./node_modules/quire-engine/dist/page/index.js";
    const pdf = new Uint8Array(await readFile("report.pdf"));
    const area = { x: 0, y: 0, width: 200, height: 400 };
    const made = async (engine) => {
      const cropped = await engine.crop(pdf, { definitions: [{ page: 1, area }] });
      const { parts } = await engine.split(pdf, { every: 1 });
      const removed = await engine.removeOutside(pdf, { definitions: [{ page: 1, area }], all: true });
      const { pages } = await engine.inspect(removed.file.bytes(), { content: true });
      return [cropped.file.bytes(), parts.map(({ file }) => file.bytes()), removed.removal, pages];
    };
    const [a, b] = [await made(native), await made(page)];
    console.log(JSON.stringify(a) === JSON.stringify(b));`;
  await writeFile(path.join(folder, "both.mjs"), program);
  expect(run(process.execPath, "both.mjs").trim()).toBe("true");
});

it("has types that a strict program is checked by", async () => {
  const program = `
    import { crop, MisfitProblem, split, type PdfFile } from "quire-engine";
    export const file: Promise<PdfFile> = crop(new Uint8Array(), { definitions: [] }).then((made) => made.file);
    export const sizes: Promise<number[]> = split(new Uint8Array(), { every: 2 }).then(({ parts }) =>
      parts.map(({ file: part }) => part.size));
    export const misfit = (problem: MisfitProblem): string => problem.misfit.kind;
    // @ts-expect-error: there is no such mode
    void split(new Uint8Array(), { each: 2 });`;
  await writeFile(path.join(folder, "program.ts"), program);
  const options = [
    "--strict",
    "--noEmit",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--lib",
    "esnext,dom,dom.iterable",
  ];
  expect(run(path.join(PROJECT, "node_modules", ".bin", "tsc"), ...options, "program.ts")).toBe("");
});
