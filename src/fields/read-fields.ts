import type { z } from "zod/mini";
import { type Refusal, refuseField } from "../errors/errors.ts";
import { MAX_DEPTH, MAX_MEMBERS } from "../intake/json/json-text.ts";
import { type FieldRules, inputSchema, membersAt, schemaAt, typesIn, valueAt } from "./field-schema.ts";
import { example, fromText, shown } from "./field-text.ts";
import { meant } from "./misspellings.ts";
import { SECRET } from "./schema-parts.ts";
import { fieldPath, meantField, unknownPaths } from "./unknown-fields.ts";

/** Faults that an answer has beside the first. */
const MAX_OTHERS = 20;
/** The library takes this from itself only, for what it calls validation. */
const FIRST_FAULT = { abortEarly: true } as z.core.ParseContext<z.core.$ZodIssue>;
/** Unknown members beside a missing one that are compared with it. */
const MAX_STRANGERS = 100;

/** Checks the fields of a request against the operation's schema. It is refused with all faults, by field. */
export function readFields<S extends z.ZodMiniObject>(
  raw: Map<string, unknown>,
  rules: FieldRules<S>,
): { fields: z.output<S>; unknown: PropertyKey[][] } {
  const json = inputSchema(rules.schema);
  const given: Record<string, unknown> = Object.create(null);
  for (const [name, value] of raw) {
    const field = json.properties?.[name];
    given[name] = field === undefined ? value : fromText(name, value, field, rules);
    const large = field && unfit(given[name], [name]);
    if (large) throw refuseField(rules.codes?.[name] ?? rules.code, fieldPath(large.path), `${large.expected}.`);
  }
  const result = rules.schema.safeParse(given, areMany(given) ? FIRST_FAULT : undefined);
  if (!result.success) {
    const [first, ...others] = result.error.issues.slice(0, 1 + MAX_OTHERS).map(deepest);
    throw refusalOf(first as z.core.$ZodIssue, given, rules, others);
  }
  return { fields: result.data, unknown: unknownPaths(given, result.data, []) };
}

/** Advice may be a question. */
export function sentence(text: string): string {
  return `${text}${text.slice(text.lastIndexOf(";")).includes("did you mean ") ? "?" : "."}`;
}

function refusalOf(
  issue: z.core.$ZodIssue,
  given: unknown,
  rules: FieldRules<z.ZodMiniObject>,
  others: readonly z.core.$ZodIssue[] = [],
): Refusal {
  const path = fieldPath(issue.path);
  const sent = valueAt(given, issue.path);
  const what = sent === undefined ? "; it is missing" : SECRET.test(path) ? "" : `, got ${shown(sent)}`;
  const advice = adviceFor(issue, sent, given, rules);
  const code = rules.codes?.[String(issue.path[0])] ?? rules.code;
  const otherFields = others.map((other) => {
    const { message, details } = refusalOf(other, given, rules);
    return { field: details.field, message };
  });
  const text = sentence(`${expectation(issue)}${what}${advice === "" ? "" : `; ${advice}`}`);
  return refuseField(code, path, text, otherFields.length > 0 ? { extra: { otherFields } } : {});
}

/** When no branch of a union fits, the fault of the branch that got furthest says most. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return issue;
  const nested = issue.errors.flat().filter((inner) => inner.path.length > 0 || inner.code !== "invalid_type");
  const best = nested.sort((a, b) => b.path.length - a.path.length)[0];
  // A wrong word may as well be a wrong value of another branch.
  if (best?.code === "invalid_value" && best.path.length === 0) return issue;
  return best === undefined ? issue : deepest({ ...best, path: [...issue.path, ...best.path] });
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "boolean" ? "expected true or false" : `expected ${article(issue.expected)}`;
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
    case "unrecognized_keys":
      return `there is no ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
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

/** What to change about a refused field; empty when the refusal says everything. */
function adviceFor(issue: z.core.$ZodIssue, sent: unknown, given: unknown, rules: FieldRules<z.ZodMiniObject>): string {
  if (sent === undefined) return missingAdvice(issue.path, given, rules);
  if (issue.code === "invalid_value" && typeof sent === "string") return choiceAdvice(issue, sent);
  if (issue.code === "too_small") return timeAdvice(issue.path, sent);
  if (issue.code !== "invalid_type") return "";
  return timeAdvice(issue.path, sent) || typeAdvice(issue.expected, sent, issue.path, rules);
}

/** A missing field may be there under another name, or its members may be one level too high. */
function missingAdvice(path: readonly PropertyKey[], given: unknown, rules: FieldRules<z.ZodMiniObject>): string {
  const schema = inputSchema(rules.schema);
  const around = schemaAt(schema, path.slice(0, -1))?.properties ?? {};
  const siblings = valueAt(given, path.slice(0, -1));
  const name = String(path.at(-1));
  const strangers =
    typeof siblings === "object" && siblings !== null
      ? Object.keys(siblings)
          .filter((sibling) => !Object.hasOwn(around, sibling))
          .slice(0, MAX_STRANGERS)
      : [];
  const inside = membersAt(schema, path);
  const flat = strangers.filter((stranger) => inside.includes(stranger));
  if (flat.length > 0) {
    return `${flat.join(", ")} belong inside ${name}: {"${name}": {${flat.map((member) => `"${member}": …`).join(", ")}}}`;
  }
  // Unknown fields at the top level are reported elsewhere, all together.
  const here = path.length > 1 ? strangers.find((stranger) => meantField(stranger, [name]) === name) : undefined;
  if (here !== undefined) return `${fieldPath([...path.slice(0, -1), here])} was sent; did you mean "${name}"`;
  return path.length === 1 ? example(name, rules).slice(2) : "";
}

function choiceAdvice(issue: z.core.$ZodIssueInvalidValue, sent: string): string {
  const near = meant(
    sent,
    issue.values.filter((value) => typeof value === "string"),
  );
  if (near !== undefined) return `did you mean ${JSON.stringify(near)}`;
  const isAnswerFormat = fieldPath(issue.path) === "format" && /^(binary|json|pdf|zip|file)$/i.test(sent);
  return isAnswerFormat ? "the kind of answer belongs in the address: ?format=binary" : "";
}

/** Fields for a length of time, whose numbers are milliseconds. */
const TIMES = /(timeout|delay)$/i;
/** What is shorter than this, without a unit, is meant in seconds. */
const SECONDS_BELOW = 100;

/** Other programs count in seconds, or take a unit. */
function timeAdvice(path: readonly PropertyKey[], sent: unknown): string {
  // An object may have a member in place of the function that makes a text of it.
  if ((typeof sent !== "string" && typeof sent !== "number") || !TIMES.test(fieldPath(path))) return "";
  const written = /^(\d+(?:\.\d+)?)\s*(ms|s|sec|seconds?|min|minutes?)?$/i.exec(String(sent).trim());
  if (written === null) return "";
  const [, figure, given = Number(figure) < SECONDS_BELOW ? "s" : "ms"] = written;
  const [unit, factor] = /^ms/i.test(given) ? ["ms", 1] : /^s/i.test(given) ? ["s", 1_000] : ["min", 60_000];
  return `it is a number of milliseconds: ${Number(figure) * factor} for ${figure} ${unit}`;
}

function typeAdvice(expected: string, sent: unknown, path: readonly PropertyKey[], rules: FieldRules<z.ZodMiniObject>) {
  if (expected === "number" || expected === "int") {
    if (typeof sent !== "string") return "";
    if (/^\s*[+-]?\d+(\.\d+)?\s*$/.test(sent)) return "write a number without quotes";
    return /^\s*[+-]?\d+(\.\d+)?\s*[a-z%]+\s*$/i.test(sent) ? "write the number alone" : "";
  }
  if (expected === "array" && typeof sent === "string" && path.length === 1) {
    const items = schemaAt(inputSchema(rules.schema), [...path, 0]);
    if (items && typesIn(items).has("string")) return `write [${JSON.stringify(sent.slice(0, 60))}]`;
  }
  const isItem = path.length === 2 && typeof path[1] === "number";
  return path.length === 1 || isItem ? example(String(path[0]), rules).slice(2) : "";
}

/** Values that one request has before only its first fault is looked for: each fault of a list takes memory. */
const MANY_VALUES = 5_000;

/** Whether there are so many values that only the first fault should be looked for. */
function areMany(value: unknown): boolean {
  return left(value, MANY_VALUES) < 0;
}

/** How many of `most` values are left after these; below zero when they are more. */
function left(value: unknown, most: number): number {
  if (typeof value !== "object" || value === null) return most - 1;
  const inner = Object.values(value);
  let rest = most - 1;
  if (inner.length > rest) return -1;
  for (const one of inner) {
    rest = left(one, rest);
    if (rest < 0) return rest;
  }
  return rest;
}

/** Why a value is too large to be looked at, and where. */
interface Unfit {
  readonly path: readonly PropertyKey[];
  readonly expected: string;
}

/**
 * An object with more members than are accepted, or a value that nests so deep that no call could go down to its end.
 */
function unfit(value: unknown, path: readonly PropertyKey[]): Unfit | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (path.length > MAX_DEPTH) {
    return { path: path.slice(0, 1), expected: `expected at most ${MAX_DEPTH} levels of lists and objects` };
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      if (typeof value[at] !== "object") continue;
      const found = unfit(value[at], [...path, at]);
      if (found) return found;
    }
    return undefined;
  }
  const members = Object.entries(value);
  if (members.length > MAX_MEMBERS) return { path, expected: `expected at most ${MAX_MEMBERS} members` };
  for (const [name, member] of members) {
    const found = typeof member === "object" ? unfit(member, [...path, name]) : undefined;
    if (found) return found;
  }
  return undefined;
}
