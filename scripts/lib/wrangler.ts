import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packageFolder } from "./chromium.ts";

const PROJECT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * Wrangler reports nothing and keeps no traces. Traces would cost a seventh of workerd's time and memory that grows,
 * and nobody reads them here.
 */
export const WRANGLER_ENV = { WRANGLER_SEND_METRICS: "false", X_LOCAL_OBSERVABILITY: "false", FORCE_COLOR: "0" };

/** Wrangler's own node process, without npx in between, so that signals reach it. */
export function wranglerCommand(args: string[]): [command: string, args: string[]] {
  return [
    process.execPath,
    ["--no-warnings", path.join(packageFolder("wrangler"), "wrangler-dist", "cli.js"), ...args],
  ];
}

/** Runs wrangler to its end and returns what it printed. */
export async function runWrangler(args: string[]): Promise<string> {
  const [command, rest] = wranglerCommand(args);
  const env = { ...process.env, ...WRANGLER_ENV };
  const { stdout } = await promisify(execFile)(command, rest, { cwd: PROJECT, env, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
