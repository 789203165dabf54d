import { describe, expect, it } from "vitest";
import { IMAGE_CAPS } from "../../src/codecs/caps.ts";
import { DEFAULT_OPTIONS, type ImagesToPdfOptions, imagesToPdf } from "../../src/images/image-document.ts";
import { LayoutProblem } from "../../src/images/page/layout.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import type { PdfObject, PdfString } from "../../src/pdf-file/syntax/objects.ts";
import { decodeTextString } from "../../src/pdf-file/syntax/text-strings.ts";
import { bytes } from "../fixtures/bytes.ts";
import { gif } from "../fixtures/gif.ts";
import { iccHeader } from "../fixtures/icc.ts";
import { jpeg } from "../fixtures/jpeg.ts";
import { png } from "../fixtures/png.ts";
import { tiff } from "../fixtures/tiff.ts";

const gray = (width: number) => jpeg({ blocks: [Array.from({ length: width }, () => [128])] });
const rgba = png({ width: 5, height: 5, colourType: 6, depth: 8, pixel: (x, y) => [x, y, 7, 100] });
const deep = png({ width: 5, height: 5, colourType: 0, depth: 16, pixel: () => [999] });
const broken = png({
  width: 5,
  height: 5,
  colourType: 6,
  depth: 8,
  pixel: () => [1, 2, 3, 4],
  // Not one row is there.
  rows: (rows) => rows.subarray(0, 3),
});
const animation = gif({
  width: 2,
  height: 2,
  palette: [0, 0, 0, 255, 255, 255],
  frames: Array.from({ length: 3 }, (_, i) => ({ width: 2, height: 2, index: () => i & 1 })),
});
const scan = tiff({
  pages: Array.from({ length: 3 }, () => ({
    chunks: [Uint8Array.of(1, 2, 3, 4)],
    tags: { 256: 2, 257: 2, 258: 8, 259: 1, 262: 1 },
  })),
});

async function make(files: Record<string, Uint8Array>, options: Partial<ImagesToPdfOptions> = {}) {
  const inputs = Object.entries(files).map(([name, file]) => ({ name, bytes: file }));
  const made = await imagesToPdf(inputs, { ...DEFAULT_OPTIONS, ...options });
  return { ...made, text: Buffer.from(made.rope.toBytes()).toString("latin1") };
}

/** Every object number with what its cross-reference entry points at. */
function xrefTargets(text: string): string[] {
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  expect(text.slice(start, start + 4)).toBe("xref");
  const [, count, table] = /^xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(text.slice(start))!;
  const entries = table!.match(/.{18} \n/g)!;
  expect(entries).toHaveLength(Number(count));
  return entries.slice(1).map((entry, i) => {
    const at = Number(entry.slice(0, 10));
    expect(text.slice(at, at + 20)).toMatch(new RegExp(`^${i + 1} 0 obj\n`));
    return text.slice(at, text.indexOf("endobj", at));
  });
}

const mediaBoxes = (text: string) =>
  [...text.matchAll(/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]/g)].map((match) => Number(match[1]));

describe("the document", () => {
  it("has a page for each image, in the order asked for, and a table that points at every object", async () => {
    const files = { a: gray(1), b: gray(2), c: gray(3) };
    const { text, pageCount, imageCount, failures, method } = await make(files, {
      imageOrder: [
        { name: "c", order: 0, rotation: undefined },
        { name: "b", order: 1, rotation: undefined },
      ],
    });
    expect(mediaBoxes(text)).toEqual([18, 12, 6]);
    expect({ pageCount, imageCount, failures, method }).toEqual({
      pageCount: 3,
      imageCount: 3,
      failures: [],
      method: "passthrough",
    });
    const objects = xrefTargets(text);
    expect(objects[0]).toContain("/Type/Catalog");
    expect(objects[1]).toContain("/Count 3");
    expect(text.startsWith("%PDF-1.4\n")).toBe(true);
  });

  it("names images that fail, in order of upload, and holds no trace of them", async () => {
    const files = { first: gray(1), bad: broken, heic: bytes([0, 0, 0, 16], "ftypheic"), last: gray(2) };
    const made = await make(files, { imageOrder: [{ name: "heic", order: 0, rotation: undefined }] });
    expect(made.failures.map(({ index, name, code }) => [index, name, code])).toEqual([
      [1, "bad", "CORRUPTED_IMAGE"],
      [2, "heic", "UNSUPPORTED_FORMAT"],
    ]);
    expect(made.imageCount).toBe(2);
    const without = await make({ first: gray(1), last: gray(2) });
    expect(made.text).toBe(without.text);
  });

  it("leaves no trace of a page that fails among others, and says so", async () => {
    const page = (tags: Record<number, number>) => ({
      chunks: [Uint8Array.of(1, 2, 3, 4)],
      tags: { 256: 2, 257: 2, 258: 8, 259: 1, 262: 1, ...tags },
    });
    const outside = { 273: 99_999_999, 279: 4 };
    const [a, whole] = [[page({}), page(outside)], [page({})]].map((pages) => tiff({ pages }));
    const made = await make({ a: a!, b: gray(1) });
    expect(made.failures).toEqual([]);
    expect(made.warnings).toMatchObject([{ name: "a", page: 2, isLeftOut: true }]);
    expect(xrefTargets(made.text)).toHaveLength(xrefTargets((await make({ a: whole!, b: gray(1) })).text).length);
  });

  it("is empty when every image fails", async () => {
    const made = await make({ bad: broken });
    expect([made.pageCount, made.imageCount, made.failures.length]).toEqual([0, 0, 1]);
  });

  it("says how the images were embedded", async () => {
    expect((await make({ a: gray(1) })).method).toBe("passthrough");
    expect((await make({ a: rgba })).method).toBe("decoded");
    expect((await make({ a: gray(1), b: rgba })).method).toBe("mixed");
  });

  it("calls itself 1.5 when an image has 16 bits", async () => {
    expect((await make({ a: gray(1), b: deep })).text.startsWith("%PDF-1.5\n")).toBe(true);
  });

  it("writes a profile once, however many images have it", async () => {
    const profile = bytes("ICC_PROFILE\0", [1, 1], iccHeader("GRAY"));
    const file = jpeg({ blocks: [[[5]]], segments: [{ marker: 0xe2, data: profile }] });
    const { text } = await make({ a: file, b: file, c: file });
    expect(text.match(/\/Alternate/g)).toHaveLength(1);
    expect(text.match(/\[\/ICCBased \d+ 0 R\]/g)).toHaveLength(3);
  });

  it("forgets a profile together with the image that brought it", async () => {
    const profile = iccHeader("RGB ");
    const segments = [{ marker: 0xe2, data: bytes("ICC_PROFILE\0", [1, 1], profile) }];
    const { deflateSync } = await import("node:zlib");
    const iccp: [string, Uint8Array] = ["iCCP", bytes("n\0", 0, new Uint8Array(deflateSync(profile)))];
    const bad = png({
      width: 4,
      height: 4,
      colourType: 6,
      depth: 8,
      pixel: () => [1, 2, 3, 4],
      chunks: [iccp],
      rows: (rows) => rows.subarray(0, 3),
    });
    const good = jpeg({ blocks: [[[5, 6, 7]]], segments });
    expect((await make({ bad, good })).text).toBe((await make({ good })).text);
  });
});

describe("the pages of the document", () => {
  it("paints the background behind the image, and clips what covers", async () => {
    const { text } = await make(
      { a: gray(1) },
      { background: [255, 0, 51], margin: 8, fitMode: "cover", pageSize: "Letter" },
    );
    expect(text).toContain("1 0 0.2 rg\n0 0 612 792 re f\n6 6 600 780 re W n\n");
  });

  it("gives an animation one page, and a TIFF a page for each of its pictures", async () => {
    expect((await make({ a: animation })).pageCount).toBe(1);
    expect((await make({ a: scan })).pageCount).toBe(3);
  });

  it("refuses images beyond the most pages, not the ones before", async () => {
    const files = Object.fromEntries(Array.from({ length: IMAGE_CAPS.pages - 1 }, (_, i) => [`${i}`, gray(1)]));
    const made = await make({ ...files, scan, one: gray(1), two: gray(1) });
    expect(made.pageCount).toBe(IMAGE_CAPS.pages);
    expect(made.failures.map(({ name, code }) => [name, code])).toEqual([
      ["scan", "IMAGE_TOO_LARGE"],
      ["two", "IMAGE_TOO_LARGE"],
    ]);
  });

  it("have the images' names in the outline and as labels where that is asked for", async () => {
    const { rope, text } = await make({ "a.jpg": gray(1), "bad.png": broken, "scän.tif": scan }, { outline: "names" });
    const document = openPdf(rope.toBytes());
    const outline = document.dict(document.catalog.get("Outlines"))!;
    expect(outline.get("Count")).toBe(2);
    const first = document.dict(outline.get("First"))!;
    const last = document.dict(outline.get("Last"))!;
    expect([first, last].map((item) => decodeTextString((item.get("Title") as PdfString).bytes))).toEqual([
      "a.jpg",
      "scän.tif",
    ]);
    expect(document.dict(first.get("Next"))).toBe(last);
    expect(document.dict((last.get("Dest") as PdfObject[])[0])!.get("Type")).toBe("Page");
    expect(text).toMatch(/\/PageLabels<<\/Nums\[0 <<\/P\(a\.jpg\)>> 1 <<\/P\(\xfe\xff[^)]*\)\/S\/D>>\]>>/);
    expect((await make({ a: gray(1) })).text).not.toContain("Outlines");
  });

  it("are turned as one says for all, or as the image's own rotation says", async () => {
    const { text } = await make(
      { a: gray(2), b: gray(3) },
      { rotation: 90, imageOrder: [{ name: "b", rotation: 0, order: undefined }] },
    );
    expect(text.match(/MediaBox ?\[[^\]]*\]/g)).toEqual(["MediaBox[0 0 6 12]", "MediaBox[0 0 18 6]"]);
  });

  it("refuses a margin for which no page has room", async () => {
    await expect(make({ a: gray(1) }, { pageSize: "A4", margin: 500 })).rejects.toThrow(LayoutProblem);
  });

  it("asks for memory before each frame, and gives back what the output does not keep", async () => {
    const calls: number[] = [];
    let held = 0;
    const memory = {
      grow: async (bytes: number) => {
        calls.push(bytes);
        held += bytes;
      },
      shrink: (bytes: number) => {
        held -= bytes;
      },
    };
    const { rope } = await make({ a: gray(1), b: rgba, bad: broken }, { memory });
    expect(calls).toHaveLength(3);
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThan(rope.length);
  });

  it("leaves out a page that cannot be converted, names it, and keeps the others", async () => {
    const page = (compression: number) => ({
      chunks: [Uint8Array.of(1, 2, 3, 4)],
      tags: { 256: 2, 257: 2, 258: 8, 259: compression, 262: 1 },
    });
    const file = tiff({ pages: [page(1), page(34661), page(1)] });
    const { pageCount, imageCount, failures, warnings } = await make({ "scan.tif": file });
    expect({ pageCount, imageCount, failures }).toEqual({ pageCount: 2, imageCount: 1, failures: [] });
    expect(warnings).toEqual([
      {
        index: 0,
        name: "scan.tif",
        page: 2,
        isLeftOut: true,
        message: expect.stringContaining("TIFF compression JBIG is not supported; save it with LZW"),
      },
    ]);
  });

  it("fails an image none of whose pages can be converted", async () => {
    const page = { chunks: [Uint8Array.of(1)], tags: { 256: 1, 257: 1, 258: 8, 259: 34661, 262: 1 } };
    const { failures, warnings } = await make({ "scan.tif": tiff({ pages: [page, page] }) });
    expect(failures).toMatchObject([{ code: "UNSUPPORTED_IMAGE", message: expect.stringContaining("JBIG") }]);
    expect(warnings).toEqual([]);
  });
});
