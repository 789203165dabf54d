import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "../../../scripts/lib/local-browser.ts";
import { WRANGLER_ENV, wranglerCommand } from "../../../scripts/lib/wrangler.ts";
import { freePort } from "../../../test/support/ports.ts";
import { workerProcess } from "../../../test/support/process-memory.ts";

/** A Worker of the bench itself, under `wrangler dev`. */
export interface PeerWorker {
  url: string;
  /** The topmost process, above both of workerd. */
  root: number;
  /** The workerd process that runs it. */
  readonly worker: number;
  stop(): Promise<void>;
}

/** The floor to compare with: a Worker that reads the body into one buffer and sends it back. */
export function startEchoWorker(): Promise<PeerWorker> {
  return startPeer("worker-echo", {});
}

/**
 * What is commonly deployed: a Worker that launches a browser for each request, with the same Chromium as the service.
 */
export async function startLaunchWorker(): Promise<PeerWorker> {
  return startPeer("worker-launch", (await ensureBrowser()).env);
}

/** The least that a Worker with the service's framework costs. */
export function startHelloWorker(): Promise<PeerWorker> {
  return startPeer("worker-hello", {});
}

async function startPeer(name: string, vars: Record<string, string>): Promise<PeerWorker> {
  const port = await freePort();
  const folder = join(import.meta.dirname, "..", name);
  const state = mkdtempSync(join(tmpdir(), `quire-bench-${name}-`));
  const args = ["dev", "--local", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"];
  args.push("--persist-to", state, "--show-interactive-dev-session=false", "--config", join(folder, "wrangler.toml"));
  const env = { ...process.env, ...vars, ...WRANGLER_ENV };
  const [command, rest] = wranglerCommand(args);
  const child = spawn(command, rest, { cwd: folder, stdio: "ignore", env });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `http://127.0.0.1:${port}/`;
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    rmSync(state, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) {
      return {
        url,
        root: child.pid as number,
        get worker() {
          return workerProcess(child.pid as number, port);
        },
        stop,
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`${name} did not start`);
}
