import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { LIMITS } from "../../src/api/limits.ts";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { inspect } from "../../src/api/operations/inspect.ts";
import { VISITORS, visitorOf } from "../../src/keys/demo-visitor.ts";
import { usageOf } from "../../src/usage/usage-objects.ts";
import { errorOf, form, type TestApi, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

let api: TestApi;
beforeAll(async () => {
  const printing = { ...echo, id: "printing", path: "/v1/convert/html-to-pdf" };
  api = await testApi([echo, printing, inspect] as unknown as DescribedOperation[]);
});

// No minute and no day ends within a test.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const OPEN = { DEMO: "on" };
let addresses = 0;
const newAddress = () => `198.51.100.${++addresses}`;

function ask(
  address: string,
  more: Record<string, string> = {},
  file = new Uint8Array(1000),
  changes = OPEN,
  path = "/v1/echo",
) {
  const headers = { Authorization: "Bearer demo", "CF-Connecting-IP": address, ...more };
  return api.request(path, { method: "POST", body: form({ file }), headers }, changes);
}
const left = (response: Response, policy: string) =>
  Number(new RegExp(`"${policy}";r=(\\d+)`).exec(response.headers.get("ratelimit") ?? "")?.[1]);

describe("a visitor without a key", () => {
  it("is refused where the operator has not opened the demo quota", async () => {
    const response = await ask(newAddress(), {}, undefined, { DEMO: "" });
    expect(response.status).toBe(401);
    expect(await errorOf(response)).toMatchObject({ code: "AUTHENTICATION_REQUIRED", retryable: false });
    const limits = (await (await api.request("/v1/limits")).json()) as { demo: boolean };
    expect(limits.demo).toBe(false);
  });

  it("is served and counted by address; a network of IPv6 is one address", async () => {
    const here = newAddress();
    const most = LIMITS.demo.perDay;
    expect(left(await ask(here), "day")).toBe(most - 1);
    expect(left(await ask(here), "day")).toBe(most - 2);
    expect(left(await ask(newAddress()), "day")).toBe(most - 1);
    expect(left(await ask("2001:db8:1:2:3::1"), "day")).toBe(most - 1);
    expect(left(await ask("2001:db8:1:2:ffff::2"), "day")).toBe(most - 2);
    const limits = (await (await api.request("/v1/limits", {}, OPEN)).json()) as { demo: boolean };
    expect(limits.demo).toBe(true);
  });

  it("may send small files only", async () => {
    const inspected = (bytes: number) => ask(newAddress(), {}, new Uint8Array(bytes), OPEN, "/v1/pdf/inspect");
    const response = await inspected(LIMITS.demo.fileBytes + 1);
    expect(response.status).toBe(413);
    expect((await errorOf(response)).message).toContain("10 MB");
    expect((await errorOf(await inspected(LIMITS.demo.fileBytes))).code).toBe("CORRUPTED_FILE");
  });

  it("is not sent by the page of another site, which would spend its readers' shares", async () => {
    const headers = [{ Origin: "https://app.test" }, { "Sec-Fetch-Site": "cross-site" }] as Record<string, string>[];
    for (const other of headers) {
      const response = await ask(newAddress(), other);
      expect(response.status).toBe(401);
      expect((await errorOf(response)).message).toContain("another site");
    }
    const own = { Origin: "https://api.quire.test", "Sec-Fetch-Site": "same-origin" };
    expect((await ask(newAddress(), own)).status).toBe(200);
  });

  it("may store so much an hour, as all visitors together may", async () => {
    const response = await ask(newAddress());
    expect(left(response, "storage")).toBe(LIMITS.demo.storedBytesPerHour - 1000);
    const policies = response.headers.get("ratelimit-policy") ?? "";
    expect(policies).toContain(`"concurrency";q=${LIMITS.demo.concurrentRequests}`);
    expect(policies.match(/"storage"/g)).toHaveLength(1);
    const { storedBytes } = await usageOf(env.USAGE, VISITORS).spent(Date.now() - (Date.now() % 3_600_000));
    expect(storedBytes).toBeGreaterThanOrEqual(1000);
  });

  it("makes no object for its network once all visitors together may ask no more", async () => {
    const together = usageOf(env.USAGE, VISITORS);
    for (let i = 0; i < LIMITS.demo.together.perMinute; i++) await together.admit(LIMITS.demo.together, Date.now());
    const address = newAddress();
    const response = await ask(address);
    expect([response.status, (await errorOf(response)).message]).toEqual([
      429,
      expect.stringContaining("All visitors without a key together"),
    ]);
    const request = new Request("https://api.quire.test", { headers: { "CF-Connecting-IP": address } });
    const own = usageOf(env.USAGE, visitorOf(request, env.LINK_SECRET, LIMITS.demo).id).id;
    expect((await listDurableObjectIds(env.USAGE)).some((id) => id.equals(own))).toBe(false);
    await runInDurableObject(together, (_, { storage }) => storage.sql.exec("DELETE FROM spent"));
  });

  it("whose share is used up takes nothing from that of the others", async () => {
    const together = usageOf(env.USAGE, VISITORS);
    const counted = () =>
      runInDurableObject(together, (_, { storage }) =>
        storage.sql.exec("SELECT requests FROM spent WHERE span = 'perDay'").one(),
      );
    const address = newAddress();
    const request = new Request("https://api.quire.test", { headers: { "CF-Connecting-IP": address } });
    const { id } = visitorOf(request, env.LINK_SECRET, LIMITS.demo);
    await ask(address);
    for (let i = 0; i < LIMITS.demo.perMinute; i++) await usageOf(env.USAGE, id).admit(LIMITS.demo, Date.now());
    const before = await counted();
    expect((await ask(address)).status).toBe(429);
    expect(await counted()).toEqual(before);
  });

  it("sees previews of HTML beside its requests, which use up none of them", async () => {
    const address = newAddress();
    const preview = { Authorization: "Bearer demo-preview" };
    const path = "/v1/convert/html-to-pdf?format=binary";
    const response = await ask(address, preview, undefined, OPEN, path);
    expect(response.status).toBe(200);
    expect(left(response, "day")).toBe(LIMITS.demo.preview.perDay - 1);
    expect(left(await ask(address), "day")).toBe(LIMITS.demo.perDay - 1);
    for (const other of ["/v1/echo", "/v1/convert/html-to-pdf"]) {
      const refused = await ask(address, preview, undefined, OPEN, other);
      expect([refused.status, (await errorOf(refused)).message]).toEqual([
        401,
        expect.stringContaining("Previews are"),
      ]);
    }
    expect((await ask(address, { ...preview, Origin: "https://app.test" }, undefined, OPEN, path)).status).toBe(401);
  });

  it("has a quota of previews in each tab, and the network of an office one for all of them", async () => {
    const address = newAddress();
    const path = "/v1/convert/html-to-pdf?format=binary";
    const previewOf = (tab: string) =>
      ask(address, { Authorization: `Bearer demo-preview-${tab}` }, undefined, OPEN, path);
    const [one, other] = ["0123456789abcdef", "fedcba9876543210"];
    const request = new Request("https://api.quire.test", { headers: { "CF-Connecting-IP": address } });
    const spend = async (tab: string | undefined, times: number) => {
      const { id } = visitorOf(request, env.LINK_SECRET, LIMITS.demo.preview, { tab });
      const limits = tab === undefined ? LIMITS.demo.preview.network : LIMITS.demo.preview;
      for (let i = 0; i < times; i++) await usageOf(env.USAGE, id).admit(limits, Date.now());
    };
    await spend(one, LIMITS.demo.preview.perMinute);
    expect((await previewOf(one)).status).toBe(429);
    const answer = await previewOf(other);
    expect(answer.status).toBe(200);
    expect(left(answer, "day")).toBe(LIMITS.demo.preview.perDay - 1);
    await spend(undefined, LIMITS.demo.preview.network.perMinute);
    expect((await errorOf(await previewOf(other))).message).toContain("Visitors of one network");
    expect((await previewOf("nothing")).status).toBe(401);
  });

  it("cannot act as an agent", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const headers = { Authorization: "Bearer demo", "Content-Type": "application/json" };
    const response = await api.request("/mcp", { method: "POST", body, headers }, OPEN);
    expect(response.status).toBe(401);
  });

  it("is reported to the operator as one of all visitors, and forgotten", async () => {
    const address = newAddress();
    await ask(address);
    const request = new Request("https://api.quire.test", { headers: { "CF-Connecting-IP": address } });
    const { id } = visitorOf(request, env.LINK_SECRET, LIMITS.demo);
    expect(id).not.toContain("198.51");
    const today = new Date().toISOString().slice(0, 10);
    expect(await usageOf(env.USAGE, id).since("days", today)).toEqual([]);
    const used = await usageOf(env.USAGE, VISITORS).since("days", today);
    expect(used.map(({ operation }) => operation)).toContain("echo");
    expect(await runDurableObjectAlarm(usageOf(env.USAGE, id))).toBe(true);
    expect(left(await ask(address), "day")).toBe(LIMITS.demo.perDay - 1);
  });
});
