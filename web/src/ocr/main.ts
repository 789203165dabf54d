import type { PDFDocumentProxy } from "pdfjs-dist";
import { drawingResolution } from "./drawing-resolution.ts";
import { openReader } from "./open-reader.ts";
import { greyOf, type Reader, type Reading } from "./recognise.ts";

/**
 * The program of the sealed page in which the service reads pictures (src/ocr). It asks for nothing but the service's
 * own files and the document, which the Worker answers, and is told what to do by the Worker's expressions.
 */

declare const PDFJS_FOLDER: string;

interface Opening {
  languages: string[];
  /** Bytes of the document. */
  length: number;
  password: string | undefined;
}

interface Asked {
  page: number;
  /** By default that of the picture that covers most of the page. */
  resolution: number | undefined;
  /** A larger page is drawn with fewer pixels to the inch. */
  pixels: number;
  deskew: boolean;
  turns: boolean;
}

/** What was read of a page, in points of the page as it is seen. */
export interface PageReading extends Reading {
  resolution: number;
  memory: number;
}

let pdfjs: typeof import("pdfjs-dist");
let reader: Reader;
let pdf: PDFDocumentProxy;

/** One byte for each pixel of the largest picture, so that not each page makes a new one. */
const canvas = document.createElement("canvas");

async function open({ languages, length, password }: Opening): Promise<void> {
  [reader, pdf] = await Promise.all([openReader(languages), openPdf(length, password)]);
}

const CHUNK_BYTES = 1024 * 1024;

async function openPdf(length: number, password: string | undefined): Promise<PDFDocumentProxy> {
  const [library, worker] = await Promise.all([
    import(`${PDFJS_FOLDER}/pdf.min.mjs`) as Promise<typeof import("pdfjs-dist")>,
    import(`${PDFJS_FOLDER}/pdf.worker.min.mjs`),
  ]);
  pdfjs = library;
  // It then starts none: nobody waits for this page's own thread.
  Object.assign(globalThis, { pdfjsWorker: worker });
  const range = new pdfjs.PDFDataRangeTransport(length, null);
  range.requestDataRange = async (begin: number, end: number) => {
    const response = await fetch(`/document/${begin}-${end}`);
    range.onDataRange(begin, new Uint8Array(await response.arrayBuffer()));
  };
  const task = pdfjs.getDocument({
    range,
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: `${PDFJS_FOLDER}/cmaps/`,
    standardFontDataUrl: `${PDFJS_FOLDER}/standard_fonts/`,
    wasmUrl: `${PDFJS_FOLDER}/wasm/`,
    iccUrl: `${PDFJS_FOLDER}/iccs/`,
    ...(password === undefined ? {} : { password }),
  });
  return task.promise;
}

async function read({ page: number, resolution: asked, pixels, deskew, turns }: Asked): Promise<PageReading> {
  const page = await pdf.getPage(number);
  const size = page.getViewport({ scale: 1 });
  const resolution = asked ?? (await drawingResolution(page, pdfjs));
  const scale = Math.min(resolution / 72, Math.sqrt(pixels / (size.width * size.height)));
  const viewport = page.getViewport({ scale });
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  // For paper: a screen's frames are not waited for.
  await page.render({ canvas, viewport, intent: "print", background: "white" }).promise;
  page.cleanup();
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const drawn = context.getImageData(0, 0, canvas.width, canvas.height);
  const reading = reader.recognise(greyOf(drawn), { resolution: scale * 72, deskew, turns });
  const lines = reading.lines.map((line) => ({
    ...line,
    words: line.words.map(({ text, box: [left, top, right, bottom], confidence }) => ({
      text,
      box: [left / scale, top / scale, right / scale, bottom / scale] as const,
      confidence: Math.round(confidence * 10) / 10,
    })),
  }));
  return { ...reading, lines, resolution: scale * 72, memory: reader.memory() };
}

Object.assign(globalThis, { ocr: { open, read } });
