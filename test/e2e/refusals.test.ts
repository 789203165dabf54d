import { Agent, request } from "node:http";
import type { Socket } from "node:net";
import { afterAll, expect, inject, it } from "vitest";

const { api, key } = inject("service");
const MIB = 1024 * 1024;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

interface Heard {
  status: number;
  text: string;
  connection: Socket;
}

/** Sends the whole body, whatever comes back meanwhile, as simple clients do. */
function send(path: string, headers: Record<string, string | number> = {}, bytes = 0): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const method = bytes > 0 ? "POST" : "GET";
    const outgoing = request(api + path, { agent, method, headers }, (answer) => {
      const connection = answer.socket;
      let text = "";
      answer.on("data", (piece) => {
        text += piece;
      });
      answer.on("end", () => {
        resolve({ status: answer.statusCode ?? 0, text, connection });
      });
    });
    outgoing.on("error", reject);
    const piece = Buffer.alloc(MIB, "x");
    for (let left = bytes; left > 0; left -= piece.length) outgoing.write(piece.subarray(0, left));
    outgoing.end();
  });
}

const authorised = { Authorization: `Bearer ${key}`, "Content-Type": "multipart/form-data; boundary=b" };

it.each<[string, number, Record<string, string>, number, string]>([
  ["is too large by its Content-Length", 110 * MIB, authorised, 413, "FILE_TOO_LARGE"],
  ["turns out to be broken at its beginning", 20 * MIB, authorised, 400, "INVALID_INPUT"],
  ["comes with a wrong key", 20 * MIB, { ...authorised, Authorization: "Bearer nobody" }, 401, "AUTHENTICATION"],
])("a client hears why its body is refused that %s, and goes on with the same connection", async (...given) => {
  const [, bytes, headers, status, code] = given;
  for (let round = 0; round < 3; round++) {
    const refused = await send("/v1/convert/image-to-pdf", { ...headers, "Content-Length": bytes }, bytes);
    expect(refused).toMatchObject({ status, text: expect.stringContaining(code) });
    const next = await send("/health");
    expect(next).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    // Not by `reusedSocket`: a connection that is handed to a request which waits for it counts as new there.
    expect(next.connection === refused.connection).toBe(true);
  }
});
