import { OCR_LIMITS } from "../../../../src/ocr/ocr-limits.ts";
import { drawingResolution } from "../../ocr/drawing-resolution.ts";
import { greyOf, type Reading } from "../../ocr/recognise.ts";
import { library } from "../document/pdfjs.ts";
import { type PdfView, pixelsOf } from "../document/viewer.ts";
import type { HereOptions } from "../engine/here.ts";
import type { Said, Told } from "./worker.ts";

declare const READING_WORKER: string;

/** What was read of a document, as the operations take it. */
export interface WordsRead {
  pages: { page: number; words: { text: string; box: number[]; angle: number; confidence: number; line: number }[] }[];
  count: number;
  /** Words that are too doubtful to be laid. */
  leftOut: number;
  /** Pages that could not be drawn or read. */
  unread: number[];
}

/** Whether a page has text, seen or not. */
export async function hasText(pdf: PdfView, number: number): Promise<boolean> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  return items.some((item) => "str" in item && item.str.trim() !== "");
}

/** Reads pages one after the other. Each is drawn here, and read by a worker, which ends with the work. */
export async function readPages(
  pdf: PdfView,
  numbers: readonly number[],
  { languages, signal, isAt }: HereOptions & { languages: string[] },
): Promise<WordsRead> {
  const worker = new Worker(READING_WORKER, { type: "module" });
  const read: WordsRead = { pages: [], count: 0, leftOut: 0, unread: [] };
  const ask = (told: Told, moved: Transferable[] = []) => asked(worker, told, moved, signal);
  try {
    isAt?.("the model of the language");
    await ask({ languages });
    for (const number of numbers) {
      signal?.throwIfAborted();
      isAt?.(`page ${number}`);
      const found = await readPage(pdf, number, ask).catch(() => undefined);
      signal?.throwIfAborted();
      if (found) add(read, number, found);
      else read.unread.push(number);
    }
    return read;
  } finally {
    worker.terminate();
  }
}

async function readPage(pdf: PdfView, number: number, ask: (told: Told, moved: Transferable[]) => Promise<Said>) {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const { pdfjs } = await library();
  const resolution = await drawingResolution(page, pdfjs);
  const scale = Math.min(resolution / 72, Math.sqrt(OCR_LIMITS.pixels / (width * height)));
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  // As for print, since what is for display waits for frames, of which a hidden tab has none.
  const picture = greyOf(await pixelsOf(pdf, number, { scale, ...size }, "print"));
  page.cleanup();
  const options = { resolution: scale * 72, deskew: true, turns: true };
  const said = await ask({ picture, options }, [picture.data.buffer]);
  return "reading" in said ? { reading: said.reading, scale } : undefined;
}

function add(read: WordsRead, page: number, { reading, scale }: { reading: Reading; scale: number }): void {
  const words = reading.lines.flatMap(({ words, angle }, line) =>
    words.map(({ text, box, confidence }) => {
      return { text, box: box.map((side) => side / scale), angle, confidence, line };
    }),
  );
  const sure = words.filter(({ confidence }) => confidence >= OCR_LIMITS.confidence);
  read.leftOut += words.length - sure.length;
  read.count += sure.length;
  if (sure.length > 0) read.pages.push({ page, words: sure });
}

function asked(worker: Worker, told: Told, moved: Transferable[], signal: AbortSignal | undefined): Promise<Said> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    worker.onmessage = ({ data }: MessageEvent<Said>) =>
      "error" in data ? reject(new Error(data.error)) : resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message || "What reads pictures could not be loaded."));
    worker.postMessage(told, moved);
  });
}
