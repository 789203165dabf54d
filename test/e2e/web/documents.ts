import { degrees, PDFDocument, PDFName, rgb, StandardFonts } from "pdf-lib";

/** Pages that are easily cropped wrongly: turned, with a crop box away from the origin, with a user unit; all at once on the second. */
export async function awkwardPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (const [index, { rotation, userUnit, crop }] of [
    { rotation: 0, userUnit: 1, crop: undefined },
    { rotation: 90, userUnit: 2, crop: [40, 60, 360, 480] as const },
    { rotation: 270, userUnit: 1, crop: [20, 20, 500, 700] as const },
  ].entries()) {
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
