import { drawPage, openPdf, type Size } from "../../document/viewer.ts";
import type { Answered, Asked } from "./worker.ts";

declare const IMAGE_WORKER: string;

/** What no browser shows, as the service will bind it: its first page as a picture, or why it will be refused. */
export type Preview = { url: string; size: Size; pages: number } | { refusal: string };

/** Drawn for a card; larger is not seen. */
const WIDTH = 480;
const POINTS_IN_A_PIXEL = 72 / 96;

let worker: Worker | undefined;
let ids = 0;

export async function previewOf(name: string, file: Blob): Promise<Preview> {
  worker ??= new Worker(IMAGE_WORKER, { type: "module" });
  ids += 1;
  const answer = await ask(worker, { id: ids, name, bytes: new Uint8Array(await file.arrayBuffer()) });
  if ("refusal" in answer) return answer;
  const pdf = await openPdf(new Blob([answer.pdf]));
  try {
    const canvas = document.createElement("canvas");
    const size = await drawPage(pdf, 1, canvas, WIDTH).done;
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (!size || !picture) throw new Error("The picture could not be drawn.");
    const inPixels = { width: size.width / POINTS_IN_A_PIXEL, height: size.height / POINTS_IN_A_PIXEL };
    return { url: URL.createObjectURL(picture), size: inPixels, pages: answer.pages };
  } finally {
    void pdf.loadingTask.destroy();
  }
}

function ask(worker: Worker, asked: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.removeEventListener("message", take);
      worker.removeEventListener("error", fail);
    };
    const take = ({ data }: MessageEvent<Answered>) => {
      if (data.id !== asked.id) return;
      settle();
      resolve(data);
    };
    const fail = (event: ErrorEvent) => {
      settle();
      reject(new Error(event.message));
    };
    worker.addEventListener("message", take);
    worker.addEventListener("error", fail);
    worker.postMessage(asked, [asked.bytes.buffer]);
  });
}
