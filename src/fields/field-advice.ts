import type { z } from "zod/mini";
import { type FieldRules, inputSchema, schemaAt, typesIn, valueAt } from "./field-schema.ts";
import { example } from "./field-text.ts";
import { meant } from "./meant.ts";
import { fieldPath, meantField } from "./unknown-fields.ts";

/** What to change about a refused field; empty when the refusal says everything. */
export function adviceFor(
  issue: z.core.$ZodIssue,
  came: unknown,
  given: unknown,
  rules: FieldRules<z.ZodMiniObject>,
): string {
  if (came === undefined) return missingAdvice(issue.path, given, rules);
  if (issue.code === "invalid_value" && typeof came === "string") return choiceAdvice(issue, came);
  if (issue.code === "invalid_type") return typeAdvice(issue.expected, came, issue.path, rules);
  return "";
}

/** A missing field may be there under another name, or its members may be one level too high. */
function missingAdvice(path: readonly PropertyKey[], given: unknown, rules: FieldRules<z.ZodMiniObject>): string {
  const schema = inputSchema(rules.schema);
  const around = schemaAt(schema, path.slice(0, -1))?.properties ?? {};
  const siblings = valueAt(given, path.slice(0, -1));
  const name = String(path.at(-1));
  const strangers =
    typeof siblings === "object" && siblings !== null
      ? Object.keys(siblings).filter((sibling) => !Object.hasOwn(around, sibling))
      : [];
  const inside = Object.keys(schemaAt(schema, path)?.properties ?? {});
  const flat = strangers.filter((stranger) => inside.includes(stranger));
  if (flat.length > 0) {
    return `${flat.join(", ")} belong inside ${name}: {"${name}": {${flat.map((member) => `"${member}": …`).join(", ")}}}`;
  }
  // Unknown fields at the top level are reported elsewhere, all together.
  const here = path.length > 1 ? strangers.find((stranger) => meantField(stranger, [name]) === name) : undefined;
  if (here !== undefined) return `${fieldPath([...path.slice(0, -1), here])} came: did you mean "${name}"`;
  return path.length === 1 ? example(name, rules).slice(2) : "";
}

function choiceAdvice(issue: z.core.$ZodIssueInvalidValue, came: string): string {
  const near = meant(
    came,
    issue.values.filter((value) => typeof value === "string"),
  );
  if (near !== undefined) return `did you mean ${JSON.stringify(near)}`;
  const isAnswerFormat = fieldPath(issue.path) === "format" && /^(binary|json|pdf|zip|file)$/i.test(came);
  return isAnswerFormat ? "how the answer comes belongs in the address: ?format=binary" : "";
}

function typeAdvice(
  expected: string,
  came: unknown,
  path: readonly PropertyKey[],
  rules: FieldRules<z.ZodMiniObject>,
): string {
  if (expected === "number" || expected === "int") {
    if (typeof came !== "string") return "";
    if (/^\s*[+-]?\d+(\.\d+)?\s*$/.test(came)) return "a number stands without quotes";
    return /^\s*[+-]?\d+(\.\d+)?\s*[a-z%]+\s*$/i.test(came) ? "write the number alone" : "";
  }
  if (expected === "array" && typeof came === "string" && path.length === 1) {
    const items = schemaAt(inputSchema(rules.schema), [...path, 0]);
    if (items && typesIn(items).has("string")) return `write [${JSON.stringify(came.slice(0, 60))}]`;
  }
  const isItem = path.length === 2 && typeof path[1] === "number";
  return path.length === 1 || isItem ? example(String(path[0]), rules).slice(2) : "";
}
