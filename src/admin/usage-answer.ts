import type { z } from "zod/mini";
import { dayOf, hourOf, type Tally } from "../usage/tally.ts";
import { joinTimes, percentile, type Times } from "../usage/times.ts";
import type { usageOfAll } from "../usage/usage-objects.ts";
import type { period, usage } from "./schemas.ts";

type Answer = z.infer<typeof usage>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a usage object knows about a period, by its days or its hours. */
export async function usageAnswer(
  object: ReturnType<typeof usageOfAll>,
  { days, hours }: z.output<typeof period>,
  now: number,
): Promise<Answer> {
  const from = hours === undefined ? dayOf(now - (days - 1) * DAY_MS) : hourOf(now - (hours - 1) * HOUR_MS);
  const to = hours === undefined ? dayOf(now) : hourOf(now);
  const [tallies, faults, counts, recent] = await Promise.all([
    object.since(hours === undefined ? "days" : "hours", from),
    object.faultsSince(from.slice(0, 10)),
    object.countsSince(from),
    object.recent(),
  ]);
  const spanOf = (span: string) => (hours === undefined ? { day: span } : { hour: span });
  return {
    success: true,
    from,
    to,
    usage: tallies.map(({ span, times: _, ...row }) => ({ ...spanOf(span), ...row })),
    latency: {
      bySpan: percentiles(tallies, "span").map(([span, figures]) => ({ ...spanOf(span), ...figures })),
      byOperation: percentiles(tallies, "operation").map(([operation, figures]) => ({ operation, ...figures })),
    },
    faults,
    counts: counts.map(({ span, ...row }) => ({ ...spanOf(span), ...row })),
    recent: recent.map(({ at, ...use }) => ({ at: new Date(at).toISOString(), ...use })),
  };
}

/** Days before durations were counted have none. */
function percentiles(tallies: Tally[], by: "span" | "operation"): [string, ReturnType<typeof figuresOf> & object][] {
  return [...Map.groupBy(tallies, (tally) => tally[by])].flatMap(([name, rows]) => {
    const figures = figuresOf(joinTimes(rows.map(({ times }) => times)));
    return figures === undefined ? [] : [[name, figures]];
  });
}

function figuresOf(times: Times): { p50: number; p95: number; p99: number } | undefined {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share));
  return p50 === undefined || p95 === undefined || p99 === undefined ? undefined : { p50, p95, p99 };
}
