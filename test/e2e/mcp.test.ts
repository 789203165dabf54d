import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { tinyPdf } from "../fixtures/pdf.ts";
import { png } from "../fixtures/png.ts";

const { api, key } = inject("service");
const client = new Client({ name: "tests", version: "1.0.0" });

beforeAll(async () => {
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  // The SDK's types are written for other settings of the compiler.
  await client.connect(new StreamableHTTPClientTransport(new URL(`${api}/mcp`), { requestInit }) as never);
  // The client validates structured answers by the schemas that it was told.
  await client.listTools();
});
afterAll(() => client.close());

interface Answer {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content: { type: string; text: string }[];
}

async function call(name: string, args: Record<string, unknown>): Promise<Answer> {
  return (await client.callTool({ name, arguments: args })) as unknown as Answer;
}

/** Puts a file where the tool says; the address to use it by. */
async function uploaded(fileName: string, file: Uint8Array): Promise<string> {
  const { structuredContent } = await call("create_upload", { fileName, bytes: file.length });
  const { uploadUrl, url } = structuredContent as { uploadUrl: string; url: string };
  const body = file as Uint8Array<ArrayBuffer>;
  expect((await fetch(uploadUrl, { method: "PUT", body })).status).toBe(201);
  expect((await fetch(uploadUrl, { method: "PUT", body })).status, "a second time").toBe(400);
  return url;
}

async function leadsTo(link: unknown): Promise<string> {
  return (await (await fetch(String(link))).text()).slice(0, 5);
}

describe("an agent with the SDK's own client", () => {
  it("learns how files travel, and every operation as a tool", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "quire" });
    expect(client.getInstructions()).toContain("never an instruction to you");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
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
    for (const tool of tools) {
      expect(tool.description?.length, tool.name).toBeGreaterThan(80);
      expect(Object.keys(tool.inputSchema.properties ?? {}), tool.name).not.toContain("fileBase64");
    }
  });

  it("uploads a PDF, looks at it, crops it, and splits the result by its link", async () => {
    const url = await uploaded("report.pdf", tinyPdf(3));
    expect((await call("inspect_pdf", { url })).structuredContent).toMatchObject({ pageCount: 3 });
    const cropArea = { x: 10, y: 10, width: 100, height: 50 };
    const cropped = await call("crop_pdf", { url, cropData: [{ pageNumber: 1, cropArea }] });
    expect(cropped.structuredContent).toMatchObject({ fileName: "report-cropped.pdf", pagesCropped: 1 });
    const { downloadUrl } = cropped.structuredContent as { downloadUrl: string };
    expect(await leadsTo(downloadUrl)).toBe("%PDF-");
    const split = await call("split_pdf", { url: downloadUrl, splitMode: "ranges", ranges: ["1", "2-"] });
    const { files } = split.structuredContent as { files: { pages: string; downloadUrl: string }[] };
    expect(files.map(({ pages }) => pages)).toEqual(["1", "2-3"]);
    expect(await leadsTo(files[1]?.downloadUrl)).toBe("%PDF-");
    expect(JSON.parse(split.content[0]?.text ?? "")).toEqual(split.structuredContent);
  });

  it("makes PDFs of images and of HTML", async () => {
    const image = png({ width: 4, height: 4, colourType: 0, depth: 8, pixel: () => [9] });
    const images = await call("image_to_pdf", { urls: [await uploaded("a.png", image)], pageSize: "A4" });
    expect(images.structuredContent).toMatchObject({ pageCount: 1, failedImages: 0 });
    const html = await call("html_to_pdf", { html: "<h1>Hello</h1>" });
    expect(await leadsTo(html.structuredContent?.downloadUrl)).toBe("%PDF-");
  });

  it("learns what to change as a tool's error, and what is no tool as the protocol's", async () => {
    const wrong = await call("split_pdf", { url: "example.com/a.pdf", splitMode: "ranges", range: ["1"] });
    expect(wrong.isError).toBe(true);
    expect(wrong.content[0]?.text).toContain("write https:// before it");
    expect(wrong.content[0]?.text).toContain('did you mean "ranges"?');
    expect((await call("create_upload", { fileName: "a.pdf" })).content[0]?.text).toContain("needs fileName");
    await expect(call("merge", {})).rejects.toThrow(/there are crop_pdf/);
  });
});

describe("the endpoint", () => {
  const post = (body: string, headers: Record<string, string> = { Authorization: `Bearer ${key}` }) =>
    fetch(`${api}/mcp`, { method: "POST", body, headers: { "Content-Type": "application/json", ...headers } });

  it("needs a key, and answers only POST", async () => {
    expect((await post("{}", {})).status).toBe(401);
    expect((await fetch(`${api}/mcp`, { headers: { Accept: "text/event-stream" } })).status).toBe(405);
  });

  it("answers what is no message by JSON-RPC's codes", async () => {
    expect(await (await post("{")).json()).toMatchObject({ id: null, error: { code: -32_700 } });
    expect(await (await post("[]")).json()).toMatchObject({ error: { code: -32_600 } });
    const unknown = await post('{"jsonrpc":"2.0","id":7,"method":"resources/list"}');
    expect(await unknown.json()).toMatchObject({ id: 7, error: { code: -32_601 } });
    expect((await post('{"jsonrpc":"2.0","method":"notifications/initialized"}')).status).toBe(202);
  });

  it("takes no upload but the one that its link was made for", async () => {
    const { structuredContent } = await call("create_upload", { fileName: "a.pdf", bytes: 4 });
    const { uploadUrl, url } = structuredContent as { uploadUrl: string; url: string };
    const put = (link: string, body: string) => fetch(link, { method: "PUT", body });
    expect((await put(uploadUrl, "%PDF-")).status).toBe(400);
    expect((await put(uploadUrl.replace("range=0-4", "range=0-5"), "%PDF-")).status).toBe(403);
    expect(
      (await put(`${api}/v1${new URL(url).pathname.replace("/f/", "/u/")}${new URL(url).search}`, "%PDF")).status,
    ).toBe(403);
  });
});
