import type { PDFDocumentProxy } from "pdfjs-dist";

declare const PDFJS_FOLDER: string;

export type PdfView = PDFDocumentProxy;
type PdfJs = typeof import("pdfjs-dist");

let loading: Promise<PdfJs> | undefined;

/** pdf.js is larger than all of this site: it comes when the first document does. */
function library(): Promise<PdfJs> {
  loading ??= (async () => {
    const address = `${PDFJS_FOLDER}/pdf.min.mjs`;
    const pdfjs = (await import(address)) as PdfJs;
    pdfjs.GlobalWorkerOptions.workerSrc = `${PDFJS_FOLDER}/pdf.worker.min.mjs`;
    return pdfjs;
  })();
  return loading;
}

export class PasswordNeeded extends Error {}

export async function openPdf(file: Blob, password?: string): Promise<PdfView> {
  const { getDocument } = await library();
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    cMapUrl: `${PDFJS_FOLDER}/cmaps/`,
    standardFontDataUrl: `${PDFJS_FOLDER}/standard_fonts/`,
    wasmUrl: `${PDFJS_FOLDER}/wasm/`,
    iccUrl: `${PDFJS_FOLDER}/iccs/`,
    ...(password === undefined ? {} : { password }),
  });
  try {
    return await task.promise;
  } catch (error) {
    if ((error as Error).name === "PasswordException") {
      throw new PasswordNeeded(password === undefined ? "This PDF needs a password." : "The password is wrong.");
    }
    throw new Error(`The browser cannot show this file: ${(error as Error).message}`);
  }
}

/** Size in points of a page as displayed: inside its crop box, turned, with its user unit. */
export async function displayedSize(pdf: PdfView, pageNumber: number): Promise<{ width: number; height: number }> {
  const page = await pdf.getPage(pageNumber);
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

/** More pixels than this make some browsers give up a canvas. */
const MOST_PIXELS = 12_000_000;

/** Draws a page at most as wide as wanted and no taller than the window; it keeps its shape when the layout makes it narrower. */
export async function drawPage(
  pdf: PdfView,
  pageNumber: number,
  canvas: HTMLCanvasElement,
  cssWidth: number,
): Promise<void> {
  const page = await pdf.getPage(pageNumber);
  const natural = page.getViewport({ scale: 1 });
  const shown = Math.min(cssWidth, (innerHeight * 0.78 * natural.width) / natural.height);
  const wanted = (shown / natural.width) * Math.min(devicePixelRatio, 2);
  const most = Math.sqrt(MOST_PIXELS / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(wanted, most) });
  canvas.width = Math.max(Math.round(viewport.width), 1);
  canvas.height = Math.max(Math.round(viewport.height), 1);
  canvas.style.width = `${shown}px`;
  canvas.style.aspectRatio = `${natural.width} / ${natural.height}`;
  await page.render({ canvas, viewport }).promise;
}
