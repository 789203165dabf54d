import { beforeAll, expect, it } from "vitest";
import { LIMITS } from "../../src/api/limits.ts";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { OFFERS, operationsOf } from "../../src/api/operations/index.ts";
import { openApiDocument } from "../../src/described/openapi.ts";
import { type TestApi, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi([echo as unknown as DescribedOperation]);
});

const anonymous = { headers: { Authorization: "" } };

it("the API answers /health without a key, to GET and HEAD", async () => {
  expect(await (await api.request("/health", anonymous)).json()).toEqual({ status: "ok" });
  const head = await api.request("/health", { ...anonymous, method: "HEAD" });
  expect(head.status).toBe(200);
  expect(await head.text()).toBe("");
});

it("publishes its limits without a key", async () => {
  const body = (await (await api.request("/v1/limits", anonymous)).json()) as { limits: typeof LIMITS };
  expect(body.limits).toEqual(LIMITS);
  expect(body.limits.pdf.fileBytes).toBe(52_428_800);
  expect(body.limits.links.validSeconds).toBe(3600);
});

it("echoes a harmless request id, and replaces any other", async () => {
  const given = await api.request("/health", { headers: { "X-Request-Id": "order-7:a.b_c" } });
  expect(given.headers.get("x-request-id")).toBe("order-7:a.b_c");
  for (const id of ["a b", "x".repeat(129), "<script>", ""]) {
    const response = await api.request("/health", { headers: { "X-Request-Id": id } });
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  }
});

it("the API lets browsers of any origin call with a key", async () => {
  const preflight = await api.request("/v1/echo", {
    method: "OPTIONS",
    headers: { Origin: "https://app.test", "Access-Control-Request-Method": "POST" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  expect(preflight.headers.get("access-control-allow-headers")).toContain("Authorization");
  const response = await api.request("/v1/echo", { method: "POST" });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-expose-headers")).toContain("Quire-Result");
});

it("the API sends secure headers and timings with everything", async () => {
  for (const path of ["/health", "/nothing"]) {
    const { headers } = await api.request(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("server-timing")).toMatch(/total;dur=\d+/);
  }
});

it("the API serves the description that the schemas give", async () => {
  const operations = await operationsOf(OFFERS);
  const served = async (path: string) => JSON.parse(await (await api.request(path, anonymous)).text()) as unknown;
  expect(await served("/openapi.json")).toEqual(plain(openApiDocument(operations)));
  expect(await served("/openapi.json?bodies=form")).toEqual(plain(openApiDocument(operations, { formsOnly: true })));
});

it("describes every operation, field and error in OpenAPI 3.1", () => {
  const document = plain(openApiDocument([echo as unknown as DescribedOperation])) as {
    openapi: string;
    paths: Record<
      string,
      Record<
        string,
        {
          responses: Record<string, unknown>;
          requestBody: { content: Record<string, { schema: { properties: Record<string, { description: string }> } }> };
        }
      >
    >;
  };
  expect(document.openapi).toBe("3.1.0");
  const post = document.paths["/v1/echo"]!.post!;
  const properties = post.requestBody.content["multipart/form-data"]!.schema.properties;
  expect(Object.keys(properties).sort()).toEqual([...Object.keys(echo.fields.shape), "file", "fileBase64"].sort());
  for (const [name, property] of Object.entries(properties)) expect(property.description, name).toBeTruthy();
  expect(Object.keys(post.responses)).toEqual([
    "200",
    "400",
    "401",
    "403",
    "408",
    "409",
    "413",
    "415",
    "429",
    "500",
    "503",
  ]);
  expect(post.requestBody.content["application/json"]).toMatchObject({
    examples: { note: { value: { note: "hello" } } },
  });
});

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
