import { expect, it } from "vitest";
import type { Cdp } from "../../../../src/html/browser/cdp.ts";
import { guardCommands, PageEvents } from "../../../../src/html/browser/page/page-events.ts";
import type { PageNetwork } from "../../../../src/html/browser/page/page-network.ts";

/** A page whose browser writes down what it is told, and counts a node for each target. */
function page() {
  const commands: [session: string, method: string][] = [];
  const tell = (method: string, _: object, session: string) => void commands.push([session, method]);
  const cdp = {
    post: tell,
    send: async (method: string, params: object, session: string) => {
      tell(method, params, session);
      return { nodes: 1 };
    },
  };
  const network = { sealing: "proxy" } as PageNetwork;
  const visitor = [["Emulation.setLocaleOverride", { locale: "en-US" }]] as const;
  const events = new PageEvents(
    cdp as unknown as Cdp,
    "page",
    "main",
    network,
    visitor.map(([a, b]) => [a, b]),
  );
  const attach = (type: string) =>
    events.receive({
      method: "Target.attachedToTarget",
      params: { sessionId: type, targetInfo: { type } },
      sessionId: "page",
    });
  return { events, attach, commands };
}

it.each(["iframe", "worker"])("a target of its own is guarded before anything of it runs: %s", (type) => {
  const { attach, commands } = page();
  attach(type);
  const methods = commands.map(([session, method]) => (session === type ? method : `not ${type}`));
  const guard = guardCommands("proxy").map(([method]) => method);
  expect(methods.slice(0, guard.length)).toEqual(guard);
  expect(methods).toContain("Emulation.setLocaleOverride");
  expect(methods.at(-1)).toBe("Runtime.runIfWaitingForDebugger");
});

it("frames with processes of their own are counted with the page, until they go", async () => {
  const { events, attach } = page();
  const count = async () => (await events.everywhere<{ nodes: number }>("Memory.getDOMCounters")).length;
  expect(await count()).toBe(1);
  attach("iframe");
  attach("worker");
  expect(await count()).toBe(2);
  await events.receive({
    method: "Target.detachedFromTarget",
    params: { sessionId: "iframe" },
    sessionId: "page",
  });
  expect(await count()).toBe(1);
});
