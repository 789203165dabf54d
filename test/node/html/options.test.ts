import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumBinding, type TestBinding } from "./chromium.ts";
import { colourAt, linksOf, pageSize, pageTexts, problemOf, renderer, textOf } from "./renderer.ts";
import { type Site, startSite } from "./site.ts";

let binding: TestBinding;
let site: Site;
let print: ReturnType<typeof renderer>;

beforeAll(async () => {
  binding = await chromiumBinding();
  site = await startSite({
    "/page": `<title>A page</title><h1>Page</h1><script>fetch("/data").then((r) => r.text()).then((t) => document.body.append(t))</script>`,
    "/data": (request, response) => response.end(`cookie=${request.headers.cookie ?? ""}`),
  });
  print = renderer(binding, { allowHosts: [site.host] });
});
afterAll(async () => {
  await Promise.all([binding.close(), site.close()]);
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

  it("lets the document's @page size override the paper only when asked to", async () => {
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

  it("leaves backgrounds out when asked to", async () => {
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
    const { length } = pageTexts(await print.html(LONG));
    expect(await problemOf(print.html(LONG, { pageRanges: "40-50" }))).toMatchObject({
      kind: "input",
      field: "pageRanges",
      message: expect.stringContaining(`it has ${length} pages.`),
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
  it("keeps links, and marks the structure and outline unless asked not to", async () => {
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

  it("lets the page know the visitor's wishes", async () => {
    const html = `<style>p::after { content: "plain" } @media (prefers-reduced-motion: reduce) { p::after { content: "still" } } @media (prefers-contrast: more) { p::after { content: "contrast" } } @media (forced-colors: active) { p::after { content: "forced" } }</style><p>`;
    expect(textOf(await print.html(html))).toContain("plain");
    expect(textOf(await print.html(html, { reducedMotion: "reduce" }))).toContain("still");
    expect(textOf(await print.html(html, { mediaFeatures: { "prefers-contrast": "more" } }))).toContain("contrast");
    const forced = { mediaFeatures: { "forced-colors": "active" }, singlePage: true };
    expect(textOf(await print.html(html, forced))).toContain("forced");
  });

  it.each([
    ["prefers-reduced-transparency", "reduce"],
    ["prefers-contrast", "less"],
    ["prefers-contrast", "custom"],
    ["color-gamut", "p3"],
    ["color-gamut", "rec2020"],
  ])("tells the page's style of %s: %s", async (feature, value) => {
    const options = { mediaFeatures: { [feature]: value } };
    const html = `<style>p::after { content: "plain" } @media (${feature}: ${value}) { p::after { content: "heard" } }</style><p>`;
    expect(textOf(await print.html(html))).toContain("plain");
    expect(textOf(await print.html(html, options))).toContain("heard");
    expect(textOf(await print.html(html, { ...options, singlePage: true }))).toContain("heard");
  });

  it("waits until what a selector finds is there, gone, visible or hidden", async () => {
    const html = `<p id="spin">Spinning</p><p id="done" hidden>Done</p><p id="far">Far</p><script>
      setTimeout(() => { spin.style.visibility = "hidden"; done.hidden = false; far.remove() }, 1500)</script>`;
    for (const waitForSelector of [
      { selector: "#spin", state: "hidden" },
      { selector: "#done", state: "visible" },
      { selector: "#far", state: "detached" },
      { selector: "#far", state: "hidden" },
    ]) {
      const text = textOf(await print.html(html, { waitUntil: "load", waitForSelector }));
      expect(text).toMatch(/^\s*Done\s*$/);
    }
    const early = await print.html(html, { waitUntil: "load", waitForSelector: { selector: "#done" } });
    expect(textOf(early)).toMatch(/Spinning\s+Far/);
  });

  it("leaves out the background of a dark page when asked to", async () => {
    const html = `<meta name="color-scheme" content="dark"><p>x`;
    const dark = { colorScheme: "dark", margin: 0 };
    expect(colourAt(await print.html(html, dark), 100, 300)).toEqual([18, 18, 18]);
    expect(colourAt(await print.html(html, { ...dark, omitBackground: true }), 100, 300)).toEqual([255, 255, 255]);
  });

  it("runs scripts unless asked not to", async () => {
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

  it("uses the assets that were sent with the HTML", async () => {
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
    expect(textOf(await print.file(new TextEncoder().encode("<p>Grüße — Жω")))).toContain("Grüße — Жω");
    const latin = Uint8Array.from(Buffer.from(`<meta charset="iso-8859-1"><p>Gr\xfc\xdfe`, "latin1"));
    expect(textOf(await print.file(latin))).toContain("Grüße");
    const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from("<p>Grüße", "utf16le")]);
    expect(textOf(await print.file(utf16))).toContain("Grüße");
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

  it("leaves closed details closed", async () => {
    const html = "<details><summary>Sum</summary><p>Inside</details>";
    expect(textOf(await print.html(html))).not.toContain("Inside");
  });

  it("tells the file what the page says of itself", async () => {
    const html = `<meta name=Author content=" A &amp; B "><meta name=description content="What it is"><meta name=keywords content>`;
    expect((await print.html(html)).information).toEqual({ author: "A & B", subject: "What it is" });
    expect((await print.html("<p>x")).information).toBeUndefined();
  });

  it("tells a page that asks no place", async () => {
    const html = `<p id="p">waiting</p><script>navigator.geolocation.getCurrentPosition((at) => { p.textContent = at.coords.latitude + ", " + at.coords.longitude }, (error) => { p.textContent = "denied " + error.code })</script>`;
    const wait = { waitForExpression: "document.body.textContent.indexOf('waiting') !== 0" };
    expect(textOf(await print.html(html, wait))).toContain("denied 1");
  });
});
