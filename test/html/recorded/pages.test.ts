import { gzipSync } from "node:zlib";
import * as z from "zod/mini";
import type { BlankPage } from "../../../src/html/browser/blank.ts";
import type { Cdp } from "../../../src/html/browser/cdp.ts";
import { emulation, identity } from "../../../src/html/browser/emulation.ts";
import {
  CONTEXT,
  DROPPED_HEADERS,
  HTTPS_WITHIN,
  lockdownScript,
  NO_SOCKETS,
  SANDBOX,
  WORKER_LOCKDOWN_SCRIPT,
} from "../../../src/html/browser/lockdown.ts";
import { outgoingRequest, wantsEvents } from "../../../src/html/browser/paused-request.ts";
import { preparePage } from "../../../src/html/browser/prepare-page.ts";
import { documentFields, type Mark } from "../../../src/html/fields/documents.ts";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { pageLayout } from "../../../src/html/fields/paper.ts";
import { acceptedLanguages, acceptLanguageHeader } from "../../../src/html/fields/place.ts";
import { firstPages, pagesIn } from "../../../src/html/fields/printed-ranges.ts";
import { refusedField } from "../../../src/html/fields/refused-options.ts";
import { isMarkdown, markdownPage } from "../../../src/html/markdown/markdown.ts";
import { countsPages, letterhead, letterheadOptions } from "../../../src/html/overlays/letterhead.ts";
import { distinct, overlayOptions, type PageSize } from "../../../src/html/overlays/overlay-page.ts";
import { watermarks } from "../../../src/html/overlays/watermark.ts";
import { decodeEntities } from "../../../src/html/quick/entities.ts";
import { assetAt, mimeType } from "../../../src/html/resources/assets.ts";
import { charsetOf, decodeHtml } from "../../../src/html/resources/charset.ts";
import { Credentials } from "../../../src/html/resources/credentials.ts";
import { lastingText, localSource, unpackedAtMost } from "../../../src/html/resources/html-source.ts";
import { refuseFaults, refusesStatus } from "../../../src/html/resources/page-faults.ts";
import { admitDocument, transferredBytes } from "../../../src/html/resources/page-response.ts";
import { isProgram, mayRunScripts } from "../../../src/html/resources/scripts.ts";
import { RenderingNotes } from "../../../src/html/session/rendering-notes.ts";
import { type Row, recordedPages } from "./table.ts";

const options = (fields: object) => htmlOptions.parse(fields);
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const rows = <T>(values: readonly T[], made: (value: T) => unknown): Row[] =>
  values.map((value) => [JSON.stringify(value).slice(0, 160), () => made(value)]);

const LAYOUTS = [
  {},
  { format: "letter" },
  { format: "A3", landscape: true },
  { format: "Tabloid", width: "100mm" },
  { width: 300, height: "4in" },
  { width: "20cm", height: "10cm", landscape: true },
  { width: "10cm", height: "20cm", landscape: true },
  { width: "12pt", height: "12pc" },
  { width: "0.01in" },
  { height: 20_000 },
  { margin: 0 },
  { margin: "1cm" },
  { margin: "10mm 2cm" },
  { margin: "1 2 3" },
  { margin: "1in 2in 3in 4in", height: "12in" },
  { margin: { top: 10, left: "1cm" } },
  { margin: { bottom: "5in", top: "7in" } },
  { margin: "4.2in" },
  { margin: "8.3in" },
  { margin: { left: "4in", right: "4.26in" } },
];

const RANGES = [undefined, "1", "1-", "-2", "2-3, 1", " 3 - 4 ,9", "4-2", "0", "5-9", "1-2,2-3", "7-", "-0"];
const HOSTS = [
  "https://site.example/a/b?q",
  "http://site.example/",
  "https://site.example:8443/",
  "https://cdn.example/x/y",
  "https://a.site.example/",
];
const SIZES: PageSize[] = [
  [595, 842],
  [842, 595],
  [595.04, 842],
  [595.06, 842],
  [200, 100],
];
const MARKS = [
  { text: "Draft" },
  { text: 'A <b>&"\ntwo', position: "top-left", fontSize: "12pt", color: "red", margin: "3mm" },
  { text: "x".repeat(100), position: "bottom" },
  { text: "Low", layer: "under", rotation: 0, opacity: 0.5, pages: "2-" },
  { text: "Side", position: "right", fontFamily: "Open Sans, serif" },
  { image: "stamp.png", position: "top-right" },
  { image: 'a"b.png', width: "50%", rotation: 90, pages: "1,9" },
  { image: "data:image/png;base64,AA==", position: "bottom-left", margin: "0", opacity: 0 },
];

function credentials(page: string) {
  return new Credentials(
    new URL(page),
    options({
      extraHeaders: { "X-Own": "1", Cookie: "x=y" },
      originHeaders: { "https://cdn.example": { "X-Cdn": "2" }, "https://CDN.example": { "X-More": "3" } },
      cookies: [
        { name: "own", value: "1", path: "/a" },
        { name: "cdn", value: "2", origin: "https://cdn.example", path: "/x" },
        { name: "safe", value: "3", url: "https://cdn.example/z", secure: true },
        { name: "slash", value: "4", origin: "https://cdn.example", path: "/x/" },
      ],
    }),
  );
}

recordedPages({
  "paper and margins": () => rows(LAYOUTS, (fields) => pageLayout(options(fields))),
  "chosen pages": () => [
    ...rows(
      RANGES.filter((range) => range !== undefined),
      (range) => [0, 1, 4, 8].map((count) => pagesIn(range, count).join(" ")),
    ),
    ["all", () => pagesIn(undefined, 3)],
    ...RANGES.flatMap((range): Row[] =>
      [1, 3, 6].map((most) => [`${range}, at most ${most}`, () => firstPages(range, most)]),
    ),
  ],
  "languages and clocks": () =>
    rows(
      [
        {},
        { locale: "de-DE" },
        { locale: "fr" },
        { locale: "en-US-u-ca-buddhist" },
        { acceptLanguage: "de-DE, de;q=0.8, en;q=0" },
        { acceptLanguage: "de;q=0.1,en;q=1,fr" },
      ],
      (fields) => [acceptedLanguages(options(fields)), acceptLanguageHeader(options(fields))],
    ),
  "options that are refused": () =>
    rows(
      [
        [["password", "x"]],
        [
          ["password", ""],
          ["user-password", " none "],
        ],
        [["PDF_A", true]],
        [
          ["pdfa", "0"],
          ["sign", 1],
        ],
        [
          ["html", "x"],
          ["blockAds", "true"],
        ],
        [["pdfOptions", { format: "A4", encrypt: { a: 1 } }]],
        [["options", { protection: { userPassword: "x" } }]],
        [["prince-options", null]],
        [["settings", "password"]],
        [["auth", { user: "a" }]],
        [
          ["auth", false],
          ["certificate", undefined],
        ],
      ] as [string, unknown][][],
      (fields) => refusedField(fields),
    ),
  "windows and visitors": () => {
    const version = {
      product: "HeadlessChrome/153.0.8010.0",
      userAgent: "Mozilla/5.0 (X11; Linux) HeadlessChrome/153.0.0.0",
    };
    const mac = { product: "Chrome/9", userAgent: "Mozilla/5.0 (Mac OS X) Chrome/9" };
    const asked = [
      {},
      { media: "screen", viewport: { width: 800 } },
      { javascript: false, omitBackground: true, colorScheme: "dark" },
      { geolocation: { latitude: 1, longitude: 2 }, contrast: "more", reducedMotion: "reduce", forcedColors: "active" },
      { userAgent: "Own/1", locale: "de-DE", timezone: "Europe/Berlin" },
    ];
    return [
      ...rows(asked, (fields) => emulation(options(fields))),
      ...rows(asked, (fields) => [
        identity(options(fields), version),
        identity(options(fields), mac).length,
        identity(options(fields), undefined),
      ]),
    ];
  },
  "what a page is told before it begins": () =>
    rows(
      [
        {},
        { geolocation: { latitude: 1, longitude: 2 } },
        { failOnConsoleError: true, javascript: false },
        {
          cookies: [
            { name: "a", value: "b" },
            { name: "c", value: "d", path: "/x", sameSite: "Lax", secure: true, httpOnly: true },
            { name: "e", value: "f", origin: "https://cdn.example" },
          ],
        },
      ],
      async (fields) => {
        const told: unknown[] = [];
        const tell = (where: string) => async (method: string, params: unknown) =>
          void told.push([where, method, params]);
        const cdp = { send: tell("browser") } as unknown as Cdp;
        const source = localSource(bytesOf("<p>"), new URL("https://site.example/a/"));
        const page = {
          source,
          options: options(fields),
          visitor: [["Emulation.setLocaleOverride", {}]] as const,
          sealing: "proxy" as const,
        };
        await preparePage(cdp, tell("page") as never, { browserContextId: "c" } as BlankPage, page as never);
        return told
          .map((each) =>
            JSON.stringify(each)
              .replace(/"source":"(\(\(\).*?)\}\)\(\);"/, '"source":"…"')
              .slice(0, 400),
          )
          .join(" ");
      },
    ),
  "encodings of documents": () => [
    ...rows(
      [
        "<p>x",
        "\xef\xbb\xbf<meta charset=latin1>",
        "\xfe\xff\0x",
        "\xff\xfex\0",
        "<meta charset=latin1>\xe9",
        "<META CHARSET='Shift_JIS'>",
        '<meta charset="utf-16">',
        "<meta charset=none><meta charset=koi8-r>",
        '<meta http-equiv=Content-Type content="text/html; charset=windows-1251">',
        "<meta content='text/html; charset=koi8-r'>",
        "<!-- <meta charset=koi8-r> --><p>",
        "<!-- <meta charset=koi8-r>",
        "<script><meta charset=koi8-r></script><meta charset=big5>",
        "<title><meta charset=koi8-r></TITLE >",
        "<style><meta charset=koi8-r>",
        `${" ".repeat(16_384)}<meta charset=koi8-r>`,
        '<?xml version="1.0" encoding="koi8-r"?>',
        '<?xml encoding="utf-16"?>',
        "<metadata charset=koi8-r>",
        "<meta/charset=koi8-r>",
        '<meta name="a>b" charset=koi8-r>',
      ],
      (html) => [charsetOf(bytesOf(html)), charsetOf(bytesOf(html), "big5"), charsetOf(bytesOf(html), "none")],
    ),
    [
      "an umlaut",
      () => [decodeHtml(bytesOf("\xe4"), "latin1"), decodeHtml(bytesOf("\xc3\xa4")), decodeHtml(bytesOf("\xe4"))],
    ],
  ],
  "files as documents": () => [
    ...rows(
      [
        "<p>x",
        "",
        "\x89PNG\r\n",
        "%PDF-1.7",
        "PK\x03\x04",
        "\0\x01\x02",
        "GIF89a",
        "\xff\xd8\xff\xe0",
        "  \n%PDF-",
        "text\x0bmore",
        "a\0b",
      ],
      (text) => {
        const { type, bytes, based, url } = localSource(bytesOf(text), undefined);
        return [type, bytes.length, based, url];
      },
    ),
    ["gzip", () => localSource(gzipSync("<p>packed"), new URL("https://a.example/"), [], "utf-8").bytes.length],
    ["broken gzip", () => localSource(gzipSync("<p>packed").subarray(0, 15), undefined)],
    [
      "room for it",
      () => [
        unpackedAtMost(gzipSync("x")) > 0,
        unpackedAtMost(bytesOf("<p>")),
        lastingText(10),
        lastingText(1 << 20),
        lastingText(9 << 20),
      ],
    ],
  ],
  assets: () => {
    const names = ["a.css", "./b/c.PNG", "/d.woff2", "ä ö.svg", "x?y.js", "none", "e.tar.gz", ".htm"];
    const source = localSource(
      bytesOf("<p>"),
      new URL("https://site.example/docs/"),
      names.map((name) => ({ name, bytes: bytesOf(name), type: undefined })),
    );
    const asked = [
      "a.css",
      "a.css?v=1#x",
      "/a.css",
      "b/c.PNG",
      "b/c.png",
      "d.woff2",
      "%C3%A4%20%C3%B6.svg",
      "x%3Fy.js",
      "x?y.js",
      "https://other.example/docs/a.css",
      "%ff",
      "../docs/a.css",
    ];
    return [...rows(names, mimeType), ...rows(asked, (path) => assetAt(new URL(path, source.url), source)?.name)];
  },
  credentials: () => {
    const pages = ["https://site.example/", "http://site.example/a"];
    return pages.flatMap((page) =>
      rows(HOSTS, (host) => {
        const own = credentials(page);
        return [
          own.headersFor(new URL(host)),
          own.cookieHeader(new URL(host), "own=1; other=2"),
          own.cookieHeader(new URL(host)),
        ];
      }).map(([host, made]): Row => [`${page} asks ${host}`, made]),
    );
  },
  "requests in a page's place": () =>
    rows(
      [
        { headers: {} },
        {
          headers: { Host: "x", Cookie: "own=1; z=2", "Accept-Encoding": "br", Accept: "text/event-stream", Empty: "" },
        },
        { method: "POST", hasPostData: true, postDataEntries: [{ bytes: "aGVs" }, { bytes: "bG8=" }] },
        { method: "POST", hasPostData: true },
        { headers: { accept: "text/event-streams" } },
      ],
      (request) => {
        const paused = {
          requestId: "1",
          frameId: "f",
          resourceType: "Fetch",
          request: { url: "https://site.example/a", method: "GET", headers: {}, ...request },
        };
        const sent = [paused.request.url, "https://cdn.example/x/y", "http://site.example/a"].map((url) =>
          outgoingRequest(paused, new URL(url), credentials("https://site.example/")),
        );
        return [
          sent.map(({ body, ...rest }) => ({ ...rest, body: body && Buffer.from(body).toString() })),
          wantsEvents(paused),
        ];
      },
    ),
  "answers that are pages, or not": () =>
    rows(
      [
        [200, "text/html"],
        [200, "text/html; charset=x"],
        [200, ""],
        [200, "image/png"],
        [200, "application/json"],
        [200, "application/xhtml+xml"],
        [200, "application/pdf"],
        [204, "text/html"],
        [205, ""],
        [302, "text/html"],
        [304, ""],
        [399, ""],
        [400, ""],
        [404, "text/html"],
        [519, ""],
        [520, ""],
        [530, ""],
        [531, ""],
      ] as const,
      ([status, type]) => {
        const headers = new Headers(type === "" ? {} : { "content-type": type });
        return [true, false, [404], ["2xx"]].map((rule) => {
          try {
            admitDocument({ status, headers, body: bytesOf("x") }, rule as never);
            return "a page";
          } catch (error) {
            return (error as Error).message;
          }
        });
      },
    ),
  "how contexts are sealed": () => [
    ["contexts", () => CONTEXT],
    ["each answer", () => [SANDBOX, NO_SOCKETS, HTTPS_WITHIN, [...DROPPED_HEADERS]]],
    ...rows(["proxy", "interception"] as const, lockdownScript),
    ["workers", () => WORKER_LOCKDOWN_SCRIPT],
  ],
  "lengths as transferred": () =>
    rows(
      [
        {},
        { "content-length": "9" },
        { "content-length": "9", "content-encoding": "br" },
        { "content-length": "9x", "content-encoding": "br" },
        { "content-encoding": "gzip" },
        { "content-length": "9", "content-encoding": "identity" },
      ] as Record<string, string>[],
      (headers) => transferredBytes({ status: 200, headers: new Headers(headers), body: bytesOf("four") }),
    ),
  "faults of pages": () => {
    const failures = [
      { url: "https://cdn.example/a", reason: "HTTP 404", status: 404 },
      { url: "https://x.cdn.example/b", reason: "HTTP 500.", status: 500 },
      { url: "https://acdn.example:8443/c", reason: "No answer" },
    ];
    const rules = [
      false,
      true,
      { statuses: [404] },
      { statuses: ["5xx"], unreachable: false },
      { domains: [".cdn.example"] },
      { domains: ["CDN.example:443"], unreachable: true },
      { ignoreDomains: ["cdn.example", "acdn.example"] },
      { statuses: ["404-499"], domains: ["x.cdn.example"] },
    ];
    return [
      ...rows(rules, (rule) =>
        refuseFaults({ consoleErrors: ["oops!"], failures }, options({ failOnResourceError: rule })),
      ),
      ...rows([5, 6, 9], (count) =>
        refuseFaults(
          { consoleErrors: Array.from({ length: count }, (_, i) => `e${i}`), failures },
          options({ failOnConsoleError: true }),
        ),
      ),
      ...rows([true, false, [404], ["4xx"], ["400-403", 500], ["5XX"]], (rule) =>
        [200, 399, 400, 403, 404, 499, 500, 599].filter((status) => refusesStatus(rule as never, status)),
      ),
    ];
  },
  scripts: () => [
    ...rows(
      [
        "",
        "module",
        "importmap",
        "text/javascript",
        "text/ecmascript",
        "application/ld+json",
        " Text/JavaScript ",
        "text/jscript",
        "javascripts",
      ],
      isProgram,
    ),
    ...rows(
      [
        "<p>x",
        "<script>",
        "<SCRIPT src=x>",
        "<iframe>",
        "<frame>",
        "<object>",
        "<embed>",
        "<p onclick=x>",
        "<p on=x>",
        "<p data-onclick=x>",
        "<p/onload = x>",
        "<meta http-equiv=refresh>",
        '<meta http-equiv = "Refresh">',
        "<meta http-equiv=content-type>",
        `${"x".repeat(65_533)}<script>`,
        "\xff\xfe<p>",
      ],
      (html) => [
        mayRunScripts(bytesOf(html), "text/html"),
        mayRunScripts(bytesOf(html), "text/plain"),
        mayRunScripts(bytesOf(html), "text/html;charset=utf-16"),
      ],
    ),
  ],
  "marks on pages": () => [
    ...rows(MARKS, (mark) => watermarks([z.parse(documentFields.watermark as never, mark) as Mark], SIZES.slice(0, 3))),
    ["sizes", () => distinct(SIZES)],
    [
      "all",
      () =>
        watermarks(
          MARKS.map((mark) => z.parse(documentFields.watermark as never, mark) as Mark),
          SIZES,
        ).laid,
    ],
  ],
  letterheads: () => [
    ["three of six pages", () => letterhead('<R&D> "x"', { first: 2, total: 6, sizes: SIZES.slice(0, 3) })],
    [
      "options",
      () =>
        letterheadOptions(
          options({ headerTemplate: "h", margin: "1in", locale: "de", landscape: true, scale: 0.5 }),
          { first: 0, total: 2, sizes: SIZES.slice(0, 1) },
          7,
        ),
    ],
    ["options of marks", () => overlayOptions(options({ userAgent: "x", network: "none", scale: 2, tagged: true }), 9)],
    ...rows(
      [{ headerTemplate: "pageNumber" }, { footerTemplate: "totalPages" }, { headerTemplate: "title" }],
      (fields) => countsPages(options(fields)),
    ),
  ],
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
  Markdown: () => [
    ...rows(
      [
        "# Title\n\ntext",
        "no title",
        "Setext\n===",
        "- [x] done\n- [ ] open",
        "| a | b |\n|--|:-:|\n| 1 | 2 |",
        "note[^1]\n\n[^1]: foot",
        "> [!NOTE]\n> hear",
        "<script>x</script>",
        "```js\na<b\n```",
        "# `code` & <b>bold</b>",
        "~~gone~~ www.example.com",
      ],
      (text) =>
        markdownPage(text, "markdown").then((page) => page.replace(/<style>[\s\S]*?<\/style>/, "<style>…</style>")),
    ),
    [
      "in a template",
      () => markdownPage("# T&\n$&", "markdown", "<i>{{title}}</i>{{ content }}{{content}}{{content}}", "name.md"),
    ],
    ["with a name", () => markdownPage("x", "markdown", "{{title}}{{content}}", "notes.md")],
    ["in no template", () => markdownPage("x", "markdown", "<p>")],
    ...rows(
      [
        ["a.md", undefined],
        ["a.MARKDOWN", undefined],
        ["a.html", "text/markdown"],
        ["a", "text/x-markdown; charset=x"],
        [undefined, undefined],
        ["amd", "text/html"],
      ] as const,
      ([name, type]) => isMarkdown(name, type),
    ),
  ],
  "notes of renders": () => [
    ["none", () => [new RenderingNotes(), new RenderingNotes().counts()]],
    [
      "some",
      () => {
        const notes = new RenderingNotes();
        for (const method of ["browser-shared-session", "browser-quick-action", "browser-shared-session"])
          notes.rendered(method);
        for (let i = 0; i < 12; i++) notes.problem(`problem ${i >> 1}${i > 9 ? i : ""}`);
        Object.assign(notes, { launches: 2, sealing: "interception", waitedMs: 3 });
        return [notes, notes.counts(), notes.usedFallback];
      },
    ],
  ],
});
