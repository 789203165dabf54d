import { BUDGET_WAIT_MS, ISOLATE_BUDGET_BYTES, LIMITS } from "../../src/api/limits.ts";
import { POOL_LIMITS } from "../../src/html/html-limits.ts";
import { PLATFORM } from "./platform.ts";
import type { scaleTables } from "./report.ts";
import { ASKED } from "./traffic.ts";
import { uploadsAtOnce } from "./uploads.ts";

type Tables = Awaited<ReturnType<typeof scaleTables>>;

/** docs/run/scale.md. */
export function document(tables: Tables, { seed, mostBrowsers }: { seed: number; mostBrowsers: number }): string {
  const stretches = tables.stretches.map(
    ({ perDay, lines }) => `### ${perDay.toLocaleString("en-US")} requests a day\n\n${lines.join("\n")}`,
  );
  const { fileBytes } = LIMITS.pdf;
  const most = fileBytes >> 20;
  const arrivesSeconds = (fileBytes / ASKED.uploadBytesPerMs / 1000).toFixed(1);
  const mbits = (ASKED.uploadBytesPerMs * 8) / 1000;
  return `# One day at 100 thousand, 1 million and 100 million requests

Written by \`npm run scale -- --write\` (seed ${seed}): a simulation of one day on Cloudflare, event by event, on a
clock of its own. The platform is simulated: places, isolates, browsers, KV, R2, Durable Objects, with the limits in
the last table. The service is not: each simulated isolate holds what a real one does (\`src/app/isolate.ts\`), so that
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
- **Memory makes uploads wait**: an isolate has 128 MB for all that are under way in it. See "Large uploads" below.
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

## Large uploads

An isolate has 128 MB. Requests may hold ${ISOLATE_BUDGET_BYTES >> 20} MiB of them together, and one that is alone may
hold more. How many uploads fit is asked of the service's own budget. A further one waits for up to
${BUDGET_WAIT_MS / 1000} seconds and is then answered with 503 and Retry-After. Uploads under way are computed from
their rate and the time for which they hold memory; waits and refusals are simulated.

${tables.large.join("\n")}

An upload holds its memory mostly while it arrives: ${most} MiB take ${arrivesSeconds} seconds at ${mbits} Mbit/s, and
ten times as long from a client with a tenth of that. How many requests the platform gives an isolate before it starts
another is not documented: it does not know of memory. With fewer than the ${PLATFORM.isolateRequests.value} assumed
here, uploads wait less.

## What it costs

${tables.costs.join("\n")}

Rows of Durable Objects are the largest part. For each request:

${tables.rows.join("\n")}

A request by itself writes each of them once in the object of all keys' sums and once in its key's. What a busy isolate
gathers for the sums is written as one. A render writes two rows for the way that was taken, and two more where a
browser was launched for it. Left out: rows that are deleted when they are old, and Workers Analytics Engine, which is
not set up by default.

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
- **A write of a crop's use costs four rows, not six**: its tables have no separate index any more.

## The plan for what is left

| what fills | from about | plan |
| --- | --- | --- |
| browsers | twice the load above, or bursts | a second account whose Worker only renders, behind a service binding, and a choice between the accounts by the ledger of each; Cloudflare raises the limit on request |
| bursts of HTML | ten times 100 million | renders that may wait go to a queue and are answered by a link; the others get 503 with Retry-After, as now |
| one key's rate | ${LIMITS.rate.requestsPerMinute} a minute and place | \`[[ratelimits]]\` with a second, larger counter for keys that paid for it |
| memory, by uploads | ${uploadsAtOnce(fileBytes) + 1} of ${most} MiB in an isolate | now: the next one waits, then 503 with Retry-After, and the platform starts further isolates as requests pile up; a file sent as \`url\` arrives at a server's speed, and holds memory for less time. Then: uploads above 16 MiB go to R2 by a signed PUT and are read from there, so that only the work holds memory |
| rows of uses | 100 million a day | days added up from hours at night, and the latest requests only in memory: in an object a crop then writes two rows, a render three, not four and six |
| the log | 100 million a day | \`head_sampling_rate\` below 1: figures come from the objects, not from the log |
| listing keys | 100 thousand keys | the registry reads all of KV to take in foreign keys, 1,000 at a time: pages instead |

## Whether slices are like the whole

At 100 thousand each request of the day is simulated. Of larger days each part is a slice with the rates, places and
limits of the whole: 8,000 requests that are not counted, for the state to settle, then 12,000 that are, or five
seconds. Each stands for its share of the part; a burst's five seconds are its first, when browsers are still being
launched. The same day of 100 thousand, whole and in slices of 2,000 with another seed; the command fails where a
figure differs by more than a tenth:

${tables.comparison.join("\n")}

\`test/node/lab/scale/\` holds the parts: the queue against what theory says (M/D/1, M/M/3), the same seed gives the same
day, every request is answered, refused or under way, and slices agree with the whole.

## What is assumed of those who ask

${tables.traffic.join("\n")}

## What is taken from the platform

${tables.platform.join("\n")}
`;
}
