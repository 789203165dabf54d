import { afterEach, describe, expect, it, vi } from "vitest";
import { openBody } from "../../../src/intake/body/body.ts";
import { readWhole } from "../../../src/intake/body/whole-body.ts";
import { arriving, cut, MIB, patterned, refusal, reservation } from "../support.ts";

async function whole(changes: { declared?: number; maxBytes?: number; idleMs?: number; signal?: AbortSignal } = {}) {
  return {
    maxBytes: 16 * MIB,
    idleMs: 1000,
    subject: "The body",
    declared: undefined,
    reservation: await reservation(),
    ...changes,
  };
}

describe("a whole body", () => {
  it.each([0, 1, 65_536, 300_000, 5_000_000])(
    "of %i bytes arrives as sent, with its length and without",
    async (size) => {
      const bytes = patterned(size);
      for (const declared of [size, undefined]) {
        const rules = await whole(declared === undefined ? {} : { declared });
        const read = await readWhole(new Response(bytes).body, rules);
        expect(read.length).toBe(size);
        expect(Buffer.compare(read, bytes)).toBe(0);
        expect(rules.reservation.held).toBeGreaterThanOrEqual(size);
      }
    },
  );

  it("arrives as sent in pieces of any size", async () => {
    const bytes = patterned(2000);
    for (const size of [1, 3, 999, 2000]) {
      expect(await readWhole(arriving(cut(bytes, size)), await whole({ declared: 2000 }))).toEqual(bytes);
      expect(await readWhole(arriving(cut(bytes, size)), await whole())).toEqual(bytes);
    }
  });

  it("is refused before reading when it declares too much", async () => {
    const never = new ReadableStream({ type: "bytes", pull: () => Promise.reject(new Error("was read")) });
    const problem = await refusal(readWhole(never, await whole({ declared: 101, maxBytes: 100 })));
    expect(problem).toMatchObject({ kind: "too-large", message: "The body is larger than 100 bytes." });
  });

  it("is refused while reading when it turns out too large", async () => {
    const problem = await refusal(readWhole(new Response(patterned(400_000)).body, await whole({ maxBytes: 300_000 })));
    expect(problem.kind).toBe("too-large");
  });

  it("of exactly the limit is taken", async () => {
    expect((await readWhole(new Response(patterned(300_000)).body, await whole({ maxBytes: 300_000 }))).length).toBe(
      300_000,
    );
  });

  it("that is shorter or longer than declared is refused", async () => {
    const short = await refusal(readWhole(arriving([patterned(90)]), await whole({ declared: 100 })));
    expect(short).toMatchObject({ kind: "malformed", message: expect.stringContaining("ended after 90 of the 100") });
    const long = await refusal(readWhole(arriving([patterned(110)]), await whole({ declared: 100 })));
    expect(long).toMatchObject({ kind: "malformed", message: expect.stringContaining("longer than the 100") });
  });

  it("that stops coming is cut off", async () => {
    const silent = new ReadableStream({ type: "bytes", pull: () => new Promise(() => undefined) });
    expect((await refusal(readWhole(silent, await whole({ declared: 100, idleMs: 30 })))).kind).toBe("slow");
  });

  it("that trickles is cut off, though it is never silent", async () => {
    const trickling = new ReadableStream({
      type: "bytes",
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        controller.enqueue(new Uint8Array(1));
      },
    });
    const problem = await refusal(readWhole(trickling, await whole({ declared: MIB, idleMs: 100 })));
    expect(problem.kind).toBe("slow");
  });

  it("whose client goes away is given up at once", async () => {
    const client = new AbortController();
    const silent = new ReadableStream({ type: "bytes", pull: () => new Promise(() => undefined) });
    setTimeout(() => client.abort(), 10);
    const problem = await refusal(readWhole(silent, await whole({ declared: 100, signal: client.signal })));
    expect(problem.kind).toBe("aborted");
  });

  it("whose client goes away between two pieces is not taken for one that has ended", async () => {
    const client = new AbortController();
    const rules = { maxBytes: MIB, idleMs: 1000, subject: "The body", signal: client.signal };
    const body = openBody(arriving([patterned(10), patterned(10)]), rules);
    expect((await body.read(new Uint8Array(10))).bytes.length).toBe(10);
    client.abort();
    expect((await refusal(body.read(new Uint8Array(10)))).kind).toBe("aborted");
    await body.close();
  });

  it("that breaks off is refused", async () => {
    const broken = new ReadableStream({ type: "bytes", pull: (controller) => controller.error(new Error("reset")) });
    expect((await refusal(readWhole(broken, await whole({ declared: 100 })))).kind).toBe("aborted");
  });
});

describe("a body that is watched", () => {
  afterEach(() => void vi.useRealTimers());

  /** Sends as many bytes as it is told to, and reads all of them. */
  function watched(idleMs: number) {
    vi.useFakeTimers();
    let sender: ReadableByteStreamController | undefined;
    const stream = new ReadableStream({
      type: "bytes",
      start: (controller) => {
        sender = controller;
      },
    });
    const body = openBody(stream, { maxBytes: MIB, idleMs, subject: "The body" });
    const read = () => body.read(new Uint8Array(64 * 1024));
    return { body, read, send: (bytes: number) => sender?.enqueue(new Uint8Array(bytes)) };
  }

  it("sends at least 2 KiB a second", async () => {
    const { read, send } = watched(1_000);
    for (const bytes of [5_000, 2_047]) {
      send(bytes);
      await read();
      const waiting = read();
      await vi.advanceTimersByTimeAsync(1_000);
      send(1);
      await waiting;
    }
    // Each time with the one byte that came at the end of the second before.
    send(2_046);
    await read();
    const cut = refusal(read());
    await vi.advanceTimersByTimeAsync(1_000);
    const { kind, message } = await cut;
    expect([kind, message]).toEqual(["slow", "The body arrived too slowly (9095 bytes so far)."]);
  });

  it("sends at least something where it is looked at often", async () => {
    const { read, send } = watched(0.1);
    send(1);
    await read();
    const cut = refusal(read());
    await vi.advanceTimersByTimeAsync(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await cut).kind).toBe("slow");
  });

  it("is not blamed for the time in which the service did not read", async () => {
    const { body, read, send } = watched(1_000);
    await vi.advanceTimersByTimeAsync(10_000);
    send(10);
    expect((await read()).bytes).toHaveLength(10);
    await body.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
