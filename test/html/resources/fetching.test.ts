import { describe, expect, it } from "vitest";
import { readBody } from "../../../src/html/resources/fetching.ts";

const bytes = Uint8Array.from({ length: 5_000 }, (_, at) => at % 251);

/** An answer whose bytes come in pieces of a thousand, as a byte stream does from the network. */
function answer(sent: Uint8Array, headers: Record<string, string>): Response {
  let at = 0;
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const piece = sent.slice(at, at + 1_000);
      at += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      else {
        controller.close();
        controller.byobRequest?.respond(0);
      }
    },
  });
  return new Response(body, { headers });
}

function ledger() {
  const seen = { held: 0, most: 0 };
  const memory = {
    async grow(count: number) {
      seen.held += count;
      seen.most = Math.max(seen.most, seen.held);
    },
    shrink(count: number) {
      seen.held -= count;
    },
  };
  return { seen, memory };
}

const tooLarge = () => new Error("too large");

describe("the body of what a page loads", () => {
  it("is held once where its length is declared", async () => {
    const { seen, memory } = ledger();
    const read = await readBody(answer(bytes, { "content-length": "5000" }), 10_000, memory, tooLarge);
    expect([...read]).toEqual([...bytes]);
    expect(seen).toEqual({ held: 5_000, most: 5_000 });
  });

  it("is held once where it is not, in pieces of which the last has some room", async () => {
    const { seen, memory } = ledger();
    const read = await readBody(answer(bytes, {}), 10_000, memory, tooLarge);
    expect([...read]).toEqual([...bytes]);
    expect(seen).toEqual({ held: 5_000, most: 8_192 });
  });

  it("is not believed to be shorter than it is where it was compressed", async () => {
    // The length is that of the compressed bytes; what the runtime gives is unpacked.
    const headers = { "content-length": "700", "content-encoding": "br" };
    const given = answer(bytes, {});
    Object.defineProperty(given, "headers", { value: new Headers(headers) });
    expect((await readBody(given, 10_000, undefined, tooLarge)).length).toBe(5_000);
  });

  it("is refused where it ends early, and gives its memory back", async () => {
    const { seen, memory } = ledger();
    const short = answer(bytes.subarray(0, 2_000), { "content-length": "5000" });
    await expect(readBody(short, 10_000, memory, tooLarge)).rejects.toThrow("ended after 2000 of 5000");
    expect(seen.held).toBe(0);
  });

  it.each([{ "content-length": "5000" }, {}])("is refused beyond the limit %o", async (headers) => {
    const { seen, memory } = ledger();
    await expect(readBody(answer(bytes, headers), 4_999, memory, tooLarge)).rejects.toThrow("too large");
    expect(seen.held).toBe(0);
  });
});
