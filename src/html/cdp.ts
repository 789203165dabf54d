import { SessionProblem } from "./problem.ts";

/**
 * A client of the Chrome DevTools Protocol over one WebSocket. Puppeteer's own connection attaches to every target of the
 * browser, those of other requests included, and holds each new one until all clients have let it go; this one sees
 * only what its request made.
 */

/** The browser answered a command with an error: the command was wrong, the connection is well. */
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

export class Cdp {
  /** Called for each event, in order. */
  onEvent: (event: CdpEvent) => void = () => {};
  /** Rejects when the connection ends; never resolves. */
  readonly lost: Promise<never>;
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #ended: SessionProblem | undefined;
  #fail: (problem: SessionProblem) => void = () => {};

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.lost = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    // Whoever races against it hears of the loss; when nobody does, it is no unhandled rejection.
    this.lost.catch(() => {});
    socket.addEventListener("message", (event) => this.#receive(event.data));
    socket.addEventListener("close", () => this.#end("The browser closed the connection"));
    socket.addEventListener("error", () => this.#end("The connection to the browser broke"));
  }

  send<T = Record<string, unknown>>(
    method: string,
    params: Record<string, unknown> = {},
    sessionId?: string,
  ): Promise<T> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { method, resolve: resolve as (result: never) => void, reject });
      this.#write(JSON.stringify(sessionId === undefined ? { id, method, params } : { id, method, params, sessionId }));
    });
  }

  /** Sends without waiting for the answer; what fails shows in what follows. */
  post(method: string, params: Record<string, unknown> = {}, sessionId?: string): void {
    if (this.#ended) return;
    const id = ++this.#lastId;
    this.#write(JSON.stringify(sessionId === undefined ? { id, method, params } : { id, method, params, sessionId }));
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
      this.onEvent({ method: message.method, params: message.params ?? {}, sessionId: message.sessionId });
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
