import type { Message } from "./rpc.ts";

/** A call that takes longer than this becomes a stream, for a client that asked how it is getting on. */
const QUIET_MS = 3_000;
const EVERY_MS = 5_000;

/** The token by which a client asks for progress, if it can read a stream. */
export function progressToken({ params = {} }: Message, headers: Headers): string | number | undefined {
  const token = (params._meta as Record<string, unknown> | undefined)?.progressToken;
  const reads = headers.get("Accept")?.includes("text/event-stream") ?? false;
  return reads && (typeof token === "string" || Number.isInteger(token)) ? (token as string | number) : undefined;
}

/** Answers with JSON if that is soon enough, else with a stream: how long it has taken, at intervals, then the answer. */
export async function withProgress(token: string | number, answer: Promise<Response>): Promise<Response> {
  const soon = await Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(resolve, QUIET_MS))]);
  if (soon !== undefined) return soon;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void send(writable, token, answer);
  return new Response(readable, { headers: { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" } });
}

async function send(writable: WritableStream<Uint8Array>, token: string | number, answer: Promise<Response>) {
  const writer = writable.getWriter();
  const event = (data: string) => writer.write(new TextEncoder().encode(`event: message\ndata: ${data}\n\n`));
  let progress = QUIET_MS / 1000;
  const tell = () => {
    const params = { progressToken: token, progress, message: `At work for ${progress} s.` };
    progress += EVERY_MS / 1000;
    return event(JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params }));
  };
  // A client that has gone reads no more. The request's own signal ends the work.
  const gone = () => clearInterval(timer);
  const timer = setInterval(() => void tell().catch(gone), EVERY_MS);
  try {
    await tell();
    await event(await (await answer).text());
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(gone);
  } finally {
    clearInterval(timer);
  }
}
