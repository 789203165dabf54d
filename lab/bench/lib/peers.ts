import { spawn } from "node:child_process";
import { onPath, run } from "../../lib/tools.ts";
import { median } from "./statistics.ts";

/** The native tools that are compared, and the command that prints each one's version. */
const tools = {
  qpdf: ["--version"],
  mutool: ["-v"],
  gs: ["--version"],
  pdfseparate: ["-v"],
  pdftotext: ["-v"],
  img2pdf: ["--version"],
  convert: ["-version"],
} as const;

export type PeerName = keyof typeof tools;

export function found(name: PeerName): boolean {
  return onPath(name);
}

/** Which of the peers are missing, to be named in the report. */
export function missingPeers(names: readonly PeerName[]): PeerName[] {
  return names.filter((name) => !found(name));
}

export async function peerVersion(name: PeerName): Promise<string> {
  const { stdout, stderr } = await run(name, tools[name]);
  const text = `${new TextDecoder().decode(stdout)} ${stderr}`;
  return /\d+(\.\d+)+/.exec(text)?.[0] ?? "unknown";
}

/** The cost of starting the tool: the time it takes to print its version. */
export async function startUpMs(name: PeerName): Promise<number> {
  const samples: number[] = [];
  for (let i = 0; i < 5; i++) samples.push(await timeProcess(name, tools[name], true));
  return median(samples);
}

/** Wall-clock time of a process from start to end. */
export function timeProcess(command: string, args: readonly string[], anyStatus = false): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (text) => {
      errors = (errors + text).slice(-500);
    });
    child.on("error", reject);
    child.on("exit", (status) => {
      const elapsed = performance.now() - started;
      // qpdf ends with 3 when it did its work with warnings.
      if (status === 0 || anyStatus || (command === "qpdf" && status === 3)) resolve(elapsed);
      else reject(new Error(`${command} ended with ${status}: ${errors.trim().split("\n")[0]?.slice(0, 90)}`));
    });
  });
}

/** The same with the time that its processors computed, by the shell's own clock. */
export async function timeAndCpu(
  command: string,
  args: readonly string[],
): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const started = performance.now();
  const timed = "TIMEFORMAT='cpu %U %S'; time \"$@\"";
  const { status, stderr } = await run("bash", ["-c", timed, "bash", command, ...args], 120_000);
  const ms = performance.now() - started;
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
  if (status !== 0 || !user)
    throw new Error(`${command} ended with ${status}: ${stderr.trim().split("\n").at(-2)?.slice(0, 90)}`);
  return { ms, cpuMs: (Number(user) + Number(system)) * 1000 };
}
