import { describe, expect, it } from "vitest";
import { assetAt, dataAsset, mimeType } from "../../../src/html/resources/assets.ts";
import { localSource } from "../../../src/html/resources/html-source.ts";

describe("the document's own files", () => {
  const asset = (name: string) => ({ name, bytes: new Uint8Array(1), type: undefined });
  const source = localSource(Buffer.from("<p>x"), new URL("https://site.test/docs/page.html"), [
    asset("a b.png"),
    asset("./sub/ü.css"),
    asset("/top.js"),
    asset("half \ud800.png"),
  ]);

  it.each([
    ["https://site.test/docs/a%20b.png", "a b.png"],
    ["https://site.test/docs/sub/%C3%BC.css?v=1#x", "./sub/ü.css"],
    ["https://site.test/docs/top.js", "/top.js"],
    ["https://site.test/docs/half%20%EF%BF%BD.png", "half \ud800.png"],
    ["https://site.test/top.js", undefined],
    ["https://other.test/docs/top.js", undefined],
    ["https://site.test/docs/%ff.png", undefined],
  ])("are found at their place: %s", (url, name) => {
    expect(assetAt(new URL(url), source)?.name).toBe(name);
  });

  it("are found by their name alone where no other file can be", () => {
    const files = [asset("a.css"), asset("b/c.css"), asset("x/two.png"), asset("two.png")];
    const own = localSource(Buffer.from("<p>x"), undefined, files);
    const found = (path: string, source = own) => assetAt(new URL(path, source.url), source)?.name;
    expect(found("/css/a.css")).toBe("a.css");
    expect(found("/x/two.png")).toBe("x/two.png");
    expect([found("/c.css"), found("/css/b.css")]).toEqual([undefined, undefined]);
    expect(found("/css/a.css", localSource(Buffer.from("<p>x"), new URL("https://site.test/"), files))).toBeUndefined();
  });

  it("are read once, however often a page asks", () => {
    let reads = 0;
    const assets = Array.from({ length: 500 }, (_, at) => ({
      get name() {
        reads++;
        return `${at}.png`;
      },
      bytes: new Uint8Array(1),
      type: undefined,
    }));
    const large = localSource(Buffer.from("<p>x"), new URL("https://site.test/"), assets);
    for (let at = 0; at < 500; at++) assetAt(new URL(`https://site.test/${at}.png`), large);
    expect(reads).toBe(500);
  });

  it("are found by their first of two equal names", () => {
    const two = [asset("a.png"), { ...asset("./a.png"), type: "image/x-second" }];
    const source = localSource(Buffer.from("<p>x"), new URL("https://site.test/"), two);
    expect(assetAt(new URL("https://site.test/a.png"), source)?.type).toBeUndefined();
  });

  it.each([
    ["data:image/png;base64,AQID", "image/png", [1, 2, 3]],
    ["data:image/png;base64,AQ%49D#x", "image/png", [1, 2, 3]],
    ["data:image/svg+xml,%3Ca w='100%'>", "image/svg+xml", [...Buffer.from("<a w='100%'>")]],
    ["data:,a%", "text/plain", [...Buffer.from("a%")]],
    ["data:nothing", "text/plain", []],
  ])("may be read from a data: URL: %s", (url, type, bytes) => {
    expect(dataAsset("x", url)).toEqual({ name: "x", type, bytes: expect.anything() });
    expect([...dataAsset("x", url).bytes]).toEqual(bytes);
  });

  it.each([
    ["a.CSS", "text/css"],
    ["a.b.woff2", "font/woff2"],
    ["x.mjs", "text/javascript"],
    ["x.svg", "image/svg+xml"],
    ["x.jpeg", "image/jpeg"],
    ["x", "application/octet-stream"],
    ["x.unknown", "application/octet-stream"],
    ["x.constructor", "application/octet-stream"],
  ])("have the type of their name: %s is %s", (name, type) => {
    expect(mimeType(name)).toBe(type);
  });
});
