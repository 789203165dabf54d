import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export function onPath(tool: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, tool)));
}

export interface Run {
  /** The exit code; -1 when it was killed by the limit of time. */
  status: number;
  stdout: Uint8Array;
  stderr: string;
}

export function latin1Text(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** Runs a tool to its end; a failure is a result, not an exception. */
export function run(tool: string, args: readonly string[], limitMs = 30_000): Promise<Run> {
  return new Promise((resolve) => {
    const options = { encoding: "buffer", timeout: limitMs, maxBuffer: 1 << 30 } as const;
    execFile(tool, args, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ status, stdout, stderr: new TextDecoder().decode(stderr) });
    });
  });
}
