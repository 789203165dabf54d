import * as z from "zod/mini";
import { explained, intBetween, textUpTo } from "../../fields/schema-parts.ts";

const STATUS = "expected a status such as 404, a range such as 500-599, or a class such as 4xx";

const statuses = z
  .array(
    z.union([
      intBetween(100, 599),
      textUpTo(7).check(z.regex(/^([1-5]xx|[1-5]\d\d(-[1-5]\d\d)?)$/i, { error: STATUS })),
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
  failOnHttpStatus: explained(
    'Refuse when the page itself answers with status 400 or more, or with one of these: `[404, "500-599", "4xx"]`.',
    z._default(z.union([z.boolean(), statuses]), true),
  ),
  failOnConsoleError: explained(
    "Refuse when a script of the page throws or writes to console.error.",
    z._default(z.boolean(), false),
  ),
  failOnResourceError: explained(
    "Refuse when anything that the page loads fails or answers with status 400 or more; or some of that.",
    z._default(
      z.union([
        z.boolean(),
        z.object({
          statuses: explained("Of answers, only these (from 400 up); without it, all of them.", z.optional(statuses)),
          unreachable: explained("What gives no answer at all. On unless false.", z.optional(z.boolean())),
          domains: explained("Only what is loaded from these hosts and those below them.", z.optional(domains)),
          ignoreDomains: explained("Not what is loaded from these hosts and those below them.", z.optional(domains)),
        }),
      ]),
      false,
    ),
  ),
};
