import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { imageToPdf } from "../../src/api/operations/images.ts";
import { inspect } from "../../src/api/operations/inspect.ts";
import { errorOf, knownKey, type TestApi, testApi } from "../support/api.ts";

const MIB = 1 << 20;

let api: TestApi;
beforeAll(async () => {
  api = await testApi([inspect, imageToPdf] as unknown as DescribedOperation[]);
});

function send(message: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...(message as object) });
  return api.request("/mcp", { method: "POST", body, headers: { "Content-Length": String(body.length), ...headers } });
}
const call = (name: string, given: unknown, headers: Record<string, string> = {}) =>
  send({ method: "tools/call", params: { name, arguments: given } }, headers);
async function said(name: string, given: unknown): Promise<string> {
  const { result } = (await (await call(name, given)).json()) as { result: { content: { text: string }[] } };
  return result.content[0]!.text;
}

describe("a tool's refusal speaks of what an agent can do", () => {
  it.each([
    ["inspect_pdf", {}, "INVALID_INPUT: No PDF was sent: send it as url. A file on"],
    ["inspect_pdf", { file: "a.pdf" }, `a tool takes no files; send the file's address as "url"`],
    [
      "inspect_pdf",
      { url: "/home/me/a.pdf" },
      "neither a public URL nor an unaltered link of this service, with its query. A file on",
    ],
    ["inspect_pdf", { url: "file:///home/me/a.pdf" }, "Only http and https addresses are fetched. A file on"],
    ["image_to_pdf", {}, "No image was given; send urls or images."],
    ["image_to_pdf", { urls: ["C:\\a.png"] }, "A file on the user's machine gets an address from create_upload."],
  ])("%s %j", async (name, given, says) => {
    const text = await said(name, given);
    expect(text).toContain(says);
    expect(text).toContain("create_upload");
    expect(text).not.toMatch(/multipart|curl|fileBase64|format=binary/);
  });
});

describe("a message", () => {
  // No minute ends within a test.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("counts as one request of its key, and as none more when it calls a tool", async () => {
    const Authorization = `Bearer ${await knownKey({ limits: { perMinute: 2 } })}`;
    expect((await call("inspect_pdf", {}, { Authorization })).status).toBe(200);
    expect((await send({ method: "ping" }, { Authorization })).status).toBe(200);
    const refused = await send({ method: "ping" }, { Authorization });
    expect([refused.status, (await errorOf(refused)).code]).toEqual([429, "RATE_LIMITED"]);
  });

  it("is not read before there is memory for it, and gives it back", async () => {
    const { memory } = api.isolate;
    const before = memory.used;
    const all = await memory.reserve(79 * MIB, { waitMs: 0 });
    const refused = await send({ method: "ping", params: { text: "x".repeat(2 * MIB) } });
    expect([refused.status, (await errorOf(refused)).code]).toEqual([503, "BUSY"]);
    all.release();
    expect((await send({ method: "ping", params: { text: "x".repeat(2 * MIB) } })).status).toBe(200);
    expect(memory.used).toBe(before);
  });

  it("counts under the limits of its key before it is read", async () => {
    const Authorization = `Bearer ${await knownKey({ limits: { perMinute: 3, concurrentRequests: 1 } })}`;
    const ping = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    const begin = (body: BodyInit) => {
      const headers = { Authorization, "Content-Length": String(ping.length) };
      return api.request("/mcp", { method: "POST", body, headers });
    };
    const arriving = new IdentityTransformStream();
    const slow = begin(arriving.readable);
    const writer = arriving.writable.getWriter();
    await writer.write(ping.subarray(0, 1));
    const beside = await begin(ping);
    expect([beside.status, (await errorOf(beside)).message]).toEqual([
      429,
      expect.stringContaining("1 requests under way"),
    ]);
    await writer.write(ping.subarray(1));
    await writer.close();
    expect((await slow).status).toBe(200);
    expect((await begin(ping)).status).toBe(200);
    expect((await errorOf(await begin(ping))).message).toContain("3 requests a minute");
  });

  it("is not taken from a page of another site", async () => {
    for (const Origin of ["https://evil.test", "null"]) {
      const refused = await send({ method: "ping" }, { Origin });
      expect([refused.status, (await errorOf(refused)).code]).toEqual([403, "CROSS_SITE"]);
    }
    expect((await send({ method: "ping" }, { Origin: "https://api.quire.test" })).status).toBe(200);
  });
});
