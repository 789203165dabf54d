import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy, PDFWorker } from "pdfjs-dist";
import { library } from "./pdfjs.ts";

export type PdfView = PDFDocumentProxy;

/** A page of a document. */
export interface View {
  pdf: PdfView;
  page: number;
}

export interface Size {
  width: number;
  height: number;
}

export class PasswordNeeded extends Error {
  readonly isWrong: boolean;
  constructor(isWrong: boolean) {
    super(isWrong ? "That password does not open it." : "This PDF needs a password.");
    this.isWrong = isWrong;
  }
}

interface Opening {
  password?: string | undefined;
  signal?: AbortSignal | undefined;
  /** It is closed soon. Such documents share a worker, since each takes longer to start than to draw a page. */
  isBrief?: boolean;
}

let ofBrief: PDFWorker | undefined;

/** Pages of scans lie megabytes apart, and each is looked up: what is read around one stays in memory. */
const CHUNK_BYTES = 64 * 1024;
/** The browser's own decoder of images keeps what it decoded: twenty megabytes of each page of a scan. */
const ON_DEMAND = {
  isImageDecoderSupported: false,
  rangeChunkSize: CHUNK_BYTES,
  disableAutoFetch: true,
  disableStream: true,
};

/** Smaller files are read whole, at once. */
const WHOLE_BYTES = 16_000_000;

/** Opens a file of this machine. Of a large one only the parts that the visible pages need are read. */
export async function openPdf(file: Blob, opening: Opening = {}): Promise<PdfView> {
  if (file.size <= WHOLE_BYTES) return open({ data: new Uint8Array(await file.arrayBuffer()) }, opening);
  const { pdfjs } = await library();
  const range = new pdfjs.PDFDataRangeTransport(file.size, null);
  let isOver = false;
  range.requestDataRange = async (begin: number, end: number) => {
    const bytes = new Uint8Array(await file.slice(begin, end).arrayBuffer());
    if (!isOver) range.onDataRange(begin, bytes);
  };
  range.abort = () => {
    isOver = true;
  };
  return open({ range, ...ON_DEMAND }, opening);
}

/** Opens a document behind a link. Only the parts that the visible pages need are fetched. */
export function openLink(url: string, opening: Opening = {}): Promise<PdfView> {
  return open({ url, ...ON_DEMAND }, opening);
}

async function open(source: Record<string, unknown>, { password, signal, isBrief }: Opening): Promise<PdfView> {
  const { pdfjs, folder } = await library();
  signal?.throwIfAborted();
  if (isBrief) ofBrief ??= new pdfjs.PDFWorker();
  const task: PDFDocumentLoadingTask = pdfjs.getDocument({
    ...source,
    cMapUrl: `${folder}/cmaps/`,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    wasmUrl: `${folder}/wasm/`,
    iccUrl: `${folder}/iccs/`,
    ...(password === undefined ? {} : { password }),
    ...(isBrief && ofBrief ? { worker: ofBrief } : {}),
  });
  // A task that is destroyed while it waits for the network does not always settle, so the signal settles it.
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => {
      void task.destroy();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
  });
  try {
    const pdf = await Promise.race([task.promise, aborted]);
    if (source.rangeChunkSize) onDemand.add(pdf);
    return pdf;
  } catch (error) {
    signal?.throwIfAborted();
    if ((error as Error).name === "PasswordException") {
      throw new PasswordNeeded(password !== undefined);
    }
    throw new Error("This file cannot be read as a PDF. It may be damaged, or another kind of file.", { cause: error });
  }
}

/** Size in points of a page as displayed: inside its crop box, turned, with its user unit. */
export async function displayedSize(pdf: PdfView, pageNumber: number): Promise<Size> {
  const page = await pdf.getPage(pageNumber);
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

/** A part of a page as pixels, beginning at the offset of its top left corner. */
export async function pixelsOf(
  pdf: PdfView,
  pageNumber: number,
  part: { scale: number; width: number; height: number; offsetX?: number; offsetY?: number },
  intent: "display" | "print" = "display",
): Promise<ImageData> {
  const { width, height, ...view } = part;
  const page = await pdf.getPage(pageNumber);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  await page.render({ canvas, viewport: page.getViewport(view), intent }).promise;
  return (canvas.getContext("2d") as CanvasRenderingContext2D).getImageData(0, 0, width, height);
}

/**
 * Pages whose decoded images stay for when they are drawn again: of a scan each takes ten times its size in the file.
 * None does of a file that is read on demand.
 */
const MOST_RESTING = 12;
const onDemand = new WeakSet<PdfView>();
const resting = new WeakMap<PdfView, PDFPageProxy[]>();

function rest(pdf: PdfView, page: PDFPageProxy): void {
  if (onDemand.has(pdf)) return void page.cleanup();
  const pages = [...(resting.get(pdf) ?? []).filter((other) => other !== page), page];
  if (pages.length > MOST_RESTING) pages.shift()?.cleanup();
  resting.set(pdf, pages);
}

/** Some browsers refuse a canvas with more pixels than this. */
const MAX_PIXELS = 12_000_000;

/**
 * Draws a page at a width in CSS pixels. What the canvas shows stays in view until the new drawing is ready. The page's
 * size is told as soon as it is known.
 */
export function drawPage(
  pdf: PdfView,
  pageNumber: number,
  canvas: HTMLCanvasElement,
  cssWidth: number,
  onSize: (size: Size) => void = () => {},
): { done: Promise<Size | undefined>; cancel: () => void } {
  let cancelled = false;
  let cancelRender = () => {};
  const draw = async () => {
    const page = await pdf.getPage(pageNumber);
    if (cancelled) return undefined;
    const natural = page.getViewport({ scale: 1 });
    const size = { width: natural.width, height: natural.height };
    onSize(size);
    const wanted = (cssWidth / natural.width) * Math.min(devicePixelRatio, 2);
    const most = Math.sqrt(MAX_PIXELS / (natural.width * natural.height));
    const viewport = page.getViewport({ scale: Math.min(wanted, most) });
    const unseen = document.createElement("canvas");
    unseen.width = Math.max(Math.round(viewport.width), 1);
    unseen.height = Math.max(Math.round(viewport.height), 1);
    const rendering = page.render({ canvas: unseen, viewport });
    cancelRender = () => rendering.cancel();
    try {
      await rendering.promise;
      if (cancelled) return undefined;
      canvas.width = unseen.width;
      canvas.height = unseen.height;
      canvas.getContext("2d")?.drawImage(unseen, 0, 0);
      return size;
    } finally {
      // Its pixels go at once: those of many would be collected in one long pause.
      unseen.width = 0;
      rest(pdf, page);
    }
  };
  return {
    done: draw().catch((error: unknown) => {
      if (!cancelled) throw error;
      return undefined;
    }),
    cancel() {
      cancelled = true;
      cancelRender();
    },
  };
}
