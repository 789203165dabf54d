import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "../../../scripts/browser.ts";
import { wranglerCommand } from "../../../scripts/lib/wrangler.ts";
import { freePort } from "./ports.ts";

export interface LaunchWorker {
  url: string;
  stop(): Promise<void>;
}

/** The Worker of worker-launch/ under `wrangler dev`, with the same Chromium as the service. */
export async function startLaunchWorker(): Promise<LaunchWorker> {
  const port = await freePort();
  const folder = join(import.meta.dirname, "..", "worker-launch");
  const state = mkdtempSync(join(tmpdir(), "quire-bench-launch-"));
  const args = ["dev", "--local", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"];
  args.push("--persist-to", state, "--show-interactive-dev-session=false", "--config", join(folder, "wrangler.toml"));
  const browser = await ensureBrowser();
  const env = { ...process.env, ...browser.env, WRANGLER_SEND_METRICS: "false", FORCE_COLOR: "0" };
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
    if (answer?.ok) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error("the Worker that launches a browser for each request did not start");
}
