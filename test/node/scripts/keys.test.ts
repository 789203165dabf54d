import { execFile } from "node:child_process";
import { parseArgs } from "node:util";
import { describe, expect, it } from "vitest";
import { keyLimits, limitOptions } from "../../../scripts/lib/key-limits.ts";
import { PROJECT } from "../../../scripts/lib/service.ts";

const limitsOf = (...args: string[]) => keyLimits(parseArgs({ args, options: limitOptions }).values);

function run(...args: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const script = ["--no-warnings", "scripts/keys.ts", ...args];
    const child = execFile(process.execPath, script, { cwd: PROJECT }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, said: stdout + stderr }),
    );
  });
}

describe("the keys of a service elsewhere", () => {
  it("are asked for only with its secret, which no command line shows", async () => {
    const { code, said } = await run("list", "--url", "https://api.example.com");
    expect([code, said.trim()]).toEqual([1, "--url needs the environment variable QUIRE_ADMIN_SECRET."]);
  });

  it("cannot be asked for at what is no address", async () => {
    const { code, said } = await run("list", "--url", "api.example");
    expect([code, said.trim()]).toEqual([1, "--url: not an address: api.example"]);
  });
});

describe("a key's own limits on the command line", () => {
  it.each([
    ["--per-minute", "perMinute"],
    ["--per-day", "perDay"],
    ["--concurrent", "concurrentRequests"],
    ["--browser-seconds", "browserSecondsPerHour"],
    ["--stored-bytes", "storedBytesPerHour"],
    ["--split-bytes", "splitOutputBytes"],
  ])("%s sets %s alone", (option, limit) => {
    expect(limitsOf(option, "90")).toEqual({ limits: { [limit]: 90 } });
  });

  it("may be given together, or not at all", () => {
    expect(limitsOf("--per-day", "1000", "--concurrent", "3")).toEqual({
      limits: { perDay: 1000, concurrentRequests: 3 },
    });
    expect(limitsOf()).toEqual({});
  });

  it.each(["0", "-1", "1.5", "many", "", "1e99"])("are whole numbers that the service takes, not %j", (text) => {
    expect(() => limitsOf(`--concurrent=${text}`)).toThrow(/^Limits: concurrentRequests: /);
  });

  it("that are wrong are refused before a key is made", async () => {
    const { code, said } = await run("create", "Anna", "--split-bytes", "none");
    expect(code).toBe(1);
    expect(said).toContain("Limits: splitOutputBytes: ");
    expect(said).not.toContain("qk_");
  });
});
