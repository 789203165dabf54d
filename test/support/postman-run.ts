import { runInNewContext } from "node:vm";
import type { Collection, Item } from "./postman-format.ts";

/**
 * Sends a collection's requests as Postman does: variables, the folder's key, files by their names, scripts afterwards.
 */
export class CollectionRun {
  readonly #variables: Map<string, string>;
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #key: Collection["auth"];

  constructor(collection: Collection, given: Record<string, string>, files: ReadonlyMap<string, Uint8Array>) {
    const own = collection.variable.map(({ key, value }): [string, string] => [key, value]);
    this.#variables = new Map([...own, ...Object.entries(given)]);
    this.#files = files;
    this.#key = collection.auth;
  }

  async send({ request, event = [] }: Item): Promise<Response> {
    const headers = new Headers(this.#ticked(request.header));
    const auth = request.auth ?? this.#key;
    if (auth.type === "bearer") headers.set("Authorization", `Bearer ${this.#filled(String(auth.bearer[0]?.value))}`);
    const body = request.body === undefined ? null : this.#body(request.body);
    const response = await fetch(this.#address(request.url), { method: request.method, headers, body });
    const answer = await response.clone().text();
    for (const { script } of event) this.#keep(script.exec.join("\n"), answer);
    return response;
  }

  #address(url: Item["request"]["url"]): string {
    if (typeof url === "string") return this.#filled(url);
    const own = new Map(url.variable?.map(({ key, value }) => [key, value]));
    const path = url.path.map((part) => (part.startsWith(":") ? own.get(part.slice(1)) : part)).join("/");
    const query = this.#ticked(url.query ?? []).map(([key, value]) => `${key}=${value}`);
    return `${this.#filled(`${url.host.join("")}/${path}`)}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  }

  #body(body: NonNullable<Item["request"]["body"]>): BodyInit {
    if (body.mode === "raw") return this.#filled(body.raw);
    const form = new FormData();
    for (const field of body.formdata.filter(({ disabled }) => !disabled)) {
      if (field.type === "text") form.append(field.key, this.#filled(field.value));
      else for (const name of field.src) form.append(field.key, this.#file(name));
    }
    return form;
  }

  #file(name: string): File {
    const bytes = this.#files.get(name);
    if (!bytes) throw new Error(`The collection sends a file ${name}, which the test does not have`);
    return new File([bytes as Uint8Array<ArrayBuffer>], name);
  }

  #ticked(pairs: { key: string; value: string; disabled?: boolean | undefined }[]): [string, string][] {
    return pairs.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, this.#filled(value)]);
  }

  #filled(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => this.#variables.get(name) ?? "");
  }

  /** Postman runs the script of a request when its answer is there. */
  #keep(script: string, answer: string): void {
    const set = (name: string, value: string) => this.#variables.set(name, value);
    const pm = { collectionVariables: { set }, response: { json: () => JSON.parse(answer) } };
    runInNewContext(script, { pm });
  }
}
