import { declaredLength } from "../../intake/body/body.ts";
import { IntakeProblem } from "../../intake/intake-problem.ts";
import { checkAddress, isPublicAddress, UNREACHABLE } from "../../intake/outbound/address.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { HtmlProblem } from "../html-problem.ts";

/** How the Worker fetches for a page. */
export interface NetworkRules {
  /** Hosts with ports that are let through although they are private: local development and tests. */
  allowHosts?: readonly string[] | undefined;
  /** Names of the service's own hosts, which no page may ask. */
  refuseHosts?: readonly string[] | undefined;
  /** Told of each host that is asked, for the log. */
  onAsk?: ((host: string, method: string) => void) | undefined;
  /** Addresses of a host, where they can be known before asking it. */
  resolve?: ((host: string) => Promise<string[]>) | undefined;
  fetcher?: typeof fetch | undefined;
  /** Room in the isolate's memory; what a page loads passes through it. */
  memory?: { grow(bytes: number): Promise<void>; shrink(bytes: number): void } | undefined;
}

export interface Fetched {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** One request of a page, one hop: redirects are answered to the browser, which then asks for the next address here again. */
export async function fetchOnce(
  url: URL,
  init: { method: string; headers: Record<string, string>; body?: Uint8Array | undefined },
  rules: NetworkRules,
  signal: AbortSignal,
): Promise<Fetched> {
  await checkHost(url, rules);
  rules.onAsk?.(url.host, init.method);
  const response = await (rules.fetcher ?? fetch)(url.href, {
    method: init.method,
    headers: init.headers,
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(HTML_LIMITS.resourceMs)]),
    ...(init.body === undefined ? {} : { body: init.body }),
  });
  if (isRedirect(response.status)) {
    await response.body?.cancel();
    return { status: response.status, headers: response.headers, body: new Uint8Array() };
  }
  return {
    status: response.status,
    headers: response.headers,
    body: await readBody(response, HTML_LIMITS.resourceBytes, rules.memory, tooLarge),
  };
}

async function checkHost(url: URL, { allowHosts = [], refuseHosts, resolve }: NetworkRules): Promise<void> {
  checkAddress(url, allowHosts, refuseHosts);
  if (resolve === undefined || allowHosts.includes(url.host)) return;
  const addresses = await resolve(url.hostname);
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new IntakeProblem("unreachable", UNREACHABLE);
}

/** While it is read a body of unknown length exists as what came and as the whole. */
const READ_COPIES = 2;
/** Up to this size a declared length is believed: the body is read into its place, in a few large steps. */
const BELIEVED_BYTES = 1024 * 1024;

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Reads a body up to a limit; the caller gives the memory back. */
export async function readBody(
  response: Response,
  most: number,
  memory: NetworkRules["memory"],
  tooLarge: () => Error,
): Promise<Uint8Array> {
  const declared = declaredLength(response.headers) ?? 0;
  if (declared > most) {
    await response.body?.cancel();
    throw tooLarge();
  }
  if (!response.body) return new Uint8Array();
  const isBelieved = declared > 0 && declared <= BELIEVED_BYTES && !response.headers.has("content-encoding");
  return isBelieved
    ? readInto(new Uint8Array(declared), response.body, memory)
    : readPieces(response.body, most, memory, tooLarge);
}

async function readInto(
  place: Uint8Array<ArrayBuffer>,
  body: ReadableStream,
  memory: NetworkRules["memory"],
): Promise<Uint8Array> {
  const size = place.length;
  await memory?.grow(size);
  try {
    const reader = body.getReader({ mode: "byob" });
    let { buffer } = place;
    for (let at = 0; at < size; ) {
      const { value, done } = await reader.read(new Uint8Array(buffer, at));
      if (done || value === undefined) throw new Error(`The answer ended after ${at} of ${size} bytes`);
      at += value.length;
      // The read moved the memory to a new ArrayBuffer.
      buffer = value.buffer;
    }
    await reader.cancel();
    return new Uint8Array(buffer);
  } catch (error) {
    memory?.shrink(size);
    throw error;
  }
}

async function readPieces(
  body: ReadableStream<Uint8Array>,
  most: number,
  memory: NetworkRules["memory"],
  tooLarge: () => Error,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      if (length + chunk.length > most) throw tooLarge();
      await memory?.grow(chunk.length * READ_COPIES);
      length += chunk.length;
      chunks.push(chunk);
    }
  } catch (error) {
    memory?.shrink(length * READ_COPIES);
    throw error;
  }
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

function tooLarge(): HtmlProblem {
  return new HtmlProblem("too-large", `A file that the page loads is larger than ${HTML_LIMITS.resourceBytes} bytes.`);
}

/** Why the page's own address gave no page, in words that say nothing about what is inside a network. */
export function unreachable(error: unknown): HtmlProblem {
  if (error instanceof HtmlProblem) return error;
  if (error instanceof IntakeProblem) return new HtmlProblem("unreachable", error.message, { field: "url" });
  if (error instanceof Error && error.name === "TimeoutError") return unanswered(HTML_LIMITS.resourceMs);
  return new HtmlProblem("unreachable", UNREACHABLE, { field: "url", cause: error });
}

export function unanswered(ms: number): HtmlProblem {
  return new HtmlProblem("unreachable", `The address did not answer within ${ms} ms.`, { field: "url" });
}

/** Statuses that Cloudflare makes up when an origin gives none: no answer, refused, timed out, TLS failure, unknown name. */
export function isUnansweredOrigin(status: number): boolean {
  return status >= 520 && status <= 530;
}
