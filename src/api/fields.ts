import { z } from "zod";
import { type ErrorCode, Refusal } from "./errors.ts";
import { fieldPath, unknownPaths } from "./unknown-fields.ts";

/** How the fields came: text encodings carry numbers, booleans and arrays as text. */
export type FieldEncoding = "multipart" | "urlencoded" | "query" | "json";

export interface FieldRules<S extends z.ZodObject> {
  schema: S;
  encoding: FieldEncoding;
  /** The code for a field that has none of its own. */
  code: ErrorCode;
  codes?: Record<string, ErrorCode>;
}

interface JsonSchema {
  type?: string | string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
}

/** Checks the fields of a request against the operation's schema; the first fault is refused, naming the field. */
export function readFields<S extends z.ZodObject>(
  raw: Map<string, unknown>,
  rules: FieldRules<S>,
): { fields: z.output<S>; unknown: string[] } {
  const types = fieldTypes(rules.schema);
  const given: Record<string, unknown> = Object.create(null);
  for (const [name, value] of raw) {
    const accepted = types.get(name);
    given[name] = accepted === undefined ? value : fromText(name, value, accepted, rules);
  }
  const result = rules.schema.safeParse(given);
  if (!result.success) {
    const issue = deepest(result.error.issues[0] as z.core.$ZodIssue);
    const path = fieldPath(issue.path);
    const came = issue.path.reduce<unknown>(
      (value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step],
      given,
    );
    const code = rules.codes?.[String(issue.path[0])] ?? rules.code;
    throw new Refusal(
      code,
      `${path}: ${expectation(issue)}${came === undefined ? "; it is missing" : `, got ${shown(came)}`}.`,
      { field: path },
    );
  }
  return { fields: result.data, unknown: unknownPaths(given, result.data, []) };
}

/** The JSON types that each field of a schema accepts. */
function fieldTypes(schema: z.ZodObject): Map<string, Set<string>> {
  const known = typesOf.get(schema);
  if (known) return known;
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const types = new Map(Object.entries(json.properties ?? {}).map(([name, field]) => [name, typesIn(field)]));
  typesOf.set(schema, types);
  return types;
}
const typesOf = new WeakMap<z.ZodObject, Map<string, Set<string>>>();

function typesIn(field: JsonSchema): Set<string> {
  const own = typeof field.type === "string" ? [field.type] : (field.type ?? []);
  const nested = [...(field.anyOf ?? []), ...(field.oneOf ?? [])].flatMap((option) => [...typesIn(option)]);
  return new Set([...own, ...nested]);
}

/**
 * Text to the type that the field wants: arrays and objects are JSON text in every encoding; numbers and booleans are text only
 * where the encoding has nothing else. Text that does not fit stays text, for the schema to refuse.
 */
function fromText(
  name: string,
  value: unknown,
  accepted: Set<string>,
  rules: { encoding: FieldEncoding; code: ErrorCode; codes?: Record<string, ErrorCode> },
): unknown {
  if (Array.isArray(value) && rules.encoding !== "json" && !accepted.has("array")) {
    throw new Refusal(rules.codes?.[name] ?? rules.code, `${name}: it came ${value.length} times; send it once.`, {
      field: name,
    });
  }
  // A form's repeated field is an array whose items may be text of their own.
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (rules.encoding !== "json") {
    if (text === "" && !accepted.has("string")) return undefined;
    if ((accepted.has("number") || accepted.has("integer")) && /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text))
      return Number(text);
    if (accepted.has("boolean") && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  }
  const structured =
    (accepted.has("array") && text.startsWith("[")) || (accepted.has("object") && text.startsWith("{"));
  if (!structured) {
    return accepted.has("array") && !accepted.has("string") && rules.encoding !== "json"
      ? notJson(name, value, rules)
      : value;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (accepted.has("string")) return value;
    throw new Refusal(rules.codes?.[name] ?? rules.code, `${name}: not valid JSON (${(error as Error).message}).`, {
      field: name,
    });
  }
}

function notJson(name: string, value: string, rules: { code: ErrorCode; codes?: Record<string, ErrorCode> }): never {
  throw new Refusal(rules.codes?.[name] ?? rules.code, `${name}: expected a JSON array, got ${shown(value)}.`, {
    field: name,
  });
}

/** Of a union's branches, the fault of the one that got furthest says most. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return issue;
  const nested = issue.errors.flat().filter((inner) => inner.path.length > 0 || inner.code !== "invalid_type");
  const best = nested.sort((a, b) => b.path.length - a.path.length)[0];
  return best === undefined ? issue : deepest({ ...best, path: [...issue.path, ...best.path] });
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${article(issue.expected)}`;
    case "too_small":
    case "too_big": {
      const small = issue.code === "too_small";
      const bound = String(small ? issue.minimum : issue.maximum);
      if (issue.origin === "array")
        return `expected ${small ? "at least" : "at most"} ${bound} item${bound === "1" ? "" : "s"}`;
      if (issue.origin === "string") return `expected ${small ? "at least" : "at most"} ${bound} characters`;
      return `expected a number ${small ? (issue.inclusive ? "of at least" : "greater than") : issue.inclusive ? "of at most" : "less than"} ${bound}`;
    }
    case "invalid_value":
      return `expected ${issue.values.length > 1 ? "one of " : ""}${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "invalid_union":
      return `expected ${[...new Set(issue.errors.flat().map(expectation))].join(" or ").replaceAll(" or expected ", " or ") || "another value"}`.replace(
        "expected expected",
        "expected",
      );
    case "invalid_key":
      return issue.issues.map(expectation).join(" and ");
    default:
      return issue.message;
  }
}

function article(type: string): string {
  const name = { int: "integer", nan: "number", record: "object" }[type] ?? type;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/** A value as it came, short enough for a message, and safe to print. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
