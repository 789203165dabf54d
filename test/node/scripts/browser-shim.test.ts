import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import puppeteer from "puppeteer-core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Shim, shimScript } from "../../../scripts/lib/browser-shim.ts";
import { ensureBrowser } from "../../../scripts/lib/local-browser.ts";

let folder: string;
let child: ChildProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "shim-"));
});
afterEach(async () => {
  end();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

function end(): void {
  try {
    if (child?.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** As miniflare starts it: with an empty environment, and nobody reads on after the address of DevTools. */
async function start(shim: Partial<Shim>): Promise<string> {
  const { executable } = await ensureBrowser();
  const flags = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const place = path.join(folder, "chrome");
  await writeFile(place, shimScript({ executable, env: {}, folder, idleSeconds: 600, flags, ...shim }));
  await chmod(place, 0o755);
  const args = ["--headless=new", "--disable-features=Translate", "about:blank", "--remote-debugging-port=0"];
  child = spawn(place, [...args, `--user-data-dir=${folder}/profile`], {
    env: {} as NodeJS.ProcessEnv,
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const { stderr } = child as { stderr: NonNullable<ChildProcess["stderr"]> };
  let text = "";
  for await (const chunk of stderr.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const address = /DevTools listening on (\S+)\n/.exec(text)?.[1];
    if (address) return address;
  }
  throw new Error(`no address in ${text}`);
}

/** A program in the browser's place. */
async function program(text: string): Promise<string> {
  const place = path.join(folder, "program");
  await writeFile(place, `#!/bin/sh\n${text}\n`);
  await chmod(place, 0o755);
  return place;
}

it("a browser is never held up by what it writes, although nobody reads it", async () => {
  const line = "x".repeat(1_000);
  const executable = await program(`echo "DevTools listening on ws://here" >&2
    i=0; while [ $i -lt 3000 ]; do echo ${line} >&2; i=$((i + 1)); done; touch ${folder}/through; exec sleep 30`);
  expect(await start({ executable, flags: [] })).toBe("ws://here");
  await expect.poll(() => readdir(folder), { timeout: 20_000 }).toContain("through");
});

it("the last words of a browser that does not start are passed on", async () => {
  await expect(start({ executable: await program("echo 'no display' >&2; exit 1"), flags: [] })).rejects.toThrow(
    "no display",
  );
});

it("a browser has a language that Intl knows, and the environment that it was given", async () => {
  const browser = await puppeteer.connect({
    browserWSEndpoint: await start({ env: { LANG: "en_US.UTF-8", TZ: "Asia/Tokyo" } }),
  });
  const page = await browser.newPage();
  const said = await page.evaluate(() => [
    navigator.language,
    new Intl.NumberFormat(navigator.language).format(1.5),
    new Date(0).getHours(),
  ]);
  await browser.disconnect();
  expect(said).toEqual(["en-US", "1.5", 9]);
});

it("a browser ends when nothing is rendered any more, and not before", async () => {
  const browser = await puppeteer.connect({ browserWSEndpoint: await start({ idleSeconds: 8 }) });
  for (let i = 0; i < 5; i++) {
    const context = await browser.createBrowserContext();
    await (await context.newPage()).goto("data:text/html,page");
    await context.close();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  expect(browser.connected).toBe(true);
  await expect.poll(() => browser.connected, { timeout: 25_000 }).toBe(false);
});

it("a browser ends with whoever started it", async () => {
  await start({});
  const { pid } = child as ChildProcess;
  // The shell in between is the one that is killed.
  const starter = spawn("/bin/sh", [
    "-c",
    `${folder}/chrome --headless=new about:blank --user-data-dir=${folder}/two & echo $!; wait`,
  ]);
  const [chunk] = (await new Promise((resolve) => starter.stdout.once("data", (data) => resolve([data])))) as [Buffer];
  const second = Number(String(chunk));
  // Only a script that has begun knows who started it.
  await expect.poll(() => existsSync(`${folder}/two`), { timeout: 15_000 }).toBe(true);
  expect(isRunning(second)).toBe(true);
  starter.kill("SIGKILL");
  await expect.poll(() => isRunning(second), { timeout: 15_000 }).toBe(false);
  expect(isRunning(pid as number)).toBe(true);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
