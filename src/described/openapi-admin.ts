import * as z from "zod/mini";
import { deepHealth } from "../admin/health/steps.ts";
import {
  auditPage,
  auditTrail,
  keyChanges,
  keyView,
  newKey,
  period,
  rotation,
  session,
  signIn,
  usage,
} from "../admin/schemas.ts";
import { explained } from "../fields/schema-parts.ts";
import { answered, type Json, jsonSchema } from "./openapi-answers.ts";

const success = z.literal(true);
const keyId = { name: "id", in: "path", required: true, description: "The key's id.", schema: { type: "string" } };
const auditLimit = inQuery("limit", auditPage.shape.limit);
const spans = [inQuery("days", period.shape.days), inQuery("hours", period.shape.hours)];

/** The admin API's part of the OpenAPI document. */
export function adminPaths(): Record<string, Json> {
  const one = z.object({ success, record: keyView });
  const created = z.object({
    success,
    key: explained("The key itself: shown now and never again.", z.string()),
    record: keyView,
  });
  return {
    "/admin/api/session": {
      get: route("adminSession", "Who is signed in", { answer: session }),
      post: route("adminSignIn", "Sign in a browser", {
        body: signIn,
        example: { secret: "the Worker's ADMIN_SECRET" },
        answer: session,
        open: true,
      }),
      delete: route("adminSignOut", "Sign out", { answer: z.object({ success }), open: true }),
    },
    "/admin/api/keys": {
      get: route("adminListKeys", "List keys", { answer: z.object({ success, keys: z.array(keyView) }) }),
      post: route("adminCreateKey", "Create a key", {
        body: newKey,
        example: { name: "Acme invoices", limits: { perMinute: 60, perDay: 5000 } },
        answer: created,
        status: 201,
      }),
    },
    "/admin/api/keys/{id}": {
      patch: route("adminChangeKey", "Rename a key, change its expiry or limits", {
        body: keyChanges,
        example: { name: "Acme reports", limits: null },
        answer: one,
        parameters: [keyId],
      }),
    },
    "/admin/api/keys/{id}/rotate": {
      post: route("adminRotateKey", "Replace a key by a new one", {
        body: rotation,
        example: { overlapHours: 24 },
        answer: z.extend(created, {
          record: explained("The new key: its name, limits and length of life are the old one's.", keyView),
          old: explained("The old key, with the end of the overlap as its expiry.", keyView),
        }),
        status: 201,
        parameters: [keyId],
      }),
    },
    "/admin/api/keys/{id}/revoke": {
      post: route("adminRevokeKey", "Revoke a key, for good", { answer: one, parameters: [keyId] }),
    },
    "/admin/api/keys/{id}/usage": {
      get: route("adminKeyUsage", "Usage of a key, by day or hour and operation", {
        answer: usage,
        parameters: [keyId, ...spans],
      }),
    },
    "/admin/api/audit": {
      get: route("adminAudit", "Audit trail, the latest first", { answer: auditTrail, parameters: [auditLimit] }),
    },
    "/admin/api/health": {
      get: route("adminHealth", "What the service finds when it does each step of its work once", {
        answer: z.extend(deepHealth, { success }),
      }),
    },
    "/admin/api/usage": {
      get: route("adminUsage", "Usage of all keys, by day or hour and operation", { answer: usage, parameters: spans }),
    },
  };
}

export const ADMIN_TAG = {
  name: "Admin",
  description:
    "For the service's operator: the dashboard's own API. Scripts send `Authorization: Bearer` with the Worker's `ADMIN_SECRET`; browsers sign in at `/dashboard`.",
};

interface Route {
  body?: z.ZodMiniObject;
  example?: Json;
  answer: z.ZodMiniObject;
  status?: number;
  parameters?: Json[];
  open?: boolean;
}

function route(operationId: string, summary: string, options: Route): Json {
  const { body, example, answer, status = 200, parameters, open } = options;
  const path = parameters?.find((parameter) => parameter.in === "path");
  const refusal = { content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };
  return {
    operationId,
    summary,
    description: `${summary}.`,
    tags: [ADMIN_TAG.name],
    security: open ? [] : [{ adminSecret: [] }],
    ...(parameters ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: jsonBody(body, example) } } : {}),
    responses: {
      [status]: answered("The answer.", answer),
      400: { description: "`INVALID_INPUT`: a field is missing, malformed or out of bounds.", ...refusal },
      401: { description: "`AUTHENTICATION_REQUIRED`: the secret is wrong, or nobody is signed in.", ...refusal },
      403: { description: "`CROSS_SITE`: a browser's change did not come from the dashboard.", ...refusal },
      ...(path === undefined ? {} : { 404: { description: "`NOT_FOUND`: there is no such key.", ...refusal } }),
      413: { description: "`FILE_TOO_LARGE`: the body is too long.", ...refusal },
      429: { description: "`RATE_LIMITED`: too many wrong secrets.", ...refusal },
    },
  };
}

function jsonBody(body: z.ZodMiniObject, example: Json | undefined): Json {
  return { "application/json": { schema: jsonSchema(body, "input"), example } };
}

function inQuery(name: string, field: z.ZodMiniType): Json {
  const { description, ...schema } = jsonSchema(field, "input");
  return { name, in: "query", description, schema };
}
