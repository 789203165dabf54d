import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { DescribedOperation, Offer } from "../../src/api/operation.ts";
import { createApp } from "../../src/app/app.ts";
import { serveDownload } from "../../src/app/download-host.ts";
import { Isolate } from "../../src/app/isolate.ts";
import { openApiDocument } from "../../src/described/openapi.ts";
import { generateKey } from "../../src/keys/format.ts";
import { hashKey, type KeyRecord, putRecord } from "../../src/keys/key-records.ts";
import { faultOf, type OpenApi } from "./conforms.ts";

/** A key that the tests' KV knows. */
export async function knownKey(record: Partial<KeyRecord> = {}): Promise<string> {
  const key = generateKey();
  const full = { id: crypto.randomUUID().slice(0, 8), name: "Tests", createdAt: "2026-01-01T00:00:00Z", ...record };
  await putRecord(env.KEYS, await hashKey(key), full);
  return key;
}

export interface TestApi {
  key: string;
  /** What its requests share. */
  isolate: Isolate;
  /** A request with the key; `changes` to the environment stand for faults of the platform. */
  request(path: string, init?: RequestInit, changes?: Partial<Env>): Promise<Response>;
  /** Follows a link that an answer gave. */
  follow(link: string, init?: RequestInit): Promise<Response>;
}

/** The platform's counter of a key's requests would refuse tests that are run hundreds of times in a minute. */
const RATE: Env["RATE"] = { limit: async () => ({ success: true }) };

/** The key is as `record` says, where a test needs more or less than every key may. */
export async function testApi(
  operations: readonly DescribedOperation[],
  record: Partial<KeyRecord> = {},
): Promise<TestApi> {
  // A browser that fails is asked again at once, and uses are written at once: each answer waits for both.
  const isolate = new Isolate({ pauseMs: 0 }, 0);
  const app = createApp(operations.map(offered), isolate);
  const key = await knownKey(record);
  const document = documentOf(operations);
  return {
    key,
    isolate,
    async request(path, init = {}, changes = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has("Authorization")) headers.set("Authorization", `Bearer ${key}`);
      const context = createExecutionContext();
      const request = new Request(`https://api.quire.test${path}`, { ...init, headers });
      const response = await app.fetch(request, { ...env, RATE, ...changes }, context);
      // Read whole before the context ends, as a client would.
      const body = response.body === null ? null : await response.arrayBuffer();
      await waitOnExecutionContext(context);
      const answer = new Response([204, 304].includes(response.status) ? null : body, response);
      // Every answer of every test is held against the document.
      const fault = await faultOf(document, request.method, request.url, answer);
      if (fault !== "") throw new Error(`Not as in the OpenAPI document: ${fault}`);
      return answer;
    },
    follow: (link, init) => serveDownload(new Request(link, init), env),
  };
}

const documents: { operations: readonly DescribedOperation[]; document: OpenApi }[] = [];

/** Made once for the same operations. */
function documentOf(operations: readonly DescribedOperation[]): OpenApi {
  const isFor = (others: readonly DescribedOperation[]) =>
    others.length === operations.length && others.every((other, index) => other === operations[index]);
  const known = documents.find((each) => isFor(each.operations));
  if (known) return known.document;
  const document = JSON.parse(JSON.stringify(openApiDocument(operations))) as OpenApi;
  documents.push({ operations, document });
  return document;
}

function offered(operation: DescribedOperation): Offer {
  return { ...operation, operation: async () => operation };
}

/** A multipart body: text fields and files. */
export function form(fields: Record<string, string | Uint8Array | [name: string, bytes: Uint8Array]>): FormData {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === "string") data.append(field, value);
    else if (Array.isArray(value)) data.append(field, new File([value[1]], value[0]));
    else data.append(field, new File([value], "input.bin"));
  }
  return data;
}

export async function errorOf(response: Response): Promise<{
  code: string;
  message: string;
  field?: string;
  otherFields?: unknown[];
  requestId: string;
  retryable: boolean;
}> {
  const body = (await response.json()) as {
    success: boolean;
    error: { code: string; message: string; requestId: string; retryable: boolean };
  };
  if (body.success) throw new Error("expected a refusal");
  return body.error;
}
