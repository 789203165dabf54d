import { el } from "../dom.ts";
import type { Parameter, Schema } from "./document.ts";
import { inline } from "./text.ts";

/** The members of an object, each with its type, bounds, meaning and example, and its own members below. */
export function membersView(schema: Schema, label: string, examples: Record<string, unknown> = {}): HTMLElement {
  const rows = Object.entries(schema.properties ?? {}).map(([name, member]) =>
    row(name, { ...member, example: examples[name] }, (schema.required?.includes(name) ?? false) && REQUIRED),
  );
  return el("dl", { class: "members", "aria-label": label }, ...rows);
}

/** The members of an answer. Nobody has to send them: what is said is which are not always there. */
export function answerView(schema: Schema, label: string): HTMLElement {
  const rows = Object.entries(schema.properties ?? {}).map(([name, member]) =>
    row(name, member, !(schema.required?.includes(name) ?? false) && SOMETIMES, undefined, answerView),
  );
  return el("dl", { class: "members", "aria-label": label }, ...rows);
}

const REQUIRED = { class: "tag revoked", text: "required" };
const SOMETIMES = { class: "tag", text: "not always" };

/** The same in groups. The first is open; where there are few fields, all are. */
export function groupedView(
  schema: Schema,
  groups: [title: string, fields: string[]][],
  examples: Record<string, unknown>,
): HTMLElement[] {
  const { properties = {}, required } = schema;
  const named = new Set(groups.flatMap(([, fields]) => fields));
  const rest = Object.keys(properties).filter((name) => !named.has(name));
  const all = rest.length === 0 ? groups : [...groups, ["More", rest] as [string, string[]]];
  const areFew = Object.keys(properties).length <= MAX_OPEN;
  return all.map(([title, fields], index) => {
    const known = fields.filter((name) => properties[name] !== undefined);
    const own = Object.fromEntries(known.map((name) => [name, properties[name] as Schema]));
    const view = membersView({ properties: own, ...(required ? { required } : {}) }, title, examples);
    const summary = el("summary", {}, title, el("span", { class: "soft" }, ` ${known.join(", ")}`));
    return el("details", { class: "field-group", open: index === 0 || areFew }, summary, view);
  });
}

export function parametersView(parameters: Parameter[], label: string): HTMLElement {
  const rows = parameters.map(({ name, schema, required, description, in: where }) =>
    row(name, { ...schema, ...(description ? { description } : {}) }, (required ?? false) && REQUIRED, where),
  );
  return el("dl", { class: "members", "aria-label": label }, ...rows);
}

const MAX_OPEN = 20;
const EXAMPLE_CHARS = 80;

function row(
  name: string,
  schema: Schema & { example?: unknown },
  tag: typeof REQUIRED | false,
  where?: string,
  view: (schema: Schema, label: string) => HTMLElement = membersView,
): HTMLElement {
  const nested = nestedOf(schema);
  const facts = [where, ...boundsOf(schema), exampleFact(schema.example)].filter((fact) => fact !== undefined);
  return el(
    "div",
    { class: "member" },
    el(
      "dt",
      {},
      el("code", { class: "name" }, name),
      el("span", { class: "type" }, typeName(schema)),
      tag && el("span", { class: tag.class }, tag.text),
    ),
    el(
      "dd",
      {},
      schema.description !== undefined && el("p", {}, ...inline(schema.description)),
      facts.length > 0 && el("p", { class: "small soft" }, ...inline(facts.join(" · "))),
      nested && el("details", {}, el("summary", {}, `Members of ${name}`), view(nested, `Members of ${name}`)),
    ),
  );
}

function exampleFact(example: unknown): string | undefined {
  const text = example === undefined ? undefined : JSON.stringify(example);
  return text === undefined || text.length > EXAMPLE_CHARS ? undefined : `example \`${text}\``;
}

function nestedOf(schema: Schema): Schema | undefined {
  const item = schema.items ?? schema;
  if (item.properties) return item;
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find((option) => option.properties);
}

export function typeName(schema: Schema): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if (schema.contentMediaType === "application/octet-stream") return "file";
  if (schema.contentEncoding === "base64") return "base64";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return [...new Set(union.map(typeName))].join(" | ");
  if (schema.type === "array")
    return schema.prefixItems
      ? `[${schema.prefixItems.map(typeName).join(", ")}]`
      : `${typeName(schema.items ?? {})}[]`;
  return [schema.type ?? "any"].flat().join(" | ");
}

function boundsOf(schema: Schema): string[] {
  const facts = [];
  if (schema.default !== undefined) facts.push(`default \`${JSON.stringify(schema.default)}\``);
  if (schema.exclusiveMinimum !== undefined) facts.push(`more than ${schema.exclusiveMinimum}`);
  if (schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER)
    facts.push(`at least ${schema.minimum}`);
  if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER) facts.push(`at most ${schema.maximum}`);
  if (schema.minItems !== undefined) facts.push(`at least ${schema.minItems} item${schema.minItems === 1 ? "" : "s"}`);
  if (schema.maxItems !== undefined) facts.push(`at most ${schema.maxItems} items`);
  if (schema.maxLength !== undefined) facts.push(`at most ${schema.maxLength} characters`);
  return facts;
}
