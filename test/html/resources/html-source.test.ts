import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";
import { HtmlProblem } from "../../../src/html/html-problem.ts";
import { charsetOf, decodeHtml } from "../../../src/html/resources/charset.ts";
import { localSource, unpackedAtMost } from "../../../src/html/resources/html-source.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("an HTML file", () => {
  it("shows its encoding by a byte order mark, before all else", () => {
    expect(charsetOf(bytes("\xef\xbb\xbf<meta charset=latin1>"), "latin1")).toBe("utf-8");
    expect(charsetOf(bytes("\xff\xfe<\0"))).toBe("utf-16le");
    expect(charsetOf(bytes("\xfe\xff\0<"))).toBe("utf-16be");
  });

  it.each([
    ['<meta charset="Windows-1252">', "windows-1252"],
    ["<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>", "koi8-r"],
    [`<head><script>${"/* long */".repeat(400)}</script><meta charset=latin1>`, "windows-1252"],
    ['<?xml version="1.0" encoding="shift_jis"?><html>', "shift_jis"],
    ["<!-- <meta charset=latin1> --><p>", "utf-8"],
    ["<script>'<meta charset=latin1>'</script>", "utf-8"],
    ['<meta name=description content="on charset=latin1">', "utf-8"],
    ["<meta charset=utf-16>", "utf-8"],
    ["<meta charset=no-such-thing>", "utf-8"],
    ["<meta charset=no-such-thing><meta charset=latin1>", "windows-1252"],
    ["<p>", "utf-8"],
    ["<p>\xc3\xbc", "utf-8"],
    ["<p>M\xfcller \x80 5", "windows-1252"],
    ["<meta charset=shift_jis><p>\x93\xfa\x96\x7b", "shift_jis"],
  ])("tells its encoding by a meta element that names one, else by its bytes: %s", (html, charset) => {
    expect(charsetOf(bytes(html))).toBe(charset);
  });

  it("that was sent with it goes before its own meta element, if it is a known one", () => {
    expect(charsetOf(bytes("<meta charset=koi8-r>"), "latin1")).toBe("windows-1252");
    expect(charsetOf(bytes("<meta charset=koi8-r>"), "no-such-thing")).toBe("koi8-r");
  });

  it("is looked for in the first 16 KiB", () => {
    const behind = (length: number) => charsetOf(bytes(`${" ".repeat(length)}<meta charset=latin1>`));
    expect([behind(16_000), behind(16_384)]).toEqual(["windows-1252", "utf-8"]);
  });

  it("has one encoding, in its bytes and in what the browser gets", () => {
    expect(localSource(bytes("<p>"), undefined).type).toBe("text/html; charset=utf-8");
    expect(localSource(bytes("<meta charset=latin1>"), undefined).type).toBe("text/html; charset=windows-1252");
    expect(decodeHtml(bytes("<meta charset=no-such-thing>\xc3\xbc"))).toContain("ü");
    expect(decodeHtml(bytes("<p>\xfc"), "latin1")).toContain("ü");
  });

  it("that was sent as text is what it is, whatever it says", () => {
    const text = new TextEncoder().encode("<meta charset=latin1>ü");
    expect(localSource(text, undefined, [], "utf-8").type).toBe("text/html; charset=utf-8");
  });

  it.each([
    ["%PDF-1.7\n", "is a PDF"],
    ["\x89PNG\r\n\x1a\n\0\0", "binary"],
    ["PK\x03\x04", "binary"],
  ])("is not a file of another kind: %j", (content, reason) => {
    expect(() => localSource(bytes(content), undefined)).toThrow(reason);
  });

  it("is recognised by its first 1024 bytes", () => {
    const spaces = (count: number) => bytes(`${" ".repeat(count)}\0`);
    expect(() => localSource(spaces(1023), undefined)).toThrow("binary");
    expect(localSource(spaces(1024), undefined).bytes).toHaveLength(1025);
  });

  it("may have as many bytes as the limit and not one more", () => {
    const spaces = (length: number) => localSource(new Uint8Array(length).fill(0x20), undefined);
    expect(spaces(HTML_LIMITS.documentBytes).bytes).toHaveLength(HTML_LIMITS.documentBytes);
    expect(() => spaces(HTML_LIMITS.documentBytes + 1)).toThrow(expect.objectContaining({ kind: "too-large" }));
  });

  it("may be gzipped", () => {
    expect(new TextDecoder().decode(localSource(gzipSync("<p>Packed"), undefined).bytes)).toBe("<p>Packed");
    expect(() => localSource(bytes("\x1f\x8bbroken"), undefined)).toThrow(HtmlProblem);
    const most = HTML_LIMITS.documentBytes;
    expect(() => localSource(gzipSync(new Uint8Array(most + 1)), undefined)).toThrow("unpacks to more");
    // Nor is it unpacked to its end, where it is damaged.
    const long = gzipSync(new Uint8Array(most + 512 * 1024)).subarray(0, -8);
    expect(() => localSource(long, undefined)).toThrow("unpacks to more");
    const cut = gzipSync(new Uint8Array(most)).subarray(0, -8);
    expect(() => localSource(cut, undefined)).toThrow("cannot be unpacked");
  });
});

it("what is gzipped counts for what it may unpack to, and no more than a document may have", () => {
  const head = [0x1f, 0x8b];
  expect(unpackedAtMost(Uint8Array.of(...head, 0, 0))).toBe(4 * 1032);
  const large = new Uint8Array(1 << 20);
  large.set(head);
  expect(unpackedAtMost(large)).toBe(20 << 20);
  expect(unpackedAtMost(bytes("<p>Plain"))).toBe(0);
});
