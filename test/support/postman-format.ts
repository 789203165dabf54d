import { z } from "zod";

/**
 * What Postman's schema of collections 2.1.0 asks for, of the parts that ours has; a member that it does not know is a
 * mistake.
 */

const description = z.string().optional();
const disabled = z.boolean().optional();

const attribute = z.strictObject({ key: z.string(), value: z.unknown(), type: z.string().optional() });
const auth = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("noauth") }),
  z.strictObject({ type: z.literal("bearer"), bearer: z.array(attribute) }),
]);

const variable = z.strictObject({
  key: z.string(),
  value: z.string(),
  type: z.enum(["string", "boolean", "any", "number"]).optional(),
  description,
  disabled,
});

const event = z.strictObject({
  listen: z.string(),
  script: z.strictObject({ type: z.string().optional(), exec: z.array(z.string()) }),
});

const pair = z.strictObject({ key: z.string(), value: z.string(), description, disabled });

const url = z.strictObject({
  raw: z.string(),
  host: z.array(z.string()),
  path: z.array(z.string()),
  query: z.array(pair).optional(),
  variable: z.array(variable).optional(),
});

const field = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), ...pair.shape }),
  z.strictObject({ type: z.literal("file"), key: z.string(), src: z.array(z.string()), description, disabled }),
]);

const body = z.discriminatedUnion("mode", [
  z.strictObject({
    mode: z.literal("raw"),
    raw: z.string(),
    options: z.strictObject({ raw: z.strictObject({ language: z.string() }) }).optional(),
  }),
  z.strictObject({ mode: z.literal("formdata"), formdata: z.array(field) }),
]);

const request = z.strictObject({
  method: z.enum(["GET", "PUT", "POST", "PATCH", "DELETE"]),
  description,
  auth: auth.optional(),
  header: z.array(pair),
  url: z.union([z.string(), url]),
  body: body.optional(),
});

const item = z.strictObject({
  name: z.string(),
  event: z.array(event).optional(),
  request,
  response: z.array(z.never()),
});

const folder = z.strictObject({ name: z.string(), description, auth: auth.optional(), item: z.array(item) });

export const collectionFormat = z.strictObject({
  info: z.strictObject({
    name: z.string(),
    description,
    schema: z.literal("https://schema.getpostman.com/json/collection/v2.1.0/collection.json"),
  }),
  auth,
  variable: z.array(variable),
  item: z.array(folder),
});

export type Collection = z.infer<typeof collectionFormat>;
export type Item = z.infer<typeof item>;
