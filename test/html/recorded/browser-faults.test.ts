import { afterEach, beforeEach, vi } from "vitest";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";
import { type Answer, SILENCE } from "../../support/scripted-browser.ts";
import { stopClock } from "../session/service.ts";
import { cases, refuses, type Service, times, where } from "./cases.ts";
import { recordedPages } from "./table.ts";

beforeEach(stopClock);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const first =
  (answer: Answer): Answer =>
  (asked) =>
    asked.browser === "browser 1" ? answer(asked) : undefined;
/** The first context of each browser shows how it can be sealed. */
const isTrial = (_: unknown, sessionId: string) => sessionId.endsWith("context 1");
const shows = (errorText: string): Record<string, Answer> => ({
  "Page.navigate": where(
    (...asked) => !isTrial(...asked),
    () => ({ errorText }),
  ),
});
const crashes: Answer = ({ say }) => {
  say("Inspector.targetCrashed");
  return SILENCE;
};
const cuts: Answer = ({ cut }) => {
  cut();
  return SILENCE;
};
const one = async ({ render }: Service) => void (await render());

/** All that a service has asked its platform for, and its contexts: made, disposed of. */
const everything = (made: Service) => {
  const contexts = made
    .methods()
    .map((method) => ({ "Target.createBrowserContext": "+", "Target.disposeBrowserContext": "-" })[method] ?? "");
  return [times(made), made.requests.join(", "), contexts.join(""), made.pool.rendering].join(" ");
};

recordedPages({
  "what a browser refuses": () =>
    cases(
      {
        "page ranges": {
          answers: {
            "Page.printToPDF": where(
              ({ pageRanges }) => pageRanges === "9-9",
              refuses("Page range exceeds page count"),
            ),
          },
          fields: { pageRanges: "9" },
        },
        "a header": { answers: { "Page.printToPDF": refuses("Printing failed") }, fields: { headerTemplate: "<b>" } },
        "a footer": { answers: { "Page.printToPDF": refuses("Printing failed") }, fields: { footerTemplate: "<b>" } },
        printing: { answers: { "Page.printToPDF": refuses("Printing failed") } },
        margins: { answers: { "Page.printToPDF": refuses("invalid print parameters: content area is empty") } },
        "a time zone": {
          answers: { "Emulation.setTimezoneOverride": refuses("Invalid timezone") },
          fields: { timezone: "Europe/Berlin" },
        },
        "a locale": {
          answers: { "Emulation.setLocaleOverride": refuses("Invalid locale") },
          fields: { locale: "de-DE" },
        },
        "a locale that nobody asked for": { answers: { "Emulation.setLocaleOverride": refuses("not found") } },
        cookies: {
          answers: {
            "Storage.setCookies": where(
              ({ cookies }) => (cookies as { name: string }[])[0]?.name === "a",
              refuses("Invalid"),
            ),
          },
          fields: { cookies: [{ name: "a", value: "b" }] },
        },
        "a style": {
          answers: {
            "Runtime.evaluate": where(
              ({ expression }) => /^\(\(\) =>/.test(expression as string),
              refuses("no context"),
            ),
          },
          fields: { css: "p { color: red }" },
        },
        "to dispose of a page, without an answer": {
          answers: {
            "Target.disposeBrowserContext": where(
              ({ browserContextId }) => browserContextId === "context 2",
              () => SILENCE,
            ),
          },
        },
        "to collect garbage": {
          answers: {
            "HeapProfiler.collectGarbage": refuses("not found"),
            "Memory.getDOMCounters": () => ({ nodes: HTML_LIMITS.nodes + 1 }),
          },
        },
        "its list of pages": { answers: { "Target.getTargets": refuses("not allowed") } },
        "its version": { answers: { "Browser.getVersion": refuses("not found") } },
        "to keep downloads off": { answers: { "Browser.setDownloadBehavior": refuses("not found") } },
        "an address": { answers: shows("net::ERR_UNSAFE_PORT"), page: { url: "http://site.example:1/" } },
        "an address, without asking": {
          answers: shows("net::ERR_BLOCKED_BY_CLIENT"),
          page: { url: "http://site.example/" },
        },
        "the service's own address": { answers: shows("net::ERR_INVALID_URL") },
        "to obey the proxy": { answers: { "Page.navigate": where(isTrial, () => ({})) } },
        "contexts with a proxy": {
          answers: { "Target.createBrowserContext": where((params) => "proxyServer" in params, refuses("no proxies")) },
        },
        "to hold requests": {
          answers: {
            "Fetch.enable": () => ({}),
            "Page.navigate": () => ({ errorText: "net::ERR_PROXY_CONNECTION_FAILED" }),
          },
        },
      },
      everything,
    ),
  "what goes wrong with browsers": () => {
    const quiet = new Set<string>();
    return cases(
      {
        "one page crashes": { answers: { "Page.printToPDF": first(crashes) } },
        "all pages crash": { answers: { "Page.printToPDF": crashes } },
        "one page goes": {
          answers: {
            "Page.printToPDF": first(({ say, sessionId }) => {
              say("Target.detachedFromTarget", { sessionId });
              return SILENCE;
            }),
          },
        },
        "one cuts the connection while it prints": { answers: { "Page.printToPDF": first(cuts) } },
        "one cuts it while it is given cookies": {
          answers: {
            "Storage.setCookies": first(where(({ cookies }) => (cookies as { name: string }[])[0]?.name === "a", cuts)),
          },
          fields: { cookies: [{ name: "a", value: "b" }] },
        },
        "all cut it while they print": { answers: { "Page.printToPDF": cuts } },
        "one opens no page": { answers: { "Target.createTarget": first(() => SILENCE) } },
        "all fall silent once the page is open": {
          answers: {
            "Page.printToPDF": ({ browser }) => {
              quiet.add(browser);
              return SILENCE;
            },
            "Browser.getVersion": ({ browser }) => (quiet.has(browser) ? SILENCE : undefined),
          },
        },
        "a spare is gone": {
          answers: {
            "Target.attachToTarget": where(({ targetId }) => targetId === "page of context 3", refuses("No target")),
          },
          prepare: one,
        },
        "a spare cannot be made": {
          answers: {
            "Target.createTarget": where(
              ({ browserContextId }) => browserContextId === "context 3",
              refuses("no room"),
            ),
          },
          prepare: one,
        },
        "no browser can be launched": {
          prepare: ({ platform: { binding } }) => {
            binding.fetch = async (url) =>
              url.endsWith("sessions")
                ? Response.json({ sessions: [] })
                : new Response("Rate limit exceeded", { status: 429 });
          },
        },
        "the platform is down": {
          prepare: ({ platform: { binding } }) => {
            vi.spyOn(console, "error").mockReturnValue();
            binding.fetch = async () => new Response("down", { status: 500 });
          },
        },
        "the ledger is down": {
          prepare: ({ platform: { ledger } }) => {
            vi.spyOn(console, "error").mockReturnValue();
            ledger.read = () => Promise.reject(new Error("down"));
            ledger.launched = () => Promise.reject(new Error("down"));
          },
        },
        "no connections for now": {
          prepare: ({ platform: { binding } }) => {
            const { fetch } = binding;
            binding.fetch = async (url, init) =>
              url.endsWith("%201") && !init?.method ? new Response("", { status: 429 }) : fetch(url, init);
          },
        },
      },
      everything,
    );
  },
});
