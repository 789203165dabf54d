import { type Answered, type Asked, perform } from "quire:operations";

const EVERY_MS = 200;

/** The service's own operations, on this machine: nothing is sent. Long work says what it is at. */
addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  let work: { place: string | undefined } | undefined;
  let told: string | undefined;
  const telling = setInterval(() => {
    if (work?.place === told) return;
    told = work?.place;
    postMessage({ place: told });
  }, EVERY_MS);
  const answered = await perform(data, (begun) => {
    work = begun;
  }).catch((error: unknown): Answered => {
    const message = error instanceof Error ? error.message : String(error);
    return { error: { code: "PROCESSING_FAILED", message } };
  });
  clearInterval(telling);
  postMessage(answered);
});
