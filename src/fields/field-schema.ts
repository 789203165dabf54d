import * as z from "zod";
import type { ErrorCode } from "../errors/errors.ts";

/** How the fields were sent: text encodings carry numbers, booleans and arrays as text. */
export type FieldEncoding = "multipart" | "urlencoded" | "query" | "json";

export interface FieldRules<S extends z.ZodObject> {
  schema: S;
  encoding: FieldEncoding;
  /** The code for a field that has none of its own. */
  code: ErrorCode;
  codes?: Record<string, ErrorCode>;
  /** Requests that show how fields are written. */
  examples?: Record<string, unknown>;
}

/** The part of JSON Schema that is needed to read fields. */
export interface JsonSchema {
  type?: string | string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON Schema of a zod schema; made once for each. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  let json = schemas.get(schema);
  if (json === undefined) {
    json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
    schemas.set(schema, json);
  }
  return json;
}

/** The JSON types that a field accepts. */
export function typesIn(field: JsonSchema): Set<string> {
  const own = typeof field.type === "string" ? [field.type] : (field.type ?? []);
  return new Set([...own, ...branches(field).flatMap((option) => [...typesIn(option)])]);
}

/** The schema of an array's items; undefined when the field takes no array. */
export function itemsOf(field: JsonSchema): JsonSchema | undefined {
  return (
    field.items ??
    branches(field)
      .map(itemsOf)
      .find((items) => items !== undefined)
  );
}

/** The schema at a path below another one, as far as it is known. */
export function schemaAt(schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const options = [schema, ...branches(schema)];
  const next = options
    .map((option) => (typeof step === "number" ? option.items : option.properties?.[String(step)]))
    .find((option) => option !== undefined);
  return next && schemaAt(next, rest);
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | undefined)?.[step], value);
}

function branches(schema: JsonSchema): JsonSchema[] {
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
}
