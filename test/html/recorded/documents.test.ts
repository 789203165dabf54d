import { gzipSync } from "node:zlib";
import { isMarkdown, markdownPage } from "../../../src/html/markdown/markdown.ts";
import { assetAt, mimeType } from "../../../src/html/resources/assets.ts";
import { charsetOf, decodeHtml } from "../../../src/html/resources/charset.ts";
import { lastingText, localSource, unpackedAtMost } from "../../../src/html/resources/html-source.ts";
import { isProgram, mayRunScripts } from "../../../src/html/resources/scripts.ts";
import { bytesOf, recordedPages, rows } from "./table.ts";

recordedPages({
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
        markdownPage(text, "markdown").then(({ html }) => html.replace(/<style>[\s\S]*?<\/style>/, "<style>…</style>")),
    ),
    [
      "in a template",
      () =>
        markdownPage("# T&\n$&", "markdown", {
          template: "<i>{{title}}</i>{{ content }}{{content}}{{content}}",
          name: "name.md",
        }),
    ],
    ["with a name", () => markdownPage("x", "markdown", { template: "{{title}}{{content}}", name: "notes.md" })],
    ["in no template", () => markdownPage("x", "markdown", { template: "<p>" })],
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
});
