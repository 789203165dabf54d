import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSecrets } from "../../../scripts/deploy/secrets.ts";
import { readSettings } from "../../../scripts/deploy/settings.ts";
import { deploySteps, runSteps, type Tools } from "../../../scripts/deploy/steps.ts";
import { PROJECT } from "../../../scripts/lib/service.ts";

const CONFIG = path.join(PROJECT, "wrangler.toml");
const HOSTS = { api: "https://api.example.com", downloads: "https://files.example.com" };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "quire-deploy-test-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const failed = (stderr: string) => Object.assign(new Error("wrangler failed"), { stderr });

/** An account of Cloudflare, as wrangler shows and changes it. */
class Account {
  isSignedIn = true;
  readonly buckets = new Set<string>();
  readonly rules = new Set<string>();
  secrets: string[] | undefined;
  /** What changed it, in order. */
  readonly changes: string[] = [];
  /** What the last deployment's file of secrets held. */
  handed: Record<string, string> = {};

  readonly wrangler = async (args: string[]): Promise<string> => {
    const said = args.join(" ");
    if (!this.isSignedIn) throw failed("You are not authenticated.");
    if (said === "whoami --json") return "{}";
    if (said === "r2 bucket list") return [...this.buckets].map((name) => `name:           ${name}\n`).join("\n");
    if (said.startsWith("r2 bucket lifecycle list")) return [...this.rules].join("\n");
    if (said.startsWith("secret list")) {
      if (this.secrets === undefined) throw failed("This Worker does not exist on your account. [code: 10007]");
      return JSON.stringify(this.secrets.map((name) => ({ name, type: "secret_text" })));
    }
    this.changes.push(said.replace(/--secrets-file .*/, "--secrets-file FILE"));
    if (said.startsWith("r2 bucket create")) this.buckets.add(args[3] as string);
    if (said.startsWith("r2 bucket lifecycle add")) {
      this.rules.add("name: expire-files\nenabled: Yes\nprefix: f/\naction: Expire objects after 1 days");
    }
    if (args[0] === "deploy") {
      const file = args[args.indexOf("--secrets-file") + 1];
      if (args.includes("--secrets-file")) this.handed = JSON.parse(await readFile(file as string, "utf8"));
      this.secrets = [...new Set([...(this.secrets ?? []), ...Object.keys(this.handed)])];
    }
    return "";
  };
}

async function deploy(account: Account, isPlan = false, changes: Partial<Tools> = {}): Promise<string[]> {
  const said: string[] = [];
  const tools: Tools = {
    wrangler: account.wrangler,
    secrets: newSecrets(folder, {}),
    answers: async () => account.secrets !== undefined,
    pause: async () => {},
    ...changes,
  };
  await runSteps(deploySteps(readSettings(CONFIG, HOSTS), tools), isPlan, (line) => said.push(line));
  return said;
}

const DEPLOYED = [
  "deploy --domain api.example.com --domain files.example.com",
  "--var API_ORIGIN:https://api.example.com --var DOWNLOAD_ORIGIN:https://files.example.com",
].join(" ");

describe("a deployment", () => {
  it("makes in an empty account what the Worker needs, in order", async () => {
    const account = new Account();
    const said = await deploy(account);
    expect(account.changes).toEqual([
      "r2 bucket create quire-files",
      "r2 bucket lifecycle add quire-files expire-files f/ --expire-days 1 --abort-multipart-days 1 --force",
      `${DEPLOYED} --secrets-file FILE`,
    ]);
    expect(said.at(-1)).toBe("5. answer: https://api.example.com answers");
  });

  it("makes strong secrets once, shows them nowhere, and keeps the one that a person needs", async () => {
    const account = new Account();
    const said = (await deploy(account)).join();
    const { LINK_SECRET = "", ADMIN_SECRET = "" } = account.handed;
    expect([LINK_SECRET.length, ADMIN_SECRET.length]).toEqual([43, 43]);
    expect(LINK_SECRET).not.toBe(ADMIN_SECRET);
    expect(said + account.changes.join()).not.toMatch(new RegExp(`${LINK_SECRET}|${ADMIN_SECRET}`));
    const kept = path.join(folder, "admin-secret");
    expect(await readFile(kept, "utf8")).toBe(ADMIN_SECRET);
    expect((await stat(kept)).mode & 0o077).toBe(0);
    expect(await newSecrets(folder, {}).admin()).toBe(ADMIN_SECRET);
  });

  it("leaves at a second time what is there, and deploys the new version", async () => {
    const account = new Account();
    await deploy(account);
    account.changes.length = 0;
    account.handed = {};
    await deploy(account);
    expect(account.changes).toEqual([DEPLOYED]);
    expect(account.handed).toEqual({});
  });

  it("makes the bucket in the jurisdiction that wrangler.toml names, and looks for it there", async () => {
    const config = path.join(folder, "wrangler.toml");
    const text = await readFile(CONFIG, "utf8");
    await writeFile(config, text.replace('# jurisdiction = "eu"', 'jurisdiction = "eu"'));
    const asked: string[] = [];
    const account = new Account();
    const wrangler = (args: string[]) => {
      asked.push(args.join(" "));
      return account.wrangler(args);
    };
    const tools = { wrangler, secrets: newSecrets(folder, {}), answers: async () => true, pause: async () => {} };
    await runSteps(deploySteps(readSettings(config, HOSTS), tools), false, () => {});
    const ofBucket = asked.filter((command) => command.startsWith("r2 "));
    expect(ofBucket).toHaveLength(4);
    expect(ofBucket.filter((command) => !command.endsWith(" --jurisdiction eu"))).toEqual([]);
  });

  it("goes on where it failed before", async () => {
    const account = new Account();
    account.buckets.add("quire-files");
    account.secrets = ["LINK_SECRET"];
    await deploy(account);
    expect(account.changes[0]).toContain("lifecycle add");
    expect(Object.keys(account.handed)).toEqual(["ADMIN_SECRET"]);
  });

  it("replaces no secrets where it cannot see which there are", async () => {
    const account = new Account();
    const wrangler = async (args: string[]) => {
      if (args[0] === "secret") throw failed("Authentication error [code: 10000]");
      return account.wrangler(args);
    };
    await expect(deploy(account, false, { wrangler })).rejects.toThrow("could not be listed: Authentication error");
    expect(account.changes.filter((change) => change.startsWith("deploy"))).toEqual([]);
  });

  it("waits for the hosts, and gives up with a line that says what to look at", async () => {
    let asked = 0;
    await deploy(new Account(), false, { answers: async () => ++asked > 5 });
    expect(asked).toBe(6);
    await expect(deploy(new Account(), false, { answers: async () => false })).rejects.toThrow(
      "look at its DNS record",
    );
  });

  it("says what to do where nobody is signed in", async () => {
    const account = new Account();
    account.isSignedIn = false;
    await expect(deploy(account)).rejects.toThrow("npx wrangler login");
  });

  it("is only listed with a dry run, signed in or not", async () => {
    const account = new Account();
    account.buckets.add("quire-files");
    const said = await deploy(account, true);
    expect(account.changes).toEqual([]);
    expect(said.map((line) => line.slice(0, 40))).toEqual([
      "1. sign in: wrangler is signed in",
      "2. bucket for files: quire-files is ther",
      "3. lifecycle rule: would run: wrangler r",
      "4. Worker: would run: wrangler deploy --",
      "5. answer: would run: wait until https:/",
    ]);
    account.isSignedIn = false;
    expect((await deploy(account, true))[0]).toBe("1. sign in: would run: wrangler login");
  });
});

describe("the hosts of a deployment", () => {
  it.each([
    [{}, "API_ORIGIN is the example https://api.quire.example"],
    [{ ...HOSTS, api: "api.example.com" }, 'API_ORIGIN is "api.example.com", which is no address'],
    [{ ...HOSTS, api: "http://api.example.com" }, "which is not https"],
    [{ ...HOSTS, downloads: "https://api.example.com/files" }, "must be two hosts, not one"],
  ])("%j are refused before anything is done", (given, message) => {
    expect(() => readSettings(CONFIG, given)).toThrow(message);
  });

  it("are taken from wrangler.toml once they are there", async () => {
    const text = await readFile(CONFIG, "utf8");
    const file = path.join(folder, "wrangler.toml");
    await writeFile(file, text.replaceAll(".quire.example", ".example.org"));
    expect(readSettings(file, {})).toMatchObject({ api: "https://api.example.org", vars: [], bucket: "quire-files" });
  });
});

describe("the button “Deploy to Cloudflare”", () => {
  it("asks for each secret, with a word to each value that it shows", async () => {
    const asked = (await readFile(path.join(PROJECT, ".dev.vars.example"), "utf8")).matchAll(/^(\w+)=(.*)$/gm);
    // With a value there, a stranger's service would have a secret that everybody knows.
    expect([...asked].map(([line]) => line)).toEqual(["LINK_SECRET=", "ADMIN_SECRET="]);
    const { cloudflare, scripts } = JSON.parse(await readFile(path.join(PROJECT, "package.json"), "utf8"));
    const config = await readFile(CONFIG, "utf8");
    const vars = /^\[vars\]\n([\s\S]*?)^\[/m.exec(config)?.[1] ?? "";
    const names = [...vars.matchAll(/^(\w+) = /gm)].map(([, name]) => name as string);
    expect(names).toContain("API_ORIGIN");
    const described = Object.keys(cloudflare.bindings);
    expect(["LINK_SECRET", "ADMIN_SECRET", ...names].filter((name) => !described.includes(name))).toEqual([]);
    expect(scripts.deploy).toContain("scripts/deploy.ts");
  });

  it("finds no resource that belongs to another account", async () => {
    const config = await readFile(CONFIG, "utf8");
    expect(config).not.toMatch(/^(id|account_id|zone_id|database_id) *=/m);
  });
});

describe("the configuration of a deployment", () => {
  const config = () => readFile(CONFIG, "utf8");

  it("leaves the names of secrets to secrets: with a plain variable of that name they could not be put", async () => {
    const vars = /^\[vars\]\n([\s\S]*?)^\[/m.exec(await config())?.[1] ?? "";
    expect(vars).toContain("API_ORIGIN = ");
    expect(vars).not.toMatch(/^\w*SECRET\w* *=/m);
  });

  it("is of one Worker: no second environment could be deployed in its place", async () => {
    expect(await config()).not.toMatch(/^\[+env\b/m);
  });

  it("keeps the platform from logging whole addresses", async () => {
    expect(await config()).toMatch(/^\[observability\.logs\]\nenabled = true\ninvocation_logs = false$/m);
  });
});
