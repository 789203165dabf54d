import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { LIMITS } from "../../../src/api/limits.ts";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { split } from "../../../src/api/operations/split.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type Bodies, pagesOf, pdf, stream } from "../../fixtures/pdf.ts";
import { VECTORS, type Vector } from "../../pdf-file/security/vectors.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

const FILE = pdf(pagesOf(12));
const PATH = "/v1/pdf/split";
let api: TestApi;
beforeAll(async () => {
  api = await testApi([split] as unknown as DescribedOperation[]);
});

const post = (body: BodyInit, query = "", headers: Record<string, string> = {}) =>
  api.request(`${PATH}${query}`, { method: "POST", body, headers });
const postJson = (body: unknown, query = "") =>
  post(JSON.stringify(body), query, { "Content-Type": "application/json" });
const base64 = (file: Uint8Array) => Buffer.from(file).toString("base64");
const splitForm = (fields: Record<string, unknown>, file = FILE) =>
  form({
    file: ["Report 2026.pdf", file],
    ...Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
    ),
  });
const ranges = (...items: unknown[]) => splitForm({ splitMode: "ranges", ranges: items });

interface Answer {
  success: boolean;
  message: string;
  zipDownloadUrl: string;
  expiresAt: string;
  outputSize: number;
  files: { fileName: string; pages: string; size: number; downloadUrl: string }[];
  notes: string[];
  warnings?: string[];
}

async function answer(response: Promise<Response>): Promise<Answer> {
  const got = await response;
  expect(got.status).toBe(200);
  return (await got.json()) as Answer;
}

const pageCount = (bytes: ArrayBuffer | Uint8Array) => openPdf(new Uint8Array(bytes)).pageCount;

describe("POST /v1/pdf/split", () => {
  it("answers with a link to the archive and one to each file", async () => {
    const body = await answer(post(ranges("1-3", "5", "7-9,12")));
    expect(body).toMatchObject({ success: true, message: "12 pages split into 3 files.", notes: [] });
    expect(body.files.map(({ fileName, pages }) => [fileName, pages])).toEqual([
      ["Report 2026-1-3.pdf", "1-3"],
      ["Report 2026-5.pdf", "5"],
      ["Report 2026-7-9,12.pdf", "7-9,12"],
    ]);
    const archive = await api.follow(body.zipDownloadUrl);
    expect(archive.headers.get("content-type")).toBe("application/zip");
    const bytes = new Uint8Array(await archive.arrayBuffer());
    expect(bytes.length).toBe(body.outputSize);
    const files = unzipSync(bytes);
    expect(Object.keys(files)).toEqual(body.files.map(({ fileName }) => fileName));
    for (const { fileName, downloadUrl, size } of body.files) {
      const file = await api.follow(downloadUrl);
      expect(file.headers.get("content-type")).toBe("application/pdf");
      expect(file.headers.get("content-disposition")).toContain(`filename="${fileName}"`);
      expect(file.headers.get("etag")).toBeTruthy();
      const content = new Uint8Array(await file.arrayBuffer());
      expect(content.length).toBe(size);
      expect(content).toEqual(files[fileName]);
    }
    expect(body.files.map(({ fileName }) => pageCount(files[fileName] as Uint8Array))).toEqual([3, 1, 4]);
  });

  it("drops what the document does when asked", async () => {
    const file = pdf(pagesOf(2, () => "/AA<</O<</S/JavaScript/JS(badly)>>>>"));
    const asked = { splitMode: "ranges", every: "1" };
    const [kept, dropped] = await Promise.all([
      post(splitForm(asked, file), "?format=binary"),
      post(splitForm({ ...asked, activeContent: "drop" }, file), "?format=binary"),
    ]);
    const parts = async (response: Response) => Object.values(unzipSync(new Uint8Array(await response.arrayBuffer())));
    const hasScript = (part: Uint8Array) => {
      const document = openPdf(part);
      return document.dict(document.page(0).dict.get("AA"))?.has("O");
    };
    expect((await parts(kept)).map(hasScript)).toEqual([true, true]);
    expect((await parts(dropped)).map(hasScript)).toEqual([false, false]);
    expect((await answer(post(splitForm({ ...asked, activeContent: "drop" }, file)))).notes).toEqual([
      "2 active actions were dropped.",
    ]);
  });

  it("serves a range of a file that lies in the archive", async () => {
    const { files } = await answer(post(ranges("1", "2")));
    const link = files[1]?.downloadUrl as string;
    const whole = new Uint8Array(await (await api.follow(link)).arrayBuffer());
    const part = await api.follow(link, { headers: { Range: "bytes=5-14" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 5-14/${whole.length}`);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.subarray(5, 15));
    const altered = link.replace(/range=(\d+)-/, "range=0-");
    expect((await api.follow(altered)).status).toBe(403);
  });

  it("puts one object into storage, however many files", async () => {
    const before = (await env.FILES.list()).objects.length;
    const body = await answer(post(splitForm({ splitMode: "individual", pageNumbers: [1, 2, 3, 4, 5, 6] })));
    const after = (await env.FILES.list()).objects;
    expect(body.files).toHaveLength(6);
    expect(after.length - before).toBe(1);
  });

  it("sends the archive itself for format=binary", async () => {
    const response = await post(splitForm({ splitMode: "individual", pageNumbers: [12, 3, 3] }), "?format=binary");
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-disposition")).toContain("Report 2026-split.zip");
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(files)).toEqual(["Report 2026-12.pdf", "Report 2026-3.pdf", "Report 2026-3 (2).pdf"]);
  });

  it("takes JSON with native arrays and base64", async () => {
    const body = await answer(
      postJson({
        fileBase64: base64(FILE),
        splitMode: "ranges",
        ranges: ["2-"],
        fileNamePattern: "{index} of {total}",
      }),
    );
    expect(body.files.map(({ fileName, pages }) => [fileName, pages])).toEqual([["1 of 1.pdf", "2-12"]]);
  });

  it("gives each file the name that it is asked to have, and reports names too many", async () => {
    const body = await answer(
      post(splitForm({ splitMode: "ranges", ranges: ["1", "2", "3"], fileNames: ["Cover", "", "Rest", "More"] })),
    );
    expect(body.files.map(({ fileName }) => fileName)).toEqual([
      "Cover.pdf",
      expect.stringMatching(/-2\.pdf$/),
      "Rest.pdf",
    ]);
    expect(body.warnings).toEqual(["fileNames has 4 names; 3 files were made."]);
  });

  it("splits by length, by outline and by size", async () => {
    const every = await answer(post(splitForm({ splitMode: "ranges", every: 5 })));
    expect(every.files.map(({ pages }) => pages)).toEqual(["1-5", "6-10", "11-12"]);
    const outlined: Bodies = {
      ...pagesOf(4),
      1: "<</Type/Catalog/Pages 2 0 R/Outlines 20 0 R>>",
      20: "<</First 21 0 R/Last 22 0 R>>",
      21: "<</Title(Intro)/Parent 20 0 R/Next 22 0 R/Dest[3 0 R/Fit]>>",
      22: "<</Title(Results)/Parent 20 0 R/Dest[7 0 R/Fit]>>",
    };
    const chapters = await answer(post(splitForm({ splitMode: "ranges", bookmarkLevel: 1 }, pdf(outlined))));
    expect(chapters.files.map(({ fileName, pages }) => [fileName, pages])).toEqual([
      ["1 Intro.pdf", "1-2"],
      ["2 Results.pdf", "3-4"],
    ]);
    const heavy = pagesOf(4);
    heavy[6] = stream("x".repeat(5000));
    const sized = await answer(post(splitForm({ splitMode: "ranges", maxSize: 2500 }, pdf(heavy))));
    expect(sized.files.map(({ pages }) => pages)).toEqual(["1", "2", "3-4"]);
    expect(sized.notes).toEqual([expect.stringMatching(/^Page 2 alone takes \d+ bytes/)]);
  });

  it("opens a protected document with its password, under which the files stay", async () => {
    const v = VECTORS.find(({ name }) => name === "rc4-128") as Vector;
    const bodies: Bodies = {
      ...pagesOf(2),
      40: `<</Filter/Standard/V 2/R 3/Length 128/P ${v.P}/O<${v.O}>/U<${v.U}>>>`,
    };
    const locked = pdf(bodies, { trailer: `/Root 1 0 R/Encrypt 40 0 R/ID[<${v.id0}><${v.id0}>]` });
    for (const fields of [{}, { password: "wrong" }]) {
      const error = await errorOf(await post(splitForm({ splitMode: "ranges", ranges: ["1"], ...fields }, locked)));
      expect([error.code, error.field]).toEqual(["INVALID_PDF", "password"]);
      expect(error.message).toContain("password-protected");
    }
    const body = await answer(post(splitForm({ splitMode: "ranges", ranges: ["1"], password: v.user }, locked)));
    const part = new Uint8Array(await (await api.follow(body.files[0]?.downloadUrl as string)).arrayBuffer());
    expect(() => openPdf(part)).toThrow(/password-protected/);
    expect(openPdf(part, { password: v.owner }).pageCount).toBe(1);
  });
});

describe("a request that cannot be split", () => {
  it("is refused when it asks for too many files", async () => {
    const response = await postJson({
      fileBase64: base64(FILE),
      splitMode: "individual",
      pageNumbers: Array(LIMITS.split.parts + 1).fill(1),
    });
    expect((await errorOf(response)).message).toContain(`at most ${LIMITS.split.parts}`);
  });
});

describe("a split by what pages say", () => {
  const INVOICES = (() => {
    const bodies = pagesOf(4, () => "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>");
    for (const [index, text] of ["Invoice 71", "more", "Invoice 72", "Invoice 72b"].entries()) {
      bodies[4 + index * 2] = stream(`BT /F 10 Tf 10 80 Td (${text}) Tj ET`);
    }
    return pdf(bodies);
  })();
  const ask = (fields: Record<string, unknown>, query = "") =>
    post(splitForm({ splitMode: "ranges", ...fields }, INVOICES), query);

  it("names its files by what was found", async () => {
    const text = { regex: "invoice (\\d+)(b?)" };
    const body = await answer(ask({ text, fileNamePattern: "{match} ({1}{2})" }));
    expect(body.files.map(({ fileName, pages }) => [fileName, pages])).toEqual([
      ["Invoice 71 (71).pdf", "1-2"],
      ["Invoice 72 (72).pdf", "3"],
      ["Invoice 72b (72b).pdf", "4"],
    ]);
  });

  it("takes areas in units, and names from several texts", async () => {
    const area = { x: 0, y: 0.9, width: 3, height: 0.5, unit: "in" };
    const names = [{ regex: "Inv\\w+" }, { regex: "\\d+", area }];
    const body = await answer(ask({ every: 2, names, fileNamePattern: "{2} {1}" }));
    expect(body.files.map(({ fileName }) => fileName)).toEqual(["71 Invoice.pdf", "72 Invoice.pdf"]);
  });

  it("answers the files without making them, also where a file was asked for", async () => {
    const dry = { text: { contains: "Invoice 7" }, dryRun: true };
    for (const query of ["", "?format=binary"]) {
      const body = (await answer(ask(dry, query))) as Answer & { parts: unknown[] };
      expect(body).toMatchObject({ message: "4 pages would be split into 3 files.", files: [], zipDownloadUrl: "" });
      expect(body.parts[0]).toEqual({ fileName: "Report 2026-1-2.pdf", pages: "1-2", match: "Invoice 7" });
    }
    for (const mode of [{ ranges: ["2-"] }, { maxSize: 2000 }, { count: 2 }, { every: 3 }]) {
      expect(await answer(ask({ ...mode, dryRun: true }))).toMatchObject({ parts: expect.any(Array), files: [] });
    }
  });

  it("says of blank pages what each shows", async () => {
    const body = (await answer(ask({ blankPages: { ignoreMargins: 30, drop: false }, dryRun: true }))) as Answer & {
      blank: { pageNumber: number; contentBox: unknown }[];
    };
    expect(body.blank[0]).toMatchObject({ pageNumber: 1, contentBox: null, shows: "nothing", ink: { share: 0 } });
    const { blank } = (await answer(ask({ blankPages: { drop: false }, dryRun: true }))) as typeof body;
    for (const { contentBox } of blank) {
      for (const side of Object.values(contentBox as object)) expect(String(side)).toMatch(/^\d+(\.\d{1,4})?$/);
    }
  });

  it.each([
    [{ text: {} }, "text", "text: exactly one of contains, equals, regex is needed; none was sent."],
    [{ text: { contains: "a", equals: "b" } }, "text", "contains and equals were sent."],
    [{ text: { contains: " " } }, "text.contains", "got only spaces"],
    [{ text: { regex: "(?=a)" } }, "text.regex", "invalid or unsupported Perl syntax"],
    [{ text: { regex: "(a{1,99}){1,10}" } }, "text.regex", "states; 1000 are accepted"],
    [{ text: { contains: "a" }, every: 2 }, "text", "every and text were sent."],
    [{ text: { contains: "Receipt" } }, "text", 'no page contains this text. Send none "whole"'],
    [{ blankPages: { ignoreMargins: 90 } }, "blankPages", "no page would be left for a file."],
    [{ count: 5 }, "count", "count is 5: the document has 4 pages."],
    [{ text: { contains: "a", at: "middle" } }, "text.at", 'expected one of "start", "end", "change", got "middle"'],
  ])("is refused by name for %j", async (fields, field, message) => {
    const error = await errorOf(await ask(fields));
    expect(error).toMatchObject({ code: "INVALID_RANGES", field });
    expect(error.message).toContain(message);
  });
});
