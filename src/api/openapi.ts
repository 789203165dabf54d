import { z } from "zod";
import { ADMIN_TAG, adminPaths } from "../admin/openapi.ts";
import { ERRORS, type ErrorCode, errorSchema } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import type { Operation } from "./operation.ts";

/** Codes that every operation may answer with, besides its own. */
const COMMON: readonly ErrorCode[] = [
  "AUTHENTICATION_REQUIRED",
  "FILE_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "REQUEST_TIMEOUT",
  "IDEMPOTENCY_CONFLICT",
  "IDEMPOTENCY_RUNNING",
  "RATE_LIMITED",
  "BUSY",
];

const DOCUMENTS_TAG = { name: "Documents", description: "What is done to documents; needs an API key." };
const SERVICE_TAG = { name: "Service", description: "About the service itself; open to all." };

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document, from the schemas that validate and the tables that are enforced. */
export function openApiDocument(operations: readonly Operation[]): Json {
  const paths: Record<string, Json> = {
    "/health": { get: plain("health", "Whether the service answers", z.object({ status: z.literal("ok") })) },
    "/v1/limits": {
      get: plain(
        "limits",
        "Every limit that is enforced",
        z.object({ success: z.literal(true), limits: z.looseObject({}) }),
        { success: true, limits: LIMITS },
      ),
    },
  };
  for (const operation of operations) {
    const item = paths[operation.path] ?? {};
    item[operation.method.toLowerCase()] = describe(operation);
    paths[operation.path] = item;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Quire",
      version: "1.0.0",
      description:
        "Crop and split PDFs, make PDFs of images, HTML and web pages. Each operation answers with JSON holding signed links that last one hour, or, with `format=binary`, with the file itself.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ apiKey: [] }],
    tags: [DOCUMENTS_TAG, SERVICE_TAG, ADMIN_TAG],
    paths: { ...paths, ...adminPaths() },
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", bearerFormat: "qk_…" },
        adminSecret: { type: "http", scheme: "bearer", description: "The Worker's ADMIN_SECRET." },
      },
      schemas: { Error: jsonSchema(errorSchema, "output"), ErrorCode: errorCodes() },
    },
  };
}

function describe(operation: Operation): Json {
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    tags: [DOCUMENTS_TAG.name],
    parameters: [...parameters(operation), ...commonHeaders()],
    ...(operation.method === "POST" ? { requestBody: { required: true, content: requestContent(operation) } } : {}),
    responses: { 200: success(operation), ...failures([...operation.errors, ...COMMON]) },
  };
}

function parameters(operation: Operation): Json[] {
  const formats = operation.binaryType === null ? ["json"] : ["json", "binary"];
  const format = {
    name: "format",
    in: "query",
    description: "`json` answers with signed links, `binary` with the file itself.",
    schema: { type: "string", enum: formats, default: "json" },
  };
  if (operation.method === "POST") return [format];
  const schema = jsonSchema(operation.fields, "input") as { properties: Record<string, Json>; required?: string[] };
  const fields = Object.entries(schema.properties).map(([name, { description, ...field }]) => ({
    name,
    in: "query",
    description,
    required: schema.required?.includes(name) ?? false,
    schema: field,
  }));
  return [...fields, format];
}

function commonHeaders(): Json[] {
  const header = (name: string, description: string, schema: Json) => ({ name, in: "header", description, schema });
  return [
    header("X-Request-Id", "Echoed in the answer and logged.", { type: "string", pattern: "^[\\w.:-]{1,128}$" }),
    header("Prefer", "`handling=strict` refuses unknown fields, which are otherwise reported in `warnings`.", {
      type: "string",
    }),
    header("Idempotency-Key", "JSON answers only: a repeated request within the hour gets the first one's answer.", {
      type: "string",
      maxLength: LIMITS.idempotency.keyChars,
    }),
  ];
}

/** multipart and JSON hold the same fields; files are parts in one and base64 in the other. */
function requestContent(operation: Operation): Json {
  const fields = jsonSchema(operation.fields, "input") as { properties: Record<string, Json>; required?: string[] };
  const base64 = Object.fromEntries(
    operation.base64Fields.map((name) => [
      name,
      { type: "string", contentEncoding: "base64", description: "Base64, plain or as a data: URL." },
    ]),
  );
  const files = Object.entries(operation.files).map(([name, { many, description }]) => {
    const file = { type: "string", contentMediaType: "application/octet-stream" };
    return [name, many ? { type: "array", items: file, description } : { ...file, description }] as const;
  });
  const body = { type: "object", required: fields.required ?? [] };
  const json = { ...body, properties: { ...fields.properties, ...base64 } };
  return {
    "multipart/form-data": {
      schema: { ...body, properties: { ...Object.fromEntries(files), ...fields.properties, ...base64 } },
    },
    "application/json": { schema: json, examples: examples(operation) },
    "application/x-www-form-urlencoded": { schema: json },
  };
}

function examples(operation: Operation): Json {
  return Object.fromEntries(Object.entries(operation.examples).map(([name, value]) => [name, { value }]));
}

function success(operation: Operation): Json {
  const json = { "application/json": { schema: jsonSchema(operation.result, "output") } };
  const binary =
    operation.binaryType === null
      ? {}
      : { [operation.binaryType]: { schema: { type: "string", contentMediaType: operation.binaryType } } };
  return {
    description: operation.binaryType === null ? "The answer." : "The description with links, or the file itself.",
    headers: {
      "X-Request-Id": { schema: { type: "string" } },
      "Quire-Result": {
        description: "format=binary: the facts of the JSON answer as compact ASCII JSON.",
        schema: { type: "string" },
      },
      "Quire-Warnings": { description: "format=binary: the warnings as a JSON array.", schema: { type: "string" } },
      "Server-Timing": { schema: { type: "string" } },
    },
    content: { ...json, ...binary },
  };
}

function failures(codes: ErrorCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status);
  const error = { $ref: "#/components/schemas/Error" };
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, members]) => [
        status,
        {
          description: members.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join("\n\n"),
          content: {
            "application/json": {
              schema: error,
              examples: Object.fromEntries(members.map((code) => [code, { value: errorExample(code) }])),
            },
          },
        },
      ]),
  );
}

function errorExample(code: ErrorCode): Json {
  const { meaning: message, retryable } = ERRORS[code];
  return { success: false, error: { code, message, requestId: "0b1d4c1e-6f0a-4f6e-9d0a-3f9f4f1f2a77", retryable } };
}

function errorCodes(): Json {
  const described = Object.entries(ERRORS).map(
    ([code, { status, meaning }]) => `- \`${code}\` (${status}): ${meaning}`,
  );
  return { type: "string", enum: Object.keys(ERRORS), description: described.join("\n") };
}

function plain(operationId: string, summary: string, schema: z.ZodObject, example?: unknown): Json {
  const content = {
    "application/json": { schema: jsonSchema(schema, "output"), ...(example === undefined ? {} : { example }) },
  };
  return {
    operationId,
    summary,
    tags: [SERVICE_TAG.name],
    security: [],
    responses: { 200: { description: "The answer.", content } },
  };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}
