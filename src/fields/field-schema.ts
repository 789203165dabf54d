import type * as z from "zod/mini";
import type { ErrorCode } from "../errors/errors.ts";

/** How the fields were sent: text encodings carry numbers, booleans and arrays as text. */
export type FieldEncoding = "multipart" | "urlencoded" | "query" | "json";

export interface FieldRules<S extends z.ZodMiniObject> {
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
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

const schemas = new WeakMap<z.core.$ZodType, JsonSchema>();

/** What a schema accepts, as JSON Schema; made once. */
export function inputSchema(schema: z.core.$ZodType): JsonSchema {
  let json = schemas.get(schema);
  if (json === undefined) {
    json = acceptedBy((schema as z.core.$ZodTypes)._zod.def);
    schemas.set(schema, json);
  }
  return json;
}

/** zod's own generator would be a twentieth of the Worker, for much that is not looked at here. */
function acceptedBy(def: z.core.$ZodTypes["_zod"]["def"]): JsonSchema {
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
      return { type: def.type };
    case "enum":
      return { type: "string" };
    case "literal":
      return { type: def.values.map((value) => typeof value) };
    case "array":
      return { type: "array", items: inputSchema(def.element) };
    case "record":
      return { type: "object" };
    case "object": {
      const members = Object.entries(def.shape).map(([name, member]) => [name, inputSchema(member)]);
      // Clients choose the names that are looked for: what every object has is none of its members.
      return { type: "object", properties: Object.assign(Object.create(null), Object.fromEntries(members)) };
    }
    case "union":
      return { anyOf: def.options.map(inputSchema) };
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
      return inputSchema(def.innerType);
    case "pipe":
      // What is transformed first may be written in several ways; what comes of it is what the field is for.
      return inputSchema(def.in._zod.def.type === "transform" ? def.out : def.in);
    default:
      return {};
  }
}

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

/** The members of the object at a path, of each that may be there. */
export function membersAt(schema: JsonSchema, path: readonly PropertyKey[]): string[] {
  const found = schemaAt(schema, path) ?? {};
  return [found, ...branches(found)].flatMap(({ properties = {} }) => Object.keys(properties));
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | undefined)?.[step], value);
}

function branches(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf ?? [];
}
