import { beforeAll, describe, expect, it } from "vitest";
import { imageToPdf } from "../../../src/api/operations/images.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { gif } from "../../fixtures/gif.ts";
import { jpeg } from "../../fixtures/jpeg.ts";
import { png } from "../../fixtures/png.ts";
import { errorOf, type TestApi, testApi } from "../../support/api.ts";
import { browser } from "../../support/no-browser.ts";

const PATH = "/v1/convert/image-to-pdf";
/** 8 pixels high, and so many times 8 wide: the page's width tells which image it is. */
const image = (blocks: number) => jpeg({ blocks: [Array.from({ length: blocks }, () => [128])] });
const damaged = png({
  width: 4,
  height: 4,
  colourType: 2,
  depth: 8,
  pixel: () => [1, 2, 3],
  // Not one row is there.
  rows: (rows) => rows.subarray(0, 3),
});

let api: TestApi;
beforeAll(async () => {
  api = await testApi([imageToPdf]);
});

type Files = [name: string, file: Uint8Array][];

function body(files: Files, fields: Record<string, unknown> = {}): FormData {
  const form = new FormData();
  for (const [name, file] of files) form.append("file", new File([file], name));
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  return form;
}

const convert = (files: Files, fields?: Record<string, unknown>, format = "json") =>
  api.request(`${PATH}?format=${format}`, { method: "POST", body: body(files, fields) });

async function converted(files: Files, fields?: Record<string, unknown>) {
  const response = await convert(files, fields);
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown> & { downloadUrl: string; warnings?: string[] };
}

/** Widths of the pages, in blocks of the images above. */
async function pages(files: Files, fields?: Record<string, unknown>): Promise<number[]> {
  const response = await convert(files, fields, "binary");
  expect(response.status).toBe(200);
  return [...(await response.text()).matchAll(/MediaBox\[0 0 ([\d.]+) /g)].map((match) => Number(match[1]) / 6);
}

async function refused(files: Files, fields: Record<string, unknown>) {
  const response = await convert(files, fields);
  expect(response.status).toBe(400);
  const error = await errorOf(response);
  expect(error.code).toBe("INVALID_INPUT");
  return error;
}

describe("image to PDF", () => {
  it("answers with the facts of the result and a link to the PDF", async () => {
    const result = await converted([
      ["a.jpg", image(1)],
      ["b.jpg", image(2)],
    ]);
    expect(result).toMatchObject({
      success: true,
      message: "2 images converted to 2 pages.",
      fileName: "images.pdf",
      pageCount: 2,
      originalImageCount: 2,
      pageSize: "Original",
      method: "passthrough",
      failedImages: 0,
      failures: [],
    });
    expect(result.processingTime).toBeTypeOf("number");
    const file = await api.follow(result.downloadUrl);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    const pdf = await file.bytes();
    expect(pdf.length).toBe(result.outputSize);
    expect(String.fromCharCode(...pdf.subarray(0, 5))).toBe("%PDF-");
  });

  it("answers with the PDF itself as images.pdf, or the name that was asked for", async () => {
    const plain = await convert([["a.jpg", image(1)]], {}, "binary");
    expect(plain.headers.get("content-type")).toBe("application/pdf");
    expect(plain.headers.get("content-disposition")).toContain('filename="images.pdf"');
    expect(JSON.parse(plain.headers.get("quire-result")!)).toMatchObject({ pageCount: 1, failedImages: 0 });
    const named = await convert([["a.jpg", image(1)]], { fileName: "../holiday.png" }, "binary");
    expect(named.headers.get("content-disposition")).toContain('filename="holiday.pdf"');
  });

  it("refuses to make pages of all frames of an animation, and says what to send", async () => {
    const refusal = await errorOf(await convert([["a.jpg", image(1)]], { frames: "all" }));
    expect(refusal).toMatchObject({ code: "INVALID_INPUT", field: "frames" });
    expect(refusal.message).toContain("send the frames as images of their own");
    expect((await convert([["a.jpg", image(1)]], { frames: "first" })).status).toBe(200);
  });

  it("decides by the content, whatever name and type say", async () => {
    const palette = [0, 0, 0, 255, 255, 255];
    const still = gif({ width: 8, height: 8, palette, frames: [{ width: 8, height: 8, index: () => 1 }] });
    expect(
      await converted([
        ["a.png", image(1)],
        ["b.jpg", still],
      ]),
    ).toMatchObject({ pageCount: 2, method: "mixed" });
  });
});

describe("imageOrder", () => {
  const files: Files = [
    ["a.jpg", image(1)],
    ["b.jpg", image(2)],
    ["c.jpg", image(3)],
  ];

  it("orders and turns pages by file name, the others following", async () => {
    expect(
      await pages(files, {
        imageOrder: [
          { name: "c.jpg", order: 0 },
          { name: "b.jpg", order: 1 },
        ],
      }),
    ).toEqual([3, 2, 1]);
    expect(await pages(files, { imageOrder: [{ name: "c.jpg", order: 0, rotation: 90 }] })).toEqual([1, 1, 2]);
    expect(await pages(files, { imageOrder: [{ name: "b.jpg", rotation: -270 }] })).toEqual([1, 1, 3]);
  });

  it("matches names however their accents are encoded", async () => {
    const names: Files = [
      ["a.jpg", image(1)],
      ["e\u0301te\u0301.jpg", image(2)],
    ];
    expect(await pages(names, { imageOrder: [{ name: "\u00e9t\u00e9.jpg", order: 0 }] })).toEqual([2, 1]);
  });

  it("warns of names that match nothing and of unknown properties", async () => {
    const imageOrder = [
      { name: "nobody.jpg", order: 0 },
      { name: "a.jpg", order: 1, size: 77, id: "x" },
    ];
    const { warnings } = await converted(files, { imageOrder });
    expect(warnings).toHaveLength(3);
    expect(warnings!.join(" ")).toContain('imageOrder[0]: no image is named "nobody.jpg".');
    expect(warnings!.join(" ")).toContain("imageOrder[1].size");
  });
});

describe("the options of image to PDF", () => {
  const files: Files = [["a.jpg", image(2)]];
  const pdf = async (fields: Record<string, unknown>) => (await convert(files, fields, "binary")).text();

  it("takes page sizes in any case, and says which was used", async () => {
    for (const [given, used, box] of [
      ["a4", "A4", "595.275591 841.889764"],
      ["LETTER", "Letter", "612 792"],
      ["original", "Original", "12 6"],
    ]) {
      expect(await converted(files, { pageSize: given })).toMatchObject({ pageSize: used });
      expect(await pdf({ pageSize: given })).toContain(`MediaBox[0 0 ${box}]`);
    }
    expect(await pdf({ pageSize: "A4", orientation: "auto" })).toContain("MediaBox[0 0 841.889764 595.275591]");
  });

  it("takes the background's colour in every notation", async () => {
    for (const colour of ["#f06", "F06", "#FF0066", "ff0066"])
      expect(await pdf({ backgroundColor: colour })).toContain("1 0 0.4 rg");
    expect(await pdf({})).toContain("1 1 1 rg");
  });

  it("takes sizes in lengths, and margins in units and for each side", async () => {
    expect(await pdf({ pageSize: "210mm x 99mm" })).toContain("MediaBox[0 0 595.275591 280.629921]");
    expect(await pdf({ pageSize: "4x6in" })).toContain("MediaBox[0 0 288 432]");
    expect(await converted(files, { pageSize: " 4x6in" })).toMatchObject({ pageSize: "4x6in" });
    expect(await pdf({ margin: "1in" })).toContain("MediaBox[0 0 156 150]");
    expect(await pdf({ margin: "1in 0" })).toContain("MediaBox[0 0 12 150]");
    expect(await pdf({ margin: { left: "1in", top: 8 } })).toContain("MediaBox[0 0 84 12]");
    for (const pageSize of ["A7", "210mm", "1x2x3", "0mm x 5mm", "4 x 6 furlongs"]) {
      expect((await refused(files, { pageSize })).field).toBe("pageSize");
    }
    expect((await refused(files, { pageSize: "1pt x 1pt" })).field).toBe("pageSize");
  });

  it("adds the margin around an Original page, in pixels", async () => {
    expect(await pdf({ margin: "8" })).toContain("MediaBox[0 0 24 18]");
    expect(await pdf({ margin: "0.5", dpi: "72" })).toContain("MediaBox[0 0 16.75 8.75]");
  });
});

describe("images that fail", () => {
  const heic = bytes([0, 0, 0, 24], "ftypheic", new Uint8Array(12));

  it("are named with their reason, and do not keep the others from their pages", async () => {
    const result = await converted([
      ["a.jpg", image(1)],
      ["b.png", damaged],
      ["c.jpg", heic],
      ["d.jpg", image(2)],
    ]);
    expect(result).toMatchObject({
      pageCount: 2,
      originalImageCount: 2,
      failedImages: 2,
      message: "2 images converted to 2 pages; 2 images failed.",
    });
    expect(result.failures).toEqual([
      { name: "b.png", code: "CORRUPTED_IMAGE", message: expect.stringContaining("incomplete") },
      { name: "c.jpg", code: "UNSUPPORTED_FORMAT", message: expect.stringContaining("HEIC") },
    ]);
  });

  it("make the request fail when all of them do", async () => {
    const error = await refused(
      [
        ["b.png", damaged],
        ["c.jpg", heic],
      ],
      {},
    );
    expect(error).toMatchObject({
      failedImages: 2,
      failures: [{ name: "b.png" }, { name: "c.jpg", code: "UNSUPPORTED_FORMAT" }],
    });
  });

  it("are those that only a browser could show and that are too large for its message", async () => {
    const svg = bytes("<svg>", new Uint8Array(8 << 20).fill(0x20), "</svg>");
    const result = await converted([
      ["a.jpg", image(1)],
      ["b.svg", svg],
    ]);
    expect(result.failures).toMatchObject([
      { name: "b.svg", code: "IMAGE_TOO_LARGE", message: expect.stringContaining("at most 8388608 are converted") },
    ]);
  });

  it("may be files without bytes; a form's empty input is no image", async () => {
    expect((await refused([["empty.jpg", new Uint8Array(0)]], {})).message).toContain("The file is empty");
    expect((await refused([], { margin: "1" })).message).toContain("No image was given");
  });

  it("names the failed images and the damage beside a binary answer", async () => {
    const cut = image(60).subarray(0, -20);
    const response = await convert(
      [
        ["good.jpg", image(1)],
        ["bad.png", damaged],
        ["cut.jpg", cut],
      ],
      {},
      "binary",
    );
    expect(response.status).toBe(200);
    const facts = JSON.parse(response.headers.get("Quire-Result") ?? "{}");
    expect(facts).toMatchObject({
      failedImages: 1,
      failedPages: 0,
      failures: [{ name: "bad.png", code: "CORRUPTED_IMAGE" }],
    });
    expect(JSON.parse(response.headers.get("Quire-Warnings") ?? "[]")).toEqual([
      expect.stringMatching(/^cut\.jpg: The JPEG is cut off: the lower \d+ % of the picture is missing\.$/),
    ]);
  });
});

describe("where every browser is busy", () => {
  const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>']);
  const picture = new Blob([png({ width: 1, height: 1, colourType: 2, depth: 8, pixel: () => [1, 2, 3] })]);
  const send = async (...files: Blob[]) => {
    const api = await testApi([imageToPdf]);
    const { BROWSER } = browser({ sessions: () => new Response("Too many concurrent browsers", { status: 429 }) });
    const body = new FormData();
    for (const [at, file] of files.entries()) body.append("file", file, `${at}`);
    return api.request("/v1/convert/image-to-pdf", { method: "POST", body }, { BROWSER });
  };

  it.concurrent("a drawing in a batch says that it may be sent again", async () => {
    expect(await (await send(picture, svg)).json()).toMatchObject({
      success: true,
      failures: [{ name: "1", code: "BROWSER_BUSY", retryable: true }],
    });
  }, 30_000);

  it.concurrent("one by itself is refused until they are free", async () => {
    const response = await send(svg);
    expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([503, true]);
    expect(await errorOf(response)).toMatchObject({ code: "BUSY", retryable: true });
  }, 30_000);
});
