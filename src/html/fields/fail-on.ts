import * as z from "zod/mini";

const STATUS = "expected a status such as 404, a range such as 500-599, or a class such as 4xx";

const statuses = z
  .array(
    z.union([
      z.int().check(z.minimum(100), z.maximum(599)),
      z.string().check(z.maxLength(7), z.regex(/^([1-5]xx|[1-5]\d\d(-[1-5]\d\d)?)$/i, { error: STATUS })),
    ]),
  )
  .check(z.minLength(1), z.maxLength(100));
const domains = z
  .array(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(253),
        z.regex(/^[a-z0-9.:[\]_-]+$/i, { error: "expected the name of a host, such as cdn.example.com" }),
      ),
  )
  .check(z.minLength(1), z.maxLength(100));

/** A list of statuses as the client sent it: numbers, ranges and classes. */
export type Statuses = z.output<typeof statuses>;

/** Which faults of a page refuse it instead of printing it. The answer lists all faults. */
export const faultFields = {
  failOnHttpStatus: z
    ._default(z.union([z.boolean(), statuses]), true)
    .check(
      z.describe(
        'Refuse when the page itself answers with status 400 or more, or with one of these: `[404, "500-599", "4xx"]`.',
      ),
    ),
  failOnConsoleError: z
    ._default(z.boolean(), false)
    .check(z.describe("Refuse when a script of the page throws or writes to console.error.")),
  failOnResourceError: z
    ._default(
      z.union([
        z.boolean(),
        z.object({
          statuses: z
            .optional(statuses)
            .check(z.describe("Of answers, only these (from 400 up); without it, all of them.")),
          unreachable: z.optional(z.boolean()).check(z.describe("What gives no answer at all. On unless false.")),
          domains: z.optional(domains).check(z.describe("Only what is loaded from these hosts and those below them.")),
          ignoreDomains: z
            .optional(domains)
            .check(z.describe("Not what is loaded from these hosts and those below them.")),
        }),
      ]),
      false,
    )
    .check(
      z.describe("Refuse when anything that the page loads fails or answers with status 400 or more; or some of that."),
    ),
};
