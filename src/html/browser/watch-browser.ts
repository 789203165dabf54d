import { SessionProblem } from "../html-problem.ts";
import { type Cdp, CdpError } from "./cdp.ts";

const BEAT_MS = 500;

/**
 * Rejects when the browser has not answered for that long; never resolves. The browser's own process is asked, not the
 * page's, so an endless script does not block it. Beats are counted, not time: an isolate that was busy has not heard
 * the answers.
 */
export function watchBrowser(cdp: Cdp, silenceMs: number, signal: AbortSignal): Promise<never> {
  return new Promise<never>((_, reject) => {
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
          // A refusal is an answer. The loss of the connection is reported elsewhere.
          if (error instanceof CdpError) unanswered = 0;
        },
      );
    }, BEAT_MS);
    signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  });
}
