interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
  contentMediaType?: string;
  additionalProperties?: boolean | Schema;
}

interface Described {
  operationId: string;
  summary: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

export interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: { ErrorCode: Schema } };
}

const HEADER = `// Generated from the service's OpenAPI document by \`npm run record\`; do not edit.
// biome-ignore-all format: generated
`;

/** The types of the client, from the OpenAPI document: a request and a result for each operation on documents. */
export function clientTypes(document: Document): string {
  const parts = [HEADER, 'import type { FileInput } from "./files.ts";\n'];
  const codes = (document.components.schemas.ErrorCode.enum ?? []).map((code) => JSON.stringify(code)).join(" | ");
  parts.push(`/** Every code that an error may have. */\nexport type ErrorCode = ${codes};\n`);
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      if (operation.tags?.includes("Documents")) parts.push(...operationTypes(operation));
    }
  }
  return parts.join("\n");
}

function operationTypes(operation: Described): string[] {
  const name = pascal(operation.operationId);
  const answer = operation.responses["200"]?.content["application/json"]?.schema ?? {};
  return [
    `/** ${operation.summary}: the request. */\nexport interface ${name}Request ${members(requestOf(operation), "", true)}\n`,
    `/** ${operation.summary}: the answer. */\nexport interface ${name}Result ${members(answer, "", false)}\n`,
  ];
}

function requestOf(operation: Described): Schema {
  const body = operation.requestBody?.content["multipart/form-data"]?.schema;
  if (body) return body;
  const query = (operation.parameters ?? []).filter(
    (parameter) => parameter.in === "query" && parameter.name !== "format",
  );
  return {
    properties: Object.fromEntries(
      query.map(({ name, description, schema }) => [name, { ...schema, ...(description ? { description } : {}) }]),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

function members(schema: Schema, indent: string, input: boolean): string {
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const wanted = schema.required?.includes(name) && !(input && member.default !== undefined);
    const type = typeOf(member, inner, input);
    const comment = describe(member, input);
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const line = `${inner}${key}${wanted ? "" : "?"}: ${type}${wanted ? "" : " | undefined"};`;
    return comment === "" ? [line] : [`${inner}/** ${comment} */`, line];
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
}

function describe({ description = "", default: value }: Schema, input: boolean): string {
  const preset = input && value !== undefined ? `Default: ${JSON.stringify(value)}.` : "";
  return [description.replaceAll("*/", "* /"), preset].filter((text) => text !== "").join(" ");
}

function typeOf(schema: Schema, indent: string, input: boolean): string {
  if (schema.contentMediaType === "application/octet-stream") return "FileInput";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return [...new Set(union.map((option) => typeOf(option, indent, input)))].join(" | ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type }, indent, input)).join(" | ");
  }
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array": {
      if (schema.prefixItems) return `[${schema.prefixItems.map((item) => typeOf(item, indent, input)).join(", ")}]`;
      const item = typeOf(schema.items ?? {}, indent, input);
      // One file stands for a list of one.
      if (item === "FileInput") return "FileInput | FileInput[]";
      return /[|{]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      if (schema.properties) return members(schema, indent, input);
      return typeof schema.additionalProperties === "object"
        ? `Record<string, ${typeOf(schema.additionalProperties, indent, input)}>`
        : "Record<string, unknown>";
    default:
      return "unknown";
  }
}

/** `crop-pdf` and `cropPdf` → `CropPdf` */
function pascal(id: string): string {
  return id.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
}
