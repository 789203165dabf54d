import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "../../scripts/lib/local-browser.ts";

/** What cuts every connection to such a browser, and lets the browser live. */
export const CUT = "SIGUSR2";

/** Whether the process that was started so is such a browser's door. */
export function isDoor(commandLine: string): boolean {
  return /^\S*node\0\S*cut-browser\0/.test(commandLine);
}

/**
 * An executable that is the local browser behind a door of its own: DevTools is announced at a port of this process,
 * which passes bytes on. For `CHROME_PATH`.
 */
export async function browserThatCanBeCut(folder: string): Promise<string> {
  const { executable } = await ensureBrowser();
  const place = join(folder, "cut-browser");
  writeFileSync(place, `#!${process.execPath}\n(${door})(${JSON.stringify({ executable, signal: CUT })});\n`);
  chmodSync(place, 0o755);
  return place;
}

/** Runs in a process of its own, without anything from here. */
function door({ executable, signal }: { executable: string; signal: NodeJS.Signals }): void {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const net = process.getBuiltinModule("node:net");
  // The shell ends the browser when its own input ends, also where this process is killed without a word.
  const script = '"$@" </dev/null & browser=$!; cat >/dev/null; kill -KILL $browser';
  const browser = spawn("/bin/sh", ["-c", script, "sh", executable, ...process.argv.slice(2)], {
    stdio: ["pipe", "inherit", "pipe"],
  });
  const sockets = new Set<import("node:net").Socket>();
  const open = (inner: string) => {
    const server = net.createServer((client) => {
      const devtools = net.connect(Number(inner), "127.0.0.1");
      for (const [socket, other] of [
        [client, devtools],
        [devtools, client],
      ] as const) {
        sockets.add(socket);
        socket.pipe(other);
        socket.on("error", () => other.destroy());
        socket.on("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
      }
    });
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as import("node:net").AddressInfo;
      process.stderr.write(said.replace(`127.0.0.1:${inner}`, `127.0.0.1:${port}`));
    });
  };
  let said = "";
  let isOpen = false;
  browser.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (isOpen) return;
    said += text;
    const inner = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\/\S+\n/.exec(said)?.[1];
    if (inner === undefined) return;
    isOpen = true;
    open(inner);
  });
  browser.on("exit", () => process.exit());
  for (const end of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(end, () => process.exit());
  process.on(signal, () => {
    for (const socket of sockets) socket.destroy();
  });
}
