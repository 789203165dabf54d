import { afterEach, beforeEach, vi } from "vitest";
import { type Answer, type Asked, AT_REST, SILENCE } from "../../support/scripted-browser.ts";
import { stopClock } from "../session/service.ts";
import { cases, evaluates, refuses, times, where } from "./cases.ts";
import { recordedPages } from "./table.ts";

beforeEach(stopClock);
afterEach(() => {
  vi.useRealTimers();
});

/** What a page without options is printed with. */
const PLAIN: Record<string, unknown> = {
  ...{ paperWidth: 8.2677, paperHeight: 11.6929, marginTop: 0.4, marginRight: 0.4, marginBottom: 0.4, marginLeft: 0.4 },
  ...{ preferCSSPageSize: false, landscape: false, scale: 1, printBackground: true, pageRanges: "1-2001" },
  ...{ displayHeaderFooter: false, generateTaggedPDF: true, generateDocumentOutline: true },
  ...{ transferMode: "ReturnAsStream", returnByValue: true, awaitPromise: true },
};

/** What the page was told once its document was answered, without what was said again. */
function commands({ asked }: { asked: Asked[] }): string {
  const from = asked.findLastIndex(({ method }) => method === "Fetch.fulfillRequest");
  const lines = asked.slice(from + 1).map(({ method, params, sessionId }) => {
    if (sessionId !== asked[from]?.sessionId || method.startsWith("IO.")) return "";
    const { expression, ...others } = params as { expression?: string };
    const script = expression?.replace(/^\(\(hurry\)[\s\S]*\((true|false)\)$/, "look, hurry: $1").slice(0, 500);
    const special = Object.entries(others).filter(([name, value]) => PLAIN[name] !== value);
    const also = script === undefined || special.length > 0 ? [JSON.stringify(Object.fromEntries(special))] : [];
    return [method, ...also, script ?? ""].join(" ").trim();
  });
  return lines.filter((line, index) => line !== "" && line !== lines[index - 1]).join("; ");
}

/** Each look at the page finds what stands at its place; the last one stands for those after it. */
function looks(...found: (Partial<typeof AT_REST> | "threw" | "refused")[]): Record<string, Answer> {
  let look = 0;
  const answer = () => {
    const state = found[Math.min(look++, found.length - 1)];
    if (state === "refused") throw new Error("Cannot find context with specified id");
    if (state === "threw") return { result: {}, exceptionDetails: { text: "TypeError: document is null" } };
    return { result: { value: { ...AT_REST, ...state } } };
  };
  return { "Runtime.evaluate": where(({ expression }) => /^\(\(hurry/.test(expression as string), answer) };
}
const once = (state: Partial<typeof AT_REST>, times: number) => [...Array(times).fill(state), {}];

/** Content of a height that may depend on that of the window. */
function tall(height: (window: number) => number): Record<string, Answer> {
  let window = 1;
  return {
    "Emulation.setDeviceMetricsOverride": ({ params }) => {
      window = params.height as number;
    },
    ...evaluates({ "Math.ceil": () => height(window) }),
  };
}

const throws = (text: string): Record<string, Answer> => ({
  "Runtime.evaluate": where(
    ({ expression }) => /^(document\.querySelector|\(\(value)/.test(expression as string),
    () => ({
      result: {},
      exceptionDetails: { text: "Uncaught", exception: { description: `${text}\n at <anonymous>` } },
    }),
  ),
});

/** A PDF that comes in pieces of so many bytes. */
const inPieces = (...sizes: number[]): Record<string, Answer> => ({
  "IO.read": () => ({ data: "x".repeat(sizes.shift() ?? 0), eof: sizes.length === 0 }),
});

const single = (fields: object, height: (window: number) => number) => ({
  fields: { singlePage: true, waitUntil: "load", ...fields },
  answers: tall(height),
});
const network = { waitUntil: "networkidle" };
const soon = { timeout: 300 };

recordedPages({
  "what the browser is told of a page": () =>
    cases(
      {
        "no options": {},
        "without scripts": { page: { html: "<p>x" } },
        load: { fields: { waitUntil: "load" } },
        "domcontentloaded, css and delay": {
          fields: { waitUntil: "domcontentloaded", css: "p { color: red }", delay: 5 },
        },
        selector: { fields: { waitForSelector: "#a'\"" }, answers: evaluates({ "document.query": true }) },
        expression: { fields: { waitForExpression: "done" }, answers: evaluates({ "((value)": true }) },
        "half a Letter page": {
          fields: {
            scale: 0.5,
            printBackground: false,
            landscape: true,
            format: "Letter",
            margin: "1in",
            pageRanges: "2-3",
          },
        },
        "its own pages, tags for the outline, a header": {
          fields: { preferCSSPageSize: true, tagged: false, outline: true, headerTemplate: "<b>h</b>" },
        },
        "no tags, a footer": { fields: { tagged: false, outline: false, footerTemplate: "<b>f</b>" } },
        "a single page of 500 pixels": single(
          { preferCSSPageSize: true, media: "screen", colorScheme: "dark" },
          () => 500,
        ),
        "one that grows with its window by half": single({ scale: 0.5 }, (window) => 400 + Math.ceil(window / 2)),
        "one that grows a little too much": single(
          {},
          (window) => 400 + Math.ceil(window / 2) + (window > 700 ? 50 : 0),
        ),
        "one that is always taller than its window": single({}, (window) => window + 300),
        "one without content": single({ margin: 0 }, () => 0),
        "one on a small paper": single({ width: 300, margin: "10px 20px 30px 40px", scale: 2 }, () => 100),
        "one that is too tall": single({ margin: 0 }, () => 200 * 96),
        "one that is nearly too tall": single({ margin: 0 }, () => 200 * 96 - 1),
        "observers wait to be seen": { answers: { ...looks({ observers: 1, height: 3000 }) } },
        "observers of a very tall page": { answers: looks({ observers: 1, height: 90_000 }) },
        "observers of a page without height": { answers: looks({ observers: 1 }) },
        "observers of a browser without windows": {
          answers: {
            ...looks({ observers: 1 }),
            "Emulation.setDeviceMetricsOverride": where(({ width }) => width === undefined, refuses("not found")),
          },
        },
      },
      commands,
    ),
  "how a PDF is read": () =>
    cases(
      {
        "whole pieces": { answers: inPieces(256 * 1024, 256 * 1024, 7) },
        "pieces that are not whole": { answers: inPieces(5, 0, 7, 0) },
        base64: {},
        nothing: { answers: inPieces(0) },
      },
      ({ methods }) =>
        methods()
          .filter((method) => method.startsWith("IO."))
          .join(" "),
    ),
  "how long a page is waited for": () =>
    cases(
      {
        "at rest": {},
        "without scripts": { page: { html: "<p>x" } },
        "not ready for 3 looks": { answers: looks(...once({ ready: false }, 3)) },
        "images for 10 looks": { answers: looks(...once({ pending: 1 }, 10)) },
        "images for ever": { answers: looks({ pending: 1 }), fields: { timeout: 5_200 } },
        "images for ever, network alone": { answers: looks({ pending: 1 }), fields: network },
        "a timer for ever": { answers: looks({ waits: true }) },
        "a timer for ever, network alone": { answers: looks({ waits: true }), fields: network },
        "never ready, network alone": { answers: looks({ ready: false }), fields: network },
        restless: { answers: looks({ restless: true }) },
        "touched 60 ms ago": { answers: looks({ touchedAgo: 60 }, { touchedAgo: 80 }, {}) },
        "touched 5 ms ago for 9 looks": { answers: looks(...once({ touchedAgo: 5 }, 9)) },
        "changes for 6 looks": { answers: looks(...[1, 2, 3, 4, 5, 6].map((changes) => ({ changes }))) },
        "changes, network alone": { answers: looks(...[1, 2, 3, 4].map((changes) => ({ changes }))), fields: network },
        "no document for 4 looks": { answers: looks("threw", "refused", "threw", "refused", {}) },
        observers: { answers: looks({ observers: 2, height: 5 }) },
        "observers and changes": { answers: looks({ observers: 2 }, { observers: 2, changes: 1 }) },
        delay: { fields: { delay: 700, waitUntil: "load" } },
        "a selector that never comes": { fields: { waitForSelector: "p", ...soon } },
        "a selector that is none": { fields: { waitForSelector: "p[" }, answers: throws("SyntaxError: no selector") },
        "an expression that is none": {
          fields: { waitForExpression: ")(" },
          answers: throws("SyntaxError: Unexpected"),
        },
        "an expression that throws": { fields: { waitForExpression: "a.b", ...soon }, answers: throws("TypeError: a") },
        "an expression that is refused": {
          fields: { waitForExpression: "a.b", ...soon },
          answers: {
            "Runtime.evaluate": where(
              ({ expression }) => /^\(\(value/.test(expression as string),
              refuses("no context"),
            ),
          },
        },
        "a page that never loads": {
          answers: {
            "Page.navigate": where(
              (_, sessionId) => sessionId.endsWith("context 2"),
              ({ say, sessionId }) => {
                say("Page.frameStartedLoading", { frameId: sessionId });
                return {};
              },
            ),
          },
          fields: soon,
        },
        "printing without end": { answers: { "Page.printToPDF": () => SILENCE }, fields: soon },
        "printing a long page without end": {
          answers: { "Page.printToPDF": () => SILENCE, "Memory.getDOMCounters": () => ({ nodes: 10_000 }) },
          fields: soon,
        },
        "printing without tags, without end": {
          answers: { "Page.printToPDF": () => SILENCE },
          fields: { ...soon, tagged: false, outline: false },
        },
      },
      times,
    ),
});
