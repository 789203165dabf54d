import { beforeAll, describe, expect, it } from "vitest";
import { OFFERS, operationsOf } from "../../src/api/operations/index.ts";
import { errorOf, form, type TestApi, testApi } from "../support/api.ts";

/** Every object has these, whatever was put into it. */
const NAMES = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];
const operations = await operationsOf(OFFERS);
const paths = operations.filter(({ method }) => method === "POST").map(({ path }) => path);

let api: TestApi;
beforeAll(async () => {
  api = await testApi(operations);
});

async function refusalOf(path: string, body: BodyInit, type?: string) {
  const headers: Record<string, string> = type === undefined ? {} : { "Content-Type": type };
  const response = await api.request(path, { method: "POST", body, headers });
  expect(response.status).toBe(400);
  return errorOf(response);
}

describe.each(paths)("a field of %s that is named as what every object has", (path) => {
  it.each(NAMES)("is unknown in every encoding: %s", async (name) => {
    const bodies: [body: BodyInit, type?: string][] = [
      [`{"${name}":{"a":1}}`, "application/json"],
      [`{"${name}":"[1]"}`, "application/json"],
      [`${name}=a`, "application/x-www-form-urlencoded"],
      [`${name}=a&${name}=b`, "application/x-www-form-urlencoded"],
      [form({ [name]: "{}" })],
    ];
    for (const [body, type] of bodies) {
      expect((await refusalOf(path, body, type)).message).toContain(`Unknown field "${name}"`);
    }
  });

  it.each(NAMES)("is no file of the operation: %s", async (name) => {
    const { message } = await refusalOf(path, form({ [name]: ["a.pdf", new Uint8Array(9)] }));
    expect(message).toContain(`Unknown field "${name}"`);
    expect(message).not.toContain("a.pdf");
  });
});
