import { type Check, degraded, type Finding } from "./check.ts";
import { HTML } from "./operations.ts";
import type { Service } from "./service.ts";

interface Rendered {
  conversionMethod: string;
  usedFallback: boolean;
}

const WARM_REQUESTS = 5;
/** A warm request that took longer was not served by a running browser. */
const SLOW_WARM_MS = 10_000;

async function render(service: Service): Promise<Rendered & { ms: number }> {
  const began = performance.now();
  const rendered = await service.facts<Rendered>(HTML, { html: "<h1>Verified</h1><p>One line of text" });
  return { ...rendered, ms: Math.round(performance.now() - began) };
}

async function sessions(service: Service): Promise<string | Finding> {
  const { conversionMethod, usedFallback, ms } = await render(service);
  if (!usedFallback) return `${conversionMethod}, ${ms} ms`;
  return degraded(`${conversionMethod}: no browser session could be used, so pages come without scripts`);
}

async function times(service: Service): Promise<string | Finding> {
  const renders: (Rendered & { ms: number })[] = [];
  for (let count = 0; count < WARM_REQUESTS; count++) renders.push(await render(service));
  const launched = renders.filter(({ conversionMethod }) => conversionMethod === "browser-new-session").length;
  const sorted = renders.map(({ ms }) => ms).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] as number;
  const said = `${WARM_REQUESTS} in a row: median ${median} ms, slowest ${sorted.at(-1)} ms`;
  // One browser may have ended. When every request launches one, none is kept.
  if (launched > WARM_REQUESTS / 2) return degraded(`${said}: ${launched} of them launched a browser of their own`);
  return median > SLOW_WARM_MS ? degraded(`${said}: warm requests are slow`) : said;
}

async function ordinary(service: Service): Promise<string | Finding> {
  const began = performance.now();
  await service.ask("/health");
  const first = performance.now() - began;
  const rest: number[] = [];
  for (let count = 0; count < WARM_REQUESTS; count++) {
    const start = performance.now();
    await service.ask("/health");
    rest.push(performance.now() - start);
  }
  const median = rest.sort((a, b) => a - b)[Math.floor(rest.length / 2)] as number;
  return `/health first ${first.toFixed(0)} ms, then ${median.toFixed(0)} ms`;
}

const check = (name: string, run: Check["run"]): Check => ({ group: "browsers", name, run });

/** The very first request, before anything is warm. */
export const coldAnswer: Check = check("the first answer, and those after it", ordinary);

export const browsers: readonly Check[] = [
  check("HTML is rendered in a browser session", sessions),
  check("browsers are kept for the next request", times),
];
