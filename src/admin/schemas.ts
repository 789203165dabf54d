import * as z from "zod/mini";
import { LIMITS } from "../api/limits.ts";

const name = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(100), z.describe("What the key is for; shown in the dashboard only."));
const expiresAt = z.iso
  .datetime({ offset: true, error: 'expected a date and time such as "2027-01-31T00:00:00Z"' })
  .check(
    z.refine((text) => Date.parse(text) > Date.now(), { error: "expected a date in the future" }),
    z.describe("When the key stops working."),
  );
const { key, keyAtMost } = LIMITS;

/** A limit from the table, which applies to every key without a setting of its own. */
function own(name: keyof typeof key, what: string) {
  return z
    .optional(z.int().check(z.minimum(1), z.maximum(keyAtMost[name])))
    .check(z.describe(`${what} Without it: ${key[name]}.`));
}

const limits = z
  .strictObject({
    perMinute: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))).check(z.describe("Requests in a minute.")),
    perDay: z
      .optional(z.int().check(z.minimum(1), z.maximum(1_000_000_000)))
      .check(z.describe("Requests in a day of UTC.")),
    concurrentRequests: own("concurrentRequests", "Requests under way at a time."),
    browserSecondsPerHour: own("browserSecondsPerHour", "Seconds that its pages may hold browsers, in an hour of UTC."),
    storedBytesPerHour: own("storedBytesPerHour", "Bytes of files stored behind links, in an hour of UTC."),
    splitOutputBytes: own("splitOutputBytes", "Bytes that one split may make."),
  })
  .check(z.describe("Requests, beside the limit that all keys have; the rest in place of what all keys have."));

export const newKey = z.object({ name, expiresAt: z.optional(expiresAt), limits: z.optional(limits) });

export const keyChanges = z.object({
  name: z.optional(name),
  expiresAt: z.optional(z.nullable(expiresAt)).check(z.describe("null takes the date away.")),
  limits: z.optional(z.nullable(limits)).check(z.describe("null takes the limits away.")),
});

export const signIn = z.object({
  secret: z.string().check(z.minLength(1), z.maxLength(1000), z.describe("The Worker's ADMIN_SECRET.")),
});

export const period = z.object({
  days: z
    ._default(z.int().check(z.minimum(1), z.maximum(400)), 30)
    .check(z.describe("How many days of UTC, today included.")),
  hours: z
    .optional(z.int().check(z.minimum(1), z.maximum(168)))
    .check(z.describe("How many hours of UTC, this one included: the answer is then by hour. Goes before days.")),
});

/** The longest time for which the old key works beside the new one. */
const MOST_OVERLAP_HOURS = 720;

export const rotation = z.object({
  overlapHours: z
    ._default(z.number().check(z.minimum(0), z.maximum(MOST_OVERLAP_HOURS)), 24)
    .check(z.describe("For how many hours the old key goes on working beside the new one.")),
});

export const auditPage = z.object({
  limit: z
    ._default(z.int().check(z.minimum(1), z.maximum(1000)), 100)
    .check(z.describe("How many entries, the latest first.")),
});

export const auditTrail = z.object({
  success: z.literal(true),
  entries: z.array(
    z.object({
      at: z.string(),
      operator: z
        .string()
        .check(z.describe("`secret`, `session`, or `access` with the name that Cloudflare Access gives.")),
      action: z.enum(["create-key", "change-key", "rotate-key", "revoke-key", "sign-in", "sign-out"]),
      keyId: z.optional(z.string()),
      keyName: z.optional(z.string()),
      changes: z
        .optional(z.record(z.string(), z.unknown()))
        .check(z.describe("What was set. Never a key or a secret.")),
    }),
  ),
});

export const keyView = z.object({
  id: z.string(),
  name: z.string(),
  standing: z.enum(["valid", "expired", "revoked"]),
  createdAt: z.string(),
  expiresAt: z.optional(z.string()),
  revokedAt: z.optional(z.string()),
  limits: z.optional(limits),
  lastUsedAt: z.optional(z.string()),
});
export type KeyView = z.infer<typeof keyView>;

export const session = z.object({
  success: z.literal(true),
  by: z.enum(["session", "access", "secret"]).check(z.describe("How the operator is known.")),
  name: z.string(),
  expiresAt: z.optional(z.string()),
});

/** Of one key, in the current hour of UTC. */
const thisHour = z.object({ browserSeconds: z.number(), storedBytes: z.number() });

const latency = {
  p50: z.number().check(z.describe("Milliseconds that half of the requests took at most, to within 5 %.")),
  p95: z.number().check(z.describe("And 95 of a hundred.")),
  p99: z.number().check(z.describe("And 99 of a hundred.")),
};
const span = {
  day: z.optional(z.string()).check(z.describe("By day: the day, as 2026-01-31.")),
  hour: z.optional(z.string()).check(z.describe("By hour: its first instant, as 2026-01-31T13:00:00.000Z.")),
};

export const usage = z.object({
  success: z.literal(true),
  from: z.string().check(z.describe("The first day, as 2026-01-31; by hour, the first hour.")),
  to: z.string(),
  hour: z.optional(thisHour).check(z.describe("Of one key: what it has used in this hour of UTC.")),
  usage: z.array(
    z.object({
      ...span,
      operation: z.string(),
      requests: z.number(),
      errors: z.number().check(z.describe("Answers of 400 and above.")),
      bytesIn: z.number(),
      bytesOut: z.number(),
      milliseconds: z.number().check(z.describe("From a request's arrival to the start of its answer, summed up.")),
    }),
  ),
  latency: z
    .object({
      bySpan: z.array(z.object({ ...span, ...latency })).check(z.describe("Of all operations together.")),
      byOperation: z.array(z.object({ operation: z.string(), ...latency })),
    })
    .check(z.describe("How long requests took, from their arrival to the start of their answers.")),
  faults: z
    .array(z.object({ day: z.string(), operation: z.string(), code: z.string(), requests: z.number() }))
    .check(z.describe("Refused requests by their code, the newest day first.")),
  counts: z
    .array(z.object({ ...span, what: z.string(), count: z.number() }))
    .check(
      z.describe(
        "Documents by the way that rendered them (`browser-shared-session`, `browser-new-session`, `browser-quick-action`), browsers that were launched (`launched-browser`), requests whose browser had only the weaker seal (`weaker-seal`).",
      ),
    ),
  recent: z
    .array(
      z.object({
        at: z.string(),
        requestId: z.string().check(z.describe("As `X-Request-Id` and the log name the request.")),
        keyId: z.optional(z.string()).check(z.describe("Where the requests of all keys are listed.")),
        operation: z.string(),
        status: z.number(),
        code: z.optional(z.string()).check(z.describe("Of a refusal.")),
        milliseconds: z.number(),
        bytesIn: z.number(),
        bytesOut: z.number(),
      }),
    )
    .check(z.describe("The latest requests, 50 at most, the latest first; nothing of what was in them.")),
});
