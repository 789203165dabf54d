import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BorrowOptions, Lease } from "../../../src/html/browser/pool/lease.ts";
import { POOL_LIMITS } from "../../../src/html/html-limits.ts";
import { HtmlProblem, PageCrash, SessionProblem } from "../../../src/html/html-problem.ts";
import { RenderingNotes } from "../../../src/html/session/rendering-notes.ts";
import { type Attempt, type BrowserUse, inSomeBrowser } from "../../../src/html/session/some-browser.ts";
import { timedOut } from "../../../src/html/session/timed-out.ts";

const OPTIONS = { timeout: 10_000, tagged: true, outline: true };
const lost = new SessionProblem("cut", { lost: true });
const dead = new SessionProblem("ended", { dead: true });
const slow = new SessionProblem("odd");
const crash = new PageCrash();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Step = Error | "full" | "printed";

/**
 * Renders in browsers that come one after the other. `places` says why there is none, where there is none; `renders`
 * what becomes of each render; `phase` how far the page is by then.
 */
async function render(renders: Step[], places: (Error | "place")[] = [], phase: Attempt["phase"] = "waiting") {
  const notes = new RenderingNotes();
  const wanted: { avoid: string[]; until: number; wary: boolean | undefined }[] = [];
  let sessions = 0;
  const pool = {
    limits: POOL_LIMITS,
    borrow: async (_: unknown, { avoid, until, wary }: BorrowOptions) => {
      wanted.push({ avoid: [...avoid], until: until - Date.now(), wary });
      const place = places.shift() ?? "place";
      if (place !== "place") throw place;
      sessions += 1;
      return { sessionId: `b${sessions}`, launched: sessions === 1, sealing: "proxy" } as unknown as Lease;
    },
  };
  const context = { pool, notes, signal: new AbortController().signal, waitUntil: () => {} };
  const work = inSomeBrowser(OPTIONS, context as unknown as BrowserUse, async (_, attempt) => {
    attempt.phase = phase;
    const step = renders.shift() ?? "printed";
    if (step instanceof Error) throw step;
    return step === "full" ? undefined : "PDF";
  }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  return { made: await work, wanted, notes };
}

describe("a document is rendered", () => {
  it("in the first browser that has a place, and the wait is half of the time", async () => {
    const { made, wanted, notes } = await render(["printed"]);
    expect(made).toBe("PDF");
    expect(wanted).toEqual([{ avoid: [], until: 5_000, wary: false }]);
    expect(notes.toJSON()).toMatchObject({ launches: 1, sealing: "proxy" });
  });

  it.each<[string, Step[]]>([
    ["full of others' renders, however often", ["full", "full", "full", "full", "full"]],
    ["cut off, three times", [lost, lost, lost]],
    ["ended, three times", [dead, dead, dead]],
    ["crashed, once", [crash]],
    ["at fault, once", [slow]],
    ["at fault in each way, once", [crash, slow, lost]],
  ])("in another when one was %s", async (_, renders) => {
    const times = renders.length;
    const { made, wanted } = await render(renders);
    expect(made).toBe("PDF");
    expect(wanted.at(-1)).toMatchObject({ avoid: Array.from({ length: times }, (_, i) => `b${i + 1}`), wary: true });
  });

  it("after browsers that were lost before the page was opened, however many", async () => {
    expect((await render([lost, lost, lost, lost, lost], [], "opening")).made).toBe("PDF");
  });

  it("once the platform launches browsers again, a little later each time", async () => {
    const began = Date.now();
    const { made, wanted, notes } = await render([], [slow, new SessionProblem("no")]);
    expect(made).toBe("PDF");
    expect(wanted).toHaveLength(3);
    expect(wanted[2]?.until).toBe((10_000 - 250 - 500) / 2);
    expect(Date.now()).toBeGreaterThan(began);
    expect(notes.problems).toEqual(["odd", "no"]);
  });
});

describe("a document is given up", () => {
  it.each<[string, Step[], (Error | "place")[], Error]>([
    ["after the fourth browser that was lost", [lost, lost, dead, lost], [], lost],
    ["after the second fault", [slow, lost, slow], [], slow],
    [
      "when the platform allows it to no browser",
      [new SessionProblem("no", { refused: true })],
      [],
      new SessionProblem("no"),
    ],
    ["when the platform launches nothing three times", [], [slow, slow, slow], slow],
    [
      "when the platform has no browser for now",
      [],
      [new SessionProblem("limit", { limited: true })],
      new SessionProblem("limit"),
    ],
    ["when the page is at fault", [new HtmlProblem("input", "bad")], [], new HtmlProblem("input", "bad")],
  ])("%s", async (_, renders, places, problem) => {
    const { made } = await render([...renders], [...places]);
    expect(made).toBeInstanceOf(problem.constructor);
    expect((made as Error).message).toBe(problem.message);
  });

  it("after its second crash, for which the page is to blame", async () => {
    const { made } = await render([crash, lost, crash]);
    expect(made).toMatchObject({ name: "HtmlProblem", kind: "too-large" });
    expect((made as Error).message).toContain("crashed the browser, twice");
  });
});

describe("a document whose time has run out", () => {
  it.each([
    ["opening", "busy", undefined, 2, /^No browser had opened the page after 10000 ms\. .*try again/],
    [
      "waiting",
      "timeout",
      "timeout",
      undefined,
      /still being waited for after 10000 ms\. A script may run without end/,
    ],
    ["printing", "timeout", "timeout", undefined, /not yet printed after 10000 ms\. .*fewer pages at once/],
  ] as const)("is refused by what it was at: %s", (phase, kind, field, retryAfter, says) => {
    expect(timedOut(OPTIONS, phase)).toMatchObject({ kind, field, retryAfter, message: expect.stringMatching(says) });
  });

  it("learns of its structure when it is long, and has one", () => {
    const advice = (nodes: number, tagged: boolean, outline: boolean) =>
      timedOut({ timeout: 1, tagged, outline }, "printing", nodes).message;
    expect(advice(50_000, true, true)).toContain("tagged=false and outline=false");
    expect(advice(50_000, false, true)).toContain("tagged=false");
    expect(advice(50_000, false, false)).toContain("fewer pages at once");
    expect(advice(500, true, true)).toContain("fewer pages at once");
  });
});

describe("what the operator learns of a rendering", () => {
  it("is each problem once, and eight at most", () => {
    const notes = new RenderingNotes();
    for (let i = 0; i < 10; i++) for (let twice = 0; twice < 2; twice++) notes.problem(`p${i}`);
    expect(notes.problems).toEqual(["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"]);
  });

  it("is counted by its ways, launches and weaker seals", () => {
    const notes = new RenderingNotes();
    expect([notes.counts(), notes.usedFallback]).toEqual([{}, false]);
    expect(notes.toJSON()).not.toHaveProperty("problems");
    for (const way of ["a", "a", "browser-quick-action"]) notes.rendered(way);
    notes.launches = 2;
    notes.sealing = "proxy";
    expect(notes.counts()).toEqual({ a: 2, "browser-quick-action": 1, "launched-browser": 2 });
    notes.sealing = "interception";
    expect(notes.counts()).toMatchObject({ "weaker-seal": 1 });
    expect(notes.usedFallback).toBe(true);
  });
});
