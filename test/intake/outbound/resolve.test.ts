import { describe, expect, it, vi } from "vitest";
import { dohResolver } from "../../../src/intake/outbound/resolve.ts";

interface Record {
  type: number;
  TTL: number;
  data: string;
}

function doh(answer: (name: string, type: string) => Record[] | Response | Error) {
  const asked: string[] = [];
  const fetcher = async (input: RequestInfo | URL) => {
    const { searchParams } = new URL(String(input));
    const [name, type] = [searchParams.get("name")!, searchParams.get("type")!];
    asked.push(`${name} ${type}`);
    const answered = answer(name, type);
    if (answered instanceof Error) throw answered;
    return answered instanceof Response ? answered : Response.json({ Status: 0, Answer: answered });
  };
  return { resolve: dohResolver(fetcher as typeof fetch), asked };
}

describe("resolving by DNS over HTTPS", () => {
  it("gives IPv4 and IPv6 addresses, without the aliases on the way", async () => {
    const { resolve, asked } = doh((_, type) =>
      type === "A"
        ? [
            { type: 5, TTL: 300, data: "alias.example.com." },
            { type: 1, TTL: 300, data: "93.184.216.34" },
          ]
        : [{ type: 28, TTL: 300, data: "2606:2800:220:1::1" }],
    );
    expect(await resolve("WWW.example.com.")).toEqual(["93.184.216.34", "2606:2800:220:1::1"]);
    expect(asked).toEqual(["www.example.com A", "www.example.com AAAA"]);
  });

  it("asks once for a name while its answer lives", async () => {
    const { resolve, asked } = doh((_, type) => (type === "A" ? [{ type: 1, TTL: 60, data: "1.1.1.1" }] : []));
    await resolve("a.example.com");
    expect(await resolve("a.example.com")).toEqual(["1.1.1.1"]);
    expect(asked).toHaveLength(2);
  });

  it("needs no server for an address", async () => {
    const { resolve, asked } = doh(() => new Error("asked"));
    expect([await resolve("10.0.0.1"), await resolve("[::1]")]).toEqual([["10.0.0.1"], ["::1"]]);
    expect(asked).toEqual([]);
  });

  it("fails closed, and tries again the next time", async () => {
    let up = false;
    const { resolve } = doh((_, type) => {
      if (!up && type === "AAAA") return new Response("down", { status: 503 });
      return type === "A" ? [{ type: 1, TTL: 60, data: "1.1.1.1" }] : [];
    });
    expect(await resolve("a.example.com")).toEqual([]);
    up = true;
    expect(await resolve("a.example.com")).toEqual(["1.1.1.1"]);
    const broken = doh(() => new Error("no network"));
    expect(await broken.resolve("a.example.com")).toEqual([]);
    const garbled = doh(() => new Response("<html>"));
    expect(await garbled.resolve("a.example.com")).toEqual([]);
  });

  it("takes no answer from a server that fails, whatever it says", async () => {
    const { resolve } = doh(() => Response.json({ Answer: [{ type: 1, TTL: 60, data: "1.1.1.1" }] }, { status: 502 }));
    expect(await resolve("a.example.com")).toEqual([]);
  });

  it.each([
    ["a second", 1, 5],
    ["half a minute", 30, 30],
    ["a day", 86_400, 60],
  ])("keeps an answer of %s for a time that serves a page and does not outlive a move", async (_, TTL, seconds) => {
    const { resolve, asked } = doh((_, type) => (type === "A" ? [{ type: 1, TTL, data: "1.1.1.1" }] : []));
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now);
    await resolve("a.example.com");
    clock.mockImplementation(() => now + seconds * 1000 - 1);
    await resolve("a.example.com");
    expect(asked).toHaveLength(2);
    clock.mockImplementation(() => now + seconds * 1000);
    await resolve("a.example.com");
    expect(asked).toHaveLength(4);
    clock.mockRestore();
  });

  it("remembers a thousand names, and forgets the oldest first", async () => {
    const { resolve, asked } = doh((_, type) => (type === "A" ? [{ type: 1, TTL: 60, data: "1.1.1.1" }] : []));
    for (let i = 0; i <= 1000; i++) await resolve(`${i}.example.com`);
    asked.length = 0;
    await resolve("1.example.com");
    expect(asked).toEqual([]);
    await resolve("0.example.com");
    expect(asked).toHaveLength(2);
  });

  it("gives no addresses for a name that does not exist", async () => {
    const { resolve } = doh(() => Response.json({ Status: 3 }));
    expect(await resolve("nobody.example.com")).toEqual([]);
  });
});
