import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { acceptSocket, type Peer } from "../../support/web-socket-peer.ts";
import type { Pages, Site } from "./site.ts";

/** A site that also takes WebSockets (RFC 6455): each goes to the function of its path; others get 403. */
export async function startSocketSite(pages: Pages, sockets: Record<string, (peer: Peer) => void>): Promise<Site> {
  const requests: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const pathOf = ({ url }: IncomingMessage) => new URL(url ?? "/", "http://site").pathname;
  const note = (request: IncomingMessage) => {
    requests.push(`${request.headers.upgrade ? "WebSocket" : request.method} ${request.url}`);
    headers.push(request.headers);
  };
  const server = http.createServer((request, response) => {
    note(request);
    const page = pages[pathOf(request)];
    if (typeof page === "function") page(request, response);
    else if (page === undefined) response.writeHead(404, { "content-type": "text/html" }).end("<p>Not here</p>");
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  server.on("upgrade", (request, socket) => {
    note(request);
    const take = sockets[pathOf(request)];
    if (take) take(acceptSocket(request, socket));
    else socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    origin: `http://${host}`,
    requests,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Fetches as a Worker does, which opens WebSockets by fetch; Node opens them otherwise. */
export const fetchAsWorker = (async (url: string, init: RequestInit & { headers: Record<string, string> }) => {
  const { Upgrade, "Sec-WebSocket-Protocol": protocols = "", ...headers } = init.headers;
  if (Upgrade === undefined) return fetch(url, init);
  const options = { headers, protocols: protocols === "" ? [] : protocols.split(", ") };
  const socket = new WebSocket(url.replace("http", "ws"), options as unknown as string[]);
  // What arrives before somebody accepts is kept, as the platform keeps it.
  const early: Event[] = [];
  const keep = (event: Event) => early.push(event);
  for (const type of ["message", "close"] as const) socket.addEventListener(type, keep);
  const answer = await new Promise<Response>((resolve) => {
    socket.addEventListener("error", () => resolve(new Response(null, { status: 403 })), { once: true });
    socket.addEventListener("open", () => resolve(new Response()), { once: true });
  });
  if (answer.status !== 200) return answer;
  const accept = () => {
    for (const type of ["message", "close"] as const) socket.removeEventListener(type, keep);
    for (const event of early)
      socket.dispatchEvent(new (event.constructor as typeof MessageEvent)(event.type, event as MessageEventInit));
  };
  if (socket.protocol) answer.headers.set("sec-websocket-protocol", socket.protocol);
  return Object.assign(answer, { webSocket: Object.assign(socket, { accept }) });
}) as unknown as typeof fetch;
