import type { Call } from "../samples/call.ts";
import { bodySchema, type Entry } from "./document.ts";

/** A sample request of an operation: the first example of its body, or its required parameters. */
export function callOf({ method, path, operation }: Entry): Call {
  const isAdmin = operation.tags?.includes("Admin");
  const isOpen = operation.security?.length === 0;
  const required = (operation.parameters ?? []).filter(({ required, in: where }) => required && where === "query");
  const query = new URLSearchParams(required.map(({ name }) => [name, "https://example.com/report.pdf"]));
  const common = {
    method,
    base: location.origin,
    path: `${path}${required.length > 0 ? `?${query}` : ""}`,
    secret: isOpen ? undefined : isAdmin ? ("ADMIN_SECRET" as const) : ("QUIRE_API_KEY" as const),
  };
  const media = operation.requestBody?.content["application/json"];
  const example = Object.values(media?.examples ?? {})[0]?.value ?? media?.example;
  const takesFile = bodySchema(operation)?.properties?.file !== undefined;
  const { url, urls, ...fields } = (example ?? {}) as { url?: string; urls?: string[] };
  const address = url ?? urls?.[0];
  // Most callers have a file of their own.
  if (takesFile && address !== undefined) {
    const values = Object.entries(fields).map(([name, value]) => ({ name, value: value as unknown }));
    return { ...common, form: [{ name: "file", file: address.slice(address.lastIndexOf("/") + 1) }, ...values] };
  }
  return { ...common, ...(example === undefined ? {} : { json: example }) };
}
