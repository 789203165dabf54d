import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type BrowserLedger, ledgerOf } from "../../../src/html/browser/browser-ledger.ts";
import { LedgerBook } from "../../../src/html/browser/ledger.ts";

describe("the ledger of browsers", () => {
  it("tells each isolate what another one launched, until it is gone", async () => {
    await ledgerOf(env).launched("a");
    await ledgerOf(env).launched("b");
    expect(Object.keys((await ledgerOf(env).read()).browsers)).toEqual(expect.arrayContaining(["a", "b"]));
    await ledgerOf(env).gone(["a", "unknown"]);
    const left = (await ledgerOf(env).read()).browsers;
    expect([left.a, left.b]).toEqual([undefined, expect.any(Number)]);
  });

  it("is still there when its object begins anew", async () => {
    await ledgerOf(env).launched("kept");
    const stub = ledgerOf(env) as unknown as DurableObjectStub<BrowserLedger>;
    const stored = await runInDurableObject(stub, (_, { storage }) => storage.get("page"));
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
