import { type Answered, type Asked, perform, prepare } from "quire:operations";

const EVERY_MS = 200;

let stopping = new AbortController();

/** The service's own operations, on this machine: nothing is sent. Long work says what it is at, and can be stopped. */
addEventListener("message", async ({ data }: MessageEvent<Asked | "stop" | { prepare: string[] }>) => {
  // Where something cannot be loaded, the work itself says so.
  if (data === "stop") return stopping.abort();
  if ("prepare" in data) return prepare(data.prepare).catch(() => undefined);
  stopping = new AbortController();
  let work: { place: string | undefined } | undefined;
  let posted: string | undefined;
  const posting = setInterval(() => {
    if (work?.place === posted) return;
    posted = work?.place;
    postMessage({ place: posted });
  }, EVERY_MS);
  const begins = (begun: typeof work) => {
    work = begun;
  };
  const answered = await perform(data, { begins, signal: stopping.signal }).catch((error: unknown): Answered => {
    const message = error instanceof Error ? error.message : String(error);
    return { error: { code: "PROCESSING_FAILED", message } };
  });
  clearInterval(posting);
  postMessage(answered);
});
