import type { z } from "zod/mini";
import { type Refusal, refuseField } from "../errors/errors.ts";
import { type FieldRules, itemsOf, type JsonSchema, typesIn } from "./field-schema.ts";
import { SECRET } from "./schema-parts.ts";

type TextRules = Omit<FieldRules<z.ZodMiniObject>, "schema">;

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Converts text to the type that the field wants. Arrays and objects are JSON text in every encoding. Numbers, booleans
 * and lists of one item are text only when the encoding has nothing else. Text that does not fit stays text, and the
 * schema refuses it.
 */
export function fromText(name: string, value: unknown, field: JsonSchema, rules: TextRules): unknown {
  const accepted = typesIn(field);
  const isText = rules.encoding !== "json";
  if (Array.isArray(value) && isText) {
    if (!accepted.has("array")) throw refusal(name, `it was given ${value.length} times; send it once`, rules);
    // Generated clients repeat a field for each item of a list, and write objects as JSON text.
    return value.map((item) => (typeof item === "string" ? itemOf(name, item, itemTypes(field), rules) : item));
  }
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (isText) {
    if (text === "" && !accepted.has("string")) return undefined;
    const read = scalar(value, accepted);
    if (typeof read !== "string") return read;
  }
  if ((accepted.has("array") && text.startsWith("[")) || (accepted.has("object") && text.startsWith("{"))) {
    return structure(name, value, accepted, rules);
  }
  if (!accepted.has("array") || accepted.has("string")) return value;
  return isText ? listOf(name, value, field, rules) : value;
}

/** A number or boolean when one is accepted, else the text itself. */
function scalar(value: string, accepted: Set<string>): unknown {
  const text = value.trim();
  if ((accepted.has("number") || accepted.has("integer")) && NUMBER.test(text)) return Number(text);
  if (accepted.has("boolean") && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return value;
}

function structure(name: string, value: string, accepted: Set<string>, rules: TextRules): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch (error) {
    if (accepted.has("string")) return value;
    // The parser's message quotes what it stumbles over.
    const why = SECRET.test(name) ? "" : ` (${(error as Error).message})`;
    throw refusal(name, `not valid JSON${why}${whyNotJson(value)}${example(name, rules)}`, rules);
  }
}

/** A form's field that takes an array: a single item may be given by itself, and numbers may be separated by commas. */
function listOf(name: string, value: string, field: JsonSchema, rules: TextRules): unknown {
  const types = itemTypes(field);
  const text = value.trim();
  if (types.has("integer") || types.has("number")) {
    const pieces = text.split(",").map((piece) => piece.trim());
    if (pieces.every((piece) => NUMBER.test(piece))) return pieces.map(Number);
  } else if (types.has("string")) return [value];
  else if (types.has("object") && text.startsWith("{")) return [structure(name, value, types, rules)];
  throw refusal(name, `expected a JSON array, got ${shown(value)}${whyNotJson(value)}${example(name, rules)}`, rules);
}

function itemOf(name: string, item: string, types: Set<string>, rules: TextRules): unknown {
  return types.has("object") && item.trim().startsWith("{") ? structure(name, item, types, rules) : scalar(item, types);
}

function itemTypes(field: JsonSchema): Set<string> {
  const items = itemsOf(field);
  return items === undefined ? new Set() : typesIn(items);
}

function whyNotJson(text: string): string {
  if (text.includes("[object Object]")) return "; write objects with JSON.stringify";
  if (/[[{,]\s*'/.test(text)) return "; JSON has double quotes (in Python json.dumps writes it)";
  return "";
}

/** How to write the field correctly, taken from the operation's own examples. */
export function example(name: string, { examples = {}, encoding }: Pick<TextRules, "examples" | "encoding">): string {
  const shows = Object.values(examples).find((request) => Object.hasOwn(request as object, name));
  if (shows === undefined) return "";
  const value = JSON.stringify((shows as Record<string, unknown>)[name]);
  return `; such as ${encoding === "json" ? `{"${name}": ${value}}` : `${name}=${value}`}`;
}

function refusal(name: string, message: string, rules: TextRules): Refusal {
  return refuseField(rules.codes?.[name] ?? rules.code, name, `${message}.`);
}

/** The value that was sent, short enough for a message, and safe to print. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
