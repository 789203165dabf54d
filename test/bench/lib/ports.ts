import { createServer } from "node:net";

/** The first free loopback port of the bench's range. */
export async function freePort(): Promise<number> {
  for (let port = 8820; port < 8860; port++) if (await isFree(port)) return port;
  throw new Error("no free port between 8820 and 8859");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
