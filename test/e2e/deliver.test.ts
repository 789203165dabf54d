import { randomBytes } from "node:crypto";
import { createConnection } from "node:net";
import { expect, inject, it } from "vitest";
import { png } from "../fixtures/png.ts";

const { api, downloads, key } = inject("service");
const authorised = { Authorization: `Bearer ${key}` };

/** A picture of noise, whose PDF is about as large as its pixels. */
function noise(width: number, height: number): Uint8Array {
  const pixels = randomBytes(width * height * 3);
  return png({
    width,
    height,
    colourType: 2,
    depth: 8,
    pixel: (x, y) => [...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)],
  });
}

// Made before any request: while a picture is made, nobody here sees that the server closes idle connections, and the
// next request would be sent on one.
const small = noise(200, 200);
const middle = noise(1000, 1000);
const large = noise(1500, 1500);

function convert(image: Uint8Array, query = "", signal?: AbortSignal): Promise<Response> {
  const body = new FormData();
  body.append("file", new File([image as Uint8Array<ArrayBuffer>], "Scan ü.png"));
  return fetch(`${api}/v1/convert/image-to-pdf${query}`, {
    method: "POST",
    headers: authorised,
    body,
    ...(signal ? { signal } : {}),
  });
}

it("streams a binary answer with its length, name and facts", async () => {
  const response = await convert(small, "?format=binary");
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Number(response.headers.get("content-length"))).toBe(bytes.length);
  expect(new TextDecoder("latin1").decode(bytes.subarray(0, 5))).toBe("%PDF-");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="/);
  expect(JSON.parse(response.headers.get("quire-result")!)).toMatchObject({
    success: true,
    pageCount: 1,
    outputSize: bytes.length,
  });
});

it("the service gives links on the download address that serve the file, its head and its ranges", async () => {
  const made = (await (await convert(small)).json()) as {
    downloadUrl: string;
    outputSize: number;
    expiresAt: string;
  };
  expect(new URL(made.downloadUrl).origin).toBe(downloads);
  const whole = await fetch(made.downloadUrl);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  expect(whole.headers.get("content-type")).toBe("application/pdf");
  expect(bytes.length).toBe(made.outputSize);
  const head = await fetch(made.downloadUrl, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(bytes.length));
  const part = await fetch(made.downloadUrl, { headers: { Range: "bytes=10-19" } });
  expect(part.status).toBe(206);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
  const again = await fetch(made.downloadUrl, { headers: { "If-None-Match": whole.headers.get("etag")! } });
  expect(again.status).toBe(304);
  const altered = await fetch(made.downloadUrl.replace("expires=1", "expires=2"));
  expect(altered.status).toBe(403);
  // The API's address serves no files.
  expect((await fetch(made.downloadUrl.replace(downloads, api))).status).toBe(404);
});

it("the service takes no harm from downloads that are given up", async () => {
  const made = (await (await convert(large)).json()) as { downloadUrl: string; outputSize: number };
  for (let i = 0; i < 5; i++) {
    const abort = new AbortController();
    const response = await fetch(made.downloadUrl, { signal: abort.signal });
    await response.body!.getReader().read();
    abort.abort();
  }
  const binary = new AbortController();
  await (await convert(large, "?format=binary", binary.signal)).body!.getReader().read();
  binary.abort();
  expect((await (await fetch(made.downloadUrl)).arrayBuffer()).byteLength).toBe(made.outputSize);
});

it("the service gives back the memory of uploads that break off", async () => {
  // More than the isolate's whole budget, if they were kept.
  for (let i = 0; i < 6; i++) await brokenUpload(40 * 1024 * 1024, 20 * 1024 * 1024);
  const response = await convert(middle);
  expect(response.status).toBe(200);
});

/** Declares a body, sends a part of it, and hangs up. */
async function brokenUpload(declared: number, sent: number): Promise<void> {
  const { port } = new URL(api);
  const socket = createConnection({ port: Number(port), host: "127.0.0.1" });
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.on("error", () => undefined);
  const head = ["POST /v1/convert/image-to-pdf HTTP/1.1", `Host: localhost:${port}`, `Authorization: Bearer ${key}`];
  head.push("Content-Type: multipart/form-data; boundary=x", `Content-Length: ${declared}`, "", "");
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  await new Promise((resolve) => socket.write(head.join("\r\n") + part, resolve));
  await new Promise((resolve) => socket.write(new Uint8Array(sent), resolve));
  socket.destroy();
}
