import { describe, expect, it } from "vitest";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { Credentials } from "../../../src/html/resources/credentials.ts";

const credentials = (page: string, options: object) => new Credentials(new URL(page), htmlOptions.parse(options));
const at = (url: string) => new URL(url);

describe("headers that the client adds", () => {
  const sent = credentials("http://a.test/page", {
    extraHeaders: { A: "own" },
    originHeaders: { "https://b.test": { B: "1" }, "https://B.test:443": { C: "2" }, "http://a.test": { D: "3" } },
  });

  it.each([
    ["http://a.test/other", { A: "own", D: "3" }],
    ["https://a.test/other", { A: "own" }],
    ["http://a.test:8080/", {}],
    ["http://sub.a.test/", {}],
    ["https://b.test/x", { B: "1", C: "2" }],
    ["http://b.test/x", {}],
  ])("go to their own origin only: %s", (url, headers) => {
    expect(sent.headersFor(at(url))).toEqual(headers);
  });

  it("are as many of one origin, however it is written, as one object may have", () => {
    const written = Array.from({ length: 2000 }, (_, i) =>
      Array.from("abcdefghijk", (letter, bit) => ((i >> bit) & 1 ? letter.toUpperCase() : letter)).join(""),
    );
    const headers = (each: number) =>
      Object.fromEntries(
        written.map((host, i) => [
          `https://${host}.test`,
          Object.fromEntries(Array.from({ length: each }, (_, k) => [`H${i * each + k}`, ""])),
        ]),
      );
    const all = credentials("https://a.test/", { originHeaders: headers(1) }).headersFor(
      at("https://abcdefghijk.test/"),
    );
    expect(Object.keys(all)).toHaveLength(2000);
    expect(() => credentials("https://a.test/", { originHeaders: headers(60) })).toThrow("at most 2000 headers of one");
  });

  it("of a page by https do not go to the same host by http", () => {
    expect(credentials("https://a.test/", { extraHeaders: { A: "1" } }).headersFor(at("http://a.test/"))).toEqual({});
  });
});

describe("cookies that the client adds", () => {
  const sent = credentials("https://a.test/page", {
    cookies: [
      { name: "own", value: "1" },
      { name: "cdn", value: "2", origin: "https://cdn.test", path: "/x", secure: true },
      { name: "all", value: "3", url: "https://cdn.test/y" },
      { name: "plain", value: "4", origin: "http://cdn.test", secure: true },
      { name: "above", value: "5", domain: ".TEST" },
    ],
  });

  it("of the page's own origin are left to the browser", () => {
    expect(sent.own.map(({ name }) => name)).toEqual(["own", "above"]);
    expect(sent.cookieHeader(at("https://a.test/x"), "own=1; mine=0")).toBe("own=1; mine=0");
  });

  it.each([
    ["https://cdn.test/x", "", "cdn=2; all=3"],
    ["https://cdn.test/x/y", "mine=0", "mine=0; cdn=2; all=3"],
    ["https://cdn.test/xy", "", "all=3"],
    ["http://cdn.test/x", "", ""],
    ["https://a.test:444/", "own=1; mine=0; above=5", "mine=0"],
    ["https://other.test/", "", ""],
  ])("go to %s, which has %j, as %j", (url, fromBrowser, header) => {
    expect(sent.cookieHeader(at(url), fromBrowser)).toBe(header);
  });

  it("of a host that is not the page's are refused, saying how to name it", () => {
    const cookies = [
      { name: "a", value: "1" },
      { name: "b", value: "1", domain: "cdn.test" },
    ];
    const made = () => credentials("https://a.test/", { cookies });
    expect(made).toThrow('cookies[1].domain: "cdn.test" is not the page\'s own host');
    expect(made).toThrow(expect.objectContaining({ field: "cookies[1].domain" }));
    expect(() => credentials("https://a.test/", { cookies: [{ name: "a", value: "1", domain: "est" }] })).toThrow(
      "host",
    );
  });
});
