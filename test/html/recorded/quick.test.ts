import { htmlOptions } from "../../../src/html/fields/options.ts";
import { renderQuickly } from "../../../src/html/quick/quick-action.ts";
import { decodeEntities } from "../../../src/html/quick/self-contained.ts";
import { withWholeTemplates } from "../../../src/html/quick/templates.ts";
import { localSource } from "../../../src/html/resources/html-source.ts";
import { type Row, recordedPages, rows } from "./table.ts";

/** What is on the internet, by path. */
const WEB: Record<string, [type: string, body: string, status?: number]> = {
  "/a.png": ["image/png", "picture"],
  "/page.css": ["text/css", `@import "more.css" print; p { background: url('a.png') }`],
  "/more.css": ["text/css; charset=utf-8", `@font-face { src: url(font.woff2) format("woff2") }`],
  "/deep.css": ["text/css", `@import "deep.css"; d{}`],
  "/font.woff2": ["", "font"],
  "/gone.png": ["text/plain", "gone", 404],
};
const encode = (text: string) => new TextEncoder().encode(text);

/** What the quick action is given of a document, and what could not be loaded. */
async function given(html: string, fields: object = {}): Promise<unknown> {
  let asked: unknown;
  const binding = {
    quickAction: async (_: string, options: unknown) => {
      asked = options;
      return new Response("%PDF-");
    },
  };
  const missing: unknown[] = [];
  const network = {
    allowHosts: ["site.example"],
    onMissing: (failure: unknown) => missing.push(failure),
    fetcher: (async (url: string) => {
      const [type, body, status = 200] = WEB[new URL(url).pathname] ?? ["text/plain", "", 404];
      return new Response(body, { status, headers: type === "" ? {} : { "content-type": type } });
    }) as unknown as typeof fetch,
  };
  const asset = { name: "own.svg", bytes: encode("<svg/>"), type: undefined };
  const source = localSource(encode(html), new URL("https://site.example/"), [asset]);
  const context = { network, signal: new AbortController().signal, deadline: Date.now() + 60_000 };
  const options = await withWholeTemplates(source, htmlOptions.parse(fields), context);
  const rendered = await renderQuickly(binding, source, options, context);
  if (rendered === undefined) return ["not rendered so", ...missing];
  const { html: text, ...rest } = asked as { html: string };
  const shown = Object.keys(fields).length > 0 ? [rest] : [];
  return [text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "<SEAL>"), ...shown, ...missing];
}

const documents = (pages: readonly string[]): Row[] => pages.map((page) => [page, () => given(page)]);

recordedPages({
  "documents in one piece": () =>
    documents([
      "<p>x",
      "<!doctype html><html lang=de><head><title>T</title></head><body>x",
      "<!-- a --><!DOCTYPE html><!-- b --><p>",
      '<?xml version="1.0"?><p>',
      "<img src=a.png>",
      '<img src=" /a.png " srcset="b.png 2x" sizes=1 loading=lazy alt="a&quot;b">',
      "<img srcset='a.png 1x, gone.png 2x'>",
      "<img srcset='gone.png 100w, a.png 200w'>",
      "<img src=gone.png><img src=gone.png>",
      "<img src='data:image/png;base64,AA=='><img src='data:broken'><img src='#x'><img src=''>",
      "<img src=own.svg><img src=./own.svg?1>",
      "<img src=http://10.0.0.1/x><img src=ftp://site.example/x><img src='http://['>",
      "<picture><source srcset=a.png media=print><source srcset=gone.png><img src=gone.png></picture>",
      "<svg><image href=a.png /><image xlink:href=a.png /><use href='#a'/></svg>",
      "<svg><use href='s.svg#a'/></svg>",
      "<video src=v.mp4 poster=a.png></video><audio src=a.mp3></audio><track src=t.vtt>",
      "<input type=image src=a.png><input src=a.png>",
      "<body background=a.png><table background=gone.png><td>",
      "<link rel=stylesheet href=page.css>",
      "<link rel='alternate stylesheet' href=page.css title=x><link rel=StyleSheet href=page.css media=print disabled>",
      "<link rel=icon href=a.png><link rel=preload href=a.png as=image><link rel='dns-prefetch' href=//x>",
      "<link rel=stylesheet href=gone.png><link rel=stylesheet><link href=page.css>",
      "<base href=/sub/><img src=../a.png><base href=/>",
      "<base href=https://other.example/><img src=a.png>",
      "<a href=b>b</a><a href='#c'>c</a><a href='mailto:x'>d</a><area href='e?f&amp;g'><form action=h>",
      "<p style='background: url(a.png)'><p style='color:red'><p style='background:url(gone.png)'>",
      "<style>p{background:url(a.png)} @import url(page.css);</style>",
      "<style media=screen>@import 'more.css' layer(x) supports(display: grid) screen and (width > 1px);</style>",
      "<style>@import 'more.css' layer; @import 'more.css' supports(not (a:b)); @import 'more.css' (unclosed</style>",
      "<style>@import 'deep.css'; @import gone.css; @import url(</style>",
      `<style>/* url(a.png) */ a{b:"url(a.png)";c:url( "a.png" );d:url(a\\2epng);e:url('#f')} "open</style>`,
      "<meta http-equiv=refresh content='0;url=x'>",
      "<meta http-equiv=content-security-policy content='img-src x'><meta charset=latin1><meta name=referrer content=x>",
      "<script>x()</script>",
      "<script type=application/json>{}</script><noscript><img src=a.png></noscript><p>",
      "<p onclick=x()>",
      "<iframe src=f></iframe>",
      "<object data=f></object><embed src=g>",
      "<template><img src=a.png></template>",
    ]),
  "options of the quick action": () =>
    [
      { format: "A5", landscape: true, margin: "1cm", scale: 0.5, printBackground: false },
      { pageRanges: "1-2", preferCSSPageSize: true, tagged: false, outline: false, omitBackground: true },
      { css: "p{color:red}</style>", media: "screen", viewport: { width: 500 }, delay: 50, timeout: 50_000 },
      { waitForSelector: "#a", javascript: false, userAgent: "Own/1", locale: "de-DE" },
      {
        headerTemplate: "<b class=title></b>",
        footerTemplate: "<p style='color:red'>Page <span class=pageNumber></span></p>",
      },
      { headerTemplate: "<img src=a.png>" },
      { footerTemplate: "<style>p{background:url(a.png)}</style><p>x" },
      { headerTemplate: "<x-own>" },
      { network: "none" },
      { waitForExpression: "true" },
      { timezone: "Europe/Berlin" },
      { extraHeaders: { A: "b" } },
      { failOnConsoleError: true },
      { waitUntil: "networkidle" },
      { singlePage: true },
      { metadata: { title: "T" } },
    ].map((fields): Row => [JSON.stringify(fields), () => given("<p id=a>x<img src=a.png><img src=gone.png>", fields)]),
  entities: () =>
    rows(
      [
        "&amp;&lt;&gt;&quot;&apos;&nbsp;",
        "&#65;&#x42;&#X43;",
        "&#0;&#x110000;&#xD800;&#128;",
        "&amp",
        "&unknown;",
        "&#;",
        "&#x;",
        "a&b",
        "&copy;&euro;&auml;",
        "&AMP;",
      ],
      decodeEntities,
    ),
});
