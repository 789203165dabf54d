import { expect, it } from "vitest";
import type { Cdp } from "../../../src/html/browser/cdp.ts";
import { PageNetwork } from "../../../src/html/browser/page-network.ts";
import { Credentials } from "../../../src/html/resources/credentials.ts";
import { localSource } from "../../../src/html/resources/html-source.ts";

/** What the browser is told to do with a request that it holds. */
async function answerTo(url: string): Promise<string[]> {
  const told: string[] = [];
  const cdp = { post: (method: string) => told.push(method), send: async (method: string) => told.push(method) };
  const source = localSource(new TextEncoder().encode("<p>x"), undefined);
  const credentials = new Credentials(source.url, {});
  const rules = { network: "public", failOnHttpStatus: true, credentials } as const;
  const page = { source, mainFrame: "main", sealing: "proxy" as const };
  const network = new PageNetwork(cdp as unknown as Cdp, page, rules, new AbortController().signal);
  const request = { url, method: "GET", headers: {} };
  await network.answer({ requestId: "1", frameId: "main", resourceType: "Image", request }, undefined);
  return told;
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
  expect(await answerTo(url)).toEqual(["Fetch.failRequest"]);
});
