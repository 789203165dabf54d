import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { LIMITS } from "../../src/api/limits.ts";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { inspect, inspectByPath } from "../../src/api/operations/inspect.ts";
import { signLink } from "../../src/deliver/links.ts";
import { archived } from "../fixtures/archived.ts";
import { bytes } from "../fixtures/bytes.ts";
import { pagesOf, pdf, stream } from "../fixtures/pdf.ts";
import { errorOf, form, type TestApi, testApi } from "../support/api.ts";

// A host of the kind that development allows is asked without resolving its name first.
const HOST = "http://127.0.0.1:9000";
const OPEN = { QUIRE_ENV: "development", ALLOW_LOOPBACK_HOSTS: "127.0.0.1:9000" };

let api: TestApi;
beforeAll(async () => {
  api = await testApi([inspectByPath, inspect] as unknown as DescribedOperation[]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const lookUp = (filePath: string, more = "") =>
  api.request(`/v1/pdf/crop?filePath=${encodeURIComponent(filePath)}${more}`, {}, OPEN);

/** A document of so many pages between streams of 50 kB. */
function book(pages: number): Uint8Array {
  const bodies = pagesOf(pages);
  for (let index = 0; index < pages; index++) bodies[4 + index * 2] = stream("q ".repeat(25_000));
  return pdf(bodies);
}

/** A site that sends ranges of a file; `changed` says what differs from the second request on. */
function site(file: Uint8Array, changed: { etag?: string; total?: number } = {}, total = file.length) {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_url, init) => {
    const range = new Headers(init?.headers).get("range") ?? "";
    asked.push(range);
    const [, suffix, from, to] = /bytes=(?:-(\d+)|(\d+)-(\d+))/.exec(range) ?? [];
    if (range === "") return new Response(file as Uint8Array<ArrayBuffer>);
    const start = suffix ? Math.max(0, total - Number(suffix)) : Number(from);
    const end = suffix ? total : Number(to) + 1;
    const later = asked.length > 1 ? changed : {};
    const headers = {
      "Content-Range": `bytes ${start}-${end - 1}/${later.total ?? total}`,
      ETag: later.etag ?? '"1"',
    };
    const part = file.slice(Math.max(0, start - total + file.length), end - total + file.length);
    return new Response(part, { status: 206, headers });
  });
  return asked;
}

describe("a public URL whose server has ranges", () => {
  it("is asked once for a document that its end holds whole", async () => {
    const asked = site(pdf(pagesOf(2)));
    const answer = await (await lookUp(`${HOST}/small.pdf`)).json();
    expect(answer).toMatchObject({ pageCount: 2, fileName: "small.pdf", next: null });
    expect(asked).toEqual(["bytes=-65536"]);
  });

  it("is asked for the whole file where the contents of pages are wanted", async () => {
    const asked = site(pdf(pagesOf(2)));
    const { pages } = (await (await lookUp(`${HOST}/small.pdf`, "&content=true")).json()) as { pages: object[] };
    expect(pages[1]).toMatchObject({ blank: false });
    expect(asked).toEqual([""]);
  });

  it.each([
    ["has another tag", { etag: '"2"' }],
    ["has another length", { total: 3_000_000 }],
  ])("is refused when the file %s at the second request", async (_, changed) => {
    site(book(40), changed);
    const response = await lookUp(`${HOST}/book.pdf`);
    expect(response.status).toBe(400);
    const error = await errorOf(response);
    expect([error.code, error.field]).toEqual(["INVALID_INPUT", "filePath"]);
    expect(error.message).toContain("changed while it was read");
  });

  it("is refused by its length alone when it is too large", async () => {
    const most = LIMITS.pdf.fileBytes;
    const asked = site(book(3).slice(-65_536), {}, most + 1);
    const response = await lookUp(`${HOST}/large.pdf`);
    const error = await errorOf(response);
    expect([response.status, error.code, error.field]).toEqual([413, "FILE_TOO_LARGE", "filePath"]);
    expect(error.message).toContain(`the file has ${most + 1} bytes; ${most} are accepted`);
    expect(asked).toEqual(["bytes=-65536"]);
  });
});

describe("a link of the service", () => {
  const link = async (key: string, end: number, expires = Math.floor(Date.now() / 1000) + 3600) =>
    signLink(env.DOWNLOAD_ORIGIN, { key, start: 0, end, fileName: "own.pdf", expires }, env.LINK_SECRET);

  it("is described from a few of its bytes where it is long", async () => {
    const file = book(40);
    await env.FILES.put("f/209901010000-book", file);
    const get = vi.spyOn(env.FILES, "get");
    const response = await lookUp(await link("f/209901010000-book", file.length), "&limit=2");
    expect(await response.json()).toMatchObject({ fileName: "own.pdf", pageCount: 40, next: 3 });
    const lengths = get.mock.calls.map(([, options]) => (options as { range: { length: number } }).range.length);
    expect(lengths.length).toBeGreaterThan(1);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(file.length / 8);
  });

  it.each([
    ["has expired", 10, 1_700_000_000, 400, "INVALID_INPUT", "the link has expired"],
    ["leads to a file that is gone", 10, undefined, 400, "INVALID_INPUT", "the file is no longer there"],
    ["leads to too large a file", LIMITS.pdf.fileBytes + 1, undefined, 413, "FILE_TOO_LARGE", "are accepted"],
  ])("is refused when it %s", async (_, end, expires, status, code, says) => {
    const response = await lookUp(await link("f/209901010000-gone", end, expires));
    const error = await errorOf(response);
    expect([response.status, error.code, error.field]).toEqual([status, code, "filePath"]);
    expect(error.message).toContain(says);
  });
});

describe("what is plainly no PDF", () => {
  const page = bytes("<!doctype html><title>Sign in</title>");

  it.each([
    [
      "a page that was sent",
      form({ file: ["a.pdf", page] }),
      "file: this is an HTML page, not a PDF; POST /v1/convert/html-to-pdf",
    ],
    [
      "an image that was sent",
      form({ file: ["a.pdf", bytes("GIF89a")] }),
      "file: this is a GIF image, not a PDF; POST /v1/convert/image-to-pdf",
    ],
    ["another file that was sent", form({ file: ["a.pdf", bytes("PK\x03\x04")] }), "an Office document, not a PDF."],
    ["text that was sent", form({ file: ["a.pdf", bytes("not a PDF")] }), "PDF"],
  ])("is called by its name: %s", async (_, body, says) => {
    const response = await api.request("/v1/pdf/inspect", { method: "POST", body });
    const error = await errorOf(response);
    expect([response.status, error.code]).toEqual([400, "CORRUPTED_FILE"]);
    expect(error.message).toContain(says);
  });

  it.each([
    ["url", (url: string) => api.request("/v1/pdf/inspect", { method: "POST", body: form({ url }) }, OPEN)],
    ["filePath", lookUp],
  ])("is called by its name at an address too, which may lead to a sign-in: %s", async (field, ask) => {
    for (const ranges of [true, false]) {
      if (ranges) site(page);
      else vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(page as Uint8Array<ArrayBuffer>));
      const response = await ask(`${HOST}/a.pdf`);
      const error = await errorOf(response);
      expect([response.status, error.code]).toEqual([400, "CORRUPTED_FILE"]);
      expect(error.message).toContain(`${field}: this is an HTML page, not a PDF; the address leads to a page about`);
    }
  });

  it("may begin with junk, and with a page, as long as the header comes soon", async () => {
    const file = pdf(pagesOf(1), { header: `${"<html>".repeat(20)}\n%PDF-1.7\n` });
    const response = await api.request("/v1/pdf/inspect", { method: "POST", body: form({ file: ["a.pdf", file] }) });
    expect(await response.json()).toMatchObject({ pageCount: 1 });
  });
});

describe("the text of pages", () => {
  const FONT = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
  function letter(pages: number): Uint8Array {
    const bodies = pagesOf(pages, () => FONT);
    for (let index = 0; index < pages; index++) {
      bodies[4 + index * 2] = stream(`BT /F 10 Tf 20 50 Td (Letter ${index + 1}) Tj ET`);
    }
    return pdf(bodies);
  }

  it("is answered in the unit that is asked for, for the pages that are asked for", async () => {
    site(letter(6));
    const answer = await (await lookUp(`${HOST}/letters.pdf`, "&text=true&pages=2,5-&limit=2&unit=in")).json();
    const place = { y: expect.any(Number), height: expect.any(Number) };
    expect(answer).toMatchObject({
      pages: [
        {
          pageNumber: 2,
          text: {
            lines: [
              { text: "Letter 2", x: 0.2778, fontSize: 10, ...place, words: [{ text: "Letter" }, { text: "2" }] },
            ],
            noUnicode: 0,
            scan: false,
          },
        },
        { pageNumber: 5 },
      ],
      next: 6,
    });
  });

  it("has no words where only lines are asked for, and none at all where none is", async () => {
    const ask = async (fields: Record<string, string>) => {
      const response = await api.request("/v1/pdf/inspect", {
        method: "POST",
        body: form({ ...fields, file: ["a.pdf", bytes(letter(2))] }),
      });
      return (await response.json()) as { pages: { text?: { lines: { text: string; words?: unknown }[] } }[] };
    };
    const { pages } = await ask({ text: "lines" });
    expect(pages[1]!.text!.lines).toMatchObject([{ text: "Letter 2" }]);
    expect(pages[1]!.text!.lines[0]!.words).toBeUndefined();
    expect((await ask({})).pages[0]!.text).toBeUndefined();
    expect((await ask({ text: "false" })).pages[0]!.text).toBeUndefined();
  });

  it("is refused for pages that the document does not have, by name", async () => {
    site(letter(2));
    const { message, field } = await errorOf(await lookUp(`${HOST}/letters.pdf`, "&pages=3"));
    expect(field).toBe("pages");
    expect(message).toContain("The document has 2 pages.");
  });
});

describe("an inspection with a level of PDF/A", () => {
  const ask = (file: Uint8Array, conformance: string) =>
    api.request("/v1/pdf/inspect", { method: "POST", body: form({ file, conformance }) });

  it("says of an archived document that it meets it", async () => {
    const answer = await (await ask(archived(), "pdfa-2b")).json();
    expect(answer).toMatchObject({ pageCount: 1, conformance: { level: "pdfa-2b", met: true, violations: [] } });
  });

  it("says what breaks which rule on which page", async () => {
    const file = archived({ 4: stream("1 0 0 0 k 0 0 9 9 re f") });
    const answer = (await (await ask(file, "pdfa-2b")).json()) as { conformance: unknown };
    expect(answer.conformance).toMatchObject({
      met: false,
      violations: [{ rule: "6.2.4.3-3", page: 1, what: expect.stringContaining("DeviceCMYK") }],
    });
  });

  it("reads the whole of a file at an address", async () => {
    const asked = site(archived());
    const body = JSON.stringify({ url: `${HOST}/report.pdf`, conformance: "pdfa-2b" });
    const headers = { "Content-Type": "application/json" };
    const answer = await api.request("/v1/pdf/inspect", { method: "POST", headers, body }, OPEN);
    expect(await answer.json()).toMatchObject({ conformance: { met: true } });
    expect(asked).toEqual([""]);
  });

  it("names the levels to one who asks for another", async () => {
    const refused = await ask(archived(), "pdfa-1b");
    expect(refused.status).toBe(400);
    expect((await errorOf(refused)).message).toMatch(/pdfa-2b.*pdfa-2u.*pdfa-3b.*pdfua-1/s);
  });
});
