import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyLimits, limitOptions } from "../../../scripts/lib/key-limits.ts";
import { PROJECT } from "../../../scripts/lib/service.ts";
import { LIMITS } from "../../../src/api/limits.ts";

/** The environment variable, where a test sets it. */
let secret: string | undefined;

const limitsOf = (...args: string[]) => keyLimits(parseArgs({ args, options: limitOptions }).values);

function run(...args: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const script = ["--no-warnings", "scripts/keys.ts", ...args];
    const env = { ...process.env, QUIRE_ADMIN_SECRET: secret };
    const child = execFile(process.execPath, script, { cwd: PROJECT, env }, (_, stdout, stderr) =>
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

describe("a key's requests a minute", () => {
  /** A service that makes every key as it is asked to. */
  let address: string;
  let sent: { limits?: object; only?: object };
  const service = createServer(async (request, response) => {
    sent = JSON.parse(await text(request)) as typeof sent;
    response.end(JSON.stringify({ key: "qk_made", record: { id: "k1", name: "Anna", limits: sent.limits } }));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    secret = "s";
  });
  afterAll(() => {
    secret = undefined;
    service.close();
  });

  it("above what the service allows every key are said to have no effect", async () => {
    const most = LIMITS.rate.requestsPerMinute;
    const create = (perMinute: number) => run("create", "Anna", "--per-minute", String(perMinute), "--url", address);
    const overruled = await create(100_000);
    expect(overruled.said).toContain("qk_made");
    expect(overruled.said).toContain(`at most ${most} requests a minute, in each location: that limit comes first`);
    expect((await create(most + 1)).said).toContain(`at most ${most} requests`);
    expect((await create(most)).said).not.toContain("at most");
  });

  it("may be for some operations and addresses alone", async () => {
    const scope = ["--operations", "crop-pdf, split-pdf", "--addresses=192.0.2.7"];
    await run("create", "Anna", ...scope, "--url", address);
    expect(sent.only).toEqual({ operations: ["crop-pdf", "split-pdf"], addresses: ["192.0.2.7"] });
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
