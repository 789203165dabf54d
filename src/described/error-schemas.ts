import * as z from "zod/mini";
import { ERRORS, type ErrorCode } from "../errors/errors.ts";
import { explained } from "../fields/schema-parts.ts";

/** Members that belong to one kind of refusal. */
const extraMembers = {
  failedImages: explained("Images to PDF, when no image could be converted: how many.", z.optional(z.int())),
  failures: explained(
    "Images to PDF, when no image could be converted: each of them, and why.",
    z.optional(z.array(z.object({ name: z.string(), code: z.string(), message: z.string() }))),
  ),
};

export const errorSchema = explained(
  "Every error has this shape; with Accept: application/problem+json it is RFC 9457 instead.",
  z.object({
    success: z.literal(false),
    error: z.object({
      code: explained(
        "Stable code; see the table of errors.",
        z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
      ),
      message: explained("What was wrong: names the field, what came and what is accepted.", z.string()),
      field: explained("The field at fault, as a path such as `cropData[2].cropArea.width`.", z.optional(z.string())),
      requestId: explained("Quote it when reporting a problem; also in X-Request-Id.", z.string()),
      retryable: explained("True when the same request may succeed later.", z.boolean()),
      ...extraMembers,
      faults: explained(
        "Everything that was wrong with a page, where failOnConsoleError or failOnResourceError refused it.",
        z.optional(z.array(z.string())),
      ),
    }),
  }),
);

/** What `Accept: application/problem+json` gets (RFC 9457). */
export const problemSchema = z.object({
  type: explained("`urn:quire:error:` and the code.", z.string()),
  title: explained("What the code means.", z.string()),
  status: z.int(),
  detail: explained("What was wrong: names the field, what came and what is accepted.", z.string()),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  field: z.optional(z.string()),
  requestId: z.string(),
  retryable: z.boolean(),
  ...extraMembers,
});
