import { PDFiumLibrary } from "@hyzyla/pdfium";
import * as mupdf from "mupdf";
import { expect } from "vitest";

/** A rendered page: 72 pixels to an inch, so that a pixel is a unit of the page. */
export interface Rendered {
  width: number;
  height: number;
  /** Red, green and blue at a pixel, from the top left. */
  at(x: number, y: number): number[];
}

export interface Renderer {
  name: string;
  pages(pdf: Uint8Array): Promise<Rendered[]>;
}

function picture(
  width: number,
  height: number,
  data: Uint8Array,
  stride: number,
  size: number,
  order: number[],
): Rendered {
  return { width, height, at: (x, y) => order.map((channel) => data[y * stride + x * size + channel]!) };
}

const withMupdf: Renderer = {
  name: "mupdf",
  async pages(pdf) {
    // MuPDF takes a pattern of another document for this one's when both are written alike.
    mupdf.emptyStore();
    const document = mupdf.Document.openDocument(pdf, "application/pdf");
    return Array.from({ length: document.countPages() }, (_, i) => {
      const pixmap = document.loadPage(i).toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false, true);
      // The pixmap's memory is the WASM instance's, and moves.
      const data = new Uint8Array(pixmap.getPixels());
      return picture(pixmap.getWidth(), pixmap.getHeight(), data, pixmap.getStride(), 3, [0, 1, 2]);
    });
  },
};

let library: Promise<PDFiumLibrary> | undefined;

const withPdfium: Renderer = {
  name: "pdfium",
  async pages(pdf) {
    library ??= PDFiumLibrary.init();
    const document = await (await library).loadDocument(pdf);
    const rendered: Rendered[] = [];
    for (const page of document.pages()) {
      const { width, height, data } = await page.render({ scale: 1, render: "bitmap" });
      rendered.push(picture(width, height, data.slice(), width * 4, 4, [0, 1, 2]));
    }
    document.destroy();
    return rendered;
  },
};

/** Two independent readers of PDF, both as WASM. */
export const RENDERERS: readonly Renderer[] = [withMupdf, withPdfium];

/** A colour within what renderers differ by: rounding, and conversions between gray and RGB each in its way. */
export function nearly(colour: readonly number[]): unknown {
  return colour.map((value) => expect.closeTo(value, -1));
}
