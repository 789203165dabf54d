import { describe, expect, it } from "vitest";
import { assetAt, mimeType } from "../../../src/html/resources/assets.ts";
import { localSource } from "../../../src/html/resources/html-source.ts";

describe("the document's own files", () => {
  const asset = (name: string) => ({ name, bytes: new Uint8Array(1), type: undefined });
  const source = localSource(Buffer.from("<p>x"), new URL("https://site.test/docs/page.html"), [
    asset("a b.png"),
    asset("./sub/ü.css"),
    asset("/top.js"),
  ]);

  it.each([
    ["https://site.test/docs/a%20b.png", "a b.png"],
    ["https://site.test/docs/sub/%C3%BC.css?v=1#x", "./sub/ü.css"],
    ["https://site.test/docs/top.js", "/top.js"],
    ["https://site.test/top.js", undefined],
    ["https://other.test/docs/top.js", undefined],
    ["https://site.test/docs/%ff.png", undefined],
  ])("are found at their place: %s", (url, name) => {
    expect(assetAt(new URL(url), source)?.name).toBe(name);
  });

  it.each([
    ["a.CSS", "text/css"],
    ["a.b.woff2", "font/woff2"],
    ["x.mjs", "text/javascript"],
    ["x.svg", "image/svg+xml"],
    ["x.jpeg", "image/jpeg"],
    ["x", "application/octet-stream"],
    ["x.unknown", "application/octet-stream"],
  ])("have the type of their name: %s is %s", (name, type) => {
    expect(mimeType(name)).toBe(type);
  });
});
