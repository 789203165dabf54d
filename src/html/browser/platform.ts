import type { BrowserWorker } from "@cloudflare/puppeteer";
import { withinTime } from "../../within-time.ts";
import { SessionProblem } from "../html-problem.ts";

const address = (sessionId: string) => `https://browser.invalid/v1/devtools/browser/${encodeURIComponent(sessionId)}`;

/** The DevTools connection to a session, as a WebSocket that belongs to the calling request. */
export async function connect(binding: BrowserWorker, sessionId: string, ms: number): Promise<WebSocket> {
  const what = "The browser could not be connected to";
  const answer = binding.fetch(address(sessionId), { headers: { Upgrade: "websocket" } });
  try {
    const { webSocket, status } = (await guarded(what, ms, () => answer)) as Response;
    if (!webSocket) throw new SessionProblem(`${what}: status ${status}`, { limited: status === 429 });
    webSocket.accept();
    return webSocket;
  } catch (error) {
    // An answer that comes after all is nobody's.
    answer.then((late) => hangUp((late as Response).webSocket)).catch(() => {});
    if (!(error instanceof SessionProblem) || error.limited) throw error;
    throw new SessionProblem(error.message, { dead: true, cause: error });
  }
}

function hangUp(socket: WebSocket | null): void {
  if (!socket) return;
  socket.accept();
  socket.close();
}

/**
 * Ends a browser that is of no more use, which else counts among those that the account may have until its time is up.
 */
export async function endSession(binding: BrowserWorker, sessionId: string, ms: number): Promise<void> {
  const ending = binding.fetch(address(sessionId), { method: "DELETE" });
  const response = await guarded("The browser could not be ended", ms, () => ending);
  await response.body?.cancel();
}

/** Puppeteer's errors are plain ones whose text holds the status. */
export async function guarded<T>(what: string, ms: number, action: () => Promise<T>): Promise<T> {
  try {
    return await withinTime(action(), ms, () => new SessionProblem(`${what}: no answer in ${ms} ms`));
  } catch (cause) {
    if (cause instanceof SessionProblem) throw cause;
    throw new SessionProblem(what, { limited: /code: 429/.test(String(cause)), cause });
  }
}
