import { expect, it } from "vitest";
import { connect, launchSession } from "../../../../src/html/browser/pool/platform.ts";

it("a browser is launched without a network of its own, and kept for so long without use", async () => {
  const asked: unknown[] = [];
  const fetch = async (url: string, init?: RequestInit) => {
    asked.push([new URL(url).searchParams.get("keep_alive"), init?.method, JSON.parse(String(init?.body))]);
    return Response.json({ sessionId: "one" });
  };
  expect(await launchSession({ fetch }, 600_000)).toBe("one");
  expect(asked).toEqual([["600000", "POST", { guardrails: { allowedDomains: [] } }]]);
});

it("a connection that comes too late is closed", async () => {
  const done: string[] = [];
  const webSocket = { accept: () => done.push("accepted"), close: () => done.push("closed") };
  let answer = (_: object) => {};
  const fetch = () => new Promise<Response>((resolve) => (answer = resolve as (given: object) => void));
  await expect(connect({ fetch }, "one", 5)).rejects.toMatchObject({ dead: true });
  answer({ status: 200, webSocket });
  await expect.poll(() => done).toEqual(["accepted", "closed"]);
});
