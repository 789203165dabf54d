import { z } from "zod";
import { ADMIN_TAG, adminPaths } from "../admin/admin-openapi.ts";
import { LIMITS } from "../api/limits.ts";
import type { Operation } from "../api/operation.ts";
import { ERRORS, type ErrorCode, errorSchema, problemSchema } from "../errors/errors.ts";
import { inputSchema, typesIn } from "../fields/field-schema.ts";

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

export interface DocumentOptions {
  /** Leaves out every body but the form. */
  formsOnly?: boolean;
}

/** The OpenAPI 3.1 document, from the schemas that validate and the tables that are enforced. */
export function openApiDocument(operations: readonly Operation[], options: DocumentOptions = {}): Json {
  const paths: Record<string, Json> = {
    "/health": {
      get: plain(
        "health",
        "Whether the service answers",
        "Answers at once, without a key.",
        z.object({ status: z.literal("ok") }),
      ),
    },
    "/v1/limits": {
      get: plain(
        "limits",
        "Every limit that is enforced",
        "The table that is enforced, as it stands; sizes in bytes, times in seconds.",
        z.object({
          success: z.literal(true),
          demo: z
            .boolean()
            .describe("Whether `Authorization: Bearer demo` serves whoever has no key, within `limits.demo`."),
          limits: z.looseObject({}),
        }),
        { success: true, demo: true, limits: LIMITS },
      ),
    },
  };
  for (const operation of operations) {
    const item = paths[operation.path] ?? {};
    item[operation.method.toLowerCase()] = describe(operation, options);
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
    paths: { ...paths, "/mcp": { post: mcp() }, "/v1/u/{key}/{name}": { put: upload() }, ...adminPaths() },
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", bearerFormat: "qk_…" },
        adminSecret: { type: "http", scheme: "bearer", description: "The Worker's ADMIN_SECRET." },
      },
      schemas: { Error: errorShape(errorSchema), Problem: errorShape(problemSchema), ErrorCode: errorCodes() },
    },
  };
}

function describe(operation: Operation, options: DocumentOptions): Json {
  return {
    operationId: camelCase(operation.id),
    summary: operation.summary,
    description: operation.description,
    tags: [DOCUMENTS_TAG.name],
    parameters: [...parameters(operation), ...commonHeaders()],
    ...(operation.method === "POST"
      ? { requestBody: { required: true, content: requestContent(operation, options) } }
      : {}),
    responses: { 200: success(operation), ...failures([...operation.errors, ...COMMON]) },
  };
}

function parameters(operation: Operation): Json[] {
  const formats = operation.binaryType === null ? ["json"] : ["json", "binary"];
  const format = {
    name: "format",
    in: "query",
    description:
      "`json` answers with signed links, `binary` with the file itself. Without it, an `Accept` that names the file's type first asks for the file as well.",
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
function requestContent(operation: Operation, { formsOnly = false }: DocumentOptions): Json {
  const fields = jsonSchema(operation.fields, "input") as { properties: Record<string, Json>; required?: string[] };
  const base64 = Object.fromEntries(
    operation.base64Fields.map((name) => [
      name,
      { type: "string", contentEncoding: "base64", description: "Base64, plain or as a data: URL." },
    ]),
  );
  const files = Object.entries(operation.files).map(([name, { many, description }]) => {
    // `format` is what generators of clients know a file by, `contentMediaType` what OpenAPI 3.1 has for it.
    const file = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };
    return [name, many ? { type: "array", items: file, description } : { ...file, description }] as const;
  });
  const body = { type: "object", required: fields.required ?? [] };
  const json = { ...body, properties: { ...fields.properties, ...base64 } };
  const form = {
    "multipart/form-data": {
      schema: { ...body, properties: { ...Object.fromEntries(files), ...fields.properties, ...base64 } },
      encoding: structuredFields(operation.fields),
    },
  };
  if (formsOnly) return form;
  return {
    ...form,
    "application/json": { schema: json, examples: examples(operation) },
    "application/x-www-form-urlencoded": { schema: json },
  };
}

/** Fields that are JSON text in a form. */
function structuredFields(fields: z.ZodObject): Json {
  const names = Object.entries(inputSchema(fields).properties ?? {}).flatMap(([name, field]) => {
    const types = typesIn(field);
    return types.has("array") || types.has("object") ? [name] : [];
  });
  return Object.fromEntries(names.map((name) => [name, { contentType: "application/json" }]));
}

function examples(operation: Operation): Json {
  return Object.fromEntries(Object.entries(operation.examples).map(([name, value]) => [name, { value }]));
}

function success(operation: Operation): Json {
  const json = { "application/json": { schema: jsonSchema(operation.result, "output") } };
  const binary =
    operation.binaryType === null
      ? {}
      : {
          [operation.binaryType]: {
            schema: { type: "string", format: "binary", contentMediaType: operation.binaryType },
          },
        };
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
      ...rateHeaders(),
      ...(operation.method === "POST"
        ? { "Idempotency-Replayed": { description: "`true` on a repeated answer.", schema: { type: "string" } } }
        : {}),
    },
    content: { ...json, ...binary },
  };
}

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds after which to come again.", schema: { type: "integer" } },
};

function rateHeaders(): Json {
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

/** An error's schema, with the table of codes by its name. */
function errorShape(schema: z.ZodType): Json {
  const withCode = (json: Json): Json =>
    Object.fromEntries(
      Object.entries(json).map(([name, value]) => {
        if (name === "code" && "enum" in (value as Json)) return [name, { $ref: "#/components/schemas/ErrorCode" }];
        return [name, isObject(value) ? withCode(value) : value];
      }),
    );
  return withCode(jsonSchema(schema, "output"));
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `crop-pdf` → `cropPdf`, as generated clients name their functions. */
function camelCase(id: string): string {
  return id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function errorCodes(): Json {
  const described = Object.entries(ERRORS).map(
    ([code, { status, meaning }]) => `- \`${code}\` (${status}): ${meaning}`,
  );
  return { type: "string", enum: Object.keys(ERRORS), description: described.join("\n") };
}

/** What an upload link is for; the tool `create_upload` of /mcp makes them. */
function upload(): Json {
  const parameter = (name: string, where: string) => ({
    ...{ name, in: where, required: true, schema: { type: "string" } },
    description: "As the link has it.",
  });
  const file = { schema: { type: "string", format: "binary", contentMediaType: "application/octet-stream" } };
  const answer = z.object({ success: z.literal(true), bytes: z.int().describe("The size of the file.") });
  return {
    operationId: "putUpload",
    summary: "Put a file to an upload link",
    description: "Takes the file that a signed upload link was made for, once. Needs no key.",
    tags: [SERVICE_TAG.name],
    security: [],
    parameters: [
      ...["key", "name"].map((name) => parameter(name, "path")),
      ...["range", "expires", "signature"].map((name) => parameter(name, "query")),
    ],
    requestBody: { required: true, content: { "application/octet-stream": file } },
    responses: {
      201: {
        description: "The file is stored.",
        content: { "application/json": { schema: jsonSchema(answer, "output") } },
      },
      ...failures(["INVALID_INPUT", "LINK_INVALID", "LINK_EXPIRED"]),
    },
  };
}

/** One message of the Model Context Protocol; what the messages are, the protocol says. */
function mcp(): Json {
  const message = { type: "object", required: ["jsonrpc"], properties: { jsonrpc: { const: "2.0" } } };
  const content = { "application/json": { schema: message } };
  return {
    operationId: "mcp",
    summary: "The operations as tools for agents",
    description: "The Model Context Protocol over Streamable HTTP, stateless: one JSON-RPC message, one answer.",
    tags: [SERVICE_TAG.name],
    security: [{ apiKey: [] }],
    requestBody: { required: true, content },
    responses: {
      200: { description: "The answer to a request.", content },
      202: { description: "A notification was taken." },
      ...failures(["AUTHENTICATION_REQUIRED", "RATE_LIMITED", "BUSY"]),
      400: { description: "The body is no message of JSON-RPC.", content },
    },
  };
}

function plain(
  operationId: string,
  summary: string,
  description: string,
  schema: z.ZodObject,
  example?: unknown,
): Json {
  const content = {
    "application/json": { schema: jsonSchema(schema, "output"), ...(example === undefined ? {} : { example }) },
  };
  return {
    operationId,
    summary,
    description,
    tags: [SERVICE_TAG.name],
    security: [],
    responses: { 200: { description: "The answer.", content } },
  };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}
