import type { Schema } from "./document.ts";

const DEPTH = 5;

/** Sample values by the name of the field, where the schema leaves the value open. */
const KNOWN: [name: RegExp, value: unknown][] = [
  [/url$/i, "https://files.example/f/…/document.pdf?expires=…&signature=…"],
  [/expiresAt/, "2026-11-22T13:00:00.000Z"],
  [/fileName/, "document.pdf"],
  [/message/, "Done."],
  [/size$/i, 48_213],
  [/processingTime/, 412],
  [/count$/i, 3],
  [/pages$/, "1-3"],
];

/** A sample value for a schema: its required fields, with defaults or the first choice. */
export function exampleOf(schema: Schema, name = "", depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const option = (schema.anyOf ?? schema.oneOf)?.[0];
  if (option) return exampleOf(option, name, depth);
  const type = [schema.type].flat()[0];
  if (type === "object") {
    if (depth > DEPTH) return {};
    const required = new Set(schema.required ?? []);
    const members = Object.entries(schema.properties ?? {}).filter(([member]) => required.has(member));
    return Object.fromEntries(members.map(([member, inner]) => [member, exampleOf(inner, member, depth + 1)]));
  }
  if (type === "array") {
    if (/^(notes|warnings|failures)$/.test(name) || depth > DEPTH) return [];
    if (schema.prefixItems) return schema.prefixItems.map((item) => exampleOf(item, name, depth + 1));
    return [exampleOf(schema.items ?? {}, name, depth + 1)];
  }
  const known = KNOWN.find(
    ([pattern, value]) => pattern.test(name) && typeof value === (type === "string" ? "string" : "number"),
  );
  if (known) return known[1];
  if (type === "boolean") return name !== "usedFallback";
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  return type === "null" ? null : "…";
}
