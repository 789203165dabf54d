import * as z from "zod/mini";
import { deepHealth } from "../admin/health/steps.ts";
import { LIMITS } from "../api/limits.ts";
import { OWN_FILES_PATH } from "../api/routes.ts";
import { explained } from "../fields/schema-parts.ts";
import { answered, failures, type Json } from "./openapi-answers.ts";

export const SERVICE_TAG = { name: "Service", description: "About the service itself; open to all." };

/** The routes beside the operations. */
export function servicePaths(): Record<string, Json> {
  return {
    "/health": { get: health() },
    "/v1/limits": {
      get: plain(
        "limits",
        "The limits that clients meet",
        "The table that the service works by; sizes in bytes, times in seconds.",
        z.object({
          success: z.literal(true),
          demo: explained(
            "Whether `Authorization: Bearer demo` serves whoever has no key, within `limits.demo`.",
            z.boolean(),
          ),
          limits: z.looseObject({}),
        }),
        { success: true, demo: true, limits: LIMITS },
      ),
    },
    "/.well-known/quire-keys": {
      get: plain(
        "receiptKeys",
        "Public keys of receipts",
        "A JSON Web Key Set: the keys (Ed25519) that sign receipts of redactions, or did before.",
        z.object({
          keys: z.array(
            z.object({
              ...{ kty: z.literal("OKP"), crv: z.literal("Ed25519"), alg: z.literal("EdDSA"), use: z.literal("sig") },
              kid: explained("The name of the key in a receipt's head.", z.string()),
              x: explained("The public key in base64url.", z.string()),
            }),
          ),
        }),
      ),
    },
  };
}

function health(): Json {
  const description = "Answers at once, without a key. With `deep`, for the operator: does all that a request needs.";
  const schema = z.partial(deepHealth, { steps: true });
  const answers = plain("health", "Whether the service answers", description, schema, { status: "ok" });
  return {
    ...answers,
    parameters: [
      {
        name: "deep",
        in: "query",
        description:
          "Counts browsers, renders, stores, signs and reads back, with `Authorization: Bearer` and the Worker's `ADMIN_SECRET`.",
        schema: { type: "string", enum: ["1"] },
      },
    ],
    responses: {
      ...(answers.responses as Json),
      ...failures(["AUTHENTICATION_REQUIRED", "RATE_LIMITED"]),
      503: answered("With `deep`: a step failed.", deepHealth),
    },
  };
}

/** The routes that need an explanation of their own: the tools for agents, upload links, and files that go early. */
export function otherPaths(): Record<string, Json> {
  return { "/mcp": { post: mcp() }, "/v1/u/{key}/{name}": { put: upload() }, [OWN_FILES_PATH]: { delete: deletion() } };
}

/** Files are deleted with their links; their owner need not wait. */
function deletion(): Json {
  return {
    operationId: "deleteFile",
    summary: "Delete the file of a link",
    description:
      "Deletes at once what the API key made, or uploaded: its link, and the links to other parts of the same split, then answer 404. It can be repeated.",
    tags: [SERVICE_TAG.name],
    security: [{ apiKey: [] }],
    parameters: [
      {
        name: "url",
        in: "query",
        required: true,
        description: "The link, as an answer gave it.",
        schema: { type: "string", format: "uri" },
      },
    ],
    responses: {
      204: { description: "The file is deleted." },
      ...failures([
        "INVALID_INPUT",
        "AUTHENTICATION_REQUIRED",
        "FORBIDDEN",
        "LINK_INVALID",
        "LINK_EXPIRED",
        "RATE_LIMITED",
      ]),
    },
  };
}

/** Upload links, which the tool `create_upload` of /mcp makes. */
function upload(): Json {
  const parameter = (name: string, where: string) => ({
    ...{ name, in: where, required: true, schema: { type: "string" } },
    description: "As the link has it.",
  });
  const file = { schema: { type: "string", format: "binary", contentMediaType: "application/octet-stream" } };
  const answer = z.object({ success: z.literal(true), bytes: explained("The size of the file.", z.int()) });
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
      201: answered("The file is stored.", answer),
      ...failures(["INVALID_INPUT", "LINK_INVALID", "LINK_EXPIRED", "REQUEST_TIMEOUT"]),
    },
  };
}

/** One message of the Model Context Protocol, which defines the messages. */
function mcp(): Json {
  const message = { type: "object", required: ["jsonrpc"], properties: { jsonrpc: { const: "2.0" } } };
  const content = { "application/json": { schema: message } };
  return {
    operationId: "mcp",
    summary: "The operations as tools for agents",
    description:
      "The Model Context Protocol over Streamable HTTP, stateless: one JSON-RPC message, one answer. Revisions 2026-07-28 to 2025-03-26.",
    tags: [SERVICE_TAG.name],
    security: [{ apiKey: [] }],
    requestBody: { required: true, content },
    responses: {
      200: {
        description: "The answer to a request; a stream where a long call was asked for its progress.",
        content: { ...content, "text/event-stream": { schema: { type: "string" } } },
      },
      202: { description: "A notification was taken." },
      ...failures(["AUTHENTICATION_REQUIRED", "FORBIDDEN", "CROSS_SITE", "REQUEST_TIMEOUT", "RATE_LIMITED", "BUSY"]),
      400: { description: "The body is no message of JSON-RPC, or its headers say something else.", content },
      404: { description: "There is no such method (2026-07-28).", content },
    },
  };
}

function plain(operationId: string, summary: string, description: string, schema: z.ZodMiniObject, example?: unknown) {
  const responses = { 200: answered("The answer.", schema, example) };
  return { operationId, summary, description, tags: [SERVICE_TAG.name], security: [], responses };
}
