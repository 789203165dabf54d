import { execFile } from "node:child_process";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const { api, key } = inject("service");
const CHECKS = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/** The protocol's own checks know no keys. What stands before the service adds one. */
let front: Server;
beforeAll(async () => {
  front = createServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    const options = { method, headers: { ...headers, host: new URL(api).host, authorization: `Bearer ${key}` } };
    const onward = request(`${api}${url}`, options, (answer) => {
      outgoing.writeHead(answer.statusCode as number, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void front.close());

/** What failed of one of the protocol's own scenarios, and how many checks passed. */
async function check(scenario: string, revision: string): Promise<{ passed: number; failed: string[] }> {
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`;
  const args = [CHECKS, "server", "--url", url, "--scenario", scenario, "--spec-version", revision];
  const text = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, NO_COLOR: "1" } }, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g"), "")),
    );
  });
  const failed = [...text.matchAll(/\[([\w-]+) *\] FAILURE/g)].map(([, name]) => name as string);
  return { passed: Number(/Passed: (\d+)\//.exec(text)?.[1] ?? 0), failed };
}

describe("the protocol's own checks", () => {
  it.each([
    ["server-initialize", "2025-11-25", 2],
    ["ping", "2025-11-25", 2],
    ["tools-list", "2025-11-25", 3],
    ["tools-list", "2026-07-28", 4],
    ["http-header-validation", "2026-07-28", 14],
  ])("of %s in %s pass", async (scenario, revision, checks) => {
    expect(await check(scenario, revision)).toEqual({ passed: checks, failed: [] });
  });

  it("of the stateless revision pass, but for those that call tools which only a server made for them has", async () => {
    const { passed, failed } = await check("server-stateless", "2026-07-28");
    expect(passed).toBe(21);
    expect(failed.sort()).toEqual([
      "sep-2575-http-server-no-independent-requests-on-stream",
      "sep-2575-missing-capability-http-400",
      "sep-2575-server-no-log-without-loglevel",
      "sep-2575-server-rejects-undeclared-capability",
    ]);
  });
});

it("an agent with the SDK of the stateless revision finds the tools without a session, and gets a link", async () => {
  const client = new Client({ name: "tests", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${api}/mcp`), { requestInit }));
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("html_to_pdf");
  const { structuredContent } = await client.callTool({ name: "html_to_pdf", arguments: { html: "<h1>Hello</h1>" } });
  const { downloadUrl } = structuredContent as { downloadUrl: string };
  expect((await (await fetch(downloadUrl)).text()).slice(0, 5)).toBe("%PDF-");
  await client.close();
});
