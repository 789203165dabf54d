import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumBinding, type TestBinding } from "./chromium.ts";
import { colourAt, fontsOf, linksOf, pageSize, pageTexts, problemOf, renderer, textOf } from "./renderer.ts";
import { type Site, startSite } from "./site.ts";

let binding: TestBinding;
let site: Site;
let other: Site;
let print: ReturnType<typeof renderer>;

beforeAll(async () => {
  binding = await chromiumBinding();
  site = await startSite({
    "/page": `<title>A page</title><h1>Page</h1><script>fetch("/data").then((r) => r.text()).then((t) => document.body.append(t))</script>`,
    "/data": (request, response) =>
      response.end(`cookie=${request.headers.cookie ?? ""} own=${request.headers["x-own"] ?? ""}`),
    "/redirect": (_, response) => response.writeHead(302).end("<p>No location"),
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

const LONG = Array.from(
  { length: 6 },
  (_, i) => `<section style="break-after:page"><h1>Part ${i + 1}</h1></section>`,
).join("");
const RED = `<style>body { margin: 0; background: rgb(255, 0, 0); height: 400px }</style>`;

describe("paper", () => {
  it.each([
    [{}, [596, 842]],
    [{ format: "A6" }, [298, 420]],
    [{ format: "Letter" }, [612, 792]],
    [{ format: "Legal", landscape: true }, [1008, 612]],
    [{ width: "100mm", height: "5in" }, [283, 360]],
    [{ width: 400, height: "300pt" }, [300, 300]],
  ])("prints %j on pages of %j points", async (options, size) => {
    const printed = await print.html("<p>Text", options);
    expect(pageSize(printed).map((side, i) => Math.abs(side - (size[i] as number)))).toEqual([
      expect.toSatisfy((n) => n <= 1),
      expect.toSatisfy((n) => n <= 1),
    ]);
  });

  it("lets @page go before the paper only when asked to", async () => {
    const html = "<style>@page { size: 200pt 300pt }</style><p>Text";
    expect(pageSize(await print.html(html, { preferCSSPageSize: true }))).toEqual([200, 300]);
    expect(pageSize(await print.html(html))).toEqual([596, 842]);
  });

  it("keeps margins free, one for all sides or each its own", async () => {
    const white = [255, 255, 255];
    const one = await print.html(RED, { margin: "50pt" });
    expect([colourAt(one, 45, 100), colourAt(one, 60, 60)]).toEqual([white, [255, 0, 0]]);
    const four = await print.html(RED, { margin: { left: "100pt", top: "0" } });
    expect([colourAt(four, 90, 20), colourAt(four, 110, 5), colourAt(four, 590, 20)]).toEqual([
      white,
      [255, 0, 0],
      [255, 0, 0],
    ]);
  });

  it("refuses margins that leave nothing", async () => {
    expect(await problemOf(print.html("<p>x", { format: "A6", margin: "60mm" }))).toMatchObject({
      kind: "input",
      field: "margin",
    });
  });

  it("leaves backgrounds out when told to", async () => {
    expect(colourAt(await print.html(RED, { printBackground: false, margin: 0 }), 100, 100)).toEqual([255, 255, 255]);
  });

  it("scales", async () => {
    const box = `<style>body { margin: 0 } div { width: 200px; height: 200px; background: blue }</style><div></div>`;
    expect(colourAt(await print.html(box, { margin: 0, scale: 0.5 }), 100, 100)).toEqual([255, 255, 255]);
    expect(colourAt(await print.html(box, { margin: 0 }), 100, 100)).toEqual([0, 0, 255]);
  });

  it("prints the pages asked for, and says when they do not exist", async () => {
    expect(pageTexts(await print.html(LONG, { pageRanges: "2, 4-5" })).map((text) => text.trim())).toEqual([
      "Part 2",
      "Part 4",
      "Part 5",
    ]);
    expect(await problemOf(print.html(LONG, { pageRanges: "40-50" }))).toMatchObject({
      kind: "input",
      field: "pageRanges",
    });
  });

  it("makes one page as tall as the content", async () => {
    const printed = await print.html(`<style>body{margin:0}</style><div style="height:3000px">Top</div><p>Bottom</p>`, {
      singlePage: true,
      margin: 0,
    });
    expect(printed.document.countPages()).toBe(1);
    expect(pageSize(printed)[1]).toBeGreaterThan(2250);
    expect(pageSize(printed)[1]).toBeLessThan(2330);
    expect(textOf(printed)).toContain("Bottom");
  });

  it.each<[string, string, Record<string, unknown>?]>([
    [
      "whatever breaks pages in it",
      `<p>One<p style="break-before: page">Two<p style="page: other; break-after: left">Three`,
    ],
    ["margins of its own", `<style>@page { margin: 8cm }</style><p>One</p><p>Two</p><p>Three`],
    ["content that is as tall as half its page", `<div style="height: 50vh">One</div><p>Two</p><p>Three`],
    ["content that is as tall as its page", `<style>body { margin: 0; min-height: 100vh }</style>One Two Three`],
    [
      "a scale and landscape paper",
      `<p>One</p><div style="height: 2000px">Two</div><p>Three`,
      { scale: 0.5, landscape: true },
    ],
  ])("one page it is with %s", async (_, html, options = {}) => {
    const printed = await print.html(html, { singlePage: true, ...options });
    expect(printed.document.countPages()).toBe(1);
    expect(textOf(printed)).toMatch(/One[\s\S]*Two[\s\S]*Three/);
  });

  it.each(["width", "height"])("refuses a %s of nothing, or beyond what a page can be", async (field) => {
    for (const length of ["0mm", "201in"]) {
      expect(await problemOf(print.html("<p>x", { [field]: length, margin: 0 }))).toMatchObject({
        kind: "input",
        field,
      });
    }
  });
});

describe("what is printed", () => {
  it("keeps links, and marks the structure and outline unless told not to", async () => {
    const html = `<h1 id="top">Title</h1><h2>Chapter</h2><p><a href="https://example.com/a">out</a> <a href="#top">up</a></p>`;
    const printed = await print.html(html);
    expect(linksOf(printed)).toContain("https://example.com/a");
    expect(printed.document.loadOutline()?.[0]?.title).toBe("Title");
    const root = () => printed.document.getTrailer().get("Root");
    expect(root().get("MarkInfo").isNull()).toBe(false);
    const plain = await print.html(html, { tagged: false, outline: false });
    expect(plain.document.loadOutline() ?? []).toEqual([]);
    expect(plain.document.getTrailer().get("Root").get("StructTreeRoot").isNull()).toBe(true);
  });

  it("prints headers and footers with page numbers", async () => {
    const header = `<div style="font-size:10px">Confidential</div>`;
    const footer = `<div style="font-size:10px"><span class="pageNumber"></span> of <span class="totalPages"></span></div>`;
    const texts = pageTexts(await print.html(LONG, { headerTemplate: header, footerTemplate: footer, margin: "25mm" }));
    expect(texts[1]).toContain("Confidential");
    expect(texts[1]?.replace(/\s+/g, " ")).toContain("2 of");
  });

  it("refuses a header that hides what it loads, instead of failing over and over", async () => {
    const hidden = `<style>@\\69mport "http://example.com/a.css"; p { color: red }</style><p>x`;
    expect(await problemOf(print.html("<p>x", { headerTemplate: hidden }))).toMatchObject({
      kind: "input",
      field: "headerTemplate",
    });
    expect(await problemOf(print.html("<p>x", { footerTemplate: hidden }))).toMatchObject({ field: "footerTemplate" });
  });

  it("applies the media type, the colour scheme and added CSS", async () => {
    const html = `<style>body{margin:0;height:300px;background:white} @media screen { body { background: rgb(0,128,0) } } @media (prefers-color-scheme: dark) { body { background: rgb(0,0,128) } }</style>`;
    expect(colourAt(await print.html(html, { margin: 0 }), 50, 50)).toEqual([255, 255, 255]);
    expect(colourAt(await print.html(html, { margin: 0, media: "screen" }), 50, 50)).toEqual([0, 128, 0]);
    expect(colourAt(await print.html(html, { margin: 0, colorScheme: "dark" }), 50, 50)).toEqual([0, 0, 128]);
    expect(
      colourAt(await print.html(html, { margin: 0, css: "body { background: rgb(9, 8, 7) !important }" }), 50, 50),
    ).toEqual([9, 8, 7]);
  });

  it("tells the page of the visitor's wishes", async () => {
    const html = `<style>p::after { content: "plain" } @media (prefers-reduced-motion: reduce) { p::after { content: "still" } } @media (prefers-contrast: more) { p::after { content: "contrast" } } @media (forced-colors: active) { p::after { content: "forced" } }</style><p>`;
    expect(textOf(await print.html(html))).toContain("plain");
    expect(textOf(await print.html(html, { reducedMotion: "reduce" }))).toContain("still");
    expect(textOf(await print.html(html, { contrast: "more" }))).toContain("contrast");
    expect(textOf(await print.html(html, { forcedColors: "active", singlePage: true }))).toContain("forced");
  });

  it("leaves out the ground of a dark page when told to", async () => {
    const html = `<meta name="color-scheme" content="dark"><p>x`;
    const dark = { colorScheme: "dark", margin: 0 };
    expect(colourAt(await print.html(html, dark), 100, 300)).toEqual([18, 18, 18]);
    expect(colourAt(await print.html(html, { ...dark, omitBackground: true }), 100, 300)).toEqual([255, 255, 255]);
  });

  it("runs scripts unless told not to", async () => {
    const html = `<p>Still</p><noscript>No scripts</noscript><script>document.body.append("Moved")</script>`;
    expect(textOf(await print.html(html))).toContain("Moved");
    const still = textOf(await print.html(html, { javascript: false }));
    expect(still).toContain("Still");
    expect(still).not.toContain("Moved");
  });

  it("shows the page a window of the size asked for", async () => {
    const html = `<script>document.write(innerWidth + "x" + innerHeight + " " + navigator.userAgent)</script>`;
    const text = textOf(await print.html(html, { viewport: { width: 500, height: 400 }, userAgent: "Quire test" }));
    expect(text).toContain("500x400 Quire test");
  });

  it("uses the assets that came with the HTML", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="rgb(255,128,0)"/></svg>`;
    const assets = [
      { name: "img/a b(1).svg", bytes: new TextEncoder().encode(svg), type: undefined },
      { name: "../style.css", bytes: new TextEncoder().encode("body { margin: 0 }"), type: undefined },
    ];
    const printed = await print.html(
      `<link rel="stylesheet" href="../style.css"><img src="./img/a%20b(1).svg">`,
      { margin: 0, network: "none" },
      assets,
    );
    expect(colourAt(printed, 30, 30)).toEqual([255, 128, 0]);
  });

  it("resolves against baseUrl, without asking it for the document", async () => {
    const before = site.requests.length;
    const printed = await print.html(
      `<script>fetch("data").then((r) => r.text()).then((t) => document.body.append(t))</script><a href="next">n</a>`,
      {},
      [],
      `${site.origin}/page`,
    );
    expect(textOf(printed)).toContain("cookie=");
    expect(linksOf(printed)).toContain(`${site.origin}/next`);
    expect(site.requests.slice(before)).toEqual(["GET /data"]);
  });

  it("reads the encoding from the byte order mark or the meta element, and takes UTF-8 otherwise", async () => {
    expect(textOf(await print.file(new TextEncoder().encode("<p>Grüße — 漢字")))).toContain("Grüße — 漢字");
    const latin = Uint8Array.from(Buffer.from(`<meta charset="iso-8859-1"><p>Gr\xfc\xdfe`, "latin1"));
    expect(textOf(await print.file(latin))).toContain("Grüße");
    const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from("<p>Grüße", "utf16le")]);
    expect(textOf(await print.file(utf16))).toContain("Grüße");
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

describe("the page's visitor", () => {
  const WHO = `<script>document.write([navigator.language, navigator.languages, Intl.DateTimeFormat().resolvedOptions().locale, (1234.5).toLocaleString(), Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(0).getHours()].join(" | "))</script>`;

  it("speaks American English in UTC, and Intl knows it", async () => {
    expect(textOf(await print.html(WHO)).trim()).toBe("en-US | en-US,en | en-US | 1,234.5 | UTC | 0");
  });

  it("speaks the language and lives in the time zone asked for", async () => {
    const text = textOf(await print.html(WHO, { locale: "de-DE", timezone: "Asia/Tokyo" }));
    expect(text.trim()).toBe("de-DE | de-DE,de | de-DE | 1.234,5 | Asia/Tokyo | 9");
  });

  it("asks for pages in its language, or in those named", async () => {
    await print.url(`${site.origin}/page`, {});
    expect(site.headers.map((each) => each["accept-language"]).slice(-2)).toEqual(["en-US,en;q=0.9", "en-US,en;q=0.9"]);
    await print.url(`${site.origin}/page`, { locale: "fr-CA" });
    expect(site.headers.at(-1)?.["accept-language"]).toBe("fr-CA,fr;q=0.9");
    await print.url(`${site.origin}/page`, { acceptLanguage: "it;q=0.2, de-CH, de;q=0.5" });
    expect(site.headers.at(-1)?.["accept-language"]).toBe("de-CH,de;q=0.9,it;q=0.8");
  });

  it("does not call itself headless, in no frame and no worker", async () => {
    const inner = `<script>parent.document.body.append(navigator.userAgent + " " + JSON.stringify(navigator.userAgentData))</script>`;
    const worker = `new Worker(URL.createObjectURL(new Blob(["postMessage(navigator.userAgent + new Date(0).getHours())"]))).onmessage = (e) => document.body.append(e.data)`;
    const page = `<body><iframe srcdoc='${inner}'></iframe><script>${worker}</script>`;
    const text = textOf(await print.html(page, { timezone: "Asia/Tokyo", delay: 300 }));
    expect(text).toMatch(/Chrome\/\d+/);
    expect(text).toContain("Safari/537.369");
    expect(text).not.toMatch(/headless/i);
    await print.url(`${site.origin}/page`);
    expect(site.headers.at(-1)?.["user-agent"]).toMatch(/ Chrome\/\d+/);
    expect(JSON.stringify(site.headers.at(-1))).not.toMatch(/headless/i);
  });

  it("has the location that the request says, or none", async () => {
    const html = `<p id="p">waiting</p><script>navigator.geolocation.getCurrentPosition((at) => { p.textContent = at.coords.latitude + ", " + at.coords.longitude }, (error) => { p.textContent = "denied " + error.code })</script>`;
    const wait = { waitForExpression: "document.body.textContent.indexOf('waiting') !== 0" };
    expect(textOf(await print.html(html, wait))).toContain("denied 1");
    const geolocation = { latitude: 52.5, longitude: 13.4 };
    expect(textOf(await print.html(html, { ...wait, geolocation }))).toContain("52.5, 13.4");
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
  it("tells of a script that throws", async () => {
    const html = `<p>x</p><script>throw new Error("broken chart")</script>`;
    const problem = await problemOf(print.html(html, { failOnConsoleError: true }));
    expect(problem).toMatchObject({ kind: "input", field: "failOnConsoleError" });
    expect(problem.message).toContain("broken chart");
    expect(textOf(await print.html(html))).toContain("x");
  });

  it("tells of a resource that is missing", async () => {
    expect(await problemOf(print.url(`${site.origin}/missing-image`, { failOnResourceError: true }))).toMatchObject({
      kind: "input",
      field: "failOnResourceError",
    });
    expect(textOf(await print.url(`${site.origin}/missing-image`))).toContain("Text");
  });

  it("names each missing resource and the reason, where that does not fail the render", async () => {
    const missing: string[] = [];
    const onMissing = ({ url, reason }: { url: string; reason: string }) => void missing.push(`${url}: ${reason}`);
    const told = renderer(binding, { allowHosts: [site.host], onMissing }, print.pool);
    await told.html(`<p>x</p><img src="${site.origin}/gone.png"><img src="/own.png"><img src="http://10.0.0.1/x.png">`);
    expect(missing.toSorted()).toEqual([
      expect.stringMatching(/^http:\/\/10\.0\.0\.1\/x\.png: .*could not be reached/),
      `${site.origin}/gone.png: HTTP 404`,
      expect.stringContaining("/own.png: HTTP 404"),
    ]);
  });

  it("tells of all of them at once", async () => {
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
    const told = renderer(
      binding,
      { fetcher, allowHosts: ["old.example", "new.example", "plain.example"] },
      print.pool,
    );
    const printed = await told.html(
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
