import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROJECT } from "../../../scripts/lib/service.ts";
import { openReceipt, publicKeys } from "../../../src/api/receipts.ts";
import { Work } from "../../../src/meter/work.ts";

const INPUT = Buffer.from("what was sent");
const OUTPUT = Buffer.from("what was made");

let folder: string;
let receipt: string;
const env = { RECEIPT_KEY: newKey() } as Env;
const service = createServer(async (_, response) => response.end(JSON.stringify(await publicKeys(env))));

function newKey(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return Buffer.from(privateKey.export({ type: "pkcs8", format: "der" })).toString("base64");
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "quire-receipt-"));
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  env.API_ORIGIN = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  const sign = await openReceipt({ env }, { work: new Work(), signal }, INPUT);
  receipt = await sign(
    // In pieces, as a file is made.
    { length: OUTPUT.length, pieces: [OUTPUT.subarray(0, 5), OUTPUT.subarray(5)] },
    {
      operation: "redact-pdf",
      rules: [{ asked: ["pattern", "email"], outcome: { rule: "email", onPages: 2, elsewhere: 1 } }],
      facts: { areas: 0, pages: { read: 2, partly: 0, pictures: 12 }, verified: false },
    },
  );
  await writeFile(path.join(folder, "answer.json"), JSON.stringify({ success: true, receipt }));
  await writeFile(path.join(folder, "invoices.pdf"), INPUT);
  await writeFile(path.join(folder, "invoices-redacted.pdf"), OUTPUT);
});
afterAll(async () => {
  service.close();
  await rm(folder, { recursive: true, force: true });
});

function node(args: string[], more: Record<string, string> = {}): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...more } };
    const child = execFile(process.execPath, ["--no-warnings", ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, said: stdout + stderr }),
    );
  });
}
const check = (...args: string[]) => node([path.join(PROJECT, "scripts", "verify-receipt.ts"), ...args]);

it("a receipt is checked with both files and the keys that are trusted", async () => {
  await writeFile(path.join(folder, "keys.json"), JSON.stringify(await publicKeys(env)));
  const { code, said } = await check("answer.json", "invoices.pdf", "invoices-redacted.pdf", "--keys", "keys.json");
  expect(said).toMatch(/^pages {6}2 read, 0 in part, 12 pictures that were not read/);
  expect(said).not.toContain("UNTRUSTED");
  expect(said).toContain("signature  right");
  expect(said).toContain("email: cut 2 times on pages, 1 times elsewhere");
  expect(said).toContain("invoices.pdf is the file\n");
  expect(said).toContain("invoices-redacted.pdf is the file\n");
  expect(code).toBe(0);
});

it("the keys of the service that only the receipt names are not to be trusted", async () => {
  const { code, said } = await check("answer.json", "invoices.pdf", "invoices-redacted.pdf");
  expect(said).toMatch(/^UNTRUSTED {2}the keys are of http:/);
  expect(said).toContain("signature  right");
  expect(code).toBe(1);
});

it("it can be a file by itself, with keys that were kept", async () => {
  await writeFile(path.join(folder, "receipt.txt"), `${receipt}\n`);
  await writeFile(path.join(folder, "keys.json"), JSON.stringify(await publicKeys(env)));
  expect(await check("receipt.txt", "--keys", "keys.json")).toMatchObject({ code: 0 });
});

it("another file, a changed receipt, and keys of others are named", async () => {
  const other = await check("answer.json", "invoices.pdf", "invoices.pdf");
  expect(other.said).toContain("invoices.pdf is NOT the file that the receipt is of");
  expect(other.code).toBe(1);
  const [head, body = "", signature] = receipt.split(".");
  const changed = Buffer.from(body, "base64url").toString().replace('"onPages":2', '"onPages":3');
  const text = [head, Buffer.from(changed).toString("base64url"), signature].join(".");
  await writeFile(path.join(folder, "changed.txt"), text);
  expect(await check("changed.txt")).toMatchObject({ code: 1, said: expect.stringContaining("signature is wrong") });
  const others = JSON.stringify(await publicKeys({ RECEIPT_KEY: newKey() } as Env));
  await writeFile(path.join(folder, "others.json"), others);
  const unknown = await check("answer.json", "--keys", "others.json");
  expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining("is none of those at others.json") });
});

it("what is no receipt gets one line that says so", async () => {
  await writeFile(path.join(folder, "none.json"), '{"success":true}');
  expect(await check("none.json")).toMatchObject({ code: 1, said: expect.stringMatching(/^none.json has no receipt/) });
  expect(await check("missing.json")).toMatchObject({ code: 1, said: expect.stringContaining("missing.json") });
  expect((await check()).said).toMatch(/^npm run verify-receipt/);
});

it("the lines of the guide check it as well", async () => {
  const guide = await readFile(path.join(PROJECT, "docs", "use", "redaction.md"), "utf8");
  const [, sample = ""] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
  await writeFile(path.join(folder, "sample.mjs"), sample);
  expect(await node(["sample.mjs"], { QUIRE: env.API_ORIGIN })).toEqual({ code: 0, said: "true true true\n" });
  await writeFile(path.join(folder, "invoices-redacted.pdf"), "something else");
  expect((await node(["sample.mjs"], { QUIRE: env.API_ORIGIN })).said).toBe("true true false\n");
});
