import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HTML_LIMITS, POOL_LIMITS } from "../../../src/html/html-limits.ts";
import type { HtmlProblem } from "../../../src/html/html-problem.ts";
import { type Answer, type Asked, AT_REST, SILENCE } from "../../support/scripted-browser.ts";
import { service, stopClock } from "./service.ts";

beforeEach(stopClock);
afterEach(() => {
  vi.useRealTimers();
});

const printed = { pieces: [expect.any(Uint8Array)] };
const isLaunch = (request: string) => request.startsWith("POST");
const neverReady = { "Runtime.evaluate": () => ({ result: { value: { ...AT_REST, ready: false, pending: 1 } } }) };

/** Contexts that were made and not disposed of. */
const left = (asked: Asked[]) => {
  const of = (method: string) => asked.filter((each) => each.method === method).length;
  return of("Target.createBrowserContext") - of("Target.disposeBrowserContext");
};
/** Answers so in one browser, and in the others as usual. */
const inBrowser =
  (name: string, answer: Answer): Answer =>
  (asked) =>
    asked.browser === name ? answer(asked) : undefined;
const silent = () => SILENCE;

describe("a render", () => {
  it("is made in a browser that is launched for it, and the next one in the same", async () => {
    const { render, requests } = service();
    expect(await render()).toMatchObject({ ...printed, method: "browser-new-session" });
    expect(await render()).toMatchObject({ ...printed, method: "browser-shared-session" });
    expect(requests.filter(isLaunch)).toHaveLength(1);
  });

  it("holds its place no longer than it takes, reports how long that was, and leaves only spares behind", async () => {
    const { render, pool, times, asked } = service();
    await render({ delay: 1_000 });
    expect([pool.rendering, times]).toEqual([0, [1_100]]);
    const [, made] = asked.filter(({ method }) => method === "Target.createBrowserContext");
    const disposed = asked.filter(({ method }) => method === "Target.disposeBrowserContext");
    expect(made?.params.disposeOnDetach).toBe(true);
    expect(disposed.map(({ params }) => params.browserContextId)).toEqual(["context 1", "context 2"]);
    expect(left(asked)).toBe(POOL_LIMITS.spares);
  });

  it("ends when its client goes away", async () => {
    const { render, client, times } = service(neverReady);
    setTimeout(() => client.abort(), 1_500);
    expect(await render()).toMatchObject({ kind: "failed", message: "The client went away." });
    expect(times).toEqual([1_500]);
  });

  it("ends with its time, however long the page is waited for", async () => {
    const { render, times } = service(neverReady);
    expect(await render({ timeout: 1_000 })).toMatchObject({ kind: "timeout", field: "timeout" });
    expect(times).toEqual([1_000]);
  });

  it("is refused while the page is waited for, when it has too many nodes", async () => {
    const { render, times } = service({
      ...neverReady,
      "Memory.getDOMCounters": () => ({ nodes: HTML_LIMITS.nodes + 1 }),
    });
    expect(await render()).toMatchObject({ kind: "too-large" });
    expect(times).toEqual([200]);
  });

  it("lets a page open no dialog, and takes note of the first hundred errors of its scripts", async () => {
    const { render, methods } = service({
      "Runtime.enable": ({ say }) => {
        say("Page.javascriptDialogOpening", { type: "alert" });
        for (let i = 0; i < 120; i++) {
          const error = { exceptionDetails: { text: `Error ${i} ${"x".repeat(400)}` } };
          say("Runtime.exceptionThrown", error);
        }
      },
    });
    const { faults = [] } = (await render({ failOnConsoleError: true })) as HtmlProblem;
    expect([faults.length, faults[0]?.length]).toEqual([100, "A script of the page reported an error: ".length + 300]);
    expect(methods()).toContain("Page.handleJavaScriptDialog");
  });

  it("follows a page that goes elsewhere as it is printed three times, and then prints it as it is", async () => {
    const { render, methods } = service({
      "Page.printToPDF": ({ say, sessionId }) =>
        say("Page.frameNavigated", { frame: { id: sessionId, url: "https://site.example/" } }),
    });
    expect(await render()).toMatchObject(printed);
    expect(methods().filter((method) => method === "Page.printToPDF")).toHaveLength(4);
  });
});

describe("another browser is tried", () => {
  it.each([
    ["opens no page in five seconds", 5_000, { "Target.attachToTarget": inBrowser("browser 1", silent) }],
    ["does not answer for four seconds", 4_000, { "Browser.getVersion": inBrowser("browser 1", silent) }],
  ])("when one %s", async (_, ms, faulty) => {
    const { render, times, answers, requests } = service();
    await render();
    Object.assign(answers, faulty);
    expect(await render()).toMatchObject(printed);
    expect(times[1]).toBeGreaterThanOrEqual(ms);
    expect(times[1]).toBeLessThan(ms + 1_000);
    expect(requests.filter(isLaunch)).toHaveLength(2);
  });

  it("when others of the service's isolates render in it, as many as may in all", async () => {
    const busy = (count: number) => () => ({
      targetInfos: Array.from({ length: count }, (_, i) => ({ targetId: `${i}`, type: "page", attached: true })),
    });
    for (const [others, browsers] of [
      [POOL_LIMITS.rendersOfAll - 1, 1],
      [POOL_LIMITS.rendersOfAll, 2],
    ] as const) {
      const { render, requests } = service({ "Target.getTargets": inBrowser("browser 1", busy(others)) });
      expect(await render()).toMatchObject(printed);
      expect(requests.filter(isLaunch)).toHaveLength(browsers);
    }
  });

  it("when one takes no connection in four seconds, and that one is ended", async () => {
    const { render, times, requests, platform } = service();
    const { fetch } = platform.binding;
    platform.binding.fetch = (url, init) =>
      url.endsWith("browser%201") && init?.method !== "DELETE" ? new Promise(() => {}) : fetch(url, init);
    expect(await render()).toMatchObject(printed);
    expect(times).toEqual([4_000, 100]);
    expect(requests).toContain("DELETE browser 1");
  });
});

describe("spares", () => {
  it("are made until all isolates together have as many as they may", async () => {
    for (const [waiting, made] of [
      [POOL_LIMITS.sparesOfAll, 0],
      [POOL_LIMITS.sparesOfAll - 1, 1],
    ] as const) {
      const targetInfos = Array.from({ length: waiting }, (_, i) => ({
        ...{ targetId: `${i}`, type: "page", url: "about:blank" },
        ...{ attached: false, browserContextId: `spare ${i}` },
      }));
      const mark = { name: "spare", domain: "spare.invalid", value: "9e15" };
      const { render, asked } = service({
        "Target.getTargets": () => ({ targetInfos }),
        "Storage.getCookies": () => ({ cookies: [mark] }),
      });
      expect(await render()).toMatchObject(printed);
      expect(left(asked)).toBe(made);
    }
  });
});
