import type { HtmlOptions } from "../fields/options.ts";
import { fieldProblem, SessionProblem } from "../html-problem.ts";
import type { NetworkRules } from "../resources/fetching.ts";
import { Gatherer } from "../resources/gatherer.ts";
import type { HtmlSource } from "../resources/html-source.ts";

/** How a document may load what it consists of, and until when. */
export interface QuickContext {
  readonly network: NetworkRules;
  readonly signal: AbortSignal;
  readonly deadline: number;
}

/** Matches a template of a header or footer that may load something. Most load nothing and stay as they are. */
const MAY_LOAD =
  /<(?:link|img|image|video|audio|input|use|iframe|frame|object|embed|body|table|td|th)\b|url\(|@import/i;
/** Choices between pictures, which a template has no part in: what it shows instead. */
const CHOICES = [
  [/<source\b/i, "<source>", "a header or footer shows the <img> inside its <picture>"],
  [/image-set\(\s*["']/i, "image-set()", "a header or footer shows pictures that url() names"],
] as const;
const FIELDS = ["headerTemplate", "footerTemplate"] as const;
/** The largest size of a template: both templates go into one message to the browser. */
const LARGEST = 8 * 1024 * 1024;

/**
 * The options, with everything that their templates show embedded. The browser prints them on a page without network: a
 * picture would be missing there, and a style sheet or a font would make printing fail.
 */
export async function withWholeTemplates(
  source: HtmlSource,
  options: HtmlOptions,
  context: QuickContext,
): Promise<HtmlOptions> {
  const whole: Partial<Record<(typeof FIELDS)[number], string>> = {};
  for (const field of FIELDS) {
    const template = options[field];
    for (const [pattern, name, reason] of CHOICES) {
      if (template !== undefined && pattern.test(template)) {
        context.network.onMissing?.({ url: `${name} in ${field}`, reason });
      }
    }
    if (template !== undefined && MAY_LOAD.test(template)) {
      whole[field] = await wholeTemplate(template, field, source, options, context);
    }
  }
  return { ...options, ...whole };
}

async function wholeTemplate(
  template: string,
  field: string,
  source: HtmlSource,
  options: HtmlOptions,
  context: QuickContext,
): Promise<string> {
  const late = AbortSignal.timeout(Math.max(1, context.deadline - Date.now()));
  const gatherer = new Gatherer(source, options, context.network, AbortSignal.any([context.signal, late]));
  const refuse = (why: string) => fieldProblem(field, `${why}.`);
  try {
    const { inlined } = await import("./self-contained.ts");
    const html = await inlined(template, source.url, gatherer);
    const [failure] = gatherer.failures;
    if (failure) throw refuse(`${failure.url} could not be loaded: ${failure.reason}`);
    if (html === undefined)
      throw refuse("frames, embedded objects and <noscript> cannot be shown in a header or footer");
    if (html.length > LARGEST) throw refuse(`with all that it loads it is larger than ${LARGEST} bytes`);
    return html;
  } catch (error) {
    if (!(error instanceof SessionProblem)) throw error;
    throw refuse(
      late.aborted ? "what it loads did not come in time" : "it loads more than a header or footer can hold",
    );
  }
}
