export interface Schema {
  $ref?: string;
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
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  contentMediaType?: string;
  contentEncoding?: string;
  additionalProperties?: boolean | Schema;
}

export interface Parameter {
  name: string;
  in: "query" | "header" | "path";
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
}

export interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
}

export interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

export async function loadDocument(): Promise<OpenApi> {
  const response = await fetch("/openapi.json");
  if (!response.ok) throw new Error(`The description of the API could not be loaded (status ${response.status}).`);
  return (await response.json()) as OpenApi;
}

export function entriesOf(document: OpenApi): Entry[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The schema of the body that has every field; undefined where there is no body. */
export function bodySchema(operation: Operation): Schema | undefined {
  const content = operation.requestBody?.content;
  return (content?.["multipart/form-data"] ?? content?.["application/json"])?.schema;
}
