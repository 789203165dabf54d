import type { ApiDocument, ApiOperation, Schema } from "./api-document.ts";

/** One operation, or all of these tags. */
export type Wanted = { id: string } | { title: string; tags: string[] };

/**
 * The reference as Markdown, for agents: one operation, or all operations of some tags. Undefined when there is none.
 */
export function referenceMarkdown({ paths }: ApiDocument, wanted: Wanted): string | undefined {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ heading: `${method.toUpperCase()} ${path}`, operation })),
  );
  if ("id" in wanted) {
    const one = all.find(({ operation }) => operation.operationId === wanted.id);
    return one && operationText(one.heading, one.operation, "#");
  }
  const chosen = all.filter(({ operation }) => operation.tags.some((tag) => wanted.tags.includes(tag)));
  const texts = chosen.map(({ heading, operation }) => operationText(heading, operation, "##"));
  return [`# ${wanted.title}\n`, ...texts].join("\n");
}

function operationText(heading: string, operation: ApiOperation, level: string): string {
  const { summary, description = "", parameters = [], requestBody, responses } = operation;
  const content = requestBody?.content ?? {};
  const body = content["multipart/form-data"] ?? content["application/json"];
  const example = content["application/json"];
  const shown = Object.values(example?.examples ?? {})[0]?.value ?? example?.example;
  const answer = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1].content;
  const lists = [
    list(
      "Parameters",
      parameters.map(({ name, in: where, schema, required = false, description: about }) =>
        line(name, { ...schema, ...(about ? { description: about } : {}) }, required, `, ${where}`),
      ),
    ),
    list(`Body (${Object.keys(content).join(", ")})`, members(body?.schema)),
    shown === undefined ? "" : `**Example**\n\n\`\`\`json\n${JSON.stringify(shown, null, 2)}\n\`\`\`\n`,
    list("Answer", members(answer?.["application/json"]?.schema)),
    list(
      "Errors",
      Object.entries(responses)
        .filter(([status]) => !status.startsWith("2"))
        .map(([status, { description: codes }]) => `- ${status}: ${codes.replaceAll("\n\n", " ")}`),
    ),
  ];
  const parts = [`${level} ${summary}`, `\`${heading}\``, description, ...lists];
  return parts
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

function list(title: string, lines: string[]): string {
  return lines.length === 0 ? "" : `**${title}**\n\n${lines.join("\n")}`;
}

function members(schema: Schema | undefined, indent = ""): string[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, member]) => [
    `${indent}${line(name, member, schema?.required?.includes(name) ?? false)}`,
    ...members(structureOf(member), `${indent}  `),
  ]);
}

function structureOf(schema: Schema): Schema | undefined {
  const options = [schema.items ?? schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return options.find(({ properties }) => properties !== undefined);
}

function line(name: string, schema: Schema, required: boolean, more = ""): string {
  const facts = `${typeOf(schema)}${more}${required ? ", required" : ""}`;
  const preset = schema.default === undefined ? "" : ` Default: \`${JSON.stringify(schema.default)}\`.`;
  const about = `${schema.description ?? ""}${preset}`.trim();
  return `- \`${name}\` (${facts})${about === "" ? "" : `: ${about}`}`;
}

function typeOf(schema: Schema): string {
  if (schema.contentMediaType === "application/octet-stream") return "file";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return [...new Set(union.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  return [schema.type ?? "any"].flat().join(" or ");
}
