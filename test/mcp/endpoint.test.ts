import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Offer } from "../../src/api/operation.ts";
import { MemoryBudget } from "../../src/intake/memory-budget.ts";
import { answerMcp, type McpHost } from "../../src/mcp/endpoint.ts";

const ADDRESS = "https://api.quire.test/mcp";
const MIB = 1 << 20;

const offers = [
  { id: "crop-pdf", method: "POST", path: "/v1/pdf/crop" },
  { id: "inspect-pdf-by-path", method: "GET", path: "/v1/pdf/crop" },
  { id: "image-to-pdf", method: "POST", path: "/v1/convert/image-to-pdf" },
] as unknown as Offer[];

/** What the tools asked of the service. */
let asked: unknown[];
let answer: () => Response;
const host: McpHost = {
  reservation: await new MemoryBudget(64 * MIB).reserve(0, { waitMs: 0 }),
  offers,
  tools: '[{"name":"crop_pdf"}]',
  perform: async (...call) => {
    asked.push(call);
    return answer();
  },
  upload: async (...call) => {
    asked.push(call);
    return { uploadUrl: "https://api.quire.test/v1/u/1", url: "https://files.quire.test/f/1", expiresAt: "soon" };
  },
};
beforeEach(() => {
  asked = [];
  answer = () => Response.json({ success: true, pageCount: 3 });
});

async function post(body: string, headers: Record<string, string> = { "Content-Length": String(body.length) }) {
  const response = await answerMcp(new Request(ADDRESS, { method: "POST", body, headers }), host);
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text) };
}
const send = (method: string, params?: unknown, id: unknown = 1) =>
  post(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
const tool = async (name: string, given?: unknown) => {
  const { body } = await send("tools/call", { name, arguments: given });
  return body.result as { isError?: boolean; content: { type: string; text: string }[]; structuredContent?: unknown };
};

describe("a client that begins", () => {
  it.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2025-11-25"],
    [undefined, "2025-11-25"],
  ])("with version %s is answered in %s", async (protocolVersion, spoken) => {
    const { status, body } = await send("initialize", { protocolVersion });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      jsonrpc: "2.0",
      id: 1,
      result: { protocolVersion: spoken, capabilities: { tools: {} } },
    });
    expect(body.result.serverInfo).toMatchObject({ name: "quire", version: "0.1.0" });
    expect(body.result.instructions).toMatch(/^Quire makes and edits PDFs\. .*the url that create_upload returns/);
  });

  it("may name a version that is no text", async () => {
    const { status, body } = await send("initialize", { protocolVersion: { toString: 1, valueOf: 1 } });
    expect(status).toBe(200);
    expect(body.result.protocolVersion).toBe("2025-11-25");
  });

  it("may ask whether anyone is there, and which tools there are", async () => {
    expect((await send("ping")).body).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    expect((await send("tools/list")).body.result).toEqual({ tools: [{ name: "crop_pdf" }] });
  });

  it.each(["7", 0, 7])("gets its own id back: %j", async (id) => {
    expect((await send("ping", undefined, id)).body.id).toBe(id);
  });
});

describe("a request of the stateless revision", () => {
  const PREFIX = "io.modelcontextprotocol/";
  const META = { [`${PREFIX}protocolVersion`]: "2026-07-28", [`${PREFIX}clientCapabilities`]: {} };
  async function ask(method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { _meta: META, ...params } });
    const usual = {
      ...{ "Content-Length": String(body.length), "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method },
      ...(typeof params.name === "string" ? { "Mcp-Name": params.name } : {}),
    };
    return post(body, { ...usual, ...headers });
  }

  it("needs nothing before it: the server tells what it speaks, its tools may be kept for an hour", async () => {
    const { status, body } = await ask("server/discover");
    expect([status, body.result]).toMatchObject([
      200,
      {
        resultType: "complete",
        supportedVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"],
        capabilities: { tools: {} },
        ...{ ttlMs: 3_600_000, cacheScope: "public" },
        _meta: { [`${PREFIX}serverInfo`]: { name: "quire" } },
      },
    ]);
    const { result } = (await ask("tools/list")).body;
    expect(result).toMatchObject({ resultType: "complete", ttlMs: 3_600_000, tools: [{ name: "crop_pdf" }] });
  });

  it("calls a tool, whose name may stand in the header in base64", async () => {
    const call = { name: "image_to_pdf", arguments: { urls: ["https://a.test/1.png"] } };
    for (const name of ["image_to_pdf", "=?base64?aW1hZ2VfdG9fcGRm?="]) {
      const { status, body } = await ask("tools/call", call, { "Mcp-Name": name });
      expect([status, body.result]).toMatchObject([
        200,
        { resultType: "complete", structuredContent: { pageCount: 3 } },
      ]);
      expect(body.result).not.toHaveProperty("ttlMs");
    }
  });

  it.each(["ping", "initialize", "subscriptions/listen", "resources/list"])(
    "for %s finds no such method",
    async (method) => {
      const { status, body } = await ask(method);
      expect([status, body.id, body.error.code]).toEqual([404, 1, -32_601]);
    },
  );

  it.each([
    [
      "names another method",
      "tools/list",
      { "Mcp-Method": "tools/call" },
      /Mcp-Method is "tools\/call"; the body says/,
    ],
    ["names another tool", "tools/call", { "Mcp-Name": "crop" }, /Mcp-Name is "crop"; the body says "crop_pdf"/],
    ["is no base64", "tools/call", { "Mcp-Name": "=?base64?*?=" }, /Mcp-Name is "=\?base64/],
    ["has the version of before", "tools/list", { "MCP-Protocol-Version": "2025-11-25" }, /is "2025-11-25"; the body/],
  ])("whose header %s is refused, and nothing is done", async (_, method, headers, says) => {
    const { status, body } = await ask(method, method === "tools/call" ? { name: "crop_pdf" } : {}, headers);
    expect([status, body.id, body.error.code]).toEqual([400, 1, -32_020]);
    expect(body.error.message).toMatch(says);
    expect(asked).toEqual([]);
  });

  it("without one of its headers is refused", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: META } });
    const refused = await post(body, { "Content-Length": String(body.length) });
    expect([refused.status, refused.body.error.code]).toEqual([400, -32_020]);
    expect(refused.body.error.message).toBe('The header MCP-Protocol-Version is missing; the body says "2026-07-28".');
  });

  it("of a version that nobody has is told which there are", async () => {
    const _meta = { ...META, [`${PREFIX}protocolVersion`]: "1900-01-01" };
    const { status, body } = await ask("tools/list", { _meta }, { "MCP-Protocol-Version": "1900-01-01" });
    expect([status, body.error.code, body.error.data]).toEqual([
      ...[400, -32_022],
      { supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"], requested: "1900-01-01" },
    ]);
  });

  it.each([
    ["protocolVersion", { [`${PREFIX}clientCapabilities`]: {} }],
    ["protocolVersion", { ...META, [`${PREFIX}protocolVersion`]: 7 }],
    ["clientCapabilities", { [`${PREFIX}protocolVersion`]: "2026-07-28" }],
  ])("without its %s is refused, saying what each request needs", async (name, _meta) => {
    const { status, body } = await ask("tools/list", { _meta });
    expect([status, body.error.code]).toEqual([400, -32_602]);
    expect(body.error.message).toBe(`params._meta needs "${PREFIX}${name}" in each request.`);
  });
});

describe("a long call, for a client that asks for its progress", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const call = (headers: Record<string, string>) => {
    const params = { name: "crop_pdf", _meta: { progressToken: "mine" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return answerMcp(
      new Request(ADDRESS, { method: "POST", body, headers: { "Content-Length": String(body.length), ...headers } }),
      { ...host, perform: () => new Promise((resolve) => setTimeout(() => resolve(answer()), 9_000)) },
    );
  };

  it("is a stream that says how long it has taken, and then the answer", async () => {
    const response = call({ Accept: "application/json, text/event-stream" });
    await vi.advanceTimersByTimeAsync(3_000);
    const text = (await response).text();
    await vi.advanceTimersByTimeAsync(6_000);
    const events = (await text).split("\n\n").flatMap((event) => event.split("data: ")[1] ?? []);
    expect(events.map((event) => JSON.parse(event))).toMatchObject([
      { method: "notifications/progress", params: { progressToken: "mine", progress: 3 } },
      { method: "notifications/progress", params: { progressToken: "mine", progress: 8 } },
      { id: 1, result: { structuredContent: { pageCount: 3 } } },
    ]);
    expect((await response).headers.get("Content-Type")).toBe("text/event-stream");
  });

  it("is one answer for a client that reads no streams", async () => {
    const response = call({ Accept: "application/json" });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await (await response).json()).toMatchObject({ id: 1, result: { structuredContent: { pageCount: 3 } } });
  });
});

describe("a message", () => {
  it("without an id is taken and gets no reply, whatever it says", async () => {
    for (const method of ["notifications/initialized", "nothing"]) {
      expect(await post(`{"jsonrpc":"2.0","method":"${method}"}`)).toEqual({ status: 202, body: "" });
    }
  });

  it.each([
    ["that is no JSON", "{", 400, -32_700, "not JSON"],
    ["that is a list", "[]", 400, -32_600, "one JSON-RPC 2.0 request"],
    ["of another version", '{"jsonrpc":"1.0","id":3,"method":"ping"}', 400, -32_600, "one JSON-RPC 2.0 request"],
    ["without a method", '{"jsonrpc":"2.0","id":3}', 400, -32_600, "one JSON-RPC 2.0 request"],
    [
      "with a list for its params",
      '{"jsonrpc":"2.0","id":3,"method":"ping","params":[]}',
      400,
      -32_600,
      "one JSON-RPC",
    ],
  ])("%s is refused, and with no id", async (_, body, status, code, says) => {
    const refused = await post(body);
    expect(refused).toMatchObject({ status, body: { jsonrpc: "2.0", id: null, error: { code } } });
    expect(refused.body.error.message).toContain(says);
  });

  it("that nests deeper than any message is refused", async () => {
    for (const levels of [62, 100, 200_000]) {
      const { status, body } = await post(
        `{"jsonrpc":"2.0","id":3,"method":"ping","params":{"a":${"[".repeat(levels)}${"]".repeat(levels)}}}`,
      );
      if (levels === 62) expect([status, body.result]).toEqual([200, {}]);
      else
        expect([status, body.error.code, body.error.message]).toEqual([
          400,
          -32_700,
          expect.stringContaining("64 levels"),
        ]);
    }
  });

  it("that names no method of the protocol is refused as that, in 60 characters of it", async () => {
    const { status, body } = await send(`resources/${"x".repeat(100)}`);
    expect([status, body.id, body.error.code]).toEqual([200, 1, -32_601]);
    expect(body.error.message).toBe(`There is no method "resources/${"x".repeat(50)}" here.`);
  });

  it("has a length, of at most 4 MiB", async () => {
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    expect((await post(ping.padEnd(4 * MIB))).status).toBe(200);
    for (const headers of [{}, { "Content-Length": String(4 * MIB + 1) }] as Record<string, string>[]) {
      const { status, body } = await post(ping, headers);
      expect([status, body.id, body.error.code]).toEqual([400, null, -32_600]);
      expect(body.error.message).toContain("4194304 bytes");
    }
  });
});

describe("a tool", () => {
  it("is the operation of its name, which is asked for what the tool was given", async () => {
    const { isError, content, structuredContent } = await tool("image_to_pdf", { urls: ["https://a.test/1.png"] });
    expect(asked).toEqual([["/v1/convert/image-to-pdf", '{"urls":["https://a.test/1.png"]}']]);
    expect([isError, structuredContent]).toEqual([undefined, { success: true, pageCount: 3 }]);
    expect(content).toEqual([{ type: "text", text: '{"success":true,"pageCount":3}' }]);
  });

  it("may be given nothing", async () => {
    await tool("crop_pdf");
    expect(asked).toEqual([["/v1/pdf/crop", "{}"]]);
  });

  it.each([
    ["that nobody has", { name: "merge" }, /no tool "merge"; there are crop_pdf, image_to_pdf, create_upload\.$/],
    ["whose operation takes no body", { name: "inspect_pdf_by_path" }, /no tool "inspect_pdf_by_path"/],
    ["with a long name", { name: "x".repeat(100) }, /no tool "x{60}";/],
    ["without a name", {}, /needs name/],
    ["with a text for its arguments", { name: "crop_pdf", arguments: "url" }, /arguments as an object/],
  ])("%s is an error of the protocol", async (_, params, says) => {
    const { status, body } = await send("tools/call", params);
    expect([status, body.id, body.error.code]).toEqual([200, 1, -32_602]);
    expect(body.error.message).toMatch(says);
    expect(asked).toEqual([]);
  });

  it.each([
    ["with what to change", false, {}, "INVALID_INPUT: url: missing"],
    [
      "with when to come again",
      true,
      { "Retry-After": "7" },
      "INVALID_INPUT: url: missing The same call may succeed after 7 s.",
    ],
    ["or soon", true, {}, "INVALID_INPUT: url: missing The same call may succeed after 2 s."],
  ])("that is refused says so as its result, %s", async (_, retryable, headers, says) => {
    const error = { code: "INVALID_INPUT", message: "url: missing", retryable };
    answer = () => Response.json({ success: false, error }, { status: 400, headers: headers as HeadersInit });
    expect(await tool("crop_pdf")).toEqual({ isError: true, content: [{ type: "text", text: says }] });
  });

  it.each([
    ["url", "INVALID_INPUT: No PDF was sent. A file on the user's machine gets an address from create_upload."],
    [
      "images[0].url",
      "INVALID_INPUT: No PDF was sent. A file on the user's machine gets an address from create_upload.",
    ],
    ["margin", "INVALID_INPUT: No PDF was sent."],
  ])("that is refused for its %s is told what an agent can do", async (field, says) => {
    const error = { code: "INVALID_INPUT", message: "No PDF was sent.", field, retryable: false };
    answer = () => Response.json({ success: false, error }, { status: 400 });
    expect((await tool("crop_pdf")).content[0]!.text).toBe(says);
  });

  it("makes an upload's links, and the command that uses them", async () => {
    const { content, structuredContent } = await tool("create_upload", { fileName: "a.pdf", bytes: 1 });
    expect(asked).toEqual([["a.pdf", 1]]);
    expect(structuredContent).toEqual({
      uploadUrl: "https://api.quire.test/v1/u/1",
      url: "https://files.quire.test/f/1",
      expiresAt: "soon",
      command: "curl -sS --fail-with-body -T FILE 'https://api.quire.test/v1/u/1'",
    });
    expect(JSON.parse(content[0]?.text ?? "")).toEqual(structuredContent);
  });

  it.each([
    [{ fileName: "a.pdf" }],
    [{ bytes: 1 }],
    [{ fileName: "", bytes: 1 }],
    [{ fileName: "x".repeat(256), bytes: 1 }],
    [{ fileName: "a.pdf", bytes: 0 }],
    [{ fileName: "a.pdf", bytes: 1.5 }],
    [{ fileName: "a.pdf", bytes: 1e9 }],
  ])("makes no upload of %j", async (given) => {
    const { isError, content } = await tool("create_upload", given);
    expect([isError, asked]).toEqual([true, []]);
    expect(content[0]?.text).toMatch(
      /^create_upload needs fileName \(text\) and bytes \(a whole number from 1 to \d+\)\.$/,
    );
  });
});
