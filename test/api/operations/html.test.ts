import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { htmlToPdf } from "../../../src/api/operations/html.ts";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { accessible } from "../../fixtures/archived.ts";
import { cii } from "../../fixtures/invoice.ts";
import { pagesOf, pdf, stream, text } from "../../fixtures/pdf.ts";
import { errorOf, form, testApi } from "../../support/api.ts";
import { browser, dead, PDF } from "../../support/no-browser.ts";

const PATH = "/v1/convert/html-to-pdf";
const post = (fields: Record<string, string>) => ({ method: "POST", body: form(fields) });

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the request", () => {
  it.each([
    [{ html: "<p>x", baseUrl: "http://10.0.0.1/" }, "baseUrl"],
    [{ urls: '["https://a.example.com/"]', baseUrl: "https://example.com/" }, "baseUrl"],
    [{ html: "<p>x", width: "0mm" }, "width"],
    [{ html: "<p>x", watermark: '{"text":"a","image":"b"}' }, "watermark"],
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
    [{ flatten: true }, "flatten"],
    [{ embeds: ["a.xml"] }, "embeds"],
    [{ grayscale: true }, "grayscale"],
    [{ webhook: "https://site.example/" }, "webhook"],
    [{ geolocation: { latitude: 52.5, longitude: 13.4 } }, "geolocation"],
    [{ contrast: "more" }, "contrast"],
    [{ forcedColors: "active" }, "forcedColors"],
    [{ colorGamut: "p3" }, "colorGamut"],
    [{ reducedTransparency: "reduce" }, "reducedTransparency"],
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
});

describe("the documents of a request", () => {
  it.each([
    [{ markdownTemplate: "<i>{{content}}</i>" }, /markdownTemplate has no effect/],
    [{ pageRanges: "4,1" }, /pageRanges chooses pages, which keep their order/],
    [
      { extraHeaders: '{"host":"a.example","X-A":"1","Content-Length":"9"}' },
      /extraHeaders: host, Content-Length is not/,
    ],
    [{ margin: '{"topp":"1cm"}' }, /"margin\.topp" was ignored; did you mean "top"\?/],
    [{ viewport: '{"widht":800}' }, /"viewport\.widht" was ignored; did you mean "width"\?/],
    [
      { failOnResourceError: '{"domain":["a.example"]}' },
      /"failOnResourceError\.domain" was ignored; did you mean "domains"\?/,
    ],
    [{ metadata: '{"autor":"A"}' }, /"metadata\.autor" was ignored; did you mean "author"\?/],
  ])("hears of what has no effect: %j", async (fields, warning) => {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const sent = { html: "<p>x", ...fields } as unknown as Record<string, string>;
    const response = await api.request(`${PATH}?format=binary`, post(sent), { BROWSER });
    expect(response.headers.get("Quire-Warnings")).toMatch(new RegExp(warning.source.replaceAll('"', '\\\\?"')));
  });

  it.each([
    [{ output: "png", conformance: "pdfa-2b" }, "conformance"],
    [{ output: "page.JPG", pageRanges: "1" }, "pageRanges"],
    [{ output: "page.png", forms: "fields" }, "forms"],
    [{ output: "a.webp", watermark: '{"text":"Draft"}' }, "watermark"],
  ])("may not want of an image what a PDF has: %j", async (fields, field) => {
    const api = await testApi([htmlToPdf]);
    const error = await errorOf(await api.request(PATH, post({ html: "<p>x", ...fields } as Record<string, string>)));
    expect([error.code, error.field]).toEqual(["INVALID_INPUT", field]);
  });

  it("may have protection options that ask for no protection", async () => {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const response = await api.request(
      PATH,
      post({ html: "<p>x", pdfua: "false", userPassword: "", contrast: "no-preference" }),
      { BROWSER },
    );
    expect(response.status).toBe(200);
  });

  it("names the file, and says how long it took", async () => {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const fields = { html: "<p>x", output: "Rechnung 42/März.pdf" };
    const response = await api.request(PATH, post(fields), { BROWSER });
    const answer = (await response.json()) as { fileName: string; processingTimeMs: number };
    expect(answer.fileName).toBe("März.pdf");
    expect(answer.processingTimeMs).toBeGreaterThanOrEqual(0);
    expect(answer.processingTimeMs).toBeLessThan(600_000);
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

  it.each([
    [{ extraHeaders: '{"X":"1"}' }, "`originHeaders`"],
    [{ cookies: '[{"name":"a","value":"1"}]' }, "the `origin` of each cookie"],
    [{ originHeaders: '{"https://a.example.com":{"X":"1"}}' }, undefined],
    [{}, undefined],
  ])("for pages of two sites may have %j, or says what to send instead", async (fields, instead) => {
    const api = await testApi([htmlToPdf]);
    const urls = '["https://a.example.com/","https://b.example.com/"]';
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("gone", { status: 404 }));
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response(PDF) });
    const response = await api.request(PATH, post({ ...fields, urls } as Record<string, string>), { BROWSER });
    const text = await response.text();
    if (instead === undefined) expect(text).not.toContain("several origins");
    else expect(text).toContain(`several origins; name the ones that are meant by ${instead}`);
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

describe("the finished PDF", () => {
  /** What is made of pages that a browser prints. */
  async function made(fields: Record<string, string>, printed = pdf(pagesOf(3))): Promise<Response> {
    const api = await testApi([htmlToPdf]);
    const { BROWSER } = browser({ sessions: dead, quick: () => new Response(Uint8Array.from(printed)) });
    return api.request(`${PATH}?format=binary`, post({ html: "<p>x", ...fields }), { BROWSER });
  }
  const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
  const resultOf = (response: Response) => JSON.parse(response.headers.get("Quire-Result")!);

  it("is encrypted, and opens with either password", async () => {
    const response = await made({ protect: '{"userPassword":"käse","ownerPassword":"brot"}' });
    const file = await bytesOf(response);
    expect(file.length).toBe(resultOf(response).outputSize);
    expect(() => openPdf(file)).toThrow(/password/);
    for (const password of ["käse", "brot"]) {
      const document = openPdf(file, { password });
      expect([document.rebuilt, document.encrypted, document.pageCount]).toEqual([false, true, 3]);
    }
  });

  it("is sound, and can be encrypted, where the browser's cross-reference cannot be read", async () => {
    const broken = latin1(text(pdf(pagesOf(3))).replace(/startxref\n\d+/, "startxref\n7"));
    expect(openPdf(broken).rebuilt).toBe(true);
    for (const fields of [{}, { protect: '{"userPassword":"x"}' }]) {
      const document = openPdf(await bytesOf(await made(fields, broken)), { password: "x" });
      expect([document.rebuilt, document.pageCount]).toEqual([false, 3]);
    }
  });

  it("is PDF/A, and says that it is", async () => {
    const { conformance } = resultOf(await made({ conformance: "pdfa-2u" }));
    expect(conformance).toEqual({ level: "pdfa-2u", met: true, rules: 146, violations: 0 });
    const invoiced = await made({ invoice: cii("urn:factur-x.eu:1p0:minimum") });
    expect(resultOf(invoiced).conformance).toMatchObject({ level: "pdfa-3b", met: true });
    expect(Buffer.from(await bytesOf(invoiced)).toString("latin1")).toContain("<fx:ConformanceLevel>MINIMUM<");
  });

  it("is not handed out as PDF/A where a rule is broken, but on request without the claim", async () => {
    const font = "/Resources<</Font<</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
    const printed = pdf({ ...pagesOf(1, () => `/Contents 80 0 R${font}`), 80: stream("BT /F 9 Tf (x) Tj ET") });
    const refused = await errorOf(await made({ conformance: "pdfa-2b" }, printed));
    expect([refused.code, refused.field]).toEqual(["INVALID_INPUT", "conformance"]);
    const reported = await made({ conformance: "pdfa-2b", conformanceMode: "report" }, printed);
    expect(resultOf(reported).conformance.met).toBe(false);
    expect(Buffer.from(await bytesOf(reported)).toString("latin1")).not.toContain("pdfaid");
  });

  it("says for which scripts the browser had no font, in a warning or a refusal", async () => {
    const fonts = "/Font<</F <</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[82 0 R]>>>>";
    const boxes = (mark: string) => `${mark} BDC BT /F 9 Tf [<0041> 5 <00410000>] TJ ET EMC`;
    const marks = ["<feff0ba40bae>", "<feff178117d2>", "<fefff8ff>", "<feff00410020>"];
    const printed = pdf({
      ...pagesOf(1, () => `/Contents 80 0 R/Resources<<${fonts}>>`),
      80: stream(marks.map((mark) => boxes(`/Span <</ActualText ${mark}>>`)).join(" ")),
      82: "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(A)/Ordering(I)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/A>>>>",
    });
    const said = "There is no font for Khmer, Latin, Tamil, icons (characters of private use): send one as an asset";
    expect((await made({}, printed)).headers.get("Quire-Warnings")).toContain(said);
    expect((await errorOf(await made({ conformance: "pdfa-2b" }, printed))).message).not.toContain(said);
    expect((await made({}, pdf(pagesOf(1)))).headers.get("Quire-Warnings")).toBeNull();
  });

  it("keeps PDF/A and PDF/UA together, and claims what it keeps", async () => {
    const painted = { 4: stream("0 0 9 9 re f /Figure <</MCID 0>> BDC 1 0 0 rg 10 10 50 50 re f EMC") };
    const both = { conformance: '["PDF/A-2b","pdfua-1"]', metadata: '{"title":"Report"}' };
    const met = await made(both, accessible(painted));
    expect(resultOf(met).conformance).toMatchObject([
      { level: "pdfa-2b", met: true },
      { level: "pdfua-1", met: true },
    ]);
    const said = Buffer.from(await bytesOf(met)).toString("latin1");
    for (const part of ["<pdfaid:part>2<", "<pdfuaid:part>1<", "<pdfaSchema:prefix>pdfuaid<"])
      expect(said).toContain(part);
    const figure = { ...painted, 11: "<</Type/StructElem/S/Figure/P 10 0 R/K 0/Pg 3 0 R>>" };
    expect((await errorOf(await made(both, accessible(figure)))).message).toMatch(/would not be pdfua-1: rule 7\.3-1/);
    const reported = await made({ ...both, conformanceMode: "report" }, accessible(figure));
    expect(resultOf(reported).conformance).toMatchObject([{ met: true }, { met: false }]);
    const kept = Buffer.from(await bytesOf(reported)).toString("latin1");
    expect([kept.includes("<pdfaid:part>2<"), kept.includes("pdfuaid")]).toEqual([true, false]);
    for (const two of ['["pdfa-2b","pdfa-3b"]', '["pdfua-1","pdfua-1"]', "[]", "pdfa-2a"]) {
      const { field, message } = await errorOf(await made({ conformance: two }));
      expect([field, message]).toEqual([
        "conformance",
        expect.stringMatching(/one level of PDF\/A|at least 1|\(6\.7\)/),
      ]);
    }
  });

  it("is PDF/UA where its tags say enough, and says who must mend what they do not", async () => {
    const painted = { 4: stream("0 0 9 9 re f /Figure <</MCID 0>> BDC 1 0 0 rg 10 10 50 50 re f EMC") };
    const met = await made({ conformance: "PDF/UA-1", metadata: '{"title":"Report"}' }, accessible(painted));
    expect(resultOf(met).conformance).toEqual({ level: "pdfua-1", met: true, rules: 106, violations: 0 });
    const said = async (fields: Record<string, string>, changes = {}) =>
      (await errorOf(await made({ conformance: "pdfua-1", ...fields }, accessible(changes)))).message;
    expect(await said({})).toMatch(/7\.1-9: XMP has no dc:title\. Give the page a <title>/);
    const title = { metadata: '{"title":"Report"}' };
    const figure = { 11: "<</Type/StructElem/S/Figure/P 10 0 R/K 0/Pg 3 0 R>>" };
    expect(await said(title, figure)).toMatch(/7\.3-1 on page 1: .* number 1 of the document\. Give the image/);
    expect(await said({ metadata: '{"title":"R","language":null}' })).toMatch(/language .* Say lang on the html/);
    expect(await said({ tagged: "false" })).toMatch(/6\.2-1: .* Leave tagged as it is/);
  });
});
