import { randomUUID } from "node:crypto";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";

export interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: Uint8Array;
  bytes: number;
  /** From the first byte sent to the last one received. */
  ms: number;
}

export interface Part {
  name: string;
  fileName?: string;
  type?: string;
  value: Uint8Array | string;
}

/** A multipart body as pieces, so that a large file is not copied. */
export function multipart(parts: readonly Part[]): { type: string; pieces: Uint8Array[] } {
  const boundary = `quire-${randomUUID()}`;
  const pieces: Uint8Array[] = [];
  for (const part of parts) {
    const file = part.fileName === undefined ? "" : `; filename="${part.fileName}"`;
    const type = part.type === undefined ? "" : `Content-Type: ${part.type}\r\n`;
    pieces.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${file}\r\n${type}\r\n`),
    );
    pieces.push(typeof part.value === "string" ? Buffer.from(part.value) : part.value, Buffer.from("\r\n"));
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, pieces };
}

export interface Sending {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  pieces?: readonly Uint8Array[];
  /** Only count the answer's bytes. */
  discard?: boolean;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/**
 * workerd closes a connection that was idle for five seconds, and node:http's own agent gives one up at the same
 * moment. A request that is sent just then is answered by a reset (RFC 9112 §9.5). This client gives connections up
 * long before that.
 */
const IDLE_MS = 2000;
const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

/** One request by node:http, with its timing. */
export function send(options: Sending): Promise<Answer> {
  const { url, method = "POST", headers = {}, pieces = [], discard = false, signal, timeoutMs = 180_000 } = options;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const lengths = method === "GET" || method === "HEAD" ? {} : { "Content-Length": String(length) };
    const outgoing = request(url, {
      agent,
      method,
      headers: { ...headers, ...lengths },
      ...(signal ? { signal } : {}),
    });
    const failed = (error: Error): void => reject(withConnection(error, outgoing));
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`no answer in ${timeoutMs} ms`)));
    outgoing.on("error", failed);
    outgoing.on("response", (response) => {
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      response.on("data", (chunk: Uint8Array) => {
        bytes += chunk.length;
        if (!discard) chunks.push(chunk);
      });
      response.on("error", failed);
      response.on("end", () => {
        const ms = performance.now() - started;
        const body = discard ? new Uint8Array(0) : Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, bytes, ms });
      });
    });
    void writeAll(outgoing, pieces);
  });
}

/** Whether the connection was new. This distinguishes a fault of the service from one of reused connections. */
function withConnection(error: Error, { reusedSocket }: ClientRequest): Error {
  return new Error(`${error.message} (on a ${reusedSocket ? "connection used before" : "new connection"})`, {
    cause: error,
  });
}

async function writeAll(outgoing: ReturnType<typeof request>, pieces: readonly Uint8Array[]): Promise<void> {
  for (const piece of pieces) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(piece)) {
      await new Promise<void>((resolve) => {
        outgoing.once("drain", resolve);
        outgoing.once("close", resolve);
      });
    }
  }
  outgoing.end();
}

export function bearer(key: string): Record<string, string> {
  return { Authorization: `Bearer ${key}` };
}
