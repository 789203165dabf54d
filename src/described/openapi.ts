import type { z } from "zod/mini";
import { LIMITS } from "../api/limits.ts";
import type { DescribedOperation } from "../api/operation.ts";
import { ERRORS, type ErrorCode } from "../errors/errors.ts";
import { inputSchema, typesIn } from "../fields/field-schema.ts";
import { SERVICE_VERSION } from "../mcp/revisions.ts";
import { isObject } from "../platform/is-object.ts";
import { ADMIN_TAG, adminPaths } from "./openapi-admin.ts";
import { errorSchema, failures, type Json, jsonSchema, problemSchema, rateHeaders } from "./openapi-answers.ts";
import { otherPaths, SERVICE_TAG, servicePaths } from "./openapi-service.ts";

/** Codes that every operation may answer with, besides its own. */
const COMMON: readonly ErrorCode[] = [
  "AUTHENTICATION_REQUIRED",
  "FORBIDDEN",
  "FILE_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "REQUEST_TIMEOUT",
  "IDEMPOTENCY_CONFLICT",
  "IDEMPOTENCY_RUNNING",
  "RATE_LIMITED",
  "BUSY",
];

const DOCUMENTS_TAG = { name: "Documents", description: "What is done to documents; needs an API key." };

export interface DocumentOptions {
  /** Leaves out every body but the form. */
  formsOnly?: boolean;
}

/** The OpenAPI 3.1 document, from the schemas that validate and the tables that are enforced. */
export function openApiDocument(operations: readonly DescribedOperation[], options: DocumentOptions = {}): Json {
  const paths: Record<string, Json> = servicePaths();
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, options) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Quire",
      version: SERVICE_VERSION,
      description:
        "Crop and split PDFs, make PDFs of images, HTML and web pages. Each operation answers with JSON holding signed links that last one hour, or, with `format=binary`, with the file itself.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ apiKey: [] }],
    tags: [DOCUMENTS_TAG, SERVICE_TAG, ADMIN_TAG],
    paths: { ...paths, ...otherPaths(), ...adminPaths() },
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", bearerFormat: "qk_…" },
        adminSecret: { type: "http", scheme: "bearer", description: "The Worker's ADMIN_SECRET." },
      },
      schemas: { Error: errorShape(errorSchema), Problem: errorShape(problemSchema), ErrorCode: errorCodes() },
    },
  };
}

function describe(operation: DescribedOperation, options: DocumentOptions): Json {
  return {
    operationId: operation.id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
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

function parameters(operation: DescribedOperation): Json[] {
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

/** Multipart and JSON bodies have the same fields; files are parts in one and base64 in the other. */
function requestContent(operation: DescribedOperation, { formsOnly = false }: DocumentOptions): Json {
  const fields = jsonSchema(operation.fields, "input") as { properties: Record<string, Json>; required?: string[] };
  const base64 = Object.fromEntries(
    operation.base64Fields.map((name) => [
      name,
      { type: "string", contentEncoding: "base64", description: "Base64, plain or as a data: URL." },
    ]),
  );
  const files = Object.entries(operation.files).map(([name, { many, description }]) => {
    // Client generators recognise a file by `format`; OpenAPI 3.1 uses `contentMediaType`.
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
function structuredFields(fields: z.ZodMiniObject): Json {
  const names = Object.entries(inputSchema(fields).properties ?? {}).flatMap(([name, field]) => {
    const types = typesIn(field);
    return types.has("array") || types.has("object") ? [name] : [];
  });
  return Object.fromEntries(names.map((name) => [name, { contentType: "application/json" }]));
}

function examples(operation: DescribedOperation): Json {
  return Object.fromEntries(Object.entries(operation.examples).map(([name, value]) => [name, { value }]));
}

function success(operation: DescribedOperation): Json {
  const { binaryType } = operation;
  const json = { "application/json": { schema: jsonSchema(operation.result, "output") } };
  const file = { schema: { type: "string", format: "binary", contentMediaType: binaryType } };
  return {
    description: binaryType === null ? "The answer." : "The description with links, or the file itself.",
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
    content: binaryType === null ? json : { ...json, [binaryType]: file },
  };
}

/** An error's schema, which refers to the table of codes by its name. */
function errorShape(schema: z.ZodMiniType): Json {
  const withCode = (json: Json): Json =>
    Object.fromEntries(
      Object.entries(json).map(([name, value]) => {
        if (name === "code" && "enum" in (value as Json)) return [name, { $ref: "#/components/schemas/ErrorCode" }];
        return [name, isObject(value) ? withCode(value) : value];
      }),
    );
  return withCode(jsonSchema(schema, "output"));
}

function errorCodes(): Json {
  const described = Object.entries(ERRORS).map(
    ([code, { status, meaning }]) => `- \`${code}\` (${status}): ${meaning}`,
  );
  return { type: "string", enum: Object.keys(ERRORS), description: described.join("\n") };
}
