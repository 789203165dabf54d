import { beforeEach, describe, expect, it } from "vitest";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";
import type { NetworkRules } from "../../../src/html/resources/fetching.ts";
import { Gatherer } from "../../../src/html/resources/gatherer.ts";
import { type Asset, type HtmlSource, localSource } from "../../../src/html/resources/html-source.ts";

type Answer = string | (() => Response);

const SITE = "https://site.example";
const OTHER = "https://other.example";
const asked: { url: string; headers: Record<string, string> }[] = [];
/** What there is at each address; everything else is 404. */
let web: Record<string, Answer>;

beforeEach(() => {
  asked.length = 0;
  web = {};
});

function gatherer(source: HtmlSource, options: object = {}, rules: NetworkRules = {}, signal = never()): Gatherer {
  const network: NetworkRules = {
    allowHosts: ["site.example", "other.example"],
    fetcher: (async (url: string, init: { headers: Record<string, string> }) => {
      asked.push({ url, headers: init.headers });
      const answer = web[url] ?? (() => new Response("", { status: 404 }));
      return typeof answer === "string" ? typed(answer, "text/html")() : answer();
    }) as unknown as typeof fetch,
    ...rules,
  };
  return new Gatherer(source, htmlOptions.parse(options), network, signal);
}
const never = () => new AbortController().signal;
const page = (path = "/"): HtmlSource => ({ kind: "url", url: new URL(path, SITE) });
const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } });
const typed = (body: BodyInit, type: string) => () => new Response(body, { headers: { "content-type": type } });
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const here = new URL(SITE);

describe("what the request wants sent along", () => {
  const options = {
    extraHeaders: { "X-Token": "own" },
    originHeaders: { [OTHER]: { "X-Token": "other" } },
    userAgent: "Tester/1",
    acceptLanguage: "de, en;q=0.5",
  };

  it("goes to the page's own origin, to each named origin its own, and to no other", async () => {
    web = { [`${SITE}/`]: "<p>x" };
    const gathering = gatherer(page(), options, { allowHosts: ["site.example", "other.example", "third.example"] });
    await gathering.document();
    for (const url of [`${SITE}/a`, `${OTHER}/a`, "https://third.example/a"]) await gathering.resource(url, here);
    expect(asked.map(({ url, headers }) => [url, headers["X-Token"]])).toEqual([
      [`${SITE}/`, "own"],
      [`${SITE}/a`, "own"],
      [`${OTHER}/a`, "other"],
      ["https://third.example/a", undefined],
    ]);
  });

  it("does not follow a redirect to another origin", async () => {
    web = { [`${SITE}/`]: redirect(`${OTHER}/b`), [`${OTHER}/b`]: redirect(`${SITE}/c`), [`${SITE}/c`]: "<p>There" };
    expect(await gatherer(page(), options).document()).toMatchObject({ html: "<p>There", base: new URL("/c", SITE) });
    expect(asked.map(({ headers }) => headers["X-Token"])).toEqual(["own", "other", "own"]);
  });

  it("lets every server know who asks, and for which language", async () => {
    await gatherer(page(), options).resource(`${OTHER}/a`, here);
    expect(asked[0]?.headers).toMatchObject({ "user-agent": "Tester/1", "accept-language": "de, en;q=0.5" });
    await gatherer(page()).resource(`${OTHER}/a`, here);
    expect(asked[1]?.headers).not.toHaveProperty("user-agent");
    expect(asked[1]?.headers).toMatchObject({ "accept-language": "en-US, en;q=0.9" });
  });
});

describe("a document", () => {
  it("is read in the encoding that its server says, before its own word", async () => {
    web = { [`${SITE}/`]: typed(Uint8Array.of(0x3c, 0x70, 0x3e, 0xfc), 'text/html; charset="latin1"') };
    expect((await gatherer(page()).document()).html).toBe("<p>ü");
  });

  it.each(["text/plain", "image/svg+xml", "application/json"])("of type %s is shown by browsers only", async (type) => {
    web = { [`${SITE}/`]: typed("x", type) };
    await expect(gatherer(page()).document()).rejects.toMatchObject({ name: "SessionProblem" });
  });

  it.each(["text/html", "TEXT/HTML; charset=utf-8", "application/xhtml+xml"])("of type %s is one", async (type) => {
    web = { [`${SITE}/`]: typed("<p>x", type) };
    expect(await gatherer(page()).document()).toMatchObject({ html: "<p>x", size: 4 });
  });

  it("is not there where its address fails, unless the request takes that", async () => {
    web = { [`${SITE}/`]: () => new Response("<p>Gone", { status: 410, headers: { "content-type": "text/html" } }) };
    await expect(gatherer(page()).document()).rejects.toMatchObject({ kind: "unreachable", field: "url" });
    expect((await gatherer(page(), { failOnHttpStatus: false }).document()).html).toBe("<p>Gone");
  });

  it("is behind five redirects at most", async () => {
    for (let i = 1; i <= 5; i++) web[`${SITE}/${i}`] = redirect(i === 1 ? "/" : `/${i - 1}`);
    web[`${SITE}/`] = "<p>There";
    web[`${SITE}/6`] = redirect("/5");
    web[`${SITE}/nowhere`] = redirect("http://");
    expect((await gatherer(page("/5")).document()).html).toBe("<p>There");
    for (const path of ["/6", "/nowhere"]) {
      await expect(gatherer(page(path)).document()).rejects.toMatchObject({ kind: "unreachable", field: "url" });
    }
  });

  it("whose redirect leads inside is refused before anyone is asked there", async () => {
    web = { [`${SITE}/`]: redirect("http://169.254.169.254/latest") };
    await expect(gatherer(page()).document()).rejects.toMatchObject({ kind: "unreachable" });
    expect(asked.map(({ url }) => url)).toEqual([`${SITE}/`]);
  });

  it("that did not come in time is the browser side's failure, so that the next way is tried", async () => {
    const late = new AbortController();
    late.abort();
    const fetcher = (() => Promise.reject(new Error("aborted"))) as unknown as typeof fetch;
    const allowHosts = ["site.example"];
    await expect(gatherer(page(), {}, { allowHosts, fetcher }, late.signal).document()).rejects.toMatchObject({
      name: "SessionProblem",
    });
    await expect(gatherer(page(), {}, { allowHosts, fetcher }, late.signal).resource("/a", here)).rejects.toMatchObject(
      { name: "SessionProblem" },
    );
    await expect(gatherer(page(), {}, { allowHosts, fetcher }).document()).rejects.toMatchObject({
      name: "HtmlProblem",
    });
  });
});

describe("what a document shows", () => {
  it("is fetched once, wherever in it a reference leads", async () => {
    web = { [`${SITE}/a`]: typed("a", "image/png; x=y") };
    const gathering = gatherer(page());
    const [first, second] = [await gathering.resource("/a#b", here), await gathering.resource("a#c", here)];
    expect(first).toMatchObject({ type: "image/png" });
    expect(second).toBe(first);
    expect(asked).toHaveLength(1);
  });

  it("is noted where it cannot be had: by its status, or by why", async () => {
    const gathering = gatherer(page());
    expect(await gathering.resource("/none", here)).toBeUndefined();
    expect(await gathering.resource("http://10.0.0.1/", here)).toBeUndefined();
    expect(await gathering.resource("http://", here)).toBeUndefined();
    expect(gathering.failures).toEqual([
      { url: `${SITE}/none`, reason: "HTTP 404", status: 404 },
      { url: "http://10.0.0.1/", reason: expect.any(String) },
    ]);
    expect(asked).toHaveLength(1);
  });

  it("is within the address, where it is there", async () => {
    const gathering = gatherer(page());
    const found = async (address: string) => {
      const resource = await gathering.resource(address, here);
      return [resource?.type, text(resource?.bytes)];
    };
    expect(await found("data:image/svg+xml,%3Csvg/%3E")).toEqual(["image/svg+xml", "<svg/>"]);
    expect(await found("data:text/css;charset=utf-8;base64,YSB7fQ==")).toEqual(["text/css", "a {}"]);
    expect(asked).toEqual([]);
  });

  it("is taken from the request's assets first, and never fetched from the service's own origin", async () => {
    const assets: Asset[] = [{ name: "img/a b.png", bytes: Uint8Array.of(1), type: undefined }];
    const local = localSource(new TextEncoder().encode("<p>x"), undefined, assets);
    const gathering = gatherer(local);
    const base = (local as { url: URL }).url;
    expect(await gathering.resource("img/a%20b.png", base)).toEqual({ type: "image/png", bytes: Uint8Array.of(1) });
    expect(await gathering.resource("img/other.png", base)).toBeUndefined();
    expect(gathering.failures).toEqual([{ url: new URL("img/other.png", base).href, reason: "HTTP 404" }]);
    expect(asked).toEqual([]);
    // Where a base was given there is a site to ask.
    web = { [`${SITE}/b.png`]: "b" };
    const based = gatherer(localSource(new TextEncoder().encode("<p>x"), here, assets));
    expect(text((await based.resource("b.png", here))?.bytes)).toBe("b");
  });

  it("with network: none is what was sent with the request", async () => {
    const gathering = gatherer(page(), { network: "none" });
    expect(await gathering.resource("/a", here)).toBeUndefined();
    expect([asked, gathering.failures.length]).toEqual([[], 1]);
  });

  it("is of 200 addresses at most", async () => {
    const gathering = gatherer(page());
    for (let i = 0; i < 200; i++) await gathering.resource(`/${i}`, here);
    await gathering.resource("/0", here);
    expect(() => gathering.resource("/200", here)).toThrow("more than can be gathered");
    expect(asked).toHaveLength(200);
  });

  it("is of a bounded size, one by one and together", async () => {
    const piece = new Uint8Array(HTML_LIMITS.resourceBytes / 2);
    const pieces = (count: number) => () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (let i = 0; i < count; i++) controller.enqueue(piece);
            controller.close();
          },
        }),
      );
    web = { [`${SITE}/three`]: pieces(3), [`${SITE}/one`]: pieces(1), [`${SITE}/two`]: pieces(1) };
    const gathering = gatherer(page());
    expect(await gathering.resource("/three", here)).toBeUndefined();
    expect(gathering.failures[0]?.reason).toContain("larger than");
    await gathering.resource("/one", here);
    expect((await gathering.resource("/two", here))?.bytes).toHaveLength(piece.length);
    web[`${SITE}/sign`] = "x";
    await expect(gathering.resource("/sign", here)).rejects.toThrow("more than can be gathered");
  });

  it("is counted as often as it is put in, and its memory taken first", async () => {
    const grown: number[] = [];
    const memory = { grow: async (bytes: number) => void grown.push(bytes), shrink: () => {} };
    const gathering = gatherer(page(), {}, { memory });
    await gathering.inline(HTML_LIMITS.documentBytes - 1);
    await gathering.inline(1);
    expect(grown).toEqual([4 * (HTML_LIMITS.documentBytes - 1), 4]);
    await expect(gathering.inline(1)).rejects.toThrow("more than can be gathered");
    expect(grown).toHaveLength(2);
  });
});

it("of a long address that is missing two hundred characters are named", async () => {
  const failing = () => {
    throw new TypeError("no");
  };
  const [gone, silent] = [`${SITE}/${"g".repeat(300)}`, `${SITE}/${"s".repeat(300)}`];
  web = { [silent]: failing };
  const gathering = gatherer(page());
  for (const url of [gone, silent]) await gathering.resource(url, here);
  expect(gathering.failures.map(({ url }) => url)).toEqual([gone.slice(0, 200), silent.slice(0, 200)]);
});
