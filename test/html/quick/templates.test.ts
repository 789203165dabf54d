import { beforeEach, describe, expect, it } from "vitest";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import type { HtmlProblem } from "../../../src/html/html-problem.ts";
import { withWholeTemplates } from "../../../src/html/quick/templates.ts";
import type { NetworkRules } from "../../../src/html/resources/fetching.ts";
import { type Asset, localSource } from "../../../src/html/resources/html-source.ts";

/** What is on the internet. */
const WEB: Record<string, [type: string, body: string]> = {
  "https://site.example/logo.png": ["image/png", "picture"],
  "https://site.example/head.css": ["text/css", `@import "more.css"; p { color: red }`],
  "https://site.example/more.css": ["text/css", `@font-face { font-family: F; src: url(f.woff2) }`],
  "https://site.example/f.woff2": ["font/woff2", "font"],
};
const fetched: string[] = [];
const network: NetworkRules = {
  // A name that nobody has; the guard refuses it otherwise.
  allowHosts: ["site.example"],
  fetcher: (async (url: string) => {
    fetched.push(url);
    const [type, body] = WEB[url] ?? [];
    return new Response(body ?? "", { status: type ? 200 : 404, headers: { "content-type": type ?? "text/plain" } });
  }) as unknown as typeof fetch,
};
const PICTURE = `data:image/png;base64,${btoa("picture")}`;
const FONT = `data:font/woff2;base64,${btoa("font")}`;

async function template(headerTemplate: string, options: object = {}, assets: Asset[] = []) {
  const source = localSource(new TextEncoder().encode("<p>x"), new URL("https://site.example/page"), assets);
  const context = { network, signal: new AbortController().signal, deadline: Date.now() + 10_000 };
  return (await withWholeTemplates(source, htmlOptions.parse({ headerTemplate, ...options }), context)).headerTemplate;
}
const problem = (html: string, options = {}) => template(html, options).catch((error: HtmlProblem) => error);

beforeEach(() => {
  fetched.length = 0;
});

describe("a template of a header", () => {
  it("that loads nothing stays as it is", async () => {
    const plain = `<div style="font-size:10px"><b>Mine</b> <span class=pageNumber></span></div>`;
    expect(await template(plain)).toBe(plain);
    expect(fetched).toEqual([]);
  });

  it("holds its pictures, style sheets and fonts, fetched behind the guard", async () => {
    expect(await template(`<img src="/logo.png">`)).toBe(`<img src="${PICTURE}">`);
    expect(await template(`<div style="background: url(logo.png)">x</div>`)).toContain(PICTURE);
    for (const html of [`<link rel=stylesheet href=/head.css>`, `<style>@import url(head.css);</style>`]) {
      const whole = (await template(html)) as string;
      expect(whole).toContain(`url("${FONT}")`);
      expect(whole).toContain("p { color: red }");
      expect(whole).not.toMatch(/@import|<link|site\.example/);
    }
  });

  it("shows the assets that were sent along", async () => {
    const assets = [{ name: "mark.png", bytes: new TextEncoder().encode("picture"), type: undefined }];
    expect(await template(`<img src="mark.png">`, { network: "none" }, assets)).toBe(`<img src="${PICTURE}">`);
    expect(fetched).toEqual([]);
  });

  it("says that it chooses between no pictures", async () => {
    const missing: string[] = [];
    network.onMissing = ({ url }) => missing.push(url);
    expect(await template(`<picture><source srcset="/gone.png"><img src="/logo.png"></picture>`)).toContain(PICTURE);
    await template(`<div style='background: image-set("/logo.png" 1x)'>x</div>`);
    expect(missing).toEqual(["<source> in headerTemplate", "image-set() in headerTemplate"]);
    await template(`<div style="background: image-set(url(/logo.png) 1x)">x</div>`);
    expect(missing).toHaveLength(2);
    delete network.onMissing;
  });

  it.each([
    [`<img src="/gone.png">`, "gone.png could not be loaded: HTTP 404"],
    [`<link rel=stylesheet href="http://10.0.0.1/a.css">`, "10.0.0.1/a.css could not be loaded"],
    [`<style>@font-face { src: url(gone.woff2) }</style>`, "gone.woff2 could not be loaded"],
    [`<iframe src="/x"></iframe>`, "frames"],
  ])("is refused for what it cannot show: %s", async (html, text) => {
    const refused = (await problem(html)) as HtmlProblem;
    expect(refused).toMatchObject({ kind: "input", field: "headerTemplate" });
    expect(refused.message).toContain(text);
  });

  it("is refused for what it would load where the network is off", async () => {
    expect(await problem(`<img src="/logo.png">`, { network: "none" })).toMatchObject({ field: "headerTemplate" });
    expect(fetched).toEqual([]);
  });

  it("is refused when it would grow beyond what a header can be", async () => {
    WEB["https://site.example/large.png"] = ["image/png", "x".repeat(3_000_000)];
    const refused = await problem(`<img src="/large.png">`.repeat(4));
    expect(refused).toMatchObject({ kind: "input", field: "headerTemplate" });
  });
});
