import { el } from "../dom.ts";
import { field } from "../form.ts";
import { bytes } from "../format.ts";
import { heldKey, holdKey } from "../held-key.ts";
import { bodySchema, type Entry } from "./document.ts";
import { type Input, inputFor } from "./inputs.ts";

/** A form for one operation, to fill in and send. */
export function tryIt(entry: Entry): HTMLElement {
  const { operation, method, path } = entry;
  const body = bodySchema(operation);
  const example = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {})[0]?.value as
    | Record<string, unknown>
    | undefined;
  const needsKey = operation.security?.length !== 0;
  const key = field(
    "API key",
    { type: "password", autocomplete: "off", placeholder: "qk_…" },
    "Kept in this tab only.",
  );
  key.input.addEventListener("input", () => holdKey(key.input.value.trim()));
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const queryFields = new Map(query.map(({ name, schema }) => [name, inputFor(name, schema, undefined)]));
  const bodyFields = new Map(
    Object.entries(body?.properties ?? {})
      .filter(([, schema]) => schema.contentEncoding !== "base64")
      .map(([name, schema]) => [name, inputFor(name, schema, example?.[name])]),
  );
  // The example has an address and page numbers that fit it. A file that is chosen has other pages.
  bodyFields.get("file")?.element.addEventListener("change", () => {
    bodyFields.get("url")?.write("");
    const ranges = bodyFields.get("ranges");
    if (JSON.stringify(ranges?.read()) === JSON.stringify(example?.ranges)) ranges?.write(["1-"]);
  });
  const send = el("button", { class: "primary" }, "Send");
  const answer = el("div", { class: "answer", role: "status" });
  const inputs = [...queryFields.values(), ...bodyFields.values()].map(({ element }) => element);
  const form = el(
    "form",
    { class: "stack", novalidate: true },
    needsKey && key.element,
    el("div", { class: "fields" }, ...inputs),
    el("div", {}, send),
    answer,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    answer.replaceChildren(el("p", { class: "soft" }, "Sending …"));
    for (const one of [...queryFields.values(), ...bodyFields.values()]) one.fail();
    try {
      const address = new URL(path, location.origin);
      for (const [name, input] of queryFields) {
        const value = input.read();
        if (value !== undefined) address.searchParams.set(name, String(value));
      }
      const init: RequestInit = { method, headers: needsKey ? { Authorization: `Bearer ${heldKey()}` } : {} };
      if (body) init.body = formOf(bodyFields);
      const start = performance.now();
      const response = await fetch(address, init);
      await show(response, performance.now() - start, answer, bodyFields);
    } catch (error) {
      answer.replaceChildren(el("p", { class: "notice bad" }, error instanceof Error ? error.message : String(error)));
    } finally {
      send.disabled = false;
    }
  });
  const details = el("details", { class: "try-it" }, el("summary", {}, "Try it"), form);
  details.addEventListener("toggle", () => {
    key.input.value = heldKey();
  });
  return details;
}

/** Multipart: files are parts, everything else is text, which the service converts to the field's type. */
function formOf(inputs: Map<string, Input>): FormData {
  const form = new FormData();
  const given = [...inputs].map(([name, input]) => [name, input.read()] as const);
  const areFiles = (value: unknown): value is File[] => Array.isArray(value) && value[0] instanceof File;
  for (const [name, value] of given) {
    if (value === undefined || areFiles(value)) continue;
    form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  // Files come last: the service starts on them as they arrive, and needs the other fields by then.
  for (const [name, value] of given) if (areFiles(value)) for (const file of value) form.append(name, file);
  return form;
}

async function show(response: Response, ms: number, place: HTMLElement, fields: Map<string, Input>): Promise<void> {
  const type = response.headers.get("Content-Type") ?? "";
  const head = el("p", {}, el("strong", {}, String(response.status)), ` · ${Math.round(ms)} ms · ${type}`);
  if (!type.includes("json")) {
    const blob = await response.blob();
    const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "answer";
    const link = el(
      "a",
      { class: "button primary", href: URL.createObjectURL(blob), download: name },
      `Save ${name} (${bytes(blob.size)})`,
    );
    place.replaceChildren(head, link);
    return;
  }
  const body = (await response.json()) as { error?: { field?: string; message: string } };
  const text = JSON.stringify(body, null, 2);
  place.replaceChildren(head, el("div", { class: "code" }, el("pre", { tabindex: 0 }, el("code", {}, text))));
  const at = body.error?.field?.replace(/[.[].*$/, "");
  if (at !== undefined) fields.get(at)?.fail(body.error?.message);
}
