import { type Schema, Validator } from "@cfworker/json-schema";

type Json = Record<string, unknown>;

export interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: Json }> }> }>>;
  components: Json;
}

const ANSWERS_TO_ALL = [404, 405];
const ERROR = { $ref: "#/components/schemas/Error" };

/** By document and schema: making one reads the whole document. */
const validators = new WeakMap<OpenApi, Map<Json, Validator>>();

/** What is wrong with an answer by the OpenAPI document; nothing when it is as documented. */
export async function faultOf(document: OpenApi, method: string, url: string, answer: Response): Promise<string> {
  const { pathname } = new URL(url);
  const type = (answer.headers.get("Content-Type") ?? "").split(";", 1)[0] as string;
  const operation = operationAt(document, method === "HEAD" ? "GET" : method, pathname);
  if (method === "HEAD" || [202, 204].includes(answer.status)) return "";
  if (operation === undefined) {
    if (!ANSWERS_TO_ALL.includes(answer.status)) return isPage(type) ? "" : `${method} ${pathname} is not documented`;
    return invalid(document, ERROR, await answer.clone().json());
  }
  const documented = operation.responses[String(answer.status)];
  if (documented === undefined) return `${method} ${pathname}: status ${answer.status} is not documented`;
  const content = documented.content?.[type];
  if (content === undefined) return `${method} ${pathname}: ${answer.status} with ${type} is not documented`;
  if (!/json$/.test(type)) return "";
  const fault = invalid(document, content.schema, await answer.clone().json());
  return fault && `${method} ${pathname} ${answer.status}: ${fault}`;
}

function operationAt(document: OpenApi, method: string, pathname: string) {
  const segments = pathname.split("/");
  const path = Object.keys(document.paths).find((template) => {
    const parts = template.split("/");
    return parts.length === segments.length && parts.every((part, i) => part === segments[i] || /^\{/.test(part));
  });
  return path === undefined ? undefined : document.paths[path]?.[method.toLowerCase()];
}

function invalid(document: OpenApi, schema: Json, body: unknown): string {
  const known = validators.get(document) ?? new Map<Json, Validator>();
  validators.set(document, known);
  const whole = { ...schema, components: document.components } as Schema;
  const validator = known.get(schema) ?? new Validator(whole, "2020-12", false);
  known.set(schema, validator);
  const { valid, errors } = validator.validate(body);
  return valid ? "" : errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`).join("; ");
}

/** The pages for people and their assets are no part of the document, nor is the document itself. */
function isPage(type: string): boolean {
  return /^(text\/|image\/|application\/(json|javascript|xml)|font\/)/.test(type);
}
