import type { Cdp } from "../../../src/html/browser/cdp.ts";
import { PageEvents } from "../../../src/html/browser/page/page-events.ts";
import type { PageNetwork } from "../../../src/html/browser/page/page-network.ts";
import { type Row, recordedPages } from "./table.ts";

const SITE = "http://site.example/";

recordedPages({ "what a browser tells of a page": events });

/** What each event makes of a page that has begun to navigate, and what the browser is told then. */
function events(): Row[] {
  const frame = (url: string, parentId?: string) =>
    ["Page.frameNavigated", { frame: { url, ...(parentId ? { parentId } : {}) } }] as const;
  const attached = (type: string, sessionId = "page") =>
    ["Target.attachedToTarget", { sessionId: "child", targetInfo: { type } }, sessionId] as const;
  const began = frame(SITE);
  const said = (...args: object[]) => ["Runtime.consoleAPICalled", { type: "error", args }] as const;
  const all: Record<string, (readonly [string, object?, string?])[]> = {
    "the load of a blank page": [
      ["Page.loadEventFired"],
      ["Page.domContentEventFired"],
      ["Page.frameStoppedLoading", { frameId: "main" }],
    ],
    "the end of a blank page's load": [frame("about:blank"), ["Page.loadEventFired"]],
    "a load": [began, ["Page.loadEventFired"]],
    "a document": [began, ["Page.domContentEventFired"]],
    "the load of another page": [began, ["Page.loadEventFired", {}, "other"]],
    "the load of a frame": [frame(SITE, "main"), ["Page.loadEventFired"]],
    "the end of loading": [began, ["Page.frameStoppedLoading", { frameId: "main" }]],
    "the end of a frame's loading": [began, ["Page.frameStoppedLoading", { frameId: "other" }]],
    "loading again": [
      began,
      ["Page.frameStoppedLoading", { frameId: "main" }],
      ["Page.frameStartedLoading", { frameId: "other" }],
      ["Page.frameStartedLoading", { frameId: "main" }],
    ],
    "a frame loads again": [
      began,
      ["Page.frameStoppedLoading", { frameId: "main" }],
      ["Page.frameStartedLoading", { frameId: "other" }],
    ],
    "two documents": [began, frame(`${SITE}b`)],
    "a crash": [["Inspector.targetCrashed"]],
    "a crash elsewhere": [["Inspector.targetCrashed", {}, "other"]],
    "its end": [["Target.detachedFromTarget", { sessionId: "page" }]],
    "another one's end": [["Target.detachedFromTarget", { sessionId: "other" }]],
    "a dialog": [["Page.javascriptDialogOpening"]],
    errors: [
      said({ value: "text" }),
      said({ description: "Error: x" }),
      said(),
      said({ value: 0 }),
      ["Runtime.consoleAPICalled", { type: "log", args: [{ value: "y" }] }],
      [
        "Runtime.exceptionThrown",
        { exceptionDetails: { text: "Uncaught", exception: { description: "Error: y\n at z" } } },
      ],
      ["Runtime.exceptionThrown", { exceptionDetails: { text: "plain" } }],
    ],
    "a frame of another site": [attached("iframe")],
    "a frame of another site that goes": [attached("iframe"), ["Target.detachedFromTarget", { sessionId: "child" }]],
    "a worker": [attached("worker"), ["Debugger.paused", {}, "child"]],
    "a shared worker": [attached("shared_worker")],
    "a page of the browser": [attached("page", "")],
  };
  return Object.entries(all).map(([name, happened]) => [name, () => happening(happened)]);
}

async function happening(happened: (readonly [string, object?, string?])[]): Promise<string> {
  const commands: string[] = [];
  const cdp = {
    post: (method: string, params: object, session: string) =>
      void commands.push(`${session}: ${method} ${JSON.stringify(params).slice(0, 60)}`),
    send: async (_: string, __: object, session: string) => session,
  };
  const network = { sealing: "proxy", answer: async () => {} } as unknown as PageNetwork;
  const page = new PageEvents(cdp as unknown as Cdp, "page", "main", network, [["Emulation.setLocaleOverride", {}]]);
  const reached: string[] = [];
  page.loaded.then(() => reached.push("loaded"));
  page.parsed.then(() => reached.push("parsed"));
  page.lost.catch((error: Error) => reached.push(error.message));
  for (const [method, params = {}, session = "page"] of happened) {
    await page.receive({
      method,
      params: params as Record<string, unknown>,
      sessionId: session === "" ? undefined : session,
    });
  }
  const everywhere = await page.everywhere("Memory.getDOMCounters");
  const { stopped, documents, consoleErrors } = page;
  return [
    ...reached,
    ...(stopped ? ["stopped"] : []),
    `documents: ${documents}`,
    `asked: ${everywhere}`,
    JSON.stringify(consoleErrors),
    ...commands,
  ].join("; ");
}
