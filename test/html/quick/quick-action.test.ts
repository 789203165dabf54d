import { beforeEach, describe, expect, it } from "vitest";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";
import { renderQuickly } from "../../../src/html/quick/quick-action.ts";
import type { NetworkRules } from "../../../src/html/resources/fetching.ts";
import { type Asset, localSource } from "../../../src/html/resources/html-source.ts";

/** What is on the internet. */
const WEB: Record<string, [type: string, body: string, status?: number]> = {
  "https://site.example/": ["text/html", `<!doctype html><title>T</title><img src="/a.png"><a href="next">n</a>`],
  "https://site.example/a.png": ["image/png", "picture"],
  "https://site.example/s/page.css": ["text/css", `@import "more.css" print; p { background: url('../a.png') }`],
  "https://site.example/s/more.css": ["text/css", `@font-face { src: url(font.woff2) format("woff2") }`],
  "https://site.example/s/font.woff2": ["font/woff2", "font"],
};
const fetched: string[] = [];
const asked: BrowserRunPDFOptions[] = [];
const network: NetworkRules = {
  // A name that nobody has; the guard refuses it otherwise.
  allowHosts: ["site.example"],
  fetcher: (async (url: string) => {
    fetched.push(url);
    const [type, body, status = 200] = WEB[url] ?? ["text/plain", "", 404];
    return new Response(body, { status, headers: { "content-type": type } });
  }) as unknown as typeof fetch,
};
const binding = {
  quickAction: async (_: string, options: BrowserRunPDFOptions) => {
    asked.push(options);
    return new Response("%PDF-");
  },
};
const context = () => ({ network, signal: new AbortController().signal, deadline: Date.now() + 10_000 });
const encode = (text: string) => new TextEncoder().encode(text);
const PICTURE = `data:image/png;base64,${btoa("picture")}`;

async function given(html: string, options: object = {}, assets: Asset[] = [], base = "https://site.example/s/") {
  const source = localSource(encode(html), base === "" ? undefined : new URL(base), assets);
  await renderQuickly(binding, source, htmlOptions.parse(options), context());
  return (asked[0] as { html?: string } | undefined)?.html;
}

beforeEach(() => {
  fetched.length = 0;
  asked.length = 0;
});

describe("the quick action's browser loads nothing by itself", () => {
  it("no address is ever given to it: the page is fetched here", async () => {
    const source = { kind: "url", url: new URL("https://site.example/") } as const;
    const rendered = await renderQuickly(binding, source, htmlOptions.parse({}), context());
    expect(rendered?.originalSize).toBe(WEB["https://site.example/"]?.[1].length);
    expect(fetched).toEqual(["https://site.example/", "https://site.example/a.png"]);
    expect(asked[0]).not.toHaveProperty("url");
    expect(asked[0]).toMatchObject({ setJavaScriptEnabled: false, rejectRequestPattern: ["^(?!data:|about:blank)"] });
  });

  it("a page of Markdown is the page that it means, with its margins", async () => {
    WEB["https://site.example/a.md"] = ["text/markdown", "---\nauthor: A\n---\n![](a.png)"];
    const source = {
      kind: "url",
      url: new URL("https://site.example/a.md"),
      markdownTemplate: "<main>{{content}}",
    } as const;
    const rendered = await renderQuickly(binding, source, htmlOptions.parse({}), context());
    expect(rendered?.information).toEqual({ author: "A" });
    expect((asked[0] as { html?: string }).html).toContain(`<main><p><img src="${PICTURE}"`);
    expect(asked[0]).toHaveProperty("pdfOptions.margin.left", `${20 / 25.4}in`);
  });

  it("its rule for requests refuses whatever could leave", async () => {
    await given("<p>x");
    const [pattern = ""] = (asked[0] as { rejectRequestPattern?: string[] }).rejectRequestPattern ?? [];
    const refused = (url: string) => new RegExp(pattern).test(url);
    for (const url of [
      "http://10.0.0.1/",
      "https://site.example/x",
      "ws://h/",
      "file:///etc/passwd",
      "blob:x",
      "ftp://h/",
    ])
      expect(refused(url), url).toBe(true);
    expect([refused("data:image/png;base64,x"), refused("about:blank")]).toEqual([false, false]);
  });

  it("a policy goes before all that the document says, behind its doctype alone", async () => {
    const seal = /^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; /;
    expect(
      await given(`<!-- <p> --><!doctype html><meta http-equiv=content-security-policy content="img-src x">`),
    ).toMatch(seal);
    asked.length = 0;
    expect(await given(`<!--><img src="http://10.0.0.1/"><!-- --><!doctype html><p>x`)).toMatch(
      /^<meta http-equiv="Content/,
    );
  });

  it("private addresses are not fetched for it, and stay where they cannot be loaded", async () => {
    const html = await given(
      `<img src="http://10.0.0.1/x"><img src="http://localhost/"><p style="background:url(http://[::1]/)">`,
    );
    expect(fetched).toEqual([]);
    expect(html).toContain("default-src 'none'");
  });

  it("with network: none nothing is fetched at all", async () => {
    await given(`<img src="/a.png"><link rel=stylesheet href=page.css>`, { network: "none" });
    expect([fetched, asked.length]).toEqual([[], 1]);
  });

  it.each([
    [`<link rel=preconnect href="https://site.example"><p>x`, "preconnect"],
    [`<link rel="dns-prefetch" href="https://site.example"><p>x`, `"dns-prefetch"`],
    [`<link rel=icon href="/icon.png"><p>x`, "icon.png"],
    [`<script type="application/ld+json" src="/x">{}</script><p>x`, "script"],
    [`<noscript><img src="/x"></noscript><p>x`, "noscript"],
  ])("hints and scripts do not come along: %s", async (page, gone) => {
    expect(await given(page)).not.toContain(gone);
  });
});

it("a document that hints at connections where nobody looks for them goes nowhere", async () => {
  for (const html of [
    `<template><p data-rel="preconnect"></template>`,
    `<!--[if IE]><link rel="dns-prefetch" href="https://site.example"><![endif]-->`,
  ]) {
    expect(await given(html)).toBeUndefined();
  }
});

describe("what a document shows is inside it", () => {
  it("pictures, also chosen ones, and backgrounds", async () => {
    const html = await given(
      `<img src="/a.png" loading=lazy><img srcset="/a.png 2x, /b.png"><picture><source srcset="/b.png"><img src="../a.png"></picture>
      <svg><image href="/a.png"/></svg><video src="/v.mp4" poster="/a.png"></video><p style="background: url('/a.png')">x</p>`,
    );
    expect(html?.split(PICTURE)).toHaveLength(7);
    expect(fetched).toEqual(["https://site.example/a.png"]);
    expect(html).not.toMatch(/src="\/|srcset|lazy/);
  });

  it("style sheets with what they import and refer to", async () => {
    const html = await given(
      `<link rel="stylesheet" media="screen" href="page.css"><style>@import url(page.css); b{}</style>`,
    );
    expect(html).toContain('<style media="screen">@media print {@font-face { src: url("data:font/woff2;base64,');
    expect(html?.split(`url("${PICTURE}")`)).toHaveLength(3);
  });

  it("assets of the request, css of the request, and a base of the document's own", async () => {
    const asset = { name: "logo.svg", bytes: encode("<svg/>"), type: undefined };
    expect(await given(`<img src=logo.svg>`, {}, [asset], "")).toContain("data:image/svg+xml;base64,");
    asked.length = 0;
    const html = await given(`<base href="https://site.example/"><img src=a.png>`, { css: "p { color: red }" }, [], "");
    expect(html).toContain(PICTURE);
    expect(html).toMatch(/<style>p \{ color: red \}<\/style>$/);
  });

  it("references to other places become whole, those within it stay", async () => {
    const html = await given(`<a href="next?a=1&amp;b=2">n</a><a href="#here">h</a>`);
    expect(html).toContain(`href="https://site.example/s/next?a=1&amp;b=2"`);
    expect(html).toContain(`href="#here"`);
  });
});

describe("what would become another document is not rendered so", () => {
  it.each([
    ["scripts", "<p id=a></p><script>a.textContent = 1</script>", {}],
    ["handlers", `<body onload="x()">`, {}],
    ["frames", `<iframe src="/f"></iframe>`, {}],
    ["objects", `<object data="/f"></object>`, {}],
    ["a refresh", `<meta http-equiv=refresh content="0; url=/f">`, {}],
    ["foreign symbols", `<svg><use href="/s.svg#a"/></svg>`, {}],
    ["a header that loads", "<p>x", { headerTemplate: `<img src="https://site.example/a.png">` }],
    ["a footer with a style that loads", "<p>x", { footerTemplate: `<p style="background:url(/a.png)">` }],
    ["an expression", "<p>x", { waitForExpression: "true" }],
    ["cookies", "<p>x", { cookies: [{ name: "a", value: "b" }] }],
    ["one page", "<p>x", { singlePage: true }],
    ["a dark colour scheme", "<p>x", { colorScheme: "dark" }],
    ["less motion", "<p>x", { reducedMotion: "reduce" }],
    ["forced colours", "<p>x", { mediaFeatures: { "forced-colors": "active" } }],
  ])("%s", async (_, html, options) => {
    expect(await given(html, options)).toBeUndefined();
  });

  it("scripts do not matter where none are asked for", async () => {
    expect(await given("<p>x<script>y()</script>", { javascript: false })).toContain("<p>x");
  });

  it("a harmless footer is printed", async () => {
    const footerTemplate = `<div style="font-size:9px">Page <span class="pageNumber"></span> on 3</div>`;
    await given("<p>x", { footerTemplate });
    const headerTemplate = "<span></span>";
    expect(asked[0]?.pdfOptions).toMatchObject({ displayHeaderFooter: true, headerTemplate, footerTemplate });
  });
});

describe("text of another server ends no element of the document", () => {
  it.each(["</style><img src=x>", "</STYLE ><img src=x>"])("as a style sheet: %s", async (end) => {
    WEB["https://site.example/end.css"] = ["text/css", `a{content:"${end}"}`];
    const linked = await given(`<link rel=stylesheet href=/end.css><p>x`);
    asked.length = 0;
    const imported = await given(`<style>@import "/end.css";</style><p>x`);
    asked.length = 0;
    const added = await given("<p>x", { css: `a{content:"${end}"}` });
    for (const html of [linked, imported, added]) {
      expect(html).toContain("<\\/");
      expect(html?.match(/<\/style/gi)).toHaveLength(1);
    }
  });

  it("as a media query, or as a type", async () => {
    WEB["https://site.example/odd.png"] = [`image/png"><script>`, "picture"];
    const html = await given(`<link rel=stylesheet href=page.css media='a"><b>'><img src="/odd.png">`);
    expect(html).toContain("data:application/octet-stream;base64,");
    expect(html).toContain('<style media="a&quot;>&lt;b>">');
    expect(html).not.toContain("<script");
  });
});

it("numbers of pages are not filled in by the quick action: a warning says so, and contents are not promised", async () => {
  const missing: string[] = [];
  const source = localSource(
    encode("<style>a::after { content: target-counter(attr(href), page) }</style>"),
    undefined,
  );
  const print = (options: object) =>
    renderQuickly(binding, source, htmlOptions.parse(options), {
      ...context(),
      network: { ...network, onMissing: ({ url }) => missing.push(url) },
    });
  expect(await print({})).toBeDefined();
  expect(missing).toEqual(["numbers and heads of pages"]);
  expect(await print({ contents: true })).toBeUndefined();
});

it("the quick action's PDF is read only up to the limit, whatever length it declares", async () => {
  const source = localSource(encode("<p>x"), undefined);
  const piece = new Uint8Array(1 << 20);
  let sent = 0;
  const tooMuch = () =>
    new ReadableStream({
      pull(controller) {
        sent += piece.length;
        controller.enqueue(piece);
        // Were it read on and on, there would be an end all the same.
        if (sent > HTML_LIMITS.outputBytes + (8 << 20)) controller.close();
      },
    });
  const declared = { headers: { "content-length": String(HTML_LIMITS.outputBytes + 1) } };
  for (const init of [undefined, declared]) {
    sent = 0;
    const large = { quickAction: async () => new Response(tooMuch(), init) };
    await expect(renderQuickly(large, source, htmlOptions.parse({}), context())).rejects.toThrow("too large");
    expect(sent).toBeLessThan(init === undefined ? HTML_LIMITS.outputBytes + (4 << 20) : 4 << 20);
  }
});

it("the quick action is not waited for past the request's time", async () => {
  const silent = { quickAction: () => new Promise<Response>(() => undefined) };
  const source = localSource(encode("<p>x"), undefined);
  const soon = { ...context(), deadline: Date.now() + 20 };
  await expect(renderQuickly(silent, source, htmlOptions.parse({}), soon)).rejects.toThrow("took too long");
});

it("a document is counted as often as it is held on its way to the quick action", async () => {
  const grown: number[] = [];
  const memory = { grow: async (bytes: number) => void grown.push(bytes), shrink: () => {} };
  const source = localSource(encode("<p>twelve"), undefined);
  const honest = { quickAction: async () => new Response("%PDF-", { headers: { "content-length": "5" } }) };
  await renderQuickly(honest, source, htmlOptions.parse({}), { ...context(), network: { ...network, memory } });
  expect(grown).toEqual([4 * "<p>twelve".length, "%PDF-".length]);
});

it("a document that is too large once all is inside is not given to it", async () => {
  // With the policy before it.
  expect(await given(`<p title="${"x".repeat(HTML_LIMITS.documentBytes - 100)}">`)).toBeUndefined();
  expect(await given(`<p title="${"x".repeat(HTML_LIMITS.documentBytes - 1000)}">`)).toContain("Content-Security");
});

it("what is shown again and again is put in only up to a limit", async () => {
  WEB["https://site.example/self.css"] = ["text/css", `@import "self.css";`.repeat(4)];
  WEB["https://site.example/big.png"] = ["image/png", "x".repeat(1 << 20)];
  await expect(given(`<style>@import "/self.css";</style>`)).rejects.toThrow("more than can be gathered");
  WEB["https://site.example/big.css"] = ["text/css", `/*${"x".repeat(1 << 20)}*/`];
  for (const html of [
    `<img src="/big.png">`.repeat(30),
    `<p style="background: url(/big.png)">`.repeat(30),
    `<link rel=stylesheet href="/big.css">`.repeat(30),
  ]) {
    await expect(given(html)).rejects.toThrow("more than can be gathered");
  }
});

it("reads a sheet once, however it is broken", async () => {
  const sheet = `/* url(/a.png) */ a{b:url( '/a.png' )} c{d:"url(/a.png)"} @import url("more.css") screen; e{f:url("/a.png`;
  const html = await given(`<style>${sheet}</style>`);
  expect(html).toContain(`/* url(/a.png) */ a{b:url("${PICTURE}")} c{d:"url(/a.png)"} @media screen {@font-face`);
  expect(html).toContain(`e{f:url("/a.png</style>`);
});

it("looks for a doctype behind comments once, however many they are", async () => {
  const comments = "<!--O-->".repeat(20_000);
  expect(await given(`${comments}<p>x`)).toContain(`<meta http-equiv="Content-Security-Policy"`);
});

it("a picture that is not there is a fault only where the request says so", async () => {
  expect(await given(`<img src="/none.png">`)).toContain("/none.png");
  await expect(given(`<img src="/none.png">`, { failOnResourceError: true })).rejects.toMatchObject({
    kind: "input",
    field: "failOnResourceError",
  });
});
