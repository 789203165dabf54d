import { vi } from "vitest";
import { BrowserPool } from "../../../src/html/browser/pool/sessions.ts";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import type { NetworkRules } from "../../../src/html/resources/fetching.ts";
import { type HtmlSource, localSource } from "../../../src/html/resources/html-source.ts";
import { renderInBrowser } from "../../../src/html/session/render.ts";
import { RenderingNotes } from "../../../src/html/session/rendering-notes.ts";
import { type Answer, scriptedPlatform } from "../../support/scripted-browser.ts";

/** A page with a script, so that it is waited for. */
const PAGE = "<p>x<script></script>";

/** The clock stands still, except while a service renders: all the time that a render waits passes at once. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
}

export interface Page {
  html?: string;
  url?: string;
  network?: NetworkRules;
}

/** A service whose browsers answer some commands in another way. */
export function service(changes: Record<string, Answer> = {}) {
  const scripted = scriptedPlatform(changes);
  const pool = new BrowserPool();
  const notes = new RenderingNotes();
  const times: number[] = [];
  const client = new AbortController();
  /** The rendering, or why there is none. */
  const render = async (fields: object = {}, { html = PAGE, url, network = {} }: Page = {}) => {
    const options = htmlOptions.parse(fields);
    const source: HtmlSource = url
      ? { kind: "url", url: new URL(url) }
      : localSource(new TextEncoder().encode(html), undefined);
    const works: Promise<unknown>[] = [];
    const rendering = renderInBrowser(source, options, {
      ...scripted.platform,
      pool,
      notes,
      network,
      signal: client.signal,
      onBrowserTime: (milliseconds) => times.push(milliseconds),
      waitUntil: (work) => void works.push(work),
    }).catch((error: unknown) => error as Error);
    await vi.advanceTimersByTimeAsync(options.timeout + 40_000);
    await Promise.all(works);
    return rendering;
  };
  return { ...scripted, pool, notes, times, client, render };
}
