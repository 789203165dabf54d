import { afterEach, describe, expect, it, vi } from "vitest";
import { ISOLATE_ALONE_BYTES, ISOLATE_BUDGET_BYTES } from "../../src/api/limits.ts";
import { MemoryBudget } from "../../src/intake/memory-budget.ts";
import { readSubmission } from "../../src/intake/submission.ts";
import { MIB, post, refusal, rules } from "./support.ts";

/** Long, because a busy machine may stand still for a second. */
const soon = { waitMs: 60_000 };
const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

describe("the memory budget", () => {
  it("admits what fits at once, and gives it back on release", async () => {
    const budget = new MemoryBudget(100);
    const first = await budget.reserve(60, soon);
    const second = await budget.reserve(40, soon);
    expect(budget.used).toBe(100);
    first.release();
    second.release();
    expect(budget.used).toBe(0);
  });

  it("opens a reservation of nothing at once, however many wait, and grants it nothing but its turn", async () => {
    const budget = new MemoryBudget(100);
    const first = await budget.reserve(100, soon);
    const waiting = budget.reserve(10, soon);
    const opened = budget.open(soon);
    await opened.grow(0);
    expect([opened.held, budget.waiting]).toEqual([0, 1]);
    first.release();
    await waiting;
    await opened.grow(90);
    expect(budget.used).toBe(100);
  });

  it("lets a request wait for room, and refuses with a time to retry when none comes", async () => {
    const budget = new MemoryBudget(100);
    const first = await budget.reserve(80, soon);
    const problem = await refusal(budget.reserve(50, { waitMs: 10 }));
    expect(problem).toMatchObject({ kind: "busy", retryAfter: expect.any(Number) });
    const second = budget.reserve(50, soon);
    first.release();
    expect((await second).held).toBe(50);
    expect(budget.waiting).toBe(0);
  });

  it("serves first come first, so that small requests do not starve a large one", async () => {
    const budget = new MemoryBudget(100);
    const first = await budget.reserve(50, soon);
    const order: string[] = [];
    const large = budget.reserve(90, soon).then((held) => {
      order.push("large");
      held.release();
    });
    const small = budget.reserve(10, soon).then(() => order.push("small"));
    await tick();
    expect(order).toEqual([]);
    first.release();
    await Promise.all([large, small]);
    expect(order).toEqual(["large", "small"]);
  });

  it("lets a request that asks for little past those that wait for much", async () => {
    const budget = new MemoryBudget(6400);
    const first = await budget.reserve(6000, soon);
    const large = budget.reserve(5000, soon);
    const little = await budget.reserve(100, soon);
    expect([little.held, budget.waiting]).toEqual([100, 1]);
    const more = await budget.reserve(300, { waitMs: 10 }).catch((problem) => problem.kind);
    expect(more).toBe("busy");
    first.release();
    expect((await large).held).toBe(5000);
  });

  it("lets a request that asks for little in as soon as it fits, before one that still does not", async () => {
    const budget = new MemoryBudget(6400);
    const [first, second] = [await budget.reserve(3400, soon), await budget.reserve(3000, soon)];
    const large = budget.reserve(6000, soon);
    const little = budget.reserve(100, soon);
    second.release();
    expect([(await little).held, budget.waiting]).toEqual([100, 1]);
    first.release();
    expect((await large).held).toBe(6000);
  });

  it("lets nobody wait for a request that holds little, and waits for much itself", async () => {
    const budget = new MemoryBudget(6400);
    const mine = { ...soon, owner: "mine" };
    const first = await budget.reserve(4000, mine);
    const unpacking = await budget.reserve(50, mine);
    const second = await budget.reserve(1000, mine);
    const unpacked = unpacking.grow(5000);
    const others = budget.reserve(2000, { ...soon, owner: "another" });
    second.release();
    expect([(await others).held, unpacking.held, budget.waiting]).toEqual([2000, 50, 1]);
    first.release();
    (await others).release();
    await unpacked;
    expect(unpacking.held).toBe(5050);
  });

  it("lets a request have what it may alone, also beside those that hold next to nothing", async () => {
    const budget = new MemoryBudget(6400, 8000);
    const large = await budget.reserve(5000, soon);
    const little = [await budget.reserve(50, soon), await budget.reserve(50, soon)];
    await large.grow(2500);
    expect(budget.used).toBe(7600);
    for (const lease of little) lease.release();
    large.release();
  });
});

describe("requests that wait for each other in the memory budget", () => {
  it("refuses one of two that wait for each other at once, also beside one that holds little", async () => {
    const budget = new MemoryBudget(6400);
    const [first, second] = [await budget.reserve(3000, soon), await budget.reserve(3000, soon)];
    await budget.reserve(50, soon);
    const grown = first.grow(2000);
    expect((await refusal(second.grow(2000))).kind).toBe("busy");
    second.release();
    await grown;
    expect(first.held).toBe(5000);
  });

  it("lets a request that holds bytes grow before new ones enter", async () => {
    const budget = new MemoryBudget(100);
    const growing = await budget.reserve(40, soon);
    const blocker = await budget.reserve(50, soon);
    const order: string[] = [];
    const entering = budget.reserve(20, soon).then(() => order.push("entered"));
    const grown = growing.grow(30).then(() => order.push("grown"));
    blocker.release();
    await Promise.all([entering, grown]);
    expect(order).toEqual(["grown", "entered"]);
  });

  it("lets a request that would fit grow past one that does not: it is the one that frees room", async () => {
    const budget = new MemoryBudget(100);
    const working = await budget.reserve(55, soon);
    const reading = await budget.reserve(1, soon);
    const order: string[] = [];
    const large = reading.grow(55).then(() => order.push("large"));
    const entering = budget.reserve(5, soon).then(() => order.push("entered"));
    await working.grow(10).then(() => order.push("small"));
    expect(order).toEqual(["small"]);
    working.release();
    await Promise.all([large, entering]);
    expect(order).toEqual(["small", "large", "entered"]);
  });

  it("refuses at once a request that would close a circle of requests that wait for each other", async () => {
    const budget = new MemoryBudget(100);
    const first = await budget.reserve(50, soon);
    const second = await budget.reserve(50, soon);
    const waiting = first.grow(10);
    expect((await refusal(second.grow(10))).kind).toBe("busy");
    second.release();
    await waiting;
    expect(budget.used).toBe(60);
  });

  it("lets two requests of which each needs more than is left finish one after the other", async () => {
    const budget = new MemoryBudget(ISOLATE_BUDGET_BYTES, ISOLATE_ALONE_BYTES);
    const [file, working] = [28 * MIB, 32 * MIB];
    const uploads = [await budget.reserve(file, soon), await budget.reserve(file, soon)];
    const order: string[] = [];
    const converted = uploads.map(async (upload, index) => {
      await upload.grow(working);
      order.push(`${index} converts, ${budget.waiting} wait`);
      await tick();
      upload.release();
    });
    await Promise.all(converted);
    expect(order).toEqual(["0 converts, 1 wait", "1 converts, 0 wait"]);
    expect(budget.used).toBe(0);
  });

  it("lets nobody in beside two of which one waits for the other", async () => {
    const budget = new MemoryBudget(6400, 8000);
    const [first, second] = [await budget.reserve(3000, soon), await budget.reserve(3000, soon)];
    const both = [first.grow(1500), second.grow(1500)];
    await both[0];
    const third = budget.reserve(400, soon);
    expect([budget.used, budget.waiting]).toEqual([7500, 2]);
    first.release();
    await Promise.all([both[1], third]);
    expect(budget.used).toBe(4900);
  });

  it("lets a request wait for several that hold little, when these together hold what it lacks", async () => {
    const budget = new MemoryBudget(6400);
    const large = await budget.reserve(5000, soon);
    const little = [await budget.reserve(90, soon), await budget.reserve(90, soon), await budget.reserve(90, soon)];
    const grown = large.grow(1200);
    expect(budget.waiting).toBe(1);
    for (const lease of little) lease.release();
    await grown;
    expect(large.held).toBe(6200);
  });

  it("refuses at once a request that is left in such a circle when another leaves it", async () => {
    const budget = new MemoryBudget(100);
    const patient = { waitMs: 600_000 };
    const [first, second, third] = [
      await budget.reserve(30, patient),
      await budget.reserve(30, patient),
      await budget.reserve(30, patient),
    ];
    const waiting = first.grow(60);
    const refused = refusal(second.grow(60));
    third.release();
    expect((await refused).kind).toBe("busy");
    second.release();
    await waiting;
    expect(budget.used).toBe(90);
  });
});

describe("room in the memory budget that is given back", () => {
  it("counts a release once, however often it is called", async () => {
    const budget = new MemoryBudget(100);
    const held = await budget.reserve(70, soon);
    held.release();
    held.release();
    held.shrink(10);
    expect(budget.used).toBe(0);
  });

  it("shrinks by no more than is held", async () => {
    const budget = new MemoryBudget(100);
    const held = await budget.reserve(30, soon);
    held.shrink(50);
    expect([held.held, budget.used]).toEqual([0, 0]);
  });

  it("refuses at once what could never fit", async () => {
    expect((await refusal(new MemoryBudget(100).reserve(101, soon))).kind).toBe("too-large");
  });

  it("lets a request that is alone hold more than requests may together, and nobody beside it", async () => {
    const budget = new MemoryBudget(100, 150);
    const large = await budget.reserve(60, soon);
    await large.grow(80);
    expect(budget.used).toBe(140);
    expect((await refusal(budget.reserve(1, { waitMs: 5 }))).kind).toBe("busy");
    expect((await refusal(large.grow(11))).kind).toBe("too-large");
    const next = budget.reserve(30, soon);
    large.release();
    const small = await next;
    expect((await refusal(budget.reserve(90, { waitMs: 5 }))).kind).toBe("busy");
    small.release();
    expect(budget.used).toBe(0);
  });

  it("gives room back when the client disconnects, whether it waits or holds", async () => {
    const budget = new MemoryBudget(100);
    const holder = new AbortController();
    const waiter = new AbortController();
    await budget.reserve(100, { ...soon, signal: holder.signal });
    const waiting = refusal(budget.reserve(10, { ...soon, signal: waiter.signal }));
    waiter.abort();
    expect((await waiting).kind).toBe("aborted");
    holder.abort();
    expect([budget.used, budget.waiting]).toEqual([0, 0]);
  });

  it("admits nobody whose client is gone already", async () => {
    const problem = await refusal(new MemoryBudget(100).reserve(10, { ...soon, signal: AbortSignal.abort() }));
    expect(problem.kind).toBe("aborted");
  });

  it("refuses growth after the end", async () => {
    const budget = new MemoryBudget(100);
    const held = await budget.reserve(10, soon);
    held.release();
    expect((await refusal(held.grow(10))).kind).toBe("aborted");
    expect(budget.used).toBe(0);
  });

  it("lets go of the bytes that were read when the request ends", async () => {
    const budget = new MemoryBudget(1000);
    const held = await budget.reserve(0, soon);
    const read = await readSubmission(
      post("application/json", '{"fileBase64":"AAAA"}'),
      await rules({ reservation: held, maxText: 100, maxFile: 100 }),
    );
    const bytes = read.files[0]!.bytes;
    expect(bytes.length).toBe(3);
    held.release();
    expect([bytes.length, budget.used]).toEqual([0, 0]);
  });

  it("is free again after a client disconnects in the middle of its body", async () => {
    const budget = new MemoryBudget(10_000);
    const client = new AbortController();
    const reservation = await budget.reserve(0, { ...soon, signal: client.signal });
    const body = new ReadableStream({
      type: "bytes",
      start: (controller) => controller.enqueue(new TextEncoder().encode("--b\r\n")),
      pull: () => new Promise(() => undefined),
    });
    const request = post("multipart/form-data; boundary=b", body, { "content-length": "5000" });
    const read = refusal(readSubmission(request, { ...(await rules({ reservation })), signal: client.signal }));
    await tick();
    expect(budget.used).toBe(5000);
    client.abort();
    expect((await read).kind).toBe("aborted");
    expect(budget.used).toBe(0);
  });
});

describe("a request that the runtime cut off without a word", () => {
  afterEach(() => vi.restoreAllMocks());

  it("has its room taken back after ten minutes, once another needs it", async () => {
    const budget = new MemoryBudget(100);
    const lost = await budget.reserve(80, soon);
    const later = Date.now() + 11 * 60_000;
    vi.spyOn(Date, "now").mockImplementation(() => later);
    const next = await budget.reserve(90, soon);
    expect([lost.held, next.held, budget.used]).toEqual([0, 90, 90]);
  });

  it("is passed over in the queue, where its timer never fires", async () => {
    const budget = new MemoryBudget(100);
    const holder = await budget.reserve(100, soon);
    const dead = refusal(budget.reserve(100, { waitMs: 30_000 }));
    const alive = budget.reserve(100, { waitMs: 120_000 });
    const later = Date.now() + 60_000;
    vi.spyOn(Date, "now").mockImplementation(() => later);
    holder.release();
    expect((await dead).kind).toBe("busy");
    expect((await alive).held).toBe(100);
  });
});
