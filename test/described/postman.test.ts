import { beforeAll, describe, expect, it } from "vitest";
import { OFFERS, operationsOf } from "../../src/api/operations/index.ts";
import { testApi } from "../support/api.ts";
import { type Collection, collectionFormat } from "../support/postman-format.ts";

type Paths = Record<string, Record<string, unknown>>;

let collection: Collection;
let paths: Paths;
beforeAll(async () => {
  const api = await testApi(await operationsOf(OFFERS));
  const anonymous = { headers: { Authorization: "" } };
  collection = collectionFormat.parse(await (await api.request("/postman.json", anonymous)).json());
  ({ paths } = (await (await api.request("/openapi.json", anonymous)).json()) as { paths: Paths });
});

describe("the Postman collection", () => {
  it("has a request for every operation of the OpenAPI document, and no other", () => {
    const upload = "PUT {{uploadUrl}}";
    const asked = collection.item.flatMap(({ item }) =>
      item.map(({ request: { method, url } }) =>
        typeof url === "string"
          ? `${method} ${url}`
          : `${method} /${url.path.map((part) => part.replace(/^:(.*)/, "{$1}")).join("/")}`,
      ),
    );
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = documented.map((operation) => (operation.startsWith("PUT /v1/u/") ? upload : operation));
    expect([...new Set(asked)].sort()).toEqual(expected.sort());
  });

  it("names each request once, and each variable that a request uses", () => {
    const names = collection.item.flatMap(({ item }) => item.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    // A description may show the marks of a template.
    const values = JSON.stringify(collection, (name, value) => (name === "description" ? undefined : value));
    const used = [...values.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(collection.variable.map(({ key }) => key).sort());
  });

  it("asks the service that it came from, and holds no key", () => {
    const values = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({ baseUrl: "https://api.quire.test", apiKey: "", adminSecret: "" });
  });

  it("sends PDFs and images as files of a form, and offers every field that a form takes", () => {
    const [documents] = collection.item;
    const forms = documents!.item.flatMap(({ name, request: { body } }) =>
      body?.mode === "formdata" ? [{ name, fields: body.formdata }] : [],
    );
    const files = forms.map(({ name, fields }) => [
      name,
      fields.flatMap((field) => (field.type === "file" && !field.disabled ? field.src : [])),
    ]);
    expect(Object.fromEntries(files)).toMatchObject({
      "Crop PDF: one page": ["report.pdf"],
      "Split PDF: ranges": ["book.pdf"],
      "Images to PDF: urls": ["scan-1.jpg", "scan-2.png"],
      "HTML to PDF: html": [],
    });
    const crop = forms.find(({ name }) => name === "Crop PDF: one page")!.fields;
    expect(crop.map(({ key }) => key)).toEqual(expect.arrayContaining(["cropMode", "auto", "password", "fileBase64"]));
  });
});
