import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { japanesePdf } from "../../fixtures/east-asian.ts";
import { type Customer, customerOf, engineProgram } from "../../support/customer.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");
let customer: Customer;

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: customer.folder, encoding: "utf8" });
}

beforeAll(async () => {
  customer = await customerOf("engine");
}, 180_000);
afterAll(() => rm(customer.folder, { recursive: true, force: true }));

it("the packed engine holds a build for each kind of host with its kernels, types, the page and the licence", () => {
  const { files } = customer;
  const hosts = ["workerd", "node", "page"].flatMap((host) => [`dist/${host}/index.js`, `dist/${host}/index.js.map`]);
  expect(files).toEqual(expect.arrayContaining([...hosts, "LICENSE", "README.md", "dist/types/src/engine.d.ts"]));
  expect(files).toContain("dist/workerd/wasm/inflate.wasm");
  expect(files.filter((file) => file.startsWith("src/"))).toEqual([]);
});

it("installed into an empty folder, does what each example of its page says", async () => {
  const { examples, folder } = customer;
  expect(examples).toHaveLength(5);
  for (const [index, example] of examples.entries()) {
    await writeFile(path.join(folder, `${index}.mjs`), engineProgram(example));
    expect(run(process.execPath, `${index}.mjs`), example).toMatch(/made true\n$/);
  }
});

it("is as large as its page says, to a twentieth", async () => {
  const installed = path.join(customer.folder, "node_modules", "quire-engine");
  const modules = (await readdir(path.join(installed, "dist", "page"))).filter((name) => name.endsWith(".js"));
  const sizes = modules.map(
    async (name) => gzipSync(await readFile(path.join(installed, "dist", "page", name))).length,
  );
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const [, said] = /^!\[(\d+) KB\]/m.exec(await readFile(path.join(installed, "README.md"), "utf8")) ?? [];
  expect(Math.abs(Number(said) * 1000 - bytes) / bytes).toBeLessThan(0.05);
});

describe("at a shell, quire-engine", () => {
  const shell = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync("npx", ["--no-install", "quire-engine", ...args], {
      cwd: customer.folder,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  const facts = (...args: string[]) => JSON.parse(shell(...args, "--json").stdout);

  it("crops, and says by inspect how large the page is now", () => {
    expect(shell("crop", "report.pdf", "--area", "2:10,20,100,50", "-o", "cut.pdf")).toMatchObject({ status: 0 });
    const { pages } = JSON.parse(shell("inspect", "cut.pdf").stdout);
    expect(pages.map(({ width, height }: { width: number; height: number }) => [width, height])).toEqual([
      [595, 842],
      [100, 50],
      [595, 842],
    ]);
    expect(facts("crop", "report.pdf", "--area", "1:0,0,50,50", "--remove", "-o", "cut.pdf")).toHaveProperty("pages");
    expect(shell("crop", "report.pdf", "--auto", "--margin", "5", "-o", "cut.pdf").status).toBe(0);
  });

  it("prints what pages say, as Markdown", () => {
    expect(shell("inspect", "report.pdf", "--markdown")).toMatchObject({ status: 0, stderr: "" });
  });

  it("reads East Asian text of a font without /ToUnicode, for which it loads a table", async () => {
    await writeFile(path.join(customer.folder, "japanese.pdf"), japanesePdf());
    expect(shell("inspect", "japanese.pdf", "--markdown")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("漢字です"),
    });
  });

  it("splits into a folder, and makes a PDF of images", () => {
    expect(facts("split", "report.pdf", "--pages", "1-2", "--pages", "r1", "-o", "parts")).toEqual([
      { name: path.join("parts", "1.pdf"), pages: "1-2" },
      { name: path.join("parts", "2.pdf"), pages: "3" },
    ]);
    expect(JSON.parse(shell("inspect", "parts/1.pdf").stdout).pageCount).toBe(2);
    expect(facts("images", "a.png", "-o", "images.pdf", "--page-size", "A4")).toMatchObject({ pageCount: 1 });
  });

  it("ends with 3 where nothing is found or a level is not met, and makes no file", () => {
    const nothing = shell("redact", "report.pdf", "--text", "nobody", "-o", "none.pdf");
    expect([nothing.status, existsSync(path.join(customer.folder, "none.pdf"))]).toEqual([3, false]);
    expect(nothing.stdout).toContain("No text was found");
    expect(shell("check", "report.pdf", "--level", "pdfa-2b").status).toBe(3);
  });

  it.each([
    [2, "Usage", []],
    [2, "--auto or --area", ["crop", "report.pdf", "-o", "x.pdf"]],
    [2, "page:x,y,width,height", ["crop", "report.pdf", "--area", "1", "-o", "x.pdf"]],
    [2, "Unknown option '--areas'", ["crop", "report.pdf", "--areas", "1"]],
    [1, "no such file", ["inspect", "missing.pdf"]],
    [1, "PDF", ["inspect", "a.png"]],
  ])("ends with %i and says %j", (status, says, args) => {
    const ended = shell(...args);
    expect([ended.status, ended.stdout]).toEqual([status, ""]);
    expect(ended.stderr).toContain(says);
  });
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
  await writeFile(path.join(customer.folder, "both.mjs"), program);
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
  await writeFile(path.join(customer.folder, "program.ts"), program);
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
