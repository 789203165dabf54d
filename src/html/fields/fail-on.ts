import * as z from "zod";

const STATUS = "expected a status such as 404, a range such as 500-599, or a class such as 4xx";

const statuses = z
  .array(
    z.union([
      z.int().min(100).max(599),
      z
        .string()
        .max(7)
        .regex(/^([1-5]xx|[1-5]\d\d(-[1-5]\d\d)?)$/i, { error: STATUS }),
    ]),
  )
  .min(1)
  .max(100);
const domains = z
  .array(
    z
      .string()
      .min(1)
      .max(253)
      .regex(/^[a-z0-9.:[\]_-]+$/i, { error: "expected the name of a host, such as cdn.example.com" }),
  )
  .min(1)
  .max(100);

/** A list of statuses as the client sent it: numbers, ranges and classes. */
export type Statuses = z.output<typeof statuses>;

/** Which faults of a page refuse it instead of printing it. The answer lists all faults. */
export const faultFields = {
  failOnHttpStatus: z
    .union([z.boolean(), statuses])
    .default(true)
    .describe(
      'Refuse when the page itself answers with status 400 or more, or with one of these: `[404, "500-599", "4xx"]`.',
    ),
  failOnConsoleError: z
    .boolean()
    .default(false)
    .describe("Refuse when a script of the page throws or writes to console.error."),
  failOnResourceError: z
    .union([
      z.boolean(),
      z.object({
        statuses: statuses.optional().describe("Of answers, only these (from 400 up); without it, all of them."),
        unreachable: z.boolean().optional().describe("What gives no answer at all. On unless false."),
        domains: domains.optional().describe("Only what is loaded from these hosts and those below them."),
        ignoreDomains: domains.optional().describe("Not what is loaded from these hosts and those below them."),
      }),
    ])
    .default(false)
    .describe("Refuse when anything that the page loads fails or answers with status 400 or more; or some of that."),
};
