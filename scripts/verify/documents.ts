import { unzipSync } from "fflate";
import * as mupdf from "mupdf";
import { png } from "../../test/fixtures/png.ts";
import { Fault } from "./service.ts";

export interface ReadPage {
  width: number;
  height: number;
  text: string;
}

/** The pages of a PDF as a viewer shows them, read without the service's own code. */
export function readPdf(bytes: Uint8Array): ReadPage[] {
  try {
    const document = mupdf.PDFDocument.openDocument(bytes, "application/pdf");
    return Array.from({ length: document.countPages() }, (_, index) => {
      const page = document.loadPage(index);
      const [left, top, right, bottom] = page.getBounds("CropBox");
      const text = page.toStructuredText("").asText().replace(/\s+/g, " ").trim();
      return { width: Math.round(right - left), height: Math.round(bottom - top), text };
    });
  } catch (error) {
    throw new Fault(`what came is no PDF (${String(error)})`);
  }
}

export function textOf(bytes: Uint8Array): string {
  return readPdf(bytes)
    .map(({ text }) => text)
    .join(" ");
}

/** Files of a ZIP by their names. */
export function readZip(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes);
  } catch (error) {
    throw new Fault(`what came is no ZIP (${String(error)})`);
  }
}

/** A small picture of one colour. */
export function picture(red: number, green: number, blue: number): Uint8Array {
  return png({ width: 40, height: 30, colourType: 2, depth: 8, pixel: () => [red, green, blue] });
}
