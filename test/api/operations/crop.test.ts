import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { crop } from "../../../src/api/operations/crop.ts";
import { inspect, inspectByPath } from "../../../src/api/operations/inspect.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { damaged, pagesOf, pdf, stream } from "../../fixtures/pdf.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

const FILE = pdf(pagesOf(3));
const AREA = { x: 10, y: 20, width: 30, height: 40 };
let api: TestApi;
beforeAll(async () => {
  api = await testApi([crop, inspectByPath, inspect] as unknown as DescribedOperation[]);
});

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  api.request(path, { method: "POST", body, headers });
const postJson = (path: string, body: unknown) =>
  post(path, JSON.stringify(body), { "Content-Type": "application/json" });
const base64 = (file: Uint8Array) => Buffer.from(file).toString("base64");
const cropForm = (cropData: unknown, more: Record<string, string> = {}, file = FILE) =>
  form({ file: ["report.pdf", file], cropData: JSON.stringify(cropData), ...more });

function boxes(file: ArrayBuffer): unknown[] {
  const document = openPdf(new Uint8Array(file));
  return Array.from({ length: document.pageCount }, (_, index) => document.page(index).dict.get("MediaBox"));
}

describe("POST /v1/pdf/crop", () => {
  it("answers with what was done and a link to the file", async () => {
    const response = await post("/v1/pdf/crop", cropForm([{ pageNumber: 2, cropArea: AREA }]));
    const body = (await response.json()) as Record<string, string>;
    expect(response.status).toBe(200);
    expect(body).toMatchObject({ success: true, fileName: "report-cropped.pdf", pagesCropped: 1, pageCount: 3 });
    expect(body.message).toMatch(/^1 page was cropped of 3\. /);
    expect(body.notes).toEqual([expect.stringContaining("hides")]);
    const file = await api.follow(body.downloadUrl!);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(boxes(await file.arrayBuffer())).toEqual([undefined, [10, 20, 40, 60], undefined]);
  });

  it("keeps what the document does, or drops it when asked", async () => {
    const file = pdf({ ...pagesOf(1), 1: "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/Launch/F(a.exe)>>>>" });
    const cropData = [{ pageNumber: 1, cropArea: AREA }];
    for (const activeContent of ["keep", "drop"]) {
      const response = await post("/v1/pdf/crop", cropForm(cropData, { activeContent }, file));
      const body = (await response.json()) as { notes: string[]; downloadUrl: string };
      const result = openPdf(new Uint8Array(await (await api.follow(body.downloadUrl)).arrayBuffer()));
      expect(result.catalog.has("OpenAction")).toBe(activeContent === "keep");
      expect(body.notes.includes("1 active action was dropped.")).toBe(activeContent === "drop");
    }
  });

  it("answers with the file itself for format=binary", async () => {
    const response = await post("/v1/pdf/crop?format=binary", cropForm([{ pageNumber: 1, cropArea: AREA }]));
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(JSON.parse(response.headers.get("quire-result")!)).toMatchObject({
      pagesCropped: 1,
      fileName: "report-cropped.pdf",
    });
    expect(boxes(await response.arrayBuffer())).toEqual([[10, 20, 40, 60], undefined, undefined]);
  });

  it("takes JSON with native arrays and base64", async () => {
    const cropData = [{ pageNumber: 1, cropArea: AREA }];
    const response = await postJson("/v1/pdf/crop?format=binary", {
      fileBase64: base64(FILE),
      cropData,
      output: "cut",
    });
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="cut.pdf"');
    expect(boxes(await response.arrayBuffer())[0]).toEqual([10, 20, 40, 60]);
  });

  it("repairs what is damaged, and says so", async () => {
    const file = damaged(FILE, "startxref", "startxxxx");
    const response = await post("/v1/pdf/crop", cropForm([{ pageNumber: 1, cropArea: AREA }], {}, file));
    expect(await response.json()).toMatchObject({ notes: [expect.any(String), expect.stringContaining("repaired")] });
  });

  it("takes one definition for a list of one in a form, and not in JSON", async () => {
    const cropData = { pageNumber: 1, cropArea: AREA };
    expect((await post("/v1/pdf/crop", cropForm(cropData))).status).toBe(200);
    const repeated = form({ file: FILE, cropData: JSON.stringify(cropData) });
    repeated.append("cropData", JSON.stringify({ pageNumber: 2, cropArea: AREA }));
    expect(await (await post("/v1/pdf/crop", repeated)).json()).toMatchObject({ pagesCropped: 2 });
    const asJson = await postJson("/v1/pdf/crop", { fileBase64: base64(FILE), cropData });
    expect(await errorOf(asJson)).toMatchObject({ code: "INVALID_INPUT", field: "cropData" });
  });

  it("names the page that an area for all misses", async () => {
    const file = pdf(pagesOf(3, (index) => (index === 2 ? "/MediaBox[0 0 5 5]" : "")));
    const response = await post(
      "/v1/pdf/crop",
      cropForm([{ pageNumber: 1, cropArea: AREA }], { cropMode: "all" }, file),
    );
    expect((await errorOf(response)).message).toMatch(/page 3/);
  });
});

describe("POST /v1/pdf/inspect", () => {
  it("describes the pages of an upload, in the unit asked for", async () => {
    const response = await post("/v1/pdf/inspect", form({ file: ["a.pdf", FILE], unit: "in", from: "2", limit: "1" }));
    expect(await response.json()).toMatchObject({
      success: true,
      fileName: "a.pdf",
      pageCount: 3,
      encrypted: false,
      unit: "in",
      from: 2,
      pages: [{ pageNumber: 2, width: 2.7778, height: 1.3889, rotation: 0, boxes: { mediaBox: [0, 0, 200, 100] } }],
      next: 3,
    });
  });

  it("says what can be sent back as the area of the whole page", async () => {
    const file = pdf(pagesOf(1, () => "/Rotate 90/UserUnit 1.5/CropBox[7 3 100 90]"));
    const facts = (await (await post("/v1/pdf/inspect", form({ file, unit: "mm" }))).json()) as {
      pages: { width: number; height: number }[];
    };
    const { width, height } = facts.pages[0]!;
    const cropArea = { x: 0, y: 0, width, height, unit: "mm" };
    const response = await post("/v1/pdf/crop?format=binary", cropForm([{ pageNumber: 1, cropArea }], {}, file));
    const [box] = boxes(await response.arrayBuffer()) as number[][];
    expect(box!.map((value) => Math.round(value * 100) / 100)).toEqual([7, 3, 100, 90]);
  });
});

describe("GET /v1/pdf/crop", () => {
  // A host of the kind that development allows is asked without resolving its name first.
  const lookUp = (filePath: string, more = "") =>
    api.request(
      `/v1/pdf/crop?filePath=${encodeURIComponent(filePath)}${more}`,
      {},
      { QUIRE_ENV: "development", ALLOW_LOOPBACK_HOSTS: "127.0.0.1:9000" },
    );

  it("describes a file that this service made, by its link or the link's path", async () => {
    const made = await post("/v1/pdf/crop", cropForm([{ pageNumber: 1, cropArea: AREA }]));
    const { downloadUrl } = (await made.json()) as { downloadUrl: string };
    for (const filePath of [downloadUrl, downloadUrl.slice(env.DOWNLOAD_ORIGIN.length)]) {
      expect(await (await lookUp(filePath)).json()).toMatchObject({
        fileName: "report-cropped.pdf",
        pageCount: 3,
        pages: [{ width: 30, height: 40 }, { width: 200 }, { width: 200 }],
        next: null,
      });
    }
    const withContent = await lookUp(downloadUrl, "&content=true&limit=1");
    expect(((await withContent.json()) as { pages: object[] }).pages).toEqual([
      expect.objectContaining({ pageNumber: 1, blank: false, contentBox: { x: 0, y: 0, width: 30, height: 30 } }),
    ]);
    const altered = downloadUrl.replace(/signature=./, "signature=~");
    expect(await errorOf(await lookUp(altered))).toMatchObject({ code: "INVALID_INPUT", field: "filePath" });
  });

  it.each([
    ["by ranges, where the server has them", true],
    ["as a whole, where it has not", false],
  ])("describes a public URL %s", async (_, ranges) => {
    const bodies = pagesOf(40);
    for (let index = 0; index < 40; index++) bodies[4 + index * 2] = stream("q ".repeat(25_000));
    const file = pdf(bodies);
    let sent = 0;
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async (_url, init) => {
      const [, suffix, from, to] =
        /bytes=(?:-(\d+)|(\d+)-(\d+))/.exec(new Headers(init?.headers).get("range") ?? "") ?? [];
      const start = suffix ? Math.max(0, file.length - Number(suffix)) : Number(from ?? 0);
      const end = ranges && to ? Number(to) + 1 : file.length;
      const part = ranges ? file.slice(start, end) : file;
      sent += part.length;
      if (!ranges) return new Response(part);
      const headers = { "Content-Range": `bytes ${start}-${end - 1}/${file.length}`, ETag: '"1"' };
      return new Response(part, { status: 206, headers });
    });
    try {
      const response = await lookUp("http://127.0.0.1:9000/files/big%20book.pdf", "&limit=5&unit=px");
      expect(await response.json()).toMatchObject({
        fileName: "big book.pdf",
        pageCount: 40,
        pages: Array.from({ length: 5 }, (_, index) => ({ pageNumber: index + 1, width: 266.6667, height: 133.3333 })),
        next: 6,
      });
      if (ranges) expect(sent).toBeLessThan(file.length / 8);
    } finally {
      fetched.mockRestore();
    }
  });

  it.each(["", "http://127.0.0.1/x.pdf", "ftp://example.com/x.pdf", "f/nothing/x.pdf", "::"])(
    "refuses %s",
    async (filePath) => {
      const response = await lookUp(filePath);
      expect(response.status).toBe(400);
      expect(await errorOf(response)).toMatchObject({ code: "INVALID_INPUT", field: "filePath" });
    },
  );
});
