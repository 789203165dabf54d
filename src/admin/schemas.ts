import { z } from "zod";

const name = z.string().trim().min(1).max(100).describe("What the key is for; shown in the dashboard only.");
const expiresAt = z.iso
  .datetime({ offset: true, error: 'expected a date and time such as "2027-01-31T00:00:00Z"' })
  .refine((text) => Date.parse(text) > Date.now(), { error: "expected a date in the future" })
  .describe("When the key stops working.");
const limits = z
  .strictObject({
    perMinute: z.int().min(1).max(1_000_000).optional().describe("Requests in a minute."),
    perDay: z.int().min(1).max(1_000_000_000).optional().describe("Requests in a day of UTC."),
  })
  .describe("Beside the limit that all keys have.");

export const newKey = z.object({ name, expiresAt: expiresAt.optional(), limits: limits.optional() });

export const keyChanges = z.object({
  name: name.optional(),
  expiresAt: expiresAt.nullable().optional().describe("null takes the date away."),
  limits: limits.nullable().optional().describe("null takes the limits away."),
});

export const signIn = z.object({ secret: z.string().min(1).max(1000).describe("The Worker's ADMIN_SECRET.") });

export const period = z.object({
  days: z.number().int().min(1).max(400).default(30).describe("How many days of UTC, today included."),
});

export const keyView = z.object({
  id: z.string(),
  name: z.string(),
  standing: z.enum(["valid", "expired", "revoked"]),
  createdAt: z.string(),
  expiresAt: z.string().optional(),
  revokedAt: z.string().optional(),
  limits: z.object({ perMinute: z.number().optional(), perDay: z.number().optional() }).optional(),
  lastUsedAt: z.string().optional(),
});
export type KeyView = z.infer<typeof keyView>;

export const session = z.object({
  success: z.literal(true),
  by: z.enum(["session", "access", "secret"]).describe("How the operator is known."),
  name: z.string(),
  expiresAt: z.string().optional(),
});

export const usage = z.object({
  success: z.literal(true),
  from: z.string().describe("The first day, as 2026-01-31."),
  to: z.string(),
  usage: z.array(
    z.object({
      day: z.string(),
      operation: z.string(),
      requests: z.number(),
      errors: z.number().describe("Answers of 400 and above."),
      bytesIn: z.number(),
      bytesOut: z.number(),
      milliseconds: z.number().describe("From a request's arrival to the start of its answer, summed up."),
    }),
  ),
});
