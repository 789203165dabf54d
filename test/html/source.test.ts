import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { HtmlProblem } from "../../src/html/problem.ts";
import { declaredCharset, decodeHtml, localSource } from "../../src/html/source.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("an HTML file", () => {
  it("tells its encoding by a byte order mark, before a meta element", () => {
    expect(declaredCharset(bytes("\xef\xbb\xbf<meta charset=latin1>"))).toBe("utf-8");
    expect(declaredCharset(bytes("\xff\xfe<\0"))).toBe("utf-16le");
    expect(declaredCharset(bytes("\xfe\xff\0<"))).toBe("utf-16be");
  });

  it("or by a meta element in its first kilobyte, outside comments", () => {
    expect(declaredCharset(bytes('<meta charset="Windows-1252">'))).toBe("windows-1252");
    expect(declaredCharset(bytes("<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>"))).toBe("koi8-r");
    expect(declaredCharset(bytes("<!-- <meta charset=latin1> --><p>"))).toBeUndefined();
    expect(declaredCharset(bytes(" ".repeat(1100) + "<meta charset=latin1>"))).toBeUndefined();
  });

  it("is UTF-8 otherwise, and the browser is told so", () => {
    expect(localSource(bytes("<p>"), undefined).type).toBe("text/html; charset=utf-8");
    expect(localSource(bytes("<meta charset=latin1>"), undefined).type).toBe("text/html");
    expect(decodeHtml(bytes("<meta charset=no-such-thing>\xc3\xbc"))).toContain("ü");
  });

  it("may be gzipped", () => {
    expect(new TextDecoder().decode(localSource(gzipSync("<p>Packed"), undefined).bytes)).toBe("<p>Packed");
    expect(() => localSource(bytes("\x1f\x8bbroken"), undefined)).toThrow(HtmlProblem);
    expect(() => localSource(gzipSync(new Uint8Array(30 * 1024 * 1024)), undefined)).toThrow("unpacks to more");
  });
});
