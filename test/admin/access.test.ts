import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { AccessKeys, accessIdentity } from "../../src/admin/access.ts";

const SETTINGS = { issuer: "https://team.cloudflareaccess.com", audience: "tag" };
const NOW = Date.now();
const CLAIMS = { iss: SETTINGS.issuer, aud: ["tag"], exp: NOW / 1000 + 60, email: "ann@example.com" };
const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const held = new AccessKeys();
let keys: CryptoKeyPair;

beforeAll(async () => {
  keys = (await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"])) as CryptoKeyPair;
  const jwk = await crypto.subtle.exportKey("jwk", keys.publicKey);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ keys: [{ ...jwk, kid: "one" }] }));
});
afterEach(() => vi.clearAllMocks());

async function assertion(claims: Record<string, unknown>, head: Record<string, unknown> = {}): Promise<string> {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "RS256", kid: "one", ...head })}.${part(claims)}`;
  const signature = await crypto.subtle.sign(ALGORITHM.name, keys.privateKey, new TextEncoder().encode(signed));
  return `${signed}.${Buffer.from(signature).toString("base64url")}`;
}

async function identity(token: string, settings = SETTINGS, now = NOW): Promise<string | undefined> {
  const request = new Request("https://api.test/admin/api/keys", { headers: { "Cf-Access-Jwt-Assertion": token } });
  return accessIdentity(request, settings, held, now);
}

it("the admin API knows who Access let through", async () => {
  expect(await identity(await assertion(CLAIMS))).toBe("ann@example.com");
  expect(await identity(await assertion({ ...CLAIMS, aud: "tag", nbf: NOW / 1000 - 1 }))).toBe("ann@example.com");
  expect(await identity(await assertion({ ...CLAIMS, nbf: NOW / 1000 }))).toBe("ann@example.com");
});

it("believes no assertion that is altered, old, unsigned, or for another team or application", async () => {
  const good = await assertion(CLAIMS);
  const [head, , signature] = good.split(".");
  const other = Buffer.from(JSON.stringify({ ...CLAIMS, email: "eve@example.com" })).toString("base64url");
  for (const token of [
    "",
    "a.b.c",
    `${head}.${other}.${signature}`,
    await assertion({ ...CLAIMS, exp: NOW / 1000 - 1 }),
    await assertion({ ...CLAIMS, exp: NOW / 1000 }),
    await assertion({ ...CLAIMS, nbf: NOW / 1000 + 100 }),
    await assertion({ ...CLAIMS, aud: ["another"] }),
    await assertion({ ...CLAIMS, iss: "https://evil.cloudflareaccess.com" }),
    await assertion({ ...CLAIMS, exp: undefined }),
    await assertion({ ...CLAIMS, exp: `${CLAIMS.exp}` }),
    await assertion({ ...CLAIMS, nbf: "0" }),
    await assertion({ ...CLAIMS, aud: undefined }),
    await assertion(CLAIMS, { alg: "none" }),
    await assertion(CLAIMS, { alg: "HS256" }),
    await assertion(CLAIMS, { crit: ["b64"], b64: false }),
    `${good.slice(0, -4)}AAAA`,
    `${head}..${signature}`,
    `${good}.${signature}`,
    `.${good}`,
    await assertion(CLAIMS, { kid: "two" }),
  ]) {
    expect(await identity(token)).toBeUndefined();
  }
});

it("the admin API asks for the team's keys every ten minutes, and earlier, but not at once, for an unknown key", async () => {
  const settings = { issuer: "https://rotating.cloudflareaccess.com", audience: "tag" };
  const claims = { ...CLAIMS, iss: settings.issuer, exp: NOW / 1000 + 3600 };
  const [known, rotated] = [await assertion(claims), await assertion(claims, { kid: "two" })];
  const asks = async (token: string, after: number) => {
    const before = vi.mocked(fetch).mock.calls.length;
    const name = await identity(token, settings, NOW + after);
    return [name, vi.mocked(fetch).mock.calls.length - before];
  };
  expect(await asks(known, 0)).toEqual(["ann@example.com", 1]);
  expect(await asks(known, 599_999)).toEqual(["ann@example.com", 0]);
  expect(await asks(known, 600_000)).toEqual(["ann@example.com", 1]);
  // Another key has taken its place.
  const jwk = await crypto.subtle.exportKey("jwk", keys.publicKey);
  vi.mocked(fetch).mockImplementation(async () => Response.json({ keys: [{ ...jwk, kid: "two" }] }));
  expect(await asks(rotated, 609_999)).toEqual([undefined, 0]);
  expect(await asks(rotated, 610_000)).toEqual(["ann@example.com", 1]);
  expect(await asks(known, 620_000)).toEqual([undefined, 1]);
});

it("the admin API does not take a failure of Access for a stranger", async () => {
  vi.mocked(fetch).mockImplementation(async () => new Response("{}", { status: 503 }));
  const settings = { issuer: "https://down.cloudflareaccess.com", audience: "tag" };
  await expect(identity(await assertion({ ...CLAIMS, iss: settings.issuer }), settings)).rejects.toThrow("503");
});
