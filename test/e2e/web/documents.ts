import { crc32, deflateSync } from "node:zlib";
import * as mupdf from "mupdf";
import { degrees, PDFDocument, PDFName, rgb, StandardFonts } from "pdf-lib";

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

/** A grey image of so many pixels. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = Buffer.alloc((width + 1) * height, 0x90);
  for (let y = 0; y < height; y++) rows[y * (width + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A grey TIFF of so many pages, uncompressed: no browser shows one. */
export function tiff(width: number, height: number, pages: number): Buffer {
  const TAGS = 8;
  const directoryBytes = 2 + TAGS * 12 + 4;
  const file = Buffer.alloc(8 + pages * (directoryBytes + width * height), 0x60);
  file.write("II*\0", "latin1");
  file.writeUInt32LE(8, 4);
  for (let page = 0; page < pages; page++) {
    const at = 8 + page * (directoryBytes + width * height);
    const end = at + directoryBytes + width * height;
    const entries = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, at + directoryBytes],
      [278, height],
      [279, width * height],
    ] as const;
    file.writeUInt16LE(TAGS, at);
    for (const [index, [tag, value]] of entries.entries()) {
      const entry = at + 2 + index * 12;
      file.writeUInt16LE(tag, entry);
      file.writeUInt16LE(4, entry + 2);
      file.writeUInt32LE(1, entry + 4);
      file.writeUInt32LE(value, entry + 8);
    }
    file.writeUInt32LE(page === pages - 1 ? 0 : end, at + directoryBytes - 4);
  }
  return file;
}
