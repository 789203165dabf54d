import { Buffer } from "node:buffer";
import type { Room } from "../../intake/reservation.ts";
import { letGo } from "../../platform/buffers.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { HtmlProblem, SessionProblem } from "../html-problem.ts";

/**
 * A client of the Chrome DevTools Protocol over one WebSocket. Puppeteer's own connection attaches to every target of
 * the browser, those of other requests included, and holds each new one until all clients have released it. This one
 * sees only what its request made.
 */

/** The browser answered a command with an error: the command was wrong, the connection still works. */
export class CdpError extends Error {
  readonly method: string;
  constructor(method: string, message: string) {
    super(`${method}: ${message}`);
    this.name = "CdpError";
    this.method = method;
  }
}

export interface CdpEvent {
  method: string;
  params: Record<string, unknown>;
  sessionId: string | undefined;
}

interface Pending {
  method: string;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message: string; data?: string };
  sessionId?: string;
}

/**
 * Messages that a page causes are in memory before anybody can refuse them, so each is counted as it arrives: its text,
 * what is parsed from it, and what is made of that. Small messages are covered by what a paused request counts for.
 */
const MESSAGE_COPIES = 3;
const SMALL_CHARS = 16 * 1024;
/** The WebSocket's close code for a message that is too large (RFC 6455 §7.4.1). */
const TOO_LARGE = 1009;

export class Cdp {
  /**
   * Called for each event, in order except for large ones. The event counts as memory until the returned promise
   * settles.
   */
  onEvent: (event: CdpEvent) => Promise<void> | void = () => {};
  /** Rejects when the connection ends, or the page floods it; never resolves. */
  readonly lost: Promise<never>;
  readonly #socket: WebSocket;
  readonly #memory: Room | undefined;
  readonly #pending = new Map<number, Pending>();
  /** Characters of large messages that are being handled. */
  #large = 0;
  #flooded = false;
  #lastId = 0;
  #ended: SessionProblem | undefined;
  #fail: (problem: Error) => void = () => {};

  /** Whether the page has sent or said more than is listened to. */
  get flooded(): boolean {
    return this.#flooded;
  }

  constructor(socket: WebSocket, memory?: Room) {
    this.#socket = socket;
    this.#memory = memory;
    this.lost = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    // Callers that race against it learn of the loss. When nobody does, it must not count as an unhandled rejection.
    this.lost.catch(() => {});
    socket.addEventListener("message", (event) => this.#receive(event.data));
    socket.addEventListener("close", ({ code }) => {
      if (code === TOO_LARGE) this.#flood();
      this.#end("The browser closed the connection");
    });
    socket.addEventListener("error", () => this.#end("The connection to the browser broke"));
  }

  send<T = Record<string, unknown>>(
    method: string,
    params: Record<string, unknown> = {},
    sessionId?: string,
  ): Promise<T> {
    return this.#ask(method, (id) => JSON.stringify({ id, method, params, sessionId }));
  }

  /**
   * A command with bytes, as base64 in the member `body`. The text is made once: each further copy of a large one would
   * be garbage that fills the isolate until V8 collects it.
   */
  sendBody<T = Record<string, unknown>>(
    method: string,
    params: Record<string, unknown>,
    body: Uint8Array,
    sessionId?: string,
  ): Promise<T> {
    return this.#ask(method, (id) =>
      withBase64(JSON.stringify({ id, method, sessionId, params: { ...params, body: "" } }), body),
    );
  }

  #ask<T>(method: string, message: (id: number) => string): Promise<T> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { method, resolve: resolve as (result: never) => void, reject });
      this.#write(message(id));
    });
  }

  /** Sends without waiting for the answer. A failure shows in what follows. */
  post(method: string, params: Record<string, unknown> = {}, sessionId?: string): void {
    if (this.#ended) return;
    const id = ++this.#lastId;
    this.#write(JSON.stringify({ id, method, params, sessionId }));
  }

  close(): void {
    this.#end("The connection was closed");
    this.#socket.close();
  }

  #write(text: string): void {
    try {
      this.#socket.send(text);
    } catch (cause) {
      this.#end("The connection to the browser broke", cause);
    }
  }

  #receive(data: unknown): void {
    if (typeof data !== "string") return;
    if (data.length <= SMALL_CHARS) void this.#handle(data);
    else void this.#receiveLarge(data);
  }

  async #receiveLarge(data: string): Promise<void> {
    const { length } = data;
    if (length > HTML_LIMITS.messageChars || this.#large + length > HTML_LIMITS.messageChars * 2) this.#flood();
    // The context is being closed: its remaining events are ignored.
    if (this.#flooded) return;
    this.#large += length;
    let charged = 0;
    try {
      await this.#memory?.grow(length * MESSAGE_COPIES);
      charged = length * MESSAGE_COPIES;
      await this.#handle(data);
    } catch (error) {
      this.#fail(error as Error);
    } finally {
      this.#large -= length;
      this.#memory?.shrink(charged);
    }
  }

  /** The page is at fault. The connection works, and is needed to close the page. */
  #flood(): void {
    this.#flooded = true;
    const most = HTML_LIMITS.messageChars;
    this.#fail(new HtmlProblem("too-large", `The page sends or says more than ${most} characters at once.`));
  }

  #handle(data: string): Promise<void> | void {
    const message = JSON.parse(data) as Message;
    if (message.id !== undefined) {
      const pending = this.#pending.get(message.id);
      if (!pending) return;
      this.#pending.delete(message.id);
      if (message.error) {
        pending.reject(
          new CdpError(pending.method, [message.error.message, message.error.data].filter(Boolean).join(": ")),
        );
      } else pending.resolve(message.result as never);
    } else if (message.method !== undefined) {
      return this.onEvent({ method: message.method, params: message.params ?? {}, sessionId: message.sessionId });
    }
  }

  #end(reason: string, cause?: unknown): void {
    if (this.#ended) return;
    this.#ended = new SessionProblem(reason, { lost: true, cause });
    for (const pending of this.#pending.values()) pending.reject(this.#ended);
    this.#pending.clear();
    this.#fail(this.#ended);
  }
}

/** The end of a JSON message whose last member is an object whose last member is an empty string. */
const END = '"}}';
/** A multiple of three, so that base64 needs no filling between pieces. */
const PIECE_BYTES = 48 * 1024;

/**
 * The message with these bytes, as base64, in its last member, which is still empty. It is assembled outside the heap,
 * where the memory is freed at once. Only the finished text is left to be collected.
 */
export function withBase64(message: string, bytes: Uint8Array): string {
  const begin = ascii(message.slice(0, -END.length));
  const text = Buffer.allocUnsafeSlow(begin.length + Math.ceil(bytes.length / 3) * 4 + END.length);
  let at = text.write(begin, 0, "latin1");
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const { buffer, byteOffset, byteLength } = bytes.subarray(from, from + PIECE_BYTES);
    at += text.write(Buffer.from(buffer, byteOffset, byteLength).toString("base64"), at, "latin1");
  }
  text.write(END, at, "latin1");
  const whole = text.toString("latin1");
  letGo(text);
  return whole;
}

/** A character beyond ASCII would make the whole text take two bytes for each character. */
function ascii(json: string): string {
  return json.replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
