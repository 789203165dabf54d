import sharp from "sharp";
import { expect, inject, it } from "vitest";
import { bytes } from "../fixtures/bytes.ts";

const { api, key } = inject("service");

it("AVIF and SVG become pages as a browser shows them, and HEIC is named where it cannot", async () => {
  const background = { r: 20, g: 90, b: 160 };
  const avif = await sharp({ create: { width: 48, height: 32, channels: 3, background } })
    .avif()
    .toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="192"><circle r="40"/></svg>';
  const heic = bytes([0, 0, 0, 24], "ftypheic\0\0\0\0mif1heic");
  const body = new FormData();
  for (const [name, file] of [
    ["a.avif", avif],
    ["b.svg", svg],
    ["c.heic", heic],
  ] as const) {
    body.append("file", new Blob([file]), name);
  }
  const answer = await fetch(`${api}/v1/convert/image-to-pdf`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body,
  });
  const result = (await answer.json()) as { downloadUrl: string; failures: unknown };
  expect(result).toMatchObject({ success: true, pageCount: 2, originalImageCount: 2, failedImages: 1 });
  expect(result.failures).toEqual([
    { name: "c.heic", code: "UNSUPPORTED_FORMAT", message: expect.stringContaining("This is a HEIC image") },
  ]);
  const pdf = await (await fetch(result.downloadUrl)).text();
  const boxes = [...pdf.matchAll(/\/MediaBox\s*\[([^\]]*)\]/g)].map(([, box]) =>
    box!
      .trim()
      .split(/\s+/)
      .map((side) => Math.round(Number(side))),
  );
  // A pixel is 1/96 inch, as a screen shows it.
  expect(boxes).toEqual([
    [0, 0, 36, 24],
    [0, 0, 72, 144],
  ]);
}, 60_000);
