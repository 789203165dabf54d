import * as z from "zod/mini";
import { conformanceResult } from "../api/operations/conformance-fields.ts";
import { ERRORS, type ErrorCode } from "../errors/errors.ts";
import { explained } from "../fields/schema-parts.ts";

export type Json = Record<string, unknown>;

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds after which to come again.", schema: { type: "integer" } },
};

export function rateHeaders(): Json {
  return {
    "RateLimit-Policy": {
      description: 'The limits of the key, such as `"service";q=300;w=60`: 300 requests in 60 seconds.',
      schema: { type: "string" },
    },
    RateLimit: {
      description: 'What is left of the limits that are counted exactly, such as `"day";r=41;t=3600`.',
      schema: { type: "string" },
    },
  };
}

/** The refusals of an operation, by their status. */
export function failures(codes: ErrorCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status);
  const error = { $ref: "#/components/schemas/Error" };
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, members]) => [
        status,
        {
          description: members.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join("\n\n"),
          headers: { ...rateHeaders(), ...(members.some((code) => ERRORS[code].retryable) ? RETRY_AFTER : {}) },
          content: {
            "application/json": {
              schema: error,
              examples: Object.fromEntries(members.map((code) => [code, { value: errorExample(code) }])),
            },
            "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
          },
        },
      ]),
  );
}

function errorExample(code: ErrorCode): Json {
  const { meaning: message, retryable } = ERRORS[code];
  return { success: false, error: { code, message, requestId: "0b1d4c1e-6f0a-4f6e-9d0a-3f9f4f1f2a77", retryable } };
}

export function answered(description: string, schema: z.ZodMiniType, example?: unknown): Json {
  const json = { schema: jsonSchema(schema, "output"), ...(example === undefined ? {} : { example }) };
  return { description, content: { "application/json": json } };
}

export function jsonSchema(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}

/** Members that belong to one kind of refusal. */
const extraMembers = {
  otherFields: explained(
    "Further fields at fault, in the same words.",
    z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  ),
  failedImages: explained("Images to PDF, when no image could be converted: how many.", z.optional(z.int())),
  failures: explained(
    "Images to PDF, when no image could be converted: each of them, and why.",
    z.optional(
      z.array(
        z.object({ name: z.string(), code: z.string(), message: z.string(), retryable: z.optional(z.boolean()) }),
      ),
    ),
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
      message: explained("What was wrong: names the field, what was sent and what is accepted.", z.string()),
      field: explained("The field at fault, as a path such as `cropData[2].cropArea.width`.", z.optional(z.string())),
      requestId: explained("Quote it when reporting a problem; also in X-Request-Id.", z.string()),
      retryable: explained("True when the same request may succeed later.", z.boolean()),
      ...extraMembers,
      conformance: explained("Where `conformance` refused the PDF: what is in the way.", z.optional(conformanceResult)),
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
  detail: explained("What was wrong: names the field, what was sent and what is accepted.", z.string()),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  field: z.optional(z.string()),
  requestId: z.string(),
  retryable: z.boolean(),
  ...extraMembers,
});
