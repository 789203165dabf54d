import { declaredLength } from "../../intake/body/body.ts";
import { PieceGatherer } from "../../intake/body/piece-gatherer.ts";
import { IntakeProblem } from "../../intake/intake-problem.ts";
import { UNREACHABLE } from "../../intake/outbound/address.ts";
import { askOnce, isRedirect, type OutboundRules } from "../../intake/outbound/outbound.ts";
import type { Room } from "../../intake/reservation.ts";
import { pause } from "../../platform/pause.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { HtmlProblem } from "../html-problem.ts";
import type { Failure } from "./page-faults.ts";
import type { Turnstile } from "./turnstile.ts";

/** How the Worker fetches for a page. */
export interface NetworkRules extends OutboundRules {
  /** Fetches of one request that wait for an answer at a time: `HTML_LIMITS.connections`. */
  asking?: Turnstile | undefined;
  /** Called for each resource that a page asked for and did not get. */
  onMissing?: ((failure: Failure) => void) | undefined;
  /** Told what the PDF does not have of what was asked for. */
  onWarn?: ((warning: string) => void) | undefined;
  /** The isolate's memory. Everything that a page loads passes through it. */
  memory?: Room | undefined;
}

export interface Fetched {
  status: number;
  headers: Headers;
  body: Uint8Array;
  rest?: Rest;
}

/** What an answer goes on with that had not ended. */
export interface Rest {
  /** Undefined at its end. */
  next(): Promise<Uint8Array | undefined>;
  cancel(): void;
}

type Init = { method: string; headers: Record<string, string>; body?: Uint8Array | undefined };

/**
 * Fetches one hop of a page's request. A redirect is given to the browser, which then asks for the next address here.
 * With `patienceMs`, an answer of unknown length that has not ended by then is given as far as it has come.
 */
export async function fetchOnce(
  url: URL,
  init: Init,
  rules: NetworkRules,
  signal: AbortSignal,
  patienceMs?: number,
): Promise<Fetched> {
  return inTurn(url, init, rules, signal, async (response) => {
    const { status, headers, body } = response;
    if (isRedirect(status)) return { status, headers, body: new Uint8Array() };
    if (patienceMs !== undefined && body && declaredLength(headers) === undefined)
      return { status, headers, ...(await readStart(body, patienceMs, rules.memory)) };
    return { status, headers, body: await readBody(response, HTML_LIMITS.resourceBytes, rules.memory, tooLarge) };
  });
}

/** Opens a WebSocket behind the guard of every fetch; what redirects has none. */
export function openSocket(
  url: URL,
  init: Init,
  rules: NetworkRules,
  signal: AbortSignal,
): Promise<{ socket: WebSocket; headers: Headers }> {
  return inTurn(url, init, rules, signal, async ({ status, headers, body, webSocket }) => {
    if (webSocket) return { socket: webSocket, headers };
    await body?.cancel();
    throw new Error(`HTTP ${status}`);
  });
}

/** Asks when it is its turn. Its time begins then, since a request that waits behind slow ones is not slow itself. */
async function inTurn<T>(
  url: URL,
  init: Init,
  rules: NetworkRules,
  signal: AbortSignal,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const leave = await rules.asking?.enter();
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(new DOMException("", "TimeoutError")), HTML_LIMITS.resourceMs);
  try {
    const inTime = AbortSignal.any([signal, clock.signal]);
    inTime.throwIfAborted();
    const response = await askOnce(url, init, rules, inTime);
    leave?.();
    return await read(response);
  } finally {
    leave?.();
    clearTimeout(timer);
  }
}

/** Up to this size a declared length is trusted: the body is read straight into one buffer, in a few large steps. */
const BELIEVED_BYTES = 1024 * 1024;
export const UNCOUNTED: Room = { grow: async () => {}, shrink: () => {} };

/** Reads a body up to a limit. The caller gives the memory back. */
export async function readBody(response: Response, most: number, memory: Room = UNCOUNTED, tooLarge: () => Error) {
  const { body, headers } = response;
  const declared = declaredLength(headers) ?? 0;
  if (declared > most) {
    await body?.cancel();
    throw tooLarge();
  }
  if (!body) return new Uint8Array();
  const isBelieved = declared > 0 && declared <= BELIEVED_BYTES && !headers.has("content-encoding");
  return isBelieved ? readInto(new Uint8Array(declared), body, memory) : readPieces(body, most, memory, tooLarge);
}

async function readInto(place: Uint8Array<ArrayBuffer>, body: ReadableStream, memory: Room): Promise<Uint8Array> {
  const size = place.length;
  await memory.grow(size);
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
    memory.shrink(size);
    throw error;
  }
}

async function readPieces(body: ReadableStream<Uint8Array>, most: number, memory: Room, tooLarge: () => Error) {
  const pieces = new PieceGatherer(memory);
  try {
    for await (const chunk of body) {
      if (pieces.length + chunk.length > most) throw tooLarge();
      await pieces.add(chunk);
    }
    return pieces.finish();
  } catch (error) {
    memory.shrink(pieces.held);
    throw error;
  }
}

async function readStart(body: ReadableStream<Uint8Array>, patienceMs: number, memory: Room = UNCOUNTED) {
  const pieces = new PieceGatherer(memory);
  const reader = body.getReader();
  const late = pause(patienceMs);
  try {
    for (;;) {
      const reading = reader.read();
      const read = await Promise.race([reading, late]);
      if (read?.done) return { body: pieces.finish() };
      if (!read) return { body: pieces.finish(), rest: restOf(reader, reading) };
      if (pieces.length + read.value.length > HTML_LIMITS.resourceBytes) throw tooLarge();
      await pieces.add(read.value);
    }
  } catch (error) {
    memory.shrink(pieces.held);
    void reader.cancel().catch(() => {});
    throw error;
  }
}

function restOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>,
): Rest {
  let reading: typeof first | undefined = first;
  return {
    next: async () => {
      const piece = await (reading ?? reader.read());
      reading = undefined;
      return piece.value;
    },
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

function tooLarge(): HtmlProblem {
  return new HtmlProblem("too-large", `A file that the page loads is larger than ${HTML_LIMITS.resourceBytes} bytes.`);
}

/** Says why something is missing from a page. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof TypeError) return UNREACHABLE;
  return error.name === "TimeoutError" ? `No answer within ${HTML_LIMITS.resourceMs} ms.` : error.message;
}

/** Says why the page's address gave no page, without revealing anything about a private network. */
export function unreachable(error: unknown): HtmlProblem {
  if (error instanceof HtmlProblem) return error;
  if (error instanceof IntakeProblem) return new HtmlProblem("unreachable", error.message, { field: "url" });
  if (error instanceof Error && error.name === "TimeoutError") return unanswered(HTML_LIMITS.resourceMs);
  return new HtmlProblem("unreachable", UNREACHABLE, { field: "url", cause: error });
}

export function unanswered(ms: number): HtmlProblem {
  return new HtmlProblem("unreachable", `The address did not answer within ${ms} ms.`, { field: "url" });
}

/**
 * Cloudflare's own statuses for an origin that gives none: no answer, refused, timed out, TLS failure, unknown name.
 */
export function isUnansweredOrigin(status: number): boolean {
  return status >= 520 && status <= 530;
}
