import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { BrowserPool } from "../../../src/html/browser/sessions.ts";
import { SessionProblem } from "../../../src/html/html-problem.ts";
import { chromiumBinding, type PlatformRules, type TestBinding } from "./chromium.ts";
import { renderer } from "./renderer.ts";

let binding: TestBinding;
afterEach(() => binding?.close());

/** An isolate of the service: how it answers a request. A problem of browsers leads to the next way. */
function isolate(timeout = 30_000) {
  const print = renderer(binding, {}, new BrowserPool());
  return async (): Promise<string> => {
    try {
      await print.html("<p>Page", { timeout });
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
  /** Before the second request. */
  meanwhile?: () => void;
  /** What the requests allow themselves, where they have to wait for half of it. */
  timeout?: number;
  /** How three requests are answered: two of one isolate, then one of another. */
  answers: string;
  /** Browsers of our own. */
  launched: number;
  left: number;
}

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
  },
  {
    rule: "the browser vanishes after the first request",
    meanwhile: () => {
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

describe("the stand-in for the platform", () => {
  it.each(rows)("$rule", async ({ rules, foreign = 0, meanwhile, timeout, answers, launched, left }) => {
    binding = await chromiumBinding(rules);
    const others = await Promise.all(Array.from({ length: foreign }, () => binding.launchForeign()));
    const first = isolate(timeout);
    const given = [await first()];
    meanwhile?.();
    given.push(await first(), await isolate(timeout)());
    expect(given.join(", ")).toBe(answers);
    expect(binding.counts.launch).toBe(launched);
    expect([...binding.browsers.keys()].filter((id) => !others.includes(id))).toHaveLength(left);
    // Neither used nor ended.
    expect(binding.connected.filter((id) => others.includes(id))).toEqual([]);
    for (const id of others) expect(binding.browsers.has(id)).toBe(true);
  });

  it("is written down as it behaves", async () => {
    const guide = await readFile("docs/html-sessions.md", "utf8");
    for (const { rule, answers, launched, left } of rows) {
      expect(guide).toContain(`| ${rule} | ${answers} | ${launched} | ${left} |`);
    }
  });
});

describe("a browser that is given up", () => {
  it("is ended and struck from the ledger", async () => {
    binding = await chromiumBinding();
    const print = isolate();
    await print();
    const [id] = [...binding.browsers.keys()] as [string];
    expect(Object.keys((await binding.ledger.read()).browsers)).toEqual([id]);
    // It cuts the connections of two renders.
    let asked = 0;
    binding.say = (message) => {
      if (binding.counts.launch === 1 && message.includes('"Page.navigate"') && ++asked === 2) {
        for (const socket of binding.sockets) socket.close();
      }
      return message;
    };
    expect(await Promise.all([print(), print()])).toEqual(["session", "session"]);
    expect(binding.browsers.has(id)).toBe(false);
    expect(Object.keys((await binding.ledger.read()).browsers)).not.toContain(id);
  });
});
