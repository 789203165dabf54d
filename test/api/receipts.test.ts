import { beforeAll, describe, expect, it } from "vitest";
import engine from "../../engine/package.json";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { redact } from "../../src/api/operations/redact.ts";
import { publicKeys } from "../../src/api/receipts.ts";
import { LETTER } from "../fixtures/letter.ts";
import { errorOf, form, type TestApi, testApi } from "../support/api.ts";

const { subtle } = crypto;

let api: TestApi;
let key: string;
let older: string;
beforeAll(async () => {
  api = await testApi([redact] as unknown as DescribedOperation[]);
  [key, older] = [await newKey(), await newKey()];
});

async function newKey(): Promise<string> {
  const pair = (await subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  return Buffer.from((await subtle.exportKey("pkcs8", pair.privateKey)) as ArrayBuffer).toString("base64");
}

const WORDS = { text: [{ words: "Jane Doe" }], patterns: ["email", "phone"], receipt: true };

function post(fields: Record<string, unknown>, query = "", setting = key): Promise<Response> {
  const texts = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]);
  const body = form({ file: ["letter.pdf", LETTER], ...Object.fromEntries(texts) });
  return api.request(`/v1/pdf/redact${query}`, { method: "POST", body }, { RECEIPT_KEY: setting });
}

async function keysAt(setting: string): Promise<(JsonWebKey & { kid: string })[]> {
  const response = await api.request("/.well-known/quire-keys", {}, { RECEIPT_KEY: setting });
  expect(response.status).toBe(200);
  return ((await response.json()) as { keys: (JsonWebKey & { kid: string })[] }).keys;
}

const decoded = (part: string) => new Uint8Array(Buffer.from(part, "base64url"));
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await subtle.digest("SHA-256", bytes)).toString("hex");
const partOf = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());

/** Whether one of the keys that the service publishes made the signature. */
async function isSigned(receipt: string, setting = key): Promise<boolean> {
  const [head = "", body = "", signature = ""] = receipt.split(".");
  const jwk = (await keysAt(setting)).find(({ kid }) => kid === partOf(head).kid);
  const imported = await subtle.importKey("jwk", jwk as JsonWebKey, "Ed25519", false, ["verify"]);
  return subtle.verify("Ed25519", imported, decoded(signature), new TextEncoder().encode(`${head}.${body}`));
}

const bodyOf = (receipt: string) => partOf(receipt.split(".")[1]);

describe("the receipt of a redaction", () => {
  it("is signed by the service's key, and is of the two files", async () => {
    const { receipt, downloadUrl } = (await (await post(WORDS)).json()) as { receipt: string; downloadUrl: string };
    expect(await isSigned(receipt)).toBe(true);
    const output = new Uint8Array(await (await api.follow(downloadUrl)).arrayBuffer());
    const { salt, rules, ...others } = bodyOf(receipt);
    expect(others).toEqual({
      service: "https://api.quire.test",
      operation: "redact-pdf",
      engine: `${engine.name} ${engine.version}`,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      input: { sha256: await sha256(new Uint8Array(LETTER)), bytes: LETTER.length },
      output: { sha256: await sha256(output), bytes: output.length },
      ...{ areas: 0, pages: { read: 1, partly: 0, pictures: 0 }, verified: true },
    });
    expect(rules).toEqual([
      expect.objectContaining({ rule: "text[0]", onPages: 1, elsewhere: 0 }),
      expect.objectContaining({ rule: "email", onPages: 1, elsewhere: 0 }),
      expect.objectContaining({ rule: "phone", onPages: 0, elsewhere: 0 }),
    ]);
    expect(salt).toBeTruthy();
  });

  it("has a hash of each rule for whoever knows it, and says none", async () => {
    const [one, other] = await Promise.all(
      [WORDS, WORDS].map(async (fields) => ((await (await post(fields)).json()) as { receipt: string }).receipt),
    );
    const { salt, rules } = bodyOf(one as string);
    const hashOf = (rule: string) => sha256(new Uint8Array(Buffer.from(salt + rule)));
    expect(rules[0].hash).toBe(await hashOf('["words","Jane Doe",false,null]'));
    expect(rules[1].hash).toBe(await hashOf('["pattern","email"]'));
    expect(JSON.stringify(bodyOf(one as string))).not.toContain("Jane");
    expect(bodyOf(other as string).rules[0].hash).not.toBe(rules[0].hash);
  });

  it("is worth nothing once a byte of it was changed", async () => {
    const { receipt } = (await (await post(WORDS)).json()) as { receipt: string };
    const [head, , signature = ""] = receipt.split(".");
    const text = JSON.stringify(bodyOf(receipt));
    const changed = Buffer.from(text.replace('"onPages":1', '"onPages":2')).toString("base64url");
    expect(await isSigned(`${head}.${changed}.${signature}`)).toBe(false);
    const bytes = decoded(signature);
    bytes[9] = (bytes[9] as number) ^ 1;
    expect(await isSigned(receipt.replace(signature, Buffer.from(bytes).toString("base64url")))).toBe(false);
  });

  it("comes in the header of a binary answer, and is of the encrypted file where that is asked for", async () => {
    const response = await post({ ...WORDS, protect: { userPassword: "open sesame" } }, "?format=binary");
    const { receipt } = JSON.parse(response.headers.get("Quire-Result") ?? "{}") as { receipt: string };
    expect(await isSigned(receipt)).toBe(true);
    const output = new Uint8Array(await response.arrayBuffer());
    expect(Buffer.from(output).toString("latin1")).toContain("/Encrypt");
    expect(bodyOf(receipt).output).toEqual({ sha256: await sha256(output), bytes: output.length });
  });

  it("is not made unless it is asked for", async () => {
    expect(await (await post({ ...WORDS, receipt: false })).json()).not.toHaveProperty("receipt");
  });

  it.each([
    ["where the service has no key", WORDS, "", "", "RECEIPT_KEY"],
    ["of a dry run", { ...WORDS, dryRun: true }, "", undefined, "dryRun"],
    [
      "of more rules than a header holds",
      { receipt: true, text: Array.from({ length: 21 }, (_, at) => ({ words: `word ${at}` })) },
      "?format=binary",
      undefined,
      "not 21",
    ],
  ])("is refused %s", async (_, fields, query, setting, message) => {
    const response = await post(fields, query, setting);
    expect(response.status).toBe(400);
    const error = await errorOf(response);
    expect(error).toMatchObject({ code: "INVALID_INPUT", field: "receipt" });
    expect(error.message).toContain(message);
  });
});

describe("the keys of receipts", () => {
  it("are public, and show nothing of the private ones", async () => {
    const keys = await keysAt(key);
    expect(keys).toEqual([
      { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid: expect.any(String), x: expect.any(String) },
    ]);
    expect(await keysAt("")).toEqual([]);
  });

  it("are those that signed before as well, so that old receipts can be checked", async () => {
    const { receipt } = (await (await post(WORDS, "", older)).json()) as { receipt: string };
    expect(await isSigned(receipt, `${key} ${older}`)).toBe(true);
    const { receipt: next } = (await (await post(WORDS, "", `${key} ${older}`)).json()) as { receipt: string };
    expect(await isSigned(next, key)).toBe(true);
  });

  it("are named where the setting holds something else", async () => {
    await expect(publicKeys({ RECEIPT_KEY: "secret" } as Env)).rejects.toThrow("RECEIPT_KEY must be Ed25519 keys");
  });
});
