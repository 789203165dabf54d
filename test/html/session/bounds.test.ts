import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CdpError } from "../../../src/html/browser/cdp.ts";
import type { Page } from "../../../src/html/browser/page/page.ts";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";
import { refuseLargeDom, watchDom } from "../../../src/html/session/bounds.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const MOST = HTML_LIMITS.nodes;
const tooLarge = { kind: "too-large", message: `The page has more than ${MOST} DOM nodes.` };

/** A page that has so many nodes each time it is asked; after the last of them it stays as it is. */
function page(...counts: (number | Error)[]) {
  const commands: string[] = [];
  const stub = {
    nodes: async () => {
      commands.push("count");
      const [count] = counts.length > 1 ? counts.splice(0, 1) : counts;
      if (count instanceof Error) throw count;
      return count;
    },
    collectGarbage: async () => void commands.push("collect"),
  };
  return { commands, page: stub as unknown as Page };
}

describe("the nodes of a page", () => {
  it("are as many as the limit, and not one more", async () => {
    const { commands, page: most } = page(MOST);
    await refuseLargeDom(most);
    expect(commands).toEqual(["count"]);
    await expect(refuseLargeDom(page(MOST + 1).page)).rejects.toMatchObject(tooLarge);
  });

  it("are counted again without those that were removed", async () => {
    const { commands, page: removed } = page(MOST + 1, MOST);
    await refuseLargeDom(removed);
    expect(commands).toEqual(["count", "collect", "count"]);
  });

  it("are counted again and again while the page is waited for, also after a moment without a document", async () => {
    const { commands, page: growing } = page(1, new CdpError("Memory.getDOMCounters", "no document"), 1, MOST + 1);
    const watch = watchDom(growing, new AbortController().signal).catch((problem: unknown) => problem);
    await vi.advanceTimersByTimeAsync(799);
    expect(commands).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(await watch).toMatchObject(tooLarge);
  });

  it("are counted no more when the render ends, or when its connection is gone", async () => {
    for (const gone of [true, false]) {
      const { commands, page: watched } = page(1, gone ? new Error("gone") : 1);
      const ending = new AbortController();
      void watchDom(watched, ending.signal);
      await vi.advanceTimersByTimeAsync(500);
      ending.abort();
      await vi.advanceTimersByTimeAsync(5_000);
      expect([commands.length, vi.getTimerCount()]).toEqual([2, 0]);
    }
  });
});
