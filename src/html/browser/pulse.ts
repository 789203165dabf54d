import { SessionProblem } from "../html-problem.ts";
import { type Cdp, CdpError } from "./cdp.ts";

const BEAT_MS = 500;

/**
 * Rejects when the browser has not answered for so long; never resolves. It is the browser's own process that is asked,
 * not the page's: a script without end does not hold it up. Beats are counted, not time: an isolate that was busy
 * itself heard no answer either.
 */
export function watchBrowser(cdp: Cdp, silenceMs: number, signal: AbortSignal): Promise<never> {
  const watch = new Promise<never>((_, reject) => {
    let unanswered = 0;
    const timer = setInterval(() => {
      if (unanswered * BEAT_MS >= silenceMs) {
        clearInterval(timer);
        reject(new SessionProblem(`The browser did not answer for ${silenceMs} ms`, { dead: true }));
        return;
      }
      // One question at a time, so that a browser that wakes up does not find a queue of them.
      if (unanswered++ > 0) return;
      cdp.send("Browser.getVersion").then(
        () => {
          unanswered = 0;
        },
        (error) => {
          // A refusal is an answer. The connection's loss is told by the connection.
          if (error instanceof CdpError) unanswered = 0;
        },
      );
    }, BEAT_MS);
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  });
  watch.catch(() => {});
  return watch;
}
