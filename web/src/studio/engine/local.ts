import type { Answered, Asked, Box } from "./worker.ts";

declare const ENGINE_WORKER: string;

let ids = 0;

/** What each page of a file shows, found on this machine. Cancelling ends the worker. */
export function contentOf(file: File, password: string | undefined, signal: AbortSignal): Promise<(Box | null)[]> {
  const worker = new Worker(ENGINE_WORKER, { type: "module" });
  ids += 1;
  const asked: Asked = { id: ids, file, password };
  return new Promise<(Box | null)[]>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    worker.addEventListener("message", ({ data }: MessageEvent<Answered>) => {
      if ("boxes" in data) resolve(data.boxes);
      else reject(new Error(data.problem));
    });
    worker.addEventListener("error", ({ message }) => reject(new Error(message || "The engine could not be loaded.")));
    worker.postMessage(asked);
  }).finally(() => worker.terminate());
}
