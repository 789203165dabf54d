import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { UPLOAD_BYTES } from "../../src/api/uploads.ts";
import { signLink } from "../../src/deliver/links.ts";
import { bytes } from "../fixtures/bytes.ts";
import { errorOf, knownKey, type TestApi, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

const FILE = bytes("%PDF-1.7 and more");

interface Links {
  uploadUrl: string;
  url: string;
  expiresAt: string;
}

let api: TestApi;
beforeAll(async () => {
  api = await testApi([echo as unknown as DescribedOperation]);
});

function agent(name: string, given: unknown, key = api.key): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } });
  const headers = { Authorization: `Bearer ${key}`, "Content-Length": String(body.length) };
  return api.request("/mcp", { method: "POST", body, headers });
}
async function upload(fileName: string, size: number): Promise<Links> {
  const { result } = (await (await agent("create_upload", { fileName, bytes: size })).json()) as {
    result: { structuredContent: Links };
  };
  return result.structuredContent;
}
/** Puts a file to a link, as anybody who has the link may. */
const put = (link: string, file = FILE, headers: Record<string, string> = { "Content-Length": String(file.length) }) =>
  api.request(link.replace("https://api.quire.test", ""), {
    method: "PUT",
    body: file as Uint8Array<ArrayBuffer>,
    headers: { Authorization: "", ...headers },
  });

describe("a file for an agent", () => {
  it("is put to one link without a key, and read by the other, for an hour", async () => {
    const before = Date.now();
    const { uploadUrl, url, expiresAt } = await upload("../Report 2026.pdf", FILE.length);
    expect(uploadUrl).toMatch(/^https:\/\/api\.quire\.test\/v1\/u\/[^/]+\/Report%202026\.pdf\?/);
    expect(url).toMatch(/^https:\/\/files\.quire\.test\/f\/[^/]+\/Report%202026\.pdf\?/);
    expect(Math.abs(Date.parse(expiresAt) - before - 3_600_000)).toBeLessThan(60_000);
    expect((await api.follow(url)).status).toBe(404);
    const stored = await put(uploadUrl);
    expect([stored.status, await stored.json()]).toEqual([201, { success: true, bytes: FILE.length }]);
    const read = await api.follow(url);
    expect(read.headers.get("content-disposition")).toContain('filename="Report 2026.pdf"');
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(FILE);
  });

  it("has a link that a command can hold between quotes, whatever its name", async () => {
    const { uploadUrl, url } = await upload("it's 'mine'.pdf", FILE.length);
    expect(`${uploadUrl}${url}`).not.toContain("'");
    expect((await put(uploadUrl)).status).toBe(201);
    expect((await api.follow(url)).headers.get("content-disposition")).toContain("it's 'mine'.pdf");
  });

  it("that comes too slowly is cut off, and its link can be used again", async () => {
    const { uploadUrl, url } = await upload("a.pdf", FILE.length);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stalled = new ReadableStream({
      type: "bytes",
      pull: (controller) => {
        if (controller.desiredSize !== null && !began) controller.enqueue(FILE.slice(0, 4));
        began = true;
        return began ? new Promise(() => {}) : undefined;
      },
    });
    let began = false;
    const answer = api.request(uploadUrl.replace("https://api.quire.test", ""), {
      method: "PUT",
      body: stalled,
      headers: { Authorization: "", "Content-Length": String(FILE.length) },
    });
    for (let seconds = 0; seconds < 60; seconds += 10) await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    const refused = await answer;
    expect([refused.status, (await errorOf(refused)).code]).toEqual([408, "REQUEST_TIMEOUT"]);
    expect((await api.follow(url)).status).toBe(404);
    expect((await put(uploadUrl)).status).toBe(201);
  });

  it("is put once", async () => {
    const { uploadUrl, url } = await upload("a.pdf", 4);
    expect((await put(uploadUrl, bytes("%PDF"))).status).toBe(201);
    const again = await put(uploadUrl, bytes("ABCD"));
    expect(again.status).toBe(400);
    expect((await errorOf(again)).message).toContain("put to this link already");
    expect(new Uint8Array(await (await api.follow(url)).arrayBuffer())).toEqual(bytes("%PDF"));
  });

  it("has the length that its link was made for", async () => {
    const { uploadUrl } = await upload("a.pdf", 5);
    for (const [file, headers, says] of [
      [bytes("%PDF"), undefined, "exactly 5 bytes; Content-Length is 4."],
      [bytes("%PDF-1"), undefined, "exactly 5 bytes; Content-Length is 6."],
      [bytes("%PDF-"), {}, "exactly 5 bytes; no Content-Length was sent."],
    ] as const) {
      const refused = await put(uploadUrl, file, headers);
      expect([refused.status, (await errorOf(refused)).message]).toEqual([400, expect.stringContaining(says)]);
    }
    expect((await put(uploadUrl, bytes("%PDF-"))).status).toBe(201);
  });

  it("goes to no link that was altered, made for reading, or has expired", async () => {
    const { uploadUrl, url } = await upload("a.pdf", FILE.length);
    const { pathname, search } = new URL(url);
    const reading = `/v1${pathname}${search}`;
    const past = { key: "u/202601010000-abc", start: 0, end: 17, fileName: "a.pdf", expires: 1_700_000_000 };
    for (const [link, status, code] of [
      [uploadUrl.replace(`range=0-${FILE.length}`, "range=0-99"), 403, "LINK_INVALID"],
      [uploadUrl.replace("a.pdf", "b.pdf"), 403, "LINK_INVALID"],
      [reading.replace("/f/", "/u/"), 403, "LINK_INVALID"],
      [await signLink("/v1", past, env.LINK_SECRET), 410, "LINK_EXPIRED"],
    ] as const) {
      const refused = await put(link);
      expect([refused.status, (await errorOf(refused)).code], link).toEqual([status, code]);
    }
    const asDownload = `https://files.quire.test${new URL(uploadUrl).pathname.replace("/v1", "")}${new URL(uploadUrl).search}`;
    expect((await put(uploadUrl)).status).toBe(201);
    expect((await api.follow(asDownload)).status).toBe(404);
  });

  it("may be as large as the largest that an operation takes", async () => {
    expect((await upload("a.pdf", UPLOAD_BYTES)).url).toContain(`range=0-${UPLOAD_BYTES}`);
    const refused = await agent("create_upload", { fileName: "a.pdf", bytes: UPLOAD_BYTES + 1 });
    expect(await refused.text()).toContain(`from 1 to ${UPLOAD_BYTES}`);
  });

  it("is counted as stored by its key before it comes, and is no request under way", async () => {
    const key = await knownKey({ limits: { storedBytesPerHour: 100, concurrentRequests: 1 } });
    const left = (response: Response) => response.headers.get("ratelimit");
    expect(left(await agent("create_upload", { fileName: "a.pdf", bytes: 60 }, key))).toContain('"storage";r=40;');
    expect(left(await agent("create_upload", { fileName: "a.pdf", bytes: 30 }, key))).toContain('"storage";r=10;');
    const refused = await agent("create_upload", { fileName: "a.pdf", bytes: 11 }, key);
    expect(refused.status).toBe(429);
    expect((await errorOf(refused)).message).toContain("of which 10 are left");
    expect((await agent("create_upload", { fileName: "a.pdf", bytes: 10 }, key)).status).toBe(200);
  });
});

describe("an agent", () => {
  it("needs a key", async () => {
    const refused = await agent("create_upload", { fileName: "a.pdf", bytes: 1 }, "wrong");
    expect([refused.status, (await errorOf(refused)).code]).toEqual([401, "AUTHENTICATION_REQUIRED"]);
  });

  it("performs operations with its own key", async () => {
    const limits = await knownKey({ limits: { concurrentRequests: 3 } });
    const answered = (await (await agent("echo", { fileBase64: "QUJD" }, limits)).json()) as {
      result: { structuredContent: { bytes: number; downloadUrl: string } };
    };
    const { bytes: size, downloadUrl } = answered.result.structuredContent;
    expect(size).toBe(3);
    expect(new Uint8Array(await (await api.follow(downloadUrl)).arrayBuffer())).toEqual(bytes("ABC"));
  });

  it("learns of every operation as a tool, and how each is used", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const headers = { "Content-Length": String(body.length) };
    const { result } = (await (await api.request("/mcp", { method: "POST", body, headers })).json()) as {
      result: { tools: { name: string; description: string; annotations: unknown }[] };
    };
    expect(result.tools.map(({ name }) => name).sort()).toEqual(
      [
        "assemble_pdf",
        "create_upload",
        "crop_pdf",
        "html_to_pdf",
        "image_to_pdf",
        "inspect_pdf",
        "redact_pdf",
        "split_pdf",
      ].sort(),
    );
    expect(result.tools.filter(({ description }) => description.length <= 80)).toEqual([]);
  });
});
