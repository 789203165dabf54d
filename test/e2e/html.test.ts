import { readFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import * as mupdf from "mupdf";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { embeddedFonts } from "../support/embedded-fonts.ts";
import { acceptSocket } from "../support/web-socket-peer.ts";

const { api, key, site } = inject("service");
const PATH = `${api}/v1/convert/html-to-pdf`;
const headers = { Authorization: `Bearer ${key}` };

/** A site that the service may reach, and what was asked of it. */
const requests: string[] = [];
const server = http.createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  const html = (text: string) => response.writeHead(200, { "content-type": "text/html" }).end(text);
  if (request.url === "/moved") response.writeHead(302, { location: "/app" }).end();
  else if (request.url === "/app")
    html(
      `<title>App</title><div id="app"></div><script>fetch("/data").then((r) => r.text()).then((t) => { app.textContent = t })</script>`,
    );
  else if (request.url === "/data") setTimeout(() => response.end("rendered after a fetch"), 150);
  else if (request.url === "/blue.svg")
    response
      .writeHead(200, { "content-type": "image/svg+xml" })
      .end(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#00f"/></svg>`,
      );
  else if (request.url === "/pdf") response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF-1.7");
  else response.writeHead(404, { "content-type": "text/html" }).end("<p>Nothing");
});
server.on("upgrade", (request, socket) => {
  const peer = acceptSocket(request, socket);
  peer.onMessage = (data) => {
    peer.say(`told ${String(data).toUpperCase()}`);
    if (data === "bytes") peer.say(new Uint8Array([1, 2, 255]));
  };
});
/** A server that nobody allowed. */
const inside = http.createServer((request, response) => {
  insideRequests.push(`${request.method} ${request.url}`);
  response.end("<h1>Inside</h1>");
});
const insideRequests: string[] = [];
let insidePort = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(site, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  insidePort = (inside.address() as { port: number }).port;
});
afterAll(async () => {
  for (const each of [server, inside]) {
    each.closeAllConnections();
    await new Promise((resolve) => each.close(resolve));
  }
});

async function binary(
  body: FormData | Record<string, unknown>,
): Promise<{ response: Response; pdf: Uint8Array; text: string }> {
  const json = !(body instanceof FormData);
  const response = await fetch(`${PATH}?format=binary`, {
    method: "POST",
    headers: json ? { ...headers, "Content-Type": "application/json" } : headers,
    body: json ? JSON.stringify(body) : body,
  });
  const pdf = new Uint8Array(await response.arrayBuffer());
  const isPdf = response.headers.get("content-type") === "application/pdf";
  return { response, pdf, text: isPdf ? textOf(pdf) : new TextDecoder().decode(pdf) };
}

/** All colours of the first page, as "red,green,blue". */
function colours(pdf: Uint8Array): Set<string> {
  const page = mupdf.Document.openDocument(pdf, "application/pdf").loadPage(0);
  const pixels = page.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false).getPixels();
  const found = new Set<string>();
  for (let at = 0; at < pixels.length; at += 3) found.add(pixels.subarray(at, at + 3).join());
  return found;
}

function textOf(pdf: Uint8Array): string {
  const document = mupdf.Document.openDocument(pdf, "application/pdf");
  return Array.from({ length: document.countPages() }, (_, i) =>
    document.loadPage(i).toStructuredText("").asText(),
  ).join("\f");
}

describe("POST /v1/convert/html-to-pdf", () => {
  it("answers with the PDF itself, as an attachment", async () => {
    const { response, text } = await binary({ html: "<h1>Hello, 世界 😀</h1>" });
    expect(response.headers.get("content-disposition")).toContain('filename="document.pdf"');
    expect(text).toContain("Hello, 世界");
  });

  it("answers with a description and a link that gives the PDF", async () => {
    const response = await fetch(PATH, {
      method: "POST",
      headers,
      body: new URLSearchParams({ html: "<h1>Linked</h1>" }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer).toMatchObject({
      success: true,
      fileName: "document.pdf",
      originalSize: 15,
      renderingMode: "browser",
      usedFallback: false,
    });
    expect(answer.conversionMethod).toMatch(/^browser-(shared|new)-session$/);
    const pdf = new Uint8Array(await (await fetch(answer.downloadUrl as string)).arrayBuffer());
    expect(pdf.length).toBe(answer.outputSize);
    expect(textOf(pdf)).toContain("Linked");
  });

  it("renders a file with the assets that were sent beside it", async () => {
    const form = new FormData();
    form.append(
      "file",
      new File([`<link rel=stylesheet href="css/page.css"><h1>Filed</h1><div></div>`], "page.html", {
        type: "text/html",
      }),
    );
    form.append("assets", new File(["div::after { content: 'from the style sheet' }"], "css/page.css"));
    form.append("network", "none");
    expect((await binary(form)).text).toContain("from the style sheet");
  });

  it("renders an address with its scripts, after redirects", async () => {
    const { text, response } = await binary({ url: `http://127.0.0.1:${site}/moved` });
    expect(text).toContain("rendered after a fetch");
    expect(JSON.parse(response.headers.get("quire-result") ?? "{}").originalSize).toBeGreaterThan(100);
    expect(requests).toContain("GET /moved");
  });

  it("writes the metadata asked for, and repacks what becomes smaller", async () => {
    const html = Array.from({ length: 200 }, (_, i) => `<p>Paragraph ${i}</p>`).join("");
    const { pdf, response } = await binary({ html, metadata: { title: "Größe", author: "A. Author" } });
    const document = mupdf.Document.openDocument(pdf, "application/pdf");
    expect([document.getMetaData("info:Title"), document.getMetaData("info:Author")]).toEqual(["Größe", "A. Author"]);
    const facts = JSON.parse(response.headers.get("quire-result") ?? "{}");
    expect(facts.compressionApplied).toBe(true);
    expect(Number(facts.compressionRatio)).toBeGreaterThan(1.03);
    expect(facts.outputSize).toBe(pdf.length);
  });

  it("makes one PDF/UA of several documents, with a watermark and a footer that counts their pages", async () => {
    const body = new FormData();
    for (const name of ["One", "Two"]) {
      const html = `<html lang="en"><title>${name}</title><style>p { border: 1px solid }</style><h1>${name}</h1><p>See <a href="https://example.com/">more</a>.`;
      body.append("file", new File([html], `${name}.html`));
    }
    body.set("conformance", "pdfua-1");
    body.set("watermark", '{"text":"Draft","opacity":0.2}');
    body.set("footerTemplate", '<span style="font-size:9px" class="pageNumber"></span>');
    const { response, text } = await binary(body);
    expect(response.status, text).toBe(200);
    expect(JSON.parse(response.headers.get("Quire-Result")!).conformance).toMatchObject({ met: true, violations: 0 });
    expect(text).toMatch(/One.*Draft.*Two.*Draft/s);
    const html = "<title>T</title><p>Text";
    const refused = await binary({ html, conformance: "pdfua-1" });
    expect(refused.text).toMatch(/language .* Say lang on the html element/);
    const told = await binary({ html, conformance: "pdfua-1", metadata: { language: "nl" } });
    expect(told.response.status, told.text).toBe(200);
  });

  it("shows pictures, style sheets and fonts in headers, as they were sent or from the network", async () => {
    const form = new FormData();
    form.append("html", "<p>Body");
    form.append("margin", "40mm");
    form.append(
      "headerTemplate",
      `<link rel=stylesheet href="head.css"><img src="http://127.0.0.1:${site}/blue.svg" width=100 height=50><span>Header</span>`,
    );
    form.append("assets", new File(["span { font: bold 60px sans-serif; color: rgb(0, 128, 0) }"], "head.css"));
    const { pdf, text } = await binary(form);
    expect(text).toContain("Header");
    const found = colours(pdf);
    expect([found.has("0,0,255"), found.has("0,128,0")]).toEqual([true, true]);
  });

  it("sets a margin box in a web font, and says that a header cannot be", async () => {
    const font = createRequire(import.meta.url).resolve(
      "mathjax/es5/output/chtml/fonts/woff-v2/MathJax_Main-Regular.woff",
    );
    const face = "@font-face { font-family: Own; src: url(own.woff) }";
    const print = async (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ margin: "40mm", ...fields })) form.append(name, value);
      form.append("assets", new File([readFileSync(font)], "own.woff"));
      const { response, pdf, text } = await binary(form);
      expect(text).toContain("Header");
      const document = mupdf.PDFDocument.openDocument(pdf, "application/pdf") as mupdf.PDFDocument;
      return { fonts: embeddedFonts(document).join(), warnings: response.headers.get("quire-warnings") ?? "" };
    };
    const style = `${face} @page { margin: 40mm; @top-center { content: "Header"; font: 20px Own } }`;
    const box = await print({ html: `<style>${style}</style><p style="font-family: Own">Body` });
    expect(box.fonts).toMatch(/^MathJax_Main[^,]*$/);
    expect(box.warnings).toBe("");
    const headerTemplate = `<style>${face} i { font: 20px Own }</style><i>Header</i>`;
    const header = await print({ html: "<p>Body", headerTemplate });
    expect(header.fonts).not.toMatch(/MathJax/);
    expect(header.warnings).toMatch(/headerTemplate.*web font/);
  });
});

describe("a table of contents", () => {
  it.each([
    [{ contents: true, singlePage: true }, "contents"],
    [{ contents: true, output: "page.png" }, "contents"],
    [{ contents: { levels: 0 } }, "contents.levels"],
    [{ contents: { depth: 2 } }, "contents"],
    [{ contents: "yes" }, "contents"],
  ])("is refused by its field where it cannot be had: %j", async (options, field) => {
    const { response, text } = await binary({ html: "<h1>One</h1>", ...options });
    const { error } = JSON.parse(text);
    expect([response.status, error.code, error.field]).toEqual([400, "INVALID_INPUT", field]);
  });
});

describe("pages that are broken or hostile", () => {
  it("refuses a header that cannot be had whole, instead of failing over and over", async () => {
    for (const headerTemplate of [
      `<link rel=stylesheet href="http://127.0.0.1:${site}/nothing">`,
      `<style>@import "http://127.0.0.1:${insidePort}/x.css"</style>`,
    ]) {
      const { response, text } = await binary({ html: "<p>x", headerTemplate });
      const { error } = JSON.parse(text);
      expect([response.status, error.code, error.field]).toEqual([400, "INVALID_INPUT", "headerTemplate"]);
    }
  });

  it.each(["/nothing", "/pdf"])("refuses an address that gives no page: %s", async (path) => {
    const { response, text } = await binary({ url: `http://127.0.0.1:${site}${path}` });
    expect([response.status, JSON.parse(text).error.code]).toEqual([400, "URL_NOT_ACCESSIBLE"]);
  });

  it("lets a page reach nothing on this machine", async () => {
    const secret = `http://127.0.0.1:${insidePort}/secret`;
    const page = `<h1>Page</h1><img src="${secret}"><iframe src="${secret}"></iframe><script>fetch("${secret}").catch(() => {}); new WebSocket("${secret.replace("http", "ws")}"); setTimeout(() => { location = "${secret}" }, 50)</script>`;
    const { text } = await binary({ html: page, delay: 300 });
    expect(text).toContain("Page");
    expect((await binary({ url: secret })).response.status).toBe(400);
    expect(insideRequests).toEqual([]);
  });

  it("carries a page's WebSocket, and names one that is not there", async () => {
    const page = `<p id="said"></p><script>
      const s = new WebSocket("ws://127.0.0.1:${site}/socket", ["first", "second"]); s.binaryType = "arraybuffer";
      s.onopen = () => s.send("by " + s.protocol);
      s.onmessage = ({ data }) => { said.append(typeof data === "string" ? data + " " : [...new Uint8Array(data)].join()); if (/FIRST/.test(data)) s.send("bytes") };
      new WebSocket("ws://127.0.0.1:${insidePort}/secret")</script>`;
    const { text, response } = await binary({ html: page });
    expect(text.replace(/\s+/g, " ")).toContain("told BY FIRST told BYTES 1,2,255");
    expect(response.headers.get("quire-warnings") ?? "").toContain(`ws://127.0.0.1:${insidePort}/secret`);
    expect(insideRequests).toEqual([]);
  });

  it("ends a script without end in the request's time, and goes on", async () => {
    const began = Date.now();
    const { response, text } = await binary({ html: "<script>while (true) {}</script>", timeout: 1500 });
    expect(response.status).toBe(400);
    expect(JSON.parse(text).error).toMatchObject({ code: "INVALID_INPUT", field: "timeout", retryable: false });
    expect(Date.now() - began).toBeLessThan(20_000);
    expect((await binary({ html: "<h1>Next</h1>" })).text).toContain("Next");
  });

  it("serves many at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => binary({ html: `<h1>Number ${i}</h1>` })));
    expect(answers.map(({ text }) => text.trim())).toEqual(answers.map((_, i) => `Number ${i}`));
  });
});
