import { beforeAll, expect, it, vi } from "vitest";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { errorOf, knownKey, type TestApi, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi([echo as unknown as DescribedOperation]);
});

const broken = {
  idFromName: () => {
    throw new Error("Durable Objects are down");
  },
} as unknown as Env["USAGE"];

const send = (key: string) =>
  api.request(
    "/v1/echo",
    {
      method: "POST",
      body: "note=hi",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/x-www-form-urlencoded" },
    },
    { USAGE: broken },
  );

it("that cannot be written fails no request, and is in the log", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect((await send(await knownKey())).status).toBe(200);
  expect(log.mock.calls.flat().join()).toContain("usage-not-written");
  log.mockRestore();
});

it("that cannot be asked lets no key past its own limits: 503, to be tried again", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const response = await send(await knownKey({ limits: { perDay: 5 } }));
  expect(response.status).toBe(503);
  expect(await errorOf(response)).toMatchObject({ code: "BUSY", retryable: true });
  log.mockRestore();
});
