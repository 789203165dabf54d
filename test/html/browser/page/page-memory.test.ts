import { expect, it } from "vitest";
import type { Cdp } from "../../../../src/html/browser/cdp.ts";
import { PageNetwork } from "../../../../src/html/browser/page/page-network.ts";
import { HTML_LIMITS } from "../../../../src/html/html-limits.ts";
import { Credentials } from "../../../../src/html/resources/credentials.ts";
import { localSource, OWN_ORIGIN } from "../../../../src/html/resources/html-source.ts";
import { IntakeProblem } from "../../../../src/intake/intake-problem.ts";

const MIB = 1024 * 1024;
/** Memory of the browser's message about a request. */
const PAUSED = 16 * 1024;

/** A page with an asset of so many bytes, whose browser takes answers when the test says so, if it does. */
function page(assetBytes: number, { takes = true, room = Number.POSITIVE_INFINITY } = {}) {
  const commands: string[] = [];
  let take = () => {};
  const taken = takes ? undefined : new Promise<void>((resolve) => (take = resolve));
  const cdp = {
    post: (method: string) => void commands.push(method),
    sendBody: (method: string) => {
      commands.push(method);
      return taken;
    },
  };
  const memory = {
    held: 0,
    async grow(bytes: number) {
      if (memory.held + bytes > room) throw new IntakeProblem("busy", "The service is busy.", { retryAfter: 3 });
      memory.held += bytes;
    },
    shrink: (bytes: number) => {
      memory.held -= bytes;
    },
  };
  let fetched = 0;
  const fetcher = (async () => {
    fetched++;
    return new Response("x");
  }) as unknown as typeof fetch;
  const asset = { name: "a.bin", bytes: new Uint8Array(assetBytes), type: undefined };
  const source = localSource(new TextEncoder().encode("<p>x"), undefined, [asset]);
  const credentials = new Credentials(source.url, {});
  const rules = {
    network: "public",
    failOnHttpStatus: true,
    credentials,
    memory,
    fetcher,
    allowHosts: ["site.example"],
  } as const;
  const own = { source, mainFrame: "main", sealing: "proxy" as const };
  const network = new PageNetwork(cdp as unknown as Cdp, own, rules, new AbortController().signal);
  const ask = (path: string, headers = {}) => {
    const request = { url: path.startsWith("http") ? path : `${OWN_ORIGIN}/${path}`, method: "GET", headers };
    return network.answer({ requestId: "1", frameId: "main", resourceType: "Image", request }, undefined);
  };
  return { network, commands, memory, ask, take: () => take(), fetched: () => fetched };
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

it("a number of a page's requests are answered at a time, each counted until the browser has its answer", async () => {
  const { commands, memory, ask, take } = page(3000, { takes: false });
  const most = HTML_LIMITS.requestsAtOnce;
  const answers = Array.from({ length: most + 6 }, () => ask("a.bin"));
  await turn();
  expect(commands).toHaveLength(most);
  // The body is held as base64, in two texts.
  expect(memory.held).toBe((most + 6) * PAUSED + most * 8000);
  take();
  await Promise.all(answers);
  expect([commands.length, memory.held]).toEqual([most + 6, 0]);
});

it("answers that are large go one by one", async () => {
  const { commands, memory, ask, take } = page(MIB, { takes: false });
  const answers = [ask("a.bin"), ask("a.bin"), ask("none")];
  await turn();
  expect(commands).toHaveLength(2);
  expect(memory.held).toBe(3 * PAUSED + Math.ceil((MIB * 8) / 3));
  take();
  await Promise.all(answers);
  expect([commands.length, memory.held]).toEqual([3, 0]);
});

it("assets count like any other answer, however often they are asked for", async () => {
  const { network, commands, ask } = page(16 * MIB);
  for (let times = 0; times < HTML_LIMITS.totalBytes / (16 * MIB); times++) await ask("a.bin");
  expect([network.problem, new Set(commands)]).toEqual([undefined, new Set(["Fetch.fulfillRequest"])]);
  await ask("a.bin");
  expect([network.problem?.kind, commands.at(-1)]).toEqual(["too-large", "Fetch.failRequest"]);
});

it("a page is not printed without what the service has no room for", async () => {
  const { network, commands, ask } = page(MIB, { room: 2 * MIB });
  await ask("a.bin");
  expect(commands).toEqual(["Fetch.failRequest"]);
  expect(network.problem).toMatchObject({ kind: "busy", message: "The service is busy.", retryAfter: 3 });
});

it("of what a page could not load two hundred are named", async () => {
  const { network, ask } = page(1);
  for (let i = 0; i < 210; i++) await ask(`${i}.png`);
  expect(network.failures).toHaveLength(200);
  expect(network.failures[0]).toEqual({ url: `${OWN_ORIGIN}/0.png`, reason: "HTTP 404", status: 404 });
});

it("an event stream, which has no end, is not requested", async () => {
  const { commands, ask, fetched } = page(1);
  await ask("http://site.example/", { Accept: "text/event-stream" });
  expect([commands, fetched()]).toEqual([["Fetch.failRequest"], 0]);
  await ask("http://site.example/", { Accept: "*/*" });
  expect([commands.at(-1), fetched()]).toEqual(["Fetch.fulfillRequest", 1]);
});
