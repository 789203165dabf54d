import type { ApiDocument, ApiOperation, Schema } from "./api-document.ts";
import { savedBy, TAKEN, VARIABLES } from "./postman-steps.ts";

type Json = Record<string, unknown>;

const BEARERS: Record<string, string> = { apiKey: "{{apiKey}}", adminSecret: "{{adminSecret}}" };

/**
 * A Postman collection (format 2.1, which Bruno and Insomnia import too): a request for each example of each operation.
 */
export function postmanCollection(document: ApiDocument, baseUrl: string): Json {
  const { title, description } = document.info;
  const variables = { baseUrl: { value: baseUrl, description: "Where the service answers." }, ...VARIABLES };
  return {
    info: { name: title, description, schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    auth: bearer("apiKey"),
    variable: Object.entries(variables).map(([key, { value, description: about }]) => ({
      ...{ key, value, type: "string", description: about },
    })),
    item: document.tags.map((tag) => ({
      name: tag.name,
      description: tag.description,
      item: Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, operation]) =>
          operation.tags.includes(tag.name) ? requests(path, method, operation) : [],
        ),
      ),
    })),
  };
}

function requests(path: string, method: string, operation: ApiOperation): Json[] {
  const { operationId, summary, description } = operation;
  const bodies = bodiesOf(operation);
  return bodies.map(({ example, body }, position) => ({
    name: bodies.length > 1 ? `${summary}: ${words(example)}` : summary,
    // Only the first example passes its values on: the others may ask for something else.
    ...(position === 0 ? { event: savedBy(operationId) } : {}),
    request: {
      method: method.toUpperCase(),
      description,
      ...authOf(operation),
      header: [...headers(operation), ...(body?.mode === "raw" ? [contentType(operation)] : [])],
      url: address(path, operation),
      ...(body ? { body } : {}),
    },
    response: [],
  }));
}

function authOf({ security }: ApiOperation): Json {
  if (security === undefined) return {};
  const [scheme] = security.flatMap((one) => Object.keys(one));
  return { auth: scheme === undefined ? { type: "noauth" } : bearer(scheme) };
}

function bearer(scheme: string): Json {
  return { type: "bearer", bearer: [{ key: "token", value: BEARERS[scheme], type: "string" }] };
}

/** Optional headers are listed but not ticked, with their descriptions. */
function headers({ operationId, parameters = [] }: ApiOperation): Json[] {
  const taken = Object.entries(TAKEN[operationId]?.header ?? {}).map(([key, value]) => ({ key, value }));
  const optional = parameters
    .filter((parameter) => parameter.in === "header")
    .map(({ name, description }) => ({ key: name, value: "", description, disabled: true }));
  return [...taken, ...optional];
}

function contentType({ requestBody }: ApiOperation): Json {
  return { key: "Content-Type", value: Object.keys(requestBody?.content ?? {})[0] };
}

function address(path: string, { operationId, parameters = [] }: ApiOperation): Json | string {
  const taken = TAKEN[operationId] ?? {};
  if (taken.url !== undefined) return taken.url;
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ":$1");
  const query = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, description, schema }) => {
      const value = taken.query?.[name];
      return { key: name, value: value ?? text(schema.default), description, ...(value ? {} : { disabled: true }) };
    });
  const variable = parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ name, description }) => ({ key: name, value: taken.path?.[name] ?? "", description }));
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `{{baseUrl}}/${segments}${sent.length > 0 ? `?${sent.join("&")}` : ""}`,
    host: ["{{baseUrl}}"],
    path: segments.split("/"),
    ...(query.length > 0 ? { query } : {}),
    ...(variable.length > 0 ? { variable } : {}),
  };
}

/** Each example as a body; a request without one is one example too. */
function bodiesOf(operation: ApiOperation): { example: string; body?: Json }[] {
  const content = operation.requestBody?.content;
  if (!content) return [{ example: "" }];
  const raw = TAKEN[operation.operationId]?.body;
  if (raw !== undefined) return [{ example: "", body: { mode: "raw", raw } }];
  const json = content["application/json"];
  const examples = Object.entries(json?.examples ?? (json?.example ? { "": { value: json.example } } : {}));
  if (examples.length === 0) throw new Error(`The OpenAPI document has no example for ${operation.operationId}`);
  const form = content["multipart/form-data"];
  return examples.map(([example, { value }]) => ({
    example,
    body: form
      ? { mode: "formdata", formdata: fields(form.schema, value) }
      : { mode: "raw", raw: JSON.stringify(value, null, 2), options: { raw: { language: "json" } } },
  }));
}

/** The example's fields, then all others, not ticked. A file that the example takes from an address is sent. */
function fields(schema: Schema, example: Json): Json[] {
  const properties = Object.entries(schema.properties ?? {});
  const files = filesIn(example);
  const fileField = files.length > 0 ? properties.find(([, field]) => isFile(field))?.[0] : undefined;
  const members = properties.map(([name, field]) => {
    const { description } = field;
    if (isFile(field)) {
      const src = name === fileField ? files : [];
      return { key: name, type: "file", src, description, ...(src.length > 0 ? {} : { disabled: true }) };
    }
    const isSent = name in example && !(fileField && ADDRESSES.includes(name));
    const value = text(isSent ? example[name] : field.default);
    return { key: name, type: "text", value, description, ...(isSent ? {} : { disabled: true }) };
  });
  return [...members.filter(({ disabled }) => !disabled), ...members.filter(({ disabled }) => disabled)];
}

/** Fields that take from an address what a form can also contain. */
const ADDRESSES = ["url", "urls"];

/** File names for the examples' addresses; a page has none. */
function filesIn(example: Json): string[] {
  return ADDRESSES.flatMap((name) => example[name] ?? [])
    .map((url) => new URL(String(url)).pathname.slice(1))
    .filter((name) => name !== "");
}

function isFile(field: Schema): boolean {
  return (field.items ?? field).format === "binary";
}

/** A value as text in a form. */
function text(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `allPages` → `all pages` */
function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
