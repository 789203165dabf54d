import type { HtmlOptions } from "../fields/options.ts";
import { HtmlProblem } from "../html-problem.ts";

type Timed = Pick<HtmlOptions, "timeout" | "tagged" | "outline">;

/** What a render was doing when its time ran out. */
export type Phase = "opening" | "waiting" | "printing";

/** When no browser was ready, the service is at fault; otherwise the request is. `nodes`: as many as the page holds. */
export function timedOut(options: Timed, phase: Phase, nodes = 0): HtmlProblem {
  const message = `${WHEN[phase]} ${options.timeout} ms. ${advice(options, phase, nodes)}`;
  if (phase === "opening") return new HtmlProblem("busy", message, { retryAfter: RETRY_AFTER_SECONDS });
  return new HtmlProblem("timeout", message, { field: "timeout" });
}

const RETRY_AFTER_SECONDS = 2;
/** About a hundred pages of text: from there on the structure takes most of the time. */
const LONG_NODES = 10_000;

const WHEN: Record<Phase, string> = {
  opening: "No browser had opened the page after",
  waiting: "The page was still being waited for after",
  printing: "The page was ready, but not yet printed after",
};

function advice(options: Timed, phase: Phase, nodes: number): string {
  if (phase === "opening") return "The browsers are slow or gone: try again.";
  if (phase === "waiting") return "A script may run without end, or what is waited for never comes.";
  const slow = nodes >= LONG_NODES && (options.tagged || options.outline);
  return slow
    ? "A long document is printed much faster without its structure: tagged=false and outline=false."
    : "A longer timeout, or fewer pages at once, may help.";
}
