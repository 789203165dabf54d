import * as mupdf from "mupdf";
import { PDFDocument, StandardFonts } from "pdf-lib";
import sharp from "sharp";

export interface Scan {
  lines: readonly string[];
  /** Pixels to the inch. */
  resolution?: number;
  /** Degrees clockwise by which the paper lay on the glass. */
  turned?: number;
  /** The page's own /Rotate. */
  rotate?: number;
}

/** A PDF whose pages are pictures of typed lines, as a scanner makes them. */
export async function scanned(scans: readonly Scan[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const { lines, resolution = 200, turned = 0, rotate = 0 } of scans) {
    const { data, info } = await sharp(await typed(lines, resolution))
      .rotate(turned, { background: "white" })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    const scale = 72 / resolution;
    const page = pdf.addPage([info.width * scale, info.height * scale]);
    page.drawImage(await pdf.embedJpg(data), { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
    page.node.set(pdf.context.obj("Rotate") as never, pdf.context.obj(rotate));
  }
  return pdf.save();
}

/** A JPEG of typed lines, that says its density. */
export async function photographed(lines: readonly string[]): Promise<Uint8Array> {
  const picture = sharp(await typed(lines, 200)).withMetadata({ density: 200 });
  return picture.jpeg({ quality: 85 }).toBuffer();
}

/** A5, its first line's base line 60 points below the top. */
async function typed(lines: readonly string[], resolution: number): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([420, 595]);
  for (const [at, line] of lines.entries()) page.drawText(line, { x: 50, y: 535 - at * 20, size: 12, font });
  const scale = mupdf.Matrix.scale(resolution / 72, resolution / 72);
  const drawn = mupdf.Document.openDocument(await pdf.save(), "application/pdf").loadPage(0);
  return Buffer.from(drawn.toPixmap(scale, mupdf.ColorSpace.DeviceGray, false).asPNG());
}
