import type { Cdp } from "../../../src/html/browser/cdp.ts";
import { PageNetwork } from "../../../src/html/browser/page/page-network.ts";
import type { PausedRequest } from "../../../src/html/browser/page/paused-request.ts";
import { Credentials } from "../../../src/html/resources/credentials.ts";
import { type HtmlSource, localSource } from "../../../src/html/resources/html-source.ts";
import { bytesOf, options, type Row, recordedPages } from "./table.ts";

const SITE = "http://site.example/";
const OWN = "https://document.quire.invalid/";

/** What an address answers: a status, headers and a text, or why nothing comes. */
type Answers = Record<string, [status: number, headers?: Record<string, string>, text?: string] | Error>;

interface Setting {
  html?: string;
  base?: string;
  url?: string;
  answers?: Answers;
  network?: "public" | "none";
  sealing?: "proxy" | "interception";
  strict?: boolean;
  ended?: boolean;
}

type Ask = [url: string, type?: string, sent?: Partial<PausedRequest["request"]> & { frame?: string }];

/** What the browser is told of each request, what was fetched for it, and what is known of the page after that. */
async function requests(
  {
    html = "<p>x",
    base,
    url,
    answers = {},
    network: reach = "public",
    sealing = "proxy",
    strict = true,
    ended,
  }: Setting,
  asks: Ask[],
): Promise<string> {
  const commands: string[] = [];
  const tell = (
    method: string,
    { errorReason, responseCode, responseHeaders = [] }: Record<string, unknown>,
    body?: Uint8Array,
  ) => {
    const headers = (responseHeaders as { name: string; value: string }[]).map(
      ({ name, value }) => `${name}: ${value.slice(0, 40)}`,
    );
    const text = body === undefined ? "" : JSON.stringify(Buffer.from(body).toString("latin1").slice(0, 30));
    commands.push([method.slice(6), errorReason ?? "", responseCode ?? "", headers.join(", "), text].join(" ").trim());
  };
  const cdp = { post: tell, sendBody: async (...said: Parameters<typeof tell>) => tell(...said) };
  const assets = [
    { name: "a.css", bytes: bytesOf("p {}"), type: undefined },
    { name: "b", bytes: bytesOf("b"), type: "x/y" },
  ];
  const local = localSource(bytesOf(html), base === undefined ? undefined : new URL(base), assets);
  const source: HtmlSource = url === undefined ? local : { kind: "url", url: new URL(url) };
  const fetcher = (async (address: string, { method, headers }: RequestInit) => {
    commands.push(`${method} ${address} ${JSON.stringify(Object.fromEntries(new Headers(headers)))}`);
    const answer = answers[address] ?? [200, { "content-type": "text/plain" }, "x"];
    if (answer instanceof Error) throw answer;
    const [status, answered, text] = answer;
    return new Response(text, { status, headers: answered ?? {} });
  }) as unknown as typeof fetch;
  const credentials = new Credentials(source.url, options({ extraHeaders: { "X-Own": "1" } }));
  const rules = {
    network: reach,
    failOnHttpStatus: strict,
    credentials,
    allowHosts: ["site.example"],
    fetcher,
  } as const;
  const ending = new AbortController();
  if (ended) ending.abort(new Error("ended"));
  const page = new PageNetwork(cdp as unknown as Cdp, { source, mainFrame: "main", sealing }, rules, ending.signal);
  for (const [address, resourceType = "Image", { frame = "main", ...sent } = {}] of asks) {
    const request = { url: address, method: "GET", headers: {}, ...sent };
    await page.answer({ requestId: "1", frameId: frame, resourceType, request }, undefined);
  }
  const { problem, failures, documentBytes, active, documentAnswered, asked, inFlight } = page;
  const facts = Object.entries({ active, documentAnswered, asked, inFlight: inFlight > 0 }).flatMap(([name, is]) =>
    is ? [name] : [],
  );
  const refused = problem && `refused: ${problem.kind} ${problem.message}`;
  const missing = failures.map(({ url, reason, status }) => `missing: ${url} ${reason} ${status ?? ""}`);
  return [
    ...commands,
    facts.join(" "),
    ...(documentBytes ? [`${documentBytes} bytes`] : []),
    ...missing,
    refused ?? "",
  ].join("; ");
}

const cases = (all: Record<string, [Setting, ...Ask[]]>): Row[] =>
  Object.entries(all).map(([name, [setting, ...asks]]) => [name, () => requests(setting, asks)]);

const page = (status: number, headers = {}, text = "<p>x"): Answers => ({
  [SITE]: [status, { "content-type": "text/html", ...headers }, text],
});

recordedPages({
  "what a page's requests get": () =>
    cases({
      "a document": [{}, [OWN, "Document"]],
      "a document with a script": [{ html: "<script>" }, [OWN, "Document"]],
      "a document that is posted to": [{}, [OWN, "Document", { method: "POST" }]],
      "an address with a query beside the document's": [{}, [`${OWN}?q`, "Document"], [`${OWN}b?q`, "Document"]],
      "a frame of the document's address": [{}, [OWN, "Document", { frame: "other" }]],
      "assets and others": [{}, [`${OWN}a.css`], [`${OWN}b`], [`${OWN}c`], [`${OWN}favicon.ico`]],
      "a page of the service's own that is not there, after the document": [
        {},
        [OWN, "Document"],
        [`${OWN}c`, "Document"],
      ],
      "a document sealed without a proxy": [{ sealing: "interception" }, [OWN, "Document"], [`${OWN}a.css`]],
      "a document at a base": [{ base: `${SITE}a/` }, [`${SITE}a/`, "Document"], [`${SITE}a/a.css`], [`${SITE}c`]],
      favicons: [{ url: SITE }, [SITE, "Document"], [`${SITE}favicon.ico`]],
      "a site": [
        {
          url: SITE,
          answers: page(200, { "content-encoding": "gzip", "content-length": "99", "set-cookie": "a=b", nel: "{}" }),
        },
        [SITE, "Document"],
        [`${SITE}x`],
      ],
      "a site that is upgraded": [
        { url: SITE },
        ["https://site.example/", "Document"],
        [SITE, "Document"],
        ["https://site.example/", "Document"],
      ],
      "a site that is upgraded elsewhere": [{ url: SITE }, ["https://site.example/b", "Document"]],
      "a site by https": [{ url: "https://site.example/" }, ["https://site.example/", "Document"]],
      "a frame that is upgraded": [{ url: SITE }, ["https://site.example/", "Document", { frame: "other" }]],
      "a site that leads on": [
        { url: SITE, answers: page(302, { location: "/b" }) },
        [SITE, "Document"],
        [`${SITE}b`, "Document"],
      ],
      "a site that leads nowhere": [{ url: SITE, answers: page(302) }, [SITE, "Document"]],
      "a site that is not there": [{ url: SITE, answers: page(404) }, [SITE, "Document"]],
      "a site that is not there, which is allowed": [
        { url: SITE, strict: false, answers: page(404, {}, "") },
        [SITE, "Document"],
        [`${SITE}x`],
      ],
      "a site without an answer": [{ url: SITE, answers: { [SITE]: new TypeError("no") } }, [SITE, "Document"]],
      "a site that answers with 522": [{ url: SITE, strict: false, answers: page(522) }, [SITE, "Document"]],
      "a private site": [{ url: "http://10.0.0.1/" }, ["http://10.0.0.1/", "Document"]],
      "a second document without an answer": [
        { url: SITE, answers: { [`${SITE}b`]: new TypeError("no") } },
        [SITE, "Document"],
        [`${SITE}b`, "Document"],
      ],
      "a second document that is not there": [
        { url: SITE, answers: { [`${SITE}b`]: [404] } },
        [SITE, "Document"],
        [`${SITE}b`, "Document"],
      ],
      "resources that fail": [
        {
          answers: {
            [`${SITE}4`]: [404],
            [`${SITE}5`]: [500],
            [`${SITE}3`]: [304],
            [`${SITE}r`]: [301, { location: "x" }],
            [`${SITE}m`]: [301],
            [`${SITE}n`]: new Error("odd"),
          },
        },
        ...["4", "5", "3", "r", "m", "n"].map((path): Ask => [SITE + path]),
      ],
      "a frame that fails, without a text": [{ answers: page(500, {}, "") }, [SITE, "Document", { frame: "other" }]],
      "a frame with scripts": [{ answers: page(200, {}, "<script>") }, [SITE, "Document", { frame: "other" }]],
      "what the document names by http": [
        {
          html: `<img src="${SITE}a">`,
          answers: {
            "https://site.example/a": [404],
            "https://site.example/b": new TypeError("no"),
            [`${SITE}b`]: [500],
          },
        },
        ["https://site.example/a"],
        ["https://site.example/b"],
        ["https://site.example/c"],
        ["https://other.example/a"],
      ],
      "what a document at a base names by http": [
        { html: `<img src="${SITE}a">`, base: `${SITE}a/`, answers: { "https://site.example/a": [404] } },
        ["https://site.example/a"],
      ],
      "what a document names by http, once the render has ended": [
        { html: `<img src="${SITE}a">`, ended: true },
        ["https://site.example/a"],
      ],
      "without a network": [{ network: "none" }, [OWN, "Document"], [SITE], [`${OWN}a.css`], ["data:,x"]],
      "a site without a network": [
        { network: "none", url: SITE },
        [SITE, "Document"],
        [`${SITE}x`],
        [SITE, "Document"],
      ],
      "other schemes": [
        {},
        ["blob:x"],
        ["about:blank", "Document"],
        ["ftp://site.example/"],
        ["ftp://site.example/", "Document"],
      ],
      "what is sent": [
        {},
        [SITE, "Fetch", { method: "POST", hasPostData: true, postDataEntries: [{ bytes: "eA==" }] }],
        [SITE, "Fetch", { method: "POST", hasPostData: true, postDataEntries: [{}] }],
      ],
      "a long address": [{}, [`${OWN}${"x".repeat(300)}`]],
    }),
});
