import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { fontsOf, problemOf, renderer, textOf } from "../renderer.ts";
import { type Site, startSite } from "../site.ts";

/** Letters that the fonts beside every browser have: a machine may lack those of East Asia. */
const LETTERS = "Größe Жук";

const raw = (type: string, body: Buffer) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { "content-type": type }).end(body);

let binding: TestBinding;
let site: Site;
let other: Site;
let print: ReturnType<typeof renderer>;

beforeAll(async () => {
  binding = await chromiumBinding();
  site = await startSite({
    "/page": `<h1>Page</h1><script>fetch("/data").then((r) => r.text()).then((t) => document.body.append(t))</script>`,
    "/data": (request, response) =>
      response.end(`cookie=${request.headers.cookie ?? ""} own=${request.headers["x-own"] ?? ""}`),
    "/redirect": (_, response) => response.writeHead(302).end("<p>No location"),
    "/notes": (_, response) =>
      response
        .writeHead(200, { "content-type": "text/markdown", "content-security-policy": "default-src 'none'; sandbox" })
        .end("# Notes\n\n| a | b |\n|---|---|\n| one | ~~two~~ |"),
    "/hard-notes": (_, response) =>
      response.writeHead(200, { "content-type": "text/markdown" }).end("![".repeat(600_000)),
    "/utf-8.txt": raw("text/plain", Buffer.from(LETTERS)),
    "/utf-8.html": raw("text/html", Buffer.from(`<p>${LETTERS}`)),
    "/latin.txt": raw("text/plain", Buffer.from("Gr\xf6\xdfe 5 \x80", "latin1")),
    "/sjis.html": raw("text/html", Buffer.from("<meta charset=shift_jis><p>\x84\x47\x84\x85\x84\x7b", "latin1")),
    "/missing-image": `<p>Text</p><img src="/nothing.png">`,
  });
  other = await startSite({
    "/look": (_, response) => response.writeHead(200, { "access-control-allow-origin": "*" }).end("seen"),
  });
  print = renderer(binding, { allowHosts: [site.host, other.host] });
});
afterAll(async () => {
  await Promise.all([binding.close(), site.close(), other.close()]);
});

describe("an address that gives Markdown", () => {
  it("is the page that it means", async () => {
    const text = textOf(await print.url(`${site.origin}/notes`));
    expect(text).toContain("Notes");
    expect(text).not.toMatch(/[#|~]/);
  });

  it("is refused when it is too much work", async () => {
    expect(await problemOf(print.url(`${site.origin}/hard-notes`))).toMatchObject({ kind: "input", field: "url" });
  });
});

describe("an address whose answer names no encoding", () => {
  it.each([
    ["/utf-8.txt", LETTERS],
    ["/utf-8.html", LETTERS],
    ["/latin.txt", "Größe 5 €"],
    ["/sjis.html", "Жук"],
  ])("is read as what its bytes are, or its meta element says: %s", async (path, text) => {
    const { document } = await print.url(`${site.origin}${path}`);
    expect(document.loadPage(0).toStructuredText("").asText()).toContain(text);
  });
});

describe("other origins", () => {
  it("get the headers and cookies that name them, and nothing else", async () => {
    const page = `<script>Promise.all([fetch("/data").then((r) => r.text()), fetch("${other.origin}/look").then((r) => r.text())]).then((t) => document.body.append(...t))</script>`;
    const options = {
      extraHeaders: { "X-Own": "own" },
      originHeaders: { [other.origin]: { "X-Other": "other" } },
      cookies: [
        { name: "own", value: "1" },
        { name: "theirs", value: "2", origin: other.origin },
        { name: "elsewhere", value: "3", origin: other.origin, path: "/private" },
        { name: "sealed", value: "4", url: `${other.origin}/`, secure: true },
      ],
    };
    const text = textOf(await print.html(page, options, [], `${site.origin}/page`));
    expect(text).toContain("cookie=own=1 own=own");
    const theirs = other.headers.at(-1);
    expect([theirs?.["x-own"], theirs?.["x-other"], theirs?.cookie]).toEqual([undefined, "other", "theirs=2"]);
    expect(site.headers.at(-1)?.["x-other"]).toBeUndefined();
  });

  it("are not reached by a cookie's domain: the origin must be named", async () => {
    const cookies = [{ name: "a", value: "1", domain: "cdn.example.com" }];
    const problem = await problemOf(print.url(`${site.origin}/page`, { cookies }));
    expect(problem).toMatchObject({ kind: "input", field: "cookies[0].domain" });
    expect(
      textOf(await print.url(`${site.origin}/page`, { cookies: [{ ...cookies[0], domain: "127.0.0.1" }] })),
    ).toContain("cookie=a=1");
  });
});

describe("the page's own origin", () => {
  it("alone gets extra headers and cookies", async () => {
    const page = `<script>Promise.all([fetch("/data").then((r) => r.text()), fetch("${other.origin}/look").then((r) => r.text())]).then((t) => document.body.append(...t))</script>`;
    const options = { extraHeaders: { "X-Own": "yes" }, cookies: [{ name: "c", value: "1" }] };
    const text = textOf(await print.html(page, options, [], `${site.origin}/page`));
    expect(text).toContain("cookie=c=1 own=yes");
    expect(text).toContain("seen");
    const strangers = other.headers.at(-1);
    expect([strangers?.["x-own"], strangers?.cookie]).toEqual([undefined, undefined]);
  });

  it("alone, also where another port of its host is asked with the browser's cookies", async () => {
    const page = `<body><script>document.cookie = "page=own"; document.body.append(Object.assign(new Image(), { src: "${other.origin}/look" }))</script>`;
    const cookies = [
      { name: "secret", value: "1" },
      { name: "hidden", value: "2", httpOnly: true },
    ];
    await print.html(page, { cookies }, [], `${site.origin}/page`);
    expect(other.headers.at(-1)?.cookie).toBe("page=own");
    await print.html(`<img src="${other.origin}/look">`, { cookies }, [], `${site.origin}/page`);
    expect(other.headers.at(-1)?.cookie).toBeUndefined();
  });

  it("has no page where the request sent none: going there leaves the document as it is", async () => {
    const page = `<p>Document</p><iframe src="missing"></iframe><script>setTimeout(() => { location = "/other" }, 20)</script>`;
    const text = textOf(await print.html(page, { delay: 200 }));
    expect(text.trim()).toBe("Document");
  });
});

describe("an address that redirects to nowhere", () => {
  it("is no page, however little the request cares for statuses", async () => {
    for (const failOnHttpStatus of [true, false]) {
      const problem = await problemOf(print.url(`${site.origin}/redirect`, { failOnHttpStatus }));
      expect(problem).toMatchObject({ kind: "unreachable", field: "url" });
      expect(problem.message).toContain("302");
    }
  });
});

describe("failures of the page, where the request cares", () => {
  it("reports a script that throws", async () => {
    const html = `<p>x</p><script>throw new Error("broken chart")</script>`;
    const problem = await problemOf(print.html(html, { failOnConsoleError: true }));
    expect(problem).toMatchObject({ kind: "input", field: "failOnConsoleError" });
    expect(problem.message).toContain("broken chart");
    expect(textOf(await print.html(html))).toContain("x");
  });

  it("reports a resource that is missing", async () => {
    expect(await problemOf(print.url(`${site.origin}/missing-image`, { failOnResourceError: true }))).toMatchObject({
      kind: "input",
      field: "failOnResourceError",
    });
    expect(textOf(await print.url(`${site.origin}/missing-image`))).toContain("Text");
  });

  it("names each missing resource and the reason, where that does not fail the render", async () => {
    const missing: string[] = [];
    const onMissing = ({ url, reason }: { url: string; reason: string }) => void missing.push(`${url}: ${reason}`);
    const reporting = renderer(binding, { allowHosts: [site.host], onMissing }, print.pool);
    await reporting.html(
      `<p>x</p><img src="${site.origin}/gone.png"><img src="/own.png"><img src="http://10.0.0.1/x.png">`,
    );
    expect(missing.toSorted()).toEqual([
      expect.stringMatching(/^http:\/\/10\.0\.0\.1\/x\.png: .*could not be reached/),
      `${site.origin}/gone.png: HTTP 404`,
      expect.stringContaining("/own.png: HTTP 404"),
    ]);
  });

  it("reports all of them at once", async () => {
    const html = `<p>x</p><script>console.error("first")</script><script>throw new Error("second")</script><img src="${site.origin}/gone.png"><img src="/own.png">`;
    const problem = await problemOf(print.html(html, { failOnConsoleError: true, failOnResourceError: true }));
    expect(problem.faults?.toSorted()).toEqual([
      "A script of the page reported an error: Error: second",
      "A script of the page reported an error: first",
      `The page could not load ${site.origin}/gone.png: HTTP 404`,
      "The page could not load https://document.quire.invalid/own.png: HTTP 404",
    ]);
    for (const fault of ["first", "second", "own.png", "gone.png"]) expect(problem.message).toContain(fault);
  });

  it.each([
    [{ statuses: ["5xx"] }, false],
    [{ statuses: [404] }, true],
    [{ domains: ["document.quire.invalid"] }, false],
    [{ domains: ["0.0.1"] }, true],
    [{ ignoreDomains: ["127.0.0.1"] }, false],
  ])("looks only at resources of %j: refuses %s", async (failOnResourceError, refuses) => {
    const rendering = print.url(`${site.origin}/missing-image`, { failOnResourceError });
    if (refuses) expect(await problemOf(rendering)).toMatchObject({ field: "failOnResourceError" });
    else expect(textOf(await rendering)).toContain("Text");
  });

  it.each([
    [true, true],
    [[404], true],
    [["4xx"], true],
    [["400-403", 500], false],
    [false, false],
  ])("refuses a page that answers 404 by failOnHttpStatus %j: %s", async (failOnHttpStatus, refuses) => {
    const rendering = print.url(`${site.origin}/nowhere`, { failOnHttpStatus });
    if (refuses) expect(await problemOf(rendering)).toMatchObject({ kind: "unreachable", field: "url" });
    else expect(textOf(await rendering)).toContain("Not here");
  });
});

describe("raw HTML, whose own address is https", () => {
  /** Sites that speak http, https or both. */
  const web: Record<string, string> = {
    "http://old.example/script.js": 'document.write("<p>from http")',
    "http://old.example/style.css": "p { font-family: monospace }",
    "https://new.example/script.js": 'document.write("<p>from https")',
    "http://new.example/script.js": 'document.write("<p>from the plain twin")',
    "http://plain.example/script.js": 'document.write("<p>never asked for")',
  };
  const asked: string[] = [];
  const fetcher = async (input: RequestInfo | URL) => {
    const url = String(input);
    asked.push(url);
    const body = web[url];
    if (body === undefined) throw new TypeError("No connection");
    return new Response(body, { headers: { "content-type": url.endsWith(".css") ? "text/css" : "text/javascript" } });
  };

  it("loads what it names by http, over https where that is to be had, and nothing else in the clear", async () => {
    const reporting = renderer(
      binding,
      { fetcher, allowHosts: ["old.example", "new.example", "plain.example"] },
      print.pool,
    );
    const printed = await reporting.html(
      `<link rel="stylesheet" href="http://old.example/style.css"><script src="http://old.example/script.js"></script>
       <script src="http://new.example/script.js"></script><script src="https://plain.example/script.js"></script>
       <script>document.write("<p>" + location.origin + " " + isSecureContext)</script>`,
    );
    expect(
      textOf(printed)
        .trim()
        .split(/\s*\n\s*/),
    ).toEqual(["from http", "from https", "https://document.quire.invalid true"]);
    expect(fontsOf(printed).join()).toMatch(/mono/i);
    expect(asked).not.toContain("http://plain.example/script.js");
    expect(asked).not.toContain("http://new.example/script.js");
  });
});
