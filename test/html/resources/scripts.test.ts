import { describe, expect, it } from "vitest";
import { mayRunScripts } from "../../../src/html/resources/scripts.ts";

const active = (text: string, type = "text/html; charset=utf-8") => mayRunScripts(new TextEncoder().encode(text), type);

describe("a document may run scripts", () => {
  it.each([
    "<SCRIPT>1</script>",
    `<svg><script href="a.js"/></svg>`,
    `<body onload="x()">`,
    `<img src=a.png/onerror=x()>`,
    "<img src='a'OnError = 'x()'>",
    "<iframe src=a.html></iframe>",
    "<frameset><frame src=a></frameset>",
    "<object data=a.svg></object>",
    "<embed src=a.svg>",
    `<meta http-equiv = "Refresh" content="0; url=/next">`,
    `${"x".repeat(64 * 1024 - 4)}<script></script>`,
    `${"x".repeat(64 * 1024 + 60)}<script></script>`,
  ])("%.40j", (text) => {
    expect(active(text)).toBe(true);
  });

  it.each(["application/xhtml+xml", "image/svg+xml", "", "text/html; charset=utf-16le"])("in doubt: as %j", (type) => {
    expect(active("<p>Plain", type)).toBe(true);
    expect(mayRunScripts(new Uint8Array([0xff, 0xfe, 0x3c, 0]), "text/html")).toBe(true);
  });
});

describe("a document is as it is parsed", () => {
  it.each([
    "",
    "<h1>Invoice</h1>",
    "<meta http-equiv=content-type content=text/html>",
    "<style>p { color: red }</style><p>on Monday a = b",
    "<p title='description'>&lt;script",
  ])("%j", (text) => {
    expect(active(text)).toBe(false);
  });
});
