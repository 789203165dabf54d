import * as z from "zod";
import { ERRORS, type ErrorCode } from "./errors.ts";

/** Members that belong to one kind of refusal. */
const extraMembers = {
  failedImages: z.int().optional().describe("Images to PDF, when no image could be converted: how many."),
  failures: z
    .array(z.object({ name: z.string(), code: z.string(), message: z.string() }))
    .optional()
    .describe("Images to PDF, when no image could be converted: each of them, and why."),
};

export const errorSchema = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: z
        .enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]])
        .describe("Stable code; see the table of errors."),
      message: z.string().describe("What was wrong: names the field, what came and what is accepted."),
      field: z.string().optional().describe("The field at fault, as a path such as `cropData[2].cropArea.width`."),
      requestId: z.string().describe("Quote it when reporting a problem; also in X-Request-Id."),
      retryable: z.boolean().describe("True when the same request may succeed later."),
      ...extraMembers,
      faults: z
        .array(z.string())
        .optional()
        .describe("Everything that was wrong with a page, where failOnConsoleError or failOnResourceError refused it."),
    }),
  })
  .describe("Every error has this shape; with Accept: application/problem+json it is RFC 9457 instead.");

/** What `Accept: application/problem+json` gets (RFC 9457). */
export const problemSchema = z.object({
  type: z.string().describe("`urn:quire:error:` and the code."),
  title: z.string().describe("What the code means."),
  status: z.int(),
  detail: z.string().describe("What was wrong: names the field, what came and what is accepted."),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  field: z.string().optional(),
  requestId: z.string(),
  retryable: z.boolean(),
  ...extraMembers,
});
