import { execFileSync, spawn } from "node:child_process";
import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { unstable_startWorker } from "wrangler";
import { ensureBrowser } from "../../scripts/lib/local-browser.ts";
import { inspect } from "../../src/engine.ts";
import { pdf, stream } from "../fixtures/pdf.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
const EXAMPLES = path.join(PROJECT, "examples");
const { api, key } = inject("service");
const env = { ...process.env, QUIRE: api, QUIRE_API_KEY: key };

/** Two pages of A4, each with a square of 100 points at 200, 300. */
const REPORT = pdf({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 595 842]>>",
  3: "<</Type/Page/Parent 2 0 R/Contents 5 0 R>>",
  4: "<</Type/Page/Parent 2 0 R/Contents 5 0 R>>",
  5: stream("200 300 100 100 re f"),
});

let folder: string;
let report: string;
beforeAll(async () => {
  // The packages as they are published, from these sources.
  for (const name of ["engine", "client"]) {
    execFileSync("npm", ["run", "build"], { cwd: path.join(PROJECT, name), stdio: "pipe" });
  }
  folder = await mkdtemp(path.join(os.tmpdir(), "quire-examples-"));
  report = path.join(folder, "report.pdf");
  await writeFile(report, REPORT);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function sizesOf(file: Uint8Array): Promise<number[][]> {
  return (await inspect(file)).pages.map(({ width, height }) => [Math.round(width), Math.round(height)]);
}

it("the Worker answers a PDF without its margins, and refuses what is none", async () => {
  const worker = await unstable_startWorker({
    config: path.join(EXAMPLES, "worker", "wrangler.toml"),
    dev: { server: { port: 0 }, inspector: false, logLevel: "error" },
  });
  onTestFinished(() => worker.dispose());
  const send = (body: BodyInit) => worker.fetch("http://example/", { method: "POST", body: body as never });
  const answer = await send(REPORT as Uint8Array<ArrayBuffer>);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  expect(await sizesOf(new Uint8Array(await answer.arrayBuffer()))).toEqual([
    [120, 120],
    [120, 120],
  ]);
  expect((await send("no PDF")).status).toBe(400);
});

it("the server in Express answers a page, and the same page as a PDF", async () => {
  const server = spawn(process.execPath, [path.join(EXAMPLES, "express", "server.js")], {
    env: { ...env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void server.kill());
  const [said] = await new Promise<[Buffer]>((resolve) =>
    server.stdout.once("data", (...all: [Buffer]) => resolve(all)),
  );
  const address = String(said).trim();
  expect(await (await fetch(address.replace("/pdf", ""))).text()).toBe("<h1>Invoice 42</h1><p>Thank you.</p>");
  const answer = await fetch(address);
  expect(answer.headers.get("Content-Disposition")).toBe("attachment; filename=invoice-42.pdf");
  const { pages } = await inspect(new Uint8Array(await answer.arrayBuffer()), { text: "lines" });
  expect(pages[0]?.text?.lines.map(({ text }) => text)).toEqual(["Invoice 42", "Thank you."]);
});

it("the page crops a file in the browser, which sends it nowhere", async () => {
  const asked: string[] = [];
  const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const site = createServer(({ url = "", method = "" }, answer) => {
    asked.push(method);
    const file = path.join(url.startsWith("/node_modules/") ? PROJECT : path.join(EXAMPLES, "browser"), url);
    if (!existsSync(file)) return void answer.writeHead(404).end();
    answer.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(answer);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void site.close());
  const { executable, env: own } = await ensureBrowser();
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: executable, args, env: { ...process.env, ...own } as never });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/index.html`);
  await page.setInputFiles("input", report);
  await page.getByText("2 pages were cropped.").waitFor({ timeout: 60_000 });
  const download = page.waitForEvent("download");
  await page.getByText("Save it without its margins").click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("report-cropped.pdf");
  expect(await sizesOf(await readFile(await saved.path()))).toEqual([
    [120, 120],
    [120, 120],
  ]);
  expect(new Set(asked)).toEqual(new Set(["GET"]));
});

it("the script splits every PDF of a folder, and names what it cannot use", async () => {
  const script = path.join(EXAMPLES, "folder", "split.sh");
  const output = path.join(folder, "parts");
  const split = () => execFileSync("sh", [script, folder, output], { cwd: PROJECT, encoding: "utf8", stdio: "pipe" });
  expect(split()).toContain("2 files in");
  expect(await readdir(path.join(output, "report"))).toEqual(["1.pdf", "2.pdf"]);
  await writeFile(path.join(folder, "broken.pdf"), "no PDF");
  expect(split).toThrow(/not a PDF|no PDF/i);
  await rm(path.join(folder, "broken.pdf"));
});

it("the agent uploads a file, looks at it, and gets a link to the upper half of its first page", async () => {
  const said = execFileSync(process.execPath, [path.join(EXAMPLES, "agent", "agent.js"), report], {
    env,
    encoding: "utf8",
  });
  const [, link] = /^The upper half of page 1 of 2: (\S+)$/m.exec(said) ?? [];
  const file = new Uint8Array(await (await fetch(String(link))).arrayBuffer());
  expect(await sizesOf(file)).toEqual([
    [595, 421],
    [595, 842],
  ]);
});
