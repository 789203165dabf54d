import * as z from "zod/mini";
import { LIMITS } from "../api/limits.ts";
import { OFFERS } from "../api/operations/index.ts";
import { explained, intBetween, numberBetween } from "../fields/schema-parts.ts";
import { isNetwork } from "../intake/outbound/address.ts";

/** Each is looked at with every request of the key. */
const MAX_ADDRESSES = 50;

const name = explained(
  "What the key is for; shown in the dashboard only.",
  z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
);
const expiresAt = explained(
  "When the key stops working.",
  z.iso
    .datetime({ offset: true, error: 'expected a date and time such as "2027-01-31T00:00:00Z"' })
    .check(z.refine((text) => Date.parse(text) > Date.now(), { error: "expected a date in the future" })),
);
const { key, keyAtMost } = LIMITS;

/** A limit from the table, which applies to every key without a setting of its own. */
function own(name: keyof typeof key, what: string) {
  return explained(`${what} Without it: ${key[name]}.`, z.optional(intBetween(1, keyAtMost[name])));
}

const limits = explained(
  "Requests, beside the limit that all keys have; the rest in place of what all keys have.",
  z.strictObject({
    perMinute: explained("Requests in a minute.", z.optional(intBetween(1, 1_000_000))),
    perDay: explained("Requests in a day of UTC.", z.optional(intBetween(1, 1_000_000_000))),
    concurrentRequests: own("concurrentRequests", "Requests under way at a time."),
    browserSecondsPerHour: own("browserSecondsPerHour", "Seconds that its pages may hold browsers, in an hour of UTC."),
    storedBytesPerHour: own("storedBytesPerHour", "Bytes of files stored behind links, in an hour of UTC."),
    splitOutputBytes: own("splitOutputBytes", "Bytes that one split may make."),
  }),
);

const only = explained(
  "What the key is for. Without a list: every operation, and every address.",
  z.strictObject({
    operations: explained(
      "These operations alone, by their ids.",
      z.optional(z.array(z.enum(OFFERS.map(({ id }) => id))).check(z.minLength(1))),
    ),
    addresses: explained(
      "Requests from these addresses and networks alone, such as `192.0.2.7` and `2001:db8::/48`.",
      z.optional(
        z
          .array(
            z.string().check(z.refine(isNetwork, { error: 'expected an address or a network such as "192.0.2.0/24"' })),
          )
          .check(z.minLength(1), z.maxLength(MAX_ADDRESSES)),
      ),
    ),
  }),
);

export const newKey = z.object({
  name,
  expiresAt: z.optional(expiresAt),
  limits: z.optional(limits),
  only: z.optional(only),
});

export const keyChanges = z.object({
  name: z.optional(name),
  expiresAt: explained("null takes the date away.", z.optional(z.nullable(expiresAt))),
  limits: explained("null takes the limits away.", z.optional(z.nullable(limits))),
  only: explained("null lets the key do everything, from everywhere.", z.optional(z.nullable(only))),
});

export const signIn = z.object({
  secret: explained("The Worker's ADMIN_SECRET.", z.string().check(z.minLength(1), z.maxLength(1000))),
});

export const period = z.object({
  days: explained("How many days of UTC, today included.", z._default(intBetween(1, 400), 30)),
  hours: explained(
    "How many hours of UTC, this one included: the answer is then by hour. Goes before days.",
    z.optional(intBetween(1, 168)),
  ),
});

/** The longest time for which the old key works beside the new one. */
const MAX_OVERLAP_HOURS = 720;

export const rotation = z.object({
  overlapHours: explained(
    "For how many hours the old key goes on working beside the new one.",
    z._default(numberBetween(0, MAX_OVERLAP_HOURS), 24),
  ),
});

export const auditPage = z.object({
  limit: explained("How many entries, the latest first.", z._default(intBetween(1, 1000), 100)),
});

export const auditTrail = z.object({
  success: z.literal(true),
  entries: z.array(
    z.object({
      at: z.string(),
      operator: explained("`secret`, `session`, or `access` with the name that Cloudflare Access gives.", z.string()),
      action: z.enum(["create-key", "change-key", "rotate-key", "revoke-key", "sign-in", "sign-out"]),
      keyId: z.optional(z.string()),
      keyName: z.optional(z.string()),
      changes: explained("What was set. Never a key or a secret.", z.optional(z.record(z.string(), z.unknown()))),
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
  only: z.optional(only),
  lastUsedAt: z.optional(z.string()),
});
export type KeyView = z.infer<typeof keyView>;

export const session = z.object({
  success: z.literal(true),
  by: explained("How the operator is known.", z.enum(["session", "access", "secret"])),
  name: z.string(),
  expiresAt: z.optional(z.string()),
});

/** Of one key, in the current hour of UTC. */
const thisHour = z.object({ browserSeconds: z.number(), storedBytes: z.number() });

const latency = {
  p50: explained("Milliseconds that half of the requests took at most, to within 5 %.", z.number()),
  p95: explained("And 95 of a hundred.", z.number()),
  p99: explained("And 99 of a hundred.", z.number()),
};
const span = {
  day: explained("By day: the day, as 2026-01-31.", z.optional(z.string())),
  hour: explained("By hour: its first instant, as 2026-01-31T13:00:00.000Z.", z.optional(z.string())),
};

export const usage = z.object({
  success: z.literal(true),
  from: explained("The first day, as 2026-01-31; by hour, the first hour.", z.string()),
  to: z.string(),
  hour: explained("Of one key: what it has used in this hour of UTC.", z.optional(thisHour)),
  usage: z.array(
    z.object({
      ...span,
      operation: z.string(),
      requests: z.number(),
      errors: explained("Answers of 400 and above.", z.number()),
      bytesIn: z.number(),
      bytesOut: z.number(),
      milliseconds: explained("From a request's arrival to the start of its answer, summed up.", z.number()),
    }),
  ),
  latency: explained(
    "How long requests took, from their arrival to the start of their answers.",
    z.object({
      bySpan: explained("Of all operations together.", z.array(z.object({ ...span, ...latency }))),
      byOperation: z.array(z.object({ operation: z.string(), ...latency })),
    }),
  ),
  faults: explained(
    "Refused requests by their code, the newest day first.",
    z.array(z.object({ day: z.string(), operation: z.string(), code: z.string(), requests: z.number() })),
  ),
  counts: explained(
    "Documents by the way that rendered them (`browser-shared-session`, `browser-new-session`, " +
      "`browser-quick-action`), browsers that were launched (`launched-browser`), " +
      "requests whose browser had only the weaker seal (`weaker-seal`).",
    z.array(z.object({ ...span, what: z.string(), count: z.number() })),
  ),
  recent: explained(
    "The latest requests, 50 at most, the latest first; nothing of what was in them.",
    z.array(
      z.object({
        at: z.string(),
        requestId: explained("As `X-Request-Id` and the log name the request.", z.string()),
        keyId: explained("Where the requests of all keys are listed.", z.optional(z.string())),
        operation: z.string(),
        status: z.number(),
        code: explained("Of a refusal.", z.optional(z.string())),
        milliseconds: z.number(),
        bytesIn: z.number(),
        bytesOut: z.number(),
      }),
    ),
  ),
});
