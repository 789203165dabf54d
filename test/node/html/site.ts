import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A site on this machine, which writes down what reaches it. */
export interface Site {
  /** host:port */
  host: string;
  origin: string;
  /** "GET /path" of every request and every WebSocket's upgrade. */
  readonly requests: string[];
  readonly headers: IncomingMessage["headers"][];
  close(): Promise<void>;
}

export type Pages = Record<string, string | ((request: IncomingMessage, response: ServerResponse) => void)>;

/** Strings are HTML pages; functions answer by themselves; everything else is 404. */
export async function startSite(pages: Pages): Promise<Site> {
  const requests: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const note = (request: IncomingMessage) => {
    requests.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
  };
  const server = http.createServer((request, response) => {
    note(request);
    const page = pages[new URL(request.url ?? "/", "http://site").pathname];
    if (typeof page === "function") page(request, response);
    else if (page === undefined) response.writeHead(404, { "content-type": "text/html" }).end("<p>Not here</p>");
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  server.on("upgrade", (request, socket) => {
    note(request);
    socket.destroy();
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
