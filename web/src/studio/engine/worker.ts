import { type Answered, type Asked, perform } from "quire:operations";

/** The service's own operations, on this machine: nothing is sent. */
addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  const answered = await perform(data).catch((error: unknown): Answered => {
    const message = error instanceof Error ? error.message : String(error);
    return { error: { code: "PROCESSING_FAILED", message } };
  });
  postMessage(answered);
});
