import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type BrowserLedger, ledgerOf } from "../../../../src/html/browser/pool/browser-ledger.ts";
import { LedgerBook } from "../../../../src/html/browser/pool/ledger.ts";

describe("the ledger of browsers", () => {
  it("lets each isolate know what another one launched, until it is gone", async () => {
    await ledgerOf(env).launched("a");
    await ledgerOf(env).launched("b");
    expect(Object.keys((await ledgerOf(env).read()).browsers)).toEqual(expect.arrayContaining(["a", "b"]));
    await ledgerOf(env).gone(["a", "unknown"]);
    const left = (await ledgerOf(env).read()).browsers;
    expect([left.a, left.b]).toEqual([undefined, expect.any(Number)]);
  });

  it("is still there when its object restarts", async () => {
    await ledgerOf(env).launched("kept");
    const stub = ledgerOf(env) as unknown as DurableObjectStub<BrowserLedger>;
    const stored = await runInDurableObject(stub, (_, { storage }) => storage.get("state"));
    const { browsers } = await new LedgerBook(stored as never).read();
    expect(browsers.kept).toBeGreaterThan(Date.now() - 60_000);
  });

  it("forgets the oldest rather than grow without end", async () => {
    const book = new LedgerBook();
    for (let i = 0; i < 600; i++) await book.launched(`${i}`);
    const ids = Object.keys((await book.read()).browsers);
    expect([ids.length, ids.includes("99"), ids.includes("599")]).toEqual([500, false, true]);
  });
});

describe("a way of sealing that browsers refuse", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is closed when two browsers did, not when one did twice, and tried again later", async () => {
    vi.useFakeTimers();
    const book = new LedgerBook();
    await book.refused("proxy", "odd");
    await book.refused("proxy", "odd");
    expect((await book.read()).closed).toEqual({});
    await book.refused("proxy", "another");
    const again = new LedgerBook(structuredClone(book.state));
    expect((await again.read()).closed).toEqual({ proxy: Date.now() + 600_000 });
    vi.advanceTimersByTime(600_001);
    expect((await again.read()).closed.proxy).toBeLessThan(Date.now());
    await again.refused("proxy", "third");
    expect((await again.read()).closed.proxy).toBeGreaterThan(Date.now());
  });

  it("starts again after an hour without a refusal", async () => {
    vi.useFakeTimers();
    const book = new LedgerBook();
    await book.refused("interception", "one");
    vi.advanceTimersByTime(3_600_001);
    await book.refused("interception", "another");
    expect((await book.read()).closed).toEqual({});
  });
});
