import type { Room } from "../../../intake/reservation.ts";
import { HTML_LIMITS } from "../../html-limits.ts";
import { HtmlProblem } from "../../html-problem.ts";
import { type Fetched, type Rest, UNCOUNTED } from "../../resources/fetching.ts";
import { KINDS } from "./channels-script.ts";
import type { ChannelRequest } from "./paused-request.ts";

/** A message is in memory before anybody can refuse it, so each open socket counts for one. */
const SOCKET_BYTES = 4 * 1024 * 1024;
/** Messages that are handed on together. */
const BATCH_BYTES = 1024 * 1024;
/** How often a page may ask for a piece, or send one. */
const MAX_ASKED = 20_000;
const HEAD_BYTES = 5;

/** What a page is told of a socket's end. */
interface Ending {
  code: number;
  reason: string;
  wasClean: boolean;
}
/** What a page hears of a connection that broke (RFC 6455 §7.1.5). */
const BROKEN: Ending = { code: 1006, reason: "", wasClean: false };

interface Channel {
  /** What has come since the last time; undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  send(kind: keyof typeof KINDS, content: Uint8Array): void;
  close(ending?: Partial<Ending>): void;
}

export interface ChannelRules {
  memory: Room | undefined;
  /** Counts what the page loads; throws where that is too much. */
  countBytes: (bytes: number) => void;
  onFault: (url: URL, error: unknown) => void;
  signal: AbortSignal;
}

/** The sockets and streams that one page holds open. It asks for each piece of them (`channels-script.ts`). */
export class PageChannels {
  readonly #open = new Map<string, Channel>();
  readonly #rules: ChannelRules;
  #opening = 0;
  #asked = 0;
  #sentMessages = 0;
  #sentBytes = 0;

  constructor(rules: ChannelRules) {
    this.#rules = rules;
    rules.signal.addEventListener("abort", () => {
      for (const channel of this.#open.values()) channel.close();
    });
  }

  get isFull(): boolean {
    return this.#open.size + this.#opening >= HTML_LIMITS.channels;
  }

  /** Keeps what is left of an answer, and says by what name the page may ask for it. */
  keepRest(rest: Rest): string {
    return this.#keep({
      next: async () => {
        const piece = await rest.next();
        if (piece) this.#rules.countBytes(piece.length);
        return piece;
      },
      send: () => {},
      close: () => rest.cancel(),
    });
  }

  async keepSocket(url: URL, open: () => Promise<WebSocket>): Promise<string> {
    const { memory = UNCOUNTED, countBytes, onFault } = this.#rules;
    if (this.isFull) throw new Error(`More than ${HTML_LIMITS.channels} sockets and streams are open`);
    this.#opening++;
    try {
      await memory.grow(SOCKET_BYTES);
      const socket = await open().catch((error) => {
        memory.shrink(SOCKET_BYTES);
        throw error;
      });
      return this.#keep(new Socket(socket, memory, countBytes, (error) => onFault(url, error)));
    } finally {
      this.#opening--;
    }
  }

  #keep(channel: Channel): string {
    const id = crypto.randomUUID();
    this.#open.set(id, channel);
    if (this.#rules.signal.aborted) channel.close();
    return id;
  }

  async serve({ what, id }: ChannelRequest, content: Uint8Array): Promise<Fetched> {
    if (++this.#asked > MAX_ASKED) throw new Error("Its sockets and streams bring too much");
    const channel = this.#open.get(id);
    if (channel && what === "next") {
      const body = await channel.next();
      if (body) return { status: 200, headers: new Headers(), body };
    }
    if (what === "send") this.#send(channel, content);
    if (what === "close") channel?.close(endingOf(content));
    // A socket that the page closes still tells of its end.
    if (what === "next" || (what === "close" && !(channel instanceof Socket))) this.#open.delete(id);
    return { status: 204, headers: new Headers(), body: new Uint8Array() };
  }

  /** The page may send several messages at once. */
  #send(channel: Channel | undefined, content: Uint8Array): void {
    this.#sentBytes += content.length;
    const view = new DataView(content.buffer, content.byteOffset, content.length);
    for (let at = 0; at + HEAD_BYTES <= content.length; ) {
      const end = at + HEAD_BYTES + view.getUint32(at + 1);
      if (++this.#sentMessages > HTML_LIMITS.sentMessages || this.#sentBytes > HTML_LIMITS.sentBytes) {
        channel?.close();
        throw new Error(`More than ${HTML_LIMITS.sentMessages} messages or ${HTML_LIMITS.sentBytes} bytes are sent`);
      }
      channel?.send(view.getUint8(at) === KINDS.text ? "text" : "binary", content.subarray(at + HEAD_BYTES, end));
      at = end;
    }
  }
}

/** What the page says of the end: scripts of the page may write anything. */
function endingOf(content: Uint8Array): Partial<Ending> {
  try {
    const { code, reason } = JSON.parse(new TextDecoder().decode(content)) as Partial<Ending>;
    return { ...(Number.isInteger(code) ? { code } : {}), reason: String(reason ?? "").slice(0, 123) };
  } catch {
    return {};
  }
}

class Socket implements Channel {
  readonly #socket: WebSocket;
  readonly #memory: Room;
  readonly #countBytes: (bytes: number) => void;
  readonly #onFault: (error: unknown) => void;
  readonly #waiting: Uint8Array[] = [];
  /** Messages are taken in one by one: each may have to wait for memory. */
  #receiving = Promise.resolve();
  #isOver = false;
  #wake = () => {};

  constructor(socket: WebSocket, memory: Room, countBytes: (bytes: number) => void, onFault: (error: unknown) => void) {
    this.#socket = socket;
    this.#memory = memory;
    this.#countBytes = countBytes;
    this.#onFault = onFault;
    // A later date of compatibility gives blobs.
    Object.assign(socket, { binaryType: "arraybuffer" });
    socket.addEventListener("message", ({ data }) => this.#receive(data));
    socket.addEventListener("close", ({ code, reason }) =>
      this.#end(code === BROKEN.code ? BROKEN : { code, reason, wasClean: true }),
    );
    socket.addEventListener("error", () => this.#end(BROKEN));
    socket.accept();
  }

  #receive(data: string | ArrayBuffer): void {
    const content = typeof data === "string" ? Buffer.from(data) : new Uint8Array(data);
    this.#then(async () => {
      this.#countBytes(content.length);
      if (content.length > HTML_LIMITS.messageChars)
        throw new HtmlProblem("too-large", `A message is larger than ${HTML_LIMITS.messageChars} bytes.`);
      await this.#put(typeof data === "string" ? "text" : "binary", content);
    });
  }

  #end(ending: Ending): void {
    this.#then(async () => {
      if (ending === BROKEN) this.#onFault(new Error("The connection broke"));
      await this.#over(ending);
    });
  }

  #then(step: () => Promise<void>): void {
    this.#receiving = this.#receiving.then(async () => {
      if (this.#isOver) return;
      try {
        await step();
      } catch (error) {
        this.#onFault(error);
        await this.#over(BROKEN);
      }
    });
  }

  async #over(ending: Ending): Promise<void> {
    this.#isOver = true;
    this.#memory.shrink(SOCKET_BYTES);
    this.#hangUp(ending);
    await this.#put("close", Buffer.from(JSON.stringify(ending))).catch(() => {});
  }

  async #put(kind: keyof typeof KINDS, content: Uint8Array): Promise<void> {
    const message = Buffer.alloc(HEAD_BYTES + content.length);
    await this.#memory.grow(message.length);
    message.writeUInt8(KINDS[kind], 0);
    message.writeUInt32BE(content.length, 1);
    message.set(content, HEAD_BYTES);
    this.#waiting.push(message);
    this.#wake();
  }

  async next(): Promise<Uint8Array | undefined> {
    if (this.#waiting.length === 0 && !this.#isOver) {
      const earlier = this.#wake;
      await new Promise<void>((resolve) => {
        this.#wake = () => {
          earlier();
          resolve();
        };
      });
    }
    let count = 0;
    let bytes = 0;
    for (const { length } of this.#waiting) {
      if (count > 0 && bytes + length > BATCH_BYTES) break;
      bytes += length;
      count++;
    }
    if (count === 0) return undefined;
    this.#memory.shrink(bytes);
    return Buffer.concat(this.#waiting.splice(0, count));
  }

  send(kind: keyof typeof KINDS, content: Uint8Array): void {
    if (!this.#isOver) this.#socket.send(kind === "text" ? new TextDecoder().decode(content) : content);
  }

  /** The other side's answer ends it, or the end of the page. */
  close({ code, reason }: Partial<Ending> = {}): void {
    this.#hangUp({ code: code ?? 1000, reason: reason ?? "" });
  }

  #hangUp({ code, reason }: Pick<Ending, "code" | "reason">): void {
    try {
      const isSayable = code === 1000 || (code >= 3000 && code <= 4999);
      if (isSayable) this.#socket.close(code, reason);
      else this.#socket.close();
    } catch {
      // It is closed already.
    }
  }
}
