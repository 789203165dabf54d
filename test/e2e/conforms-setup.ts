import { inject } from "vitest";
import { faultOf, type OpenApi } from "../support/conforms.ts";

/** Holds every answer that a test of the service gets by fetch against its OpenAPI document. */
const { api } = inject("service");
// This runs before each file, in the same process: answers are held against the document once.
const own = globalThis as { plainFetch?: typeof fetch };
own.plainFetch ??= globalThis.fetch;
const plain = own.plainFetch;
let document: Promise<OpenApi> | undefined;

globalThis.fetch = async (input, init) => {
  const isRequest = input instanceof Request;
  const url = isRequest ? input.url : String(input);
  const method = (init?.method ?? (isRequest ? input.method : "GET")).toUpperCase();
  const answer = await plain(input, init);
  if (new URL(url).origin !== api) return answer;
  document ??= plain(`${api}/openapi.json`).then((response) => response.json() as Promise<OpenApi>);
  const fault = await faultOf(await document, method, url, answer);
  if (fault !== "") throw new Error(`Not as in the OpenAPI document: ${fault}`);
  return answer;
};
