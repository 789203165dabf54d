import { createSocket } from "node:dgram";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Canary } from "./attempts.ts";

/** A server on this machine that no page may reach. It notes what reached it. */
export interface Listening extends Canary {
  readonly reached: string[];
  close(): Promise<void>;
}

/** What a page that reached it would show. */
export const SONG = "the canary sings";

export async function startCanary(): Promise<Listening> {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" }).end(SONG);
  });
  server.on("upgrade", (request, socket) => {
    reached.push(`WebSocket ${request.url}`);
    socket.destroy();
  });
  // Also connections that speak TLS, or say nothing.
  server.on("connection", () => reached.push("a connection"));
  const udp = createSocket("udp4", () => reached.push("a packet of UDP"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    reached,
    host,
    url: `http://${host}/secret`,
    quic: `127.0.0.1:${(udp.address() as AddressInfo).port}`,
    close: async () => {
      udp.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
