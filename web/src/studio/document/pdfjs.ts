import { signal } from "@preact/signals";

declare const PDFJS_FOLDER: string;
/** The size of the two scripts together, uncompressed. */
declare const PDFJS_BYTES: number;

type PdfJs = typeof import("pdfjs-dist");
let loading: Promise<{ pdfjs: PdfJs; folder: string }> | undefined;

/** How much of the viewer has arrived, from 0 to 1; undefined when nothing waits for it. */
export const viewerArrived = signal<number | undefined>(undefined);

/** pdf.js is larger than the rest of the site, so it loads with the first document, and shows its progress. */
export function library(): Promise<{ pdfjs: PdfJs; folder: string }> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    viewerArrived.value = undefined;
    throw new Error("The viewer could not be loaded. Check the connection and try again.", { cause: error });
  });
  return loading;
}

async function load(): Promise<{ pdfjs: PdfJs; folder: string }> {
  const [main, worker] = ["pdf.min.mjs", "pdf.worker.min.mjs"].map((name) => `${PDFJS_FOLDER}/${name}`) as [
    string,
    string,
  ];
  viewerArrived.value = 0;
  let bytes = 0;
  // This fills the browser's cache, from which the import below reads.
  await Promise.all(
    [main, worker].map(async (address) => {
      const response = await fetch(address);
      if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`);
      for await (const chunk of chunksOf(response.body)) {
        bytes += chunk.length;
        viewerArrived.value = Math.min(bytes / PDFJS_BYTES, 1);
      }
    }),
  );
  const pdfjs = (await import(main)) as PdfJs;
  pdfjs.GlobalWorkerOptions.workerSrc = worker;
  viewerArrived.value = undefined;
  return { pdfjs, folder: PDFJS_FOLDER };
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
