import { declaredLength } from "../../intake/body/body.ts";
import { PieceGatherer } from "../../intake/body/piece-gatherer.ts";
import { IntakeProblem } from "../../intake/intake-problem.ts";
import { UNREACHABLE } from "../../intake/outbound/address.ts";
import { askOnce, isRedirect, type OutboundRules } from "../../intake/outbound/outbound.ts";
import type { Room } from "../../intake/reservation.ts";
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
  /** The isolate's memory. Everything that a page loads passes through it. */
  memory?: Room | undefined;
}

export interface Fetched {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/**
 * Fetches one hop of a page's request. A redirect is given to the browser, which then asks for the next address here.
 */
export async function fetchOnce(
  url: URL,
  init: { method: string; headers: Record<string, string>; body?: Uint8Array | undefined },
  rules: NetworkRules,
  signal: AbortSignal,
): Promise<Fetched> {
  // Its time begins with its turn, since a request that waits behind slow ones is not slow itself.
  const leave = await rules.asking?.enter();
  let response: Response;
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(HTML_LIMITS.resourceMs)]);
    inTime.throwIfAborted();
    response = await askOnce(url, init, rules, inTime);
  } finally {
    leave?.();
  }
  const { status, headers } = response;
  if (isRedirect(status)) return { status, headers, body: new Uint8Array() };
  return { status, headers, body: await readBody(response, HTML_LIMITS.resourceBytes, rules.memory, tooLarge) };
}

/** Up to this size a declared length is trusted: the body is read straight into one buffer, in a few large steps. */
const BELIEVED_BYTES = 1024 * 1024;
export const UNCOUNTED: Room = { grow: async () => {}, shrink: () => {} };

/** Reads a body up to a limit. The caller gives the memory back. */
export async function readBody(
  response: Response,
  most: number,
  memory: Room = UNCOUNTED,
  tooLarge: () => Error,
): Promise<Uint8Array> {
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

async function readPieces(
  body: ReadableStream<Uint8Array>,
  most: number,
  memory: Room,
  tooLarge: () => Error,
): Promise<Uint8Array> {
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
