import * as z from "zod";
import { LIMITS } from "../api/limits.ts";

const name = z.string().trim().min(1).max(100).describe("What the key is for; shown in the dashboard only.");
const expiresAt = z.iso
  .datetime({ offset: true, error: 'expected a date and time such as "2027-01-31T00:00:00Z"' })
  .refine((text) => Date.parse(text) > Date.now(), { error: "expected a date in the future" })
  .describe("When the key stops working.");
const { key, keyAtMost } = LIMITS;

/** A limit from the table, which applies to every key without a setting of its own. */
function own(name: keyof typeof key, what: string) {
  return z.int().min(1).max(keyAtMost[name]).optional().describe(`${what} Without it: ${key[name]}.`);
}

const limits = z
  .strictObject({
    perMinute: z.int().min(1).max(1_000_000).optional().describe("Requests in a minute."),
    perDay: z.int().min(1).max(1_000_000_000).optional().describe("Requests in a day of UTC."),
    concurrentRequests: own("concurrentRequests", "Requests under way at a time."),
    browserSecondsPerHour: own("browserSecondsPerHour", "Seconds that its pages may hold browsers, in an hour of UTC."),
    storedBytesPerHour: own("storedBytesPerHour", "Bytes of files stored behind links, in an hour of UTC."),
    splitOutputBytes: own("splitOutputBytes", "Bytes that one split may make."),
  })
  .describe("Requests, beside the limit that all keys have; the rest in place of what all keys have.");

export const newKey = z.object({ name, expiresAt: expiresAt.optional(), limits: limits.optional() });

export const keyChanges = z.object({
  name: name.optional(),
  expiresAt: expiresAt.nullable().optional().describe("null takes the date away."),
  limits: limits.nullable().optional().describe("null takes the limits away."),
});

export const signIn = z.object({ secret: z.string().min(1).max(1000).describe("The Worker's ADMIN_SECRET.") });

export const period = z.object({
  days: z.number().int().min(1).max(400).default(30).describe("How many days of UTC, today included."),
  hours: z
    .number()
    .int()
    .min(1)
    .max(168)
    .optional()
    .describe("How many hours of UTC, this one included: the answer is then by hour. Goes before days."),
});

/** The longest time for which the old key works beside the new one. */
const MOST_OVERLAP_HOURS = 720;

export const rotation = z.object({
  overlapHours: z
    .number()
    .min(0)
    .max(MOST_OVERLAP_HOURS)
    .default(24)
    .describe("For how many hours the old key goes on working beside the new one."),
});

export const auditPage = z.object({
  limit: z.number().int().min(1).max(1000).default(100).describe("How many entries, the latest first."),
});

export const auditTrail = z.object({
  success: z.literal(true),
  entries: z.array(
    z.object({
      at: z.string(),
      operator: z.string().describe("`secret`, `session`, or `access` with the name that Cloudflare Access gives."),
      action: z.enum(["create-key", "change-key", "rotate-key", "revoke-key", "sign-in", "sign-out"]),
      keyId: z.string().optional(),
      keyName: z.string().optional(),
      changes: z.record(z.string(), z.unknown()).optional().describe("What was set. Never a key or a secret."),
    }),
  ),
});

export const keyView = z.object({
  id: z.string(),
  name: z.string(),
  standing: z.enum(["valid", "expired", "revoked"]),
  createdAt: z.string(),
  expiresAt: z.string().optional(),
  revokedAt: z.string().optional(),
  limits: limits.optional(),
  lastUsedAt: z.string().optional(),
});
export type KeyView = z.infer<typeof keyView>;

export const session = z.object({
  success: z.literal(true),
  by: z.enum(["session", "access", "secret"]).describe("How the operator is known."),
  name: z.string(),
  expiresAt: z.string().optional(),
});

/** Of one key, in the current hour of UTC. */
const thisHour = z.object({ browserSeconds: z.number(), storedBytes: z.number() });

const latency = {
  p50: z.number().describe("Milliseconds that half of the requests took at most, to within 5 %."),
  p95: z.number().describe("And 95 of a hundred."),
  p99: z.number().describe("And 99 of a hundred."),
};
const span = {
  day: z.string().optional().describe("By day: the day, as 2026-01-31."),
  hour: z.string().optional().describe("By hour: its first instant, as 2026-01-31T13:00:00.000Z."),
};

export const usage = z.object({
  success: z.literal(true),
  from: z.string().describe("The first day, as 2026-01-31; by hour, the first hour."),
  to: z.string(),
  hour: thisHour.optional().describe("Of one key: what it has used in this hour of UTC."),
  usage: z.array(
    z.object({
      ...span,
      operation: z.string(),
      requests: z.number(),
      errors: z.number().describe("Answers of 400 and above."),
      bytesIn: z.number(),
      bytesOut: z.number(),
      milliseconds: z.number().describe("From a request's arrival to the start of its answer, summed up."),
    }),
  ),
  latency: z
    .object({
      bySpan: z.array(z.object({ ...span, ...latency })).describe("Of all operations together."),
      byOperation: z.array(z.object({ operation: z.string(), ...latency })),
    })
    .describe("How long requests took, from their arrival to the start of their answers."),
  faults: z
    .array(z.object({ day: z.string(), operation: z.string(), code: z.string(), requests: z.number() }))
    .describe("Refused requests by their code, the newest day first."),
  counts: z
    .array(z.object({ ...span, what: z.string(), count: z.number() }))
    .describe(
      "Documents by the way that rendered them (`browser-shared-session`, `browser-new-session`, `browser-quick-action`), browsers that were launched (`launched-browser`), requests whose browser had only the weaker seal (`weaker-seal`).",
    ),
  recent: z
    .array(
      z.object({
        at: z.string(),
        requestId: z.string().describe("As `X-Request-Id` and the log name the request."),
        keyId: z.string().optional().describe("Where the requests of all keys are listed."),
        operation: z.string(),
        status: z.number(),
        code: z.string().optional().describe("Of a refusal."),
        milliseconds: z.number(),
        bytesIn: z.number(),
        bytesOut: z.number(),
      }),
    )
    .describe("The latest requests, 50 at most, the latest first; nothing of what was in them."),
});
