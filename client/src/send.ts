import { QuireConnectionError } from "./errors.ts";

export interface Outgoing {
  method: "GET" | "POST" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: Blob;
  signal?: AbortSignal | undefined;
  onUploadProgress?: ((progress: { sent: number; total: number }) => void) | undefined;
}

/** Sends once. Only XMLHttpRequest tells a browser how much has left; elsewhere the body is counted as it is read. */
export async function send(outgoing: Outgoing, fetcher: typeof fetch): Promise<Response> {
  const { method, url, headers, body, signal, onUploadProgress } = outgoing;
  if (body && onUploadProgress && typeof XMLHttpRequest !== "undefined") return sendByXhr(outgoing, body);
  const init: RequestInit & { duplex?: "half" } = { method, headers: { ...headers } };
  if (signal) init.signal = signal;
  if (body) {
    init.headers = { ...headers, "Content-Type": body.type };
    if (onUploadProgress) {
      init.body = counted(body, onUploadProgress);
      init.duplex = "half";
      init.headers = { ...init.headers, "Content-Length": String(body.size) };
    } else init.body = body;
  }
  try {
    return await fetcher(url, init);
  } catch (cause) {
    signal?.throwIfAborted();
    throw new QuireConnectionError(`${new URL(url).host} cannot be reached.`, { cause });
  }
}

function counted(body: Blob, onProgress: NonNullable<Outgoing["onUploadProgress"]>): ReadableStream<Uint8Array> {
  let sent = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.length;
      onProgress({ sent, total: body.size });
      controller.enqueue(chunk);
    },
  });
  return body.stream().pipeThrough(count);
}

function sendByXhr({ method, url, headers, signal, onUploadProgress }: Outgoing, body: Blob): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = "blob";
    for (const [name, value] of Object.entries({ ...headers, "Content-Type": body.type })) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded }) => onUploadProgress?.({ sent: loaded, total: body.size });
    const abort = () => request.abort();
    signal?.addEventListener("abort", abort, { once: true });
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new QuireConnectionError(`${new URL(url, location.href).host} cannot be reached.`));
    request.onabort = () => reject(signal?.reason ?? new DOMException("The request was aborted.", "AbortError"));
    if (signal?.aborted) return reject(signal.reason);
    request.send(body);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = new Headers(
    lines
      .filter((line) => line.includes(":"))
      .map((line): [string, string] => {
        const at = line.indexOf(":");
        return [line.slice(0, at), line.slice(at + 1).trim()];
      }),
  );
  return new Response(request.response as Blob, { status: request.status, headers });
}
