import { imagesToPdf } from "../../../../../src/engine.ts";

/** What is asked of the worker, and what it answers: a PDF of the image, or why the service would refuse it. */
export interface Asked {
  id: number;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}
export type Answered = { id: number } & ({ pdf: Uint8Array<ArrayBuffer>; pages: number } | { refusal: string });

/** The service's own engine: what it shows is what the service will make. */
addEventListener("message", async ({ data: { id, name, bytes } }: MessageEvent<Asked>) => {
  const { file, pageCount, failures } = await imagesToPdf([{ name, bytes }]);
  const [failure] = failures;
  const answer: Answered = failure ? { id, refusal: failure.message } : { id, pdf: file.bytes(), pages: pageCount };
  postMessage(answer);
});
