import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isHealthy, PROJECT } from "../../scripts/lib/service.ts";

/**
 * Tries the steps of the Dockerfile where no container engine runs: each in a bare Debian made by debootstrap, as root
 * in a chroot, and the service as the user that the image names. It needs root and debootstrap. What it cannot tell:
 * the base image itself, the engine's limits, its network and its HEALTHCHECK.
 */
const PORT = 8799;
const START_MS = 180_000;
/** How this machine reaches its registries: the image's build has its own. */
const OF_THIS_MACHINE = ["/etc/resolv.conf", "/etc/hosts", "/etc/apt", "/etc/ssl/certs", "/usr/share/ca-certificates"];

interface Stage {
  root: string;
  env: Record<string, string>;
  folder: string;
  user: string;
}

export async function tryContainer(home: string): Promise<void> {
  const base = path.join(home, "debian");
  if (!existsSync(path.join(base, "home", "node"))) bareDebian(base);
  const stages: Record<string, Stage> = {};
  let stage: Stage | undefined;
  let command: string[] = [];
  for (const line of instructions(readFileSync(path.join(PROJECT, "Dockerfile"), "utf8"))) {
    const [, word = "", rest = ""] = /^(\w+)\s+(.*)$/s.exec(line) ?? [];
    console.log(`${word} ${rest.split("\n", 1)[0]}`);
    if (word === "FROM") {
      const name = / AS (\w+)/.exec(rest)?.[1] ?? "image";
      stage = { root: path.join(home, name), env: {}, folder: "/", user: "root" };
      stages[name] = stage;
      rmSync(stage.root, { recursive: true, force: true });
      execFileSync("cp", ["-a", base, stage.root]);
    } else if (word === "CMD") command = JSON.parse(rest) as string[];
    else if (!["VOLUME", "EXPOSE", "HEALTHCHECK"].includes(word)) follow(stage as Stage, word, rest, stages);
  }
  await serve(stage as Stage, command);
}

/** The lines of a Dockerfile, those that a backslash continues as one. */
function instructions(text: string): string[] {
  const lines = text.replaceAll(/^#.*\n/gm, "").replaceAll(/\\\n\s*/g, " ");
  return lines.split(/\n(?=[A-Z]+ )/).map((line) => line.trim());
}

function follow(stage: Stage, word: string, rest: string, stages: Record<string, Stage>): void {
  if (word === "WORKDIR") {
    stage.folder = rest;
    mkdirSync(path.join(stage.root, rest), { recursive: true });
  } else if (word === "ENV") {
    for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name as string] = value as string;
  } else if (word === "USER") stage.user = rest;
  else if (word === "RUN") inside(stage, ["sh", "-c", rest]);
  else if (word === "COPY") copy(stage, rest, stages);
  else throw new Error(`This trial knows no ${word}`);
}

function copy(stage: Stage, rest: string, stages: Record<string, Stage>): void {
  const [, name, from, to] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? [];
  const target = path.join(stage.root, path.resolve(stage.folder, to as string));
  if (name) return void execFileSync("cp", ["-a", `${path.join(stages[name]!.root, from!)}/.`, target]);
  const ignored = readFileSync(path.join(PROJECT, ".dockerignore"), "utf8").trim().split("\n");
  const files = execFileSync("git", ["ls-files"], { cwd: PROJECT, encoding: "utf8" }).trim().split("\n");
  for (const file of files) {
    if (!ignored.some((each) => file === each || file.startsWith(`${each}/`))) {
      cpSync(path.join(PROJECT, file), path.join(target, file));
    }
  }
}

/** Debian as the base image has it, with this machine's Node of the same version and its npm. */
function bareDebian(root: string): void {
  rmSync(root, { recursive: true, force: true });
  execFileSync("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", root], {
    stdio: "inherit",
  });
  for (const each of OF_THIS_MACHINE) {
    rmSync(path.join(root, each), { recursive: true, force: true });
    execFileSync("cp", ["-aLT", each, path.join(root, each)]);
  }
  const npmrc = path.join(os.homedir(), ".npmrc");
  if (existsSync(npmrc)) cpSync(npmrc, path.join(root, "root", ".npmrc"));
  // npm says to what it runs where it lies itself.
  const npm = path.resolve(process.env.npm_execpath as string, "../..");
  execFileSync("cp", ["-aL", npm, path.join(root, "usr", "local", "lib", "npm")]);
  cpSync(process.execPath, path.join(root, "usr", "local", "bin", "node"));
  writeFileSync(path.join(root, "usr/local/bin/npm"), '#!/bin/sh\nexec node /usr/local/lib/npm/bin/npm-cli.js "$@"\n', {
    mode: 0o755,
  });
  execFileSync("chroot", [root, "useradd", "--create-home", "--uid", "1000", "node"]);
}

function inside({ root, env, folder }: Stage, command: string[]): void {
  const script = `cd "$0" && exec "$@"`;
  mounted(root, () =>
    execFileSync("chroot", [root, "sh", "-c", script, folder, ...command], {
      env: {
        ...process.env,
        PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        HOME: "/root",
        ...env,
      },
      stdio: ["ignore", "inherit", "inherit"],
    }),
  );
}

function mounted<Result>(root: string, work: () => Result): Result {
  execFileSync("mount", ["-t", "proc", "proc", path.join(root, "proc")]);
  execFileSync("mount", ["--rbind", "/dev", path.join(root, "dev")]);
  const free = () => {
    execFileSync("umount", ["--recursive", "--lazy", path.join(root, "dev")]);
    execFileSync("umount", [path.join(root, "proc")]);
  };
  let result: Result;
  try {
    result = work();
  } catch (error) {
    free();
    throw error;
  }
  if (result instanceof Promise) return result.finally(free) as Result;
  free();
  return result;
}

/** Starts the image's command as its user, prints a page by it, and starts it again with the same volume. */
async function serve(stage: Stage, command: string[]): Promise<void> {
  const first = await once(stage, command);
  const key = /API key +(qk_\S+)/.exec(first.said)?.[1];
  if (key === undefined) throw new Error(`The first start printed no key:\n${first.said}`);
  const again = await once(stage, command, key);
  if (again.said.includes(key)) throw new Error("The second start printed the key again");
  console.log(`The service of the image printed ${again.bytes} bytes of PDF for the key of its first start.`);
}

async function once({ root, env, folder, user }: Stage, command: string[], key?: string) {
  return mounted(root, async () => {
    const script = `cd "$0" && exec "$@"`;
    const settings = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: `/home/${user}`, ...env, PORT: String(PORT) };
    const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const started = ["env", "-i", ...pairs, "sh", "-c", script, folder, ...command];
    const child = spawn("chroot", [`--userspec=${user}`, root, ...started]);
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    try {
      const deadline = Date.now() + START_MS;
      while (!said.includes("Ctrl-C") && child.exitCode === null && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      const api = `http://localhost:${PORT}`;
      if (!(await isHealthy(PORT, api))) throw new Error(`The service does not answer:\n${said}`);
      const bytes = key === undefined ? 0 : await printed(api, key);
      return { said, bytes };
    } finally {
      child.kill("SIGTERM");
      await ended;
    }
  });
}

async function printed(api: string, key: string): Promise<number> {
  const answer = await fetch(`${api}/v1/convert/html-to-pdf?format=binary`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body: new URLSearchParams({ html: "<h1>Hello</h1>" }),
  });
  const file = await answer.text();
  if (!file.startsWith("%PDF-")) throw new Error(`No PDF came of it: ${answer.status} ${file.slice(0, 500)}`);
  return file.length;
}
