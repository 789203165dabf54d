import { LIMITS } from "../../src/api/limits.ts";
import { POOL_LIMITS } from "../../src/html/html-limits.ts";
import { PLATFORM } from "./platform.ts";
import type { scaleTables } from "./report.ts";

type Tables = Awaited<ReturnType<typeof scaleTables>>;

/** docs/scale.md. */
export function document(tables: Tables, { seed, mostBrowsers }: { seed: number; mostBrowsers: number }): string {
  const stretches = tables.stretches.map(
    ({ perDay, lines }) => `### ${perDay.toLocaleString("en-US")} requests a day\n\n${lines.join("\n")}`,
  );
  return `# One day at 100 thousand, 1 million and 100 million requests

Written by \`npm run scale -- --write\` (seed ${seed}): a simulation of one day on Cloudflare, event by event, on a
clock of its own. The platform is simulated: places, isolates, browsers, KV, R2, Durable Objects, with the limits in
the last table. The service is not: each simulated isolate holds what a real one does (\`src/isolate.ts\`), so that
the choice of a browser, its launching and its ledger, the shares of keys, the memory budget, the cache of keys, the
gathering of uses and the deletion of files are the service's own code. The processor time of a request comes from
[cost.md](cost.md), prices from the same place as there. The network between client and service is left out.

## What fills first

How much of each limit is asked for, in the busiest hours / in a minute of ten times the mean. Above 100 % requests wait
and are then refused.

${tables.filled.join("\n")}

- **Browsers come first.** A browser is meant to have ${POOL_LIMITS.rendersPerBrowser} pages at a time and takes
  ${POOL_LIMITS.rendersOfAll} at most, so pages wait and are refused from 200 % on. ${mostBrowsers} browsers hold
  the busiest hours of 100 million requests, and no burst of ten times on top of that: the account has
  ${PLATFORM.browsers.value}. The fallback, the quick action, is limited to ten a second and is no way around it.
- **Memory comes next**, by large uploads: an isolate has 128 MB for all that are under way in it. How many requests
  the platform gives an isolate is not documented; with fewer than assumed here, uploads wait less.
- **One key** may make ${LIMITS.rate.requestsPerMinute} requests a minute in each place, which the platform counts.
  A customer with 5 % of 100 million a day is held there by it, and nobody else notices.

## What becomes of requests

${tables.refusals.join("\n")}

The wait is what a request spends beyond its own work and upload: for half, 95 % and 99 % of the requests. It
includes the way to KV and R2. Browsers are the mean over the time, isolates the most at a time.

${stretches.join("\n\n")}

Where a region is lost, a quarter of the places and of the Durable Objects stop at once for ten minutes, the ledger
of browsers among them, and a quarter of the browsers end. Clients are led to other places. Isolates that knew no
browser launch their own, since they cannot learn which of the account's are ours. A key with limits of its own
whose object does not answer is told 503, since its limits cannot be counted; what such objects do not take down of
the uses is in the log (\`usage-not-written\`).

## What it costs

${tables.costs.join("\n")}

## What was changed because of this

Seen here first, and changed:

- **Where browsers are full, an isolate chooses by lot.** Isolates know the same browsers in the same order, and all
  began with the first of the emptiest: at 100 million a day browsers were found full several times as often as a
  place was found. While none is found full, the first is still the one, so that browsers which are needed no more
  end.
- **A browser that is found full again is left alone for longer** (half a second, doubled up to four): to find it
  full costs it a page.
- **\`BROWSERS\` is the operator's setting.** An isolate launched no more than six browsers, and counts those of all
  isolates: so the whole service had six, however many the account may have.
- **A busy isolate lets uses gather for two seconds.** Nearly every request used to write to the object of all keys'
  sums, which came to most of its thousand a second in the busiest hours.
- **A write of uses costs four rows, not six**: its tables have no separate index any more. Rows are still the
  largest part of the bill.

## The plan for what is left

| what fills | from about | plan |
| --- | --- | --- |
| browsers | twice the load above, or bursts | a second account whose Worker only renders, behind a service binding, and a choice between the accounts by the ledger of each; Cloudflare raises the limit on request |
| bursts of HTML | ten times 100 million | renders that may wait go to a queue and are answered by a link; the others get 503 with Retry-After, as now |
| one key's rate | ${LIMITS.rate.requestsPerMinute} a minute and place | \`[[ratelimits]]\` with a second, larger counter for keys that paid for it |
| rows of uses | 100 million a day | days added up from hours at night, and the latest requests only in memory: two rows a write, not four |
| listing keys | 100 thousand keys | the registry reads all of KV to take in foreign keys, 1,000 at a time: pages instead |

## Whether slices are like the whole

At 100 thousand each request of the day is simulated. Of larger days each part is a slice with the rates, places and
limits of the whole: 8,000 requests that are not counted, for the state to settle, then 12,000 that are, or five
seconds. Each stands for its share of the part; a burst's five seconds are its first, when browsers are still being
launched. The same day of 100 thousand, whole and in slices of 2,000 with another seed; the command fails where a
figure differs by more than a tenth:

${tables.comparison.join("\n")}

\`test/node/scale/\` holds the parts: the queue against what theory says (M/D/1, M/M/3), the same seed gives the same
day, every request is answered, refused or under way, and slices agree with the whole.

## What is assumed of those who ask

${tables.traffic.join("\n")}

## What is taken from the platform

${tables.platform.join("\n")}
`;
}
