import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { createConnection, type Socket } from "node:net";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { deflateSync } from "node:zlib";
import { expect, inject, it } from "vitest";
import { be32, bytes } from "../fixtures/bytes.ts";
import { jpeg } from "../fixtures/jpeg.ts";
import { chunk } from "../fixtures/png.ts";

const { api, key, state } = inject("service");
const MIB = 1024 * 1024;
const ROUTE = `${api}/v1/convert/image-to-pdf?format=binary`;

/** About 3 MB of comments, in which a JPEG may hold anything. */
const comments = Array.from({ length: 46 }, () => ({ marker: 0xfe, data: randomBytes(65_000) }));
const photo = jpeg({ blocks: [[[128]]], segments: comments });

/** An RGBA image of noise, as large as its pixels. */
function noise(width: number, height: number): Uint8Array {
  const rows = randomBytes((width * 4 + 1) * height);
  for (let y = 0; y < height; y++) rows[y * (width * 4 + 1)] = 0;
  return bytes(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk("IHDR", bytes(be32(width), be32(height), [8, 6, 0, 0, 0])),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", new Uint8Array(0)),
  );
}

const image = noise(2600, 2700);

/** What is in the local bucket: files, and uploads that were neither completed nor aborted. */
function bucket(): { files: number; uploads: number } {
  const folder = path.join(state, "v3", "r2", "miniflare-R2BucketObject");
  const found = { files: 0, uploads: 0 };
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".sqlite"))) {
    const database = new DatabaseSync(path.join(folder, file), { readOnly: true });
    const has = database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_mf_objects'").get();
    if (has) {
      const count = (sql: string) => Number(database.prepare(sql).get()?.n);
      found.files += count("SELECT count(*) AS n FROM _mf_objects");
      found.uploads += count("SELECT count(*) AS n FROM _mf_multipart_uploads WHERE state = 0");
    }
    database.close();
  }
  return found;
}

function part(name: string, file: Uint8Array): Uint8Array[] {
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return [Buffer.from(head), file, Buffer.from("\r\n")];
}

/** On a connection of its own: one that was used before may have been closed by the service meanwhile. */
function convert(files: readonly Uint8Array[]): Promise<IncomingMessage> {
  const body = Buffer.concat([...files.flatMap((file, i) => part(`${i}`, file)), Buffer.from("--x--\r\n")]);
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "multipart/form-data; boundary=x" };
  return new Promise((resolve, reject) => {
    request(ROUTE, { method: "POST", headers, agent: false }, resolve).once("error", reject).end(body);
  });
}

function resultOf({ headers }: IncomingMessage): unknown {
  return JSON.parse(String(headers["quire-result"]));
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await response.toArray());
}

it("converts more images in one request than memory holds, and leaves nothing in the bucket", async () => {
  const before = bucket();
  const response = await convert(Array.from({ length: 33 }, () => photo));
  expect(response.statusCode).toBe(200);
  expect(resultOf(response)).toMatchObject({ pageCount: 33, failedImages: 0 });
  const pdf = await readAll(response);
  expect(pdf.length).toBe(Number(response.headers["content-length"]));
  expect(pdf.subarray(-6).toString()).toBe("%%EOF\n");
  await expect.poll(bucket).toEqual(before);
});

it("the service leaves nothing in the bucket when the client hangs up in the middle of its form", async () => {
  const before = bucket();
  const socket = await begin(60 * MIB);
  for (let i = 0; i < 12; i++) await write(socket, Buffer.concat(part(`${i}`, photo)));
  await expect.poll(() => bucket().uploads).toBe(before.uploads + 1);
  socket.destroy();
  await expect.poll(bucket).toEqual(before);
});

it("the service leaves nothing in the bucket when the client hangs up in the middle of the answer", async () => {
  const before = bucket();
  const response = await convert(Array.from({ length: 25 }, () => photo));
  await once(response, "readable");
  response.destroy();
  await expect.poll(bucket).toEqual(before);
  const again = await convert([photo]);
  expect(again.statusCode).toBe(200);
  await readAll(again);
});

it("the service answers many large images at once each with its PDF, or with 503 and when to come again", async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const response = await convert([image]);
      const body = await readAll(response);
      return { status: response.statusCode, retryAfter: response.headers["retry-after"], body };
    }),
  );
  for (const { status, retryAfter, body } of answers) {
    if (status === 200) expect(body.subarray(-6).toString()).toBe("%%EOF\n");
    else expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
  }
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  const together = await convert([image, image]);
  expect(together.statusCode).toBe(200);
  expect(resultOf(together)).toMatchObject({ pageCount: 2, failedImages: 0 });
  await readAll(together);
});

/** The head of a form of so many bytes, on a connection of its own. */
async function begin(length: number): Promise<Socket> {
  const { port } = new URL(api);
  const socket = createConnection({ port: Number(port), host: "127.0.0.1" });
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.on("error", () => undefined);
  const head = ["POST /v1/convert/image-to-pdf HTTP/1.1", `Host: localhost:${port}`, `Authorization: Bearer ${key}`];
  head.push("Content-Type: multipart/form-data; boundary=x", `Content-Length: ${length}`, "", "");
  await write(socket, Buffer.from(head.join("\r\n")));
  return socket;
}

function write(socket: Socket, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => socket.write(piece, (error) => (error ? reject(error) : resolve())));
}
