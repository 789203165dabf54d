import { SEALINGS } from "../../html/browser/lockdown.ts";
import { listSessions } from "../../html/browser/pool/platform.ts";
import { type ConversionContext, convertHtml } from "../../html/convert.ts";
import { htmlOptions } from "../../html/fields/options.ts";
import { POOL_LIMITS } from "../../html/html-limits.ts";
import { localSource } from "../../html/resources/html-source.ts";
import { RenderingNotes } from "../../html/session/rendering-notes.ts";
import type { Seen } from "./steps.ts";

type Browsers = Omit<ConversionContext, "notes">;

/** Half of this time may be spent waiting for a browser. */
const RENDER_MS = 20_000;
const PAGE = new TextEncoder().encode("<title>Health</title><p>In good health");

/** Which browsers there are, and which ways of sealing them are not tried at the moment. */
export async function countBrowsers({ binding, ledger }: Browsers): Promise<Seen> {
  const asked = Promise.all([ledger.read(), listSessions(binding, POOL_LIMITS.listMs)]);
  const answers = await asked.catch((error: Error) => error);
  if (answers instanceof Error) return { degraded: `${answers.message}; isolates do not share browsers meanwhile` };
  const [{ browsers, closed }, listed] = answers;
  const ours = Object.keys(browsers).filter((id) => listed.has(id)).length;
  const shut = SEALINGS.filter((way) => (closed[way] ?? 0) > Date.now());
  const said = `${listed.size} of the account, ${ours} of them ours`;
  return shut.length > 0 ? { degraded: `${said}; not tried at this time, being refused: ${shut.join(", ")}` } : said;
}

/** Renders a page of one line as a customer's page is rendered. Names whatever did not go the best way. */
export async function renderPage(browsers: Browsers, timeout = RENDER_MS): Promise<Seen> {
  const notes = new RenderingNotes();
  const options = htmlOptions.parse({ network: "none", timeout });
  try {
    await convertHtml(localSource(PAGE, undefined), options, { ...browsers, notes });
  } catch (error) {
    throw new Error([(error as Error).message, ...notes.problems].join("; "), { cause: error });
  }
  const { sealing, launches, waitedMs, problems, usedFallback } = notes;
  if (usedFallback) return { degraded: `by the fallback, without scripts: ${problems.join("; ")}` };
  const [method] = Object.keys(notes.methods);
  const said = `${method}, sealed by ${sealing}, launched ${launches}, waited ${waitedMs} ms`;
  if (sealing !== SEALINGS[0]) return { degraded: `${said}; the browser takes no proxy for a context` };
  // Losing one browser on the way is normal where there are many.
  return problems.length > 0 ? `${said}; after ${problems.join("; ")}` : said;
}
