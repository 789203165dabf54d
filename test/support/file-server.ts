import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FileServer {
  /** Host and port, for the service's allowance of loopback hosts. */
  host: string;
  url(path: string): string;
  close(): Promise<void>;
}

/** Serves bytes from memory on a loopback port, as a remote host would. */
export function serveFiles(files: ReadonlyMap<string, { type: string; bytes: Uint8Array }>): Promise<FileServer> {
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? "");
    if (file === undefined) {
      response.writeHead(404).end("no such file");
      return;
    }
    response.writeHead(200, { "Content-Type": file.type, "Content-Length": file.bytes.length });
    response.end(request.method === "HEAD" ? undefined : file.bytes);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      resolve({
        host,
        url: (path) => `http://${host}${path}`,
        close: () =>
          new Promise((done) => {
            server.closeAllConnections();
            server.close(() => done());
          }),
      });
    });
  });
}
