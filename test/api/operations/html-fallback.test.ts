import { afterEach, describe, expect, it, vi } from "vitest";
import { htmlToPdf } from "../../../src/api/operations/html.ts";
import { POOL_LIMITS } from "../../../src/html/html-limits.ts";
import { pagesOf, pdf } from "../../fixtures/pdf.ts";
import { errorOf, form, testApi } from "../../support/api.ts";
import { browser, dead, PDF } from "../../support/no-browser.ts";

/** A PDF that cannot be opened without a password. */
const locked = () =>
  pdf(
    { ...pagesOf(1), 90: "<</Filter/Standard/V 1/R 2/O(xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx)/U(x)/P -4>>" },
    { trailer: "/Root 1 0 R/Encrypt 90 0 R/ID[(a)(a)]" },
  );

const PATH = "/v1/convert/html-to-pdf";
const post = (fields: Record<string, string>) => ({ method: "POST", body: form(fields) });

afterEach(() => {
  vi.restoreAllMocks();
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

  it.each([
    ["launches none now", () => new Response("Rate limit", { status: 429 })],
    ["does not answer", () => new Promise<Response>(() => {})],
  ])("a platform that %s is busy: the answer says when to try again", async (_, sessions) => {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: sessions as () => Response });
    const fields = { html: "<h1>Hi</h1>", timeout: "1000", fallback: "none" };
    const response = await api.request(PATH, post(fields), { BROWSER });
    const error = await errorOf(response);
    expect([response.status, error.code, error.retryable]).toEqual([503, "BUSY", true]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
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

  it("may be PDFs beside pages, which are joined as they are", async () => {
    const api = await testApi([htmlToPdf]);
    const { asked, BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const terms = pdf(pagesOf(3));
    const answer = async (...files: File[]) => {
      const body = new FormData();
      for (const file of files) body.append("file", file);
      body.append("footerTemplate", "<p>x</p>");
      return api.request(PATH, { method: "POST", body }, { BROWSER });
    };
    const page = new File(["<h1>One"], "one.html");
    const joined = await answer(page, new File([terms], "terms.pdf"));
    expect(await joined.json()).toMatchObject({
      pageCount: 4,
      originalSize: 7 + terms.length,
      documents: [{ pageCount: 1 }, { pageCount: 3, originalSize: terms.length, conversionMethod: "none" }],
      conversionMethod: "browser-quick-action",
    });
    expect(asked).toHaveLength(1);
    const refused: [files: File[], field: string, says: string][] = [
      [[page, new File(["%PDF-1.7 and nothing"], "a.pdf")], "file[1]", "expected a PDF that can be read"],
      [[page, new File([pdf(pagesOf(0))], "a.pdf")], "file[1]", "expected a PDF that has pages"],
      [[page, new File([locked()], "a.pdf")], "file[1]", "expected a PDF"],
      [[new File([terms], "a.pdf"), new File([terms], "b.pdf")], "file", "got PDFs alone"],
      [[new File([terms], "a.pdf")], "file", "expected HTML, got a PDF"],
    ];
    for (const [files, field, says] of refused) {
      const error = await errorOf(await answer(...files));
      expect(error).toMatchObject({ code: "INVALID_INPUT", field });
      expect(error.message).toContain(says);
    }
  });

  it("that are to be marked are refused: a mark needs a browser", async () => {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead });
    const response = await api.request(PATH, post({ html: "<p>x", watermark: '{"text":"Draft"}' }), { BROWSER });
    expect([response.status, (await errorOf(response)).code]).toEqual([500, "PROCESSING_FAILED"]);
  });
});

describe("when every browser is in use", () => {
  it("a bounded number of requests waits, and the others learn when to come back", async () => {
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

  it("is named up to two hundred things, each once, and the others are counted", async () => {
    some();
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const body = new FormData();
    for (const name of ["one", "two"]) {
      const gone = Array.from({ length: 102 }, (_, i) => `<img src="http://allowed.test:9000/gone-${name}-${i}.png">`);
      body.append("file", new File([...gone, ...images(1)], `${name}.html`));
    }
    const response = await api.request(PATH, { method: "POST", body }, { BROWSER });
    const { warnings } = (await response.json()) as { warnings: string[] };
    expect(warnings.filter((warning) => warning.startsWith("Missing from the page: "))).toHaveLength(200);
    expect(warnings.slice(200)).toEqual(["5 more requests of the page got nothing."]);
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
