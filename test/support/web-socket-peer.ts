import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** The other side of a page's WebSocket. */
export interface Peer {
  request: IncomingMessage;
  say(data: string | Uint8Array): void;
  close(code?: number, reason?: string): void;
  onMessage: (data: string | Uint8Array) => void;
  /** Breaks the connection off. */
  break(): void;
}

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const [TEXT, BINARY, CLOSE] = [1, 2, 8];

/** Answers a request that asks for a WebSocket (RFC 6455). */
export function acceptSocket(request: IncomingMessage, socket: Duplex): Peer {
  const key = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${GUID}`).digest("base64");
  const [protocol] = (request.headers["sec-websocket-protocol"] ?? "").split(", ");
  const chosen = protocol ? `Sec-WebSocket-Protocol: ${protocol}\r\n` : "";
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n${chosen}\r\n`,
  );
  socket.on("error", () => {});
  const send = (kind: number, content: Uint8Array) => {
    const head = Buffer.alloc(content.length < 126 ? 2 : 10);
    head[0] = 0x80 | kind;
    head[1] = content.length < 126 ? content.length : 127;
    if (content.length >= 126) head.writeBigUInt64BE(BigInt(content.length), 2);
    if (socket.writable) socket.write(Buffer.concat([head, content]));
  };
  const peer: Peer = {
    request,
    say: (data) => send(typeof data === "string" ? TEXT : BINARY, Buffer.from(data as string)),
    close: (code = 1000, reason = "") => {
      const said = Buffer.alloc(2 + Buffer.byteLength(reason));
      said.writeUInt16BE(code);
      said.write(reason, 2);
      send(CLOSE, said);
    },
    onMessage: () => {},
    break: () => socket.destroy(),
  };
  let held = Buffer.alloc(0);
  socket.on("data", (bytes) => {
    held = Buffer.concat([held, bytes]);
    for (;;) {
      const short = (held[1] ?? 0) & 0x7f;
      const at = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (held.length < at + 4) return;
      const length = short < 126 ? short : short === 126 ? held.readUInt16BE(2) : Number(held.readBigUInt64BE(2));
      if (held.length < at + 4 + length) return;
      const mask = held.subarray(at, at + 4);
      const content = Buffer.from(
        held.subarray(at + 4, at + 4 + length).map((byte: number, i: number) => byte ^ (mask[i % 4] ?? 0)),
      );
      const kind = (held[0] ?? 0) & 0x0f;
      held = held.subarray(at + 4 + length);
      if (kind === CLOSE) {
        send(CLOSE, content);
        socket.end();
      } else peer.onMessage(kind === TEXT ? content.toString() : content);
    }
  });
  return peer;
}
