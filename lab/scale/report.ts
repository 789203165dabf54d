import { ISOLATE_BUDGET_BYTES, LIMITS } from "../../src/api/limits.ts";
import { POOL_LIMITS } from "../../src/html/html-limits.ts";
import { table } from "../bench/lib/report.ts";
import type { Simulated } from "./day.ts";
import { type Day, dayOf, filesOfASweep, filled, LOOKED } from "./figures.ts";
import { PLATFORM, type PlatformFigure } from "./platform.ts";
import type { Rows } from "./rows.ts";
import { sweep } from "./sweep.ts";
import { ASKED, HOURS, LARGE_SHARE, largeUploadsUnderWay } from "./traffic.ts";
import { uploadsAtOnce } from "./uploads.ts";

export interface Scale {
  perDay: number;
  parts: readonly Simulated[];
}

/** Whole and in slices, of the same day. */
export interface Comparison {
  perDay: number;
  rows: { figure: string; whole: number; sliced: number }[];
  agrees: boolean;
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const whole = (value: number): string => NUMBER.format(value);
const percent = (share: number): string =>
  share < 0.001 ? "< 0.1 %" : `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
const dollars = (value: number): string => `$${value < 10 ? value.toFixed(2) : whole(value)}`;

/** How far a slice may differ from the whole day. */
export const TOLERANCE = 0.1;

export function compare(perDay: number, full: readonly Simulated[], slices: readonly Simulated[]): Comparison {
  const [one, other] = [dayOf(full), dayOf(slices)];
  const figures: [string, (day: Day) => number][] = [
    ["requests answered", (day) => day.answered],
    ["half waited, ms", (day) => day.waits.percentile(0.5)],
    ["95 % waited at most, ms", (day) => day.waits.percentile(0.95)],
    ["99 % waited at most, ms", (day) => day.waits.percentile(0.99)],
    ["hours of browsers", (day) => day.browserHours],
    ["dollars", (day) => total(day)],
  ];
  const rows = figures.map(([figure, of]) => ({ figure, whole: of(one), sliced: of(other) }));
  const agrees = rows.every((row) => Math.abs(row.sliced / row.whole - 1) <= TOLERANCE);
  return { perDay, rows, agrees };
}

function total(day: Day): number {
  return [...day.dollars.values()].reduce((sum, part) => sum + part, 0);
}

/** What fills first, the day, and what it costs, as in docs/run/scale.md. */
export async function scaleTables(scales: readonly Scale[], comparison: Comparison, mostBrowsers: number) {
  const heads = scales.map(({ perDay }) => `${whole(perDay)} a day`);
  const shares = scales.map(({ parts, perDay }) => filled(parts, perDay, mostBrowsers));
  const names = [...(shares[0] as Map<string, number[]>).keys()];
  const most = (name: string) => Math.max(...(shares.at(-1)?.get(name) ?? []));
  const fillRows = names
    .sort((a, b) => most(b) - most(a))
    .map((name) => [name, ...shares.map((share) => (share.get(name) as number[]).map(percent).join(" / "))]);
  const sweeps = await Promise.all(
    scales.map(async ({ perDay }) => {
      const { peak, burst } = filesOfASweep(perDay);
      const taken = [await sweep(peak), await sweep(burst)];
      return taken.map(({ seconds }) => percent(seconds / 300)).join(" / ");
    }),
  );
  const days = scales.map(({ parts }) => dayOf(parts));
  return {
    filled: table(["limit", ...heads], [...fillRows, ["deleting what ended, of five minutes", ...sweeps]]),
    stretches: scales.map(({ perDay, parts }) => ({ perDay, lines: stretchTable(parts) })),
    refusals: refusalTable(heads, days),
    large: largeTable(heads, scales, days),
    rows: rowTable(heads, days),
    costs: table(["dollars a day", ...heads], costRows(days)),
    platform: platformTable(),
    traffic: trafficTable(),
    comparison: table(
      ["figure", "whole day", "in slices"],
      comparison.rows.map(({ figure, ...of }) => [figure, of.whole, of.sliced].map(told)),
    ),
  };
}

const told = (value: string | number): string =>
  typeof value === "string" ? value : value < 100 ? value.toFixed(2) : whole(value);

function stretchTable(parts: readonly Simulated[]): string[] {
  const head = [
    "part of the day",
    "requests/s",
    "answered",
    "wait, ms",
    "for a browser, ms",
    "for memory, ms",
    "browsers",
    "isolates",
  ];
  const rows = parts.map(({ stretch, seconds, tally, browserMs, isolates }) => {
    const ended = tally.answered + tally.refused;
    const of = (sample: typeof tally.waits) => [0.5, 0.95, 0.99].map((share) => whole(sample.percentile(share)));
    return [
      stretch.name,
      told(tally.arrived / seconds),
      percent(tally.answered / ended),
      of(tally.waits).join(" / "),
      of(tally.browserWaits).join(" / "),
      of(tally.memoryWaits).join(" / "),
      told(browserMs / 1000 / seconds),
      whole(isolates),
    ];
  });
  return table(head, rows);
}

function refusalTable(heads: readonly string[], days: readonly Day[]): string[] {
  const reasons = [...new Set(days.flatMap(({ refused }) => [...refused.keys()]))].sort();
  const rows = reasons.map((reason) => [
    reason,
    ...days.map(({ refused, requests }) => percentOrNone((refused.get(reason) ?? 0) / requests)),
  ]);
  const others = days.map(({ refusedOthers, requests }) => percentOrNone(refusedOthers / requests));
  const cold = days.map(({ coldStarts, requests }) => percentOrNone(coldStarts / requests));
  const all = [...rows, ["refused in all, but for the hot key's", ...others], ["met a cold isolate", ...cold]];
  return table(["of all requests", ...heads], all);
}

function largeTable(heads: readonly string[], scales: readonly Scale[], days: readonly Day[]): string[] {
  const inParts = (of: (perSecond: number, part: Simulated) => string) =>
    scales.map(({ perDay, parts }) =>
      LOOKED.map((name) => {
        const part = parts.find(({ stretch }) => stretch.name === name) as Simulated;
        return of((perDay / 86_400) * part.stretch.load, part);
      }).join(" / "),
    );
  const same = (text: string) => heads.map(() => text);
  const most = LIMITS.pdf.fileBytes;
  return table(
    ["uploads", ...heads],
    [
      [
        `of ${most >> 20} MiB, at once in an isolate (${ISOLATE_BUDGET_BYTES >> 20} MiB for all)`,
        ...same(`${uploadsAtOnce(most)}`),
      ],
      ["of half of that, at once in an isolate", ...same(`${uploadsAtOnce(most / 2)}`)],
      ["requests whose upload fills an isolate", ...same(percent(LARGE_SHARE))],
      ["such uploads under way, peak / burst", ...inParts((perSecond) => told(largeUploadsUnderWay(perSecond)))],
      ["isolates there, peak / burst", ...inParts((_, { isolates }) => whole(isolates))],
      [
        "such uploads wait for memory, ms",
        ...days.map(({ large: { waits } }) => [0.5, 0.95, 0.99].map((at) => whole(waits.percentile(at))).join(" / ")),
      ],
      ["of such uploads, refused (503)", ...days.map(({ large }) => percentOrNone(large.refused / large.arrived))],
    ],
  );
}

const ROWS_TOLD: Record<keyof Rows | "idempotency", string> = {
  sums: "requests, bytes and times, by hour and day",
  renders: "how renders came about, by hour and day",
  latest: "the latest requests",
  spending: "what a key has used in this hour",
  lastUses: "when a key was last used",
  limits: "a key's own limits",
  refusals: "refusals, by code",
  browsers: "the ledger of browsers",
  idempotency: "answers kept for an Idempotency-Key",
};

function rowTable(heads: readonly string[], days: readonly Day[]): string[] {
  const kinds = Object.entries(ROWS_TOLD) as [keyof typeof ROWS_TOLD, string][];
  const each = (count: number, { requests }: Day) => (count / requests).toFixed(3);
  const all = days.map((day) =>
    each(
      Object.values(day.rows).reduce((sum, count) => sum + count, 0),
      day,
    ),
  );
  return table(
    ["rows for each request", ...heads],
    [...kinds.map(([kind, name]) => [name, ...days.map((day) => each(day.rows[kind], day))]), ["in all", ...all]],
  );
}

const percentOrNone = (share: number): string => (share === 0 ? "–" : percent(share));

function costRows(days: readonly Day[]): string[][] {
  const parts = [...(days[0] as Day).dollars.keys()];
  return [
    ...parts.map((part) => [part, ...days.map((day) => dollars(day.dollars.get(part) as number))]),
    ["in all", ...days.map((day) => dollars(total(day)))],
    ["for 1,000 requests", ...days.map((day) => `$${((total(day) / day.requests) * 1000).toFixed(4)}`)],
  ];
}

function platformTable(): string[] {
  const figures = Object.values<PlatformFigure>(PLATFORM);
  return table(
    ["figure", "value", "where it stands"],
    figures.map(({ what, value, unit, page, why }) => [
      what,
      `${whole(value)} ${unit}`.trim(),
      page === undefined ? `assumed: ${why}` : `<${page}>`,
    ]),
  );
}

function trafficTable(): string[] {
  const share = (value: number) => percent(value);
  return table(
    ["figure", "value"],
    [
      ...HOURS.map(({ name, hours, load }) => [name, `${hours} hours at ${load.toFixed(2)} of the day's mean`]),
      ["requests of a key", `${whole(ASKED.requestsPerKeyAndDay)} a day`],
      ["the hot key's share of all requests", share(ASKED.hotKey)],
      ["asked from the place where the customer's servers are", share(ASKED.fromHome)],
      ["keys with limits of their own", share(ASKED.limitedKeys)],
      ["sent with an Idempotency-Key", share(ASKED.idempotent)],
      ["answered by a link, which is followed once", share(ASKED.linked)],
      ["a page holds its place in a browser", `${ASKED.renderMs} ms at the median, lognormal (${ASKED.renderSpread})`],
      ["an upload", `${(ASKED.uploadBytesPerMs * 8) / 1000} Mbit/s`],
      ["a key's limit in each place", `${LIMITS.rate.requestsPerMinute} a minute`],
      [
        "pages of one isolate, and of all, in a browser",
        `${POOL_LIMITS.rendersPerBrowser}, ${POOL_LIMITS.rendersOfAll}`,
      ],
    ],
  );
}
