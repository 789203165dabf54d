import { expect, it } from "vitest";
import type { Cdp } from "../../../../src/html/browser/cdp.ts";
import { DROPPED_HEADERS, SANDBOX } from "../../../../src/html/browser/lockdown.ts";
import { PageNetwork } from "../../../../src/html/browser/page/page-network.ts";
import { HTML_LIMITS } from "../../../../src/html/html-limits.ts";
import { Credentials } from "../../../../src/html/resources/credentials.ts";
import { localSource } from "../../../../src/html/resources/html-source.ts";

interface Command {
  method: string;
  params: { errorReason?: string; responseHeaders?: { name: string; value: string }[] };
}

/** The network of a page whose browser writes down what it is told to do with the requests that it holds. */
function pageNetwork(site: () => Response = () => new Response("x"), reach: "public" | "none" = "public") {
  const commands: Command[] = [];
  const tell = (method: string, params: Command["params"]) => void commands.push({ method, params });
  const cdp = { post: tell, sendBody: async (method: string, params: Command["params"]) => tell(method, params) };
  const source = localSource(new TextEncoder().encode("<p>x"), undefined);
  const credentials = new Credentials(source.url, {});
  const fetcher = (async () => site()) as unknown as typeof fetch;
  const rules = {
    network: reach,
    failOnHttpStatus: true,
    credentials,
    allowHosts: ["site.example"],
    fetcher,
  } as const;
  const page = { source, mainFrame: "main", sealing: "proxy" as const };
  const network = new PageNetwork(cdp as unknown as Cdp, page, rules, new AbortController().signal);
  const ask = async (url: string, resourceType = "Image", sent: object = {}) => {
    const request = { url, method: "GET", headers: {}, ...sent };
    await network.answer({ requestId: "1", frameId: "main", resourceType, request }, undefined);
    return commands.at(-1) as Command;
  };
  return { network, ask, commands, source };
}

async function answerTo(url: string): Promise<string[]> {
  const { ask, commands } = pageNetwork();
  await ask(url);
  return commands.map(({ method }) => method);
}

it.each(["data:text/plain,x", "blob:https://site.example/1", "about:blank", "DATA:,x"])(
  "the browser itself answers what is inside it: %s",
  async (url) => {
    expect(await answerTo(url)).toEqual(["Fetch.continueRequest"]);
  },
);

it.each([
  "file:///etc/passwd",
  "FILE:///etc/passwd",
  "view-source:file:///etc/passwd",
  "filesystem:http://site.example/temporary/x",
  "chrome://version/",
  "devtools://devtools/x.html",
  "ftp://site.example/x",
  "ws://10.0.0.1/",
  "httpx://10.0.0.1/",
  "http://10.0.0.1/",
  "http://localhost/",
])("nobody answers what leads to the machine or inside a network: %s", async (url) => {
  const { network, ask, commands } = pageNetwork();
  await ask(url);
  expect(commands.map(({ method }) => method)).toEqual(["Fetch.failRequest"]);
  // What has another scheme never comes as far as the guard of addresses.
  expect(network.asked).toBe(/^https?:/.test(url));
});

it("a page makes as many requests as the limit, and then no more", async () => {
  const { network, ask } = pageNetwork();
  const methods = new Set<string>();
  for (let i = 0; i < HTML_LIMITS.requests; i++) methods.add((await ask(`http://site.example/${i}`)).method);
  expect([[...methods], network.problem]).toEqual([["Fetch.fulfillRequest"], undefined]);
  expect((await ask("http://site.example/more")).method).toBe("Fetch.failRequest");
  expect(network.problem).toMatchObject({ kind: "too-large", message: expect.stringContaining("1000 requests") });
});

it("a page sends as many requests that are not GET as the limit, and still reads", async () => {
  const { network, ask } = pageNetwork();
  const send = (method: string) => ask("http://site.example/", "Fetch", { method });
  for (let i = 0; i < HTML_LIMITS.sendingRequests; i++) {
    expect((await send(i % 2 ? "POST" : "DELETE")).method).toBe("Fetch.fulfillRequest");
  }
  expect((await send("PUT")).method).toBe("Fetch.failRequest");
  for (const method of ["GET", "HEAD"]) expect((await send(method)).method).toBe("Fetch.fulfillRequest");
  expect(network.problem).toBeUndefined();
});

it("a request sends as many bytes as the limit, however many pieces they come in, and not one more", async () => {
  const { ask } = pageNetwork();
  const base64 = (bytes: number) => ({ bytes: Buffer.alloc(bytes).toString("base64") });
  const send = async (...sizes: number[]) => {
    const sent = { method: "POST", hasPostData: true, postDataEntries: sizes.map(base64) };
    return (await ask("http://site.example/", "Fetch", sent)).method;
  };
  const most = HTML_LIMITS.sentBytes;
  expect([await send(most), await send(most - 4, 3)]).toEqual(["Fetch.fulfillRequest", "Fetch.fulfillRequest"]);
  // Base64 has groups of three bytes.
  expect([await send(most + 3), await send(most, 3)]).toEqual(["Fetch.failRequest", "Fetch.failRequest"]);
});

it("a page loads as many bytes in all as the limit, whoever sends them", async () => {
  const size = HTML_LIMITS.resourceBytes;
  const { network, ask } = pageNetwork(() => new Response(new Uint8Array(size)));
  for (let i = 0; i < HTML_LIMITS.totalBytes / size; i++) {
    expect((await ask(`http://site.example/${i}`)).method).toBe("Fetch.fulfillRequest");
  }
  expect(network.problem).toBeUndefined();
  expect((await ask("http://site.example/more")).method).toBe("Fetch.failRequest");
  expect(network.problem).toMatchObject({ kind: "too-large", message: expect.stringContaining("loads more than") });
});

it("a document is sandboxed, and asked to look up no names in advance", async () => {
  const { ask, source } = pageNetwork();
  const { params } = await ask(source.url.href, "Document");
  expect(params.responseHeaders).toContainEqual({ name: "content-security-policy", value: SANDBOX });
  expect(params.responseHeaders).toContainEqual({ name: "x-dns-prefetch-control", value: "off" });
});

it("a document without a network has its own bytes, and leads to no other document", async () => {
  const { ask, source } = pageNetwork(undefined, "none");
  expect((await ask(source.url.href, "Document")).method).toBe("Fetch.fulfillRequest");
  for (const type of ["Document", "Image"]) {
    expect((await ask("http://site.example/", type)).method).toBe("Fetch.failRequest");
  }
});

it("headers that speak of the transfer, or lead around the service, do not reach the browser", async () => {
  const headers = {
    "alt-svc": 'h3=":443"',
    "report-to": "{}",
    nel: "{}",
    "content-disposition": "attachment",
    "x-own": "1",
  };
  const { ask } = pageNetwork(() => new Response("x", { headers }));
  const { params } = await ask("http://site.example/");
  const names = params.responseHeaders?.map(({ name }) => name);
  expect(names).toContain("x-own");
  for (const name of DROPPED_HEADERS) expect(names).not.toContain(name);
});

it("a document that is refused leaves the one before it where it is", async () => {
  const { ask } = pageNetwork();
  expect((await ask("http://10.0.0.1/", "Document")).params.errorReason).toBe("Aborted");
  expect((await ask("http://10.0.0.1/")).params.errorReason).toBe("AccessDenied");
});

it("asks once for a file that is not there, and each time for what a script asks", async () => {
  let asked = 0;
  const { ask } = pageNetwork(() => {
    asked++;
    return new Response("", { status: 404 });
  });
  for (let at = 0; at < 3; at++) await ask("https://site.example/gone.png");
  expect(asked).toBe(1);
  for (let at = 0; at < 3; at++) await ask("https://site.example/gone.json", "Fetch");
  expect(asked).toBe(4);
});
