import * as mupdf from "mupdf";
import { degrees, PDFDocument, PDFName, rgb, StandardFonts } from "pdf-lib";
import { png as pngOf } from "../../fixtures/png.ts";
import { NONE, tiff as tiffOf } from "../../fixtures/tiff.ts";

/**
 * Pages that are easily cropped wrongly: turned, with a crop box away from the origin, with a user unit; all at once on
 * the second.
 */
export async function awkwardPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  const looks: { rotation: number; userUnit: number; crop?: readonly [number, number, number, number] }[] = [
    { rotation: 0, userUnit: 1 },
    { rotation: 90, userUnit: 2, crop: [40, 60, 360, 480] },
    { rotation: 270, userUnit: 1, crop: [20, 20, 500, 700] },
  ];
  for (const [index, { rotation, userUnit, crop }] of looks.entries()) {
    const page = pdf.addPage([595, 842]);
    page.drawRectangle({ x: 60, y: 100, width: 200, height: 120, color: rgb(0.8, 0.2, 0.1) });
    page.drawRectangle({ x: 300, y: 500, width: 120, height: 200, color: rgb(0.1, 0.4, 0.6) });
    page.drawText(`Page ${index + 1}`, { x: 80, y: 400, size: 64, font });
    page.setRotation(degrees(rotation));
    if (crop) page.setCropBox(...crop);
    if (userUnit !== 1) page.node.set(PDFName.of("UserUnit"), pdf.context.obj(userUnit));
  }
  return pdf.save();
}

/** The same document behind a password. */
export async function lockedPdf(password: string): Promise<Buffer> {
  const document = mupdf.PDFDocument.openDocument(await awkwardPdf(), "application/pdf") as mupdf.PDFDocument;
  const options = `encrypt=aes-256,user-password=${password},owner-password=owner`;
  return Buffer.from(document.saveToBuffer(options).asUint8Array());
}

/** A grey image of that many pixels. */
export function png(width: number, height: number): Buffer {
  return Buffer.from(pngOf({ width, height, colourType: 0, depth: 8, pixel: () => [0x90] }));
}

/** A grey TIFF of that many pages, uncompressed: no browser shows one. */
export function tiff(width: number, height: number, pages: number): Buffer {
  const page = {
    chunks: [new Uint8Array(width * height).fill(0x60)],
    tags: { 256: width, 257: height, 258: 8, 259: NONE, 262: 1, 278: height },
  };
  return Buffer.from(tiffOf({ pages: Array.from({ length: pages }, () => page) }));
}
