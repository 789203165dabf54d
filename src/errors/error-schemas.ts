import * as z from "zod/mini";
import { ERRORS, type ErrorCode } from "./errors.ts";

/** Members that belong to one kind of refusal. */
const extraMembers = {
  failedImages: z.optional(z.int()).check(z.describe("Images to PDF, when no image could be converted: how many.")),
  failures: z
    .optional(z.array(z.object({ name: z.string(), code: z.string(), message: z.string() })))
    .check(z.describe("Images to PDF, when no image could be converted: each of them, and why.")),
};

export const errorSchema = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: z
        .enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]])
        .check(z.describe("Stable code; see the table of errors.")),
      message: z.string().check(z.describe("What was wrong: names the field, what came and what is accepted.")),
      field: z
        .optional(z.string())
        .check(z.describe("The field at fault, as a path such as `cropData[2].cropArea.width`.")),
      requestId: z.string().check(z.describe("Quote it when reporting a problem; also in X-Request-Id.")),
      retryable: z.boolean().check(z.describe("True when the same request may succeed later.")),
      ...extraMembers,
      faults: z
        .optional(z.array(z.string()))
        .check(
          z.describe(
            "Everything that was wrong with a page, where failOnConsoleError or failOnResourceError refused it.",
          ),
        ),
    }),
  })
  .check(z.describe("Every error has this shape; with Accept: application/problem+json it is RFC 9457 instead."));

/** What `Accept: application/problem+json` gets (RFC 9457). */
export const problemSchema = z.object({
  type: z.string().check(z.describe("`urn:quire:error:` and the code.")),
  title: z.string().check(z.describe("What the code means.")),
  status: z.int(),
  detail: z.string().check(z.describe("What was wrong: names the field, what came and what is accepted.")),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  field: z.optional(z.string()),
  requestId: z.string(),
  retryable: z.boolean(),
  ...extraMembers,
});
