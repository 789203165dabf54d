import { describe, expect, it } from "vitest";
import { outgoingRequest, type PausedRequest, wantsEvents } from "../../../../src/html/browser/page/paused-request.ts";
import { htmlOptions } from "../../../../src/html/fields/options.ts";
import { HTML_LIMITS } from "../../../../src/html/html-limits.ts";
import { Credentials } from "../../../../src/html/resources/credentials.ts";

const credentials = (page: string, options: object) => new Credentials(new URL(page), htmlOptions.parse(options));
const at = (url: string) => new URL(url);

describe("a page's request, sent in its place", () => {
  const none = credentials("https://a.test/", {});
  const paused = (request: Partial<PausedRequest["request"]>): PausedRequest => ({
    ...{ requestId: "1", frameId: "1", resourceType: "Fetch" },
    request: { url: "https://a.test/x", method: "GET", headers: {}, ...request },
  });
  const out = (request: Partial<PausedRequest["request"]>, sent = none, url = "https://a.test/x") =>
    outgoingRequest(paused(request), at(url), sent);

  it("has its headers, but none that is about the connection", () => {
    const headers = {
      Host: "a",
      Connection: "x",
      "Content-Length": "1",
      "accept-encoding": "br",
      Accept: "*/*",
      Empty: "",
    };
    expect(out({ headers })).toEqual({ method: "GET", headers: { Accept: "*/*" } });
  });

  it("has the client's headers in place of its own", () => {
    const sent = credentials("https://a.test/", { extraHeaders: { Accept: "text/plain" } });
    expect(out({ headers: { Accept: "*/*" } }, sent).headers).toEqual({ Accept: "text/plain" });
  });

  it("has its cookies at its own address, and not where that was changed", () => {
    const headers = { cookie: "a=1" };
    expect(out({ headers }).headers).toEqual({ Cookie: "a=1" });
    expect(out({ headers }, none, "http://a.test/x").headers).toEqual({});
  });

  it("has its body, joined of its pieces, up to a mebibyte", () => {
    const body = (...pieces: (Uint8Array | undefined)[]) => {
      const postDataEntries = pieces.map((piece) => (piece ? { bytes: Buffer.from(piece).toString("base64") } : {}));
      return out({ method: "POST", hasPostData: true, postDataEntries }).body;
    };
    expect(body(Buffer.from("one"))?.toString()).toBe("one");
    expect(body(Buffer.from("one"), Buffer.from("two"))?.toString()).toBe("onetwo");
    expect(body(new Uint8Array(HTML_LIMITS.sentBytes))).toHaveLength(HTML_LIMITS.sentBytes);
    expect(() => body(new Uint8Array(HTML_LIMITS.sentBytes + 3))).toThrow("sends more than");
    expect(() => body(undefined)).toThrow("does not tell the body");
    expect(out({ hasPostData: false, postDataEntries: [{ bytes: "eA==" }] })).not.toHaveProperty("body");
  });

  it.each([
    [{ Accept: "text/event-stream" }, true],
    [{ accept: "Text/Event-Stream; q=1" }, true],
    [{ accept: "text/event-streams" }, false],
    [{ accept: "text/html, text/event-stream" }, false],
    [{ "x-accept": "text/event-stream" }, false],
  ])("asks for events or not by what it accepts: %j", (headers, asks) => {
    expect(wantsEvents(paused({ headers }))).toBe(asks);
  });
});
