/**
 * Cloudflare's published prices in US dollars, beyond what a plan includes, as its documentation stated them in
 * November 2026 (from the pages' public source, github.com/cloudflare/cloudflare-docs). Prices change: SOURCES says
 * where to look.
 */
export const PRICES = {
  requestsPerMillion: 0.3,
  cpuMsPerMillion: 0.02,
  r2WritesPerMillion: 4.5,
  r2ReadsPerMillion: 0.36,
  r2GbMonth: 0.015,
  kvReadsPerMillion: 0.5,
  objectRequestsPerMillion: 0.15,
  browserHour: 0.09,
  /** For each browser beyond this number, by the month's mean of the daily maximum. */
  browserMonth: 2,
  browsersIncluded: 10,
  objectGbSecondsPerMillion: 12.5,
  objectRowsPerMillion: 1,
  logLinesPerMillion: 0.6,
  /** A month. */
  plan: 5,
} as const;

export const SOURCES = [
  "https://developers.cloudflare.com/workers/platform/pricing/",
  "https://developers.cloudflare.com/r2/pricing/",
  "https://developers.cloudflare.com/kv/platform/pricing/",
  "https://developers.cloudflare.com/durable-objects/platform/pricing/",
  "https://developers.cloudflare.com/browser-run/pricing/",
] as const;
