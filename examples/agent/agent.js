import { readFile } from "node:fs/promises";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** What an agent does with a file on the user's machine, without a model that decides it: agent.js FILE. */
const [file] = process.argv.slice(2);
const { QUIRE, QUIRE_API_KEY } = process.env;
const client = new Client({ name: "example", version: "1.0.0" });
const requestInit = { headers: { Authorization: `Bearer ${QUIRE_API_KEY}` } };
await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", QUIRE), { requestInit }));

async function use(name, given) {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: given });
  if (isError) throw new Error(content[0].text);
  return structuredContent;
}

// Files never travel through tools: a tool gives a place for them.
const bytes = await readFile(file);
const { uploadUrl, url } = await use("create_upload", { fileName: path.basename(file), bytes: bytes.length });
await fetch(uploadUrl, { method: "PUT", body: bytes });

const { pageCount, pages } = await use("inspect_pdf", { url });
const { width, height } = pages[0];
const upperHalf = { x: 0, y: height / 2, width, height: height / 2 };
const { downloadUrl } = await use("crop_pdf", { url, cropData: [{ pageNumber: 1, cropArea: upperHalf }] });
console.log(`The upper half of page 1 of ${pageCount}: ${downloadUrl}`);
await client.close();
