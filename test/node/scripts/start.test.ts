import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROJECT } from "../../../scripts/lib/service.ts";
import { holdState, requireFreePort } from "../../../scripts/lib/start-checks.ts";

let folder: string;
const servers: Server[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "quire-start-"));
  OFFLINE.npm_config_cache = path.join(folder, "empty-cache");
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server that gives everyone this answer; its port. */
async function serve(body: string): Promise<number> {
  const server = createServer((_, response) => response.end(body));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function run(args: string[], cwd: string, env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; lines: string[] }>((resolve) => {
    const child = execFile(process.execPath, args, { cwd, env: { ...process.env, ...env } }, (_, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.split("\n").filter((line) => line.trim() !== "" && !line.endsWith("…"));
      resolve({ code: child.exitCode, lines });
    });
  });
}

/** No registry answers here, and nothing was fetched before. */
const OFFLINE = { npm_config_registry: "http://127.0.0.1:1/", npm_config_cache: "" };

/** A clone with one dependency, not yet installed. */
async function cloneToInstall(name: string): Promise<string> {
  const clone = path.join(folder, name);
  await mkdir(path.join(clone, "scripts"), { recursive: true });
  await cp(path.join(PROJECT, "scripts", "setup.mjs"), path.join(clone, "scripts", "setup.mjs"));
  const dependencies = { hono: "4.13.19" };
  await writeFile(path.join(clone, "package.json"), JSON.stringify({ name: "clone", version: "1.0.0", dependencies }));
  const packages = {
    "": { name: "clone", version: "1.0.0", dependencies },
    "node_modules/hono": { version: "4.13.19", resolved: "https://registry.npmjs.org/hono/-/hono-4.13.19.tgz" },
  };
  const lock = { name: "clone", version: "1.0.0", lockfileVersion: 3, packages };
  await writeFile(path.join(clone, "package-lock.json"), JSON.stringify(lock));
  return clone;
}

const start = (port: number) => run(["--no-warnings", "scripts/start.ts"], PROJECT, { PORT: String(port) });

it.each([
  ["another Quire", '{"status":"ok"}'],
  ["another program", "<h1>Hello"],
])("a start on the port of %s says so in a line, and what to do", async (who, body) => {
  const port = await serve(body);
  expect(await start(port)).toEqual({
    code: 1,
    lines: [`Port ${port} is in use by ${who}. Stop it, or choose another port: PORT=${port + 1} npm start`],
  });
});

it("a start on something that is no port says so in a line", async () => {
  const { code, lines } = await start(70_000);
  expect([code, lines]).toEqual([1, ['PORT must be a number from 1 to 65535, not "70000".']]);
});

it("of two starts at once from one folder the second is refused, and it may start when the first has ended", async () => {
  const state = path.join(folder, "twice");
  const attempts = await Promise.allSettled([holdState(state, 4001), holdState(state, 4002)]);
  const held = attempts.filter((attempt) => attempt.status === "fulfilled");
  const refused = attempts.filter((attempt) => attempt.status === "rejected");
  expect([held.length, refused.length]).toEqual([1, 1]);
  expect(String(refused[0]?.reason)).toMatch(
    /Quire runs from this folder already: http:\/\/localhost:400[12] \(process/,
  );
  await held[0]?.value();
  await (await holdState(state, 4003))();
});

it("a folder that a killed start left is taken over", async () => {
  const state = path.join(folder, "killed");
  await mkdir(state, { recursive: true });
  const file = path.join(state, "running.json");
  // No process has this id; and one whose id another program has now, long after its port went silent.
  for (const holder of [
    { pid: 2 ** 22 + 1, port: 4004, since: Date.now() },
    { pid: process.ppid, port: 1, since: Date.now() - 600_000 },
  ]) {
    await writeFile(file, JSON.stringify(holder));
    const release = await holdState(state, 4005);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ pid: process.pid, port: 4005 });
    await release();
  }
});

it("a port that nobody has is free", async () => {
  const port = await serve("x");
  await new Promise((resolve) => servers.pop()?.close(resolve));
  await expect(requireFreePort(port, folder)).resolves.toBeUndefined();
});

it("the set-up on an old Node says which is needed, in a line", async () => {
  const old =
    "data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'18.20.1'}});Object.defineProperty(process,'version',{value:'v18.20.1'})";
  expect(await run(["--import", old, "scripts/setup.mjs"], PROJECT)).toEqual({
    code: 1,
    lines: ["Quire needs Node 20 or newer to install itself; this is v18.20.1."],
  });
});

it("the set-up waits for no other: while one installs, the second says so in a line, and one that was killed is no obstacle", async () => {
  const clone = await cloneToInstall("locked");
  const lock = path.join(clone, ".quire", "installing");
  await mkdir(path.dirname(lock), { recursive: true });
  await writeFile(lock, String(process.pid));
  const busy = `The packages are being installed already, by another npm start or npm test (process ${process.pid}). Wait until it is done.`;
  expect(await run(["scripts/setup.mjs"], clone, OFFLINE)).toEqual({ code: 1, lines: [busy] });
  expect(await readFile(lock, "utf8")).toBe(String(process.pid));

  // No process has this id.
  await writeFile(lock, String(2 ** 22 + 1));
  const { lines } = await run(["scripts/setup.mjs"], clone, OFFLINE);
  expect(lines).toEqual([expect.stringContaining("npm's registry cannot be reached")]);
  await expect(readFile(lock)).rejects.toThrow("ENOENT");
});

it("a start installs what runs the service, and the tests install what is still lacking", async () => {
  const clone = await cloneToInstall("light");
  const lock = createHash("sha256")
    .update(await readFile(path.join(clone, "package-lock.json")))
    .digest("hex");
  await mkdir(path.join(clone, "node_modules"));
  await writeFile(path.join(clone, "node_modules", ".quire-lock"), `${lock} run`);
  expect(await run(["scripts/setup.mjs", "run"], clone, OFFLINE)).toEqual({ code: 0, lines: [] });
  expect((await run(["scripts/setup.mjs"], clone, OFFLINE)).code).toBe(1);

  await writeFile(path.join(clone, "node_modules", ".quire-lock"), `${lock} all`);
  expect(await run(["scripts/setup.mjs"], clone, OFFLINE)).toEqual({ code: 0, lines: [] });
  expect(await run(["scripts/setup.mjs", "run"], clone, OFFLINE)).toEqual({ code: 0, lines: [] });
});

it("the set-up without a network says so in a line, soon", async () => {
  const clone = await cloneToInstall("clone");
  const began = Date.now();
  const { code, lines } = await run(["scripts/setup.mjs"], clone, OFFLINE);
  expect(code).toBe(1);
  expect(lines).toEqual([
    "The pinned packages could not be installed: npm's registry cannot be reached (ECONNREFUSED). Try again with a network.",
  ]);
  expect(Date.now() - began).toBeLessThan(40_000);
});
