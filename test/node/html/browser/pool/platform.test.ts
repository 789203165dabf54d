import { readFile } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import { BrowserPool } from "../../../../../src/html/browser/pool/sessions.ts";
import { HTML_LIMITS } from "../../../../../src/html/html-limits.ts";
import { SessionProblem } from "../../../../../src/html/html-problem.ts";
import { Turnstile } from "../../../../../src/html/resources/turnstile.ts";
import { chromiumBinding, type PlatformRules, type TestBinding } from "../../chromium.ts";
import { renderer } from "../../renderer.ts";

// Each has a platform of its own, and mostly waits for its browsers.
vi.setConfig({ maxConcurrency: 2 });

/** An isolate of the service: how it answers a request. A problem of browsers leads to the next way. */
function isolate(binding: TestBinding, timeout = 30_000, page = "<p>Page") {
  const pool = new BrowserPool();
  return async (): Promise<string> => {
    // Each request has a turnstile of its own, as in the operation.
    const asking = new Turnstile(HTML_LIMITS.connections);
    const print = renderer(binding, { fetcher: binding.fetcher, allowHosts: ["pictures.example"], asking }, pool);
    try {
      await print.html(page, { timeout, failOnResourceError: true });
      return "session";
    } catch (error) {
      if (!(error instanceof SessionProblem)) throw error;
      return "fallback";
    }
  };
}

interface Row {
  rule: string;
  rules?: Partial<PlatformRules>;
  /** Browsers of other Workers that are there. */
  foreign?: number;
  page?: string;
  /** Before the second request. */
  meanwhile?: (binding: TestBinding) => unknown;
  /** What the requests allow themselves, where they have to wait for half of it. */
  timeout?: number;
  /** How three requests are answered: two of one isolate, then one of another. */
  answers: string;
  /** Browsers of our own. */
  launched: number;
  left: number;
  /** Whether the platform said that no browser may be launched now. */
  refused?: boolean;
  /** What the pages load. */
  fetched?: number;
}

const PICTURES = Array.from({ length: 12 }, (_, index) => `<img src="https://pictures.example/${index}.svg">`).join("");

const rows: Row[] = [
  {
    rule: "as many browsers as the account may have, one of them ours",
    rules: { browsers: 2 },
    foreign: 1,
    answers: "session, session, session",
    launched: 1,
    left: 1,
  },
  {
    rule: "as many browsers as the account may have, none of them ours",
    rules: { browsers: 1 },
    foreign: 1,
    timeout: 1_000,
    answers: "fallback, fallback, fallback",
    launched: 0,
    left: 0,
    refused: true,
  },
  {
    rule: "a launch every three seconds, and another Worker has just launched",
    rules: { launchEveryMs: 3_000 },
    foreign: 1,
    answers: "session, session, session",
    launched: 1,
    left: 1,
    refused: true,
  },
  {
    rule: "the time of browsers for this day is used up",
    rules: { exhausted: true },
    timeout: 1_000,
    answers: "fallback, fallback, fallback",
    launched: 0,
    left: 0,
    refused: true,
  },
  {
    rule: "nine minutes without use after the first request",
    meanwhile: (binding) => binding.passIdle(9 * 60_000),
    answers: "session, session, session",
    launched: 1,
    left: 1,
  },
  {
    rule: "ten minutes without use after the first request",
    meanwhile: (binding) => binding.passIdle(10 * 60_000),
    answers: "session, session, session",
    launched: 2,
    left: 1,
  },
  {
    rule: "six fetches of a request wait for answers at a time, and a page has twelve pictures",
    page: PICTURES,
    answers: "session, session, session",
    launched: 1,
    left: 1,
    fetched: 36,
  },
  {
    rule: "the browser vanishes after the first request",
    meanwhile: (binding) => {
      for (const browser of binding.browsers.values()) browser.process()?.kill("SIGKILL");
    },
    answers: "session, session, session",
    launched: 2,
    left: 1,
  },
  {
    rule: "the list of browsers cannot be read",
    rules: { unlisted: true },
    answers: "session, session, session",
    launched: 2,
    left: 2,
  },
  {
    rule: "contexts with a proxy are refused",
    rules: { proxies: "refused" },
    answers: "session, session, session",
    launched: 1,
    left: 1,
  },
  {
    rule: "no page may be opened at the address of raw HTML",
    rules: { documents: "refused" },
    answers: "fallback, fallback, fallback",
    launched: 1,
    left: 1,
  },
  {
    rule: "requests of pages cannot be held",
    rules: { lacking: ["Fetch.enable"] },
    answers: "fallback, fallback, fallback",
    launched: 2,
    left: 0,
  },
];

describe.concurrent("the stand-in for the platform", () => {
  it.for(rows)(
    "$rule",
    async ({ rules, foreign = 0, page, meanwhile, timeout, refused, fetched = 0, ...expected }, { onTestFinished }) => {
      const binding = await chromiumBinding(rules);
      onTestFinished(() => binding.close());
      const others = await Promise.all(Array.from({ length: foreign }, () => binding.launchForeign()));
      const first = isolate(binding, timeout, page);
      const given = [await first()];
      await meanwhile?.(binding);
      given.push(await first(), await isolate(binding, timeout, page)());
      expect(given.join(", ")).toBe(expected.answers);
      expect(binding.counts.launch).toBe(expected.launched);
      expect([...binding.browsers.keys()].filter((id) => !others.includes(id))).toHaveLength(expected.left);
      if (refused) expect(binding.counts.refused).toBeGreaterThan(0);
      // The platform's own queue is never used: a fetch's time would run in it.
      expect(binding.counts).toMatchObject({ held: 0, fetched });
      // Neither used nor ended.
      expect(binding.connected.filter((id) => others.includes(id))).toEqual([]);
      for (const id of others) expect(binding.browsers.has(id)).toBe(true);
    },
  );

  it("is documented as it behaves", async () => {
    const guide = await readFile("docs/inside/html-sessions.md", "utf8");
    for (const { rule, answers, launched, left } of rows) {
      expect(guide).toContain(`| ${rule} | ${answers} | ${launched} | ${left} |`);
    }
  });
});

describe("a browser that is given up", () => {
  it("is ended and struck from the ledger", async ({ onTestFinished }) => {
    const binding = await chromiumBinding();
    onTestFinished(() => binding.close());
    const print = isolate(binding);
    await print();
    const [id] = [...binding.browsers.keys()] as [string];
    expect(Object.keys((await binding.ledger.read()).browsers)).toEqual([id]);
    // It cuts the connections of two renders. The first one waits until the second is there.
    const both = binding.sockets.size + 2;
    binding.say = (message) => {
      if (binding.counts.launch > 1 || !message.includes('"Page.navigate"')) return message;
      if (binding.sockets.size >= both) for (const socket of binding.sockets) socket.close();
      return '{"id":0,"method":"no"}';
    };
    expect(await Promise.all([print(), print()])).toEqual(["session", "session"]);
    expect(binding.browsers.has(id)).toBe(false);
    expect(Object.keys((await binding.ledger.read()).browsers)).not.toContain(id);
  });
});
