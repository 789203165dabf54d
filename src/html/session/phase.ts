import { HtmlProblem } from "../html-problem.ts";
import type { HtmlOptions } from "../options.ts";

/** What a request was about when its time was up. */
export type Phase = "opening" | "waiting" | "printing";

export function timedOut(options: HtmlOptions, phase: Phase): HtmlProblem {
  return new HtmlProblem("timeout", `${WHEN[phase]} ${options.timeout} ms. ${advice(options, phase)}`, {
    field: "timeout",
  });
}

const WHEN: Record<Phase, string> = {
  opening: "No browser had opened the page after",
  waiting: "The page was still being waited for after",
  printing: "The page was ready, but not yet printed after",
};

function advice(options: HtmlOptions, phase: Phase): string {
  if (phase === "opening") return "The browsers are slow or gone: try again.";
  if (phase === "waiting") return "A script may run without end, or what is waited for never comes.";
  const tags = options.tagged || options.outline;
  return tags
    ? "A long document is printed much faster without its structure: tagged=false and outline=false."
    : "A longer timeout, or fewer pages at once, may help.";
}
