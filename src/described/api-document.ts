/** What the collection and the reference read of a schema in the OpenAPI document. */
export interface Schema {
  type?: string | string[];
  format?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  contentMediaType?: string;
}

export interface Media {
  schema: Schema;
  example?: Record<string, unknown>;
  examples?: Record<string, { value: Record<string, unknown> }>;
}

export interface ApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, unknown>[];
  parameters?: {
    name: string;
    in: "query" | "header" | "path";
    required?: boolean;
    description?: string;
    schema: Schema;
  }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
}

/** The OpenAPI document, as far as the collection and the reference read it. */
export interface ApiDocument {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
}
