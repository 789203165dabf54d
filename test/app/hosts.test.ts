import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { downloadOrigin } from "../../src/api/settings.ts";
import worker from "../../src/index.ts";
import { errorOf } from "../support/api.ts";

const ask = async (url: string, changes: Partial<Env> = {}, init: RequestInit = {}) =>
  worker.fetch(
    new Request(url, { redirect: "manual", ...init }) as never,
    { ...env, ...changes },
    createExecutionContext(),
  );

const PATHS = ["/", "/dashboard", "/admin/api/session", "/v1/limits", "/openapi.json", "/health"];

describe("the download host serves links and nothing else", () => {
  it.each([
    ["as it is set", "https://files.quire.test", {}],
    ["on another port", "https://files.quire.test:8443", {}],
    ["with the root's dot", "https://files.quire.test.", {}],
    ["in capitals", "https://FILES.quire.test", {}],
    ["set with a slash", "https://files.quire.test", { DOWNLOAD_ORIGIN: "https://files.quire.test/" }],
    ["set with another port", "https://files.quire.test", { DOWNLOAD_ORIGIN: "https://files.quire.test:9000" }],
    ["over http where it is set so", "http://files.quire.test", { DOWNLOAD_ORIGIN: "http://files.quire.test" }],
  ])("%s", async (_, origin, changes) => {
    for (const path of PATHS) {
      const response = await ask(`${origin}${path}`, changes);
      expect(response.status, path).toBe(404);
      expect((await errorOf(response)).message).toContain("signed download links only");
    }
  });

  it("links are made of its origin, however it is set", () => {
    expect(downloadOrigin({ ...env, DOWNLOAD_ORIGIN: "https://files.quire.test/" })).toBe("https://files.quire.test");
  });
});

it.each(["https://other.test", "https://files.quire.test.evil.test", "https://192.0.2.1"])(
  "a host that is neither is refused: %s",
  async (origin) => {
    for (const path of PATHS) {
      const response = await ask(`${origin}${path}`);
      expect(response.status).toBe(421);
      expect((await errorOf(response)).code).toBe("MISDIRECTED");
    }
  },
);

it.each([
  ["POST", "/v1/pdf/crop?format=binary", 405, "Send this to https://api.quire.test/v1/pdf/crop."],
  ["POST", "/", 405, "Operations are at https://api.quire.test/v1/."],
  ["GET", "/v1/limits", 404, "Send this to https://api.quire.test/v1/limits."],
])("the download host says where a request belongs: %s %s", async (method, path, status, where) => {
  const response = await ask(`https://files.quire.test${path}`, {}, { method });
  const { message } = await errorOf(response);
  expect([response.status, message.endsWith(where)]).toEqual([status, true]);
});

it("plain http from a proxy that was asked over https is answered", async () => {
  const headers = { "X-Forwarded-Proto": "https" };
  expect((await ask("http://api.quire.test/health", {}, { headers })).status).toBe(200);
  expect((await ask("http://api.quire.test/health", {}, { headers: { "X-Forwarded-Proto": "http" } })).status).toBe(
    308,
  );
});

it("plain http is sent to https with its method, for both hosts", async () => {
  for (const host of ["api.quire.test", "files.quire.test"]) {
    const response = await ask(`http://${host}/v1/limits?a=1`, {}, { method: "POST" });
    expect([response.status, response.headers.get("location")]).toEqual([308, `https://${host}/v1/limits?a=1`]);
  }
});

it.each([
  ["the API refuses", "https://api.quire.test/v1/none", "POST", 404],
  ["the API has no use for", "https://api.quire.test/v1/pdf/crop", "OPTIONS", 204],
  ["the download host refuses", "https://files.quire.test/f/x/y.pdf?expires=1", "POST", 405],
  ["is sent to another host", "https://other.test/", "POST", 421],
  ["is sent over plain http", "http://api.quire.test/v1/pdf/crop", "POST", 308],
])(
  "a body that %s is read before the answer, which else would break the connection",
  async (_, url, method, status) => {
    let left = 3;
    const body = new ReadableStream({
      type: "bytes",
      pull(controller) {
        left -= 1;
        if (left >= 0) return controller.enqueue(new Uint8Array(10));
        controller.close();
        controller.byobRequest?.respond(0);
      },
    });
    expect([(await ask(url, {}, { method, body })).status, left]).toEqual([status, -1]);
  },
);

it("both hosts ask browsers to come over https only", async () => {
  for (const url of ["https://api.quire.test/health", "https://files.quire.test/f/x/y.pdf?expires=1"]) {
    expect((await ask(url)).headers.get("strict-transport-security")).toContain("max-age=63072000");
  }
});

it("hosts that are not set, or are one, serve nothing", async () => {
  for (const changes of [{ API_ORIGIN: "" }, { DOWNLOAD_ORIGIN: "" }, { DOWNLOAD_ORIGIN: env.API_ORIGIN }]) {
    await expect(ask("https://api.quire.test/health", changes)).rejects.toThrow(/ORIGIN/);
  }
});
