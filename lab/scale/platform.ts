const DOCS = "https://developers.cloudflare.com";

/** One figure of the platform, from its documentation, or assumed when the documentation does not say. */
export interface PlatformFigure {
  what: string;
  value: number;
  unit: string;
  /** The page that states it. Without a page it is an assumption, and `why` says where it comes from. */
  page?: string;
  why?: string;
}

/** What the simulation takes from Cloudflare's documentation, as read in November 2026, and what it has to assume. */
export const PLATFORM = {
  browsers: stated("browsers of an account at a time", 120, "", "/browser-run/limits/"),
  launchesPerSecond: stated("browsers launched", 1, "a second", "/browser-run/limits/"),
  quickActionsPerSecond: stated("quick actions", 10, "a second", "/browser-run/limits/"),
  objectPerSecond: stated("requests to one Durable Object", 1_000, "a second", "/durable-objects/platform/limits/"),
  kvWritesPerKey: stated("writes of one KV entry", 1, "a second", "/kv/platform/limits/"),
  subrequests: stated("calls of one invocation of a Worker", 10_000, "", "/workers/platform/limits/"),
  cronMinutes: stated("an invocation by cron", 15, "min at most", "/workers/platform/limits/"),
  listed: stated("objects in one answer of a bucket's list", 1_000, "", "/r2/api/workers/workers-api-reference/"),

  places: assumed("places where the Worker is asked", 60, "", "the largest of more than 300 cities"),
  coldStartMs: assumed("a new isolate is ready after", 60, "ms", "evaluating the bundle, and fetching it"),
  isolateIdleMs: assumed("an isolate without requests is ended after", 300_000, "ms", "not documented"),
  isolateRequests: assumed("requests under way after which a place starts another isolate", 40, "", "not documented"),
  isolateBacklogMs: assumed("waiting work after which it does so, too", 50, "ms", "not documented"),
  kvHotMs: assumed("a read of KV that the place knows", 5, "ms", "not documented as a figure"),
  kvColdMs: assumed("any other read of KV", 60, "ms", "not documented as a figure"),
  objectNearMs: assumed("the way to a Durable Object in the same region", 10, "ms", "not documented"),
  objectFarMs: assumed("the way to one elsewhere", 90, "ms", "not documented"),
  objectQueueMs: assumed(
    "work that waits in an object before it refuses more",
    10_000,
    "ms",
    "refusals are documented, the length is not",
  ),
  putMs: assumed("a write to R2", 120, "ms", "not documented"),
  listMs: assumed("a list or a deletion of 1,000 files", 150, "ms", "not documented"),
  launchMs: assumed("a browser is there after", 1_000, "ms", "not documented"),
  connectMs: assumed("a connection to a browser, a page opened and guarded", 60, "ms", "locally 10, plus the way"),
} satisfies Record<string, PlatformFigure>;

function stated(what: string, value: number, unit: string, page: string): PlatformFigure {
  return { what, value, unit, page: `${DOCS}${page}` };
}

function assumed(what: string, value: number, unit: string, why: string): PlatformFigure {
  return { what, value, unit, why };
}
