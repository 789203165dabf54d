import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { htmlToPdf } from "../../../src/api/operations/html.ts";
import { HTML_LIMITS, POOL_LIMITS } from "../../../src/html/html-limits.ts";
import { errorOf, form, testApi } from "../../support/api.ts";

const PDF =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF";
const PATH = "/v1/convert/html-to-pdf";

interface Stub {
  /** What the session endpoints answer. */
  sessions: () => Response;
  quick?: (options: Record<string, unknown>) => Response | Promise<Response>;
}

/** A binding that has no browser; `asked` keeps what the quick action was given. */
function browser(stub: Stub) {
  const asked: Record<string, unknown>[] = [];
  const binding = {
    fetch: async () => stub.sessions(),
    ...(stub.quick
      ? {
          quickAction: async (_: string, options: Record<string, unknown>) => {
            asked.push(options);
            return stub.quick?.(options);
          },
        }
      : {}),
  };
  return { asked, BROWSER: binding as unknown as Env["BROWSER"] };
}

const dead = () => new Response("Browser Rendering is down", { status: 500 });
const post = (fields: Record<string, string>) => ({ method: "POST", body: form(fields) });

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the request", () => {
  it.each([
    [{}, "file", "none of them came"],
    [{ html: "<p>x", url: "https://example.com/" }, "html", "url and html came"],
    [{ markdown: "x", urls: '["https://example.com/"]' }, "urls", "markdown and urls came"],
  ])("%j names no single input", async (fields, field, text) => {
    const api = await testApi([htmlToPdf]);
    const response = await api.request(PATH, post(fields));
    const error = await errorOf(response);
    expect([response.status, error.code, error.field]).toEqual([400, "INVALID_INPUT", field]);
    expect(error.message).toContain(text);
  });

  it.each([
    ["not a url", 400],
    ["ftp://example.com/x", 400],
    ["file:///etc/passwd", 400],
    ["http://localhost/", 400],
    ["http://user:secret@example.com/", 400],
    ["http://[::ffff:127.0.0.1]/", 400],
  ])("an address that must not be fetched is URL_NOT_ACCESSIBLE: %s", async (url, status) => {
    const api = await testApi([htmlToPdf]);
    const response = await api.request(PATH, post({ url }));
    expect([response.status, (await errorOf(response)).code]).toEqual([status, "URL_NOT_ACCESSIBLE"]);
  });

  it.each([
    [{ html: "<p>x", format: "A9" }, "format"],
    [{ html: "<p>x", margin: "wide" }, "margin"],
    [{ html: "<p>x", baseUrl: "http://10.0.0.1/" }, "baseUrl"],
    [{ url: "https://example.com/", baseUrl: "https://example.com/" }, "baseUrl"],
    [{ html: "" }, "html"],
    [{ markdown: "" }, "markdown"],
    [{ markdown: "x", markdownTemplate: "<p>" }, "markdownTemplate"],
    [{ urls: "[]" }, "urls"],
    [{ html: "<p>x", watermark: "{}" }, "watermark"],
    [{ html: "<p>x", watermark: '{"text":"a","image":"b"}' }, "watermark"],
    [{ html: "<p>x", watermark: '{"text":"a","color":"red;x:y"}' }, "watermark.color"],
    [{ html: "<p>x", watermark: '[{"text":"a"},{"text":"b","layer":"beside"}]' }, "watermark[1].layer"],
    [{ urls: '["https://a.example.com/","https://b.example.com/"]', extraHeaders: '{"X":"1"}' }, "extraHeaders"],
    [{ urls: '["https://a.example.com/","https://b.example.com/"]', cookies: '[{"name":"a","value":"1"}]' }, "cookies"],
    [{ urls: '["https://a.example.com/"]', baseUrl: "https://example.com/" }, "baseUrl"],
    [{ html: "<p>x", margin: "20in" }, "margin"],
    [{ html: "<p>x", width: "0mm" }, "width"],
    [{ html: "<p>x", extraHeaders: '{"no name":"x"}' }, "extraHeaders.no name"],
  ])("%j is refused, naming the field", async (fields, field) => {
    const api = await testApi([htmlToPdf]);
    const response = await api.request(PATH, post(fields as unknown as Record<string, string>));
    const error = await errorOf(response);
    expect([response.status, error.code, error.field]).toEqual([400, "INVALID_INPUT", field]);
  });

  it.each([
    [{ userPassword: "secret" }, "userPassword"],
    [{ owner_password: "secret" }, "owner_password"],
    [{ pdfa: "PDF/A-2b" }, "pdfa"],
    [{ pdfua: true }, "pdfua"],
    [{ authenticate: { username: "a", password: "b" } }, "authenticate"],
    [{ prince_options: { profile: "PDF/A-1b" } }, "prince_options.profile"],
    [{ rejectRequestPattern: ["/ads/"] }, "rejectRequestPattern"],
  ])("%j promises what cannot be given, and is refused", async (fields, field) => {
    const api = await testApi([htmlToPdf]);
    const { asked, BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const response = await api.request(
      PATH,
      {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ html: "<p>x", ...fields }),
      },
      { BROWSER },
    );
    const error = await errorOf(response);
    expect([response.status, error.code, error.field, asked]).toEqual([400, "INVALID_INPUT", field, []]);
    expect(error.message).toMatch(/^[\w.]+: .{30,}\.$/);
  });

  it("may have protection options that ask for no protection", async () => {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const response = await api.request(PATH, post({ html: "<p>x", pdfua: "false", userPassword: "" }), { BROWSER });
    expect(response.status).toBe(200);
  });

  it("names the file", async () => {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const fields = { html: "<p>x", output: "Rechnung 42/März.pdf" };
    const answer = (await (await api.request(PATH, post(fields), { BROWSER })).json()) as { fileName: string };
    expect(answer.fileName).toBe("März.pdf");
    const binary = await api.request(`${PATH}?format=binary`, post({ ...fields, output: "bill" }), { BROWSER });
    expect(binary.headers.get("Content-Disposition")).toContain('filename="bill.pdf"');
  });

  it.each([
    ["notes.md", "%PDF-1.7", "file", "expected Markdown, got a PDF"],
    ["page.html", "\x89PNG", "file", "expected HTML, got a PNG image"],
    ["notes.md", "", "file", "expected Markdown, got nothing"],
  ])("is refused for a file that is not what its name says: %s", async (name, text, field, message) => {
    const api = await testApi([htmlToPdf]);
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const response = await api.request(PATH, { method: "POST", body: form({ file: [name, bytes] }) });
    const error = await errorOf(response);
    expect([response.status, error.field]).toEqual([400, field]);
    expect(error.message).toContain(message);
  });

  it("says which of several addresses must not be fetched", async () => {
    const api = await testApi([htmlToPdf]);
    const response = await api.request(PATH, post({ urls: '["https://example.com/","http://10.0.0.1/"]' }));
    expect(await errorOf(response)).toMatchObject({ code: "URL_NOT_ACCESSIBLE", field: "urls[1]" });
  });

  it("holds as many documents as the limit and not one more", async () => {
    const api = await testApi([htmlToPdf]);
    const body = new FormData();
    for (let i = 0; i <= HTML_LIMITS.documents; i++) body.append("file", new File(["<p>x"], `${i}.html`));
    const response = await api.request(PATH, { method: "POST", body });
    expect([response.status, (await errorOf(response)).field]).toEqual([400, "file"]);
  });

  it("is FILE_TOO_LARGE when what it unpacks to is", async () => {
    const api = await testApi([htmlToPdf]);
    const packed = gzipSync(new Uint8Array(HTML_LIMITS.documentBytes + 1));
    const response = await api.request(PATH, { method: "POST", body: form({ file: ["page.html.gz", packed] }) });
    expect([response.status, (await errorOf(response)).code]).toEqual([413, "FILE_TOO_LARGE"]);
  });

  it("needs a key", async () => {
    const api = await testApi([htmlToPdf]);
    const response = await api.request(PATH, { ...post({ html: "<p>x" }), headers: { Authorization: "Bearer wrong" } });
    expect([response.status, (await errorOf(response)).code]).toEqual([401, "AUTHENTICATION_REQUIRED"]);
  });
});

describe("without a session", () => {
  it("the binding's quick action renders, and is named", async () => {
    const api = await testApi([htmlToPdf]);
    const { asked, BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const response = await api.request(PATH, post({ html: "<h1>Hi</h1>", landscape: "true", margin: "1in" }), {
      BROWSER,
    });
    expect(await response.json()).toMatchObject({
      success: true,
      fileName: "document.pdf",
      conversionMethod: "browser-quick-action",
      usedFallback: true,
      renderingMode: "browser",
      originalSize: 11,
      compressionApplied: false,
      compressionRatio: null,
      outputSize: PDF.length,
    });
    expect(asked[0]).toMatchObject({ pdfOptions: { height: "8.2677in", margin: { top: "1in" } } });
    expect(asked[0]?.html).toMatch(/<h1>Hi<\/h1>$/);
  });

  it("the quick action is not asked for what it cannot do", async () => {
    const api = await testApi([htmlToPdf]);
    const { asked, BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    await api.request(PATH, post({ html: "<h1>Hi</h1>", singlePage: "true" }), { BROWSER });
    expect(asked).toEqual([]);
  });

  it("a quick action that fails leaves no other way: the request may be tried again", async () => {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response("busy", { status: 429 }) });
    const error = await errorOf(await api.request(PATH, post({ html: "<h1>Hi</h1>" }), { BROWSER }));
    expect([error.code, error.retryable]).toEqual(["PROCESSING_FAILED", true]);
  });

  it("fallback: none refuses instead, and says that a retry may help", async () => {
    const api = await testApi([htmlToPdf]);
    const { asked, BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const response = await api.request(PATH, post({ html: "<h1>Hi</h1>", fallback: "none" }), { BROWSER });
    const error = await errorOf(response);
    expect([response.status, error.code, error.retryable, asked.length]).toEqual([500, "PROCESSING_FAILED", true, 0]);
  });

  it("a page that no fallback can do is refused", async () => {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead });
    const response = await api.request(PATH, post({ html: "<div id=app></div><script>app.textContent = 1</script>" }), {
      BROWSER,
    });
    expect([response.status, (await errorOf(response)).code]).toEqual([500, "PROCESSING_FAILED"]);
  });

  it("a platform that gives no browser leads to the fallback too", async () => {
    const api = await testApi([htmlToPdf]);
    const limited = () => new Response("Rate limit", { status: 429 });
    const { BROWSER } = browser({ sessions: limited, quick: () => new Response(PDF) });
    const response = await api.request(PATH, post({ html: "<h1>Hi</h1>", timeout: "1000" }), { BROWSER });
    expect(await response.json()).toMatchObject({ conversionMethod: "browser-quick-action" });
  });
});

describe("documents without a session", () => {
  it("that are several are one PDF, each by the way that is left", async () => {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const body = new FormData();
    body.append("file", new File(["<h1>One"], "one.html"));
    body.append("file", new File(["# Two"], "two.md"));
    const response = await api.request(PATH, { method: "POST", body }, { BROWSER });
    expect(await response.json()).toMatchObject({
      message: "2 documents were rendered as one PDF by a fallback browser.",
      pageCount: 2,
      originalSize: 12,
      documents: [
        { pageCount: 1, originalSize: 7, conversionMethod: "browser-quick-action" },
        { pageCount: 1, originalSize: 5, conversionMethod: "browser-quick-action" },
      ],
      conversionMethod: "browser-quick-action",
    });
  });

  it("that are to be marked are refused: a mark needs a browser", async () => {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead });
    const response = await api.request(PATH, post({ html: "<p>x", watermark: '{"text":"Draft"}' }), { BROWSER });
    expect([response.status, (await errorOf(response)).code]).toEqual([500, "PROCESSING_FAILED"]);
  });
});

describe("when every browser is in use", () => {
  it("a bounded number of requests waits, and the others are told when to come back", async () => {
    // One key alone never gets that far.
    const api = await testApi([htmlToPdf], { limits: { concurrentRequests: 1_000 } });
    // Each refusal is logged, and there are many.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let launched = 0;
    const binding = {
      fetch: async (input: string, init?: RequestInit) => {
        if (new URL(input).pathname.endsWith("/sessions")) return Response.json({ sessions: [] });
        // A browser that never answers keeps its place.
        return init?.method === "POST" ? Response.json({ sessionId: `s${++launched}` }) : new Promise(() => {});
      },
    };
    const most = POOL_LIMITS.browsers * POOL_LIMITS.rendersPerBrowser + POOL_LIMITS.waiting;
    const answers = await Promise.all(
      Array.from({ length: most + 5 }, () =>
        api.request(PATH, post({ html: "<p>x", timeout: "800", fallback: "none" }), {
          BROWSER: binding as unknown as Env["BROWSER"],
        }),
      ),
    );
    // Who got a place in such a browser is told something else.
    const busy = answers.filter(({ headers }) => headers.get("Retry-After") === "5");
    expect(launched).toBeLessThanOrEqual(POOL_LIMITS.browsers);
    expect(busy.length).toBeGreaterThanOrEqual(5);
    expect(busy[0]?.status).toBe(503);
    expect(await errorOf(busy[0] as Response)).toMatchObject({ code: "BUSY", retryable: true });
    for (const { status } of answers) expect([500, 503]).toContain(status);
  });
});

describe("what a page asks for and does not get", () => {
  const images = (count: number) =>
    Array.from(
      { length: count },
      (_, i) => `<img src="http://allowed.test:9000/${i % 2 === 0 ? "gone" : "there"}-${i}.png">`,
    );
  const some = () =>
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
      const { pathname } = new URL(String(input));
      if (pathname === "/gone-0.png") throw new TypeError("Network connection lost");
      return new Response("x", { status: pathname.startsWith("/gone") ? 404 : 200 });
    });

  it("is named in the answer, every part of it", async () => {
    some();
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const html = `<p>x${images(6).join("")}${images(1)}`;
    const answer = (await (await api.request(PATH, post({ html }), { BROWSER })).json()) as { warnings: string[] };
    expect(answer.warnings).toEqual([
      expect.stringMatching(
        /^Missing from the page: http:\/\/allowed.test:9000\/gone-0.png \(.+ could not be reached.*\)\.$/,
      ),
      "Missing from the page: http://allowed.test:9000/gone-2.png (HTTP 404).",
      "Missing from the page: http://allowed.test:9000/gone-4.png (HTTP 404).",
    ]);
  });

  it("fits into the header of a file", async () => {
    some();
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const response = await api.request(`${PATH}?format=binary`, post({ html: images(190).join("") }), { BROWSER });
    const header = response.headers.get("Quire-Warnings") ?? "";
    const warnings = JSON.parse(header) as string[];
    expect(header.length).toBeLessThan(5_000);
    expect(warnings.at(-1)).toMatch(/^\d+ more warnings: an answer as JSON has them all\.$/);
    expect(warnings.length - 1 + Number.parseInt(warnings.at(-1) ?? "", 10)).toBe(95);
  });
});
