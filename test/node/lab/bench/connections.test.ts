import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { send } from "../../../../lab/bench/lib/http.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serving(answer: RequestListener): Promise<string> {
  server = createServer({ keepAliveTimeout: 5000 }, answer);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("a connection is used again at once, and given up long before a server's five seconds are over", async () => {
  const sockets = new Set<unknown>();
  let ended: Promise<string> | undefined;
  const url = await serving((request, response) => {
    ended ??= new Promise((resolve) => {
      // A server that gives its connection up hears no end of the other side's.
      request.socket.once("end", () => resolve("by the client")).once("close", () => resolve("by the server"));
    });
    sockets.add(request.socket);
    response.end("ok");
  });
  await send({ url, method: "GET" });
  await send({ url, method: "GET" });
  expect(sockets.size).toBe(1);
  expect(await ended).toBe("by the client");
});

test("what fails says whether its connection was a new one", async () => {
  let requests = 0;
  const url = await serving((request, response) => {
    requests += 1;
    if (requests > 1) request.socket.destroy();
    else response.end("ok");
  });
  await send({ url, method: "GET" });
  await expect(send({ url, method: "GET" })).rejects.toThrow("on a connection used before");
  await expect(send({ url, method: "GET" })).rejects.toThrow("on a new connection");
});
