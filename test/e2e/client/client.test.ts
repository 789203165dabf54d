import { PDFDocument } from "pdf-lib";
import { beforeAll, describe, expect, it } from "vitest";
import { Quire, QuireError } from "../../../client/src/index.ts";
import { awkwardPdf, png } from "../../fixtures/documents.ts";
import { service } from "../web/service.ts";

let quire: Quire;
let pdf: Blob;
beforeAll(async () => {
  quire = new Quire({ apiKey: service.key, baseUrl: service.api });
  pdf = new Blob([new Uint8Array(await awkwardPdf())]);
});

const pageCount = async (blob: Blob) => (await PDFDocument.load(await blob.arrayBuffer())).getPageCount();

describe("the client, against the service", () => {
  it("inspects, crops what was inspected, and downloads it", async () => {
    const { pages } = await quire.inspect({ file: pdf });
    expect(pages.map(({ width, height, rotation }) => [width, height, rotation])).toEqual([
      [595, 842, 0],
      [960, 720, 90],
      [700, 500, 270],
    ]);
    const cropArea = { x: 100, y: 100, width: 200, height: 100 };
    const progress: number[] = [];
    const result = await quire.crop(
      { file: { name: "report.pdf", data: pdf }, cropData: [{ pageNumber: 2, cropArea }] },
      { onUploadProgress: ({ sent, total }) => progress.push(sent / total) },
    );
    expect(result).toMatchObject({ fileName: "report-cropped.pdf", pagesCropped: 1 });
    expect(progress.at(-1)).toBe(1);
    const file = await quire.download(result.downloadUrl);
    expect(file.fileName).toBe("report-cropped.pdf");
    expect(await pageCount(file.blob)).toBe(3);
    const again = await quire.inspectPath({ filePath: result.downloadUrl, from: 2, limit: 1 });
    expect(again.pages).toMatchObject([{ width: 200, height: 100 }]);
  });

  it("splits into parts, each with its link", async () => {
    const { files, zipDownloadUrl } = await quire.split({ file: pdf, splitMode: "ranges", ranges: ["1-2", "3"] });
    expect(files.map(({ pages }) => pages)).toEqual(["1-2", "3"]);
    const parts = await Promise.all(
      files.map(async ({ downloadUrl }) => pageCount((await quire.download(downloadUrl)).blob)),
    );
    expect(parts).toEqual([2, 1]);
    expect((await quire.download(zipDownloadUrl)).fileName).toMatch(/\.zip$/);
  });

  it("makes PDFs of images and of HTML, as files", async () => {
    const image = (name: string) => ({ name, data: new Blob([new Uint8Array(png(10, 10))]) });
    const images = await quire.imageToPdf({ file: [image("a.png"), image("b.png")] }, { format: "binary" });
    expect(images).toMatchObject({ fileName: "images.pdf", facts: { pageCount: 2 } });
    expect(await pageCount(images.blob)).toBe(2);
    const html = await quire.htmlToPdf({ html: "<h1>Hello</h1>" }, { format: "binary" });
    expect(await pageCount(html.blob)).toBe(1);
  });

  it("throws what the service refuses, typed", async () => {
    const cropData = [{ pageNumber: 9, cropArea: { x: 0, y: 0, width: 1, height: 1 } }];
    const error = await quire.crop({ file: pdf, cropData }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(QuireError);
    expect(error).toMatchObject({
      code: "INVALID_INPUT",
      status: 400,
      field: "cropData[0].pageNumber",
      retryable: false,
    });
    const stranger = new Quire({ apiKey: "qk_unknown", baseUrl: service.api });
    await expect(stranger.htmlToPdf({ html: "x" })).rejects.toMatchObject({ code: "AUTHENTICATION_REQUIRED" });
  });

  it("refuses misspelt fields where strictness is asked for", async () => {
    const misspelt = { html: "x", lanscape: true } as { html: string };
    await expect(quire.htmlToPdf(misspelt, { strict: true })).rejects.toMatchObject({ field: "lanscape" });
    expect((await quire.htmlToPdf(misspelt)).warnings?.[0]).toContain("landscape");
  });
});
