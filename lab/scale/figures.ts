import { PRICES } from "../cost/prices.ts";
import { browsersNeeded, type Simulated } from "./day.ts";
import { PLATFORM } from "./platform.ts";
import { KINDS, type Rows } from "./rows.ts";
import { Sample } from "./sample.ts";
import { ASKED, largeUploadsUnderWay } from "./traffic.ts";

/** The whole day, computed from what was simulated of each stretch. */
export interface Day {
  requests: number;
  answered: number;
  refused: Map<string, number>;
  /** Of keys that are not the hot one. */
  refusedOthers: number;
  waits: Sample;
  browserWaits: Sample;
  browserHours: number;
  /** The most at a time. */
  browsers: number;
  coldStarts: number;
  /** Rows that objects wrote. */
  rows: Rows & { idempotency: number };
  /** Uploads so large that an isolate takes only one at a time. */
  large: { arrived: number; refused: number; waits: Sample };
  dollars: Map<string, number>;
}

/** Rows that a request with an Idempotency-Key writes, in two calls: the claim, its end, the answer, and two alarms. */
const IDEMPOTENT_ROWS = 5;

export function dayOf(parts: readonly Simulated[]): Day {
  const sum = (of: (part: Simulated) => number) =>
    parts.reduce((total, part) => total + (of(part) * part.stretch.seconds) / part.seconds, 0);
  const refused = new Map<string, number>();
  const [waits, browserWaits, largeWaits] = [new Sample(), new Sample(), new Sample()];
  for (const { stretch, seconds, tally } of parts) {
    const weight = stretch.seconds / seconds;
    for (const [reason, { hot, others }] of tally.refusals) {
      refused.set(reason, (refused.get(reason) ?? 0) + (hot + others) * weight);
    }
    waits.join(tally.waits, weight);
    browserWaits.join(tally.browserWaits, weight);
    largeWaits.join(tally.large.waits, weight);
  }
  const requests = sum(({ tally }) => tally.arrived);
  const links = sum(({ tally }) => tally.links);
  const browserHours = sum(({ browserMs }) => browserMs) / 3_600_000;
  const browsers = Math.max(...parts.map((part) => part.browsers.most));
  const objectCalls = sum(({ objects, tally }) => objects.calls + tally.idempotentCalls);
  const kinds = KINDS.map((kind) => [kind, sum(({ objects }) => objects.rows[kind])]);
  const idempotency = sum(({ tally }) => tally.idempotentCalls) * (IDEMPOTENT_ROWS / 2);
  const rows = { ...(Object.fromEntries(kinds) as Rows), idempotency };
  const allRows = Object.values(rows).reduce((total, count) => total + count, 0);
  const dollars = new Map([
    ["requests, and one for each link", ((requests + links) * PRICES.requestsPerMillion) / 1e6],
    ["processor time", (sum(({ tally }) => tally.cpuMs) * PRICES.cpuMsPerMillion) / 1e6],
    ["reads of KV", (sum(({ kvReads }) => kvReads) * PRICES.kvReadsPerMillion) / 1e6],
    ["requests to Durable Objects", (objectCalls * PRICES.objectRequestsPerMillion) / 1e6],
    ["rows that they write", (allRows * PRICES.objectRowsPerMillion) / 1e6],
    ["writes and reads of R2", (links * (PRICES.r2WritesPerMillion + PRICES.r2ReadsPerMillion)) / 1e6],
    ["files kept for an hour", (sum(({ tally }) => tally.storedBytes) / 1e9 / 24 / 30) * PRICES.r2GbMonth],
    ["hours of browsers", browserHours * PRICES.browserHour],
    [
      `browsers beyond ${PRICES.browsersIncluded}`,
      (Math.max(0, browsers - PRICES.browsersIncluded) * PRICES.browserMonth) / 30,
    ],
    ["lines of the log, for request and link", ((requests + links) * PRICES.logLinesPerMillion) / 1e6],
    ["the plan", PRICES.plan / 30],
  ]);
  return {
    ...{ requests, refused, waits, browserWaits, browserHours, browsers, rows, dollars },
    answered: sum(({ tally }) => tally.answered),
    refusedOthers: sum(({ tally }) => [...tally.refusals.values()].reduce((total, { others }) => total + others, 0)),
    coldStarts: sum(({ coldStarts }) => coldStarts),
    large: {
      arrived: sum(({ tally }) => tally.large.arrived),
      refused: sum(({ tally }) => tally.large.refused),
      waits: largeWaits,
    },
  };
}

/** The parts of the day that are compared with the limits. */
export const LOOKED = ["peak", "burst of ten times"] as const;

/** How much of each limit is used in the busiest hours and in the burst. Above 1 the limit is exceeded. */
export function filled(parts: readonly Simulated[], perDay: number, mostBrowsers: number): Map<string, number[]> {
  const perSecond = perDay / 86_400;
  const looked = LOOKED.map((name) => parts.find(({ stretch }) => stretch.name === name) as Simulated);
  const of = (figure: (part: Simulated) => number) => looked.map(figure);
  const needed = (part: Simulated) => browsersNeeded(perSecond * part.stretch.load);
  return new Map([
    [`this service's browsers (BROWSERS = ${mostBrowsers})`, of((part) => needed(part) / mostBrowsers)],
    [`the account's browsers (${PLATFORM.browsers.value})`, of((part) => needed(part) / PLATFORM.browsers.value)],
    [
      "launches of browsers (1 a second)",
      of(({ browsers, seconds }) => browsers.launches / seconds / PLATFORM.launchesPerSecond.value),
    ],
    [
      "quick actions (10 a second)",
      of(({ browsers: { quickActions, refusedQuickActions }, seconds }) => {
        return (quickActions + refusedQuickActions) / seconds / PLATFORM.quickActionsPerSecond.value;
      }),
    ],
    ["the object of all keys' sums", of(({ busiest }) => busiest.sums / PLATFORM.objectPerSecond.value)],
    ["the busiest key's object", of(({ busiest }) => busiest.key / PLATFORM.objectPerSecond.value)],
    [
      "isolates, by uploads that fill one each",
      of(({ stretch, isolates }) => largeUploadsUnderWay(perSecond * stretch.load) / isolates),
    ],
    ["the ledger of browsers", of(({ busiest }) => busiest.ledger / PLATFORM.objectPerSecond.value)],
  ]);
}

/** Files whose links end within the same five minutes: in the busiest hours, and in minutes with a burst. */
export function filesOfASweep(perDay: number): { peak: number; burst: number } {
  const aSlot = (perDay / 86_400) * 300 * ASKED.linked;
  return { peak: aSlot * 1.7667, burst: aSlot + (perDay / 86_400) * 60 * 9 * ASKED.linked };
}
